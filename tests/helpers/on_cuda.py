"""What test_cuda.py runs in processes of their own, since Numba decides at its import whether to
simulate CUDA. Each function prints JSON.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cuda_cases
from searches import QUOTIENT

from engine.cuda.games import CudaGames, CudaMatch, cuda_games
from engine.cuda.program import find_target, join_program, kept_on_cpu
from engine.errors import EngineError
from engine.game import Game
from engine.games import find_game
from engine.play.batches import Games
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import formula_kernels
from features.heuristic import Heuristic


def games_of(game: str, heuristics: tuple[Heuristic, ...]) -> CudaGames:
    kernels = [formula_kernels(one) for one in heuristics]
    return cuda_games(find_game(game), kernels, find_target())


def simulate(game: str) -> list[dict[str, list[Any]]]:
    """Games in the simulator, all in one launch."""
    wait_for_threads()
    matches = cuda_cases.all_matches()[game]
    games = games_of(game, matches[0].heuristics)

    def player(match: cuda_cases.Match, number: int) -> Any:
        return games.player(number, match.heuristics[number].defaults, match.search)

    found = games.play(
        [
            CudaMatch(tuple(player(one, number) for number in one.pair), one.positions())
            for one in matches
        ]
    )
    assert all(isinstance(one, Games) for one in found), found
    return [cuda_cases.as_lists(one) for one in found]


def own(file: str) -> dict[str, list[Any]]:
    """For two features of one's own what stays on the CPU, and the games where nothing does."""
    wait_for_threads()
    found: dict[str, list[Any]] = {}
    for name in ("whole", "fractions"):
        match = cuda_cases.own_match(Path(file), name)
        formula = formula_kernels(match.heuristics[0])
        reason = kept_on_cpu(find_game(match.game), formula, find_target())
        found[name] = [reason, None if reason else _played(match)]
    return found


def _played(match: cuda_cases.Match) -> dict[str, list[Any]]:
    games = games_of(match.game, match.heuristics)
    first, second = (games.player(number, (), match.search) for number in match.pair)
    (played,) = games.play([CudaMatch((first, second), match.positions())])
    assert isinstance(played, Games), played
    return cuda_cases.as_lists(played)


CHECK = """

def below_64(steps):
    assert 0 <= steps < 64
    return steps
"""


class CheckedShifts(ast.NodeTransformer):
    """Lets every shift of a text fail that is by 64 or more."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.BinOp:
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift):
            node.right = ast.Call(ast.Name("below_64"), [node.right], [])
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift | ast.RShift):
            node.value = ast.Call(ast.Name("below_64"), [node.value], [])
        return node


# Random moves are played to the end: the simulator takes milliseconds for each node.
FIRST_PLIES = make_search(
    "staged", switch_ply=4, first=make_search("alphabeta", nodes=15), then=make_search("random")
)


def shifts(*boards: str) -> list[list[int]]:
    """How many nodes are visited in some games, by all features of ours at once.

    Of each board in two games that begin late, and in one that begins where no piece is placed.
    """
    wait_for_threads()
    return [_visited(find_game(one)) for one in boards]


def _visited(game: Game[Any]) -> list[int]:
    games = games_of(game.name, (cuda_cases.all_features(game.family),))
    text = ast.unparse(CheckedShifts().visit(ast.parse(games.program.text)))
    checked = replace(games, program=replace(games.program, text=text + CHECK))
    late, first = (
        checked.player(0, (), one) for one in (make_search("alphabeta", nodes=15), FIRST_PLIES)
    )
    found = checked.play(
        [
            CudaMatch((late, late), cuda_cases.late_openings(game)),
            CudaMatch((first, first), cuda_cases.first_opening(game)),
        ]
    )
    nodes = []
    for one in found:
        assert isinstance(one, Games), one
        nodes.append(int(one.nodes.sum()))
    return nodes


def refuse() -> list[str]:
    """What the simulator says of searches that it lacks, and of a formula that is no number."""
    wait_for_threads()
    games = games_of("isolation", (QUOTIENT,))
    player = games.player(0, (0.0, 0.0), make_search("alphabeta", depth=2))
    (found,) = games.play([CudaMatch((player, player), cuda_cases.fault_openings())])
    return [*(_refusal(games, one) for one in cuda_cases.REFUSED), str(found)]


def wait_for_threads() -> None:
    """Lets the simulator wait for its threads: it asks all the time, which takes half of it."""
    from numba.cuda.simulator import kernel  # noqa: PLC0415 - there is none without numba-cuda

    class Thread(kernel.BlockThread):
        def is_alive(self) -> bool:
            self.join(0.01)
            return super().is_alive()

    kernel.BlockThread = Thread


def tell_launches() -> None:
    """Lets a command write a line for each launch to standard error."""
    from tuner.device import boards  # noqa: PLC0415 - most functions play without it

    gpu: Any = boards.Boards
    play = gpu.play

    def told(self: Any, tasks: Any) -> Any:
        print("a launch", file=sys.stderr)
        return play(self, tasks)

    gpu.play = told


def _refusal(games: CudaGames, search: Search) -> str:
    try:
        games.player(0, (), search)
    except EngineError as error:
        return str(error)
    return ""


def code(game: str) -> dict[str, Any]:
    """What the compilers say of a game's program for two kinds of GPU; needs no GPU."""
    from numba.cuda import dispatcher  # noqa: PLC0415 - another one in the simulator

    from engine.cuda import device, gpu  # noqa: PLC0415 - they need numba-cuda

    # Numba asks the GPU what it can do.
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=(8, 0))
    kernels = [formula_kernels(one) for one in cuda_cases.COMPILED[game]]
    library = gpu.compiled(join_program(find_game(game), kernels, device), (8, 0))
    return {
        f"{major}.{minor}": _assembled(library.get_asm_str(cc=(major, minor)), major, minor)
        for major, minor in cuda_cases.CAPABILITIES
    }


def _assembled(text: str, major: int, minor: int) -> dict[str, Any]:
    from engine.cuda import gpu  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "program.ptx"
        place.write_text(text)
        done = subprocess.run(
            [
                str(cuda_cases.assembler()),
                f"--gpu-name=sm_{major}{minor}",
                f"--maxrregcount={gpu.MAX_REGISTERS}",
                "--verbose",
                f"--output-file={folder}/program.cubin",
                place,
            ],
            capture_output=True,
            text=True,
            check=True,
        )

    def largest(what: str) -> int:
        return max(map(int, re.findall(what, done.stderr)))

    return {
        "registers": largest(r"Used (\d+) registers"),
        "stack": largest(r"(\d+) bytes stack frame"),
        "spilled": largest(r"(\d+) bytes spill stores"),
        "fused": len(re.findall(r"\bfma\.", text)),
        "products": len(re.findall(r"\bmul\.rn\.f64", text)),
    }


if __name__ == "__main__":
    task, *arguments = sys.argv[1:]
    tasks: dict[str, Any] = {one.__name__: one for one in (simulate, refuse, code, own, shifts)}
    print(json.dumps(tasks[task](*arguments)))
