"""Join kernels into the text of one module that stands alone.

Plain functions are followed through the names that they use: other functions are included,
tables become their offsets, numbers become literals. Each function can be replaced by another of
the same signature, which is how one search serves every game and every formula.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from engine import intrinsics
from engine.entries import CALLED_BY_ADDRESS
from engine.errors import EngineError
from engine.link.names import Renamer, free_names, line_of, literal, own_names
from engine.link.randomness import asks_for, is_random
from engine.table import MaskTable, NumberTable, Table

__all__ = ["LinkError", "LinkedKernel", "Linker", "OuterKernel", "SourceKernel", "parse_kernel"]

_INTRINSICS = {id(getattr(intrinsics, name)): name for name in intrinsics.OPERATIONS}
_BUILTINS = frozenset(dir(builtins))
# Names that the joined text, its head or its tail give a meaning of their own.
_TAKEN = frozenset(
    {*intrinsics.OPERATIONS, "np", "cfunc", "njit", "types", "cuda", "kernel", "inlined", "options"}
    | {"KernelCompiler", "ChooserCompiler", "call_formula", "give_formula"}
    | {"load_beside", "linked_search"}
    | {entry.name for entry in CALLED_BY_ADDRESS}
)


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, *_COMPREHENSIONS)


class LinkError(EngineError):
    """A kernel cannot be compiled because of what it uses."""


@dataclass(frozen=True)
class SourceKernel:
    """A source kernel is written as text, for example that of a formula.

    Attributes:
        text: the text of one function definition.
        names: what its free names stand for.
        inlined: whether it becomes a part of every kernel that calls it.
    """

    text: str
    names: Mapping[str, Any]
    inlined: bool = False


@dataclass(frozen=True)
class OuterKernel:
    """An outer kernel is not joined: the module has it under this name already."""

    name: str


@dataclass(frozen=True)
class LinkedKernel:
    """A linked kernel is one function of the joined text, for targets that are not Python.

    Attributes:
        name: in the joined text.
        kernel: the function or text itself, with its own names.
        meanings: what its free names stand for: a table, a number, or the name of a kernel, an
            intrinsic, a built-in function or NumPy ("np") in the joined text.
    """

    name: str
    kernel: FunctionType | SourceKernel
    meanings: Mapping[str, Any]


class Linker:
    """Collect kernels and what they use, in the order in which they must be defined.

    Args:
        replacements: what to take in place of a function or an intrinsic, keyed by that.
        offset: gives the slot of a table in the memory of a board.
    """

    def __init__(
        self,
        replacements: Mapping[Callable[..., Any], Callable[..., Any] | SourceKernel],
        offset: Callable[[Table], int],
    ) -> None:
        self._replacements = {id(replaced): kernel for replaced, kernel in replacements.items()}
        self._offset = offset
        self._names: dict[int, str] = {}
        self._kept: list[object] = []
        self._open: set[int] = set()
        self._texts: list[str] = []
        self._linked: list[LinkedKernel] = []
        self._intrinsics: set[str] = set()

    def add(self, kernel: Any) -> str:
        """Include a kernel and all that it uses; returns its name in the joined text.

        Raises:
            LinkError: if it is recursive, a closure, or uses something that is no kernel, table or
                number.
        """
        kernel = getattr(kernel, "kernel", kernel)
        kernel = self._replacements.get(id(kernel), kernel)
        if isinstance(kernel, OuterKernel):
            return kernel.name
        if id(kernel) in self._names:
            return self._names[id(kernel)]
        definition, scope = parse_kernel(kernel)
        _strip(definition)
        self._open.add(id(kernel))
        own = own_names(definition)
        resolved = {}
        for name in free_names(definition, own):
            resolved[name] = self._resolve(name, scope, definition)
            joined = getattr(resolved[name], "id", name)
            if joined in own:
                raise _fault(
                    definition,
                    name,
                    f"there is a variable '{joined}', and '{name}', which is called '{joined}' "
                    "too; rename the variable",
                )
        Renamer(resolved).visit(definition)
        self._open.discard(id(kernel))
        self._names[id(kernel)] = definition.name = self._unused(definition.name)
        self._kept.append(kernel)
        meanings = {
            name: part.id if isinstance(part, ast.Name) else scope[name]
            for name, part in resolved.items()
        }
        self._linked.append(LinkedKernel(definition.name, kernel, meanings))
        decorator = "inlined" if getattr(kernel, "inlined", False) else "kernel"
        self._texts.append(f"@{decorator}\n{ast.unparse(definition)}\n")
        return definition.name

    @property
    def linked(self) -> tuple[LinkedKernel, ...]:
        """Return all kernels so far, each behind those that it calls."""
        return tuple(self._linked)

    def text(self, module: str = intrinsics.__name__) -> str:
        """Return the definitions of all kernels so far, with a module's intrinsics for them."""
        imports = "".join(f"    {name},\n" for name in sorted(self._intrinsics))
        head = f"from {module} import (\n{imports})\n\n\n" if imports else ""
        return head + "\n\n".join(self._texts)

    def _unused(self, name: str) -> str:
        taken = set(self._names.values())
        candidate, number = name, 1
        while candidate in taken or candidate in _BUILTINS or candidate in _TAKEN:
            number += 1
            candidate = f"{name}_{number}"
        return candidate

    def _resolve(self, name: str, scope: Mapping[str, Any], user: ast.FunctionDef) -> ast.expr:
        if name not in scope:
            return _builtin(name, user)
        value = scope[name]
        if is_random(value) or (value is np and asks_for(user, name, "random")):
            cure = "take that out, the same position must have the same value"
            raise _fault(user, name, f"random numbers cannot be drawn; {cure}")
        if id(self._replacements.get(id(value), getattr(value, "kernel", value))) in self._open:
            raise _fault(user, name, f"'{name}' leads back to itself; write a loop")
        if (
            isinstance(value, FunctionType | SourceKernel | OuterKernel)
            or hasattr(value, "kernel")
            or id(value) in self._replacements
        ):
            return ast.Name(self.add(value), ast.Load())
        if id(value) in _INTRINSICS:
            self._intrinsics.add(_INTRINSICS[id(value)])
            return ast.Name(_INTRINSICS[id(value)], ast.Load())
        if isinstance(value, ModuleType) and value is np:
            return ast.Name("np", ast.Load())
        if isinstance(value, NumberTable | MaskTable):
            return ast.Constant(self._offset(value))
        if isinstance(value, bool | int | float | np.integer):
            return literal(value)
        what = f"'{name}', a {type(value).__name__}, cannot be compiled"
        cure = "use functions, tables and numbers, and import them by their names"
        raise _fault(user, name, f"{what}; {cure}")


def _builtin(name: str, user: ast.FunctionDef) -> ast.expr:
    if name == "print":
        # Compiled code would print amid the results.
        raise _fault(user, name, "print() cannot be compiled; take it out")
    if name not in _BUILTINS:
        raise _fault(user, name, f"'{name}' is unknown; define or import it")
    return ast.Name(name, ast.Load())


def _fault(user: ast.FunctionDef, name: str, fault: str) -> LinkError:
    """Return an error with the place where a kernel uses a name first."""
    return LinkError(f"line {line_of(user, name)}, in '{user.name}': {fault}")


def parse_kernel(kernel: Any) -> tuple[ast.FunctionDef, Mapping[str, Any]]:
    """Return the syntax tree of a kernel, with the lines of its file, and its names.

    Raises:
        LinkError: if it is no plain function.
    """
    if isinstance(kernel, SourceKernel):
        text, scope = kernel.text, kernel.names
    elif isinstance(kernel, FunctionType):
        text, scope = _source(kernel), kernel.__globals__
    else:
        raise LinkError(f"{kernel!r} is no kernel")
    definition = ast.parse(text).body[0]
    if not isinstance(definition, ast.FunctionDef):
        raise LinkError(f"{kernel!r} is no plain function")
    if isinstance(kernel, FunctionType):
        ast.increment_lineno(definition, kernel.__code__.co_firstlineno - 1)
    definition.decorator_list = []
    if any(isinstance(node, _SCOPES) for node in ast.walk(definition) if node is not definition):
        raise LinkError(
            f"kernel '{definition.name}' defines a function, a class or a comprehension inside; "
            "write a function of its own or a loop"
        )
    return definition, scope


def _strip(definition: ast.FunctionDef) -> None:
    """Take types and the docstring out of a kernel's syntax tree."""
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    if ast.get_docstring(definition) is not None:
        definition.body = definition.body[1:]


def _source(kernel: FunctionType) -> str:
    if kernel.__closure__:
        raise LinkError(
            f"line {kernel.__code__.co_firstlineno}, in '{kernel.__name__}': the function uses "
            f"'{', '.join(kernel.__code__.co_freevars)}' of the function around it; take it as an "
            "argument"
        )
    try:
        return textwrap.dedent(inspect.getsource(kernel))
    except OSError as error:
        raise LinkError(f"kernel '{kernel.__name__}' has no source; write it in a file") from error
