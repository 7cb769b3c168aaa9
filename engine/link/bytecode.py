"""Compare functions by their bytecode, that of memory with that of a text."""

from __future__ import annotations
import __future__

import marshal
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from engine.link.source import LinkError, read_kernel

__all__ = ["as_bytes", "code_bytes", "is_as_written"]

_AS_WRITTEN: WeakKeyDictionary[FunctionType, CodeType] = WeakKeyDictionary()
"""The bytecode of functions that was found to be that of the text that was read of them."""


def code_bytes(code: CodeType) -> bytes:
    """Return bytes that are equal for code that does the same by the same steps and names.

    Lines, columns and the name of the file are left out, and so is the place in memory.
    """
    constants = tuple(_constant(one) for one in code.co_consts)
    arguments = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    what_runs = (code.co_code, code.co_exceptiontable, code.co_flags)
    return as_bytes((code.co_name, *arguments, *names, *what_runs, constants))


def _constant(value: object) -> object:
    if isinstance(value, CodeType):
        return code_bytes(value)
    # The order of a set is another one in each process.
    return ("set", *sorted(map(repr, value))) if isinstance(value, frozenset) else value


def as_bytes(value: Any) -> bytes:
    """Return bytes that tell a value of plain Python from all others, 1 from True and 1.0 too."""
    # Later versions of the format say as well which objects are the same one.
    return marshal.dumps(value, 2)


def is_as_written(kernel: FunctionType) -> bool:
    """Return whether the text that is joined of a kernel compiles to the code that is in memory.

    It does not where a source was changed after it was imported, or where Python took bytecode of
    an older source for it. What defaults of arguments are cannot be told, so they count as changed.
    """
    code = kernel.__code__
    if _AS_WRITTEN.get(kernel) is not code:
        if kernel.__defaults__ or kernel.__kwdefaults__ or not _compiles_to(kernel, code):
            return False
        _AS_WRITTEN[kernel] = code
    return True


def _compiles_to(kernel: FunctionType, code: CodeType) -> bool:
    flags = code.co_flags & __future__.annotations.compiler_flag
    scope = kernel.__globals__
    # Python calls a function of a module by other code where it sees the import.
    imports = [f"import numpy as {one}\n" for one in code.co_names if scope.get(one) is np]
    try:
        text = "".join(imports) + read_kernel(kernel).source
        module = compile(text, code.co_filename, "exec", flags, dont_inherit=True)
    except (LinkError, SyntaxError):
        return False
    found = [one for one in module.co_consts if isinstance(one, CodeType)]
    return code_bytes(code) in map(code_bytes, found)
