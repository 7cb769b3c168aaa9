"""Find formats by name: each module of this package has one, `FORMAT`."""

from __future__ import annotations

import importlib
import pkgutil

from engine.errors import UnknownNameError
from tuner.export.format import Format

__all__ = ["find_format", "format_names"]


def format_names() -> tuple[str, ...]:
    """Return the names of all formats: those of the modules, with "-" for "_"."""
    return tuple(sorted(one.name.replace("_", "-") for one in pkgutil.iter_modules(__path__)))


def find_format(name: str) -> Format:
    """Return the format of this name.

    Raises:
        UnknownNameError: if there is none.
    """
    if name not in format_names():
        raise UnknownNameError("format", name, format_names())
    found: Format = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").FORMAT
    return found
