"""Exported files with tables of squares: each format gives the values of the formula."""

from __future__ import annotations

import random
import sys
from types import ModuleType
from typing import Any

import course_9x11
import pytest
from aind_board import AindBoard
from exported_modules import exported, run_module, same
from table_heuristics import BOTH, of_tables

from engine.games import find_game
from engine.isolation.course import board_bits, locations
from engine.isolation.view import View
from features.conformance import random_positions
from features.interpret import interpret
from tuner.export.formats.aind_v1 import scores_text
from tuner.export.formats.aind_v2 import player_text
from tuner.export.plain.evaluation import module_body

ON_7X7 = of_tables("isolation", 7, 7, BOTH)
VALUES = ON_7X7.defaults


def test_the_scores_of_the_7x7_course() -> None:
    """Also with other values than the hand-set ones, which the same text takes."""
    module: dict[str, Any] = run_module(scores_text(exported("isolation", ON_7X7)))
    other = tuple(reversed(VALUES))
    module["EXPORTED"] = other
    rng, board, seen = random.Random(5), AindBoard("first", "second", 5), 0
    while moves := board.get_legal_moves():
        own, opp = (
            board.get_player_location(p) for p in (board.active_player, board.inactive_player)
        )
        view = View(7, 7, frozenset(board.get_blank_spaces()), own, opp)
        for name, values in (("custom_score", other), ("custom_score_3", VALUES)):
            wanted = interpret(ON_7X7, values, view)
            assert same(module[name](board, board.active_player), wanted)
        board, seen = board.forecast_move(rng.choice(moves)), seen + 1
    assert seen > 10


def test_the_player_of_the_9x11_course(monkeypatch: pytest.MonkeyPatch) -> None:
    starter = ModuleType("sample_players")
    starter.DataPlayer = course_9x11.DataPlayer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sample_players", starter)
    game: Any = find_game("isolation-9x11")
    heuristic = of_tables("isolation", 9, 11, BOTH)
    module: dict[str, Any] = run_module(player_text(exported("isolation-9x11", heuristic)))
    for position in random_positions(game, 60, seed=6):
        player = game.player_to_move(position)
        places = locations(position)
        squares = [module["UNPLACED"] if one is None else one for one in places]
        own, opp = squares if player == 1 else squares[::-1]
        wanted = interpret(heuristic, heuristic.defaults, game.view(position, player))
        assert same(module["evaluate"](board_bits(position), own, opp), wanted)


def test_the_module_in_plain_python() -> None:
    heuristic = of_tables("pentago", 6, 6, "w * (place(own) - place(opp)) + far(own)")
    game: Any = find_game("pentago")
    run = exported("pentago", heuristic)
    module: dict[str, Any] = run_module(module_body(game, run.exported))
    for position in random_positions(game, 60, seed=7):
        for player in (1, 2):
            own, opp = game.view(position, player).own, game.view(position, player).opp
            squares = (own, opp) if player == 1 else (opp, own)
            written = module["position_of_squares"](*squares)
            wanted = interpret(heuristic, heuristic.defaults, game.view(position, player))
            assert same(module["value"](written, player), wanted)
