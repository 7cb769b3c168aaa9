"""Join kernels into the text of one module that stands alone.

Plain functions are followed through the names that they use: other functions are included,
tables become their offsets, numbers become literals. Each function can be replaced by another of
the same signature, which is how one search serves every game and every formula.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from engine import intrinsics
from engine.entries import CALLED_BY_ADDRESS
from engine.link.names import line_of, literal
from engine.link.randomness import is_random
from engine.link.source import KernelReading, LinkError, SourceKernel, read_kernel, scope_of
from engine.table import MaskTable, NumberTable, Table

__all__ = ["INTRINSICS", "LinkedKernel", "Linker", "OuterKernel"]

_OPERATIONS = "engine.link.operations"
"""What defines the intrinsics for the CPU; it is not imported, for Numba takes long to import."""

INTRINSICS = {id(getattr(intrinsics, name)): name for name in intrinsics.OPERATIONS}
"""The names of the machine operations, by their identity."""

_BUILTINS = frozenset(dir(builtins))
# Names that the joined text, its head or its tail give a meaning of their own.
_TAKEN = frozenset(
    {*intrinsics.OPERATIONS, "np", "njit", "types", "cuda", "kernel", "inlined", "options"}
    | {"KernelCompiler", "EntryPoint", "call_formula", "give_formula"}
    | {"entry_point", "load_beside", "linked_search"}
    | {entry.name for entry in CALLED_BY_ADDRESS}
)


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
        reading, scope = read_kernel(kernel), scope_of(kernel)
        if not reading.definition.body:
            place = f"line {reading.definition.lineno}, in '{reading.definition.name}'"
            raise LinkError(f"{place}: the function does nothing; let it return a number")
        self._open.add(id(kernel))
        resolved = {}
        for name in reading.free:
            resolved[name] = self._resolve(name, scope, reading)
            joined = getattr(resolved[name], "id", name)
            if joined in reading.own:
                raise _fault(
                    reading,
                    name,
                    f"there is a variable '{joined}', and '{name}', which is called '{joined}' "
                    "too; rename the variable",
                )
        self._open.discard(id(kernel))
        self._names[id(kernel)] = joined_name = self._unused(reading.definition.name)
        self._kept.append(kernel)
        meanings = {
            name: part.id if isinstance(part, ast.Name) else scope[name]
            for name, part in resolved.items()
        }
        self._linked.append(LinkedKernel(joined_name, kernel, meanings))
        decorator = "inlined" if getattr(kernel, "inlined", False) else "kernel"
        self._texts.append(f"@{decorator}\n{reading.text(joined_name, resolved)}\n")
        return joined_name

    @property
    def linked(self) -> tuple[LinkedKernel, ...]:
        """Return all kernels so far, each behind those that it calls."""
        return tuple(self._linked)

    def text(self, module: str = _OPERATIONS) -> str:
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

    def _resolve(self, name: str, scope: Mapping[str, Any], user: KernelReading) -> ast.expr:
        if name not in scope:
            return _builtin(name, user)
        value = scope[name]
        if is_random(value) or (value is np and name in user.asks_for_random):
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
        if id(value) in INTRINSICS:
            self._intrinsics.add(INTRINSICS[id(value)])
            return ast.Name(INTRINSICS[id(value)], ast.Load())
        if isinstance(value, ModuleType) and value is np:
            return ast.Name("np", ast.Load())
        if isinstance(value, NumberTable | MaskTable):
            return ast.Constant(self._offset(value))
        if isinstance(value, bool | int | float | np.integer):
            return literal(value)
        what = f"'{name}', a {type(value).__name__}, cannot be compiled"
        cure = "use functions, tables and numbers, and import them by their names"
        raise _fault(user, name, f"{what}; {cure}")


def _builtin(name: str, user: KernelReading) -> ast.expr:
    if name == "print":
        # Compiled code would print amid the results.
        raise _fault(user, name, "print() cannot be compiled; take it out")
    if name not in _BUILTINS:
        raise _fault(user, name, f"'{name}' is unknown; define or import it")
    return ast.Name(name, ast.Load())


def _fault(user: KernelReading, name: str, fault: str) -> LinkError:
    """Return an error with the place where a kernel uses a name first."""
    return LinkError(f"line {line_of(user.definition, name)}, in '{user.definition.name}': {fault}")
