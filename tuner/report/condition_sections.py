"""Make the sections of a page on other conditions and on solved positions."""

from __future__ import annotations

from tuner.report.blocks import (
    Block,
    Section,
    Table,
    charts_of,
    named_columns,
)
from tuner.report.model import RunReport
from tuner.report.sentences import own_word, solved_sentences
from tuner.report.verdict_sections import NOT_YET, NOTHING_FOUND, score_cell
from tuner.solved.accuracy import StageAccuracy
from tuner.stats.text import mean_text, score_text
from tuner.verdict.findings import Condition
from tuner.verdict.headline import condition_word
from tuner.verdict.looks import difference_text
from tuner.verdict.model import Verdict

__all__ = ["condition_sections", "time_costs"]


def condition_sections(report: RunReport) -> tuple[Section, ...]:
    """Return the sections of what else was asked: other conditions, and solved positions."""
    return (_conditions(report), _solved(report))


def _conditions(report: RunReport) -> Section:
    title = "Other depths and equal time"
    verdict = report.verdict
    if verdict is None:
        return Section("conditions", title, (NOT_YET,))
    if verdict.found_nothing:
        return Section("conditions", title, (NOTHING_FOUND,))
    # Late: figures are an extra.
    from tuner.figures.interactive import conditions  # noqa: PLC0415

    versus = verdict.against_baselines
    own = Condition(
        f"{verdict.condition} (the verdict)",
        versus.tuned,
        versus.hand_set,
        versus.difference,
        reproducible=True,
    )
    rows = [
        (
            one.name,
            word,
            score_text(one.tuned),
            score_cell(one.hand_set),
            difference_text(one.difference),
        )
        for one, word in [
            (own, own_word(verdict)),
            *((one, condition_word(one)) for one in verdict.conditions),
        ]
    ]
    columns = named_columns(
        "condition", "the tuned values are", "tuned", "hand-set", "tuned minus hand-set", words=2
    )
    table = Table(
        "The same question under other conditions, with 95% intervals. Head to head the "
        "difference is what the tuned agent scores above one half.",
        columns,
        tuple(rows),
    )
    blocks = (table, *charts_of(conditions(verdict)), *time_costs(verdict))
    return Section("conditions", title, blocks)


def time_costs(verdict: Verdict) -> list[Block]:
    """Return what a move costs each agent, as it was measured; nothing where it was not."""
    shares = next((one.shares for one in verdict.conditions if one.shares), ())
    if not shares:
        return []
    columns = named_columns(
        "agent",
        "a move of the tuned agent takes so many times as long",
        "nodes a move at equal time",
    )
    rows = tuple((one.name, mean_text(one.ratio, 2), f"{one.nodes:,}") for one in shares)
    return [
        "At equal time all agents search by nodes, and each gets so many that its move takes as "
        "long as one of the tuned agent. What a node costs was measured once, on the machine of "
        "this run.",
        Table("The measured cost of a move, nodes being equal (95% intervals).", columns, rows),
    ]


def _solved(report: RunReport) -> Section:
    title = "Accuracy on solved positions"
    verdict = report.verdict
    blocks: list[Block] = [*solved_sentences(report)]
    if verdict is not None and verdict.accuracy is not None:
        # Late: figures are an extra.
        from tuner.figures.interactive import accuracy_by_stage  # noqa: PLC0415

        tuned, hand_set = verdict.accuracy.tuned, verdict.accuracy.hand_set
        stages = zip((*tuned.stages, tuned.all), (*hand_set.stages, hand_set.all), strict=True)
        columns = named_columns("stage", "positions", "tuned", "hand-set", "a random move")
        blocks += [
            Table(
                "Share of the positions in which the win is kept, by stage of the game (95% "
                "intervals).",
                columns,
                tuple(_stage(*pair) for pair in stages),
                total=True,
            ),
            *charts_of(accuracy_by_stage(verdict)),
        ]
    return Section("solved", title, tuple(blocks))


def _stage(tuned: StageAccuracy, hand_set: StageAccuracy) -> tuple[str, ...]:
    return (
        tuned.stage,
        f"{tuned.positions:,}",
        score_text(tuned.share),
        score_text(hand_set.share),
        f"{100 * tuned.chance:.1f}%",
    )
