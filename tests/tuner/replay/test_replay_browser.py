"""Replays in a browser: every position as the game draws it, by keyboard, by buttons, on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from chromium import started

from engine.board_svg import SQUARE
from engine.drawing import BLOCKED, FIRST, SECOND
from engine.games import find_game
from tuner.replay.fragment import replay_fragment
from tuner.replay.model import GameRow, PlayedPly, ReplayedGame

EVIL = "<script>alert(1)</script>\"&'🎲"
PENTAGO = "a6-tl-cw b5-br-ccw c4-tr-cw d3-bl-ccw e2-tl-ccw f1-tr-ccw a1-bl-cw"
ISOLATION = "a1 e5 c2 d3 e3 b4 d5"


def replayed(name: str, text: str, **changes: Any) -> ReplayedGame:
    """A game from its moves; values and proofs are made up."""
    game = find_game(name)
    positions, moves = [game.initial()], []
    for word in text.split():
        moves.append(game.parse_move(word, positions[-1]))
        positions.append(game.play(positions[-1], moves[-1]))
    plies = tuple(
        PlayedPly(number % 2, word, (-1.5) ** number, "win" if number < 3 else "loss")
        for number, word in enumerate(text.split())
    )
    row = GameRow("verdict", 7, 0, "k", "l", ("tuned", EVIL), "", -1, len(moves), (9, 9))
    made = ReplayedGame(game, row, tuple(positions), tuple(moves), plies, 1, why=f"Why? {EVIL}")
    return replace(made, **changes)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with started() as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("replay")


def opened(browser: Any, folder: Path, *replays: ReplayedGame, **settings: Any) -> Any:
    file = folder / f"{replays[0].game.name}.html"
    file.write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Games</title>'
        '<meta name="viewport" content="width=device-width"><main><h1>Games</h1>'
        f"{replay_fragment(replays)}</main></html>",
        encoding="utf-8",
    )
    page = browser.new_page(**{"viewport": {"width": 360, "height": 800}, **settings})
    page.said = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    page.goto(file.as_uri())
    return page


@pytest.fixture(scope="module")
def kept_page(browser: Any, folder: Path) -> Any:
    return opened(browser, folder, replayed("pentago", PENTAGO))


@pytest.fixture
def page(kept_page: Any) -> Any:
    """The game of Pentago at its beginning."""
    kept_page.locator(".tune-replay-first").click()
    return kept_page


PLACES = """all => all.map(one => [
  one.firstElementChild.getAttribute("class").replace("tune-board-", ""),
  ...one.getAttribute("transform").match(/[0-9]+/g).map(Number)])"""


def shown(page: Any) -> dict[str, set[tuple[int, int]]]:
    """(row, column) of the squares on which there is a shape, by the name of the shape."""
    found: dict[str, set[tuple[int, int]]] = {
        name: set() for name in ("dark", "light", "blocked", "mark")
    }
    layers = ".tune-board-pieces > g, .tune-board-marks > g"
    for name, x, y in page.locator(layers).evaluate_all(PLACES):
        found[name].add((y // SQUARE, x // SQUARE))
    return found


def label(page: Any) -> str:
    return str(page.locator(".tune-replay-board svg").get_attribute("aria-label"))


@pytest.mark.parametrize(("name", "moves"), [("pentago", PENTAGO), ("isolation-5x5", ISOLATION)])
def test_every_position_is_shown_as_the_game_draws_it(
    browser: Any, folder: Path, name: str, moves: str
) -> None:
    replay = replayed(name, moves)
    page = opened(browser, folder, replay)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for index in range(len(replay.positions)):
        drawing = replay.drawing(index)
        assert shown(page) == {
            "dark": set(drawing.squares_with(FIRST)),
            "light": set(drawing.squares_with(SECOND)),
            "blocked": set(drawing.squares_with(BLOCKED)),
            "mark": set(drawing.marked),
        }
        arrows = page.locator(".tune-board-turn path.tune-board-mark").count()
        assert arrows == (drawing.turn is not None)
        for sign, words in ((FIRST, drawing.sides[0]), (SECOND, drawing.sides[1])):
            names = " ".join(map(drawing.name_of, drawing.squares_with(sign)))
            assert (f"{words} on {names}" in label(page)) == bool(names)
        page.keyboard.press("ArrowRight")
    assert page.said == []
    page.close()


def state(page: Any) -> str:
    return str(page.locator(".tune-replay-state").inner_text())


def test_keys_and_buttons_go_through_a_game(page: Any) -> None:
    assert state(page) == (
        "Ply 0 of 7. tuned (black) is to move. Proven: with perfect play tuned wins."
    )
    page.locator(".tune-replay-next").focus()
    for press, ply in (
        *(("End", 7), ("ArrowRight", 7), ("ArrowLeft", 6), ("Home", 0), ("ArrowLeft", 0)),
        *(("Enter", 1), ("Space", 2)),
    ):
        page.keyboard.press(press)
        assert state(page).startswith(f"Ply {ply} of 7. ")
    for button, ply in (("last", 7), ("previous", 6), ("first", 0), ("next", 1)):
        page.locator(f".tune-replay-{button}").click()
        assert state(page).startswith(f"Ply {ply} of 7. ")
    page.get_by_role("button", name="5. e2-tl-ccw").click()
    assert state(page).startswith("Ply 5 of 7. tuned (black) played e2-tl-ccw, worth +5.062 to ")
    current = page.locator(".tune-replay-moves [aria-current]")
    assert current.all_inner_texts() == ["5. e2-tl-ccw"]


def test_it_says_where_a_won_game_was_given_away(page: Any) -> None:
    """The proofs that are made up turn after the third ply, which the candidate plays."""
    replay = replayed("pentago", PENTAGO)
    assert replay.thrown_away == (2,)
    page.get_by_role("button", name="3. c4-tr-cw, gave a won game away").click()
    assert "That gave a won game away! " in state(page)
    assert state(page).endswith("Proven: with perfect play tuned loses.")
    assert page.locator(".tune-replay-thrown").count() == 1
    page.locator(".tune-replay-last").click()
    assert state(page).endswith(f"{EVIL} has won.")


def test_names_are_text_and_another_game_can_be_chosen(browser: Any, folder: Path) -> None:
    first = replayed("pentago", PENTAGO)
    row = replace(first.row, names=("hand-set", "improved"), result=0)
    second = replace(first, row=row, why="Another one.", side=2)
    page = opened(browser, folder, first, second)
    assert page.locator(".tune-replay-why").inner_text() == f"Why? {EVIL}"
    assert page.locator("option").all_inner_texts() == [
        f"1. tuned loses to {EVIL}, 7 plies",
        "2. hand-set draws with improved, 7 plies",
    ]
    page.locator("select").select_option("1")
    assert page.locator(".tune-replay-why").inner_text() == "Another one."
    assert page.locator(".tune-replay-players").inner_text() == (
        "improved (black) against hand-set (white). From the ledger: verdict openings, pair 7, "
        "game 0."
    )
    assert page.said == []
    page.close()


def test_it_plays_by_itself_until_it_is_paused(browser: Any, folder: Path) -> None:
    page = opened(browser, folder, replayed("pentago", PENTAGO))
    page.clock.install()
    page.locator(".tune-replay-play").click()
    assert page.locator(".tune-replay-play").get_attribute("aria-label") == "Pause"
    page.clock.run_for(2000)
    assert state(page).startswith("Ply 2 of 7. ")
    page.locator(".tune-replay-play").click()
    page.clock.run_for(5000)
    assert state(page).startswith("Ply 2 of 7. ")
    page.locator(".tune-replay-play").click()
    page.clock.run_for(20_000)
    assert state(page).startswith("Ply 7 of 7. ")
    assert page.locator(".tune-replay-play").get_attribute("aria-label") == "Play"
    page.close()


def test_on_paper_there_is_the_final_position_and_the_moves(page: Any) -> None:
    replay = replayed("pentago", PENTAGO)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert shown(page)["dark"] == set(replay.drawing(7).squares_with(FIRST))
    assert not page.locator(".tune-replay-buttons").is_visible()
    assert page.locator(".tune-replay-moves").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert state(page).startswith("Ply 0 of 7. ")
    page.emulate_media(media="screen")


def test_without_javascript_the_end_and_the_moves_are_there(browser: Any, folder: Path) -> None:
    replay = replayed("pentago", PENTAGO)
    page = opened(browser, folder, replay, java_script_enabled=False)
    assert shown(page)["light"] == set(replay.drawing(7).squares_with(SECOND))
    moves = page.locator(".tune-replay-moves li").all_inner_texts()
    assert moves == [f"{ply}. {move}" for ply, move in enumerate(PENTAGO.split(), start=1)]
    page.close()


def test_a_game_with_a_limit_in_time_says_what_came_of_it(browser: Any, folder: Path) -> None:
    timed = replayed("pentago", PENTAGO, repeatable=False)
    differs = replace(timed, differs="played again it has plies 7 instead of 9")
    page = opened(browser, folder, timed, differs)
    said = page.locator(".tune-replay-players")
    assert said.inner_text().endswith(
        "A player had a limit in time; played again the game came out the same."
    )
    page.locator("select").select_option("1")
    assert said.inner_text().endswith(
        "A player had a limit in time, so this is another game than was counted: "
        "played again it has plies 7 instead of 9."
    )
    page.close()
