"""Say in an exported file what its value means: the lines that save a day of trying it out."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from engine.plain.frame import PlainFrame
from tuner.export.exported_run import ExportedRun
from tuner.matches.agent import Agent

__all__ = ["about_run", "formula_text", "paragraphs", "values_text"]

_WIDTH = 96


def paragraphs(texts: Sequence[str]) -> str:
    """Return texts as paragraphs of lines that are not too long."""
    return "\n\n".join(text if "\n" in text else "\n".join(_wrapped(text)) for text in texts)


def _wrapped(text: str) -> list[str]:
    """Return lines that are not too long; paths and names in them stay whole, to be copied."""
    return textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def values_text(run: ExportedRun) -> str:
    """Return a table of the values: exported, runner-up, hand-set."""
    agents = {"exported": run.exported, "runner-up": run.runner_up, "hand-set": run.hand_set}
    names = [parameter.name for parameter in run.exported.heuristic.parameters]
    if not names:
        return "The formula has no parameters."
    columns = [[f"{value!r}" for value in agent.values] for agent in agents.values()]
    rows = list(zip(names, *columns, strict=True))
    heads = ("parameter", *agents)
    widths = [max(len(row[place]) for row in (heads, *rows)) for place in range(len(heads))]
    lines = [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in (heads, *rows)
    ]
    return "\n".join(f"    {line}" for line in lines)


def about_run(run: ExportedRun, form: str, frame: PlainFrame, finished: str = "") -> list[str]:
    """Return the paragraphs about a run and what the value of its formula means.

    Args:
        run: what is exported.
        form: the name of the format.
        frame: how the game's positions are read in the file.
        finished: what the file does with won and lost positions; "" where it leaves them to others.
    """
    finished = finished or f"the formula does not look for them. {' '.join(frame.ends)}"
    return [
        run.sentence,
        f"Made by `{run.command(form)}` from the study '{run.name}', digest {run.digest}.",
        f"Formula: {formula_text(run.exported)}",
        _which(run),
        values_text(run),
        "Whose view: the value is that of the player who is named, whoever is to move; higher is "
        "better for that player. It was tuned for a search that takes the value of the player who "
        "searches at every leaf, so do the same. Do not take one player's value for minus the "
        "other's: for many formulas it is not.",
        f"Won and lost: {finished} In a search give a quicker win a little more, and a slower loss "
        "too.",
        "Coordinates: " + " ".join(frame.board),
        "Ties: the tuned agent takes one at random of the moves whose values are the best, where "
        "sums that differ by nothing but rounding (less than a part in 10**11) are equal. `max` "
        "takes the first of them, which plays the same opening again and again.",
        f"The search that it was tuned for: {run.exported.search}. With another depth or clock the "
        "verdict may be another one.",
    ]


def formula_text(agent: Agent) -> str:
    """Return a formula on one line, with its terms behind it."""
    heuristic = agent.heuristic
    terms = [f"{name} = {' '.join(text.split())}" for name, text in heuristic.where]
    formula = " ".join(heuristic.formula.split())
    return f"{formula}, where {'; '.join(terms)}" if terms else formula


def _which(run: ExportedRun) -> str:
    """Return which values stand in the file, and why."""
    if run.exported.name == "hand_set":
        return (
            "The values in this file are the hand-set ones: the tuned ones were not shown to be "
            "better."
        )
    return "The values in this file are the tuned ones, beside those that came next and yours:"
