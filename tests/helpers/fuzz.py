"""Changes texts and trees at random, from a seed, and says what a library may do with them."""

from __future__ import annotations

import copy
import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from engine.errors import TuneError

__all__ = [
    "SEEDS",
    "all_files",
    "ends_soon",
    "fuzzed",
    "mutated_text",
    "mutated_tree",
    "outcome",
]

SEEDS = st.randoms(use_true_random=True)
"""Generators of random numbers, each from a seed that Hypothesis draws."""

_LONGEST = 5.0
"""Seconds of processor time after which a call counts as one that never ends."""

_STRANGE = [
    *"\t\0\r\n\\'\"#%&*!|>@`,:?-[]{}()<=~.",
    *(
        "é",
        "\u202e",
        "\ufeff",
        "\u200b",
        "²",
        "①",
        "\uff58",
        "\ud7ff",
        "\U0001f600",
        "\x85",
        "\x1b",
    ),
    *("- ", ": ", "? ", "---\n", "...\n", "%YAML 1.1\n", "&a ", "*a", "<<: *a\n", "!!python/none "),
    *("null", "~", "true", "no", ".inf", "-.inf", ".nan", "inf", "nan", "''", "{}", "[]"),
    *("0", "-1", "1e400", "-1e400", "1e-400", "0x10", "0o17", "010", "1_000", "0,5", "1:30"),
    *("9" * 30, "9" * 5000, "2**63", "1e308", "-0.0", "0.1" * 3, "1" + "0" * 400),
    *("own", "opp", "moves", "if", "else", "not", "and", "**", "//", "%", "lambda", "__import__"),
    *(
        "../x.py",
        "/dev/null",
        "/dev/zero",
        "~no-such-user/x.yaml",
        f"{'x' * 300}.yaml",
        "/etc/passwd",
        "CON",
        "a/b",
        " " * 50,
        "[" * 200,
        "(" * 200,
    ),
    *("isolation-0x0", "isolation-99x99", "isolation-3x3", "pentago", "postgresql://u:p@h/d"),
]

_VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 10**9, 10**10, 2**63, 2**64, 10**400, -(10**30)),
    *(0.0, -0.0, 0.5, 1e308, 1e-308, float("inf"), float("-inf"), float("nan")),
    *("", " ", "x", "1", "own", "isolation", "pentago", "no", "1e5", "\0", "a\nb", "é", "x" * 5000),
    *([], {}, [[]], [{}], [None], {"": None}, {"low": 0}, ["floor"], [1, 2], {"a": {"b": []}}),
]


def fuzzed(few: int, many: int) -> settings:
    """Settings of so many cases: `few`, or `many` where TUNE_FUZZ is set; always the same ones."""
    count = many if os.environ.get("TUNE_FUZZ") else few
    return settings(
        max_examples=count,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def mutated_text(random: Random, text: str, other: str) -> str:
    """The text after one to four changes to its lines, words and characters.

    `other` is a text that parts are taken from.
    """
    changes: Sequence[Callable[[Random, str, str], str]] = (
        *(_insert, _insert, _delete, _swap, _change_word, _change_word, _change_word),
        *(_double_line, _delete_line, _splice, _cut),
    )
    for _ in range(random.choice((1, 1, 1, 2, 3, 4))):
        text = random.choice(changes)(random, text, other)
    return text


def _insert(random: Random, text: str, _other: str) -> str:
    here = random.randint(0, len(text))
    return text[:here] + random.choice(_STRANGE) + text[here:]


def _delete(random: Random, text: str, _other: str) -> str:
    here = random.randint(0, len(text))
    return text[:here] + text[here + random.randint(1, 8) :]


def _swap(random: Random, text: str, _other: str) -> str:
    one, two, three = sorted(random.randint(0, len(text)) for _ in range(3))
    return text[:one] + text[two:three] + text[one:two] + text[three:]


def _change_word(random: Random, text: str, other: str) -> str:
    words = [*re.finditer(r"[\w.]+|[^\w\s]", text)]
    if not words:
        return text
    word = random.choice(words)
    found = re.findall(r"[\w.]+|[^\w\s]", random.choice((text, other)))
    new = random.choice([random.choice(_STRANGE), random.choice(found or [""])])
    return text[: word.start()] + new + text[word.end() :]


def _double_line(random: Random, text: str, other: str) -> str:
    lines, found = text.split("\n"), (other if random.random() < 0.3 else text).split("\n")
    lines.insert(random.randint(0, len(lines)), random.choice(found))
    return "\n".join(lines)


def _delete_line(random: Random, text: str, _other: str) -> str:
    lines = text.split("\n")
    del lines[random.randrange(len(lines))]
    return "\n".join(lines)


def _splice(random: Random, text: str, other: str) -> str:
    return text[: random.randint(0, len(text))] + other[random.randint(0, len(other)) :]


def _cut(random: Random, text: str, _other: str) -> str:
    return text[: random.randint(0, len(text))]


def mutated_tree(random: Random, tree: Any, other: Any) -> Any:
    """A copy of a tree with one to three of its parts replaced, removed, renamed or moved."""
    tree = copy.deepcopy(tree)
    for _ in range(random.choice((1, 1, 2, 3))):
        holders = [one for one in _parts(tree) if isinstance(one, dict | list) and one]
        if not holders:
            return tree
        _mutate(random, random.choice(holders), [*_parts(other), *_parts(tree)])
    return tree


def _mutate(random: Random, holder: Any, parts: Sequence[Any]) -> None:
    key = random.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
    action = random.randrange(5)
    if action == 0:
        del holder[key]
    elif action == 1:
        holder[key] = copy.deepcopy(random.choice(parts))
    elif action == 2 and isinstance(holder, dict):
        words = [one for part in parts if isinstance(part, dict) for one in part]
        holder[random.choice([*words, "", "x", "é"])] = holder.pop(key)
    elif action == 3:
        holder[key] = random.choice(([holder[key]], {"x": holder[key]}, [holder[key]] * 3))
    else:
        holder[key] = random.choice(_VALUES)


def _parts(tree: Any) -> Iterator[Any]:
    yield tree
    below = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    for part in below:
        yield from _parts(part)


def outcome(call: Callable[[], Any]) -> Any:
    """What the call gives; None where it is refused by an error of our own of one line."""
    try:
        with ends_soon():
            return call()
    except TuneError as error:
        (line,) = str(error).splitlines()
        assert line.strip()
        assert line.isprintable()
        assert len(line) < 5_000, line
        return None


@contextmanager
def ends_soon(seconds: float = _LONGEST) -> Iterator[None]:
    """Fail where the block computes for longer than that."""
    if not hasattr(signal, "SIGPROF"):
        yield
        return

    def fail(*_: object) -> None:
        raise AssertionError(f"still computing after {seconds:g} seconds")

    before = signal.signal(signal.SIGPROF, fail)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def all_files(*folders: Path) -> dict[str, tuple[int, int]]:
    """Every file and folder below some, each with its size and the time of its last change."""
    return {
        str(path): (path.lstat().st_size, path.lstat().st_mtime_ns)
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if not path.is_dir() or path.is_symlink()
    }
