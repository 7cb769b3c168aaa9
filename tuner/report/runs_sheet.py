"""Make the sheet of several runs of studies side by side."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import TuneError
from tuner.config.canonical import effective_config
from tuner.config.difference import difference
from tuner.figures.chart import IntervalChart, Mark, Row, difference_mark, score_mark
from tuner.figures.looks import HAND_SET, TUNED
from tuner.report.blocks import Block, Bullets, Column, Lead, Table, named_columns
from tuner.report.model import BaselineRow, RunReport
from tuner.report.runs_history import history_part
from tuner.report.sentences import number_text, verdict_sentence
from tuner.report.sheet import Part, Sheet
from tuner.stats.text import join_names, score_text
from tuner.verdict.looks import difference_text, level_text

__all__ = ["SideBySideError", "runs_sheet"]

_NONE = "-"


class SideBySideError(TuneError):
    """The runs cannot be put side by side."""


def runs_sheet(reports: Sequence[RunReport]) -> Sheet:
    """Return the sheet of two or more runs.

    Raises:
        SideBySideError: if they play different games, or two are the same.
    """
    names = [one.folder for one in reports]
    if len(set(names)) < len(names):
        raise SideBySideError("two of these runs have the same name; name each run once")
    games = {one.study.game.name: one.folder for one in reports}
    if len(games) > 1:
        plays = join_names([f"{folder} plays {game}" for game, folder in games.items()])
        raise SideBySideError(
            f"{plays}: no number of one says anything of the other; choose a game"
        )
    return Sheet(
        f"{len(reports)} runs side by side",
        f"{join_names(names)}, all on {reports[0].study.game.name}. Intervals are 95%, over "
        "openings.",
        (
            _verdicts(reports),
            history_part(reports),
            _differences(reports),
            _values(reports),
            _baselines(reports),
            _repeat(reports),
        ),
    )


def _verdicts(reports: Sequence[RunReport]) -> Part:
    rows = []
    for one in reports:
        verdict = one.verdict
        gain = "" if verdict is None else difference_text(verdict.against_baselines.difference)
        rows.append(
            (
                one.folder,
                "not yet" if verdict is None else verdict.verdict,
                "" if verdict is None else verdict.condition,
                gain,
                f"{one.standing.games if verdict is None else verdict.games:,}",
            )
        )
    table = Table(
        "What each run found: tuned minus hand-set, against its own baselines.",
        named_columns("run", "verdict", "condition", "tuned minus hand-set", "games", words=3),
        tuple(rows),
    )
    gains = [
        (one.folder, one.verdict.against_baselines.difference)
        for one in reports
        if one.verdict is not None
    ]
    marks = [
        Row(f"{folder}{level_text(gain)}", (difference_mark(TUNED, gain),))
        for folder, gain in gains
    ]
    blocks: list[Block | IntervalChart] = [
        *(Lead(f"{one.folder}: {verdict_sentence(one)}") for one in reports),
        _caution(reports),
        *_same_games(reports),
        table,
    ]
    if marks:
        caption = "What the tuned values of each run gain over its hand-set ones, 95% intervals."
        axis = "tuned minus hand-set (points)"
        blocks.append(IntervalChart(caption, axis, tuple(marks), from_zero=True))
    return Part("verdicts", "Verdicts", tuple(blocks))


def _caution(reports: Sequence[RunReport]) -> str:
    """Say whether the numbers of the runs are of the same question."""
    first = reports[0].study
    others = [one.study for one in reports[1:]]
    apart = [
        word
        for word, differ in (
            ("baselines", any(one.baselines != first.baselines for one in others)),
            ("searches", any(one.search != first.search for one in others)),
            ("objectives", any(one.objective != first.objective for one in others)),
            ("heuristics", any(one.heuristic != first.heuristic for one in others)),
        )
        if differ
    ]
    if not apart:
        return (
            "All have the same heuristic, baselines, search and objective, so their scores can be "
            "compared."
        )
    return (
        f"They differ in their {join_names(apart)}: each difference is within its own run, and to "
        "say which agent is better, let the agents play each other."
    )


def _same_games(reports: Sequence[RunReport]) -> list[str]:
    """Say which runs are one study, and so one result."""
    folders: dict[str, list[str]] = {}
    for one in reports:
        folders.setdefault(one.repeat.digest, []).append(one.folder)
    return [
        f"{join_names(names)} are runs of one study with one seed: they play the same games, so "
        "that they agree is no second evidence."
        for names in folders.values()
        if len(names) > 1
    ]


def _differences(reports: Sequence[RunReport]) -> Part:
    first = reports[0]
    blocks: list[Block] = []
    for other in reports[1:]:
        lines = difference(effective_config(first.study), effective_config(other.study))
        blocks.append(f"From {first.folder} to {other.folder}:")
        blocks.append(Bullets(tuple(lines)) if lines else "The studies are the same.")
    return Part("studies", "What differs in their studies", tuple(blocks))


def _values(reports: Sequence[RunReport]) -> Part:
    names = list(dict.fromkeys(row.name for one in reports for row in one.parameters))
    columns = [Column("number", numeric=False)]
    columns += [
        Column(title, group=one.folder)
        for one in reports
        for title in ("hand-set", "tuned", "range")
    ]
    found = [{row.name: row for row in one.parameters} for one in reports]
    rows = []
    for name in names:
        cells = [name]
        for known in found:
            row = known.get(name)
            if row is None:
                cells += [_NONE] * 3
            else:
                tuned = _NONE if row.tuned is None else number_text(row.tuned)
                cells += [number_text(row.hand_set), tuned, f"{row.low:g} to {row.high:g}"]
        rows.append(tuple(cells))
    caption = "Each tuned number in each run; a dash where a run does not tune it."
    return Part("values", "Tuned values", (Table(caption, tuple(columns), tuple(rows)),))


def _baselines(reports: Sequence[RunReport]) -> Part:
    names = list(dict.fromkeys(row.name for one in reports for row in one.baselines))
    columns = [Column("opponent", numeric=False)]
    columns += [
        Column(title, group=one.folder) for one in reports for title in ("hand-set", "tuned")
    ]
    found = [{row.name: row for row in one.baselines} for one in reports]
    rows = tuple(
        (name, *(cell for known in found for cell in _scores(known.get(name)))) for name in names
    )
    caption = "Score against each baseline on the verdict openings; a dash where it is not played."
    blocks: list[Block | IntervalChart] = [Table(caption, tuple(columns), rows)]
    marks = tuple(
        Row(f"{name}: {one.folder}", _marks(known[name]))
        for name in names
        for one, known in zip(reports, found, strict=True)
        if name in known and known[name].tuned is not None
    )
    if marks:
        caption = "Score against each baseline in each run, all on one axis, 95% intervals."
        blocks.append(IntervalChart(caption, "score (%)", marks))
    return Part("baselines", "Against the baselines", tuple(blocks))


def _scores(row: BaselineRow | None) -> tuple[str, str]:
    if row is None or row.hand_set is None or row.tuned is None:
        return _NONE, _NONE
    return score_text(row.hand_set), score_text(row.tuned)


def _marks(row: BaselineRow) -> tuple[Mark, ...]:
    both = ((TUNED, row.tuned), (HAND_SET, row.hand_set))
    return tuple(score_mark(look, score) for look, score in both if score is not None)


def _repeat(reports: Sequence[RunReport]) -> Part:
    rows = tuple(
        (
            one.folder,
            one.repeat.digest[:16],
            str(one.repeat.seed),
            ", ".join(f"{name} {version}" for name, version in one.repeat.versions.items()),
        )
        for one in reports
    )
    columns = named_columns("run", "digest of the study", "seed", "versions", words=4)
    return Part("repeat", "To repeat them", (Table("Each run's own.", columns, rows),))
