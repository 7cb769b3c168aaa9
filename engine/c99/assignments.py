"""Set the variables of a kernel in C where they are declared, and find their kinds."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from engine.c99.expressions import ExpressionWriter
from engine.c99.kinds import LOCAL, Absent, Kind, Record
from engine.c99.lines import Lines
from engine.c99.names import free_name
from engine.c99.operations import Refusal, as_kind, unified
from engine.c99.scope import Scope
from engine.c99.terms import RecordTerm, Term
from engine.c99.variables import Places

__all__ = ["AssignmentWriter"]

_SHORTENED = ("+", "-", "*", "/", "&", "|", "^", "<<", ">>")


class AssignmentWriter:
    """Write what sets variables.

    Args:
        scope: the names of the function.
        places: where its variables are declared.
        lines: what is written so far.
        kinds_open: whether the kinds of variables are being found, and the text means nothing.
    """

    def __init__(self, scope: Scope, places: Places, lines: Lines, kinds_open: bool) -> None:
        self.changed = False
        self._scope = scope
        self._places = places
        self._lines = lines
        self._kinds_open = kinds_open
        self._expressions = ExpressionWriter(scope)
        self._declared: set[str] = set()
        self._new: set[str] = set()

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """Write `target = value`."""
        match target:
            case ast.Name(name):
                if self._memory(name, value):
                    return
                term = self._expressions.term(value)
                if term.text in self._scope.uses.parameters and name in self._places.constant:
                    # The constant itself stands wherever the variable does.
                    self.know(name, term.kind)
                    self._scope.names[name] = term.text
                    return
                self.set(name, term)
            case ast.Tuple(parts) if all(isinstance(part, ast.Name) for part in parts):
                names = [part.id for part in parts if isinstance(part, ast.Name)]
                self._unpack(names, self._expressions.term(value))
            case _:
                raise Refusal(f"'{ast.unparse(target)}' cannot be set; set a variable")

    def change(self, name: str, operator: ast.operator, value: ast.expr) -> None:
        """Write `name += value`, for any operator."""
        before = ast.copy_location(ast.Name(name, ast.Load()), value)
        term = self._expressions.term(ast.copy_location(ast.BinOp(before, operator, value), value))
        self.know(name, term.kind)
        kind = self._scope.kinds[name]
        if self._kinds_open:
            return
        c_name = self._scope.names[name]
        short = _shortened(term.text, c_name)
        self._lines.line(short or f"{c_name} = {as_kind(term, kind).text};")

    def know(self, name: str, kind: Kind) -> None:
        """Join what is known of a variable's kind with one more value."""
        known = self._scope.kinds.get(name)
        joined = kind if known is None else unified(known, kind)
        if joined != known:
            self._scope.kinds[name] = joined
            self.changed = True

    def set(self, name: str, term: Term) -> None:
        """Give a variable a value; where it is met first, declare it."""
        known = self._scope.kinds.get(name)
        if known not in (None, term.kind):
            self._check_join(name, term, known)
        self.know(name, term.kind)
        kind = self._scope.kinds[name]
        if self._kinds_open or isinstance(kind, Absent):
            return
        text = self._scope.written(term, kind)
        c_name = self._scope.names[name]
        argument = name not in self._places.variables
        if argument or name in self._places.hoisted or name in self._declared:
            self._lines.line(f"{c_name} = {text};")
            return
        self._declared.add(name)
        constant = name in self._places.constant and not self._scope.c_type(kind).endswith("*")
        begin = "const " if constant else ""
        if isinstance(term, RecordTerm):
            # What follows a declaration needs no name of its struct.
            text = text[text.index("{") :]
        self._lines.line(f"{begin}{self._scope.declared(kind, c_name)} = {text};")
        if name in self._places.unread:
            self._lines.line(f"(void){c_name};")

    def new_name(self, wish: str) -> str:
        """Return a name that the function does not use yet."""
        taken = {*self._scope.names.values(), *map(str, self._scope.meanings.values()), *self._new}
        name = free_name(wish, taken, local=True)
        self._new.add(name)
        return name

    def _memory(self, name: str, value: ast.expr) -> bool:
        """Write the declaration of memory from `local_words`; return whether the value is that."""
        match value:
            case ast.Call(ast.Name(called), [count]) if (
                self._scope.meanings.get(called) == "local_words"
            ):
                slots = self._expressions.term(count).value
                if slots is None or name not in self._places.constant:
                    raise Refusal("local_words needs a number and a variable that is set once")
                self.know(name, LOCAL)
                self._lines.head.append(
                    f"    uint64_t {self._scope.names[name]}[{int(slots)}] = {{0}};"
                )
                return True
        return False

    def _unpack(self, names: Sequence[str], term: Term) -> None:
        if not isinstance(term.kind, Record) or len(term.kind.fields) != len(names):
            raise Refusal(f"{term.kind.title} is set to {len(names)} variables")
        if not isinstance(term, RecordTerm) and not term.text.isidentifier():
            name = self.new_name("parts")
            self._lines.line(f"const {self._scope.declared(term.kind, name)} = {term.text};")
            term = Term(term.kind, name)
        parts = [self._expressions.part(term, index) for index in range(len(names))]
        if isinstance(term, RecordTerm):
            # What is set first must not change what is set later.
            for index, part in enumerate(parts):
                if isinstance(part.kind, Absent) or self._kinds_open:
                    continue
                name = self.new_name(f"new_{names[index]}")
                if len(names) > 1 and any(self._is_read(n, parts) for n in names):
                    kind = self._scope.kinds[names[index]]
                    text = self._scope.written(part, kind)
                    self._lines.line(f"const {self._scope.declared(kind, name)} = {text};")
                    parts[index] = Term(kind, name)
        for name, part in zip(names, parts, strict=True):
            self.set(name, part)

    def _is_read(self, name: str, parts: Sequence[Term]) -> bool:
        """Return whether a variable's name occurs in one of the texts."""
        c_name = self._scope.names[name]
        return any(re.search(rf"\b{c_name}\b", part.text) for part in parts)

    def _check_join(self, name: str, term: Term, known: Kind | None) -> None:
        """Refuse what Numba may keep apart: only a literal becomes a float64 without harm."""
        assert known is not None
        literal = term.literal or (
            isinstance(term, RecordTerm) and all(i.literal for i in term.items)
        )
        if not self._kinds_open and not literal:
            raise Refusal(
                f"the variable '{name}' is {known.title} and {term.kind.title}; use two variables "
                "or cast one value"
            )


def _shortened(text: str, name: str) -> str:
    """Return `x += 1;` for the text "x + 1", "" for a text that is no such operation."""
    left, sign, right = (*text.split(" ", 2), "", "")[:3]
    shortens = left == name and sign in _SHORTENED
    return f"{name} {sign}= {_bare(right)};" if shortens else ""


def _bare(text: str) -> str:
    """Return a text without the parentheses around the whole of it."""
    open_ = 0
    for index, character in enumerate(text):
        open_ += (character == "(") - (character == ")")
        if open_ == 0:
            return text[1:-1] if index == len(text) - 1 and text[0] == "(" else text
    return text
