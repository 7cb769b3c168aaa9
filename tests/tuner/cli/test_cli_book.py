"""`tune book` writes an opening book, and never over another file."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import CommandLine

WORDS = ("book", "isolation-4x4", "--agent", "improved", "--plies", "2", "--games", "16")


def test_the_files_of_a_book(tune: CommandLine, tmp_path: Path) -> None:
    ended = tune(*WORDS, "--out", tmp_path / "book")
    assert ended.status == 0
    # On 4x4 the second player wins.
    assert ended.lines[1].startswith("Every first move is proven to lose. ")
    assert ended.lines[-2:] == [f"wrote {tmp_path}/book/book.{kind}" for kind in ("yaml", "csv")]
    text = (tmp_path / "book" / "book.yaml").read_text(encoding="utf-8")
    assert "agent: improved, alphabeta depth 3" in text
    file = tmp_path / "book" / "book.yaml"
    assert tune(*WORDS, "--out", file.parent).error == (
        f"error: {file} is there already; move it away, or choose another folder (--out FOLDER)"
    )


def test_a_book_as_json_says_the_same_for_one_thread(tune: CommandLine, tmp_path: Path) -> None:
    first = tune(*WORDS, "--json", "--out", tmp_path / "a", "--threads", "1").json
    assert first == tune(*WORDS, "--json", "--out", tmp_path / "b").json
    assert first["positions"][0]["position"] == "..../..../..../...."


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("isolation-4x4", "--agent", "straights"),
            "error: preset 'straights' is for pentago, not isolation-4x4; choose the game pentago, "
            "or another preset (--game)",
        ),
        (
            ("isolation-4x4", "--agent", "improved", "--plies", "9"),
            "error: a book of 9 plies cannot be made; give 1 to 8 (--plies)",
        ),
    ],
)
def test_what_cannot_be_made(
    tune: CommandLine, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    assert tune("book", *words, "--out", tmp_path / "book").error == message
    assert not (tmp_path / "book").exists()


def test_a_place_that_cannot_be_written_is_refused_before_the_games(
    tune: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    for place, reason in (
        (file, "Not a directory"),
        (file / "below", "Not a directory"),
        (tmp_path / ("x" * 300), "File name too long"),
    ):
        ended = tune(*WORDS, "--out", place)
        assert ended.error == (
            f"error: cannot write {place} ({reason}); choose another folder (--out FOLDER)"
        )
    assert file.read_text(encoding="utf-8") == "mine"
