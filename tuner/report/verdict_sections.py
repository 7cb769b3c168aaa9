"""Make the sections of a page that say what the verdict says; before it, what will stand there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from features.mathml import heuristic_mathml
from tuner.report.blocks import (
    Block,
    Bullets,
    Cell,
    Column,
    Fragment,
    Lead,
    RangeBar,
    Section,
    Table,
    charts_of,
    named_columns,
)
from tuner.report.model import BaselineRow, ParameterRow, RunReport, WinLoss
from tuner.report.sentences import (
    advice,
    baselines_sentence,
    claims_sentences,
    match_sentences,
    number_text,
    own_word,
    solved_sentences,
    verdict_sentence,
    where_it_holds,
)
from tuner.solved.accuracy import StageAccuracy
from tuner.stats.interval import Interval
from tuner.stats.text import points_text, score_text
from tuner.verdict.findings import Condition, TimeShare
from tuner.verdict.headline import condition_word
from tuner.verdict.model import Verdict

__all__ = ["claims_section", "condition_sections", "verdict_sections"]

_NOT_YET = "There is no verdict yet; this is played for it."
_NOTHING_FOUND = "Tuned and hand-set are the same values here, so there is nothing to compare."


def verdict_sections(report: RunReport) -> tuple[Section, ...]:
    """Return the sections from the verdict to the baselines."""
    return (_verdict(report), _parameters(report), _baselines(report))


def condition_sections(report: RunReport) -> tuple[Section, ...]:
    """Return the sections of what else was asked: other conditions, and solved positions."""
    return (_conditions(report), _solved(report))


def _verdict(report: RunReport) -> Section:
    verdict = report.verdict
    blocks: list[Block] = [Lead(verdict_sentence(report))]
    if verdict is not None:
        holds = where_it_holds(verdict)
        blocks += [advice(verdict), *([Bullets(tuple(holds))] if holds else [])]
    return Section("verdict", "Verdict", tuple(blocks))


def _parameters(report: RunReport) -> Section:
    known = report.verdict is not None
    columns = [Column("number", numeric=False), Column("hand-set")]
    columns += [Column("tuned")] if known else []
    columns += [Column("range"), Column("place in the range", numeric=False)]
    table = Table(
        "Each tuned number: its hand-set value, its tuned value, and where they lie in the range "
        "that the search could try.",
        tuple(columns),
        tuple(_parameter(one) for one in report.parameters),
    )
    return Section("parameters", "Tuned against hand-set", (table, *_formula(report)))


def _parameter(one: ParameterRow) -> tuple[Cell, ...]:
    kinds = [word for word, is_so in (("whole", one.integer), ("log", one.log)) if is_so]
    kind = f" ({', '.join(kinds)})" if kinds else ""
    return (
        one.name,
        number_text(one.hand_set),
        *([] if one.tuned is None else [number_text(one.tuned)]),
        f"{one.low:g} to {one.high:g}{kind}",
        RangeBar(one.hand_set_share, one.tuned_share),
    )


def _formula(report: RunReport) -> Iterator[Block]:
    """Yield the formula, and what its names mean."""
    yield "The formula: a position is worth this much to the side that searches."
    yield Fragment(heuristic_mathml(report.heuristic, "value"), "formula")
    meanings = [(each.name, each.summary) for each in report.parameters if each.summary]
    calls: dict[str, list[str]] = {}
    for one in report.features:
        # Summaries may mark names as code, which is for other readers.
        calls.setdefault(one.summary.replace("`", ""), []).append(one.call)
    meanings += [(", ".join(names), summary) for summary, names in calls.items()]
    if meanings:
        columns = named_columns("name", "meaning", words=2)
        yield Table("What the names in the formula mean.", columns, tuple(meanings))


def _baselines(report: RunReport) -> Section:
    title = "Against the baselines"
    verdict = report.verdict
    if verdict is None:
        columns = named_columns("opponent", "plays", words=2)
        rows = tuple((one.name, one.plays) for one in report.baselines)
        return Section("baselines", title, (_NOT_YET, Table("The baselines.", columns, rows)))
    # Late: figures are an extra.
    from tuner.figures.interactive import baselines  # noqa: PLC0415

    return Section(
        "baselines",
        title,
        (
            baselines_sentence(verdict),
            _tournament(report.baselines, verdict),
            *charts_of(baselines(verdict)),
            *match_sentences(verdict),
        ),
    )


def _tournament(rows: Sequence[BaselineRow], verdict: Verdict) -> Table:
    """Return the table of a course's tournament: won and lost against each opponent."""
    sides = ["hand-set"] if verdict.found_nothing else ["hand-set", "tuned"]
    drawn = any(
        games is not None and games.drawn
        for row in rows
        for games in (row.hand_set_games, row.tuned_games)
    )
    weighted = len({row.weight for row in rows}) > 1
    kinds = ["won", *(["drawn"] if drawn else []), "lost"]
    columns = [Column("match"), Column("opponent", numeric=False)]
    columns += [Column("weight")] if weighted else []
    columns += [Column(kind, side) for side in sides for kind in (*kinds, "score (95%)")]
    body = []
    for index, row in enumerate(rows, 1):
        cells = [f"{index}", row.name, *([f"{row.weight:.3g}"] if weighted else [])]
        for side in sides:
            tuned = side == "tuned"
            games = row.tuned_games if tuned else row.hand_set_games
            score = row.tuned if tuned else row.hand_set
            cells += [*_games(games, kinds), _score(score)]
        body.append(tuple(cells))
    versus = verdict.against_baselines
    last = ["", "win rate", *([""] if weighted else [])]
    for side in sides:
        total = versus.tuned if side == "tuned" else versus.hand_set
        last += [*[""] * len(kinds), score_text(total)]
    return Table(
        f"Games won and lost against each opponent {verdict.condition}, as the agent named above "
        "them sees it. A score counts a draw as half a win; its interval is over openings. The win "
        f"rate is the {verdict.objective.scores} all of them.",
        tuple(columns),
        (*body, tuple(last)),
        total=True,
    )


def _score(score: Interval | None) -> str:
    return "" if score is None else score_text(score)


def _games(games: WinLoss | None, kinds: Sequence[str]) -> list[str]:
    if games is None:
        return [""] * len(kinds)
    return [f"{getattr(games, kind):,}" for kind in kinds]


def claims_section(report: RunReport) -> Section:
    """Return what the search claimed beside what selection and verdict say."""
    title = "What the search claimed"
    verdict = report.verdict
    if verdict is None:
        return Section("claims", title, (_NOT_YET,))
    # Late, as above.
    from tuner.figures.interactive import claims  # noqa: PLC0415

    claim, versus = verdict.search_claim, verdict.against_baselines
    if claim.trials < 2:
        return Section("claims", title, tuple(claims_sentences(verdict)))
    kept = "wins kept" if verdict.objective.on_positions else "score"
    rows = [
        ("search", f"best trial, number {claim.trial}", kept, score_text(claim.value)),
        ("search", "hand-set", kept, score_text(claim.hand_set)),
        ("unseen by the search", f"trial {claim.trial} again", kept, score_text(claim.verdict)),
        ("selection", "tuned", "score", score_text(claim.selection)),
        ("verdict", "tuned", "score", score_text(versus.tuned)),
        ("verdict", "hand-set", "score", score_text(versus.hand_set)),
    ]
    table = Table(
        "The same question on three sets of openings: only the verdict's was never used to choose.",
        named_columns("games of the", "values", "measure", "result (95%)", words=3),
        tuple(rows),
    )
    return Section(
        "claims", title, (*claims_sentences(verdict), table, *charts_of(claims(verdict)))
    )


def _conditions(report: RunReport) -> Section:
    title = "Other depths and equal time"
    verdict = report.verdict
    if verdict is None:
        return Section("conditions", title, (_NOT_YET,))
    if verdict.found_nothing:
        return Section("conditions", title, (_NOTHING_FOUND,))
    # Late, as above.
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
        (one.name, word, score_text(one.tuned), _score(one.hand_set), points_text(one.difference))
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
    shares = next((one.shares for one in verdict.conditions if one.shares), ())
    costs = _costs(shares)
    return Section("conditions", title, (table, *charts_of(conditions(verdict)), *costs))


def _costs(shares: Sequence[TimeShare]) -> list[Block]:
    """Return what a move costs each agent, as it was measured."""
    if not shares:
        return []
    columns = named_columns(
        "agent",
        "a move of the tuned agent takes so many times as long",
        "nodes a move at equal time",
    )
    rows = tuple((one.name, _times(one.ratio), f"{one.nodes:,}") for one in shares)
    return [
        "At equal time all agents search by nodes, and each gets so many that its move takes as "
        "long as one of the tuned agent. What a node costs was measured once, on this machine.",
        Table("The measured cost of a move, nodes being equal (95% intervals).", columns, rows),
    ]


def _times(ratio: Interval) -> str:
    return f"{ratio.estimate:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"


def _solved(report: RunReport) -> Section:
    title = "Accuracy on solved positions"
    verdict = report.verdict
    blocks: list[Block] = [*solved_sentences(report)]
    if verdict is not None and verdict.accuracy is not None:
        # Late, as above.
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
