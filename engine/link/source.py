"""Read kernels: functions, and texts of functions, as syntax trees with their names."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

from engine.errors import EngineError
from engine.link.names import Renamer, free_names, own_names, used_names
from engine.link.randomness import names_asked_for_random
from engine.link.shifts import ShiftsByRest

__all__ = [
    "PACKAGES",
    "SOURCE_TEXT",
    "KernelReading",
    "LinkError",
    "SourceKernel",
    "is_packaged",
    "parse_kernel",
    "read_kernel",
    "scope_of",
]

SOURCE_TEXT = "__source_text__"
"""The name under which a module has its text that is not to be read from its file."""

PACKAGES = ("engine", "features", "tuner")
"""The packages of this program: the kernels of other modules are users' own."""

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
class KernelReading:
    """A kernel reading holds what the text of a kernel says, whatever its names stand for.

    Attributes:
        definition: its syntax tree without types and docstring, with the lines of its file; nobody
            changes it. A user's own kernel shifts by what is left of a number divided by 64.
        own: the names of its arguments and variables.
        free: the names that it uses besides, in the order of first use.
        asks_for_random: the names of which it uses the attribute `random`.
        source: the text of the same.
    """

    definition: ast.FunctionDef
    own: frozenset[str]
    free: tuple[str, ...]
    asks_for_random: frozenset[str]
    source: str = field(repr=False)
    _texts: dict[tuple[str, ...], str] = field(default_factory=dict, compare=False, repr=False)

    def text(self, name: str, resolved: Mapping[str, ast.expr]) -> str:
        """Return the definition under another name, with expressions in place of free names."""
        key = (name, *(_text_of(resolved[free]) for free in self.free))
        if key not in self._texts:
            definition = self.definition
            if key != (definition.name, *self.free):
                # To parse is several times as fast as to copy a tree.
                definition = _stripped(ast.parse(self.source).body[0])
                Renamer(resolved).visit(definition)
                definition.name = name
            self._texts[key] = ast.unparse(definition)
        return self._texts[key]


_SOURCES: WeakKeyDictionary[FunctionType, str] = WeakKeyDictionary()
_READINGS: WeakKeyDictionary[FunctionType, KernelReading] = WeakKeyDictionary()
"""What was read of functions: the same kernels are joined with every formula."""


def read_kernel(kernel: Any) -> KernelReading:
    """Return what a kernel's text says; of a function, it is read once.

    Raises:
        LinkError: if it is no plain function.
    """
    if not isinstance(kernel, FunctionType):
        return _reading(kernel)
    if kernel not in _READINGS:
        _READINGS[kernel] = _reading(kernel)
    return _READINGS[kernel]


def _reading(kernel: Any) -> KernelReading:
    definition = _stripped(parse_kernel(kernel)[0])
    names = used_names(definition)
    own = own_names(definition, names)
    if is_packaged(kernel):
        # It shifts no further, and its machine code stays as it is.
        source = _SOURCES[kernel]
    else:
        ShiftsByRest().visit(definition)
        source = ast.unparse(definition)
    return KernelReading(
        definition,
        frozenset(own),
        tuple(free_names(names, own)),
        frozenset(names_asked_for_random(definition)),
        source,
    )


def is_packaged(kernel: FunctionType | SourceKernel) -> bool:
    """Return whether a kernel is a function of this program; texts may be anybody's."""
    if isinstance(kernel, SourceKernel):
        return False
    return str(kernel.__globals__.get("__name__")).partition(".")[0] in PACKAGES


def parse_kernel(kernel: Any) -> tuple[ast.FunctionDef, Mapping[str, Any]]:
    """Return the syntax tree of a kernel, with the lines of its file, and its names.

    The caller may change the tree.

    Raises:
        LinkError: if it is no plain function.
    """
    if isinstance(kernel, SourceKernel):
        definition = ast.parse(kernel.text).body[0]
    elif isinstance(kernel, FunctionType):
        definition = _definition(kernel)
    else:
        raise LinkError(f"{kernel!r} is no kernel")
    if not isinstance(definition, ast.FunctionDef):
        raise LinkError(f"{kernel!r} is no plain function")
    definition.decorator_list = []
    if any(isinstance(node, _SCOPES) for node in ast.walk(definition) if node is not definition):
        raise LinkError(
            f"kernel '{definition.name}' defines a function, a class or a comprehension inside; "
            "write a function of its own or a loop"
        )
    return definition, scope_of(kernel)


def scope_of(kernel: FunctionType | SourceKernel) -> Mapping[str, Any]:
    """Return what a kernel's free names stand for, by these names."""
    return kernel.names if isinstance(kernel, SourceKernel) else kernel.__globals__


def _stripped(definition: ast.stmt) -> ast.FunctionDef:
    """Return a kernel's syntax tree after types, decorators and docstring are taken out of it."""
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    if ast.get_docstring(definition) is not None:
        definition.body = definition.body[1:]
    return definition


def _text_of(part: ast.expr) -> str:
    return part.id if isinstance(part, ast.Name) else ast.unparse(part)


def _definition(kernel: FunctionType) -> ast.stmt:
    above = "\n" * (kernel.__code__.co_firstlineno - 1)
    try:
        return ast.parse(above + _source(kernel)).body[0]
    except SyntaxError:
        # Brackets or quotes were open where it seemed to end.
        _SOURCES[kernel] = textwrap.dedent(inspect.getsource(kernel))
        return ast.parse(above + _SOURCES[kernel]).body[0]


def _source(kernel: FunctionType) -> str:
    if kernel.__closure__:
        raise LinkError(
            f"line {kernel.__code__.co_firstlineno}, in '{kernel.__name__}': the function uses "
            f"'{', '.join(kernel.__code__.co_freevars)}' of the function around it; take it as an "
            "argument"
        )
    try:
        if kernel not in _SOURCES:
            _SOURCES[kernel] = textwrap.dedent(_written(kernel))
    except OSError as error:
        raise LinkError(f"kernel '{kernel.__name__}' has no source; write it in a file") from error
    return _SOURCES[kernel]


def _written(kernel: FunctionType) -> str:
    """Return the lines of a function, of the text that was run where the module has it."""
    text = kernel.__globals__.get(SOURCE_TEXT)
    if text is not None:
        lines = text.splitlines(keepends=True)
        return "".join(inspect.getblock(lines[kernel.__code__.co_firstlineno - 1 :]))
    file = kernel.__code__.co_filename
    linecache.checkcache(file)
    lines = linecache.getlines(file, kernel.__globals__)
    return _block(lines[kernel.__code__.co_firstlineno - 1 :]) or inspect.getsource(kernel)


def _block(lines: Sequence[str]) -> str:
    """Return the lines of the function that begins with the first of them, "" if none does.

    `inspect.getsource` takes ten times as long. A line that stands no further in ends the function,
    unless brackets or quotes are open there: then what is returned is no Python.
    """
    if not lines or not lines[0].lstrip().startswith(("def ", "@")):
        return ""
    end = next((n for n, line in enumerate(lines, 1) if line.lstrip().startswith("def ")), 0)
    indent = _indent(lines[0])
    while end < len(lines) and (_indent(lines[end]) > indent or lines[end].strip()[:1] in ")#"):
        end += 1
    return "".join(lines[:end])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
