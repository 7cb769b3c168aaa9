"""A difference that is no 95% interval is shown with its level, wherever a report has it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from reports import report_with, unfinished_report
from verdicts import HAND_MADE, verdict_with

from tuner.figures.verdict_charts import conditions_chart
from tuner.report.condition_sections import condition_sections
from tuner.report.markdown_report import markdown_report
from tuner.report.model import RunReport
from tuner.report.runs_sheet import runs_sheet
from tuner.report.verdict_sections import verdict_sections
from tuner.verdict.model import Verdict

pytest.importorskip("plotly")

SHOWN = "+2.00 points (+1.65 to +2.35)"
LEVEL = ", a 97.5% interval"


def at_level(confidence: float) -> Verdict:
    versus = HAND_MADE.against_baselines
    difference = replace(versus.difference, confidence=confidence)
    return verdict_with(against_baselines=replace(versus, difference=difference))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> RunReport:
    return unfinished_report(tmp_path_factory.mktemp("base"))


@pytest.mark.parametrize(("confidence", "share"), [(0.95, 0), (0.975, 1)])
def test_the_level_stands_beside_the_difference(
    base: RunReport, confidence: float, share: int
) -> None:
    report = report_with(base, at_level(confidence))
    other = replace(report, folder="other")
    for found in (
        verdict_sections(report),
        condition_sections(report),
        markdown_report(report, {}),
        runs_sheet((report, other)),
    ):
        text = " ".join(str(found).split())
        assert text.count(SHOWN) > 0
        assert text.count(f"{SHOWN}{LEVEL}") == share * text.count(SHOWN)


@pytest.mark.parametrize(("confidence", "level"), [(0.95, ""), (0.975, LEVEL)])
def test_pictures_have_it_in_their_rows(confidence: float, level: str) -> None:
    chart = conditions_chart(at_level(confidence))
    assert chart is not None
    assert chart.rows[0].label == f"at alphabeta depth 3 (the study's own{level})"
