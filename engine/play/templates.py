"""Hold the texts around joined kernels: the head of each module, and its entry points."""

from __future__ import annotations

__all__ = ["ENTRY", "HEAD", "LINKED_CHOOSER", "SEARCH"]

HEAD = '''"""Joined from the kernels of engine and features; made by engine.play.compiler."""
import numpy as np
from numba import njit, types

from engine.entries import EntryPoint
from engine.link.entry_code import entry_point
from engine.link.numba_compilers import KernelCompiler

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


@entry_point(__file__, EntryPoint("{entry}", {arguments}))
def {entry}({names}):
    move = linked_search({names})
    give_formula({formula}, {load_state}(position, np.int64(0)))
    return move
"""

ENTRY = """

@entry_point(__file__, EntryPoint("{entry}", {arguments}))
def {entry}({names}):
    return {kernel}({names})
"""
