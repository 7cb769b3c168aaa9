"""The linker: one text that stands alone, or one line about what cannot be compiled."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import toy_kernels
from toy_kernels import HEIGHTS, ROWS

from engine.errors import EngineError
from engine.games import find_game
from engine.intrinsics import popcount
from engine.link.joining import FormulaKernels, join
from engine.link.linker import Linker, OuterKernel
from engine.link.source import LinkError, SourceKernel
from engine.play.compiler import compile_chooser
from engine.table import Table


def no_tables(table: Table) -> int:
    raise AssertionError(f"no offset of {table.name} is needed")


def joined(linker: Linker) -> dict[str, Any]:
    """Run the joined text with a decorator that leaves functions as they are."""
    names: dict[str, Any] = {"np": np, "kernel": lambda function: function}
    exec(linker.text(), names)
    return names


def linked(kernel: Any, replacements: dict[Any, Any] | None = None) -> Callable[..., Any]:
    """The function that runs from the joined text."""
    linker = Linker(replacements or {}, no_tables)
    name = linker.add(kernel)
    function: Callable[..., Any] = joined(linker)[name]
    return function


def test_the_text_of_a_kernel_with_helpers() -> None:
    linker = Linker({}, no_tables)
    assert linker.add(toy_kernels.limited) == "limited"
    assert linker.text() == (
        "@kernel\n"
        "def twice(number):\n"
        "    return number + number\n"
        "\n\n"
        "@kernel\n"
        "def four_times(number):\n"
        "    return twice(twice(number))\n"
        "\n\n"
        "@kernel\n"
        "def limited(number):\n"
        "    return min(four_times(number), np.int64(3))\n"
    )


def test_helpers_are_included_once() -> None:
    linker = Linker({}, no_tables)
    names = [linker.add(one) for one in (toy_kernels.four_times, toy_kernels.twice)]
    assert names == ["four_times", "twice"]
    assert linker.text().count("def twice(") == 1


def test_intrinsics_are_imported() -> None:
    linker = Linker({}, no_tables)
    linker.add(toy_kernels.bits_and_half)
    assert linker.text() == (
        "from engine.link.operations import (\n"
        "    popcount,\n"
        ")\n"
        "\n\n"
        "@kernel\n"
        "def bits_and_half(word):\n"
        "    return np.float64(popcount(word)) + 0.5\n"
    )


def test_intrinsics_of_another_target_are_imported_from_its_module() -> None:
    linker = Linker({}, no_tables)
    linker.add(toy_kernels.bits_and_half)
    assert linker.text("elsewhere").startswith("from elsewhere import (\n    popcount,\n)\n")


def test_an_intrinsic_is_replaced_by_a_text_with_kernels_of_the_module() -> None:
    counted = SourceKernel(
        "def counted(word):\n    return outside(word) + 1\n", {"outside": OuterKernel("given")}
    )
    linker = Linker({popcount: counted}, no_tables)
    name = linker.add(toy_kernels.bits_and_half)
    assert "import" not in linker.text()
    assert "return given(word) + 1" in linker.text()
    names = joined(linker)
    names["given"] = lambda word: word * 10
    assert names[name](4) == 41.5


def test_infinity_and_nan_survive() -> None:
    assert linked(toy_kernels.endless)() == math.inf
    assert math.isnan(linked(toy_kernels.not_a_number)())


def test_tables_become_their_offsets() -> None:
    asked: list[Table] = []

    def offset(table: Table) -> int:
        asked.append(table)
        return {HEIGHTS: 100, ROWS: 200}[table]

    linker = Linker({}, offset)
    linker.add(toy_kernels.row_and_height)
    assert "load_number(board, np.int64(100) + square)" in linker.text()
    assert "np.float64(200) + height_of(board, square)" in linker.text()
    assert set(asked) == {HEIGHTS, ROWS}


def test_tables_of_another_kernel_on_the_same_board_come_first() -> None:
    game = find_game("isolation-5x5")
    height = game.first_slot + game.table_slots(ROWS)
    together = join(game, [toy_kernels.height_of], {}, tables=(ROWS,))
    assert together.tables == (ROWS, HEIGHTS)
    assert f"np.int64({height})" in together.text


def test_a_formula_that_cannot_be_compiled_is_named_though_its_search_can() -> None:
    wrong = SourceKernel("def formula(board, parameters, own, opp):\n    return 'a' + 1\n", {})
    refused = "kernel 'formula' cannot be compiled at 'return 'a' \\+ 1': No implementation of"
    with pytest.raises(EngineError, match=refused):
        compile_chooser(find_game("isolation"), FormulaKernels(wrong, wrong, 0))


def test_a_kernel_is_replaced_wherever_it_is_used() -> None:
    def instead(number: int) -> int:
        return number + 100

    assert linked(toy_kernels.limited)(5) == 3
    assert linked(toy_kernels.four_times, {toy_kernels.twice: instead})(1) == 201
    assert linked(toy_kernels.twice, {toy_kernels.twice: instead})(1) == 101


def test_a_text_replaces_a_kernel() -> None:
    source = SourceKernel(
        "def chosen(number):\n    return double(number) + BASE\n",
        {"double": toy_kernels.twice, "BASE": 1000},
    )
    assert linked(toy_kernels.limited, {toy_kernels.four_times: source})(1) == 3
    assert linked(toy_kernels.ping, {toy_kernels.pong: source})(4) == 1008


def test_a_text_can_ask_to_become_a_part_of_its_callers() -> None:
    text = "def twice(number):\n    return number + number\n"
    for asked, decorator in ((True, "@inlined\ndef twice"), (False, "@kernel\ndef twice")):
        linker = Linker({}, no_tables)
        linker.add(SourceKernel(text, {}, inlined=asked))
        assert decorator in linker.text()


def test_two_kernels_of_one_name_stay_apart() -> None:
    other = SourceKernel("def twice(number):\n    return -number\n", {})
    linker = Linker({}, no_tables)
    assert linker.add(toy_kernels.four_times) == "four_times"
    assert linker.add(other) == "twice_2"
    functions = joined(linker)
    assert functions["four_times"](3) == 12
    assert functions["twice_2"](3) == -3


def test_a_kernel_may_have_any_name() -> None:
    linker = Linker({}, no_tables)
    assert linker.add(toy_kernels.uses_kernel) == "uses_kernel"
    assert "def kernel(" not in linker.text()
    assert joined(linker)["uses_kernel"](1) == 2


def test_the_kernel_itself_is_not_changed() -> None:
    linked(toy_kernels.limited)
    assert toy_kernels.limited(np.int64(5)) == 3
    assert toy_kernels.twice.__doc__ is not None


REFUSED = [
    ("recursive", "line 56, in 'recursive': 'recursive' leads back to itself; write a loop"),
    ("ping", "line 64, in 'pong': 'ping' leads back to itself; write a loop"),
    (
        "with_lambda",
        "kernel 'with_lambda' defines a function, a class or a comprehension inside; write a "
        "function of its own or a loop",
    ),
    (
        "with_list",
        "kernel 'with_list' defines a function, a class or a comprehension inside; write a "
        "function of its own or a loop",
    ),
    ("with_unknown", "line 84, in 'with_unknown': 'missing' is unknown; define or import it"),
    (
        "with_names",
        "line 88, in 'with_names': 'NAMES', a list, cannot be compiled; use functions, tables and "
        "numbers, and import them by their names",
    ),
    (
        "with_module",
        "line 92, in 'with_module': 'collections', a module, cannot be compiled; use functions, "
        "tables and numbers, and import them by their names",
    ),
    (
        "same_name_as_a_helper",
        "line 99, in 'same_name_as_a_helper': there is a variable 'twice', and 'doubled', which is "
        "called 'twice' too; rename the variable",
    ),
]


@pytest.mark.parametrize(("name", "message"), REFUSED, ids=[name for name, _ in REFUSED])
def test_what_cannot_be_compiled(name: str, message: str) -> None:
    with pytest.raises(LinkError) as failure:
        linked(getattr(toy_kernels, name))
    assert str(failure.value) == message


@pytest.mark.parametrize(
    ("call", "scope"),
    [
        ("np.random.random()", {"np": np}),
        ("random.random()", {"random": random}),
        ("uniform(0.0, 1.0)", {"uniform": random.uniform}),
        ("gauss(0.0, 1.0)", {"gauss": np.random.normal}),
    ],
)
def test_random_numbers_are_refused_with_the_reason(call: str, scope: dict[str, Any]) -> None:
    noisy = SourceKernel(f"def noisy(number):\n    return number + {call}\n", scope)
    with pytest.raises(LinkError) as failure:
        linked(noisy)
    assert str(failure.value) == (
        "line 2, in 'noisy': random numbers cannot be drawn; take that out, the same position must "
        "have the same value"
    )


def test_closures_are_refused() -> None:
    with pytest.raises(LinkError) as failure:
        linked(toy_kernels.add(np.int64(1)))
    assert str(failure.value) == (
        "line 68, in 'added': the function uses 'amount' of the function around it; take it as an "
        "argument"
    )


DESCRIBED = 'def described(number):\n    """Describes what is still to be written."""\n'


@pytest.mark.parametrize("added_before", [None, "def described(number):\n    return number\n"])
def test_a_kernel_that_is_only_described_is_refused(added_before: str | None) -> None:
    linker = Linker({}, no_tables)
    if added_before is not None:
        # Another kernel has the name, so this one would be renamed.
        linker.add(SourceKernel(added_before, {}))
    with pytest.raises(LinkError) as failure:
        linker.add(SourceKernel(DESCRIBED, {}))
    expected = "line 1, in 'described': the function does nothing; let it return a number"
    assert str(failure.value) == expected


def test_a_kernel_without_source_is_refused() -> None:
    names: dict[str, Any] = {}
    exec("def typed_in(number):\n    return number\n", names)
    with pytest.raises(LinkError, match="'typed_in' has no source; write it in a file"):
        linked(names["typed_in"])


@pytest.mark.parametrize("thing", [3, "text", len])
def test_what_is_no_kernel_is_refused(thing: Any) -> None:
    with pytest.raises(LinkError, match="is no kernel"):
        linked(thing)


def test_link_errors_are_errors_of_the_engine() -> None:
    assert issubclass(LinkError, EngineError)
