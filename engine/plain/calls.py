"""Write calls: of what operations stand for, of casts, and of a kernel's own memory."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from engine.link.source import LinkError
from engine.plain.arithmetic import called, cleaned
from engine.plain.fitting import ANYTHING
from engine.plain.library import Writer
from engine.plain.operations import Operation
from engine.plain.trees import is_simple, substituted, times_used
from engine.plain.values import (
    INTEGER,
    MEMORY,
    NOTES,
    NOTHING,
    NUMBER,
    SQUARE,
    SQUARES,
    TABLE,
    WHOLE,
    WORD,
    Kind,
    Value,
    join,
)

__all__ = ["cast_of", "memory_call", "operation_call", "stored"]

_LETTERS = "abcd"
_LOADS = {"load_word": WORD, "load_integer": INTEGER, "load_number": NUMBER}
_STORES = {"store_word": WORD, "store_integer": INTEGER, "store_number": NUMBER}


def operation_call(writer: Writer, operation: Operation, arguments: Sequence[Value]) -> Value:
    """Write what stands for a call."""
    given: list[ast.expr] = []
    for value, kind in zip(arguments, operation.kinds, strict=True):
        if kind == TABLE:
            by_square = arguments[-1].kind == SQUARE
            assert isinstance(value.node, ast.Name)
            name = writer.library.table(value.node.id, by_square)
            given.append(ast.Name(name, ast.Load()))
        elif kind != MEMORY:
            given.append(_argument(writer, value, kind))
    pattern = ast.parse(operation.text, mode="eval").body
    values: dict[str, ast.expr] = {}
    for letter, node in zip(_LETTERS, given, strict=False):
        often = times_used(pattern, letter) > 1 and not is_simple(node)
        values[letter] = writer.named(node) if often else node
    node = substituted(pattern, values)
    constant = node.value if isinstance(node, ast.Constant) else None
    return Value(node, operation.result, constant if isinstance(constant, int) else None)


def _argument(writer: Writer, value: Value, kind: Kind) -> ast.expr:
    if kind == ANYTHING:
        return cleaned(value).node
    return writer.fitting.fitted(value, kind).node


def cast_of(  # noqa: PLR0911 - one case a function
    writer: Writer, name: str, arguments: Sequence[Value]
) -> Value | None:
    """Write a cast or another function that Python has, None where the name is none."""
    fitting = writer.fitting
    if name in ("int64", "uint64", "float64", "bool_", "bool", "int", "float", "round"):
        if len(arguments) != 1:
            raise LinkError(f"plain Python has '{name}' of one number, not of {len(arguments)}")
        (value,) = arguments
        if name in ("int64", "int"):
            return value if value.kind == SQUARE else fitting.integer(value)
        if name == "uint64":
            return value if value.kind in (SQUARE, SQUARES) else fitting.word(value)
        if name in ("float64", "float"):
            return fitting.number(value)
        if name == "round":
            rounded = called("round_even", fitting.fitted(value, NUMBER).node)
            return Value(called("to_whole", rounded), INTEGER)
        return fitting.truth(value)
    values = [fitting.plain(value) for value in arguments]
    nodes = [value.node for value in values]
    if name == "abs":
        return Value(called("abs", *nodes), values[0].kind)
    if name in ("min", "max"):
        return _smallest(writer, name, values)
    return None


def _smallest(writer: Writer, name: str, values: Sequence[Value]) -> Value:
    kind = values[0].kind
    for value in values:
        kind = join(kind, value.kind)
    constants = [value.constant for value in values if value.constant is not None]
    if len(constants) == len(values) and kind in (INTEGER, WORD):
        return Value.of(min(constants) if name == "min" else max(constants), kind)
    nodes = [writer.fitting.fitted(value, kind).node for value in values]
    return Value(called(name, *nodes), kind)


def memory_call(writer: Writer, name: str, arguments: Sequence[Value]) -> Value:
    """Write an access to a kernel's own memory, or a parameter of the formula."""
    if name == "local_words":
        slots = ast.BinOp(ast.List([ast.Constant(0)], ast.Load()), ast.Mult(), arguments[0].node)
        return Value(slots, NOTES)
    if name in _LOADS and arguments[0].kind == NOTES:
        index = writer.fitting.fitted(arguments[1], INTEGER).node
        return Value(ast.Subscript(arguments[0].node, index, ast.Load()), _LOADS[name])
    if name == "load_number" and arguments[0].kind == MEMORY:
        place = arguments[1].constant
        if isinstance(arguments[0].node, ast.Name) and arguments[0].node.id == "parameters":
            if place is None:
                index = writer.fitting.fitted(arguments[1], INTEGER).node
                return Value(ast.Subscript(arguments[0].node, index, ast.Load()), NUMBER)
            assert isinstance(place, int)
            return Value(ast.Name(writer.library.constants[place], ast.Load()), NUMBER)
    if name == "load_word" and "KERNEL_MEMORY" in writer.library.board.definitions:
        index = writer.fitting.fitted(arguments[1], INTEGER).node
        memory = ast.Name("KERNEL_MEMORY", ast.Load())
        return Value(ast.Subscript(memory, index, ast.Load()), WORD)
    if name in _LOADS:
        raise LinkError(
            "a kernel reads the memory of the board itself, which plain Python does not have; use "
            "the functions of the game"
        )
    raise LinkError(f"plain Python has nothing for '{name}'")


def stored(writer: Writer, node: ast.Call) -> ast.stmt | None:
    """Write a call that is a statement: it keeps something, or promises it to the compiler."""
    if not isinstance(node.func, ast.Name):
        return None
    name = node.func.id
    if name == "assume":
        return ast.Pass()
    operation = writer.library.operation(name)
    if name in _STORES:
        kind: Kind = _STORES[name]
    elif operation is not None and operation.result == NOTHING:
        kind = operation.kinds[2]
    else:
        return None
    memory, index, value = (writer.value(one) for one in node.args)
    if memory.kind != NOTES:
        raise LinkError("a kernel changes memory that is not its own")
    slot = writer.fitting.fitted(index, INTEGER).node
    target = ast.Subscript(memory.node, slot, ast.Store())
    kept = writer.fitting.number(value) if kind == NUMBER else value
    if kept.kind != WHOLE:
        kept = writer.fitting.fitted(kept, kind)
    return ast.Assign([target], kept.node)
