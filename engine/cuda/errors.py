"""Define what can go wrong with a GPU."""

from __future__ import annotations

from engine.errors import EngineError

__all__ = ["CudaError", "NotForGpuError"]


class CudaError(EngineError):
    """A GPU cannot be used: it is missing, or its driver or memory does not do."""


class NotForGpuError(EngineError):
    """A formula can be compiled for a CPU, and not for a GPU."""
