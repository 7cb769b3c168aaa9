"""Describe a sequential match: what it found, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass

from tuner.comparison.model import alike_text
from tuner.matches.likeness import SameFunction
from tuner.sequential.expectation import Expectation, more_text
from tuner.stats.interval import Interval
from tuner.stats.shared_openings import PairsNeeded
from tuner.stats.text import NOT_REPRODUCIBLE, elo_text, late_note, score_text, search_notes
from tuner.tuning.repetition import Repetition
from tuner.verdict.duel_text import BIASED, sequential_verdict
from tuner.verdict.model import HeadToHead

__all__ = ["SequentialMatch", "sequential_lines", "sequential_notes"]


@dataclass(frozen=True)
class SequentialMatch:
    """Hold what a sequential match found, as the first of its two agents sees it.

    Attributes:
        game: name of the game.
        agents: name and description of both.
        searches: how each looks ahead, in words.
        same: that they are the same function, so that there is nothing to find; None if they are
            not.
        cap: pairs that the match might have had.
        duel: the pairs up to the end of the test.
        openings: number of their openings that differ up to symmetry.
        worth: as many independent pairs they are worth, since some share an opening.
        normalized: the difference in normalized Elo; None where the test is in logistic Elo, and
            where all pairs ended alike.
        expected: how long it would take, by its first pairs; None where there were fewer.
        course: pairs and log-likelihood ratio at looks of the test, as `Standing` has them.
        to_go: how many more pairs an undecided test is likely to need; None for another one.
        reproducible: False if an agent has a limit in time.
        repetition: what plays the games again.
        clamped: a line for each agent whose values a search cuts off.
    """

    game: str
    agents: tuple[tuple[str, str], tuple[str, str]]
    searches: tuple[str, str]
    same: SameFunction | None
    cap: int
    duel: HeadToHead
    openings: int
    worth: float
    normalized: Interval | None
    expected: Expectation | None
    course: tuple[tuple[int, float], ...]
    to_go: PairsNeeded | None
    reproducible: bool
    repetition: Repetition
    clamped: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Return whether the test says that the first agent is stronger than its lower Elo."""
        return self.duel.decision == "pass"

    @property
    def verdict(self) -> str:
        """Return in words what the test says of the two agents."""
        return sequential_verdict(self.duel, self.agents[0][0], self.agents[1][0])

    def __str__(self) -> str:
        return "\n".join(sequential_lines(self))


def sequential_lines(match: SequentialMatch) -> list[str]:
    """Return the match for people, as the first agent sees it; intervals are 95%."""
    duel, (first, _) = match.duel, match.agents[0]
    scale = "" if match.normalized is None else f", {elo_text(match.normalized)} normalized"
    return [
        f"Agents, {match.game}:",
        *(f"  {name}: {text}" for name, text in match.agents),
        f"Test: {match.verdict}.",
        *_ratio_lines(match),
        f"  In {duel.pairs:,} pairs of at most {match.cap:,}, from {match.openings:,} openings, "
        f"{first} scores {score_text(duel.score)}, {elo_text(duel.elo)}{scale}.",
        *(f"  Note: {note}" for note in sequential_notes(match)),
    ]


def _ratio_lines(match: SequentialMatch) -> list[str]:
    duel, test = match.duel, match.duel.test
    if duel.likelihood is None:
        return []
    more = ""
    if match.to_go is not None:
        more = f" {more_text(match.to_go)}"
    return [
        f"  Its log-likelihood ratio is {duel.likelihood:+z.2f}; it passes at {test.upper:+.2f} "
        f"and fails at {test.lower:+.2f}, for errors of {100 * test.alpha:g}% at {test.elo0:g} and "
        f"{100 * test.beta:g}% at {test.elo1:g}.{more}"
    ]


def sequential_notes(match: SequentialMatch) -> list[str]:
    """Return what is to be minded of a match."""
    duel, notes = match.duel, []
    if not match.reproducible:
        notes.append(NOT_REPRODUCIBLE)
    notes += match.clamped
    if match.same is not None:
        differ = match.searches[0] != match.searches[1]
        notes.append(alike_text(match.same, other_searches=differ))
    if late := late_note(2 * duel.pairs, duel.late):
        notes.append(f"The match is {late}.")
    notes += search_notes(match.searches, "a score")
    if match.worth < 0.9 * duel.pairs:
        notes.append(
            f"Pairs share openings, so that all {duel.pairs:,} are worth {match.worth:,.0f} that "
            "do not; the test counts them so."
        )
    if duel.decision in ("pass", "fail"):
        notes.append(BIASED)
    return notes
