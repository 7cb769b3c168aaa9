"""What goes wrong in a feature of one's own is one line: file, line, function, and a cure."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games import find_game
from features.trial import fault_of_file
from features.trial_parts import COMPILING

HEAD = '''\
import math
import random

import numpy as np

from engine.isolation.squares import height, is_blank, row
from features.feature import feature

NAMES = [1, 2]


@feature("isolation")
def mine(board, side):
    """Something."""
    '''
LINE = HEAD.count("\n") + 1

MISTAKES = {
    "try:\n    x = 1\nexcept ValueError:\n    x = 2\nreturn x": (
        "try cannot be compiled; test with 'if' before, so that nothing can fail"
    ),
    "with open('x'):\n    return 1": (
        "with cannot be compiled; take it out, a feature reads nothing but the position"
    ),
    "x = [0, 0]\nreturn x[0]": (
        "a list cannot be compiled; use one variable for each number, and loops that count or add "
        "up"
    ),
    "x = {}\nreturn 1": (
        "a dict cannot be compiled; write if, elif and else, or a NumberTable of the squares"
    ),
    "return 'a' + 1": "a text cannot be compiled; use numbers",
    "return f'{1}'": "a text cannot be compiled; use numbers",
    "x = None\nreturn 1": "None cannot be compiled; use a number that means nothing, such as -1",
    "return sum(row(board, side) for _ in range(7))": (
        "sum() cannot be compiled; write a loop that counts or adds up"
    ),
    "return len(NAMES)": "len() cannot be compiled; write a loop that counts or adds up",
    "for x in NAMES:\n    return x\nreturn 1": (
        "a loop over 'NAMES' cannot be compiled; loop over range(...)"
    ),
    "x = 2 if row(board, side) in (1, 2) else 1\nreturn x": (
        "'in' cannot be compiled; compare with == and or"
    ),
    "def inner():\n    return 1\nreturn inner()": (
        "a function in a function cannot be compiled; write it at the top of the file, and give it "
        "what it needs as arguments"
    ),
    "return (lambda: 1)()": (
        "lambda cannot be compiled; write a function of its own at the top of the file"
    ),
    "return mine(board, side)": "the function calls itself, which cannot be compiled; write a loop",
    "return np.zeros(3)[0]": (
        "np.zeros cannot be compiled; use one variable for each number, and loops: no arrays"
    ),
    "return math.sqrt(4)": ("math.sqrt cannot be compiled; import numpy as np and write np.sqrt"),
    "return side.blanks": (
        "'side.blanks' cannot be compiled; read a position with the functions for it, such as "
        "is_blank(board, side, r, c)"
    ),
    "while True:\n    x = 1\nreturn x": (
        "this loop never ends; let its condition become false, or leave it with break or return"
    ),
    "if row(board, side) > 2:\n    return 1": (
        "the function can come to its end without a value; put a return with a number there"
    ),
    "print(1)\nreturn 1": "print() cannot be compiled; take it out",
    "return is_blank(side, board, 1, 1)": (
        "is_blank(side, board, ...) has them in the wrong order; write board first"
    ),
    "return is_blank(board, side, row=1, column=2)": (
        "'row=' in a call cannot be exported; write the arguments in their order"
    ),
    "f = is_blank\nreturn f(board, side, 1, 1)": (
        "'f = is_blank' cannot be exported; call is_blank by its own name"
    ),
    "a = b = row(board, side)\nreturn a + b": (
        "'a = b = row(board, side)' cannot be exported; set one variable in each line"
    ),
    "for r in range(7):\n    r = r + 5\nreturn 1": (
        "a loop that sets its own variable 'r' cannot be exported; use another one"
    ),
    "return round(row(board, side) / 3, 1)": (
        "round() to digits cannot be exported; write round(10 * x) / 10"
    ),
    "global x\nreturn 1": "global cannot be compiled; give the number as an argument, or return it",
}
"""Each is found by its text, before anything runs."""

RUNTIME = {
    "return is_blank(board, side, 1)": (
        "TypeError: is_blank() missing 1 required positional argument: 'column'; correct the "
        "function"
    ),
    "x += 1\nreturn x": (
        "UnboundLocalError: cannot access local variable 'x' where it is not associated with a "
        "value; correct the function"
    ),
    "return missing": "NameError: name 'missing' is not defined; correct the function",
    "return 1 / (row(board, side) + 1)": (
        "ZeroDivisionError: division by zero; test before whether it is 0"
    ),
    "for r in range(height(board) / 2):\n    x = r\nreturn x": (
        "TypeError: 'float' object cannot be interpreted as an integer; correct the function"
    ),
}
"""Each is found when the function runs as ordinary Python."""


def fault_of(folder: Path, body: str) -> tuple[str, list[str]]:
    """What is said of a feature with this body, after the file, and the parts of its trial."""
    file, parts = folder / "mine.py", list[str]()
    file.write_text(HEAD + body.replace("\n", "\n    ") + "\n", encoding="utf-8")
    fault = fault_of_file(str(file), find_game("isolation"), [], parts.append)
    assert fault.startswith(str(file))
    assert "\n" not in fault
    return fault.removeprefix(str(file)), parts


@pytest.mark.parametrize("body", MISTAKES)
def test_what_cannot_be_compiled_is_told_by_line_with_what_to_write(
    tmp_path: Path, body: str
) -> None:
    assert fault_of(tmp_path, body)[0] == f", line {LINE}, in 'mine': {MISTAKES[body]}"


@pytest.mark.parametrize("body", RUNTIME)
def test_what_fails_in_plain_python_is_told_before_anything_is_compiled(
    tmp_path: Path, body: str
) -> None:
    fault, parts = fault_of(tmp_path, body)
    assert fault == f", line {LINE}: {RUNTIME[body]}"
    assert COMPILING not in parts


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "return (1, 2)",
            "mine(own) gives (1, 2) in plain Python; let the function return a number",
        ),
        ("return random.random()", "random numbers cannot be drawn; take that out, the same"),
    ],
)
def test_what_is_no_number_or_another_one_each_time_is_refused(
    tmp_path: Path, body: str, said: str
) -> None:
    assert said in fault_of(tmp_path, body)[0]


def test_a_mistake_is_told_where_it_stands(tmp_path: Path) -> None:
    """In a function that the feature calls, on a line of its own."""
    body = "return below(board, side)\n\n\n"
    file = tmp_path / "mine.py"
    below = "def below(board, side):\n    count = 0\n    count += len(NAMES)\n    return count\n"
    file.write_text(HEAD + body + below, encoding="utf-8")
    fault = fault_of_file(str(file), find_game("isolation"), [], lambda _: None)
    assert fault == (
        f"{file}, line {LINE + 5}, in 'below': len() cannot be compiled; write a loop that counts "
        "or adds up"
    )


def test_what_only_the_compiler_refuses_is_told_by_line_too(tmp_path: Path) -> None:
    """Python compares a number with a pair, and says that they differ."""
    body = "x = 1\nif x == (1, 2):\n    x = 2\nreturn x"
    fault, _ = fault_of(tmp_path, body)
    assert fault.startswith(f", line {LINE + 1}, in 'mine': 'if x == (1, 2):' cannot be compiled: ")
