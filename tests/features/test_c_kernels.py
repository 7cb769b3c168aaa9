"""What a kernel may hold means the same in C, and what C does not know is refused."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from c_kernels import KERNELS
from c_programs import assert_same, called_in_c, needs_compiler
from c_refusals import REFUSED

from engine.c99.kinds import CTextError
from engine.games import find_game
from features.c_text import write_evaluation
from features.calls import feature_calls, kernel_values
from features.conformance import random_positions
from features.feature import feature
from features.heuristic import Heuristic

GAME = find_game("isolation")


@needs_compiler
def test_the_language_of_kernels_means_the_same(tmp_path: Path) -> None:
    calls = [call for one in KERNELS for call in feature_calls(one)]
    placed = [one for one in random_positions(GAME, 300, seed=5) if one.blanks.bit_count() <= 47]
    states = GAME.pack(placed)
    expected = kernel_values(KERNELS, GAME, calls, states)
    found = called_in_c(GAME, KERNELS, calls, states, tmp_path / "kernels")
    for call, values, kernel in zip(calls, found, expected, strict=True):
        assert_same(values, kernel, str(call))


@pytest.mark.parametrize(
    ("kernel", "message"), REFUSED, ids=lambda one: getattr(one, "__name__", "")
)
def test_what_c_might_do_otherwise_is_refused_with_its_place(
    kernel: Callable[..., float], message: str
) -> None:
    one = feature("isolation", twin=lambda _: 0.0, sided=False)(kernel)
    heuristic = Heuristic("h", "isolation", (), (), f"{one.name}()", extra_features=(one,))
    first = kernel.__code__.co_firstlineno
    with pytest.raises(CTextError, match=message) as error:
        write_evaluation(GAME, heuristic)
    found = re.match(rf"kernel '{one.name}' \(c_refusals\.py, line (\d+)\): ", str(error.value))
    assert found is not None
    last = first + len(inspect.getsource(kernel).splitlines())
    assert first <= int(found[1]) < last


def test_a_game_without_a_layout_is_refused() -> None:
    heuristic = Heuristic("h", "toy", (), (), "1.0")
    with pytest.raises(CTextError, match="toy-game does not say how C sees its positions"):
        write_evaluation(SimpleNamespace(name="toy-game", family="toy"), heuristic)
