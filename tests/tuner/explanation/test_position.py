"""Explanations of positions that were worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games import find_game
from engine.play.search import Search
from engine.play.searches import make_search
from features.heuristic import Heuristic
from features.presets import find_preset
from tuner.explanation.position import PositionReport, explain_position
from tuner.explanation.text import report_json, report_lines
from tuner.matches.agent import Agent

Board = Callable[[str], tuple[Any, Any]]

# 1 on a7 can go to c6 only: b5 is visited. 2 on d4 has seven moves: c6 e6 f5 b3 f3 c2 e2.
CORNER = """
1......
.......
.x.....
...2...
.......
.......
......x
"""

# The same with c6 visited, too: 1 is to move and cannot.
STUCK = """
1......
..x....
.x.....
...2...
.......
.......
.......
"""

# 2 is to move, and c6 is the last square of 1.
LAST_SQUARE = """
1......
......x
.x.....
...2...
.......
.......
......x
"""


def agent(name: str, search: Search | None = None) -> Agent:
    preset = find_preset(name)
    return Agent(name, preset, preset.defaults, search or make_search("alphabeta", depth=1))


def explained(on_board: Board, drawing: str, player: Agent) -> tuple[PositionReport, list[str]]:
    game, position = on_board(drawing)
    report = explain_position(game, player, position)
    return report, report_lines(report, player)


def test_both_sides_see_the_features_the_other_way_round(on_board: Board) -> None:
    report, lines = explained(on_board, CORNER, agent("improved"))
    first, second = report.sides
    assert [str(call) for call in first.features] == ["moves(own)", "moves(opp)"]
    assert list(first.features.values()) == [1.0, 7.0]
    assert list(second.features.values()) == [7.0, 1.0]
    assert (first.value, second.value) == (-6.0, 6.0)
    assert lines[-1].startswith("alphabeta depth 1 chooses c6 for player 1: ")
    assert (report.player, report.winner, report.move) == (1, None, "c6")


def test_the_value_of_the_move_is_that_of_the_position_behind_it(on_board: Board) -> None:
    """From c6, 1 could go on to e7, e5, a5 and b4; 2 has lost one of its seven moves."""
    report, _ = explained(on_board, CORNER, agent("improved"))
    assert report.move_value == 4 - 6
    # The position itself, and the one behind the only move.
    assert report.nodes == 2


def test_parts_of_the_value_and_the_line_stand_behind_it(on_board: Board) -> None:
    """After c6 of 1, depth 2 has 2 answer where 1 - 2 has the fewest moves left minus its own."""
    report, lines = explained(
        on_board, CORNER, agent("improved", make_search("alphabeta", depth=2))
    )
    assert report.shares == (
        {"moves(own)": 1.0, "-moves(opp)": -7.0},
        {"moves(own)": 7.0, "-moves(opp)": -1.0},
    )
    rows = [line.split() for line in lines]
    assert rows.index(["-moves(opp)", "-7", "-1"]) > rows.index(["value", "-6", "6"])
    assert report.line[0] == "c6"
    assert lines[-1] == f"The line that it expects: c6 {report.line[1]}"
    content = report_json(report)
    assert content["line"] == list(report.line)
    assert content["sides"][0]["shares"] == {"moves(own)": 1.0, "-moves(opp)": -7.0}


def test_terms_stand_below_the_features(on_board: Board) -> None:
    """0.4 * 1 - 0.6 * 7 = -3.8 and 0.4 * 7 - 0.6 * 1 = 2.2: no ties, so no tie-break is asked."""
    report, lines = explained(on_board, CORNER, agent("weighted_center"))
    assert [side.terms for side in report.sides] == [
        {"mobility": pytest.approx(-3.8)},
        {"mobility": pytest.approx(2.2)},
    ]
    table = [line.split() for line in lines[lines.index("") :] if line]
    assert ["mobility", "-3.8", "2.2"] in table
    assert ["value", "-3.8", "2.2"] in table
    assert "  where tie_break = center_weight * (center_distance(opp) - center_distance(own))" in (
        lines
    )
    assert "  with own_weight = 0.4" in lines


def test_what_only_one_side_needs_is_a_dash_for_the_other(on_board: Board) -> None:
    """A side that has few moves looks at the squares around it, the other one does not."""
    text = "nearby_blanks(own, 1) if moves(own) < 2 else 0"
    crowded = Heuristic("crowded", "isolation", (), (), text)
    report, lines = explained(
        on_board, CORNER, Agent("crowded", crowded, (), make_search("alphabeta", depth=1))
    )
    # Around the corner a7: b7, a6 and b6 are blank.
    assert [side.value for side in report.sides] == [3.0, 0.0]
    assert ["nearby_blanks(own,", "1)", "3", "-"] in [line.split() for line in lines]


def test_values_that_are_not_hand_set_are_used_and_shown(on_board: Board) -> None:
    preset = find_preset("weighted_center")
    player = Agent("mine", preset, (1.0, 0.5, 1e-9, 0.0), make_search("alphabeta", depth=1))
    report, lines = explained(on_board, CORNER, player)
    assert [side.value for side in report.sides] == [1 - 0.5 * 7, 7 - 0.5]
    assert "  with opp_weight = 0.5" in lines
    assert lines[4].startswith("mine = mobility if ")


def test_an_empty_board(on_board: Board) -> None:
    """Before its placement a side can go to every blank square."""
    report, lines = explained(on_board, "...\n...\n...\n...", agent("improved"))
    assert [side.value for side in report.sides] == [0.0, 0.0]
    assert list(report.sides[0].features.values()) == [12.0, 12.0]
    assert lines[0] == "4 . . .\n3 . . .\n2 . . .\n1 . . .\n  a b c"
    assert report.move is not None


def test_one_piece_on_the_board(on_board: Board) -> None:
    """2 may go to any of 48 squares; next to the middle it has 8 moves, and 1 keeps its 8."""
    drawing = ".......\n.......\n.......\n...1...\n.......\n.......\n......."
    report, _ = explained(on_board, drawing, agent("improved"))
    assert report.player == 2
    assert [side.value for side in report.sides] == [8.0 - 48.0, 48.0 - 8.0]
    assert report.move in {"c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"}
    assert report.move_value == 0.0
    # The position itself and one for each placement.
    assert report.nodes == 1 + 48


def test_a_finished_game_has_a_winner_and_no_move(on_board: Board) -> None:
    """1 is to move, and both squares that it could go to are visited."""
    report, lines = explained(on_board, STUCK, agent("improved"))
    assert (report.player, report.winner, report.move) == (1, 2, None)
    # c6 was one of player 2's moves, too.
    assert [side.value for side in report.sides] == [0.0 - 6.0, 6.0 - 0.0]
    assert lines[2] == (
        "The game is over, won by player 2; the formula alone says: " + "/".join(STUCK.split())
    )
    assert ["value", "-6", "6"] in [line.split() for line in lines]
    assert report_json(report)["winner"] == 2


def test_a_full_board_is_lost_for_the_side_to_move(on_board: Board) -> None:
    """Nine plies were played, so player 2 is to move."""
    report, _ = explained(on_board, "1xx\nxxx\nxx2", agent("improved"))
    assert (report.player, report.winner) == (2, 1)


def test_a_win_is_told_in_plies(on_board: Board) -> None:
    """2 takes the last square of 1, which then loses where it stands."""
    search = make_search("alphabeta", depth=3)
    report, lines = explained(on_board, LAST_SQUARE, agent("improved", search))
    assert (report.player, report.move) == (2, "c6")
    assert lines[-1].startswith(
        "alphabeta depth 3 chooses c6 for player 2: wins within 1 ply, proven, "
    )


def test_an_infinite_value_is_a_text_in_json(on_board: Board) -> None:
    """1 on a7 has no moves left, so the ratio of moves is 0 for it and infinite for 2."""
    report, _ = explained(on_board, STUCK, agent("edge"))
    assert [side["value"] for side in report_json(report)["sides"]] == [0.0, "inf"]


def test_the_keys_of_the_json(on_board: Board) -> None:
    report, _ = explained(on_board, CORNER, agent("weighted_center"))
    found = report_json(report)
    assert set(found) == {
        *("position", "player_to_move", "winner", "sides", "search", "move", "move_value", "nodes"),
        *("line", "clamped", "gives_up", "proven"),
    }
    assert found["position"] == "/".join(CORNER.split())
    first, second = found["sides"]
    assert set(first) == {"player", "value", "features", "terms", "shares"}
    assert (first["player"], second["player"]) == (1, 2)
    assert first["features"] == {"moves(own)": 1.0, "moves(opp)": 7.0}
    assert second["terms"] == {"mobility": pytest.approx(2.2)}


def test_who_wins_is_told_where_it_is_proven(on_board: Board) -> None:
    """2 takes the last square of 1, whatever the formula makes of it."""
    report, lines = explained(on_board, LAST_SQUARE, agent("null"))
    assert lines[-2] == "Proven: Player 2 wins; c6 is a winning move."
    assert report_json(report)["proven"] == {
        "outcome": "win",
        "winner": 2,
        "move": "c6",
        "plies": None,
    }


def test_who_loses_is_told_with_the_plies_left(on_board: Board) -> None:
    """2 has c2 and b4, 1 has c4 and b2; 2 begins, so it is stuck first."""
    _, lines = explained(on_board, "1xxxx\nx..xx\nxxxxx\nx..xx\nxxxx2", agent("improved"))
    assert lines[-2] == "Proven: Player 2 loses within 4 plies; c2 resists longest."


def test_a_proven_draw() -> None:
    """The last stone of Pentago makes no five; a turn of the upper left quadrant makes none."""
    game, player = find_game("pentago"), agent("straights")
    position = game.parse_position("BBWWBB/WWBBWW/BBWWBB/WWBBWW/BBWWBB/WWBBW.")
    report = explain_position(game, player, position)
    lines = report_lines(report, player)
    assert lines[-2] == "Proven: Neither player can win; f1-tl-ccw keeps the draw for player 2."
    proven = report_json(report)["proven"]
    assert (proven["outcome"], proven["winner"], proven["move"]) == ("draw", 0, "f1-tl-ccw")


@pytest.mark.parametrize(
    "drawing",
    [
        # Proven within a second, which is longer than explain takes.
        ".......\n" * 2 + "..1....\n.......\n....2..\n" + ".......\n" * 2,
        # Too large for the solver.
        "1" + "." * 10 + "\n2" + "." * 10 + ("\n" + "." * 11) * 7,
        STUCK,
    ],
    ids=["too long", "too large", "over"],
)
def test_nothing_is_said_of_who_wins(on_board: Board, drawing: str) -> None:
    report, lines = explained(on_board, drawing, agent("improved"))
    assert not any("Proven" in line for line in lines)
    assert report_json(report)["proven"] is None


def test_a_random_search_values_nothing(on_board: Board) -> None:
    _, lines = explained(on_board, CORNER, agent("null", make_search("random")))
    assert lines[-1] == "random chooses c6 for player 1"
