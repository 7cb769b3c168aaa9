"""What test_cuda.py runs in processes of their own, since Numba decides at its import whether to
simulate CUDA. Each function prints JSON.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from types import SimpleNamespace
from typing import Any

import cuda_cases
import numba
from searches import QUOTIENT

from engine.cuda.compiler import compile_cuda
from engine.cuda.games import CudaGames, compile_cuda_games
from engine.entries import PLAY_GAMES
from engine.errors import EngineError
from engine.games import find_game
from engine.play.batches import Games, Openings
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import formula_kernels
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.presets import find_preset


@cache
def games_of(game: str, heuristics: tuple[Heuristic, ...]) -> CudaGames:
    return compile_cuda_games(find_game(game), [formula_kernels(one) for one in heuristics])


def play(match: cuda_cases.Match, openings: Openings) -> Games:
    games = games_of(match.game, match.heuristics)
    first, second = (
        games.player(number, match.heuristics[number].defaults, match.search)
        for number in match.pair
    )
    return games.play((first, second), openings)


def simulate() -> dict[str, Any]:
    """Games and values in the simulator."""
    _wait_for_threads()
    games = games_of("isolation", cuda_cases.PRESETS)
    greedy = make_search("greedy")
    players = [
        games.player(number, preset.defaults, greedy)
        for number, preset in enumerate(cuda_cases.PRESETS)
    ]
    return {
        "games": cuda_cases.played(cuda_cases.matches(), play),
        "others": cuda_cases.played(cuda_cases.matches_of_other_games(), play),
        "values": [games.evaluate(one, cuda_cases.positions()).tolist() for one in players],
        "refused": [*(_refusal(games, search) for search in cuda_cases.REFUSED), _fault()],
    }


def _wait_for_threads() -> None:
    """Lets the simulator wait for its threads: it asks all the time, which takes half of it."""
    from numba.cuda.simulator import kernel  # noqa: PLC0415 - there is none without numba-cuda

    class Thread(kernel.BlockThread):
        def is_alive(self) -> bool:
            self.join(0.01)
            return super().is_alive()

    kernel.BlockThread = Thread


def _refusal(games: CudaGames, search: Search) -> str:
    try:
        games.player(0, (), search)
    except EngineError as error:
        return str(error)
    return ""


def _fault() -> str:
    """Of a formula that is not a number where the side is stuck."""
    games = games_of("isolation", (QUOTIENT,))
    player = games.player(0, (0.0, 0.0), make_search("alphabeta", depth=2))
    try:
        games.play((player, player), cuda_cases.fault_openings())
    except EngineError as error:
        return str(error)
    return ""


EVERY_FUNCTION = Heuristic(
    "every_function",
    "isolation",
    (Parameter("a", 1.0, -5.0, 5.0),),
    (),
    "exp(a) + log(a) + tanh(a) + sqrt(a) + abs(a) + a ** 2 + a ** a + clamp(a, 0, 1)"
    " + floor(a) + round(a) + a % 2 + ratio(a, moves(own), inf)"
    " + min(a, 1, 2) / max(a, 3) + (a if a > 0 and not a < 1 else 0)",
)


def lower() -> dict[str, list[str]]:
    """The bit counts in the kernels' LLVM code for a GPU; needs no GPU and no CUDA toolkit."""
    # Numba asks the GPU what it can do: it is given the abilities of an H100.
    from numba.cuda import compiler, dispatcher  # noqa: PLC0415 - others in the simulator

    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=(9, 0))
    numba.cuda.is_available = lambda: True
    found = {}
    for game, heuristics in {
        "isolation": (EVERY_FUNCTION, find_preset("weighted_center_path")),
        "isolation-9x11": (find_preset("liberty_center:euclid"),),
    }.items():
        formulas = [formula_kernels(one) for one in heuristics]
        driver = compile_cuda(find_game(game), formulas).driver
        arguments = (numba.types.int64,) * len(PLAY_GAMES.arguments)
        lowered = compiler.compile_cuda(
            driver.py_func, numba.types.void, arguments, cc=(9, 0), nvvm_options={}
        )
        code = lowered.library.get_llvm_str()
        found[game] = sorted(set(re.findall(r"llvm\.ct\w+\.i64", code)))
    return found


if __name__ == "__main__":
    print(json.dumps({"simulate": simulate, "lower": lower}[sys.argv[1]]()))
