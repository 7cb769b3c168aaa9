"""Write one function of plain Python from a kernel, for arguments of known kinds."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.link.source import LinkError
from engine.plain.library import Library
from engine.plain.naming import unused, variable_names
from engine.plain.statements import Statements
from engine.plain.trees import is_docstring, names_in
from engine.plain.values import Kind, Value

__all__ = ["Argument", "Written", "write_function"]

_PASSES = 8
"""A variable's kind follows from what is assigned to it, which may need other variables' kinds."""


@dataclass(frozen=True)
class Argument:
    """An argument is what a kernel takes, and knows which arguments of the text it becomes.

    Attributes:
        kind: of the value.
        constant: what it always is in this text, None for any.
        names: of its items where it is a state.
        shared: whether these names are those of another argument, in another order.
    """

    kind: Kind
    constant: bool | int | float | None
    names: tuple[str, ...]
    shared: bool = False


@dataclass(frozen=True)
class Written:
    """Hold a function of the text.

    Attributes:
        name: in the text.
        arguments: what it takes: which argument of the kernel, and which item of it, None for all.
        names: of these arguments.
        result: kind of its value.
        body: its statements, the docstring first where it has one.
        constant: what it always gives, None if that is not known.
    """

    name: str
    arguments: tuple[tuple[int, int | None], ...]
    names: tuple[str, ...]
    result: Kind
    body: tuple[ast.stmt, ...]
    constant: bool | int | float | None = field(default=None)

    @property
    def expression(self) -> ast.expr | None:
        """Return its value where nothing else must be done for it."""
        statements = [one for one in self.body if not is_docstring(one)]
        last = statements[-1]
        if not isinstance(last, ast.Return):
            return None
        if len(statements) == 1:
            return last.value
        first = statements[0]
        if len(statements) > 2 or not isinstance(first, ast.If) or first.orelse:
            return None
        (then,) = first.body if len(first.body) == 1 else (None,)
        if not isinstance(then, ast.Return) or then.value is None or last.value is None:
            return None
        return ast.IfExp(first.test, then.value, last.value)

    def definition(self) -> ast.FunctionDef:
        """Return its syntax tree."""
        arguments = ast.arguments(
            posonlyargs=[],
            args=[ast.arg(name) for name in self.names],
            kwonlyargs=[],
            kw_defaults=[],
            defaults=[],
        )
        return ast.FunctionDef(self.name, arguments, list(self.body), [])


def write_function(
    library: Library,
    kernel: ast.FunctionDef,
    arguments: Sequence[Argument],
    name: str,
    fixed: Sequence[str] = (),
) -> Written:
    """Write a kernel for arguments of these kinds.

    Args:
        library: what it may use.
        kernel: what is written.
        arguments: their kinds.
        name: of the function in the text.
        fixed: names of arguments that no variable of the kernel may have.

    Raises:
        LinkError: if plain Python has no counterpart of something in it.
    """
    changing = _assigned_in(kernel)
    own_names = [one.arg for one in kernel.args.args]
    names = variable_names(kernel, library, fixed)
    taken = {*names.values(), *library.reserved, *dir(builtins)}
    known: dict[str, Value] = {}
    kinds: dict[str, Kind] = {}
    offered: dict[str, tuple[int, int | None]] = {}
    prologue: list[ast.stmt] = []
    for place, (own_name, argument) in enumerate(zip(own_names, arguments, strict=True)):
        value = _value_of(argument, names[own_name], taken, place, offered)
        if own_name not in changing:
            known[own_name] = value
            continue
        kinds[own_name] = argument.kind
        if not isinstance(value.node, ast.Name) or value.node.id != names[own_name]:
            prologue.append(ast.Assign([ast.Name(names[own_name], ast.Store())], value.node))
    result: Kind | None = None
    for _ in range(_PASSES):
        writer = Statements(library, kernel.name, known, kinds, names, result)
        body = writer.block(kernel.body)
        settled = (writer.kinds, writer.result) == (kinds, result)
        kinds, result = dict(writer.kinds), writer.result
        if settled:
            break
    else:
        raise LinkError(f"kernel '{kernel.name}': the kinds of its variables do not settle")
    if result is None:
        raise LinkError(f"kernel '{kernel.name}' returns nothing")
    body = [*body[: _docstrings(body)], *prologue, *body[_docstrings(body) :]]
    used = names_in(body)
    kept = {one: source for one, source in offered.items() if one in used}
    constant = writer.constant if len([s for s in body if not is_docstring(s)]) == 1 else None
    return Written(name, tuple(kept.values()), tuple(kept), result, tuple(body), constant)


def _value_of(
    argument: Argument,
    own_name: str,
    taken: set[str],
    place: int,
    offered: dict[str, tuple[int, int | None]],
) -> Value:
    """Return what an argument is in the text, and add what the text takes for it to `offered`."""
    if argument.constant is not None:
        return Value.of(argument.constant, argument.kind)
    if not isinstance(argument.kind, tuple):
        offered[own_name] = (place, None)
        return Value(ast.Name(own_name, ast.Load()), argument.kind)
    items = []
    for item, name in enumerate(argument.names):
        unique = name if argument.shared else unused(name, taken | offered.keys())
        offered.setdefault(unique, (place, item))
        items.append(ast.Name(unique, ast.Load()))
    return Value(ast.Tuple(list(items), ast.Load()), argument.kind)


def _docstrings(body: Sequence[ast.stmt]) -> int:
    """Return the number of statements in front that only say what a function does."""
    return 1 if body and is_docstring(body[0]) else 0


def _assigned_in(kernel: ast.FunctionDef) -> set[str]:
    return {
        node.id
        for node in ast.walk(kernel)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
