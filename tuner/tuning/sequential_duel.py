"""Play two agents against each other until a sequential test has decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tuner.matches.agent import Agent
from tuner.matches.arena import Arena, agent_key
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import Meeting
from tuner.matches.pairs import Pairs
from tuner.stats.elo import elo_interval
from tuner.stats.sequential import halved_error
from tuner.stats.sprt import Sprt
from tuner.stats.sprt_course import BLOCK, SprtCourse, Standing
from tuner.stats.text import elo_text
from tuner.tuning.study_run import DUEL, StudyRun
from tuner.tuning.vain_games import note_end
from tuner.verdict.model import HeadToHead, head_to_head

__all__ = ["DUEL_NUMBER", "Stood", "play_duel", "play_sequential", "shared_test", "standing_text"]

_BATCH = 2 * BLOCK
"""Pairs in one batch: what is being played when the test ends is too much."""

DUEL_NUMBER = "head to head number"
"""The notes that number the sequential matches of a study; each has the key of the tuned agent."""

Stood = Callable[[Standing], None]
"""Told where the test stands, again and again."""


def play_sequential(arena: Arena, meeting: Meeting, test: Sprt, stood: Stood) -> HeadToHead:
    """Return the match of two agents up to the pair at which a test decides, or up to all pairs.

    The result is the same for any number of threads and workers: the test looks after fixed numbers
    of pairs, in their order. Pairs beyond its end that were being played are kept in the ledger.

    Args:
        arena: plays.
        meeting: of the agent whose view is taken with one opponent; its openings are the cap.
        test: decides.
        stood: told where the test stands after each batch.

    Raises:
        EvaluationError: if a formula gave no number.
    """
    openings = meeting.openings
    course = SprtCourse(test, openings.clusters)

    def enough(pairs: Pairs) -> bool:
        ended = course.add(pairs.scores)
        stood(course.standing)
        return ended

    played = arena.meet_until(replace(meeting, batch=_BATCH), enough)
    counted = course.standing.counts.pairs
    found = head_to_head(Pairs(played.records[:counted]), openings.clusters[:counted])
    # The ratio is the very one that has decided.
    ratio = course.standing.ratio
    return replace(found, likelihood=ratio, test=test, cap=len(openings))


def play_duel(study_run: StudyRun, agents: tuple[Agent, Agent], test: Sprt) -> HeadToHead:
    """Return the sequential match of a study's tuned and hand-set agents, as the tuned one sees it.

    Where the study had matches of other tuned agents before, its test passes more seldom
    (`shared_test`).

    Raises:
        EvaluationError: if a formula gave no number.
    """
    meeting = study_run.meeting(agents[0], DUEL, agents[1:])
    earlier = _earlier_matches(study_run.ledger, agent_key(agents[0]))
    test = shared_test(test, earlier)
    if earlier:
        study_run.progress.note(
            f"tuned against hand-set is match {earlier + 1} of this study head to head: its test "
            f"passes in at most {100 * test.alpha:.2g}% where the truth is {test.elo0:g} Elo, "
            "half as much as that of the one before"
        )

    def stood(standing: Standing) -> None:
        study_run.progress.fact(standing_text(test, standing))

    found = play_sequential(study_run.arena, meeting, test, stood)
    note_end(study_run.ledger, (agent_key(agents[0]), agent_key(agents[1])), found.pairs)
    return found


def shared_test(test: Sprt, earlier: int) -> Sprt:
    """Return the test of a match of a study that had others before: alpha is halved for each.

    So all of them, however many there are, call a tuned agent stronger that is not in at most
    alpha (1 + 1/2 + 1/4 + ...) = 2 alpha of all studies (Boole's inequality): 10%.

    Args:
        test: of the first match.
        earlier: matches of other tuned agents before this one.
    """
    return replace(test, alpha=halved_error(test.alpha, earlier))


def _earlier_matches(ledger: Ledger, tuned: str) -> int:
    """Return how many other tuned agents a study's ledger has matches of, before this one's."""
    number = 0
    while ledger.noted(f"{DUEL_NUMBER} {number}", lambda: tuned) != tuned:
        number += 1
    return number


def standing_text(test: Sprt, standing: Standing) -> str:
    """Return where a test stands: pairs, its ratio between its bounds, and the Elo so far."""
    pairs = standing.counts.pairs
    if standing.ratio is None:
        return f"{pairs:,} pairs"
    elo = elo_text(elo_interval(standing.counts, effect=standing.effect))
    return (
        f"{pairs:,} pairs, log-likelihood ratio {standing.ratio:+z.2f} "
        f"({test.lower:+.2f} to {test.upper:+.2f}), {elo} so far"
    )
