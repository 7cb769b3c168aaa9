"""Run a Python file that is somebody's own, and say in one line what goes wrong in it."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType

from engine.errors import EngineError, TuneError
from engine.link.source import PACKAGES, SOURCE_TEXT

__all__ = [
    "MAX_OWN_BYTES",
    "OwnFile",
    "OwnFileError",
    "error_text",
    "line_in",
    "read_own_file",
    "run_file",
]

MAX_OWN_BYTES = 1_000_000
"""Nobody writes a larger program by hand, and Python takes seconds to compile this much."""

_INSTALLED = ("site-packages", "dist-packages")
"""The folders of installed packages."""


class OwnFileError(EngineError):
    """A Python file of the user's own has failed; the message names the file and the line."""


@dataclass(frozen=True)
class OwnFile:
    """An own file is a user's Python file as it was when it was read, whatever stands there now.

    Attributes:
        place: its path, which messages name; there need be no such file any more, or here.
        content: what stood in it.
    """

    place: str
    content: bytes

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256 of the content, in hex."""
        return hashlib.sha256(self.content).hexdigest()


def read_own_file(file: Path) -> bytes:
    """Return what a Python file of the user's own holds.

    Raises:
        OwnFileError: if it cannot be read, or is none.
    """
    try:
        if file.exists() and not (file.is_file() or file.is_dir()):
            # A device may give bytes without end.
            raise OwnFileError(f"{file}: this is a device; give the path of a Python file")
        with file.open("rb") as stream:
            content = stream.read(MAX_OWN_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise OwnFileError(f"{file}: {reason}; give the path of a Python file") from None
    if len(content) > MAX_OWN_BYTES:
        raise OwnFileError(
            f"{file}: the file is larger than {MAX_OWN_BYTES:,} bytes; is it a program?"
        )
    return content


def run_file(own: OwnFile, purpose: str) -> ModuleType:
    """Return the module that a file makes, which is run; what it prints goes to standard error.

    Nothing is read from where it stands: not to run it, and not when its kernels are compiled.

    Args:
        own: the file.
        purpose: first part of the module's name.

    Raises:
        OwnFileError: if the file raises anything but an interrupt, or imports another file of the
            user's own: what decides a result is told by the content of this one alone.
    """
    file, content = Path(own.place), own.content
    digest = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:8]
    module = ModuleType(f"{purpose}_{digest}")
    module.__file__ = str(file)
    # Python's own tools (inspect, dataclasses) look a function's module up here.
    sys.modules[module.__name__] = module
    try:
        with contextlib.redirect_stdout(sys.stderr):
            text = importlib.util.decode_source(content)
            vars(module)[SOURCE_TEXT] = text
            exec(compile(text, str(file), "exec"), vars(module))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[module.__name__]
        place = f"{file}{line_in(error, file)}"
        # What this library refuses says itself what to do.
        text = str(error) if isinstance(error, TuneError) else f"{error_text(error)}; correct it"
        raise OwnFileError(f"{place}: {text}") from None
    for line, name in _imported(content):
        if _is_own(name):
            del sys.modules[module.__name__]
            raise OwnFileError(
                f"{file}, line {line}: {name} is a file of your own, and its changes would not be "
                f"seen; put what you need of it into {file.name} itself"
            )
    return module


def _imported(content: bytes) -> Iterator[tuple[int, str]]:
    """Yield the line of each import of a file, also in a function, and the module or package."""
    for node in ast.walk(ast.parse(importlib.util.decode_source(content))):
        if isinstance(node, ast.Import):
            for one in node.names:
                yield node.lineno, one.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module.partition(".")[0]


def _is_own(name: str) -> bool:
    """Return whether a module is neither of Python, nor of this program, nor installed."""
    if name in sys.stdlib_module_names or name in PACKAGES:
        return False
    # The file may have changed where modules are looked for, so those that it has loaded go first.
    loaded = sys.modules.get(name)
    found = loaded.__spec__ if loaded is not None else importlib.util.find_spec(name)
    if found is None:
        return False
    places = [found.origin] if found.origin else found.submodule_search_locations or ()
    return not all(set(_INSTALLED) & set(Path(place).parts) for place in places)


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
