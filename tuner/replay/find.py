"""Find games of a run by what they are: who played, where they began, how they ended."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.errors import UnknownNameError
from tuner.matches.batch_key import BatchKey
from tuner.matches.pairs import Pairs
from tuner.replay.agents import trial_name
from tuner.replay.games import RunGames
from tuner.replay.model import GameRow, ReplayError

__all__ = ["FoundGames", "Order", "Wanted", "find_games", "matching_batches", "wanted_games"]

Order = Literal["ledger", "shortest", "longest"]


@dataclass(frozen=True)
class Wanted:
    """Say which games are wanted; None is any.

    Attributes:
        openings: the name of their set of openings.
        candidates: keys of the agents whose view the results take.
        opponents: keys of the other agents.
        result: 1, 0 or -1 as the candidate sees it.
        order: in which they come: that of the ledger, or by their plies.
    """

    openings: str | None = None
    candidates: frozenset[str] | None = None
    opponents: frozenset[str] | None = None
    result: int | None = None
    order: Order = "ledger"


@dataclass(frozen=True)
class FoundGames:
    """Hold the first of the games that are wanted.

    Attributes:
        count: how many are wanted in all.
        rows: the first of them, in the order that was asked for.
        looked_at: so many of the wanted were played again, and only games in which somebody gives a
            proven win away are rows; None where all are.
    """

    count: int
    rows: tuple[GameRow, ...]
    looked_at: int | None = None


def wanted_games(  # noqa: PLR0913, PLR0917 - one argument a filter
    games: RunGames,
    openings: str | None = None,
    candidate: str | None = None,
    opponent: str | None = None,
    trial: int | None = None,
    result: int | None = None,
    order: Order = "ledger",
) -> Wanted:
    """Return which games are meant by names.

    Args:
        games: of the run.
        openings: the name of a set.
        candidate: what the agent is called whose view the results take.
        opponent: what the other agent is called.
        trial: the number of a trial, which is the candidate then.
        result: as in `Wanted`.
        order: as in `Wanted`.

    Raises:
        UnknownNameError: if there is no such set or agent; it names the nearest one.
        ReplayError: if there is no such trial.
    """
    if openings is not None and openings not in games.sets:
        raise UnknownNameError("set of openings", openings, games.sets)
    candidates = None if candidate is None else _keys(games, candidate, False)
    if trial is not None:
        if trial not in games.agents.trials:
            raise ReplayError(_without_trial(games, trial))
        candidates = frozenset([games.agents.trials[trial]])
    opponents = None if opponent is None else _keys(games, opponent, True)
    return Wanted(openings, candidates, opponents, result, order)


def _keys(games: RunGames, name: str, as_opponent: bool) -> frozenset[str]:
    """Return the keys of the agents of a name."""
    names = {key: games.agents.name(key, as_opponent) for key in games.agents.texts}
    found = frozenset(key for key, one in names.items() if one == name)
    if not found:
        # There may be a thousand trials, which need no list.
        trials = set(map(trial_name, games.agents.trials))
        raise UnknownNameError("agent", name, set(names.values()) - trials)
    return found


def _without_trial(games: RunGames, trial: int) -> str:
    numbers = sorted(games.agents.trials)
    has = f"trials {numbers[0]} to {numbers[-1]}" if numbers else "no trials"
    return f"{games.folder.path} has no trial {trial}; it has {has}"


def matching_batches(
    games: RunGames, wanted: Wanted
) -> Iterator[tuple[BatchKey, Pairs, NDArray[np.bool_]]]:
    """Yield the batches that may have wanted games, and which of their games these are.

    The last array has the shape (pairs, 2).

    Raises:
        LedgerError: if the ledger cannot be read or is damaged.
    """
    for key, pairs in games.batches(wanted.openings):
        if wanted.candidates is not None and key.candidate not in wanted.candidates:
            continue
        if wanted.opponents is not None and key.opponent not in wanted.opponents:
            continue
        fits = np.ones((len(pairs), 2), dtype=bool)
        if wanted.result is not None:
            fits = pairs.results == wanted.result
        yield key, pairs, fits


def find_games(games: RunGames, wanted: Wanted, limit: int) -> FoundGames:
    """Return how many games are wanted, and the first of them.

    Args:
        games: of the run.
        wanted: which games.
        limit: how many rows at most.

    Raises:
        LedgerError: if the ledger cannot be read or is damaged.
    """
    count = 0
    kept: list[tuple[tuple[int, ...], BatchKey, Pairs]] = []
    for number, (key, pairs, fits) in enumerate(matching_batches(games, wanted)):
        count += int(fits.sum())
        places = _first_places(fits, pairs.plies, wanted.order, limit)
        batch = [((sign, number, pair, game), key, pairs) for sign, pair, game in places]
        if wanted.order != "ledger" or len(kept) < limit:
            kept = heapq.nsmallest(limit, [*kept, *batch], key=_place)
    rows = [games.row(key, pairs, place[2], place[3]) for place, key, pairs in kept]
    return FoundGames(count, tuple(rows))


def _place(kept: tuple[tuple[int, ...], BatchKey, Pairs]) -> tuple[int, ...]:
    return kept[0]


def _first_places(
    fits: NDArray[np.bool_], plies: NDArray[np.int16], order: Order, limit: int
) -> Iterable[tuple[int, int, int]]:
    """Return what the first games of a batch are sorted by, their pairs and numbers."""
    pairs, numbers = np.nonzero(fits)
    sign = {"ledger": 0, "shortest": 1, "longest": -1}[order]
    lengths = sign * plies[pairs, numbers].astype(int)
    first = np.lexsort((numbers, pairs, lengths))[:limit]
    return zip(lengths[first].tolist(), pairs[first].tolist(), numbers[first].tolist(), strict=True)
