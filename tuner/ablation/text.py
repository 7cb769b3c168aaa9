"""Write an ablation as text: every number with its interval, and what can be left out."""

from __future__ import annotations

from collections.abc import Sequence

from features.formula_terms import FORMULA
from tuner.ablation.looks import look_level, look_lines
from tuner.ablation.model import Ablation, AblationRow, SmallerFormula
from tuner.ablation.worth import LESS, MORE, OPEN
from tuner.stats.text import (
    NOT_REPRODUCIBLE,
    join_names,
    mean_text,
    points_text,
    score_text,
)
from tuner.stats.text import (
    needed_text as pairs_text,
)

__all__ = [
    "ablation_lines",
    "intervals_sentence",
    "needed_text",
    "plain_sentences",
    "removable_sentences",
    "row_label",
    "smaller_sentences",
]

_TOGETHER = {
    LESS: "Together they are worth less than half a point, too: the formula can do without them.",
    MORE: "Together they are worth more than half a point: they stand in for each other, and not "
    "all of them can go.",
    OPEN: "Whether they are worth half a point together is not shown.",
}


def ablation_lines(ablation: Ablation) -> list[str]:
    """Return the ablation for people."""
    lines = [
        f"Ablation of {ablation.study}: what each part of the exported agent is worth "
        f"{ablation.condition}.",
        *([] if ablation.reproducible else [f"  {NOT_REPRODUCIBLE}"]),
        f"  The {ablation.objective.scores} the baselines, {ablation.pairs:,} pairs each from "
        f"{ablation.openings:,} openings that chose nothing before; each row has one change alone.",
        *(f"  {sentence}" for sentence in plain_sentences(ablation)),
        f"    the exported agent  {score_text(ablation.whole)}",
    ]
    parameters, terms = ablation.of_kind("parameter"), ablation.of_kind("term")
    if parameters:
        lines.append("  Tuned parameters, each back to its hand-set value:")
        lines += map(_row_line, parameters)
    if terms:
        lines.append("  Terms of the formula, each left out:")
        lines += map(_row_line, terms)
    if ablation.rows:
        lines.append(f"  {intervals_sentence(ablation)}")
    lines += [f"  {sentence}" for sentence in removable_sentences(ablation)]
    if ablation.smaller is not None:
        lines += [f"  {sentence}" for sentence in smaller_sentences(ablation.smaller)]
        lines += _formula_lines(ablation.smaller)
    return lines


def row_label(row: AblationRow) -> str:
    """Return what is changed in a row, as "floor 0.75 -> 0.3" or a term and where it stands."""
    if row.kind == "parameter":
        return f"{row.name} {row.change}"
    return row.name if row.place == FORMULA else f"{row.name} (in {row.place})"


def needed_text(row: AblationRow) -> str:
    """Return what a row shows: what its part is worth, or how many pairs would show it."""
    alike = "the same score from each opening; " if row.alike else ""
    if row.worth != OPEN:
        return f"{alike}{row.worth}"
    if row.pairs_needed is None:
        return f"{alike}{OPEN}: it is about half a point"
    return f"{alike}{OPEN}: {pairs_text(row.pairs_needed)} would show it"


def _row_line(row: AblationRow) -> str:
    return f"    {row_label(row)}  {points_text(row.difference)}  {needed_text(row)}"


def intervals_sentence(ablation: Ablation) -> str:
    """Return what the intervals of the rows mean."""
    number, level = len(ablation.rows), 100 * look_level(len(ablation.looks))
    if number == 1:
        return (
            "Points are the changed agent's minus the exported agent's, paired; "
            f"{level:g}% interval."
        )
    return (
        "Points are the changed agent's minus the exported agent's, paired. The intervals are so "
        f"wide that in {level:g} of 100 ablations all {number} of them contain the true value. A "
        "number of pairs is enough in four of five ablations, if the difference is what it seems "
        "to be."
    )


def plain_sentences(ablation: Ablation) -> list[str]:
    """Return which look this is, why there are no rows of some kind, and what was not played."""
    found = look_lines(ablation.looks)
    if ablation.exported == "hand_set":
        found.append(
            "The study exported the hand-set values, so there is no tuned value to put back."
        )
    elif ablation.unchanged:
        names = join_names(ablation.unchanged)
        found.append(f"Tuned, but as hand-set: {names}. There is nothing to put back.")
    if ablation.idle:
        found.append(
            "The same function without them, since a parameter is 0; no game was played: "
            f"{'; '.join(ablation.idle)}."
        )
    if not ablation.of_kind("term") and not ablation.undefined and not ablation.idle:
        found.append("The formula is one term, and without it nothing would be left.")
    if ablation.undefined:
        names = "; ".join(ablation.undefined)
        found.append(f"Not left out, since the formula would not be a number everywhere: {names}.")
    return found


def removable_sentences(ablation: Ablation) -> list[str]:
    """Return which terms are shown to be worth less than half a point, and which are not shown."""
    terms = ablation.of_kind("term")
    if not terms:
        return []
    found = [_named("Removable, each worth less than half a point", ablation.removable)]
    if not ablation.removable:
        found = ["No term is shown to be worth less than half a point."]
    unsure = [row for row in terms if row.worth == OPEN]
    if unsure:
        terms_text = "One term is" if len(unsure) == 1 else f"{len(unsure)} terms are"
        found.append(
            f"{terms_text} not shown to be worth more or less than half a point; the rows say how "
            "many pairs would show it."
        )
    if ablation.nothing_left:
        found.append("Without all removable terms together nothing of the formula would be left.")
    return found


def _named(words: str, rows: Sequence[AblationRow]) -> str:
    return f"{words}: {'; '.join(row_label(row) for row in rows)}."


def smaller_sentences(smaller: SmallerFormula) -> list[str]:
    """Return what a formula without all removable terms costs."""
    if smaller.same:
        return ["The smaller formula is the same function, without what adds 0 everywhere."]
    found = [
        "Without all removable terms together, on further openings of their own, the agent scores "
        f"{score_text(smaller.score)} and the exported one {score_text(smaller.whole)}; paired "
        f"{points_text(smaller.difference)}, a {100 * smaller.difference.confidence:g}% interval "
        "with an error rate of its own, apart from that of the rows. "
        f"{_TOGETHER[smaller.worth]}"
    ]
    if smaller.cost is not None:
        found.append(
            "A node of the exported agent takes "
            f"{mean_text(smaller.cost, 2)} times as long as one of the smaller formula. Measured "
            "once, on this machine."
        )
    return found


def _formula_lines(smaller: SmallerFormula) -> list[str]:
    parameters = f"{smaller.parameters} parameter{'s' * (smaller.parameters != 1)}"
    return [
        f"  The smaller formula, with {parameters}: {_flat(smaller.formula)}",
        *(f"    where {name} = {_flat(text)}" for name, text in smaller.where),
    ]


def _flat(text: str) -> str:
    return " ".join(text.split())
