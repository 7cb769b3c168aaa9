"""Play two agents against each other until a sequential test has decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tuner.matches.agent import Agent
from tuner.matches.arena import Arena, agent_key
from tuner.matches.meeting import Meeting
from tuner.matches.pairs import Pairs
from tuner.stats.elo import elo_interval
from tuner.stats.sprt import Sprt
from tuner.stats.sprt_course import BLOCK, SprtCourse, Standing
from tuner.stats.text import elo_text
from tuner.tuning.study_run import DUEL, StudyRun
from tuner.tuning.vain_games import note_end
from tuner.verdict.model import HeadToHead, head_to_head

__all__ = ["Stood", "play_duel", "play_sequential", "standing_text"]

_BATCH = 2 * BLOCK
"""Pairs in one batch: what is being played when the test ends is too much."""

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

    Raises:
        EvaluationError: if a formula gave no number.
    """
    meeting = study_run.meeting(agents[0], DUEL, agents[1:])

    def stood(standing: Standing) -> None:
        study_run.progress.fact(standing_text(test, standing))

    found = play_sequential(study_run.arena, meeting, test, stood)
    note_end(study_run.ledger, (agent_key(agents[0]), agent_key(agents[1])), found.pairs)
    return found


def standing_text(test: Sprt, standing: Standing) -> str:
    """Return where a test stands: pairs, its ratio between its bounds, and the Elo so far."""
    pairs = standing.counts.pairs
    if standing.ratio is None:
        return f"{pairs:,} pairs"
    elo = elo_text(elo_interval(standing.counts))
    return (
        f"{pairs:,} pairs, log-likelihood ratio {standing.ratio:+.2f} "
        f"({test.lower:+.2f} to {test.upper:+.2f}), {elo} so far"
    )
