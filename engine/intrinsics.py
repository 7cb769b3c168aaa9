"""Define what differs between machines in kernels: bit counting, typed access to memory by address.

Kernels take addresses in place of arrays. An array argument costs a reference count at every
call that is not inlined; an address costs nothing (measured: 73,000 against 143,000 games a
second at depth 3 on 7x7).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.entries import CHOOSER, EVALUATOR, PROVER, EntryPoint

__all__ = [
    "OPERATIONS",
    "allocate_words",
    "assume",
    "call_chooser",
    "call_evaluator",
    "call_prover",
    "define_assume",
    "define_load",
    "define_local_words",
    "define_lowest_bit",
    "define_popcount",
    "define_store",
    "exp",
    "floor",
    "fmod",
    "load_integer",
    "load_number",
    "load_word",
    "local_words",
    "lowest_bit",
    "nanoseconds",
    "nearest",
    "popcount",
    "release_words",
    "sqrt",
    "store_integer",
    "store_number",
    "store_word",
]

OPERATIONS = tuple(n for n in __all__ if n.islower() and not n.startswith("define_"))
"""What kernels may call: all but the definitions, which other targets than the CPU share."""

_WORD = ir.IntType(64)
_NUMBER = ir.DoubleType()
_BYTES = ir.IntType(8).as_pointer()


def _operation(define: Any, **options: Any) -> Any:
    decorate: Any = intrinsic
    return decorate(**options)(define) if options else decorate(define)


def define_popcount(_context: Any, _word: Any) -> Any:
    """Return types and machine code of `popcount`."""

    def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


def define_lowest_bit(_context: Any, _word: Any) -> Any:
    """Return types and machine code of `lowest_bit`."""

    def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), build


def define_assume(_context: Any, _fact: Any) -> Any:
    """Return types and machine code of `assume`."""

    def build(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        builder.assume(arguments[0])
        return target.get_dummy_value()

    return types.void(types.boolean), build


def _slot(builder: Any, address: Any, index: Any, kind: Any) -> Any:
    return builder.gep(builder.inttoptr(address, kind.as_pointer()), [index])


def define_load(result: Any, kind: Any) -> Any:
    """Return types and machine code of a load, from its Numba type and its LLVM type."""

    def load(_context: Any, _address: Any, _index: Any) -> Any:
        def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.load(_slot(builder, arguments[0], arguments[1], kind))

        return result(types.intp, types.int64), build

    return load


def define_store(stored: Any, kind: Any) -> Any:
    """Return types and machine code of a store, from its Numba type and its LLVM type."""

    def store(_context: Any, _address: Any, _index: Any, _value: Any) -> Any:
        def build(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            builder.store(arguments[2], _slot(builder, arguments[0], arguments[1], kind))
            return target.get_dummy_value()

        return types.void(types.intp, types.int64, stored), build

    return store


def define_local_words(_context: Any, count: Any) -> Any:
    """Return types and machine code of `local_words`."""
    if not isinstance(count, types.IntegerLiteral):
        return None

    def build(_target: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        memory = cgutils.alloca_once(builder, _WORD, size=count.literal_value)
        return builder.ptrtoint(memory, _WORD)

    return types.intp(count), build


def _define_call(entry: EntryPoint) -> Any:
    """Return types and machine code of a call by address, with the arguments of an entry point."""
    kinds = [getattr(types, kind) for kind in entry.arguments.values()]

    def call(_context: Any, *_arguments: Any) -> Any:
        def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            kind = ir.FunctionType(_WORD, [_WORD] * len(kinds))
            return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

        return types.int64(types.intp, *kinds), build

    # Numba asks a definition for the names of its arguments.
    names = ("context", "address", *entry.arguments)
    call.__signature__ = Signature(  # type: ignore[attr-defined]
        [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    )
    return call


def _c_function(builder: Any, name: str, result: Any, arguments: Sequence[Any]) -> Any:
    """Return a function of the C library; machine code from the cache finds it by name."""
    kind = ir.FunctionType(result, arguments)
    return cgutils.get_or_insert_function(builder.module, kind, name)


def _allocate_words(_context: Any, _count: Any) -> Any:
    def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        calloc = _c_function(builder, "calloc", _BYTES, [_WORD, _WORD])
        memory = builder.call(calloc, [arguments[0], ir.Constant(_WORD, 8)])
        return builder.ptrtoint(memory, _WORD)

    return types.intp(types.int64), build


def _release_words(_context: Any, _address: Any) -> Any:
    def build(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        free = _c_function(builder, "free", ir.VoidType(), [_BYTES])
        builder.call(free, [builder.inttoptr(arguments[0], _BYTES)])
        return target.get_dummy_value()

    return types.void(types.intp), build


def _nanoseconds(_context: Any) -> Any:
    def build(_target: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        memory = cgutils.alloca_once(builder, _WORD, size=2)
        arguments = [ir.IntType(32), _WORD.as_pointer()]
        clock = _c_function(builder, "clock_gettime", ir.IntType(32), arguments)
        builder.call(clock, [ir.Constant(ir.IntType(32), time.CLOCK_MONOTONIC), memory])
        second = builder.load(memory)
        rest = builder.load(builder.gep(memory, [ir.Constant(_WORD, 1)]))
        return builder.add(builder.mul(second, ir.Constant(_WORD, 10**9)), rest)

    return types.int64(), build


popcount: Callable[[np.uint64], np.uint64] = _operation(define_popcount)
"""Number of set bits."""

lowest_bit: Callable[[np.uint64], np.uint64] = _operation(define_lowest_bit)
"""Index of the lowest set bit; undefined for 0."""

assume: Callable[[Any], None] = _operation(define_assume)
"""A promise to the compiler: this is true here. Computed only where something else needs it."""

load_word: Callable[[int, Any], np.uint64] = _operation(define_load(types.uint64, _WORD))
load_integer: Callable[[int, Any], np.int64] = _operation(define_load(types.int64, _WORD))
load_number: Callable[[int, Any], float] = _operation(define_load(types.float64, _NUMBER))
"""`load(address, slot)`: the uint64, int64 or float64 in a slot of memory."""

store_word: Callable[[int, Any, Any], None] = _operation(define_store(types.uint64, _WORD))
store_integer: Callable[[int, Any, Any], None] = _operation(define_store(types.int64, _WORD))
store_number: Callable[[int, Any, Any], None] = _operation(define_store(types.float64, _NUMBER))
"""`store(address, slot, value)`."""

exp: Callable[[float], float] = math.exp
sqrt: Callable[[float], float] = math.sqrt
"""In kernels as NumPy's, which CUDA lacks: infinite where too large, NaN below 0."""

floor: Callable[[float], float] = np.floor
nearest: Callable[[float], float] = np.rint
fmod: Callable[[float, float], float] = np.fmod
"""Down, to the nearest even whole number, what a division towards 0 leaves; CUDA has others."""

nanoseconds: Callable[[], np.int64] = _operation(_nanoseconds)
"""The steady clock of the machine."""

local_words: Callable[[int], int] = _operation(define_local_words, prefer_literal=True)
"""Address of so many (a literal) slots on the caller's stack, not initialised."""

call_chooser: Callable[..., np.int64] = _operation(_define_call(CHOOSER))
call_evaluator: Callable[..., np.int64] = _operation(_define_call(EVALUATOR))
call_prover: Callable[..., np.int64] = _operation(_define_call(PROVER))
"""Call machine code by its address, which is followed by the arguments of its entry point."""

allocate_words: Callable[[Any], int] = _operation(_allocate_words)
"""Address of so many slots of zeros on the heap, 0 where there is no memory left; whoever asks for
them gives them back by `release_words`."""

release_words: Callable[[int], None] = _operation(_release_words)
"""Give back what `allocate_words` gave."""
