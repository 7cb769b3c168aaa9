"""Say before a study's games that its verdict will see too few openings."""

from __future__ import annotations

from tuner.config.study import Study
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.stats.decision import few_openings, few_openings_note

__all__ = ["opening_notes"]


def opening_notes(study: Study, drawn: OpeningSet) -> list[str]:
    """Return a line where the verdict's openings are so few that rare losses may not be seen.

    Args:
        study: whose verdict it is.
        drawn: openings of its verdict, all or the first ones. Where these are too few, the others
            are drawn, too.

    Raises:
        OpeningError: if the study has not enough openings to be played.
    """
    pairs = study.budget.verdict_pairs
    if few_openings(drawn.distinct) and len(drawn) < pairs:
        drawn = draw_openings(study.game, study.opening_plies, "verdict", pairs, study.seed)
    note = few_openings_note(drawn.distinct)
    return [] if note is None else [note]
