"""Draw the openings of a study when they are needed: nobody waits for the verdict's to see a trial.

All sets together take a tenth of the time to the first trial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tuner.config.study import Study
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.tuning.study_run import draw_all_openings

__all__ = ["FIRST", "StudyOpenings"]

FIRST = 256
"""So many openings of each set tell whether a study can be played, and are enough to time games."""

_SEARCH = "search"


class StudyOpenings(Mapping[str, OpeningSet]):
    """Hold the openings of every stage of a study, by the name of their set.

    Those of the search are drawn at once, and all others as soon as one of them is asked for.

    Args:
        study: whose stages they are.
        drawn: told of each set when it is there.
        first: the first openings of sets; those of the search are not drawn again where they are
            all.

    Raises:
        OpeningError: if there are too few; whoever asks first for the `FIRST` of all sets, by
            `draw_all_openings`, knows of that before.
    """

    def __init__(
        self,
        study: Study,
        drawn: Callable[[OpeningSet], None],
        first: Mapping[str, OpeningSet] | None = None,
    ) -> None:
        self._study, self._drawn = study, drawn
        self._sets: dict[str, OpeningSet] = {}
        self._complete = False
        # A search on solved positions plays no games.
        if not study.objective.on_positions:
            pairs, plies = study.budget.pairs, study.opening_plies
            found = (first or {}).get(_SEARCH)
            if found is None or len(found) < pairs:
                found = draw_openings(study.game, plies, _SEARCH, pairs, study.seed)
            self._add(found)

    def __getitem__(self, name: str) -> OpeningSet:
        """Return a set by its name."""
        if name not in self._sets:
            self.complete()
        return self._sets[name]

    def __iter__(self) -> Iterator[str]:
        """Yield the names of all sets."""
        self.complete()
        return iter(self._sets)

    def __len__(self) -> int:
        """Return how many sets there are."""
        self.complete()
        return len(self._sets)

    def complete(self) -> None:
        """Draw what is not drawn yet."""
        if self._complete:
            return
        for one in draw_all_openings(self._study, but=self._sets).values():
            self._add(one)
        # Last: what could not be drawn is no more there when it is asked for again.
        self._complete = True

    def _add(self, openings: OpeningSet) -> None:
        self._drawn(openings)
        self._sets[openings.name] = openings
