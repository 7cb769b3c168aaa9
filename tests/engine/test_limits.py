"""Games and depths for which kernels have no memory are refused before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from engine import conformance
from engine.conformance import ConformanceError, check_game
from engine.errors import EngineError
from engine.games import find_game
from engine.intrinsics import store_word
from engine.isolation.bits import Memory, State, store_state
from engine.isolation.game import IsolationGame
from engine.isolation.kernels import store_cursor
from engine.kernels import interface
from engine.kernels.evaluation import EVALUATION_LIMIT, MAX_PLIES, win_in
from engine.kernels.limits import MAX_DEPTH, MAX_PERFT_DEPTH
from engine.kernels.settings import FIRST_DEPTH, LAST_DEPTH
from engine.play.compiler import NOTHING, compile_chooser
from engine.play.driver import decided, random_positions
from engine.play.lookahead import Greedy
from engine.play.perft import count_lines
from engine.play.player import make_player
from engine.play.search import Stage
from engine.play.searches import make_search

SEEDS = np.zeros(1, dtype=np.uint64)
TOO_WIDE = (
    "isolation-7x7 has up to 600 moves in a position, and searches have room for 512; play a "
    "smaller board, or raise MAX_MOVES in engine/kernels/limits.py"
)
TOO_LONG = (
    "isolation-7x7 has up to 600 plies, and a win in more than 511 is worth no more than an "
    "evaluation; play a smaller board"
)


class Wide(IsolationGame):
    """Has 600 moves in a position, as it says."""

    @property
    def max_moves(self) -> int:
        return 600


class Long(IsolationGame):
    """Has games of 600 plies, as it says."""

    @property
    def max_plies(self) -> int:
        return 600


class WiderThanItSays(IsolationGame):
    @property
    def max_moves(self) -> int:
        return 20


PLAYS: dict[str, Callable[[Any], object]] = {
    "check_game": check_game,
    "make_player": lambda game: make_player(
        game, compile_chooser(find_game("isolation"), NOTHING), (), make_search("greedy")
    ),
    "random_positions": lambda game: random_positions(game, 4, SEEDS),
    "count_lines": lambda game: count_lines(game, find_game("isolation").initial(), 2),
    "decided": lambda game: decided(game, np.zeros((1, 4), dtype=np.uint64), 2),
}


@pytest.mark.parametrize(("game", "message"), [(Wide(), TOO_WIDE), (Long(), TOO_LONG)])
@pytest.mark.parametrize("play", PLAYS.values(), ids=PLAYS)
def test_a_game_with_600_moves_is_refused(
    game: IsolationGame, message: str, play: Callable[[Any], object]
) -> None:
    with pytest.raises(EngineError) as refused:
        play(game)
    assert str(refused.value) == message


@pytest.mark.parametrize("play", ["random_positions", "count_lines"])
def test_it_is_refused_after_a_game_that_shares_its_kernels(play: str) -> None:
    PLAYS[play](find_game("isolation"))
    with pytest.raises(EngineError, match="has up to 600 moves in a position"):
        PLAYS[play](Wide())


def test_a_game_with_more_moves_than_it_says_is_refused() -> None:
    with pytest.raises(ConformanceError, match=r"has more moves than max_moves$"):
        check_game(WiderThanItSays())


def store_five_words(memory: Memory, slot: Any, state: State) -> None:
    """The three words of a position, and a fifth word behind them."""
    store_state(memory, slot, state)
    store_word(memory, slot + np.int64(4), np.uint64(0))


def store_six_words(memory: Memory, slot: Any, cursor: Any) -> None:
    """The word of a cursor, and a sixth word behind it."""
    store_cursor(memory, slot, cursor)
    store_word(memory, slot + np.int64(5), np.uint64(1))


def store_list(memory: Memory, slot: Any, count: int) -> None:
    """As many words as a game has that keeps its moves in a list."""
    for index in range(count):
        store_word(memory, slot + np.int64(index), np.uint64(1))


def store_70_words(memory: Memory, slot: Any, _stored: Any) -> None:
    store_list(memory, slot, 70)


def store_600_words(memory: Memory, slot: Any, _stored: Any) -> None:
    store_list(memory, slot, 600)


WORDS = {
    "5": store_five_words,
    "6": store_six_words,
    "70": store_70_words,
    "more than 520": store_600_words,
}


@dataclass(frozen=True)
class Thick(IsolationGame):
    """Has a kernel that stores more words than kernels have room for."""

    replaced: str = ""
    words: str = ""

    @property
    def kernel_name(self) -> str:
        return f"isolation_thick_{self.replaced}_{self.words.replace(' ', '_')}"

    @property
    def replacements(self) -> Mapping[Any, Any]:
        store: Any = getattr(interface, f"store_{self.replaced}")
        return {**super().replacements, store: WORDS[self.words]}


@pytest.mark.parametrize(
    ("what", "words", "limit"),
    [
        ("state", "5", "STATE_SLOTS"),
        ("state", "70", "STATE_SLOTS"),
        ("cursor", "6", "CURSOR_SLOTS"),
        ("cursor", "70", "CURSOR_SLOTS"),
        ("cursor", "more than 520", "CURSOR_SLOTS"),
    ],
)
@pytest.mark.parametrize("play", [check_game, PLAYS["random_positions"]], ids=["check", "play"])
def test_a_game_whose_words_have_no_room_is_refused(
    what: str, words: str, limit: str, play: Callable[[Any], object]
) -> None:
    with pytest.raises(EngineError) as refused:
        play(Thick(replaced=what, words=words))
    assert str(refused.value) == (
        f"a {what} of isolation-7x7 takes {words} words, and kernels have room for 4; pack it into "
        f"fewer, or raise {limit} in engine/kernels/limits.py"
    )


class WideOnce(IsolationGame):
    """Says how many moves there are after each placement, but not at the start."""

    @property
    def max_moves(self) -> int:
        return 48


def test_every_position_of_the_games_that_are_tried_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conformance, "_some_of", lambda samples: [samples[-1].position])
    with pytest.raises(ConformanceError, match=r"has more moves than max_moves$"):
        check_game(WideOnce())


@pytest.mark.parametrize("name", ["isolation-3x3", "isolation-8x16", "pentago"])
def test_the_start_has_as_many_moves_as_any_position_of_the_game(name: str) -> None:
    game = find_game(name)
    assert game.max_moves == len(game.legal_moves(game.initial()))


def test_a_win_in_the_longest_game_is_worth_more_than_an_evaluation_and_no_longer_one_is() -> None:
    assert win_in(np.int64(MAX_PLIES)) > EVALUATION_LIMIT >= win_in(np.int64(MAX_PLIES + 1))


def test_a_search_deeper_than_the_stack_is_refused() -> None:
    (stage,) = make_search("minimax", depth=MAX_DEPTH).stages()
    assert (stage.row[FIRST_DEPTH], stage.row[LAST_DEPTH]) == (64, 64)
    with pytest.raises(EngineError, match=r"^search depth 65 is outside 1 to 64; give one within$"):
        make_search("minimax", depth=MAX_DEPTH + 1)
    game = find_game("isolation-3x3")
    with pytest.raises(EngineError, match=r"^search depth 65 is outside 1 to 64; give one within$"):
        decided(game, game.pack([game.initial()]), MAX_DEPTH + 1)


@dataclass(frozen=True)
class Deep(Greedy):
    """A search that looks further ahead than kernels have room for."""

    def stages(self) -> tuple[Stage, ...]:
        return (Stage(search=self, row={FIRST_DEPTH: 1, LAST_DEPTH: 65}),)


def test_any_search_whose_row_is_deeper_than_the_stack_is_refused() -> None:
    game = find_game("isolation-8x16")
    with pytest.raises(EngineError) as refused:
        make_player(game, compile_chooser(game, NOTHING), (), Deep())
    assert str(refused.value) == (
        "search 'greedy' looks 65 plies ahead, and kernels have room for 64; make LAST_DEPTH of "
        "its row smaller, or raise MAX_DEPTH in engine/kernels/limits.py"
    )


@pytest.mark.parametrize("depth", [-1, MAX_PERFT_DEPTH + 1, 10**9])
def test_lines_longer_than_the_stack_are_refused(depth: int) -> None:
    game = find_game("isolation-3x3")
    message = f"^lines of {depth} plies cannot be counted; give a depth from 0 to 129$"
    with pytest.raises(EngineError, match=message):
        count_lines(game, game.initial(), depth)


def test_the_lines_of_all_games_are_counted_up_to_the_limit() -> None:
    """The count is that of `perft.csv`."""
    game = find_game("isolation-3x3")
    lines = count_lines(game, game.initial(), MAX_PERFT_DEPTH)
    assert sum(line.finished for line in lines) == 184
