"""What a GPU may compute otherwise than the CPU stays on the CPU."""

from __future__ import annotations

import pytest

from engine import intrinsics
from engine.cuda.exact import on_cpu_only
from engine.games import find_game
from engine.kernels import interface
from engine.link.joining import join
from features.catalogue import find_features
from features.compiled import formula_kernels
from features.heuristic import Heuristic
from features.presets import find_preset

OPERATIONS = frozenset(intrinsics.OPERATIONS) - {"allocate_words", "release_words"}


def kept_back(line: str) -> str | None:
    """The first thing that is kept back in a formula of two fractions and a position."""
    used = [name for name in intrinsics.OPERATIONS if f"{name}(" in line]
    head = f"from engine.cuda.device import {', '.join(used)}\n" if used else ""
    body = line.replace("\n", "\n    ")
    return on_cpu_only(f"{head}def formula(left, right, own):\n    {body}\n", OPERATIONS)


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("return np.tanh(left)", "tanh"),
        ("return np.log(left)", "log"),
        ("return exp(left)", "exp"),
        ("return left**right", "**"),
        ("return allocate_words(left)", "allocate_words"),
        # 1.0 % 0.1 is 0.09999999999999995, and 0 by the instructions of PTX.
        ("return left % right", "% of fractions"),
        ("return left // right", "// of fractions"),
        ("left %= 2\nreturn left", "% of fractions"),
        ("return divmod(left, right)[0]", "divmod of fractions"),
        # Those of PTX discard what is not a number, and the mistake in a formula with it.
        ("return min(left, 1.0)", "min of fractions"),
        ("return max(left, right)", "max of fractions"),
        # NaN and what fits no word become other words.
        ("return round(left)", "round of fractions"),
        ("return int(left)", "int of fractions"),
        ("return np.int64(left)", "np.int64 of fractions"),
        ("count = 0\nwhile count < 3:\n    count += 0.5\nreturn count % 2", "% of fractions"),
        ("best = 0\nbest = max(best, left)\nreturn best", "max of fractions"),
        # Numba makes fractions of words with a sign and without one where they meet.
        ("return popcount(own[0]) % 2", "% of fractions"),
        ("return own[np.int64(left > right)]", "own[np.int64(left > right)]"),
        ("return hash(left)", "hash"),
        ("return left.real", "left.real"),
    ],
)
def test_what_a_gpu_may_do_otherwise_stays_on_the_cpu(line: str, first: str) -> None:
    assert kept_back(line) == first


@pytest.mark.parametrize(
    "line",
    [
        "return np.float64(left) / right - left * 2.0",
        "return sqrt(abs(left))",
        "return np.float64(np.int64(popcount(own[0])) % 2)",
        "return own[0] >> 3 & np.uint64(7)",
        "best = 0\nfor r in range(7):\n    best = max(best, r // 2 - 3)\nreturn best % 5",
        "a, b = np.int64(own[0]), 3\nreturn min(a, b) if left > right else int(left > right)",
    ],
)
def test_what_has_one_right_answer_goes_to_the_gpu(line: str) -> None:
    assert kept_back(line) is None


def test_a_number_is_whole_only_if_all_calls_give_whole_ones() -> None:
    text = "def half(x):\n    return x // 2\ndef formula(board, own):\n    return half({})\n"
    assert on_cpu_only(text.format("3) + half(4"), OPERATIONS) is None
    assert on_cpu_only(text.format("3) + half(x=4.5"), OPERATIONS) == "// of fractions"


def joined(heuristic: Heuristic) -> str:
    replaced = formula_kernels(heuristic).replacements(inlined=False)
    game = find_game(heuristic.family)
    return join(game, (interface.formula,), replaced, "engine.cuda.device").text


@pytest.mark.parametrize("family", ["isolation", "pentago"])
def test_all_features_of_ours_go_to_the_gpu(family: str) -> None:
    for one in find_features(family).values():
        arguments = ", ".join(["own"] * one.sided + ["1"] * one.arguments)
        text = joined(Heuristic("one", family, (), (), f"{one.name}({arguments})"))
        assert on_cpu_only(text, OPERATIONS) is None, one.name


def test_a_preset_with_a_power_stays_on_the_cpu() -> None:
    assert on_cpu_only(joined(find_preset("liberty_center:euclid")), OPERATIONS) == "**"
