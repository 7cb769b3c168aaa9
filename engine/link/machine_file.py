"""Keep the machine code of entry points in files, which are loaded without Numba.

Numba takes longer to import than most commands. LLVM loads its machine code as well.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite import binding

from engine.entries import ADDRESS, INTEGER, WORD, EntryPoint
from engine.link.folder import cache_folder, write_whole
from engine.link.texts import CodeText

__all__ = [
    "MachineCode",
    "are_kept",
    "is_anything_kept",
    "is_kept",
    "is_kept_by_numba",
    "load",
    "machine_code",
    "save",
]

_KINDS: dict[str, Any] = {ADDRESS: ctypes.c_ssize_t, INTEGER: ctypes.c_int64, WORD: ctypes.c_uint64}

_MEMORY_AND_TIME = "calloc free clock_gettime memcpy memmove memset"
_ARITHMETIC = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor fmod "
    "hypot ldexp lgamma log log10 log1p log2 pow rint round sin sinh sqrt tan tanh tgamma trunc"
)
_C_LIBRARY = frozenset(f"{_MEMORY_AND_TIME} {_ARITHMETIC}".split())
"""What machine code may call without Numba: every Python has it in its process."""

_SYMBOL = struct.Struct("<IBBHQQ")
"""A symbol in a file of ELF: place of its name, kind, visibility, section, address and size."""

_LOADED: list[Any] = []
"""What LLVM has loaded stays as long as the process."""


@dataclass(frozen=True)
class MachineCode:
    """Hold the machine code of an entry point.

    Attributes:
        address: of the code, which other machine code calls.
        call: calls it from Python with whole numbers, without Python's lock.
        owner: what keeps the code in memory.
    """

    address: int
    call: Callable[..., int]
    owner: Any = field(default=None, compare=False, repr=False)


def machine_code(entry: EntryPoint, address: int, owner: Any = None) -> MachineCode:
    """Return the machine code at an address, callable as the entry point says."""
    kinds = [_KINDS[kind] for kind in entry.arguments.values()]
    return MachineCode(address, ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address), owner)


def is_kept(path: Path) -> bool:
    """Return whether there is machine code for this processor of a text in a file."""
    head, end = f"{path.stem}.", f".{_processor()}.code"
    kept = os.listdir(path.parent) if path.parent.is_dir() else []
    # A pattern would be matched with each of thousands of files.
    return any(name.startswith(head) and name.endswith(end) for name in kept)


def is_anything_kept() -> bool:
    """Return whether there is any machine code, for whatever processor, by us or by Numba."""
    folder = cache_folder()
    return any(folder.glob("*.code")) or any(folder.glob("__pycache__/*.nbi"))


def are_kept(text: CodeText) -> bool:
    """Return whether machine code of all entry points of a text is kept, here or by Numba."""
    path = text.path
    return all(
        _file(path, entry).exists() or is_kept_by_numba(path, f"{entry.name}-")
        for entry in text.entries
    )


def is_kept_by_numba(path: Path, name: str = "") -> bool:
    """Return whether Numba keeps machine code beside the file of a text.

    Args:
        path: the file of the text.
        name: first part of the name of what it was made of.
    """
    folder, head = path.parent / "__pycache__", f"{path.stem}.{name}"
    kept = os.listdir(folder) if folder.is_dir() else []
    # A pattern would be matched with each of thousands of files.
    return any(one.startswith(head) and one.endswith(".nbi") for one in kept)


def save(path: Path, entry: EntryPoint, code: bytes, symbol: str) -> bool:
    """Keep machine code beside the file of its text, unless it needs what only Numba has.

    The first line of the file is the SHA-256 of its name and of all that comes after it, the second
    the name of the function.

    Args:
        path: the file of the text.
        entry: point that it is.
        code: an object file.
        symbol: name of the function in it.

    Returns:
        Whether it is kept.
    """
    if not _stands_alone(code):
        return False
    file, content = _file(path, entry), symbol.encode() + b"\n" + code
    write_whole(file, _digest(file, content) + b"\n" + content)
    return True


def load(path: Path, entry: EntryPoint) -> MachineCode | None:
    """Return the machine code that is kept beside the file of a text, None if there is none.

    A file that is torn, or was written under another name, counts as none.

    Args:
        path: the file of the text.
        entry: point whose code it is.
    """
    file = _file(path, entry)
    try:
        digest, _, content = file.read_bytes().partition(b"\n")
    except OSError:
        return None
    if digest != _digest(file, content):
        return None
    symbol, _, code = content.partition(b"\n")
    loaded = binding.create_mcjit_compiler(binding.parse_assembly(""), _target_machine())
    loaded.add_object_file(binding.ObjectFileRef.from_data(code))
    loaded.finalize_object()
    _LOADED.append(loaded)
    address = loaded.get_function_address(symbol.decode())
    # To call address 0 ends the process.
    return machine_code(entry, address) if address else None


def _digest(file: Path, content: bytes) -> bytes:
    # The name says of which text, entry point and processor it is.
    return hashlib.sha256(file.name.encode() + b"\n" + content).hexdigest().encode()


def _file(path: Path, entry: EntryPoint) -> Path:
    return path.with_name(f"{path.stem}.{entry.name}.{_processor()}.code")


@cache
def _processor() -> str:
    """Return a name for what decides machine code besides its text: processors share a folder."""
    features = binding.get_host_cpu_features().flatten()
    settings = sorted(one for one in os.environ.items() if one[0].startswith("NUMBA_"))
    parts = (binding.get_process_triple(), binding.get_host_cpu_name(), features, settings)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


@cache
def _target_machine() -> Any:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple().create_target_machine(jit=True)


def _stands_alone(code: bytes) -> bool:
    """Return whether it can be read here that machine code calls nothing but the C library."""
    sections = {s.name(): s.data() for s in binding.ObjectFileRef.from_data(code).sections()}
    if not code.startswith(b"\x7fELF") or b".symtab" not in sections:
        return False
    called = set(_undefined(sections[b".symtab"], sections[b".strtab"]))
    return called <= _C_LIBRARY and all(binding.address_of_symbol(name) for name in called)


def _undefined(symbols: bytes, names: bytes) -> Iterator[str]:
    """Yield the names of symbols that no section of their file defines."""
    for place, _, _, section, _, _ in _SYMBOL.iter_unpack(symbols):
        if section == 0 and place:
            yield names[place : names.index(b"\0", place)].decode()
