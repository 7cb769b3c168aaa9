"""Plain Python of kernels: every feature on every kind of board, words, division, whole numbers."""

from __future__ import annotations

import ast
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from plain_texts import COURSE, PlainText, positions_of_games

from engine.games import find_game
from engine.isolation.bits import (
    Memory,
    State,
    blanks,
    count,
    knight_targets,
    lowest,
    own_square,
    swap_sides,
)
from engine.link.source import LinkError
from engine.plain import ieee
from engine.plain.board import Numbering
from engine.plain.compiler import plain_board_of
from features.catalogue import find_features
from features.feature import Feature, feature
from features.heuristic import Heuristic
from features.interpret import interpret
from features.language.functions import FUNCTIONS, divide, power

ARGUMENTS = {0: [()], 1: [(number,) for number in range(5)], 2: [(1, 2), (3, 4), (0, 9)]}
SHUFFLED = list(range(49))
random.Random(3).shuffle(SHUFFLED)

BOARDS = {
    "7x7": ("isolation", None),
    "7x7 with its squares shuffled": ("isolation", Numbering(tuple(SHUFFLED))),
    "5x6": ("isolation-5x6", None),
    "9x11": ("isolation-9x11", None),
    "9x11 as its course": ("isolation-9x11", COURSE),
    "pentago": ("pentago", None),
}


IMPORTS = ast.Import | ast.ImportFrom


def agree(value: float, wanted: float) -> bool:
    if math.isnan(wanted) or math.isinf(wanted):
        return math.isnan(value) if math.isnan(wanted) else value == wanted
    return abs(value - wanted) <= 1e-9 * max(1.0, abs(wanted))


def formula_of(family: str, formula: str, *features: Feature) -> Heuristic:
    return Heuristic("tried", family, (), (), formula, extra_features=features)


@pytest.mark.parametrize("board", BOARDS)
def test_every_feature_is_that_of_its_twin(board: str) -> None:
    game, numbering = BOARDS[board]
    positions = positions_of_games(game, 30, seed=1)
    for one in find_features(find_game(game).family).values():
        for integers in ARGUMENTS[one.arguments]:
            given = ", ".join([*(["own"] if one.sided else []), *map(str, integers)])
            heuristic = formula_of(one.family, f"{one.name}({given})")
            text = PlainText(game, heuristic, numbering=numbering)
            for number, position in enumerate(positions):
                player = 1 + number // 2 % 2
                value = text.value(position, player)
                twin = one.twin(text.game.view(position, player), *integers)
                assert agree(value, twin), f"{one.name}({given}) of {position}"
                assert isinstance(value, float)


def test_the_text_of_a_small_formula() -> None:
    text = PlainText("isolation", formula_of("isolation", "moves(own) - moves(opp)")).code.text
    assert text.endswith('''def evaluate(blanks, own_square, opp_square):
    """Return the value of a position."""
    # moves(own): Number of legal moves: blank squares a knight's move away; all of them before
    # the placement.
    moves_own = (blanks & KNIGHT_TARGETS[own_square]).bit_count()
    # moves(opp): Number of legal moves: blank squares a knight's move away; all of them before
    # the placement.
    moves_opp = (blanks & KNIGHT_TARGETS[opp_square]).bit_count()
    return float(moves_own - moves_opp)
''')


def test_a_variable_never_hides_a_function() -> None:
    heuristic = Heuristic(
        "tried", "isolation", (), (("squares_at_2", "squares_at(own, 2)"),), "squares_at_2 * 2"
    )
    text = PlainText("isolation", heuristic)
    assert "def squares_at_2_2(" in text.code.text
    # Before the placement every square is one step away, and none two.
    assert text.value(text.game.initial(), 1) == 0.0


@pytest.mark.parametrize("family", ["isolation", "pentago"])
def test_a_text_imports_nothing_but_the_standard_library(family: str) -> None:
    calls = " + ".join(
        f"{one.name}({', '.join([*(['own'] if one.sided else []), *(['2'] * one.arguments)])})"
        for one in find_features(family).values()
    )
    code = PlainText(family, formula_of(family, f"exp({calls})")).code
    assert code.imports == "import math\n"
    assert not any(isinstance(node, IMPORTS) for node in ast.walk(ast.parse(code.text)))


def word_trial(_board: Memory, state: State) -> float:
    """Count words that leave the range of 64 bits, with own's bits alone, which are none here."""
    none = blanks(state) & ~blanks(state)
    before = none - np.uint64(1)
    turned = ~none >> np.uint64(1)
    shifted = np.uint64(1) << (np.uint64(60) + np.uint64(count(none)))
    over = (shifted << np.uint64(10)) >> np.uint64(1)
    signs = np.float64(np.int64(before))
    return np.float64(count(before) * 1000 + count(turned) * 10 + count(over)) + signs / 2.0


def test_words_have_64_bits() -> None:
    # 64 bits of 0 - 1, 63 of ~0 >> 1, none of 2**60 << 10; the word of 64 ones is -1 as an int64.
    trial = feature("isolation", twin=lambda _view: 64_000 + 630 - 0.5)(word_trial)
    text = PlainText("isolation", formula_of("isolation", "word_trial(own)", trial))
    assert text.value(text.game.initial(), 1) == 64_629.5


def other_moves(board: Memory, state: State) -> float:
    """Number of the other side's moves."""
    return moves_of(board, swap_sides(state))


def moves_of(board: Memory, state: State) -> float:
    """Number of own moves, counted one by one."""
    left = blanks(state) & knight_targets(board, own_square(state))
    found = np.int64(0)
    while count(left) > 0:
        found += 1
        left = left & ~(np.uint64(1) << np.uint64(lowest(left)))
    return np.float64(found)


@pytest.mark.parametrize("numbering", [None, Numbering(tuple(SHUFFLED))])
def test_a_state_and_its_bits_are_those_of_the_kernel(numbering: Numbering | None) -> None:
    made = feature("isolation", twin=lambda view: float(len(view.targets(view.opp))))(other_moves)
    text = PlainText("isolation", formula_of("isolation", "other_moves(own)", made), (), numbering)
    for position in positions_of_games("isolation", 60, seed=2):
        view = text.game.view(position, 1)
        assert text.value(position, 1) == len(view.targets(view.opp))


def wave(_board: Memory, state: State) -> float:
    """What no plain Python of ours has."""
    return np.sin(np.float64(count(blanks(state))))


def test_what_plain_python_lacks_is_named_with_its_line() -> None:
    made = feature("isolation", twin=lambda _view: 0.0)(wave)
    line = wave.__code__.co_firstlineno + 2
    place = rf"kernel 'wave' \(test_plain.py, line {line}\)"
    with pytest.raises(LinkError, match=rf"{place}: plain Python has nothing for 'np.sin'"):
        PlainText("isolation", formula_of("isolation", "wave(own)", made))


DIVISIONS = {
    "1 / (moves(own) - moves(own))": math.inf,
    "-1 / (moves(own) - moves(own))": -math.inf,
    "(moves(own) - moves(own)) / 0": math.nan,
    "1 / (-(moves(own) - moves(own)))": -math.inf,
    "1 / ((moves(own) - moves(own)) * (moves(own) - 50))": -math.inf,
    "log(moves(own) - moves(own))": -math.inf,
    "log(moves(own) - 50)": math.nan,
    "sqrt(moves(own) - 50)": math.nan,
    "exp(moves(own) * 100)": math.inf,
    "(moves(own) - 50) ** 0.5": math.nan,
    "(moves(own) * 1e160) ** 2": math.inf,
    "(moves(own) - moves(own)) ** -1": math.inf,
    "ratio(1, moves(own) - moves(own), 7)": 7.0,
    "moves(own) % (moves(own) - moves(own))": math.nan,
    "max(moves(own), 0 / (moves(own) - moves(own)))": math.nan,
    "floor(-moves(own) / 2) + round(moves(own) / 2) + tanh(0) + abs(-moves(own))": 48.0,
    "1 if moves(own) - moves(own) == -0.0 and not moves(own) < 49 else 2": 1.0,
}


@pytest.mark.parametrize("formula", DIVISIONS)
def test_what_python_has_errors_for_is_as_ieee_754_says(formula: str) -> None:
    text = PlainText("isolation", formula_of("isolation", formula))
    value, wanted = text.value(text.game.initial(), 1), DIVISIONS[formula]
    assert value == wanted or (math.isnan(value) and math.isnan(wanted))


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_of_formulas_is_that_of_a_walk(name: str) -> None:
    numbers = ("moves(own) - 4", "moves(opp) / 4", "progress()", "0.25", "-1.5")
    formula = f"{name}({', '.join(numbers[: FUNCTIONS[name].arguments])})"
    text = PlainText("isolation", formula_of("isolation", formula))
    for position in positions_of_games("isolation", 40, seed=3):
        walked = interpret(formula_of("isolation", formula), (), text.game.view(position, 1))
        assert agree(text.value(position, 1), walked), position


EXTREMES = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.5,
    -3.0,
    1e300,
    -1e300,
    math.inf,
    -math.inf,
    math.nan,
)


def same(left: float, right: float) -> bool:
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    return left == right and math.copysign(1.0, left) == math.copysign(1.0, right)


HELPERS: dict[str, tuple[Callable[..., float], Callable[..., float]]] = {
    "sqrt": (ieee.square_root, FUNCTIONS["sqrt"].twin),
    "exp": (ieee.exponential, FUNCTIONS["exp"].twin),
    "log": (ieee.logarithm, FUNCTIONS["log"].twin),
    "floor": (ieee.round_down, FUNCTIONS["floor"].twin),
    "round": (ieee.round_even, FUNCTIONS["round"].twin),
}


@pytest.mark.parametrize("name", HELPERS)
def test_functions_of_one_number_are_those_of_formulas(name: str) -> None:
    written, twin = HELPERS[name]
    assert [one for one in EXTREMES if not same(written(one), twin(one))] == []


@pytest.mark.parametrize(("written", "twin"), [(ieee.divide, divide), (ieee.power, power)])
def test_functions_of_two_numbers_are_those_of_formulas(written: Any, twin: Any) -> None:
    pairs = [(left, right) for left in EXTREMES for right in EXTREMES]
    assert [pair for pair in pairs if not same(written(*pair), twin(*pair))] == []


def test_the_course_spreads_by_shifts() -> None:
    # The two bits between its rows catch what leaves a row; other boards look groups up.
    definitions = plain_board_of(find_game("isolation-9x11"), COURSE).definitions
    assert "SPREADS" not in definitions
    assert "<<" in definitions["spread"]
    assert "SPREADS_7" in plain_board_of(find_game("isolation-9x11")).definitions["spread"]
