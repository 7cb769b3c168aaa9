"""Write the functions of one text, each once for arguments of the same kinds."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.link.source import SourceKernel
from engine.plain.board import PlainBoard
from engine.plain.functions import Argument, Written, write_function
from engine.plain.library import FeatureNote
from engine.plain.linking import Linked, link
from engine.plain.naming import unused, usage, variable_names
from engine.plain.operations import DEFINITIONS, Operation
from engine.plain.tables import square_tables, table_text
from engine.plain.text import joined_text
from engine.plain.trees import names_in, without_checks
from engine.plain.values import MEMORY, NUMBER, SQUARE, WORD, Value
from engine.plain.written_calls import argument_of, as_numbers, call_of, inlined_call, said
from engine.table import Table

__all__ = ["PlainFormula", "TextLibrary"]

_BIT_COUNT = "a.bit_count()"


@dataclass(frozen=True)
class PlainFormula:
    """Hold what is to be written.

    Attributes:
        kernel: the formula, as written (`features.codegen.formula_source`).
        constants: for each parameter the name of the number of the text that holds its value.
        notes: what the features are, by name.
        docstring: of the function that gives the value.
        name: of that function.
        bit_count: how the bits of `a` are counted; Python before 3.10 has no `bit_count`.
        takes_values: whether the function takes the parameters' values too, behind the state's
            items, so that one function serves several sets of values.
        needs: further definitions of the board that the text shall have, by name.
        reserved: names that the text must leave to what stands around it.
    """

    kernel: SourceKernel
    constants: Sequence[str]
    notes: Mapping[str, FeatureNote] = field(default_factory=dict)
    docstring: str = "Return the value of a position."
    name: str = "evaluate"
    bit_count: str = _BIT_COUNT
    takes_values: bool = False
    needs: tuple[str, ...] = ()
    reserved: frozenset[str] = frozenset()


class TextLibrary:
    """Write functions once for arguments of the same kinds, and keep what they use."""

    def __init__(self, board: PlainBoard, formula: PlainFormula) -> None:
        self.board = board
        self.constants = formula.constants
        self.notes = formula.notes
        self._formula = formula
        self._linked: Linked = link(formula.kernel, board.operations)
        self._definitions = {**DEFINITIONS, **board.definitions, **square_tables(board)}
        self.reserved = frozenset(
            {
                *self._definitions,
                *self._linked.functions,
                *formula.constants,
                *formula.reserved,
                formula.name,
            }
        )
        # No function has the name of a variable, which would hide it.
        self._variables = {
            name
            for kernel in self._linked.functions.values()
            for name in variable_names(kernel, self).values()
        }
        self._written: dict[Any, Written] = {}
        self._names: dict[int, Written] = {}
        self._tables: dict[str, str] = {}
        self._table_names: dict[tuple[Table, bool], str] = {}
        self._comments: dict[str, str] = {}

    def main(self) -> Written:
        """Write the formula itself."""
        own = tuple(name for name, _ in self.board.state)
        opp = tuple(own[place] for place in self.board.swapped)
        kinds = tuple(kind for _, kind in self.board.state)
        kernel = list(self._linked.functions.values())[-1]
        arguments = [
            Argument(MEMORY, None, ()),
            Argument(MEMORY, None, ()),
            Argument(kinds, None, own),
            Argument(kinds, None, opp, shared=True),
        ]
        written = write_function(self, kernel, arguments, self._formula.name, own)
        *before, last = written.body
        assert isinstance(last, ast.Return)
        assert last.value is not None
        if written.result != NUMBER:
            last = ast.Return(ast.Call(ast.Name("float", ast.Load()), [last.value], []))
        docstring = ast.Expr(ast.Constant(self._formula.docstring))
        body = (docstring, *self._table_of_values(written.body), *before, last)
        values = tuple(self.constants) if self._formula.takes_values else ()
        return Written(written.name, written.arguments, (*own, *values), NUMBER, body)

    def _table_of_values(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Return what makes a tuple of the parameters, where something reads them by number."""
        if "parameters" not in names_in(body):
            return []
        values = ast.Tuple([ast.Name(name, ast.Load()) for name in self.constants], ast.Load())
        return [ast.Assign([ast.Name("parameters", ast.Store())], values)]

    def file_of(self, name: str) -> str:
        """Return the name of the file in which a kernel stands."""
        return self._linked.files[name]

    def operation(self, name: str) -> Operation | None:
        """Return what stands for a function of this name."""
        return self._linked.operations.get(name)

    def is_table(self, name: str) -> bool:
        """Return whether a name of the kernels is a table's."""
        return name in self._linked.tables

    def table(self, name: str, by_square: bool) -> str:
        """Return the name of a table in the text, and see that it is written."""
        table = self._linked.tables[name]
        listed = self.board.square_kind == SQUARE and not by_square
        if (table, listed) not in self._table_names:
            wanted = table.name.upper() + ("_LIST" if listed else "")
            plain = unused(wanted, {*self.reserved, *self._tables})
            self._table_names[table, listed] = plain
            self._tables[plain] = table_text(plain, table, self.board, by_square)
        return self._table_names[table, listed]

    def word(self, name: str) -> Value | None:
        """Return the number that kernels gave this name."""
        if name not in self._linked.words:
            return None
        return Value.of(self._linked.words[name][1], WORD)

    def parameters(self, name: str) -> tuple[list[str], list[ast.expr]]:
        """Return the names of a kernel's arguments, and the defaults of the last ones."""
        kernel = self._linked.functions.get(name)
        if kernel is None:
            return [], []
        return [one.arg for one in kernel.args.args], kernel.args.defaults

    def comment(self, feature: str, written: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """Return what stands before a value of a feature: what it is, if no function says so."""
        if feature not in self.notes or self._is_call(value, feature):
            return []
        key = f"comment {len(self._comments)}"
        said = usage(feature, written, self)
        self._comments[key] = f"{said}: {self.notes[feature].summary}"
        return [ast.Expr(ast.Constant(key))]

    def _is_call(self, value: ast.expr, feature: str) -> bool:
        """Return whether a value is the call of the feature's own function, which says it all."""
        names = {one.name for one in self._names.values() if one.name.startswith(feature)}
        return (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Name)
            and value.func.id in names
        )

    def call(self, name: str, arguments: Sequence[Value], wanted: str) -> Value | None:
        """Write the call of a kernel, None where it is none."""
        kernel = self._linked.functions.get(name)
        if kernel is None:
            return None
        given = [argument_of(value, self.board) for value in arguments]
        written = self._function(kernel, given, wanted)
        inlined = inlined_call(written, arguments)
        if inlined is not None:
            return replace(inlined, node=without_checks(inlined.node, self.constants))
        of_numbers = self._function(kernel, as_numbers(given), wanted)
        # Most functions are the same for whole numbers; the others are written for floats alone.
        same = ast.dump(of_numbers.definition()) == ast.dump(written.definition())
        return call_of(self._named(of_numbers, wanted or name, given), arguments, not same)

    def _function(self, kernel: ast.FunctionDef, given: Sequence[Argument], wanted: str) -> Written:
        key = (kernel.name, wanted, *((one.kind, one.constant) for one in given))
        if key not in self._written:
            written = write_function(self, kernel, given, "")
            if wanted in self.notes:
                written = said(written, self.notes[wanted].summary)
            self._written[key] = written
        return self._written[key]

    def _named(self, written: Written, name: str, arguments: Sequence[Argument]) -> Written:
        """Return a function that is called with its name, which no other one has."""
        if id(written) not in self._names:
            known = [one.constant for one in arguments if one.constant is not None]
            name = "_".join([name, *(str(int(one)).replace("-", "minus_") for one in known)])
            functions = {one.name for one in self._names.values()}
            taken = {*functions, *self._variables, *self._definitions, *self.constants}
            unique = unused(name, {*taken, *self._formula.reserved, self._formula.name})
            self._names[id(written)] = replace(written, name=unique)
        return self._names[id(written)]

    def text(self, main: Written) -> tuple[str, str]:
        """Return the imports, and all that the formula uses, each once, before what uses it."""
        functions = {written.name: written for written in self._names.values()}
        texts = {**self._definitions, **self._tables}
        trees: dict[str, ast.Module | str] = dict(texts)
        for name, written in {**functions, main.name: main}.items():
            trees[name] = ast.Module([written.definition()], [])
        return joined_text(
            (*self._formula.needs, main.name), trees, self._comments, self._formula.bit_count
        )
