"""Define what a value of a kernel can be, and the error of what cannot be written as C."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import EngineError

__all__ = [
    "BOARD",
    "INTEGER",
    "LOCAL",
    "NOTHING",
    "NUMBER",
    "NUMBER_TABLE",
    "PARAMETERS",
    "TRUTH",
    "WORD",
    "WORD_TABLE",
    "Absent",
    "CTextError",
    "Kind",
    "Pointer",
    "Record",
    "Scalar",
]


class CTextError(EngineError):
    """A kernel cannot be written as C; the message names the kernel, the file and the line."""


@dataclass(frozen=True)
class Scalar:
    """A scalar is one number or truth value.

    Attributes:
        c_name: its type in C.
        title: what messages call it.
    """

    c_name: str
    title: str


@dataclass(frozen=True)
class Record:
    """A record is a tuple; C has a struct for it.

    Attributes:
        fields: the kinds of its parts.
    """

    fields: tuple[Kind, ...]

    @property
    def title(self) -> str:
        """Return what messages call it."""
        return f"a tuple of {len(self.fields)}"


@dataclass(frozen=True)
class Pointer:
    """A pointer is a place in a table of the board, or the memory of a function.

    Attributes:
        c_name: its type in C.
        title: what messages call it.
    """

    c_name: str
    title: str


@dataclass(frozen=True)
class Absent:
    """An absent value is known to kernels alone: C reads tables and constants by their names."""

    title: str


Kind = Scalar | Record | Pointer | Absent

NUMBER = Scalar("double", "a float64")
INTEGER = Scalar("int64_t", "an int64")
WORD = Scalar("uint64_t", "a uint64")
TRUTH = Scalar("bool", "a truth value")
NOTHING = Scalar("void", "nothing")

WORD_TABLE = Pointer("const uint64_t *", "a table of words")
NUMBER_TABLE = Pointer("const double *", "a table of numbers")
LOCAL = Pointer("uint64_t *", "memory of a function")

BOARD = Absent("the memory of the board")
PARAMETERS = Absent("the parameters")
