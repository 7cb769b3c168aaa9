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
from tuner.report.reasons import reasons, reasons_title
from tuner.report.sentences import (
    advice,
    baselines_sentence,
    claims_sentences,
    match_sentences,
    number_text,
    verdict_sentence,
    where_it_holds,
)
from tuner.stats.interval import Interval
from tuner.stats.text import score_text
from tuner.verdict.claim import SearchClaim
from tuner.verdict.model import Verdict

__all__ = [
    "NOTHING_FOUND",
    "NOT_YET",
    "claims_section",
    "score_cell",
    "verdict_sections",
]

NOT_YET = "There is no verdict yet; this is played for it."
NOTHING_FOUND = "Tuned and hand-set are the same values here, so there is nothing to compare."

_CLAIMS_OF_GAMES = (
    "The same question on three sets of openings: only the verdict's was never used to choose."
)
_CLAIMS_OF_POSITIONS = (
    "Two questions: in how many solved positions the win is kept, and what is scored in games. "
    "Their figures are not comparable with each other. Only the positions unseen by the search and "
    "the verdict's openings were never used to choose."
)


def verdict_sections(report: RunReport) -> tuple[Section, ...]:
    """Return the sections from the verdict to the baselines."""
    return (_verdict(report), _parameters(report), _baselines(report))


def _verdict(report: RunReport) -> Section:
    verdict = report.verdict
    blocks: list[Block] = [Lead(verdict_sentence(report))]
    if verdict is not None:
        holds = where_it_holds(verdict)
        blocks += [advice(verdict), *([Bullets(tuple(holds))] if holds else [])]
        why = reasons(verdict)
        blocks += [reasons_title(len(why)), Bullets(tuple(why))] if why else []
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
        return Section("baselines", title, (NOT_YET, Table("The baselines.", columns, rows)))
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
            cells += [*_games(games, kinds), score_cell(score)]
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


def score_cell(score: Interval | None) -> str:
    """Return a score, nothing where there is none."""
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
        return Section("claims", title, (NOT_YET,))
    # Late: figures are an extra.
    from tuner.figures.interactive import claims  # noqa: PLC0415

    claim, versus = verdict.search_claim, verdict.against_baselines
    if claim.trials < 2:
        return Section("claims", title, tuple(claims_sentences(verdict)))
    kept = "wins kept" if verdict.objective.on_positions else "score"
    rows = [
        ("search", f"best trial, number {claim.trial}", kept, score_text(claim.value)),
        *_shrunken_rows(claim, kept),
        ("search", "hand-set", kept, score_text(claim.hand_set)),
        ("unseen by the search", f"trial {claim.trial} again", kept, score_text(claim.verdict)),
        ("selection", "tuned", "score", score_text(claim.selection)),
        ("verdict", "tuned", "score", score_text(versus.tuned)),
        ("verdict", "hand-set", "score", score_text(versus.hand_set)),
    ]
    table = Table(
        _CLAIMS_OF_POSITIONS if verdict.objective.on_positions else _CLAIMS_OF_GAMES,
        named_columns("stage", "values", "measure", "result (95%)", words=3),
        tuple(rows),
    )
    return Section(
        "claims", title, (*claims_sentences(verdict), table, *charts_of(claims(verdict)))
    )


def _shrunken_rows(claim: SearchClaim, kept: str) -> list[tuple[str, str, str, str]]:
    if claim.shrunken is None:
        return []
    return [("search, without luck", f"trial {claim.trial}", kept, score_text(claim.shrunken))]
