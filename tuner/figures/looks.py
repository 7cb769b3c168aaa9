"""Define what colours and marks mean, the same in every figure.

The colours are those of Okabe and Ito that stand out on white and on black; in grey they are told
apart by mark and dash.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "BEST",
    "BOUND",
    "CHANCE",
    "COURSE",
    "GREY",
    "HAND_SET",
    "IMPORTANCE",
    "SEARCH_BEST",
    "TRIAL",
    "TUNED",
    "Look",
]

GREY = "#808080"
"""Of lines and text that mean nothing by themselves: seen on white and on black."""


@dataclass(frozen=True)
class Look:
    """Say how one kind of value looks.

    Attributes:
        label: what the legend calls it.
        colour: as "#rrggbb".
        symbol: of its mark, as plotly calls it.
        marker: of its mark, as matplotlib calls it.
        dash: of its line, as plotly calls it; matplotlib has the same as `line_style`.
        filled: whether the mark is filled.
    """

    label: str
    colour: str
    symbol: str
    marker: str
    dash: str = "solid"
    filled: bool = True

    @property
    def line_style(self) -> str:
        """Return the dash as matplotlib calls it."""
        return {"solid": "-", "dash": "--", "dot": ":"}[self.dash]

    @property
    def full_symbol(self) -> str:
        """Return the mark as plotly calls it, open where it is not filled."""
        return self.symbol if self.filled else f"{self.symbol}-open"


TUNED = Look("tuned", "#0072B2", "circle", "o")
HAND_SET = Look("hand-set", "#D55E00", "square", "s", "dash", filled=False)
SEARCH_BEST = Look("best of the search", "#CC79A7", "star", "*")
TRIAL = Look("trial", GREY, "circle", "o")
BEST = Look("best so far", "#009E73", "circle", "o")
CHANCE = Look("random move", GREY, "x", "x", "dot")
IMPORTANCE = Look("importance", "#0072B2", "circle", "o")
COURSE = Look("log-likelihood ratio", "#0072B2", "circle", "o")
BOUND = Look("bound of the test", "#D55E00", "line-ew", "_", "dash")
