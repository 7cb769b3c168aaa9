"""Evaluations in C, compiled as an engine's author would do it, and run on many positions."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.yardsticks import YardstickError, find_compiler
from engine.c99.layout import CLayout
from engine.game import States
from features.c_text import CEvaluation, write_evaluation
from features.calls import call_chooser
from features.feature import Feature
from features.language.expression import FeatureCall

__all__ = [
    "CHECKED",
    "STRICT",
    "assert_same",
    "build",
    "called_in_c",
    "main_of",
    "needs_compiler",
    "run",
    "with_settable_values",
    "with_values",
]

STRICT = ("-O2", "-Wall", "-Werror", "-std=c99")
"""What an exported file must pass."""

CHECKED = (
    *("-O1", *STRICT[1:]),
    *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
)
"""The same, compiled in half the time; a program ends at the first thing that C does not define."""

_INCLUDES = """\
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
"""

_MAIN = """
#include <inttypes.h>
#include <stdio.h>
int main(void)
{{
    uint64_t {words};
    while (scanf({formats}, {addresses}) == {count}) {{
        {statement}
    }}
    return 0;
}}
"""

try:
    find_compiler()
    _MISSING = ""
except YardstickError as error:
    _MISSING = str(error)

needs_compiler = pytest.mark.skipif(bool(_MISSING), reason=_MISSING or "there is one")


def with_settable_values(evaluation: CEvaluation, statement: str) -> str:
    """Return a program whose parameters are variables, and whose statement may set them.

    `{value}` in the statement stands for the value of the position that was read.
    """
    names = [name for name in evaluation.constants if name in evaluation.used]
    variables = "".join(f"static double {name};\n" for name in names)
    return _INCLUDES + variables + evaluation.text + main_of(evaluation.layout, statement)


def with_values(evaluation: CEvaluation, values: Sequence[float]) -> str:
    """Return a program that prints the value of each position that it reads."""
    pairs = zip(evaluation.constants, values, strict=True)
    lines = [f"static const double {name} = {value!r};\n" for name, value in pairs]
    used = [line for line in lines if line.split()[3] in evaluation.used]
    return _INCLUDES + "".join(used) + evaluation.text + main_of(evaluation.layout)


def main_of(layout: CLayout, statement: str = 'printf("%.17g\\n", {value});') -> str:
    """Return a main function that reads positions and does something with each."""
    words = [f"word_{index}" for index in range(len(layout.arguments))]
    passed = [
        f"({one.kind.c_name}){word}" for one, word in zip(layout.arguments, words, strict=True)
    ]
    return _MAIN.format(
        words=", ".join(words),
        formats=" ".join('"%" SCNu64' for _ in words),
        addresses=", ".join(f"&{word}" for word in words),
        count=len(words),
        statement=statement.replace("{value}", f"evaluate({', '.join(passed)})"),
    )


def build(text: str, program: Path, flags: Sequence[str] = STRICT) -> Path:
    """Compile a text; the program gets this path."""
    source = program.with_suffix(".c")
    source.write_text(text, encoding="utf-8")
    command = [find_compiler(), *flags, str(source), "-o", str(program), "-lm"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return program


def run(program: Path, states: States, words: int) -> NDArray[np.float64]:
    """Return all numbers that a program prints for these states."""
    rows = "".join(" ".join(map(str, row[:words])) + "\n" for row in states.tolist())
    ended = subprocess.run([str(program)], input=rows, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return np.array([float(number) for number in ended.stdout.split()])


def assert_same(found: NDArray[np.float64], expected: NDArray[np.float64], what: str) -> None:
    """Values are equal to 1e-9 of the larger of 1 and the value; infinities and NaN are equal."""
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected), err_msg=what)
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(found[~finite], expected[~finite], err_msg=what)
    scale = np.maximum(1.0, np.abs(expected[finite]))
    worst = np.abs(found[finite] - expected[finite]) / scale
    assert worst.size == 0 or worst.max() <= 1e-9, f"{what}: {worst.max()}"


def called_in_c(
    game: Any, features: Sequence[Feature], calls: Sequence[FeatureCall], states: States, path: Path
) -> NDArray[np.float64]:
    """The values of calls in an exported C program: a row for each call."""
    evaluation = write_evaluation(game, call_chooser(features, game.family, calls))
    loop = f"for (CHOSEN_CALL = 0; CHOSEN_CALL < {len(calls)}; CHOSEN_CALL++)"
    text = with_settable_values(evaluation, f'{loop} printf("%.17g\\n", {{value}});')
    found = run(build(text, path, CHECKED), states, len(evaluation.layout.arguments))
    return found.reshape(len(states), len(calls)).T
