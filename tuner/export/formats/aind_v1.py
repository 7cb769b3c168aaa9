"""Write the formula as the score functions of the 7x7 course, for its file `game_agent.py`.

The course's students had Python 3.5, and its checker takes a few modules of the standard library
only: the text uses neither newer words nor an import beside `math`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.games import find_game
from engine.plain.frame import defined_names, plain_frame_of
from tuner.export.exported_run import ExportedRun, read_exported_run
from tuner.export.format import Format
from tuner.export.plain.about import about_run, paragraphs
from tuner.export.plain.evaluation import COUNTED_IN_OLD_PYTHON, Style, evaluation_of
from tuner.export.plain.leaf_cost import cost_sentence, leaf_costs
from tuner.matches.agent import Agent
from tuner.tuning.run_folder import RunFolder

__all__ = ["FORMAT", "scores_text"]

_NAME = "aind-v1"
_GAME = "isolation"

_SCORES = '''\
# The bit of each square (row, column), and its number; None is where a player is not placed.
BITS = {(row, column): 1 << row * 7 + column for row in range(7) for column in range(7)}
SQUARES = {(row, column): row * 7 + column for row in range(7) for column in range(7)}
SQUARES[None] = UNPLACED


def score_with(game, player, values):
    """Return the value of a position for a player: infinite where the game is over."""
    if game.is_loser(player):
        return -inf
    if game.is_winner(player):
        return inf
    blanks = sum(map(BITS.__getitem__, game.get_blank_spaces()))
    own = SQUARES[game.get_player_location(player)]
    opp = SQUARES[game.get_player_location(game.get_opponent(player))]
    return evaluate(blanks, own, opp, *values)


def custom_score(game, player):
    """Return the score with the exported values."""
    return score_with(game, player, EXPORTED)


def custom_score_2(game, player):
    """Return the score with the values that came next on the selection openings."""
    return score_with(game, player, RUNNER_UP)


def custom_score_3(game, player):
    """Return the score with the values that were set by hand."""
    return score_with(game, player, HAND_SET)
'''

_FINISHED = (
    "the score functions look for both before they ask the formula, by `is_loser` and `is_winner`, "
    "and return minus infinity and infinity."
)

_VALUES = ("EXPORTED", "RUNNER_UP", "HAND_SET")
_RESERVED = frozenset({*defined_names(_SCORES), *_VALUES})


def _files(folder: RunFolder) -> dict[str, str]:
    return {"custom_score.py": scores_text(read_exported_run(folder))}


def scores_text(run: ExportedRun) -> str:
    """Return the module with the three score functions.

    Raises:
        EngineError: if a feature cannot be written in plain Python.
    """
    agents = dict(zip(_VALUES, (run.exported, run.runner_up, run.hand_set), strict=True))
    return f"{_docstring(run)}\n{_body(agents)}"


def _body(agents: dict[str, Agent]) -> str:
    """Return the module from its imports on, with the values of these agents of one formula."""
    style = Style(
        bit_count=COUNTED_IN_OLD_PYTHON,
        takes_values=True,
        needs=("UNPLACED", "inf"),
        reserved=_RESERVED,
    )
    evaluation = evaluation_of(find_game(_GAME), next(iter(agents.values())), style)
    names = ", ".join(evaluation.names)
    lines = [f"{name} = {_tuple(agent.values)}" for name, agent in agents.items()]
    values = [f"# The values of the parameters: {names or 'none'}.", *lines]
    imports = [evaluation.code.imports] if evaluation.code.imports else []
    return "\n".join([*imports, *values, "", evaluation.code.text, "", _SCORES])


def _tuple(values: Sequence[float]) -> str:
    return repr(tuple(float(value) for value in values))


def _docstring(run: ExportedRun) -> str:
    texts = [
        f"Score positions of the 7x7 course with the heuristic of the study '{run.name}'.",
        "Copy all that follows into game_agent.py in place of its three score functions. "
        "`custom_score` has the exported values, `custom_score_2` those that came next on the "
        "selection openings, `custom_score_3` those that were set by hand.",
        *about_run(run, _NAME, plain_frame_of(run.game), _FINISHED),
        "The score functions return floats. The course's (row, column) are the same as here.",
        f"{cost_sentence(leaf_costs(run, _leaves))} All of them read the course's lists at a leaf.",
    ]
    text = paragraphs(texts).replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{text}\n"""\n'


class _Seen:
    """Stand for the course's board where time is measured: the lists of one position."""

    def __init__(self, view: Any) -> None:
        self._blanks = sorted(view.blanks)
        self._places: dict[str, tuple[int, int] | None] = {"own": view.own, "opp": view.opp}

    def is_loser(self, _player: str) -> bool:
        return False

    is_winner = is_loser

    def get_blank_spaces(self) -> list[tuple[int, int]]:
        return self._blanks

    def get_player_location(self, player: str) -> tuple[int, int] | None:
        return self._places[player]

    def get_opponent(self, _player: str) -> str:
        return "opp"


def _leaves(agent: Agent, positions: Sequence[Any]) -> Callable[[], None]:
    module: dict[str, Any] = {}
    agents = dict.fromkeys(_VALUES, agent)
    exec(_body(agents), module)
    game, score = find_game(_GAME), module["custom_score"]
    seen = [_Seen(game.view(position, 1)) for position in positions]

    def run_through() -> None:
        for one in seen:
            score(one, "own")

    return run_through


FORMAT = Format("the score functions of the 7x7 course, for its file game_agent.py", _files, _GAME)
