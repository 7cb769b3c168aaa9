"""Run a Python file that is somebody's own, and say in one line what goes wrong in it."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from engine.errors import EngineError, TuneError

__all__ = ["OwnFileError", "error_text", "line_in", "run_file"]


class OwnFileError(EngineError):
    """A Python file of the user's own has failed; the message names the file and the line."""


def run_file(file: Path, content: bytes, purpose: str) -> ModuleType:
    """Return the module that a file makes, which is run; what it prints goes to standard error.

    Args:
        file: where it stands.
        content: what stands in it: a file that was edited within a second must not run from a
            cache.
        purpose: first part of the module's name.

    Raises:
        OwnFileError: if the file raises anything but an interrupt.
    """
    digest = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:8]
    module = ModuleType(f"{purpose}_{digest}")
    module.__file__ = str(file)
    # Python's own tools (inspect, dataclasses) look a function's module up here.
    sys.modules[module.__name__] = module
    try:
        with contextlib.redirect_stdout(sys.stderr):
            exec(compile(importlib.util.decode_source(content), str(file), "exec"), vars(module))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[module.__name__]
        place = f"{file}{line_in(error, file)}"
        # What this library refuses says itself what to do.
        text = str(error) if isinstance(error, TuneError) else f"{error_text(error)}; correct it"
        raise OwnFileError(f"{place}: {text}") from None
    return module


def line_in(error: BaseException, file: Path) -> str:
    """Return the line of a file in which something was raised, as ", line 7"; "" for none."""
    if isinstance(error, SyntaxError) and error.filename in (str(file), None):
        return f", line {error.lineno}" if error.lineno else ""
    frames = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(file)
    ]
    return f", line {frames[-1]}" if frames else ""


def error_text(error: BaseException) -> str:
    """Return whatever was raised, on one line: its type, and what it says if it says something."""
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    name = type(error).__name__
    return " ".join(f"{name}: {text}".split()) if text else name
