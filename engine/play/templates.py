"""Hold the texts around joined kernels: the head of each module, and its entry points."""

from __future__ import annotations

__all__ = [
    "CALLED_BY_ADDRESS",
    "HEAD",
    "HEAD_OF_VALUES",
    "LINKED_CHOOSER",
    "ROUTINE",
    "SEARCH",
]

HEAD = '''"""Joined from the kernels of engine and features; made by engine.play.compiler."""
import numpy as np
from numba import cfunc, njit, types

from engine.link.machine_code import ChooserCompiler, KernelCompiler

# Only compiled code calls these; wrappers for Python would take nearly half of the compile time.
options = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
kernel = njit(pipeline_class=KernelCompiler, **options)
inlined = njit(pipeline_class=KernelCompiler, forceinline=True, **options)
'''

HEAD_OF_VALUES = HEAD.replace("KernelCompiler", "ValueKernelCompiler")
"""The same where a formula's values are computed, which people see."""

SEARCH = """
from engine.link.late_formula import call_formula


@njit(types.int64({types}), cache=True, **options)
def {entry}({names}):
    return {kernel}({names})
"""

LINKED_CHOOSER = """
from engine.link.cache import load_beside
from engine.link.late_formula import give_formula

linked_search = load_beside(__file__, "{search}").{entry}


@cfunc(
    types.int64({types}),
    nopython=True,
    cache=True,
    error_model="numpy",
    pipeline_class=ChooserCompiler,
)
def {entry}({names}):
    move = linked_search({names})
    give_formula({formula}, {load_state}(position, np.int64(0)))
    return move
"""

CALLED_BY_ADDRESS = """

@cfunc(types.int64({types}), nopython=True, cache=True, error_model="numpy")
def {entry}({names}):
    return {kernel}({names})
"""

ROUTINE = """

@njit(types.int64({types}), nogil=True, cache=True, error_model="numpy")
def {entry}_routine({names}):
    return {kernel}({names})
"""
