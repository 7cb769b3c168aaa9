"""Find where the variables of a kernel are declared in C.

Python's variables belong to the whole function. In C one is declared where it is set first, if all
its uses are in that block and behind it; else at the head of the function.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = ["Places", "find_places"]

Block = tuple[int, ...]


@dataclass
class _Variable:
    """Hold what is known of one variable.

    Attributes:
        block: where it is met first.
        statement: the simple statement that sets it, if it is met first there.
        inside: whether all later uses are in that block.
        counter: whether it is met in loops alone whose variable it is.
        sets: how often it is set.
        reads: how often it is read.
    """

    block: Block
    statement: ast.stmt | None
    inside: bool = True
    counter: bool = True
    sets: int = 0
    reads: int = 0


@dataclass
class Places:
    """Hold where variables are declared.

    Attributes:
        variables: all variables but arguments, in the order in which they are met.
        hoisted: those that are declared at the head of the function.
        counters: those that are nothing but the variables of for loops.
        constant: those that are set once.
        unread: those that are never read.
    """

    variables: list[str] = field(default_factory=list)
    hoisted: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    constant: set[str] = field(default_factory=set)
    unread: set[str] = field(default_factory=set)


class _Walker:
    def __init__(self, arguments: Sequence[str]) -> None:
        self.found: dict[str, _Variable] = {}
        self._arguments = set(arguments)
        self._blocks = 0
        self._counters: list[str] = []

    def block(self, body: Sequence[ast.stmt], above: Block) -> None:
        """Walk through the statements of a block, in their order."""
        self._blocks += 1
        here = (*above, self._blocks)
        for statement in body:
            self._statement(statement, here)

    def _statement(self, statement: ast.stmt, here: Block) -> None:
        match statement:
            case ast.If(test, body, otherwise):
                self._expressions(test, here, None)
                self.block(body, here)
                self.block(otherwise, here)
            case ast.While(test, body, otherwise):
                self._expressions(test, here, None)
                self.block(body, here)
                self.block(otherwise, here)
            case ast.For(target, iterated, body, otherwise):
                self._expressions(iterated, here, None)
                # The loop itself is a block: its head declares the variable.
                self._blocks += 1
                loop = (*here, self._blocks)
                self._counters.append(target.id if isinstance(target, ast.Name) else "")
                self._expressions(target, loop, statement)
                self.block(body, loop)
                self._counters.pop()
                self.block(otherwise, here)
            case ast.Assign(targets, value):
                self._expressions(value, here, None)
                for target in targets:
                    self._expressions(target, here, statement)
            case ast.AugAssign(target, _, value):
                self._expressions(value, here, None)
                self._expressions(target, here, None)
            case ast.AnnAssign(target, _, value) if value is not None:
                self._expressions(value, here, None)
                self._expressions(target, here, statement)
            case _:
                self._expressions(statement, here, None)

    def _expressions(self, node: ast.AST, here: Block, setting: ast.stmt | None) -> None:
        names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
        for part in names:
            stored = isinstance(part.ctx, ast.Store)
            self._meet(part.id, here, setting if stored else None)
            self._count(part.id, sets=int(stored), reads=int(not stored))

    def _count(self, name: str, sets: int = 0, reads: int = 0) -> None:
        if name in self.found:
            self.found[name].sets += sets
            self.found[name].reads += reads

    def _meet(self, name: str, here: Block, setting: ast.stmt | None) -> None:
        if name in self._arguments:
            return
        if name not in self.found:
            self.found[name] = _Variable(here, setting)
        known = self.found[name]
        known.counter = known.counter and name in self._counters
        known.inside = known.inside and here[: len(known.block)] == known.block


def find_places(definition: ast.FunctionDef, variables: Sequence[str]) -> Places:
    """Return where the variables of a function are declared.

    Args:
        definition: the function.
        variables: its variables without its arguments.
    """
    walker = _Walker([argument.arg for argument in definition.args.args])
    walker.block(definition.body, ())
    places = Places()
    for name, known in walker.found.items():
        if name not in variables:
            continue
        places.variables.append(name)
        if known.counter:
            places.counters.add(name)
        elif known.statement is None or not known.inside:
            places.hoisted.add(name)
        if known.sets == 1:
            places.constant.add(name)
        if known.reads == 0:
            places.unread.add(name)
    return places
