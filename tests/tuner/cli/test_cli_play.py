"""`tune play`: whole games through a pipe, every word, saved games, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkout import ROOT
from command_line import CommandLine
from own_games import EXAMPLE
from typed_games import AGENT, SAVED_GAME, START, Typed, answers

WON_GAME = """\
isolation-5x5: you are player 1, and player 2 is improved (alphabeta depth 1). Type a move or a \
word; 'help' lists them.

5 . . x x .
4 . . . . x
3 . . x 1 .
2 . . . . 2
1 . . . . .
  a b c d e

Ply 7, you are player 1. Legal moves: e5 b4 b2 c1 e1
> e5

improved plays d4.

5 . . x x 1
4 . . . 2 x
3 . . x x .
2 . . . . x
1 . . . . .
  a b c d e

Ply 9, you are player 1. Legal moves: c4
> c4

improved plays c2.

5 . . x x x
4 . . 1 x x
3 . . x x .
2 . . 2 . x
1 . . . . .
  a b c d e

Ply 11, you are player 1. Legal moves: a5 a3 e3 b2 d2
> a5

improved plays a3.

5 1 . x x x
4 . . x x x
3 2 . x x .
2 . . x . x
1 . . . . .
  a b c d e

Ply 13, you are player 1. Legal moves: b3
> b3

improved plays b1.

5 x . x x x
4 . . x x x
3 x 1 x x .
2 . . x . x
1 . 2 . . .
  a b c d e

Ply 15, you are player 1. Legal moves: d2 a1 c1
> d2

5 x . x x x
4 . . x x x
3 x x x x .
2 . . x 1 x
1 . 2 . . .
  a b c d e

You won as player 1 in 15 plies, 9 of them from the given position on.
The game is over: 'save FILE', 'back' or 'quit'.
The game was not saved.
"""


def test_a_whole_game_is_drawn_and_told_from_the_view_of_the_person(typed: Typed) -> None:
    ended = typed("e5 / c4 / a5 / b3 / d2", *AGENT, "--position", START)
    assert (ended.status, ended.err, ended.out) == (0, "", WON_GAME)


def test_every_word_is_answered(typed: Typed, tmp_path: Path) -> None:
    said = answers(
        typed(
            "help / moves / moves e / hint open / value / proof / e5 / hint / c4 / save game.txt "
            "/ back / quit",
            *AGENT,
            *("--position", START),
        )
    )
    assert [line.split("  ")[0] for line in said["help"]] == [
        *("a move", "moves [TEXT]", "hint [AGENT]", "back", "value", "proof", "save FILE", "help"),
        "quit",
    ]
    assert said["moves"] == ["5 moves: e5 b4 b2 c1 e1"]
    assert said["moves e"] == ["2 moves: e5 e1"]
    # From b2 player 1 has three moves, a4, c4 and d1, and from no other square so many.
    assert said["hint open"] == [
        "open (alphabeta depth 1) would play b2 for you: value 3, as player 1 sees it."
    ]
    # Player 1 has five moves, player 2 has c1 and d4.
    assert said["value"][:3] == [
        f"Player 1 is to move. {START}",
        "improved = moves(own) - moves(opp)",
        "             as player 1   as player 2",
    ]
    assert "value                  3            -3" in said["value"]
    # After c1 the plain search of the tests for `tune solve` proves the same.
    assert said["proof"] == ["Proven: Player 1 wins; c1 is a winning move. You are player 1."]
    # The one legal move; then player 1 has a5, a3, e3, b2 and d2, and player 2 b5, b3 and c2.
    assert said["hint"] == [
        "improved (alphabeta depth 1) would play c4 for you: value 2, as player 1 sees it."
    ]
    assert said["save game.txt"] == ["Saved: game.txt, 4 plies."]
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == SAVED_GAME
    assert said["back"][-1] == "Ply 9, you are player 1. Legal moves: c4"
    assert said["quit"] == ["The game was not saved."]


def test_a_saved_game_is_read_again(typed: Typed, tune: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(SAVED_GAME, encoding="utf-8")
    same = typed("", "improved", "--continue", file)
    assert "The game was not saved." not in same.out
    said = answers(
        typed("a5 / b3 / d2", *AGENT[:1], "--depth", "1", "--continue", file, "--save", file)
    )
    assert said["d2"][-3:] == [
        "You won as player 1 in 15 plies, 9 of them from the given position on.",
        "The game is over: 'save FILE', 'back' or 'quit'.",
        f"Saved: {file}, 9 plies.",
    ]
    *_, last = file.read_text(encoding="utf-8").splitlines()
    assert last == "x.xxx/..xxx/xxxx./..x1x/.2..."
    explained = tune("explain", "improved", last, "--game", "isolation-5x5")
    assert "The game is over, won by player 1" in explained.out


def test_the_agent_begins_where_it_is_asked_to(typed: Typed) -> None:
    position = ".x..x/..x2./1.x../...../....."
    said = answers(
        typed("b3 / c5 / a4", *AGENT, "--position", position, "--first", "agent", "--save", "g.txt")
    )
    # c2, b4, d3 and b2 are the only best replies of the plain search; then player 2 is stuck.
    assert [line for lines in said.values() for line in lines if " plays " in line] == [
        f"improved plays {move}." for move in ("b4", "d3", "b2")
    ]
    assert (
        said["a4"][-3] == "You lost as player 2 in 13 plies, 7 of them from the given position on."
    )
    assert said["a4"][-1] == "Saved: g.txt, 7 plies."


def test_a_proven_placement_of_7x7(typed: Typed) -> None:
    """Who wins with the pieces on a7 and b7, or on a7 and c7, is in
    tests/data/isolation7_solved_openings.csv."""
    table = (ROOT / "tests" / "data" / "isolation7_solved_openings.csv").read_text()
    blank = "/.......".join([""] * 7)
    for column, row, winner in ((1, "12.....", 2), (2, "1.2....", 1)):
        assert f"\n0,0,0,{column},8,{winner}," in table
        said = answers(typed("proof", "open", "--depth", "1", "--position", row + blank))
        verb = "wins" if winner == 1 else "loses"
        assert said["proof"][0].startswith(f"Proven: Player 1 {verb}")


def test_a_proof_that_cannot_be_had_is_told(typed: Typed) -> None:
    said = answers(typed("proof", "straights", "--depth", "1"))
    assert said["proof"] == [
        "It is not proven who wins: Pentago is solved from 19 stones on. You are player 1."
    ]
    said = answers(typed("proof", "open", "--depth", "1", "--game", "isolation-9x11"))
    assert said["proof"][0] == (
        "an exact solver is not available for isolation-9x11; search it instead (tune explain)"
    )


def test_many_moves_are_listed_when_they_are_asked_for(typed: Typed) -> None:
    ended = typed("moves c4\nsave", "straights", "--depth", "1")
    assert "Ply 1, you are player 1. 288 legal moves, such as a6-tl-ccw; 'moves' lists them." in (
        ended.lines
    )
    assert answers(ended)["moves c4"] == [
        "8 moves: c4-tl-ccw c4-tl-cw c4-tr-ccw c4-tr-cw c4-bl-ccw c4-bl-cw c4-br-ccw c4-br-cw"
    ]


def test_an_agent_that_gives_up_has_lost(typed: Typed, tmp_path: Path) -> None:
    """After b3 it can go to b1, where d2 takes its last square, or to b5, where it has none."""
    (tmp_path / "quitter.yaml").write_text(
        "name: quitter\ngame: isolation-5x5\nheuristic: improved\n"
        "search: {algorithm: alphabeta, depth: 3, gives_up: true}\n"
    )
    position = "1.xxx/..xxx/2.xx./..x.x/....."
    said = answers(typed("b3 / hint / back", "quitter.yaml", "--position", position))
    assert said["b3"][0] == "quitter gives up, which loses the game."
    assert (
        said["b3"][-2] == "You won as player 1 in 13 plies, 1 of them from the given position on."
    )
    assert said["hint"] == ["the game is over; take a move back, save the game, or quit"]
    assert said["back"][-1] == "Ply 13, you are player 1. Legal moves: b3"


def test_a_game_of_ones_own_is_played_and_read_again(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLE)
    file = tmp_path / "game.txt"
    own = ("lines.yaml", "--game", ".", "--depth", "1")
    said = answers(typed(f"4 / save {file} / quit", *own))
    # A stone falls to the lowest row; in the fourth column it is d1.
    *_, lowest, letters, state = said["4"]
    assert (lowest.split()[4], letters) == ("x", "  a b c d e f g")
    assert state.startswith("Ply 3, you are player 1. Legal moves: ")
    assert answers(typed("moves / back / moves", *own, "--continue", file))["moves"] == [
        "7 moves: 1 2 3 4 5 6 7"
    ]
