"""Compile programs for the GPU of this machine, and run them there."""

from __future__ import annotations

import ctypes
from typing import Any

from cuda import core
from numba import cuda, types
from numba.core.errors import NumbaError
from numba.cuda import compiler
from numba.cuda.cudadrv import driver

from engine.cuda.errors import CudaError, NotForGpuError, one_line, out_of_memory, told
from engine.cuda.program import ARGUMENTS, CudaProgram, Prepared
from engine.link.compiling import compiling, say_compiling

__all__ = [
    "BLOCK",
    "MAX_REGISTERS",
    "OPTIONS",
    "compiled",
    "described",
    "prepared",
    "require_gpu",
    "threads_at_once",
]

OPTIONS = {"opt": 3, "fma": False}
"""Of NVVM: a product that is fused with a sum would have other last bits than on the CPU."""

MAX_REGISTERS = 128
"""Of a thread; a multiprocessor then has room for 512 of them, so some play while others wait."""

BLOCK = 64
"""Threads of a block. Its place is free when the longest of its games is over, so it is small;
with smaller ones the number of blocks would limit how many threads are there at once."""

_OLDEST = (7, 5)
_DRIVER = (13, 0)
"""The oldest compute capability and version of a driver that CUDA 13 makes code for."""

_WANTED = "a GPU needs NVIDIA's driver for CUDA 13"


def require_gpu() -> None:
    """Make sure that there is a GPU that programs can be compiled for.

    Raises:
        CudaError: if there is none, or it or its driver is too old.
    """
    if not cuda.is_available():
        error = cuda.cuda_error()
        if error is None:
            raise CudaError(
                "a GPU needs NVIDIA's compiler, which is not installed", hint="cuda extra"
            )
        said = "none is found" if "cannot be found" in error else f"it says: {one_line(error)}"
        raise CudaError(f"{_WANTED}, and {said}; see what nvidia-smi says", hint="no device")
    version = driver.driver.get_version()
    if version < _DRIVER:
        raise CudaError(
            f"{_WANTED}, and the driver here is for CUDA {_dotted(version)}; install a newer one",
            hint="no device",
        )
    device = cuda.get_current_device()
    if device.compute_capability < _OLDEST:
        raise CudaError(
            f"the GPU has compute capability {_dotted(device.compute_capability)}, and programs "
            f"are compiled for {_dotted(_OLDEST)} and later; use a newer one",
            hint="no device",
        )


def threads_at_once() -> int:
    """Return how many threads the GPU of this machine has room for, as their registers are."""
    device = cuda.get_current_device()
    registers: int = device.MAX_REGISTERS_PER_MULTIPROCESSOR
    count: int = device.MULTIPROCESSOR_COUNT * (registers // MAX_REGISTERS)
    return count


def compiled(program: CudaProgram, capability: tuple[int, int]) -> Any:
    """Return a program as a library of Numba's, which makes code of it for a compute capability.

    Raises:
        NotForGpuError: if a formula uses what cannot be compiled.
    """
    # What `cuda.jit` does, which has no option for fused products.
    try:
        found = compiler.compile_cuda(
            program.function(),
            types.void,
            (types.int64,) * len(ARGUMENTS),
            nvvm_options=OPTIONS,
            cc=capability,
            max_registers=MAX_REGISTERS,
        )
    except NumbaError as error:
        raise NotForGpuError("a formula cannot be compiled for a GPU") from error
    library = found.library
    kernel = library.get_function(found.fndesc.llvm_func_name)
    compiler.kernel_fixup(kernel, False)  # type: ignore[attr-defined]
    library._entry_name = kernel.name
    return library


def prepared(program: CudaProgram) -> Prepared:
    """Return a program that is compiled and on the GPU, with the memory that is left for games.

    Raises:
        NotForGpuError: if a formula uses what cannot be compiled.
        CudaError: by itself and by its runs, if the GPU has not enough memory, or fails.
    """
    say_compiling("for the GPU")
    with told():
        with compiling():
            library = compiled(program, cuda.get_current_device().compute_capability)
        # Before the program is loaded, which may take what it needs.
        free = cuda.current_context().get_memory_info().free
        function = library.get_cufunc()
        room = free - _stacks(function.attrs.local)
    if room < 0:
        raise out_of_memory(
            f"{_gigabytes(free)} are free, and {_gigabytes(free - room)} are needed"
        )

    def run(count: int, arguments: tuple[int, ...]) -> None:
        blocks = -(-count // BLOCK)
        with told():
            core.launch(
                core.Stream.from_handle(0),
                core.LaunchConfig(grid=(blocks, 1, 1), block=(BLOCK, 1, 1)),
                function.kernel,
                *map(ctypes.c_int64, arguments),
            )
            cuda.synchronize()

    return Prepared(run, room)


def _stacks(stack: int) -> int:
    """Return the bytes of the stacks of all threads that fit the GPU at once, of so many each."""
    device = cuda.get_current_device()
    threads: int = device.MULTIPROCESSOR_COUNT * device.MAX_THREADS_PER_MULTIPROCESSOR
    return stack * threads


def described() -> str:
    """Return what the GPU of this machine is that plays, and its memory and driver.

    Raises:
        CudaError: if the GPU fails.
    """
    with told():
        device = cuda.get_current_device()
        memory = cuda.current_context().get_memory_info()
        others = len(cuda.gpus) - 1
    parts = [
        f"{device.name}, compute capability {_dotted(device.compute_capability)}",
        f"{device.MULTIPROCESSOR_COUNT} multiprocessors",
        f"{_gigabytes(memory.free)} of {_gigabytes(memory.total)} free",
        f"driver for CUDA {_dotted(driver.driver.get_version())}",
    ]
    if others:
        parts.append(f"{others} more not used (CUDA_VISIBLE_DEVICES chooses which one is)")
    return ", ".join(parts)


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.2f} GB"


def _dotted(version: tuple[int, int]) -> str:
    return ".".join(map(str, version))
