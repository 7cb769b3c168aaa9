"""Small functions have one value in plain Python, compiled and exported, or a line says why not."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest
from c_programs import called_in_c, needs_compiler
from plain_texts import COURSE, PlainText

from engine.c99.kinds import CTextError
from engine.games import find_game
from engine.link.source import LinkError
from features.c_text import write_evaluation
from features.calls import kernel_values
from features.catalogue import load_features
from features.conformance import random_positions
from features.feature import Feature
from features.heuristic import Heuristic
from features.language.expression import FeatureCall
from features.subset import check_subset

GAME = find_game("isolation-9x11")

HEAD = """\
import numpy as np

from engine.isolation.squares import column, is_blank, row
from features.feature import feature


def doubled(board, side):
    return 2 * row(board, side)
"""

OF_NUMBERS = "'and' and 'or' of numbers give a number; compare them with 0"

BODIES: Mapping[str, str] = {
    # The last operand of `and` is the value, though it is known to be true.
    "n = 0\nfor r in range(7):\n    n += is_blank(board, side, r, 0) and 2\nreturn n": OF_NUMBERS,
    "return row(board, side) and 5": OF_NUMBERS,
    "return row(board, side) or 0": OF_NUMBERS,
    "return 1 and row(board, side) and 0.5": OF_NUMBERS,
    "return (row(board, side) > 2 and 2.5) * 2": OF_NUMBERS,
    "return row(board, side) > 2 and column(board, side) > 3 and True": "",
    "return 2 if row(board, side) and 5 and (column(board, side) or 0) else 3": "",
    "return not (row(board, side) and 5)": "",
    # Sums whose lines are broken keep the parentheses of their terms.
    "return (row(board, side) > 2) + (column(board, side) > 2) * 2 - (not is_blank(board, side, "
    "row(board, side), column(board, side)))": "",
    "return (1 if row(board, side) > 2 else 5) + (column(board, side) > 2) * 2 - (is_blank(board, "
    "side, row(board, side) + 1, column(board, side)))": "",
    "return (row(board, side) - (column(board, side) - 3) - (2 if is_blank(board, side, 1, 1) else "
    "row(board, side) * 100) - (column(board, side) > 1000000))": "",
    "return 0 <= row(board, side) < 3 < column(board, side)": "",
    "return -row(board, side) // 2 - 7 % 3 + row(board, side) % 3": "",
    "return row(board, side) & 3 | 4 ^ ~column(board, side)": "",
    "n = 1\nfor r in range(3):\n    n <<= 1\nreturn n * row(board, side)": "",
    "n = row(board, side) - 2\nn **= 2\nn <<= 1\nn |= 5\nn //= 3\nreturn n % 4 - (1 - n) ** 3": "",
    "x = 0.0\nx -= row(board, side)\nx /= 2\nx *= x\nreturn x": "",
    "x = 1\nif row(board, side) > 3:\n    x = 2.5\nreturn x": "",
    "a, b = row(board, side), column(board, side)\na, b = b, a\nreturn a * 10 + b": "",
    "i = 0\nwhile i < 5 and row(board, side) != i:\n    i += 1\nreturn i": "",
    "n = 0\nfor r in range(7):\n    n += r\nr = 3\nreturn n + r + row(board, side)": "",
    "return round(row(board, side) / 4) + np.floor(row(board, side) / 2) + int(2.7)": "",
    "return np.inf if row(board, side) > 4 else -np.inf": "",
    "return doubled(board, side) + is_blank(board, side, 1, 1)": "",
    "return max(row(board, side), 1.5) + min(column(board, side), 2)": "",
    "return max(row(board, side), 1.5, True)": ("larger of a float64 and a truth value; cast them"),
    "return 3 - -is_blank(board, side, 3, 3)": (
        "a truth value has no negative; cast it to np.int64 or np.float64"
    ),
}
"""What C says of each; "" for nothing."""


@pytest.fixture(scope="module")
def features(tmp_path_factory: pytest.TempPathFactory) -> list[Feature]:
    return loaded(tmp_path_factory.mktemp("bodies"), list(BODIES))


def loaded(folder: Path, bodies: list[str]) -> list[Feature]:
    """Features with these bodies, from a file."""
    text = HEAD
    for number, body in enumerate(bodies):
        head = f'@feature("isolation")\ndef body_{number}(board, side):\n    """A number."""\n'
        text += f"\n\n{head}{textwrap.indent(body, '    ')}\n"
    file = folder / "bodies.py"
    file.write_text(text, encoding="utf-8")
    known = load_features(str(file))
    return [known[f"body_{number}"] for number in range(len(bodies))]


def formula_of(one: Feature) -> Heuristic:
    return Heuristic("h", "isolation", (), (), f"{one.name}(own)", extra_features=(one,))


POSITIONS = random_positions(GAME, 80, seed=4)


def values_of(one: Feature) -> list[float]:
    """The values in ordinary Python."""
    views = [GAME.view(position, GAME.player_to_move(position)) for position in POSITIONS]
    return [one.twin(view) for view in views]


def test_compiled_they_are_what_ordinary_python_says(features: list[Feature]) -> None:
    calls = [FeatureCall(one.name, "own") for one in features]
    rows = kernel_values(features, GAME, calls, GAME.pack(POSITIONS))
    found = dict(zip(BODIES, rows.tolist(), strict=True))
    assert found == {body: values_of(one) for body, one in zip(BODIES, features, strict=True)}


@pytest.mark.parametrize("number", range(len(BODIES)))
def test_in_exported_python_they_are_what_ordinary_python_says(
    features: list[Feature], number: int
) -> None:
    one = features[number]
    check_subset(one)
    for numbering in (None, COURSE):
        text = PlainText(GAME.name, formula_of(one), numbering=numbering)
        found = [text.value(position, GAME.player_to_move(position)) for position in POSITIONS]
        assert found == values_of(one)
        assert {type(value) for value in found} == {float}


def test_c_takes_them_or_says_why_not(features: list[Feature]) -> None:
    for one, refusal in zip(features, BODIES.values(), strict=True):
        if not refusal:
            assert f"{one.name}(" in write_evaluation(GAME, formula_of(one)).text
            continue
        with pytest.raises(CTextError) as caught:
            write_evaluation(GAME, formula_of(one))
        place, said = str(caught.value).split("): ")
        assert said == refusal
        assert place.startswith(f"kernel '{one.name}' (bodies.py, line ")


@needs_compiler
def test_in_exported_c_they_are_what_ordinary_python_says(
    features: list[Feature], tmp_path: Path
) -> None:
    taken = [one for one, refusal in zip(features, BODIES.values(), strict=True) if not refusal]
    calls = [FeatureCall(one.name, "own") for one in taken]
    rows = called_in_c(GAME, taken, calls, GAME.pack(POSITIONS), tmp_path / "bodies")
    found = dict(zip(calls, rows.tolist(), strict=True))
    assert found == {call: values_of(one) for call, one in zip(calls, taken, strict=True)}


def test_what_no_export_has_is_an_error_of_its_own(tmp_path: Path) -> None:
    (one,) = loaded(tmp_path, ["return round(row(board, side) / 3, 1)"])
    with pytest.raises(LinkError, match=r"line 14\): plain Python has 'round' of one number"):
        PlainText(GAME.name, formula_of(one))
    with pytest.raises(CTextError, match=r"line 14\): 'round' with 2 arguments is not known"):
        write_evaluation(GAME, formula_of(one))
