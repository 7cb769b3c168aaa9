"""What cannot go together is refused in one line: players, heuristics, states, numbers.

Most of it once ended the process or gave values that mean nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.game import Game, States
from engine.games import find_game
from engine.kernels.limits import STATE_SLOTS
from engine.link.joining import PlainSearch
from engine.play.batches import Openings
from engine.play.driver import analyse, decided, play_games, random_positions
from engine.play.perft import count_lines
from engine.play.player import Player, make_player
from engine.play.proving import find_solver, prove
from engine.play.searches import make_search
from features.compiled import compile_heuristic, evaluate, heuristic_player
from features.heuristic import Heuristic
from features.parameter import Parameter

BOARDS = ("isolation-7x7", "isolation-5x5", "isolation-9x11", "pentago")
SEARCH = make_search("alphabeta", depth=2)
SEEDS = np.arange(20, dtype=np.uint64)
HEURISTICS = {
    "isolation": Heuristic(
        "mobility",
        "isolation",
        (Parameter("weight", 1.0, 0.0, 2.0),),
        (),
        "moves(own) - weight * moves(opp)",
    ),
    "pentago": Heuristic("nothing", "pentago", (), (), "0.0"),
}


def heuristic_of(game: Game[Any]) -> Heuristic:
    return HEURISTICS[game.family]


def player_of(name: str) -> Player:
    game = find_game(name)
    return heuristic_player(game, heuristic_of(game), heuristic_of(game).defaults, SEARCH)


def states_of(name: str) -> States:
    """Positions after one ply, which are positions of one board only."""
    return random_positions(find_game(name), 1, SEEDS)[0]


def openings(given: States, **changes: Any) -> Openings:
    fields = {"states": given, "movers": np.zeros(len(given), dtype=np.int64), "seeds": SEEDS}
    return Openings(**{**fields, **changes})


OTHERS = [(name, other) for name in BOARDS for other in BOARDS if name != other]


@pytest.mark.parametrize(("name", "other"), OTHERS)
def test_a_player_of_another_game_is_refused(name: str, other: str) -> None:
    game, states, own, foreign = find_game(name), states_of(name), player_of(name), player_of(other)
    message = f"^a player of {other} cannot play {name}; make one for {name}$"
    with pytest.raises(EngineError, match=message):
        analyse(game, foreign, states, SEEDS)
    for players in ((own, foreign), (foreign, own)):
        with pytest.raises(EngineError, match=message):
            play_games(game, players, openings(states))


@pytest.mark.parametrize(("name", "other"), OTHERS)
def test_states_of_another_board_are_refused(name: str, other: str) -> None:
    game, states, player = find_game(name), states_of(other), player_of(name)
    message = rf"^state \d+ of 20 is no position of {name}; give states that this game has packed$"
    with pytest.raises(EngineError, match=message):
        analyse(game, player, states, SEEDS)
    with pytest.raises(EngineError, match=message):
        play_games(game, (player, player), openings(states))
    with pytest.raises(EngineError, match=message):
        decided(game, states, 1)


ELSEWHERE = [pair for pair in OTHERS if pair != ("isolation-7x7", "isolation-5x5")]
"""On 7x7 can stand, though by no play, whatever can stand on 5x5."""


@pytest.mark.parametrize(("name", "other"), ELSEWHERE)
def test_states_that_cannot_stand_on_the_board_have_no_value(name: str, other: str) -> None:
    game, heuristic = find_game(name), HEURISTICS[find_game(name).family]
    message = rf"^state \d+ of 20 is no position of {name}; give states that this game has packed$"
    with pytest.raises(EngineError, match=message):
        evaluate(game, heuristic, heuristic.defaults, states_of(other))


@pytest.mark.parametrize(("name", "other"), OTHERS)
def test_positions_of_another_board_are_refused(name: str, other: str) -> None:
    game, position = find_game(name), find_game(other).initial()
    message = rf"^Position\(.*\) is no position of {name}; use the game that it is of$"
    with pytest.raises(EngineError, match=message):
        game.pack([position])
    with pytest.raises(EngineError, match=message):
        count_lines(game, position, 1)
    if find_solver(game) is not None:
        with pytest.raises(EngineError, match=message):
            prove(game, position)


@pytest.mark.parametrize(("name", "other"), [("isolation", "pentago"), ("pentago", "isolation")])
def test_a_heuristic_of_another_family_is_refused(name: str, other: str) -> None:
    game, foreign = find_game(name), HEURISTICS[other]
    message = f"^heuristic '{foreign.name}' is for {other}, and the game is {name}; choose a"
    with pytest.raises(EngineError, match=message):
        heuristic_player(game, foreign, foreign.defaults, SEARCH)
    for of_search in (False, True):
        with pytest.raises(EngineError, match=message):
            evaluate(game, foreign, foreign.defaults, states_of(game.name), of_search)
    with pytest.raises(EngineError, match=message):
        compile_heuristic(PlainSearch(game), foreign)


@pytest.mark.parametrize(
    ("name", "other", "compiled_for"),
    [
        ("isolation-7x7", "isolation-9x11", "isolation_two_words"),
        ("isolation-9x11", "isolation-7x7", "isolation"),
        ("isolation-7x7", "pentago", "pentago"),
        ("pentago", "isolation-7x7", "isolation"),
    ],
)
def test_a_formula_compiled_for_another_game_makes_no_player(
    name: str, other: str, compiled_for: str
) -> None:
    chooser = compile_heuristic(find_game(other), heuristic_of(find_game(other)))
    message = f"^a formula that is compiled for {compiled_for} cannot play {name}; compile it for"
    with pytest.raises(EngineError, match=message):
        make_player(find_game(name), chooser, (), SEARCH)


@pytest.mark.parametrize("name", ["isolation", "pentago"])
def test_a_formula_compiled_without_the_search_of_a_game_makes_a_player_of_it(name: str) -> None:
    game = find_game(name)
    chooser = compile_heuristic(PlainSearch(game), heuristic_of(game))
    player = make_player(game, chooser, heuristic_of(game).defaults, SEARCH)
    assert play_games(game, (player, player), openings(states_of(game.name))).plies.min() > 1


@pytest.mark.parametrize("values", [(), (1.0, 2.0)], ids=len)
def test_a_player_gets_as_many_values_as_its_formula_reads(values: Sequence[float]) -> None:
    game = find_game("isolation")
    chooser = compile_heuristic(game, HEURISTICS["isolation"])
    message = f"^the formula has 1 parameters, and {len(values)} values are given$"
    with pytest.raises(EngineError, match=message):
        make_player(game, chooser, values, SEARCH)


SHAPES = {
    "one dimension too few": lambda states: states[0],
    "one dimension too many": lambda states: states[None],
    "a word too few": lambda states: states[:, :3],
    "no array": lambda _states: 0,
}


@pytest.mark.parametrize("cut", SHAPES.values(), ids=SHAPES)
def test_states_of_another_shape_are_refused(cut: Any) -> None:
    game, player = find_game("isolation"), player_of("isolation-7x7")
    states = cut(states_of("isolation-7x7"))
    with pytest.raises(EngineError, match=r"^the states have shape .*; they need \(n, 4\), as `p"):
        evaluate(game, HEURISTICS["isolation"], (1.0,), states)
    with pytest.raises(EngineError, match=r"^the states have shape .*; 20 seeds need \(20, 4\)$"):
        analyse(game, player, states, SEEDS)
    with pytest.raises(EngineError, match=r"^the states have shape .*; 20 seeds need \(20, 4\)$"):
        play_games(game, (player, player), openings(states_of(game.name), states=states))


def test_numbers_that_are_no_whole_ones_are_refused() -> None:
    game, player = find_game("isolation"), player_of("isolation-7x7")
    states = states_of("isolation-7x7")
    message = "^the states are of type float64; give whole numbers, uint64$"
    with pytest.raises(EngineError, match=message):
        evaluate(game, HEURISTICS["isolation"], (1.0,), states.astype(np.float64))
    with pytest.raises(EngineError, match=message):
        analyse(game, player, states.astype(np.float64), SEEDS)
    with pytest.raises(EngineError, match=r"^the seeds are of type float64; give whole numbers"):
        analyse(game, player, states, SEEDS / 2)
    with pytest.raises(EngineError, match=r"^movers must be 20 numbers 0 or 1, one for each seed$"):
        play_games(game, (player, player), openings(states, movers=np.full(20, 0.5)))


def test_random_positions_need_a_row_of_seeds_and_plies() -> None:
    game = find_game("isolation")
    with pytest.raises(EngineError, match=r"^the seeds have shape \(4, 5\); give one number for"):
        random_positions(game, 2, SEEDS.reshape(4, 5))
    with pytest.raises(EngineError, match=r"^-1 plies cannot be played; give 0 or more$"):
        random_positions(game, -1, SEEDS)
    at_the_end = random_positions(game, game.max_plies, SEEDS)[0]
    assert np.array_equal(random_positions(game, 1 << 70, SEEDS)[0], at_the_end)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_game_needs_two_players(count: int) -> None:
    game, players = find_game("isolation"), (player_of("isolation-7x7"),) * count
    with pytest.raises(EngineError, match=f"^a game has 2 players, and {count} are given$"):
        play_games(game, players, openings(states_of(game.name)))  # type: ignore[arg-type]


def test_nobody_chooses_a_move_where_the_game_is_over() -> None:
    game = find_game("isolation-3x3")
    over = game.pack([game.initial(), game.parse_position(".../.1./2..")])
    player = heuristic_player(game, HEURISTICS["isolation"], (1.0,), SEARCH)
    message = r"^the game is over in \.\.\./\.1\./2\.\., nobody has a move; leave such states out$"
    with pytest.raises(EngineError, match=message):
        analyse(game, player, over, SEEDS[:2])


def test_a_state_that_is_a_position_of_two_boards_is_played_as_one_of_the_game() -> None:
    """Nothing in it tells the squares of 5x5 from the first 25 of 7x7, all others visited."""
    small, game = find_game("isolation-5x5"), find_game("isolation-7x7")
    states = small.pack([small.parse_position("1..../...../...../...../....2")])
    position = game.unpack(states[0])
    found = analyse(game, player_of(game.name), states, SEEDS[:1])
    assert int(found.moves[0]) in game.legal_moves(position)


def damaged(name: str, position: str, word: int, value: int) -> NDArray[np.uint64]:
    game = find_game(name)
    states = game.pack([game.parse_position(position)] * 2)
    states[1, word] = value
    return states


DAMAGED = {
    "blank beyond the board": damaged("isolation-3x3", "1../.../..2", 0, 1 << 9),
    "off the board": damaged("isolation-3x3", "1../.../..2", 1, 9),
    "far off the board": damaged("isolation-3x3", "1../.../..2", 2, 1 << 63),
    "on a blank square": damaged("isolation-3x3", "1../.../..2", 1, 4),
    "on one square": damaged("isolation-3x3", "1../.../..2", 1, 8),
    "a fourth word": damaged("isolation-3x3", "1../.../..2", 3, 1),
}


@pytest.mark.parametrize("states", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_state_of_isolation_is_refused(states: States) -> None:
    game = find_game("isolation-3x3")
    for by_play in (True, False):
        assert game.are_positions(states, by_play).tolist() == [True, False]


def test_what_no_play_leads_to_can_stand_on_the_board_and_have_a_value() -> None:
    game, pentago = find_game("isolation-3x3"), find_game("pentago")
    unplaced = damaged("isolation-3x3", "1../.../..2", 1, 64)
    stones = np.array([(7, 0, 0, 0), (0, 3, 0, 0)], dtype=np.uint64)
    assert game.are_positions(unplaced).tolist() == [True, False]
    assert pentago.are_positions(stones).tolist() == [False, False]
    assert game.are_positions(unplaced, by_play=False).all()
    assert pentago.are_positions(stones, by_play=False).all()
    # The side that is not placed can go to all seven blank squares, the other one to two.
    assert evaluate(game, HEURISTICS["isolation"], (1.0,), unplaced).tolist() == [0.0, 5.0]


@pytest.mark.parametrize(
    "words",
    [(1 << 36, 0, 0, 0), (3, 3, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1)],
)
def test_a_damaged_state_of_pentago_is_refused(words: tuple[int, ...]) -> None:
    states = np.array([words, (1, 2, 0, 0)], dtype=np.uint64)
    for by_play in (True, False):
        assert find_game("pentago").are_positions(states, by_play).tolist() == [False, True]


@pytest.mark.parametrize("name", [*BOARDS, "isolation-3x3", "isolation-8x8", "isolation-8x16"])
def test_no_position_of_a_game_is_refused(name: str) -> None:
    """Of either side's view, from the first ply to the last."""
    game = find_game(name)
    assert game.are_positions(np.zeros((0, STATE_SLOTS), dtype=np.uint64)).tolist() == []
    for plies in range(game.max_plies + 1):
        states, _ = random_positions(game, plies, SEEDS)
        assert game.are_positions(states).all()
        assert game.are_positions(game.seen_by_other(states)).all()
