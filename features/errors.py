"""Define the errors of features and formulas."""

from __future__ import annotations

from engine.errors import TuneError, printable

__all__ = ["FeatureError", "FormulaError", "error_text"]


class FeatureError(TuneError):
    """A file or package of features cannot be used."""


class FormulaError(TuneError):
    """A heuristic cannot be read.

    Attributes:
        message: one line with cause and cure, without the place.
        where: the key of the heuristic that is wrong: "formula", "where.<term>",
            "parameters.<name>".
        column: the character of the text that is wrong, from 1; None if it is not one place.
    """

    def __init__(self, message: str, where: str = "formula", column: int | None = None) -> None:
        super().__init__(message, where, column)
        self.message = message
        self.where = where
        self.column = column

    def __str__(self) -> str:
        place = self.where if self.column is None else f"{self.where}, column {self.column}"
        return printable(f"{place}: {self.message}")


def error_text(error: BaseException) -> str:
    """Return whatever was raised, on one line: its type, and what it says if it says something."""
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    name = type(error).__name__
    return " ".join(f"{name}: {text}".split()) if text else name
