"""Define what can go wrong with a GPU."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import EngineError

__all__ = ["CudaError", "GpuMemoryError", "NotForGpuError", "one_line", "out_of_memory", "told"]


class CudaError(EngineError):
    """A GPU cannot be used: it is missing, or its driver or memory does not do."""


class GpuMemoryError(CudaError):
    """A GPU has too little memory."""


class NotForGpuError(EngineError):
    """A formula can be compiled for a CPU, and not for a GPU."""


@contextmanager
def told() -> Iterator[None]:
    """Turn what the driver or a compiler says into an error of one line.

    Raises:
        CudaError: for whatever is no error of ours.
    """
    try:
        yield
    except EngineError:
        raise
    except Exception as error:
        said = one_line(str(error))
        if "memory" in said.lower():
            raise out_of_memory(said) from error
        raise CudaError(f"the GPU has failed: {said}", hint="no device") from error


def out_of_memory(said: str) -> GpuMemoryError:
    """Return the error of a GPU whose memory is too small, as it said."""
    return GpuMemoryError(
        f"the GPU has too little memory ({said}); end other programs that use it",
        hint="no device",
    )


def one_line(text: str) -> str:
    """Return a text with single blanks in place of its line ends."""
    return " ".join(text.split())
