"""Say what cannot stand in a function that is compiled, and what to write instead.

The linker and the compiler refuse it as well, later and in words of their own. Here a user's own
features are looked at first, by the lines of their file.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from engine.errors import TuneError
from engine.helper import Helper
from engine.link.randomness import is_random
from features.feature import Feature
from features.subset_cures import CALLABLE, CALLS, CONSTANTS, PARTS, READ, VARIABLES

__all__ = ["SubsetError", "check_subset", "functions_of", "line_of"]


class SubsetError(TuneError):
    """A function cannot be compiled; the message begins with the line and its name."""


def check_subset(feature: Feature) -> None:
    """Check a feature, and what it calls of its own file.

    Raises:
        SubsetError: if something in it cannot be compiled.
    """
    for function in functions_of(feature):
        _check(*_parsed(function), is_feature=function is feature.kernel)


def functions_of(feature: Feature) -> tuple[FunctionType, ...]:
    """Return the function of a feature and those of its own file that it calls."""
    module, found = feature.kernel.__module__, dict[Any, None]()
    pending: list[Any] = [feature.kernel]
    while pending:
        function = pending.pop()
        if function in found or getattr(function, "__module__", "") != module:
            continue
        found[function] = None
        definition, names = _parsed(function)
        used = [names.get(node.id) for node in ast.walk(definition) if isinstance(node, ast.Name)]
        kernels = (getattr(one, "kernel", one) for one in used)
        pending += [one for one in kernels if isinstance(one, FunctionType)]
    return tuple(found)


def line_of(statement: str, name: str, features: Sequence[Feature]) -> int | None:
    """Return the line of a statement of the joined text in the file of features, None if unknown.

    The linker gives other names to functions and numbers, so names are not compared.

    Args:
        statement: its first line.
        name: of the function that it stands in.
        features: those of the file.
    """
    for function in {one: None for feature in features for one in functions_of(feature)}:
        if function.__name__ == name:
            definition, _ = _parsed(function)
            for node in ast.walk(definition):
                if isinstance(node, ast.stmt) and _shape(ast.unparse(node)) == _shape(statement):
                    return node.lineno
            return definition.lineno
    return None


def _shape(text: str) -> str:
    return re.sub(r"[A-Za-z_]\w*", "_", text.split("\n", maxsplit=1)[0])


def _parsed(function: FunctionType) -> tuple[ast.FunctionDef, Mapping[str, Any]]:
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(inspect.cleandoc("\n" + "".join(lines))).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise SubsetError(
            f"line {first}: a feature must be a function; write def name(board, side)"
        )
    ast.increment_lineno(tree, first - 1)
    tree.decorator_list = []
    return tree, function.__globals__


def _check(function: ast.FunctionDef, names: Mapping[str, Any], is_feature: bool) -> None:
    statements = function.body[1:] if ast.get_docstring(function) else function.body
    own = {one.arg for one in function.args.args}
    own |= {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    meanings = {name: meaning for name, meaning in names.items() if name not in own}
    for statement in statements:
        for node, line in _in_order(statement, statement.lineno):
            fault = _fault(node, meanings, function)
            if fault:
                raise SubsetError(f"line {line}, in '{function.name}': {fault}")
    gives = any(isinstance(node, ast.Return) for node in ast.walk(function))
    if not statements or ((gives or is_feature) and not _ends(statements)):
        line = statements[-1].lineno if statements else function.lineno
        raise SubsetError(
            f"line {line}, in '{function.name}': the function can come to its end without a "
            "value; put a return with a number there"
        )


def _in_order(node: ast.AST, line: int) -> Iterator[tuple[ast.AST, int]]:
    """Go through a part from the left to the right; what has no line has that of the whole."""
    line = getattr(node, "lineno", line)
    yield node, line
    for part in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.AnnAssign) and part is node.annotation):
            yield from _in_order(part, line)


def _fault(node: ast.AST, names: Mapping[str, Any], function: ast.FunctionDef) -> str:
    told = PARTS.get(type(node))
    if isinstance(node, ast.Constant):
        told = CONSTANTS.get(type(node.value))
    if told is not None:
        return _text(*told)
    match node:
        case ast.For() | ast.While():
            found = _fault_of_loop(node)
        case ast.Attribute():
            found = _fault_of_attribute(node, names)
        case ast.Call(ast.Name(name), arguments):
            found = _fault_of_call(name, arguments, names, function)
        case ast.Assign(targets) if not all(map(_is_variable, targets)):
            found = _text(f"'{ast.unparse(node)}'", f"{VARIABLES}, and set only variables")
        case ast.Assign() | ast.keyword():
            found = _fault_of_export(node, names)
        case ast.Return(None):
            found = "return gives no value; return a number"
        case _:
            found = ""
    return found


def _fault_of_call(
    name: str, arguments: Sequence[ast.expr], names: Mapping[str, Any], function: ast.FunctionDef
) -> str:
    if name == function.name:
        return f"the function calls itself, which {_text('', 'write a loop').strip()}"
    if name not in {*names, *CALLABLE} and hasattr(builtins, name):
        return _text(f"{name}()", CALLS.get(name, READ))
    if name == "round" and len(arguments) != 1:
        return _unexported("round() to digits", "write round(10 * x) / 10")
    given = [one.id if isinstance(one, ast.Name) else "" for one in arguments[:2]]
    first = [one.arg for one in function.args.args[:2]]
    if isinstance(names.get(name), Helper) and len(first) == 2 and given == first[::-1]:
        return (
            f"{name}({', '.join(given)}, ...) has them in the wrong order; write {first[0]} first"
        )
    return ""


def _text(what: str, instead: str) -> str:
    return f"{what} cannot be compiled; {instead}"


def _unexported(what: str, instead: str) -> str:
    return f"{what} cannot be exported; {instead}"


def _fault_of_export(node: ast.Assign | ast.keyword, names: Mapping[str, Any]) -> str:
    """Return what is wrong with a part that can be compiled, but that no C has."""
    if isinstance(node, ast.keyword):
        return _unexported(f"'{node.arg}=' in a call", "write the arguments in their order")
    if len(node.targets) > 1:
        return _unexported(f"'{ast.unparse(node)}'", "set one variable in each line")
    match node.value:
        case ast.Name(name) if isinstance(names.get(name), FunctionType | Helper | Feature):
            return _unexported(f"'{ast.unparse(node)}'", f"call {name} by its own name")
    return ""


def _is_variable(target: ast.expr) -> bool:
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    return all(isinstance(part, ast.Name) for part in parts)


def _fault_of_loop(loop: ast.For | ast.While) -> str:
    if loop.orelse:
        return _text("else after a loop", "set a variable in the loop and test it")
    if isinstance(loop, ast.For) and isinstance(loop.target, ast.Name):
        name, inside = loop.target.id, [node for one in loop.body for node in ast.walk(one)]
        if any(_sets(node, name) for node in inside):
            return _unexported(f"a loop that sets its own variable '{name}'", "use another one")
    if isinstance(loop, ast.While):
        endless = isinstance(loop.test, ast.Constant) and bool(loop.test.value)
        leave = "let its condition become false, or leave it with break or return"
        return "" if not endless or _is_left(loop.body) else f"this loop never ends; {leave}"
    match loop.iter:
        case ast.Call(ast.Name("range")):
            return ""
    return _text(f"a loop over '{ast.unparse(loop.iter)}'", "loop over range(...)")


def _sets(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)


def _is_left(body: list[ast.stmt]) -> bool:
    """Return whether some statement leaves the loop that has this body."""
    for one in body:
        match one:
            case ast.Break() | ast.Return():
                return True
            case ast.If(_, then, otherwise) if _is_left(then) or _is_left(otherwise):
                return True
            case ast.For() | ast.While() if any(isinstance(n, ast.Return) for n in ast.walk(one)):
                return True
    return False


def _ends(body: list[ast.stmt]) -> bool:
    """Return whether nothing can run behind these statements."""
    match body[-1]:
        case ast.Return():
            return True
        case ast.If(_, then, otherwise):
            return bool(otherwise) and _ends(then) and _ends(otherwise)
        case ast.While(ast.Constant(True), inner):
            return not any(isinstance(node, ast.Break) for one in inner for node in ast.walk(one))
    return False


def _fault_of_attribute(node: ast.Attribute, names: Mapping[str, Any]) -> str:
    if not isinstance(node.value, ast.Name):
        # What it is a part of comes next.
        return ""
    shown, meaning = ast.unparse(node), names.get(node.value.id)
    if not inspect.ismodule(meaning):
        return _text(f"'{shown}'", READ)
    found = getattr(meaning, node.attr, None)
    if is_random(meaning) or is_random(found):
        # The linker says why.
        return ""
    if meaning is np:
        number = isinstance(found, np.ufunc | float)
        kind = isinstance(found, type) and issubclass(found, np.generic)
        return "" if number or kind else _text(shown, f"{VARIABLES}, and loops: no arrays")
    if hasattr(np, node.attr):
        return _text(shown, f"import numpy as np and write np.{node.attr}")
    return _text(shown, "import functions by their names, nothing else can be used")
