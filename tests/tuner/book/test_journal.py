"""A book that was interrupted goes on where it was, and comes out the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.book.files import book_files
from tuner.book.journal import Journal, journal_name
from tuner.book.make import make_book
from tuner.book.plan import BookError, BookPlan
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.matches.progress import Progress, Silent

GAME = find_game("isolation-4x5")
GREEDY = Agent("greedy", find_preset("improved"), (), make_search("greedy"))
PLAN = BookPlan(plies=3, games=64)


class PulledPlugError(Exception):
    """The process ends here."""


class Counting(Silent):
    """Counts what is played anew or read, and pulls the plug after so much of it."""

    def __init__(self, last: float = float("inf")) -> None:
        self.counted, self._last = 0, last

    def played(self, amount: int) -> None:
        self.counted += amount
        if self.counted > self._last:
            raise PulledPlugError


def made(path: Path | None, progress: Progress) -> dict[str, str | bytes]:
    with Journal(path) as journal:
        return dict(book_files(make_book(GAME, GREEDY, PLAN, 2, progress, journal)))


def test_a_book_goes_on_where_it_was_and_comes_out_the_same(tmp_path: Path) -> None:
    """Each time some more is kept; a line that was cut off is found anew."""
    path = tmp_path / "folder" / "unfinished.jsonl"
    whole = Counting()
    expected = made(None, whole)
    kept = 0
    for part in (0.3, 0.6, 0.9):
        with pytest.raises(PulledPlugError):
            made(path, Counting(part * whole.counted))
        assert len(path.read_bytes()) > kept
        path.write_bytes(path.read_bytes()[:-5])
        kept = len(path.read_bytes())
    assert made(path, Counting()) == expected


def test_what_is_kept_is_not_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "unfinished.jsonl"
    expected = made(path, Silent())

    def refused(*_: object) -> None:
        raise AssertionError("games are played again")

    monkeypatch.setattr("tuner.book.make.play_games", refused)
    assert made(path, Silent()) == expected


def test_another_agent_game_or_plan_has_another_journal() -> None:
    other = Agent("greedy", find_preset("open"), (), make_search("greedy"))
    names = {
        journal_name(GAME, GREEDY, PLAN),
        journal_name(GAME, other, PLAN),
        journal_name(find_game("isolation-4x4"), GREEDY, PLAN),
        journal_name(GAME, GREEDY, BookPlan(plies=3, games=65)),
        journal_name(GAME, GREEDY, BookPlan(plies=3, games=64, seed=2)),
    }
    assert len(names) == 5


def test_a_book_that_cannot_be_made_leaves_no_file(tmp_path: Path) -> None:
    dice = Agent("dice", find_preset("open"), (), make_search("random"))
    journal = Journal(tmp_path / "book" / "unfinished.jsonl")
    with journal, pytest.raises(BookError, match="plays at random"):
        make_book(GAME, dice, PLAN, 2, Silent(), journal)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["no entry\n", "[1]\n", '{"key": "a"}\n'])
def test_a_damaged_journal_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "unfinished.jsonl"
    path.write_text(content)
    with pytest.raises(RunError, match=r"unfinished.jsonl cannot be used \(damaged\); remove it"):
        Journal(path)
    assert path.read_text() == content
