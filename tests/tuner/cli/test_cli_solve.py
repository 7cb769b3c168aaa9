"""The command line on the truth: tune solve."""

from __future__ import annotations

import inspect
import re

import pytest
from command_line import CommandLine

from engine.play.proving import DEFAULT_NODES
from tuner.cli.games import solve

# Player 1 walks c4 and b2 and is stuck then; player 2 has c2 only.
LONGER_WALK = "1xxxx/xx.xx/xxxxx/x..xx/xxxx2"

# Player 2 is to move and has c2 and b4; player 1 has as many.
AS_LONG = "1xxxx/x..xx/xxxxx/x..xx/xxxx2"

# Both knights stand on the same colour, so player 1 wins, but it takes a million steps.
AFTER_PLACEMENT = "......./......./..1..../......./....2../......./......."


def test_a_win(tune: CommandLine) -> None:
    ended = tune("solve", LONGER_WALK, "--game", "isolation-5x5")
    assert (ended.status, ended.err) == (0, "")
    first, second = ended.lines
    assert first == "Player 1 wins; c4 is a winning move."
    assert re.fullmatch(r"Proven with \d+ nodes in \S+ seconds\.", second)


def test_a_loss(tune: CommandLine) -> None:
    ended = tune("solve", AS_LONG, "--game", "isolation-5x5")
    assert ended.status == 0
    assert ended.lines[0] == "Player 2 loses within 4 plies; c2 resists longest."


def test_a_loss_that_is_too_far_away_for_its_length(tune: CommandLine) -> None:
    """Next to each other the knights stand on different colours, so player 2 wins 7x7."""
    ended = tune("solve", "/".join(["12.....", *["......."] * 6]))
    assert ended.status == 0
    first = r"Player 1 loses; (b5|c6) resists longest, as far as a short search sees\."
    assert re.fullmatch(first, ended.lines[0])


def test_a_finished_game(tune: CommandLine) -> None:
    ended = tune("solve", "1xx/xxx/xx2", "--game", "isolation-3x3")
    assert (ended.status, ended.lines) == (0, ["The game is over, won by player 1."])


def test_a_small_budget_is_status_1(tune: CommandLine) -> None:
    ended = tune("solve", AFTER_PLACEMENT, "--nodes", "1000")
    assert (ended.status, ended.err) == (1, "")
    assert re.fullmatch(
        r"Unknown: 1,000 nodes in \S+ seconds are too few; allow more nodes \(--nodes\)\.\n",
        ended.out,
    )
    assert tune("solve", AFTER_PLACEMENT, "--nodes", "1000", "--json").status == 1


def test_json(tune: CommandLine) -> None:
    ended = tune("solve", AS_LONG, "--game", "isolation-5x5", "--json")
    found = ended.json
    assert (ended.status, ended.err) == (0, "")
    assert found.pop("nodes") > 0
    assert found.pop("seconds") > 0.0
    assert found == {
        "game": "isolation-5x5",
        "position": AS_LONG,
        "player_to_move": 2,
        "outcome": "loss",
        "winner": 1,
        "move": "c2",
        "plies": 4,
    }


def test_json_of_what_stays_unknown(tune: CommandLine) -> None:
    found = tune("solve", AFTER_PLACEMENT, "--nodes", "50", "--json").json
    assert (found["outcome"], found["winner"], found["move"]) == ("unknown", None, None)
    assert found["nodes"] == 50


def test_help_says_when_the_status_is_1(tune: CommandLine) -> None:
    text = " ".join(tune("solve", "--help").out.split())
    assert "Status 1 if it stays unknown" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["......"], "the position has 1 rows, the board 7"),
        ([AFTER_PLACEMENT, "--game", "chess"], "unknown game 'chess'"),
        (
            [
                "/".join(["1..........", "2..........", *["..........."] * 7]),
                "--game",
                "isolation-9x11",
            ],
            "an exact solver is not available for isolation-9x11; ",
        ),
    ],
)
def test_what_cannot_be_solved_is_one_line(
    tune: CommandLine, words: list[str], message: str
) -> None:
    assert tune("solve", *words).error.startswith(f"error: {message}")


def test_no_nodes_are_refused(tune: CommandLine) -> None:
    usage = tune("solve", AFTER_PLACEMENT, "--nodes", "0").error
    assert "Invalid value for '--nodes'" in usage


def test_the_command_has_the_budget_of_the_library() -> None:
    assert inspect.signature(solve).parameters["nodes"].default == DEFAULT_NODES


FORCED_DRAW = "BWBBBB/WB.WWB/BWW.BB/B.BWW./WWBBBW/WWWBWW"
"""Nobody can win with the last four stones."""


def test_a_draw_of_pentago(tune: CommandLine) -> None:
    ended = tune("solve", FORCED_DRAW, "--game", "pentago")
    assert (ended.status, ended.err) == (0, "")
    first, second = ended.lines
    assert re.fullmatch(r"Neither player can win; \S+ keeps the draw for player 1\.", first)
    assert re.fullmatch(r"Proven with 69 nodes in \S+ seconds\.", second)


def test_json_of_a_draw(tune: CommandLine) -> None:
    found = tune("solve", FORCED_DRAW, "--game", "pentago", "--json").json
    assert (found["outcome"], found["winner"], found["plies"]) == ("draw", 0, None)
    assert re.fullmatch(r"[a-f][1-6]-[tb][lr]-c?cw", found["move"])


def test_a_win_of_pentago_in_one_move(tune: CommandLine) -> None:
    ended = tune("solve", "BBBB../WWW.../....../....../....../W.....", "--game", "pentago")
    assert ended.lines[0] == "Player 1 wins; e6 is a winning move."
    assert ended.lines[1].startswith("Proven with 1 node in ")


def test_a_drawn_game_that_is_over(tune: CommandLine) -> None:
    board = "BWBWBB/BWBBWW/WBWWBB/WWBBWW/BBWWBB/WWBBWW"
    ended = tune("solve", board, "--game", "pentago")
    assert (ended.status, ended.lines) == (0, ["The game is over, drawn."])


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        (FORCED_DRAW, "a proof from 32 stones takes up to 69 nodes"),
        ("....../.B..W./..B.../...B../....W./...W..", "Pentago is solved from 19 stones on"),
    ],
)
def test_why_nothing_is_known_of_pentago(tune: CommandLine, board: str, reason: str) -> None:
    ended = tune("solve", board, "--game", "pentago", "--nodes", "50")
    assert (ended.status, ended.err) == (1, "")
    pattern = rf"Unknown: {reason}; \d+ nodes in \S+ seconds prove nothing\.\n"
    assert re.fullmatch(pattern, ended.out)
