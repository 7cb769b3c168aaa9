"""The lines of a kernel are found without `inspect`, and are those that `inspect` finds."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import pkgutil
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import engine.isolation
import engine.kernels
import engine.pentago
import features.isolation
import features.pentago
from engine.link.source import LinkError, parse_kernel


def functions() -> Iterator[FunctionType]:
    """All functions of the packages that hold kernels."""
    for package in (
        *(engine.kernels, engine.isolation, engine.pentago),
        *(features.isolation, features.pentago),
    ):
        for found in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{found.name}")
            for value in vars(module).values():
                if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                    yield value


def inspected(function: Callable[..., Any]) -> ast.FunctionDef:
    definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    return definition


def test_every_kernel_is_read_as_inspect_reads_it() -> None:
    read = 0
    for function in functions():
        try:
            definition, _ = parse_kernel(function)
        except LinkError:
            # Not all of these modules' functions are kernels.
            continue
        assert ast.dump(definition) == ast.dump(inspected(function)), function
        read += 1
    assert read > 200


ODD = '''
def decorated(*_words):
    return lambda function: function


@decorated(
    "several",
    "lines",
)
def under_a_decorator(first, second):
    # A comment that stands further out than the code is a part of it.
# So is this one.
    return first + second


def with_brackets_at_the_edge(
    first,
    second,
):
    total = (
first
+ second
)
    return total


def with_quotes_at_the_edge(first, second):
    """Say more

in several paragraphs, all at the edge.
    """
    return first + second


class Holder:
    def inside(first, second):
        return first + second


inside = Holder.inside


def last(first, second): return first + second'''


@pytest.mark.parametrize(
    "name",
    [
        *("under_a_decorator", "with_brackets_at_the_edge", "with_quotes_at_the_edge"),
        *("inside", "last"),
    ],
)
def test_a_kernel_ends_where_python_ends_it(tmp_path: Path, name: str) -> None:
    file = tmp_path / "odd_kernels.py"
    file.write_text(ODD, encoding="utf-8")
    place = importlib.util.spec_from_file_location("odd_kernels", file)
    assert place is not None
    assert place.loader is not None
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    definition, _ = parse_kernel(getattr(module, name))
    assert definition.name == name
    assert ast.dump(definition) == ast.dump(inspected(getattr(module, name)))
    assert isinstance(definition.body[-1], ast.Return)
