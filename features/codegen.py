"""Write the source of a heuristic's kernel."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from engine.errors import UnknownNameError
from engine.intrinsics import load_number
from engine.kernels import rounding
from engine.link.source import SourceKernel
from features.errors import FormulaError
from features.feature import Feature
from features.heuristic import Heuristic
from features.language.expression import (
    Binary,
    Comparison,
    Conditional,
    Expression,
    FeatureCall,
    FunctionCall,
    Logic,
    Number,
    ParameterName,
    TermName,
    Unary,
)
from features.language.functions import FUNCTIONS

__all__ = ["MAX_LINES", "formula_source"]

_Lazy = FeatureCall | TermName
_ALWAYS = {"np": np, "load_number": load_number}
_ROUNDING = {"+": rounding.total, "-": rounding.difference}

MAX_LINES = 500
"""Lines of one kernel, of which 50 take a second to compile. Terms are written out in each branch
that needs them, so terms of branches of terms can double with each term."""


def formula_source(
    heuristic: Heuristic, catalogue: Mapping[str, Feature], of_search: bool = False
) -> SourceKernel:
    """Return the kernel of a heuristic: `formula(board, parameters, own, opp) -> float64`.

    Every distinct feature call and every term is computed at most once for a value, and only if
    the value needs it.

    Args:
        heuristic: what to write.
        catalogue: the features by name.
        of_search: whether rounding shall decide nothing (see `engine.kernels.rounding`); else the
            arithmetic is IEEE 754's, as that of the plain walk.

    Raises:
        UnknownNameError: if the catalogue lacks a feature.
        FormulaError: if the kernel would exceed `MAX_LINES`.
    """
    draft = _Writer(heuristic, catalogue, of_search)
    draft.number(heuristic.tree)
    writer = _Writer(heuristic, catalogue, of_search, frozenset(draft.shared))
    value = writer.number(heuristic.tree)
    lines = [
        "def formula(board, parameters, own, opp):",
        *(
            f"    {_parameter(name)} = load_number(parameters, np.int64({index}))"
            for index, name in enumerate(one.name for one in heuristic.parameters)
            if name in writer.parameters
        ),
        *writer.start(),
        *writer.lines,
        f"    return {value}",
    ]
    return SourceKernel("\n".join(lines) + "\n", {**_ALWAYS, **writer.bindings})


class _Writer:
    """Write statements, and keep track of what is computed where.

    On the way through the statements, `_known` has what was computed on every path to this
    point, `_perhaps` what was computed on some path. Something needed that is only perhaps
    computed becomes shared: a flag says at run time whether it was. Which are shared is known only
    at the end, so a draft is written first.
    """

    def __init__(
        self,
        heuristic: Heuristic,
        catalogue: Mapping[str, Feature],
        of_search: bool,
        shared: frozenset[_Lazy] = frozenset(),
    ) -> None:
        self.lines: list[str] = []
        self.bindings: dict[str, Callable[..., Any]] = {}
        self.parameters: set[str] = set()
        self.shared: set[_Lazy] = set(shared)
        self._terms = dict(heuristic.terms)
        self._catalogue = catalogue
        self._of_search = of_search
        self._names: dict[_Lazy, str] = {}
        self._known: set[_Lazy] = set()
        self._perhaps: set[_Lazy] = set()
        self._level = 1
        self._variables = 0

    def start(self) -> list[str]:
        """Return the statements in front: nothing shared is computed yet."""
        names = sorted(self._names[lazy] for lazy in self.shared)
        zeros = ((f"    {name} = 0.0", f"    {_flag(name)} = False") for name in names)
        return [line for pair in zeros for line in pair]

    def line(self, text: str) -> None:
        """Add a statement at the present indentation."""
        if len(self.lines) >= MAX_LINES:
            raise FormulaError(
                f"its kernel is longer than {MAX_LINES} lines; use fewer terms that hold "
                "conditionals inside other terms' conditionals"
            )
        self.lines.append("    " * self._level + text)

    def number(self, expression: Expression) -> str:  # noqa: PLR0911 - one case a node
        """Write what the expression needs and give the text of its value."""
        match expression:
            case Number(value):
                return "np.inf" if math.isinf(value) else repr(value)
            case ParameterName(name):
                self.parameters.add(name)
                return _parameter(name)
            case FeatureCall() | TermName():
                return self._once(expression)
            case Unary(operator, operand):
                return f"({operator}{self.number(operand)})"
            case Binary(operator, left, right):
                return self._operation(operator, self.number(left), self.number(right))
            case FunctionCall():
                return self._function(expression)
            case Conditional():
                return self._conditional(expression)
            case Comparison() | Logic():
                raise AssertionError("a condition where a number is wanted")

    def _operation(self, operator: str, left: str, right: str) -> str:
        if operator in _ROUNDING and self._of_search:
            kernel = _ROUNDING[operator]
            # No feature's name begins with "_".
            self.bindings[f"_{kernel.__name__}"] = kernel
            return f"_{kernel.__name__}({left}, {right})"
        # Python itself would make a complex number of a literal's power.
        left = f"np.float64({left})" if operator == "**" else left
        return f"({left} {operator} {right})"

    def condition(self, expression: Expression) -> str:
        """Write what the condition needs and give the text of its truth value."""
        match expression:
            case Comparison(operator, left, right):
                return f"({self.number(left)} {operator} {self.number(right)})"
            case Logic("not", (operand,)):
                return f"(not {self.condition(operand)})"
            case Logic(operator, operands):
                return self._logic(operator, operands)
            case _:
                raise AssertionError("a number where a condition is wanted")

    def _once(self, lazy: _Lazy) -> str:
        if lazy in self._perhaps and lazy not in self._known:
            self.shared.add(lazy)
            self.line(f"if not {_flag(self._names[lazy])}:")
            with self._path():
                self._compute(lazy)
        elif lazy not in self._known:
            self._compute(lazy)
        self._known.add(lazy)
        return self._names[lazy]

    def _compute(self, lazy: _Lazy) -> None:
        if isinstance(lazy, TermName):
            value, prefix = self.number(self._terms[lazy.name]), f"_t_{lazy.name}"
        else:
            value, prefix = self._feature(lazy), f"_f_{lazy.feature}"
        if lazy not in self._names:
            self._names[lazy] = self._variable(prefix)
        name = self._names[lazy]
        self.line(f"{name} = {value}")
        if lazy in self.shared:
            self.line(f"{_flag(name)} = True")
        self._known.add(lazy)

    def _feature(self, call: FeatureCall) -> str:
        feature = self._catalogue.get(call.feature)
        if feature is None:
            raise UnknownNameError("feature", call.feature, self._catalogue)
        self.bindings[feature.name] = feature.kernel
        integers = [f"np.int64({integer})" for integer in (*call.integers, *feature.fixed)]
        table = ["parameters"] * feature.reads_parameters
        arguments = ", ".join(["board", call.side or "own", *integers, *table])
        return f"np.float64({feature.name}({arguments}))"

    def _function(self, call: FunctionCall) -> str:
        function = FUNCTIONS[call.function]
        name = function.kernel.__name__
        self.bindings[name] = function.kernel
        arguments = [self.number(argument) for argument in call.arguments]
        if not function.folds:
            return f"{name}({', '.join(arguments)})"
        value = arguments[0]
        for argument in arguments[1:]:
            variable = self._variable("_v")
            self.line(f"{variable} = {name}({value}, {argument})")
            value = variable
        return value

    def _conditional(self, expression: Conditional) -> str:
        condition, variable = self.condition(expression.condition), self._variable("_v")
        before, after = frozenset(self._perhaps), set[_Lazy]()
        for head, branch in (
            (f"if {condition}:", expression.then),
            ("else:", expression.otherwise),
        ):
            self.line(head)
            self._perhaps = set(before)
            with self._path():
                self.line(f"{variable} = {self.number(branch)}")
            after |= self._perhaps
        self._perhaps = after
        return variable

    def _logic(self, operator: str, operands: tuple[Expression, ...]) -> str:
        variable = self._variable("_c")
        first, *rest = operands
        self.line(f"{variable} = {self.condition(first)}")
        if rest:
            self.line(f"if {variable if operator == 'and' else f'not {variable}'}:")
            with self._path():
                self.line(f"{variable} = {self._logic(operator, tuple(rest))}")
        return variable

    @contextmanager
    def _path(self) -> Iterator[None]:
        known = frozenset(self._known)
        self._level += 1
        yield
        self._level -= 1
        self._perhaps |= self._known
        self._known = set(known)

    def _variable(self, prefix: str) -> str:
        self._variables += 1
        return f"{prefix}_{self._variables}"


def _parameter(name: str) -> str:
    return f"_p_{name}"


def _flag(name: str) -> str:
    return f"_has{name}"
