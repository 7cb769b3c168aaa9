"""Compare a GPU's games with the CPU's, and measure games a second by depth."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from types import ModuleType

import numpy as np

from benchmarks.medians import FEWEST, median_interval
from engine.cuda.errors import GpuMemoryError
from engine.cuda.games import CudaGames, CudaMatch, cuda_games
from engine.cuda.program import find_target
from engine.errors import EngineError, TuneError
from engine.games import find_game
from engine.play.batches import Games, Openings
from engine.play.driver import play_games, random_positions
from engine.play.player import Player
from engine.play.searches import make_search
from features.compiled import formula_kernels, heuristic_player
from features.presets import find_preset
from tuner.stats.interval import Interval

__all__ = ["CASES", "Case", "DifferentGamesError", "Extent", "lines"]

_LAUNCH_SECONDS = 0.5

_ROUNDS = 4
"""At least so many games for each thread that the GPU has room for at once. With fewer, threads
are idle, and the time of a launch is that of its longest games."""

_BEFORE = (
    "A plain port of this search once played 115 million games a second at depth 3, 7.9 million at "
    "5 and 0.33 million at 7 on one H200; nobody noted how well these are known. At least half is "
    "expected there."
)


@dataclass(frozen=True)
class Case:
    """Say which games are compared.

    Attributes:
        game: its name.
        presets: of the two players, who have their hand-set values.
        depth: to which they look ahead.
        plies: of the random openings.
        share: of all games that are compared.
    """

    game: str
    presets: tuple[str, str]
    depth: int
    plies: int
    share: float


CASES = (
    Case("isolation", ("pressure", "improved"), 3, 4, 0.6),
    Case("isolation-9x11", ("improved", "pressure"), 2, 4, 0.3),
    Case("pentago", ("straights:runs", "straights:runs"), 2, 8, 0.1),
)


_MEASURED = Case("isolation", ("improved", "improved"), 1, 4, 1.0)
"""Its depth is another one for each measurement."""


@dataclass(frozen=True)
class Extent:
    """Say how much is compared and measured.

    Attributes:
        games: that are compared with the CPU's.
        depths: at which games a second are measured.
        launches: of each depth, `FEWEST` or more.
        most: games of a launch.
        threads: of the CPU.
    """

    games: int
    depths: Sequence[int]
    launches: int
    most: int
    threads: int


class DifferentGamesError(TuneError):
    """A GPU has played other games than the CPU."""


def _openings(game: str, plies: int, count: int) -> Openings:
    """Return so many random openings that go on; some of them may be equal."""
    seeds = np.arange(2 * count + 16, dtype=np.uint64)
    states, going = random_positions(find_game(game), plies, seeds)
    movers = np.arange(count, dtype=np.int64) % 2
    return Openings(states[going][:count], movers, seeds[:count])


def _on_gpu(case: Case, target: ModuleType) -> CudaGames:
    kernels = [formula_kernels(find_preset(one)) for one in case.presets]
    return cuda_games(find_game(case.game), kernels, target)


def _players(case: Case, games: CudaGames) -> tuple[Player, Player]:
    search = make_search("alphabeta", depth=case.depth)
    first, second = (find_preset(one).defaults for one in case.presets)
    return games.player(0, first, search), games.player(1, second, search)


def _played(games: CudaGames, match: CudaMatch) -> Games:
    (found,) = games.play([match])
    if isinstance(found, EngineError):
        raise found
    return found


def _compared(case: Case, games: int, threads: int, target: ModuleType) -> str:
    """Play some games on both; return what to say.

    Raises:
        DifferentGamesError: if one of them differs.
    """
    count = max(1, round(case.share * games))
    openings = _openings(case.game, case.plies, count)
    on_gpu = _on_gpu(case, target)
    found = _played(on_gpu, CudaMatch(_players(case, on_gpu), openings))
    game, search = find_game(case.game), make_search("alphabeta", depth=case.depth)
    heuristics = [find_preset(one) for one in case.presets]
    first, second = (heuristic_player(game, one, one.defaults, search) for one in heuristics)
    with ThreadPoolExecutor(threads) as executor:
        expected = play_games(game, (first, second), openings, executor)
    other = np.flatnonzero(found.records != expected.records)
    if len(other):
        raise DifferentGamesError(
            f"{len(other):,} of {count:,} games of {case.game} differ from the CPU's, the first is "
            f"game {other[0]}: {found.records[other[0]]} in place of {expected.records[other[0]]}"
        )
    return (
        f"{case.game}, depth {case.depth}: {count:,} games have the CPU's results, plies and nodes"
    )


def _measured(games: CudaGames, depth: int, extent: Extent, threads_at_once: int) -> str:
    """Play launches of about the same time at one depth; return what to say.

    What the CPU does before and after a launch takes longer than the games of a small depth, so
    both are said: of the launches alone, and of one with everything around it.
    """
    case = replace(_MEASURED, depth=depth)
    players = _players(case, games)

    def match_of(count: int) -> CudaMatch:
        return CudaMatch(players, _openings(case.game, case.plies, count))

    least = min(extent.most, _ROUNDS * threads_at_once)
    first = games.prepare([match_of(least)])
    first.run()
    count = int(len(first.order) * _LAUNCH_SECONDS / _seconds(first.run))
    match = match_of(max(least, min(extent.most, count)))
    launch, count = games.prepare([match]), len(match.openings.seeds)
    speed = median_interval([count / _seconds(launch.run) for _ in range(extent.launches)])
    whole = median_interval(
        [count / _seconds(lambda: _played(games, match)) for _ in range(FEWEST)]
    )
    launches = f"median of {extent.launches} launches of {count:,} games"
    return (
        f"{case.game}, depth {depth}: {_text(speed)} games a second ({launches}), {_text(whole)} "
        "with what the CPU does for a launch"
    )


def _text(speed: Interval) -> str:
    return f"{speed.estimate:,.0f} ({speed.low:,.0f} to {speed.high:,.0f})"


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def lines(extent: Extent) -> Iterator[str]:
    """Yield what the GPU is, then what was compared, then what was measured, each when it is known.

    A game whose search needs more memory than the GPU has is left out, and its line says so.

    Raises:
        CudaError: if there is no GPU that does, or it fails.
        DifferentGamesError: if it plays other games than the CPU.
    """
    target = find_target()
    yield target.described()
    for case in CASES:
        try:
            yield _compared(case, extent.games, extent.threads, target)
        except GpuMemoryError as error:
            yield f"{case.game} is left out: {error}"
    games = _on_gpu(_MEASURED, target)
    for depth in extent.depths:
        yield _measured(games, depth, extent, target.threads_at_once())
    yield _BEFORE
