"""Choose the games of a verdict that teach: where tuned and hand-set agent end otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.matches.batch_key import BatchKey
from tuner.matches.pairs import Pairs
from tuner.replay.agents import HAND_SET, TUNED, keys_of_verdict
from tuner.replay.games import RunGames
from tuner.replay.model import GameRow, result_word
from tuner.tuning.records import read_matches

__all__ = ["MOST", "ChosenGame", "choose_games", "shortest_double"]

MOST = 20
"""Games of one page."""

_SET = "verdict"
_GAINS = 5
_LOSSES = 3
"""So many openings at most in which the tuned agent does better, and in which it does worse; each
gives two games. With the four of the head to head there are no more than `MOST`."""


@dataclass(frozen=True)
class ChosenGame:
    """Hold a game and why it was chosen, a sentence."""

    row: GameRow
    why: str


@dataclass(frozen=True, eq=False)
class _Verdict:
    """Hold the games of a verdict with both agents, by the keys of candidate and opponent."""

    games: RunGames
    matches: Mapping[tuple[str, str], Pairs]
    tuned: str
    hand_set: str

    def row(self, candidate: str, opponent: str, place: tuple[int, int]) -> GameRow:
        """Return the game at a place, which is a pair and a number in it."""
        pairs = self.matches[candidate, opponent]
        return self.games.row(BatchKey(_SET, candidate, opponent, 0), pairs, *place)


def choose_games(games: RunGames) -> tuple[ChosenGame, ...]:
    """Return at most `MOST` games of the verdict of a run, always the same ones.

    These are, from one opening and with one seed against one baseline, a game that the tuned agent
    wins and the one that the hand-set agent loses; the same the other way round; and the two games
    of a pair that one of both wins with either side head to head. Of many such games the shortest
    ones are taken, baseline by baseline. Where both agents are one, or never end otherwise, these
    are the shortest games that the hand-set agent loses and wins. Nothing is chosen before there is
    a verdict.

    Raises:
        LedgerError: if the ledger cannot be read or is damaged.
    """
    if games.study is None or not games.folder.finished:
        return ()
    matches = read_matches(games.ledger, _SET)
    verdict = _Verdict(games, matches, *keys_of_verdict(games.folder, games.study))
    # To lose to random moves teaches little, where there are others.
    searching = [one for one in games.study.baselines if one.search.evaluates]
    baselines = searching or games.study.baselines
    chosen = [
        *_alternately([_contrasts(verdict, one, better=True) for one in baselines], _GAINS),
        *_alternately([_contrasts(verdict, one, better=False) for one in baselines], _LOSSES),
    ]
    found = [game for contrast in chosen for game in contrast]
    found += [*_duel(verdict, 1), *_duel(verdict, -1)]
    if not found:
        found = [game for one in baselines for game in _alone(verdict, one)]
    return tuple(found[:MOST])


def _alone(verdict: _Verdict, baseline: Agent) -> Iterator[ChosenGame]:
    """Yield the shortest game that the hand-set agent loses against a baseline, and wins."""
    key = agent_key(baseline)
    name = verdict.games.agents.name(key, True)
    pairs = verdict.matches.get((verdict.hand_set, key))
    if pairs is None:
        return
    for result in (-1, 1):
        wanted = pairs.results == result
        why = (
            f"The {HAND_SET} agent has {result_word(result)} against {name} in "
            f"{wanted.sum():,} of {wanted.size:,} games; this is the shortest of them."
        )
        for place in islice(_shortest(wanted, pairs.plies), 1):
            yield ChosenGame(verdict.row(verdict.hand_set, key, place), why)


def _alternately(
    sources: list[Iterator[tuple[ChosenGame, ...]]], count: int
) -> list[tuple[ChosenGame, ...]]:
    """Return so many of the contrasts at most, one of each baseline in turn."""
    found: list[tuple[ChosenGame, ...]] = []
    while sources and len(found) < count:
        source, *rest = sources
        contrast = next(source, None)
        if contrast is None:
            sources = rest
        else:
            found.append(contrast)
            sources = [*rest, source]
    return found


def _contrasts(
    verdict: _Verdict, baseline: Agent, *, better: bool
) -> Iterator[tuple[ChosenGame, ...]]:
    """Yield the games in which one agent wins and the other one loses, the shortest loss first."""
    key = agent_key(baseline)
    tuned, hand_set = (verdict.matches.get((one, key)) for one in (verdict.tuned, verdict.hand_set))
    if tuned is None or hand_set is None:
        return
    count = min(len(tuned), len(hand_set))
    difference = tuned.results[:count].astype(int) - hand_set.results[:count]
    wanted, reverse = (
        (difference == 2, difference == -2)
        if better
        else (
            difference == -2,
            difference == 2,
        )
    )
    winner, loser = (
        (verdict.tuned, verdict.hand_set)
        if better
        else (
            verdict.hand_set,
            verdict.tuned,
        )
    )
    names = (TUNED, HAND_SET) if better else (HAND_SET, TUNED)
    opponent = verdict.games.agents.name(key, True)
    why = (
        f"From this opening and with this seed {names[0]} wins against {opponent}, and "
        f"{names[1]} loses. So it is in {wanted.sum():,} of {wanted.size:,} games; in "
        f"{reverse.sum():,} it is the other way round. This is one of the shortest."
    )
    lengths = (hand_set if better else tuned).plies[:count]
    for place in _shortest(wanted, lengths):
        yield tuple(ChosenGame(verdict.row(one, key, place), why) for one in (winner, loser))


def _shortest(wanted: NDArray[np.bool_], lengths: NDArray[np.int16]) -> Iterator[tuple[int, int]]:
    """Yield the places of the wanted games, the shortest first, then by their order."""
    pairs, numbers = np.nonzero(wanted)
    order = np.lexsort((numbers, pairs, lengths[pairs, numbers]))
    return ((int(pairs[index]), int(numbers[index])) for index in order)


def _duel(verdict: _Verdict, result: int) -> tuple[ChosenGame, ...]:
    """Return both games of the shortest pair that the tuned agent wins, or loses, twice."""
    match = verdict.matches.get((verdict.tuned, verdict.hand_set))
    if match is None or verdict.tuned == verdict.hand_set:
        return ()
    found = shortest_double(match, result, (TUNED, HAND_SET))
    if found is None:
        return ()
    pair, why = found
    return tuple(
        ChosenGame(verdict.row(verdict.tuned, verdict.hand_set, (pair, number)), why)
        for number in (0, 1)
    )


def shortest_double(match: Pairs, result: int, names: tuple[str, str]) -> tuple[int, str] | None:
    """Return the shortest pair that one agent wins with both sides, and a sentence on it.

    Args:
        match: of two agents.
        result: 1 where the first of them wins twice, -1 where it loses twice.
        names: of both.

    Returns:
        The number of the pair; None where there is no such pair.
    """
    both = (match.results == result).all(axis=1)
    if not both.any():
        return None
    lengths = np.where(both, match.plies.sum(axis=1, dtype=int), np.iinfo(int).max)
    other = (match.results == -result).all(axis=1)
    why = (
        f"From this opening {names[0]} has {result_word(result)} against {names[1]} with either "
        f"side. So it is in {both.sum():,} of {len(match):,} pairs; in {other.sum():,} it is the "
        "other way round. This pair is the shortest."
    )
    return int(np.argmin(lengths)), why
