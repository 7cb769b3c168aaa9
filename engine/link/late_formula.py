"""Compile a search once for all formulas: a formula becomes a part of it later.

The search calls a function that it only declares (`call_formula`). A chooser defines this function
by its formula (`give_formula`) and is linked with the search, as code of LLVM in place of text. It
is the same machine code as that of one text, but Numba reads the search only once.
"""

from __future__ import annotations

import ctypes
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core.errors import NumbaError
from numba.core.funcdesc import ExternalFunctionDescriptor
from numba.extending import intrinsic

from engine.link.numba_compilers import KernelLibrary

__all__ = ["UncompiledFormulaError", "call_formula", "give_formula"]

_SYMBOL = "tune_formula"

# A search is machine code by itself, too. Nobody calls it; this would end the process.
_NO_FORMULA: Any = ctypes.pythonapi.Py_FatalError
binding.add_symbol(_SYMBOL, ctypes.cast(_NO_FORMULA, ctypes.c_void_p).value)


class UncompiledFormulaError(Exception):
    """Numba cannot compile a formula, and says so in this message."""


def _arguments(own: Any) -> tuple[Any, ...]:
    """Return the types of a formula's arguments: the board, parameters and both states."""
    return (types.intp, types.intp, own, own)


def _call_formula(_context: Any, _board: Any, _parameters: Any, own: Any, _opp: Any) -> Any:
    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        declared = ExternalFunctionDescriptor(_SYMBOL, types.float64, signature.args)
        return target.call_internal(builder, declared, signature, arguments)

    return types.float64(*_arguments(own)), build


def _give_formula(context: Any, formula: Any, own: Any) -> Any:
    try:
        context.resolve_function_type(formula, _arguments(own), {})
    except NumbaError as error:
        # Of an error of its own kind Numba would keep no more than that this call has failed.
        raise UncompiledFormulaError(str(error)) from error

    def build(target: Any, _builder: Any, _signature: Any, _given: Any) -> Any:
        compiled = formula.dispatcher.overloads[_arguments(own)]
        library = KernelLibrary(target.codegen(), _SYMBOL)
        library.add_linking_library(compiled.library)
        module = library.create_ir_module(_SYMBOL)
        called = target.declare_function(module, compiled.fndesc)
        defined = ir.Function(module, called.function_type, _SYMBOL)
        defined.attributes.add("alwaysinline")
        body = ir.IRBuilder(defined.append_basic_block())
        body.ret(body.call(called, defined.args))
        library.add_ir_module(module)
        target.active_code_library.add_linking_library(library)
        return target.get_dummy_value()

    return types.void(formula, own), build


call_formula: Any = intrinsic(_call_formula)
"""Call the formula that a chooser gives."""

give_formula: Any = intrinsic(_give_formula)
"""Let what is linked with the chooser call this formula, of such states as the second argument."""
