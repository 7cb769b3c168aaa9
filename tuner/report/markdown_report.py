"""Write the report of a run as Markdown, in the shape in which courses have reports handed in."""

from __future__ import annotations

from collections.abc import Mapping

from tuner.report.ablation_section import ABLATION_TITLE, ablation_blocks
from tuner.report.condition_sections import time_costs
from tuner.report.depth import depth_or_accuracy, effort_lines
from tuner.report.features_text import features_text
from tuner.report.headings import headings_of
from tuner.report.markdown import bullets, image, numbered, plain, table
from tuner.report.markdown_blocks import block_text
from tuner.report.model import BaselineRow, RunReport, WinLoss
from tuner.report.plots import PLOTS, Plot
from tuner.report.reasons import how_to_know, reasons, reasons_title
from tuner.report.repeat_section import repeat_section
from tuner.report.search_sentences import search_sentences
from tuner.report.sentences import (
    advice,
    baselines_sentence,
    claims_sentences,
    game_sentence,
    match_sentences,
    solved_sentences,
    verdict_sentence,
    warnings,
    where_it_holds,
)
from tuner.stats.interval import Interval
from tuner.stats.text import score_text
from tuner.verdict.headline import condition_word
from tuner.verdict.looks import difference_text
from tuner.verdict.model import Verdict

__all__ = ["markdown_report"]

_NOT_YET = "The verdict is not played yet: until then keep the hand-set values."


def markdown_report(report: RunReport, plots: Mapping[str, Plot]) -> str:
    """Return the report as Markdown.

    Args:
        report: of the run.
        plots: the pictures beside it, by name.
    """
    headings = headings_of(report.study.game.name)
    sections = {
        "What to use, and how sure that is": _verdict(report),
        headings.features: [*features_text(report), *_shown(plots, "importances", "landscape")],
        "Results against the baselines": [*_baselines(report), *_shown(plots, "baselines")],
        headings.recommendation: _recommendation(report),
        headings.depth: [*_depth(report), *_shown(plots, "conditions", "accuracy")],
        "What the search claimed": [*_search(report), *_shown(plots, "claims", "history")],
        **_ablation(report),
        "What to mind": [bullets(warnings(report)) or "Nothing was noted."],
        "To repeat it": [block_text(block) for block in repeat_section(report).blocks],
    }
    parts = [f"# {plain(report.study.name)}", plain(game_sentence(report))]
    for heading, blocks in sections.items():
        parts += [f"## {heading}", *filter(None, blocks)]
    return "\n\n".join(parts) + "\n"


def _ablation(report: RunReport) -> dict[str, list[str]]:
    blocks = [block_text(block) for block in ablation_blocks(report)]
    return {ABLATION_TITLE: blocks} if blocks else {}


def _shown(plots: Mapping[str, Plot], *names: str) -> list[str]:
    found = [name for name in names if name in plots]
    return [image(Plot.path(name), PLOTS[name], plots[name].caption) for name in found]


def _verdict(report: RunReport) -> list[str]:
    first = f"**{plain(verdict_sentence(report))}**"
    verdict = report.verdict
    if verdict is None:
        return [first, _NOT_YET]
    values = "tuned" if verdict.exports_tuned else "hand-set"
    return [
        first,
        plain(advice(verdict)),
        bullets(where_it_holds(verdict)),
        f"The agent with the {values} values is best.yaml, in the folder of the run and below.",
    ]


def _baselines(report: RunReport) -> list[str]:
    verdict = report.verdict
    if verdict is None:
        names = [(one.name, one.plays) for one in report.baselines]
        return [_NOT_YET, table(("opponent", "plays"), names)]
    sides = ("hand-set",) if verdict.found_nothing else ("tuned", "hand-set")
    titles = [title for side in sides for title in (f"{side}: won, drawn, lost", f"{side}: score")]
    rows = [(one.name, one.plays, *_sides(one, sides)) for one in report.baselines]
    return [
        plain(baselines_sentence(verdict)),
        table(("opponent", "plays", *titles), rows),
        *map(plain, match_sentences(verdict)),
    ]


def _sides(row: BaselineRow, sides: tuple[str, ...]) -> list[str]:
    cells = {
        "tuned": (_games(row.tuned_games), _score(row.tuned)),
        "hand-set": (_games(row.hand_set_games), _score(row.hand_set)),
    }
    return [cell for side in sides for cell in cells[side]]


def _games(games: WinLoss | None) -> str:
    return "" if games is None else f"{games.won:,}, {games.drawn:,}, {games.lost:,}"


def _score(score: Interval | None) -> str:
    return "" if score is None else score_text(score)


def _recommendation(report: RunReport) -> list[str]:
    verdict = report.verdict
    if verdict is None:
        return [_NOT_YET]
    found = reasons(verdict)
    return [
        plain(advice(verdict)),
        reasons_title(len(found)),
        numbered(found),
        *how_to_know(verdict),
    ]


def _depth(report: RunReport) -> list[str]:
    verdict = report.verdict
    return [
        bullets(effort_lines(report)),
        *map(plain, depth_or_accuracy(report)),
        *([] if verdict is None else [_conditions(verdict), *_costs(verdict)]),
        *map(plain, solved_sentences(report)),
    ]


def _conditions(verdict: Verdict) -> str:
    if verdict.found_nothing or not verdict.conditions:
        return ""
    versus = verdict.against_baselines
    own = (verdict.condition, versus.tuned, versus.hand_set, versus.difference, verdict.verdict)
    others = [
        (one.name, one.tuned, one.hand_set, one.difference, condition_word(one))
        for one in verdict.conditions
    ]
    header = ("condition", "tuned", "hand-set", "tuned minus hand-set", "says")
    return table(
        header,
        [
            (name, score_text(tuned), _score(hand_set), difference_text(difference), word)
            for name, tuned, hand_set, difference, word in [own, *others]
        ],
    )


def _costs(verdict: Verdict) -> list[str]:
    if verdict.found_nothing:
        return []
    return [block_text(block) for block in time_costs(verdict)]


def _search(report: RunReport) -> list[str]:
    claims = [] if report.verdict is None else claims_sentences(report.verdict)
    return [plain(text) for text in (*claims, *search_sentences(report))]
