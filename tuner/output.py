"""What the command line writes: results to standard output, notes and errors to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

__all__ = ["fail", "print_json", "print_lines", "show_warning"]


def print_lines(lines: Sequence[str]) -> None:
    """Write lines; nothing for none."""
    sys.stdout.writelines(f"{line}\n" for line in lines)


def print_json(content: Any) -> None:
    """Write one JSON value, indented."""
    sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")


def show_warning(message: Warning | str, *_place: Any, **_more: Any) -> None:
    """Write a warning as a note; where in our code it arose is no news to the user."""
    sys.stderr.write(f"note: {message}\n")


def fail(message: str, status_code: int) -> NoReturn:
    """Write an error on one line and end."""
    sys.stderr.write(f"error: {message}\n")
    sys.exit(status_code)
