"""Define the errors of features and formulas."""

from __future__ import annotations

from engine.errors import TuneError, printable, shortened

__all__ = ["FeatureError", "FormulaError"]


class FeatureError(TuneError):
    """A file or package of features cannot be used."""


_BEFORE, _AFTER = 30, 30
"""So many characters of a formula are shown before the place of an error, and behind it."""


class FormulaError(TuneError):
    """A heuristic cannot be read.

    Attributes:
        message: one line with cause and cure, without the place.
        where: the key of the heuristic that is wrong: "formula", "where.<term>",
            "parameters.<name>".
        column: the character of the text that is wrong, from 1; None if it is not one place.
        text: the formula that has the column.
    """

    def __init__(
        self, message: str, where: str = "formula", column: int | None = None, text: str = ""
    ) -> None:
        super().__init__(message, where, column, text)
        self.message = message
        self.where = where
        self.column = column
        self.text = text

    @property
    def place(self) -> str:
        """Return where in the text it is, with a mark in front; "" if it is not one place."""
        if self.column is None:
            return ""
        if not self.text:
            return f"column {self.column}"
        before, after = self.text[: self.column - 1], self.text[self.column - 1 :]
        before = before if len(before) <= _BEFORE else f"...{before[-_BEFORE:]}"
        after = after if len(after) <= _AFTER else f"{after[:_AFTER]}..."
        marked = " ".join(f"{before}>>{after}".split())
        return f"column {self.column} of the text, at >> in {marked}"

    def __str__(self) -> str:
        place = f"{self.where}, {self.place}" if self.place else self.where
        return printable(shortened(f"{place}: {self.message}"))
