"""Check a GPU's games against the CPU's, then measure games a second by depth.

One command for those who have a GPU: `python -m benchmarks.gpu`. It takes up to three minutes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from types import ModuleType

import numpy as np

from benchmarks.medians import FEWEST, median_interval
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

__all__ = ["CASES", "Case", "DifferentGamesError", "main"]

_LAUNCH_SECONDS = 0.5
_MOST_GAMES = 1 << 20

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


def _measured(depth: int, launches: int, most: int, target: ModuleType) -> str:
    """Play launches of about the same time at one depth; return what to say.

    What the CPU does before and after a launch takes longer than the games of a small depth, so
    both are said: of the launches alone, and of one with everything around it.
    """
    case = Case("isolation", ("improved", "improved"), depth, 4, 1.0)
    games = _on_gpu(case, target)
    players = _players(case, games)

    def match_of(count: int) -> CudaMatch:
        return CudaMatch(players, _openings(case.game, case.plies, count))

    least = min(most, _ROUNDS * target.threads_at_once())
    first = games.prepare([match_of(least)])
    first.run()
    count = int(len(first.order) * _LAUNCH_SECONDS / _seconds(first.run))
    match = match_of(max(least, min(most, count)))
    launch, count = games.prepare([match]), len(match.openings.seeds)
    speed = median_interval([count / _seconds(launch.run) for _ in range(launches)])
    whole = median_interval(
        [count / _seconds(lambda: _played(games, match)) for _ in range(FEWEST)]
    )
    return (
        f"isolation, depth {depth}: {_text(speed)} games a second (median of {launches} launches "
        f"of {count:,} games), {_text(whole)} with what the CPU does for a launch"
    )


def _text(speed: Interval) -> str:
    return f"{speed.estimate:,.0f} ({speed.low:,.0f} to {speed.high:,.0f})"


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _number_from(least: int) -> Callable[[str], int]:
    """Return what reads a whole number from a command line that is at least so large."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} on")
        return int(text)

    return number


def _lines(asked: argparse.Namespace) -> Iterator[str]:
    target = find_target()
    for case in CASES:
        yield _compared(case, asked.games, asked.threads, target)
    measured = partial(_measured, launches=asked.launches, most=asked.most, target=target)
    yield from map(measured, asked.depths)
    yield _BEFORE


def main(words: Sequence[str] | None = None) -> int:
    """Print each line as soon as it is known; return the exit status, 2 where there is no GPU."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=_number_from(1), default=10_000, help="games that are compared"
    )
    parser.add_argument("--depths", type=_number_from(1), nargs="*", default=(1, 3, 5, 7))
    parser.add_argument(
        "--launches", type=_number_from(FEWEST), default=9, help=f"of a depth, {FEWEST} or more"
    )
    parser.add_argument(
        "--most", type=_number_from(1), default=_MOST_GAMES, help="games of a launch"
    )
    parser.add_argument("--threads", type=_number_from(1), default=2, help="of the CPU")
    asked = parser.parse_args(words)
    try:
        for line in _lines(asked):
            print(line, flush=True)
    except TuneError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
