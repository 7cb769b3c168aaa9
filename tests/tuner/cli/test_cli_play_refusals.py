"""`tune play`: what is refused, and games that end before their end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from typed_games import AGENT, SAVED_GAME, START, Typed, answers

BAD_LINES = {
    "d5": "player 1 cannot move to d5; legal: e5 b4 b2 c1 e1",
    "xx": "'xx' is no square; write a column and a row, from a1 to e5; 'help' lists the words "
    "that may stand here",
    "back": "there is no move of yours to take back; play one",
    "back now": "'back' stands alone; leave 'now' out",
    "moves q": "no legal move begins with 'q'; 'moves' alone lists all",
    "save": "name the file, such as 'save game.txt'",
    "save .": ". is there already; name another file",
    "save agent.yaml/game.txt": "agent.yaml: File exists",
    "hint opn": "unknown preset 'opn'; did you mean 'open'? known: ",
}


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_bad_line_is_told_in_one_and_the_game_goes_on(line: str, typed: Typed) -> None:
    Path("agent.yaml").write_text("heuristic: improved\n")
    (said,) = answers(typed(f"{line}\nquit", *AGENT, "--position", START))[line]
    assert said.startswith(BAD_LINES[line])


REFUSED = {
    ("--position", "x"): "the position has 1 rows, the board 5; ",
    ("--position", "x.xxx/..xxx/xxxx./..x1x/.2..."): "the game is over in x.xxx/",
    ("--continue", "none.txt"): "none.txt: No such file or directory",
    ("--continue", "empty.txt"): "empty.txt holds no saved game; ",
    ("--continue", "bytes.txt"): "bytes.txt holds no saved game; ",
    ("--continue", "game.txt", "--first", "me"): "a saved game says where it stands",
    ("--continue", "leap.txt"): "leap.txt:6: the move before does not lead here; ",
    ("--continue", "wrong.txt"): "wrong.txt:5: player 2 cannot move to a1; ",
    ("--save", "game.txt"): "game.txt is there already; name another file",
    ("--save", "game.txt/x"): "cannot write game.txt/x (Not a directory); ",
    ("--first", "you"): "Invalid value for '--first'",
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_cannot_be_begun_is_refused_in_one_line(
    words: tuple[str, ...], typed: Typed, tmp_path: Path
) -> None:
    files = {
        "game.txt": SAVED_GAME,
        "empty.txt": "",
        "leap.txt": SAVED_GAME.replace("\td4\n", "\tc1\n"),
        "wrong.txt": SAVED_GAME.replace("\td4\n", "\ta1\n"),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    assert REFUSED[words] in typed("", *AGENT, *words).error
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == SAVED_GAME


def test_a_saved_game_of_another_game_is_refused(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SAVED_GAME, encoding="utf-8")
    ended = typed("", "open", "--game", "isolation", "--continue", "game.txt")
    assert ended.error == (
        "error: game.txt is a game of isolation-5x5, not isolation-7x7; name that (--game)"
    )


def test_a_saved_game_of_an_unknown_game_is_refused(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SAVED_GAME.replace("isolation-5x5", "hex"))
    assert typed("", "open", "--continue", "game.txt").error == (
        "error: game.txt is a game of hex, which does not come with the package; name its file or "
        "folder (--game)"
    )


class Interrupted:
    """A terminal's input that is typed, and then Ctrl-C."""

    def __init__(self, lines: str) -> None:
        self._lines = lines.splitlines()

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        if not self._lines:
            raise KeyboardInterrupt
        return self._lines.pop(0)


def test_ctrl_c_says_that_nothing_was_saved_or_saves(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(io, "StringIO", Interrupted)
    begin = (*AGENT, "--position", START)
    ended = typed("e5", *begin)
    assert (ended.status, ended.lines[-1]) == (130, "The game was not saved.")
    assert ended.err == "error: interrupted\n"
    assert list(tmp_path.iterdir()) == []
    ended = typed("e5", *begin, "--save", "game.txt")
    assert (ended.status, ended.lines[-1]) == (130, "Saved: game.txt, 2 plies.")
    assert (
        (tmp_path / "game.txt")
        .read_text(encoding="utf-8")
        .endswith("..xx1/...2x/..xx./....x/.....\n")
    )
