"""Write the statements of a kernel as C, and find the kinds of its variables."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from engine.c99.assignments import AssignmentWriter
from engine.c99.expressions import ExpressionWriter
from engine.c99.kinds import INTEGER, NOTHING, Absent, Kind
from engine.c99.lines import Lines
from engine.c99.memory import store
from engine.c99.operations import Refusal, unified
from engine.c99.scope import Scope, UnknownVariable
from engine.c99.terms import Term
from engine.c99.variables import Places

__all__ = ["StatementWriter"]

_WORDS: dict[type[ast.AST], str] = {ast.Continue: "continue;", ast.Break: "break;", ast.Pass: ";"}
_STORES = ("store_word", "store_integer", "store_number")


class StatementWriter:
    """Write the body of one function.

    While `kinds_open` holds, the text means nothing: the kinds of variables are being found.
    """

    def __init__(self, scope: Scope, places: Places, result: Kind | None) -> None:
        self.result = result
        self.kinds_open = result is None
        self.lines = Lines()
        self.variables = AssignmentWriter(scope, places, self.lines, self.kinds_open)
        self._scope = scope
        self._places = places
        self._expressions = ExpressionWriter(scope)

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Write statements."""
        for statement in body:
            try:
                self._statement(statement)
            except UnknownVariable as unknown:
                if not self.kinds_open:
                    raise self._scope.fault(
                        statement, f"the variable '{unknown}' is read before it is set"
                    ) from None
            except Refusal as refusal:
                raise self._scope.fault(statement, refusal) from None

    def _inner(self, body: Sequence[ast.stmt]) -> None:
        self.lines.level += 1
        self.block(body)
        self.lines.level -= 1

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign() | ast.AnnAssign():
                self._assign(statement)
            case ast.AugAssign(ast.Name(name), operator, value):
                self.variables.change(name, operator, value)
            case ast.If():
                self._if(statement)
            case ast.While(test, body, []):
                self.lines.line(f"while ({self._test(test)}) {{")
                self._inner(body)
                self.lines.line("}")
            case ast.For(ast.Name(), _, _, []):
                self._for(statement)
            case ast.Return(value):
                self._return(value)
            case ast.Expr(ast.Call()):
                self._call(statement.value)
            case ast.Continue() | ast.Break() | ast.Pass():
                self.lines.line(_WORDS[type(statement)])
            case _:
                first = ast.unparse(statement).split("\n")[0]
                raise Refusal(f"'{first}' is not known in C")

    def _assign(self, statement: ast.Assign | ast.AnnAssign) -> None:
        match statement:
            case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
                self.variables.assign(target, value)
            case ast.Assign(targets, ast.Constant() as value):
                for target in targets:
                    self.variables.assign(target, value)
            case _:
                raise Refusal(f"'{ast.unparse(statement)}': set one variable, to a value")

    def _test(self, node: ast.expr) -> str:
        try:
            return self._expressions.condition(node).text
        except UnknownVariable:
            if not self.kinds_open:
                raise
            return ""

    def _if(self, statement: ast.If, word: str = "if") -> None:
        self.lines.line(f"{word} ({self._test(statement.test)}) {{")
        self._inner(statement.body)
        match statement.orelse:
            case []:
                self.lines.line("}")
            case [ast.If() as other]:
                self._if(other, "} else if")
            case _:
                self.lines.line("} else {")
                self._inner(statement.orelse)
                self.lines.line("}")

    def _call(self, node: ast.expr) -> None:
        assert isinstance(node, ast.Call)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        meaning = self._scope.meanings.get(name)
        if meaning == "assume" and len(node.args) == 1:
            self.lines.line(f"(void)({self._expressions.condition(node.args[0]).text});")
            return
        if meaning in _STORES and len(node.args) == 3 and not node.keywords:
            terms = [self._expressions.term(argument) for argument in node.args]
            self.lines.line(store(self._scope, meaning, terms))
            return
        term = self._expressions.term(node)
        self.lines.line(f"{'' if term.kind == NOTHING else '(void)'}{term.text};")

    def _for(self, statement: ast.For) -> None:
        first, stop, step = self._range(statement.iter)
        assert isinstance(statement.target, ast.Name)
        name = statement.target.id
        self.variables.know(name, INTEGER)
        if any(
            isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store)
            for inner in statement.body
            for part in ast.walk(inner)
        ):
            raise Refusal(f"the loop's variable '{name}' is set inside the loop; use another one")
        c_name = self._scope.names[name]
        if stop.value is None:
            end = self.variables.new_name("end")
            self.lines.line(f"const int64_t {end} = {stop.text};")
            stop = Term(INTEGER, end)
        own = name in self._places.counters
        counter = c_name if own else self.variables.new_name("step")
        sign, by = ("<", f"{counter}++") if step > 0 else (">", f"{counter}--")
        if abs(step) != 1:
            by = f"{counter} += {step}"
        begin = f"int64_t {counter} = {first.text}"
        self.lines.line(f"for ({begin}; {counter} {sign} {stop.text}; {by}) {{")
        if not own:
            self.lines.level += 1
            self.variables.set(name, Term(INTEGER, counter))
            self.lines.level -= 1
        self._inner(statement.body)
        self.lines.line("}")

    def _range(self, node: ast.expr) -> tuple[Term, Term, int]:
        match node:
            case ast.Call(ast.Name(called), arguments, []) if (
                self._scope.meanings.get(called) == "range" and 1 <= len(arguments) <= 3
            ):
                terms = [self._expressions.term(argument) for argument in arguments]
            case _:
                raise Refusal("a for loop goes over range(...) here; use while for others")
        if any(term.kind != INTEGER for term in terms):
            raise Refusal("range() of something that is no int64; cast it to np.int64")
        zero = Term(INTEGER, "0", value=0)
        first, stop = (zero, terms[0]) if len(terms) == 1 else terms[:2]
        step = terms[2].value if len(terms) == 3 else 1
        if not step:
            raise Refusal("the step of range() must be a number that is written out")
        return first, stop, int(step)

    def _return(self, value: ast.expr | None) -> None:
        term = Term(NOTHING, "") if value is None else self._expressions.term(value)
        if isinstance(term.kind, Absent):
            raise Refusal(f"{term.kind.title} cannot be returned")
        if self.kinds_open:
            self.result = term.kind if self.result is None else unified(self.result, term.kind)
            return
        assert self.result is not None
        text = "" if value is None else f" {self._scope.written(term, self.result)}"
        self.lines.line(f"return{text};")
