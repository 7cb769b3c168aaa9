"""Write one kernel as a C function for arguments of certain kinds."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.c99.kinds import NOTHING, NUMBER, Absent, Kind, Record
from engine.c99.lines import comment, wrapped
from engine.c99.names import free_name
from engine.c99.operations import Refusal
from engine.c99.scope import Function, Program, Scope, Uses
from engine.c99.statements import StatementWriter
from engine.c99.variables import Places, find_places
from engine.link.linker import LinkedKernel
from engine.link.names import own_names, used_names
from engine.link.source import SourceKernel, parse_kernel

__all__ = ["c_function"]

_LONG = 12
"""Lines from which on a function is not called inline."""

_PASSES = 20
"""Passes over a function after which the kinds of its variables must be known."""


def c_function(
    program: Program,
    kernel: LinkedKernel,
    kinds: Sequence[Kind],
    name: str,
    wishes: Mapping[str, str],
    public: bool = False,
) -> Function:
    """Return a kernel as a C function.

    Args:
        program: the whole file.
        kernel: what to write.
        kinds: of its arguments.
        name: of the function.
        wishes: better names for its variables.
        public: whether other files may call it.

    Raises:
        CTextError: if C might do something else than the kernel.
    """
    definition, _ = parse_kernel(kernel.kernel)
    scope = _scope(program, kernel, definition, kinds, wishes)
    arguments = [argument.arg for argument in definition.args.args]
    body = definition.body[1:] if ast.get_docstring(definition) is not None else definition.body
    variables = [one for one in scope.names if one not in arguments]
    places = find_places(definition, variables)
    result = _find_kinds(scope, places, body)
    if result != NOTHING and not _ends(body):
        raise scope.fault(definition, "it gives no number at its end; add a return")
    scope.uses = Uses()
    _wish_names(scope, definition, kinds, result)
    writer = StatementWriter(scope, places, result)
    writer.block(body)
    begin = "" if public else "static " if len(writer.lines.body) >= _LONG else "static inline "
    head = _head(scope, definition, name, result, begin)
    hoisted = [
        f"    {scope.declared(scope.kinds[one], scope.names[one])} = {_zero(scope.kinds[one])};"
        for one in places.variables
        if one in places.hoisted and not isinstance(scope.kinds[one], Absent)
    ]
    unread = [
        f"    (void){scope.names[one]};"
        for one in places.variables
        if one in places.hoisted & places.unread
    ]
    lines = [*writer.lines.head, *hoisted, *unread, *writer.lines.body]
    text = "\n".join([head, "{", *map(wrapped, lines), "}"]) + "\n"
    uses = scope.uses.within(text)
    _check_names(scope, definition, uses)
    return Function(name, result, _comment(definition) + text, uses)


def _scope(
    program: Program,
    kernel: LinkedKernel,
    definition: ast.FunctionDef,
    kinds: Sequence[Kind],
    wishes: Mapping[str, str],
) -> Scope:
    written = isinstance(kernel.kernel, SourceKernel)
    file = "formula" if written else Path(kernel.kernel.__code__.co_filename).name  # type: ignore[union-attr]
    scope = Scope(program, kernel.name, file, kernel.meanings)
    arguments = definition.args
    plain = not (arguments.vararg or arguments.kwarg or arguments.kwonlyargs)
    if not plain or len(arguments.args) != len(kinds):
        raise scope.fault(definition, f"it is called with {len(kinds)} arguments")
    taken = {value for value in kernel.meanings.values() if isinstance(value, str)}
    own = own_names(definition, used_names(definition))
    ordered = [one.arg for one in arguments.args]
    ordered += sorted(own - set(ordered))
    for one in ordered:
        scope.names[one] = free_name(wishes.get(one, one), taken, local=True)
        taken.add(scope.names[one])
    scope.kinds.update(zip(ordered, kinds, strict=False))
    return scope


def _check_names(scope: Scope, definition: ast.FunctionDef, uses: Uses) -> None:
    """Refuse a variable that hides what its function uses."""
    used = {*uses.functions, *uses.helpers, *uses.tables, *uses.constants, *uses.records}
    for name, c_name in scope.names.items():
        if c_name in used:
            raise scope.fault(
                definition, f"its variable '{name}' has the name of something else in C; rename it"
            )


def _find_kinds(scope: Scope, places: Places, body: Sequence[ast.stmt]) -> Kind:
    """Find the kinds of all variables, and return that of the result."""
    for _ in range(_PASSES):
        writer = StatementWriter(scope, places, None)
        writer.block(body)
        if not writer.variables.changed:
            break
    return NOTHING if writer.result is None else writer.result


def _wish_names(
    scope: Scope, definition: ast.FunctionDef, kinds: Sequence[Kind], result: Kind
) -> None:
    """Let structs have the names that the kernel's types have."""
    hints = [argument.annotation for argument in definition.args.args]
    for kind, hint in zip((*kinds, result), (*hints, definition.returns), strict=True):
        if isinstance(kind, Record) and isinstance(hint, ast.Name):
            scope.program.record(kind, hint.id)


def _head(scope: Scope, definition: ast.FunctionDef, name: str, result: Kind, begin: str) -> str:
    try:
        arguments = [
            scope.declared(scope.kinds[argument.arg], scope.names[argument.arg])
            for argument in definition.args.args
            if not isinstance(scope.kinds[argument.arg], Absent)
        ]
        return wrapped(f"{begin}{scope.declared(result, name)}({', '.join(arguments) or 'void'})")
    except Refusal as refusal:
        raise scope.fault(definition, refusal) from None


def _zero(kind: Kind) -> str:
    if isinstance(kind, Record):
        return "{0}"
    return "0.0" if kind == NUMBER else "0"


def _comment(definition: ast.FunctionDef) -> str:
    text = " ".join((ast.get_docstring(definition) or "").split("\n\n")[0].split())
    # A kernel of several features has a place for what they differ in.
    return comment([re.sub(r"\{(\w+)\}", r"\1", text)]) if text else ""


def _ends(body: Sequence[ast.stmt]) -> bool:
    """Return whether the end of a block is never reached."""
    if not body:
        return False
    match body[-1]:
        case ast.Return():
            return True
        case ast.If(_, then, otherwise):
            return _ends(then) and _ends(otherwise)
        case ast.While(ast.Constant(True), inner):
            return not any(isinstance(n, ast.Break) for one in inner for n in ast.walk(one))
    return False
