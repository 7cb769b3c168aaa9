"""Describe a comparison of agents: how it is played, what it found, and the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import TuneError
from tuner.comparison.baseline_scores import BaselineScores, family_note, score_lines
from tuner.comparison.correction import Correction, corrected_text
from tuner.comparison.ratings_text import ratings_lines
from tuner.matches.likeness import SameFunction
from tuner.stats.decision import few_openings_note
from tuner.stats.ratings import Ratings
from tuner.stats.text import (
    NOT_REPRODUCIBLE,
    elo_text,
    join_names,
    late_note,
    score_text,
    search_notes,
)
from tuner.tuning.repetition import Repetition
from tuner.verdict.model import HeadToHead

__all__ = [
    "Comparison",
    "Duel",
    "Matches",
    "alike_text",
    "comparison_lines",
    "comparison_notes",
]


@dataclass(frozen=True)
class Matches:
    """Say how a comparison is played, and how its agents are rated.

    Attributes:
        pairs: of each match.
        opening_plies: random plies at the start of each pair.
        seed: of openings and games.
        threads: that play.
        cluster: whose workers play the games instead; None for none.
        anchor: the agent that is rated 0; "" where the ratings add up to 0.
        kind: with which the name of its folder begins.
        device: "cuda" where a GPU plays instead; None for none.

    Raises:
        TuneError: if one of them is no whole number, or too small.
    """

    pairs: int
    opening_plies: int
    seed: int
    threads: int
    cluster: str | None = None
    anchor: str = ""
    kind: str = "compare"
    device: str | None = None

    def __post_init__(self) -> None:
        least = {"pairs": 2, "opening_plies": 0, "seed": 0, "threads": 1}
        for name, low in least.items():
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or number < low:
                raise TuneError(
                    f"{name.removeprefix('opening_')} must be a whole number, at least {low}, "
                    f"not {number!r}; correct it"
                )


@dataclass(frozen=True)
class Duel:
    """Hold the result of two agents head to head, as the first one sees it.

    Attributes:
        first: name of an agent.
        second: name of the other one.
        result: of their match.
        correction: where it is one of several matches; None where it is the only one.
    """

    first: str
    second: str
    result: HeadToHead
    correction: Correction | None = None

    @property
    def verdict(self) -> str:
        """Return who is better, if the interval of the score says so and the clock decided few.

        Of several matches only a difference that stays after the correction names a winner.
        """
        if late := late_note(2 * self.result.pairs, self.result.late):
            return late
        if self.correction is not None and not self.correction.shown:
            return "undecided"
        if self.result.score.low > 0.5:
            return f"{self.first} is better"
        if self.result.score.high < 0.5:
            return f"{self.second} is better"
        return "undecided"


@dataclass(frozen=True)
class Comparison:
    """Hold what a comparison found.

    Attributes:
        game: name of the game.
        agents: name and description of each.
        searches: how each looks ahead, in words.
        same: agents that are the same function; they are not played against each other.
        duels: every pair of different agents.
        pairs: of each match.
        openings: number of openings that differ up to symmetry.
        baselines: name of the set, "" for none.
        against: scores against the baselines, of each agent; empty where there are none.
        games: that the result rests on; those of an earlier start are not played again.
        reproducible: False if an agent or baseline has a limit in time.
        clamped: a line for each agent whose values a search cuts off.
        repetition: what plays the games again; None where nobody says.
        ratings: of more than two agents that met; None of two.
        anchor: who was to be rated 0; "" where the ratings were to add up to 0.
    """

    game: str
    agents: tuple[tuple[str, str], ...]
    searches: tuple[str, ...]
    same: tuple[SameFunction, ...]
    duels: tuple[Duel, ...]
    pairs: int
    openings: int
    baselines: str
    against: tuple[BaselineScores, ...]
    games: int
    reproducible: bool
    clamped: tuple[str, ...] = ()
    repetition: Repetition | None = None
    ratings: Ratings | None = None
    anchor: str = ""

    def __str__(self) -> str:
        return "\n".join(comparison_lines(self))


def comparison_lines(comparison: Comparison) -> list[str]:
    """Return the comparison for people; intervals are 95%, over openings."""
    lines = [f"Agents, {comparison.game}:"]
    lines += [f"  {name}: {text}" for name, text in comparison.agents]
    lines += _said_first(comparison)
    played = f"{comparison.pairs:,} pairs from {comparison.openings:,} openings"
    if comparison.duels:
        lines.append(f"Head to head, {played}, as the first of the two sees it:")
        lines += [
            f"  {duel.first} against {duel.second}: {score_text(duel.result.score)}, "
            f"{elo_text(duel.result.elo)}: {duel.verdict}{_corrected(duel)}"
            for duel in comparison.duels
        ]
        lines += _cautions(comparison)
    if comparison.ratings is not None:
        lines += [*ratings_lines(comparison.ratings, comparison.anchor), *_late_notes(comparison)]
    if comparison.against:
        lines.append(
            f"Mean score against {comparison.baselines}, {played} each, as each agent sees it:"
        )
        lines += score_lines(comparison.against)
    return lines


def comparison_notes(comparison: Comparison) -> list[str]:
    """Return what is to be minded, which `comparison_lines` says between the numbers."""
    cautions = [*_cautions(comparison), *_late_notes(comparison)] if comparison.duels else []
    family = [family_note(comparison.against)] if comparison.against else []
    return [*_said_first(comparison), *cautions, *family]


def _said_first(comparison: Comparison) -> list[str]:
    return [
        *([] if comparison.reproducible else [NOT_REPRODUCIBLE]),
        *comparison.clamped,
        *(_same(same, comparison.duels) for same in comparison.same),
    ]


def _cautions(comparison: Comparison) -> list[str]:
    """Return what makes a duel say less than it seems to."""
    return [
        *(f"  Note: {note}" for note in search_notes(comparison.searches, "a score")),
        *_correction_notes(len(comparison.duels)),
        *_few_openings(comparison.openings),
    ]


def _correction_notes(matches: int) -> list[str]:
    """Say how winners are named where there are several matches."""
    if matches < 2:
        return []
    return [
        f"  Note: winners are named after Holm's correction for {matches} matches: of 100 such "
        "tables of equals about 5 name one or more. That holds for one look: where the pairs are "
        "doubled until a match has a winner, it is 17 to 20 of 100 after five looks."
    ]


def _few_openings(openings: int) -> list[str]:
    note = few_openings_note(openings)
    return [] if note is None else [f"  Note: {note}."]


def _late_notes(comparison: Comparison) -> list[str]:
    """Say which of the matches that are rated measure a clock."""
    late = [
        f"{duel.first} against {duel.second}"
        for duel in comparison.duels
        if late_note(2 * duel.result.pairs, duel.result.late)
    ]
    if comparison.ratings is None or not late:
        return []
    return [
        "  Note: the ratings count matches in which a side lost many games on time, and so tell of "
        f"the clock as well: {join_names(late)}."
    ]


def _corrected(duel: Duel) -> str:
    return "" if duel.correction is None else f" ({corrected_text(duel.correction)})"


def alike_text(same: SameFunction, *, other_searches: bool) -> str:
    """Return that agents are the same function, and what that says of their scores."""
    alike = "their values differ by a positive factor only" if same.factor else "equal values"
    if other_searches:
        so = "What they score differs by their searches only."
    else:
        so = "They choose the same moves, so a difference between them is noise."
    return (
        f"{join_names(same.names)} are the same function: {alike} in all {same.views:,} views of "
        f"sampled positions. {so}"
    )


def _same(same: SameFunction, duels: Sequence[Duel]) -> str:
    met = any({duel.first, duel.second} <= set(same.names) for duel in duels)
    return alike_text(same, other_searches=met)
