"""The part of a page that replays games: all data, no rules, and names as text."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.errors import EngineError
from engine.games import find_game
from tuner.replay.chosen import replay_chosen
from tuner.replay.data import heights, value_text
from tuner.replay.fragment import replay_fragment
from tuner.replay.games import open_games
from tuner.replay.model import GameRow, PlayedPly, ReplayedGame
from tuner.replay.play import replay_games
from tuner.tuning.run_folder import RunFolder

EVIL = "<script>alert('x')</script> & \"quotes\" </ScRiPt> 🎲" + "x" * 20


class Elements(HTMLParser):
    """Collects elements, their attributes and texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.attributes: list[tuple[str, str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.names[-1], []).append(data)


def data_of(fragment: str) -> Any:
    found = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', fragment, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.fixture(scope="module")
def chosen(finished_once: Path) -> tuple[ReplayedGame, ...]:
    found = replay_chosen(RunFolder(finished_once), 2)
    assert found
    return found


def test_every_position_is_in_the_data(chosen: tuple[ReplayedGame, ...]) -> None:
    fragment = replay_fragment(chosen)
    data = data_of(fragment)
    assert len(data["games"]) == len(chosen)
    for shown, replayed in zip(data["games"], chosen, strict=True):
        assert len(shown["boards"]) == len(replayed.positions)
        for cells, position in zip(shown["boards"], replayed.positions, strict=True):
            assert cells == replayed.game.format_position(position).replace("/", "")
        assert shown["moves"] == [ply.move for ply in replayed.plies]
        assert shown["why"].startswith("From this opening ")
        assert shown["result"] == replayed.row.result
        assert tuple(shown["thrown"]) == replayed.thrown_away
    assert data["columns"] == list("abcde")
    assert data["rows"] == list("54321")


def test_without_javascript_it_shows_how_the_first_game_ended(
    chosen: tuple[ReplayedGame, ...],
) -> None:
    fragment = replay_fragment(chosen)
    first = chosen[0]
    assert f" after {first.row.plies} plies, " in fragment
    assert f"<li>5. {first.plies[0].move}</li>" in fragment
    assert f"<li>{first.row.plies}. {first.plies[-1].move}</li>" in fragment
    assert fragment.count("<option ") == len(chosen)


def test_names_are_text(chosen: tuple[ReplayedGame, ...]) -> None:
    row = replace(chosen[0].row, names=(EVIL, "'><img src=x onerror=alert(1)>"))
    fragment = replay_fragment([replace(chosen[0], row=row, why=EVIL)])
    elements = Elements(fragment)
    assert elements.names.count("script") == 2
    assert "img" not in elements.names
    assert not [name for name, _ in elements.attributes if name.startswith("on")]
    assert data_of(fragment)["games"][0]["names"][0] == EVIL
    assert EVIL in "".join(elements.texts["p"])


def test_nothing_comes_from_elsewhere(chosen: tuple[ReplayedGame, ...]) -> None:
    fragment = replay_fragment(chosen)
    addresses = set(re.findall(r"https?://[^\"' ]+", fragment))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert "url(" not in fragment
    assert "eval(" not in fragment


def random_moves(game: Any, seed: int) -> list[int]:
    generator, position, moves = Random(seed), game.initial(), []
    while legal := game.legal_moves(position):
        moves.append(generator.choice(legal))
        position = game.play(position, moves[-1])
    return moves


def test_it_is_small(chosen: tuple[ReplayedGame, ...]) -> None:
    """20 games of the largest board that courses play, each the longest of many random ones."""
    game = find_game("isolation-9x11")
    moves = max((random_moves(game, seed) for seed in range(100)), key=len)
    positions = [game.initial()]
    for move in moves:
        positions.append(game.play(positions[-1], move))
    plies = tuple(PlayedPly(n % 2, game.format_move(m), 0.125, "win") for n, m in enumerate(moves))
    row = replace(chosen[0].row, plies=len(moves))
    long = ReplayedGame(game, row, tuple(positions), tuple(moves), plies, 1, why="y" * 300)
    assert len(moves) > 50
    assert len(replay_fragment([long] * 20).encode()) < 300_000


def test_no_game_is_no_fragment_and_two_rules_are_refused(
    chosen: tuple[ReplayedGame, ...],
) -> None:
    assert replay_fragment([]) == ""
    other = replace(chosen[0], game=find_game("isolation-5x6"))
    with pytest.raises(EngineError, match="no board in common"):
        replay_fragment([chosen[0], other])


def curve(*values: float | None) -> list[float | None]:
    """Heights of a game in which the candidate makes the even plies."""
    plies = tuple(PlayedPly(n % 2, "a1", value) for n, value in enumerate(values))
    row = GameRow("verdict", 0, 0, "k", "l", ("a", "b"), "", 1, 9, (0, 0))
    return heights(ReplayedGame(find_game("isolation"), row, (), (), plies, 1))


def test_each_agent_has_a_scale_of_its_own() -> None:
    assert curve(2.0, -300.0, -1.0, 150.0, 0.0) == [0.85, -0.85, -0.425, 0.425, 0.0]
    assert curve(None, 5.0, 0.0) == [None, 0.85, 0.0]
    # 2 ** 400 is the value of a win at once.
    assert curve(2.0**400, 1.0, 0.5, -(2.0**400)) == [1.0, 0.85, 0.85, -1.0]


def test_values_are_said_in_four_digits_and_ends_in_words() -> None:
    assert [value_text(one) for one in (0.0, -1.23456, 2.0**400, -(2.0**400) + 2.0**391)] == [
        "+0",
        "-1.235",
        "a forced win",
        "a forced loss",
    ]


def test_a_game_of_text_alone_is_shown_as_text(finished_once: Path) -> None:
    games = open_games(RunFolder(finished_once))
    key, pairs = next(iter(games.batches("verdict")))
    with ThreadPoolExecutor(1) as executor:
        (replayed,) = replay_games(games, [games.row(key, pairs, 0, 0)], 0, executor)

    class TextOnly(type(replayed.game)):  # type: ignore[misc]
        drawing = None

    bare = replace(replayed, game=TextOnly(5, 5))
    data = data_of(replay_fragment([bare]))
    assert data["columns"] == []
    assert data["games"][0]["boards"][0] == bare.game.draw(bare.positions[0])
