"""Define the machine operations of the CPU as code of LLVM.

`engine.intrinsics` says what each does. Joined texts import them from here, to be compiled; nothing
else does, for to import Numba takes longer than most commands.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from inspect import Parameter, Signature
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.entries import CHOOSER, EVALUATOR, PROVER, EntryPoint
from engine.intrinsics import exp, floor, fmod, nearest, sqrt

__all__ = [
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


popcount: Any = _operation(define_popcount)
lowest_bit: Any = _operation(define_lowest_bit)
assume: Any = _operation(define_assume)
load_word: Any = _operation(define_load(types.uint64, _WORD))
load_integer: Any = _operation(define_load(types.int64, _WORD))
load_number: Any = _operation(define_load(types.float64, _NUMBER))
store_word: Any = _operation(define_store(types.uint64, _WORD))
store_integer: Any = _operation(define_store(types.int64, _WORD))
store_number: Any = _operation(define_store(types.float64, _NUMBER))
nanoseconds: Any = _operation(_nanoseconds)
local_words: Any = _operation(define_local_words, prefer_literal=True)
call_chooser: Any = _operation(_define_call(CHOOSER))
call_evaluator: Any = _operation(_define_call(EVALUATOR))
call_prover: Any = _operation(_define_call(PROVER))
allocate_words: Any = _operation(_allocate_words)
release_words: Any = _operation(_release_words)
