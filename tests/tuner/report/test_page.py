"""The page of a report: one file, the same each time, every sentence of it from the run."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from command_line import CommandLine
from reports import (
    HOSTILE,
    NOTHING,
    SAME,
    SECTIONS,
    TIMED,
    WORSE,
    report_with,
    trials,
    unfinished_report,
)
from verdicts import HAND_MADE, verdict_with

from features.parameter import Parameter
from tuner.replay.chosen import replay_chosen
from tuner.replay.fragment import replay_fragment
from tuner.report import page as page_module
from tuner.report.model import ParameterRow, RunReport
from tuner.report.page import ReportError, page_html
from tuner.report.write import report_page, write_report
from tuner.stats.interval import Interval
from tuner.tuning.run_folder import RunFolder


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> RunReport:
    return unfinished_report(tmp_path_factory.mktemp("base"))


def html_of(report: RunReport, replays: str = "") -> str:
    return page_html(report_page(report, replays, "No games."))


@pytest.fixture(scope="module")
def full(base: RunReport) -> str:
    """The page of a run that is finished."""
    return html_of(report_with(base))


def text_of(html: str) -> str:
    """What a reader sees, without the figures' data."""
    body = re.sub(r"<(script|style)\b.*?</\1>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def section_of(html: str, name: str) -> str:
    found = re.search(rf'<section id="{name}".*?</section>', html, re.DOTALL)
    assert found is not None
    return text_of(found[0])


def test_all_sections_are_there_in_their_order(base: RunReport, full: str) -> None:
    for html in (html_of(base), full):
        titles = re.findall(r"<h2[^>]*>(.*?)</h2>", html)
        assert tuple(titles) == SECTIONS


def test_the_verdict_is_one_sentence_with_where_it_holds_and_where_not(full: str) -> None:
    text = section_of(full, "verdict")
    assert "Better at alphabeta depth 3, +2.00 points (+1.65 to +2.35) against" in text
    assert "Use the tuned values at alphabeta depth 3; at equal time it is not shown that" in text
    assert "are better at alphabeta depth 3 and head to head with greedy." in text
    assert "These games do not show which values are better at equal time." in text


def test_other_numbers_make_other_sentences(base: RunReport) -> None:
    weak = replace(HAND_MADE.against_baselines, difference=Interval(0.01, -0.01, 0.03))
    verdict = verdict_with(verdict="undecided", against_baselines=weak, conditions=())
    text = section_of(html_of(report_with(base, verdict)), "verdict")
    assert "Undecided at alphabeta depth 3, +1.00 points (-1.00 to +3.00)" in text
    assert "Keep the hand-set values: the tuned ones are not shown to be better." in text
    assert "are better at" not in text.replace("which values are better at", "")


def test_parameters_stand_in_their_ranges(full: str) -> None:
    # From -2 to 2, -0.123456789 has gone 46.9% of the way and 1 three quarters.
    assert "<title>hand-set at 75% of the range, tuned at 47%</title>" in full
    assert "distance_weight 1 -0.123457 -2 to 2" in section_of(full, "parameters")
    assert '<mi class="parameter" mathvariant="normal">floor</mi>' in full


def test_what_both_sides_have_is_explained_once(full: str) -> None:
    text = section_of(full, "parameters")
    assert "moves(own), moves(opp) Number of legal moves" in text
    assert text.count("Number of legal moves") == 1


def test_the_tournament_table_has_each_opponent_and_the_win_rate(full: str) -> None:
    text = section_of(full, "baselines")
    assert "2 AB_improved 51.0% (50.0 to 52.0) 52.0% (51.0 to 53.0)" in text
    assert "win rate 59.0% (58.5 to 59.5) 61.0% (60.6 to 61.4)" in text


def test_claims_stand_beside_what_came_of_them(full: str) -> None:
    text = section_of(full, "claims")
    assert "best trial, number 17 score 63.5% (61.5 to 65.5)" in text
    assert "trial 17 again score 60.8% (60.4 to 61.2)" in text


def test_the_measured_cost_of_equal_time_is_shown(full: str) -> None:
    text = section_of(full, "conditions")
    assert "MM_improved 2.30 (2.20 to 2.40) 92" in text


def test_a_run_without_a_verdict_says_how_far_it_has_come(base: RunReport) -> None:
    assert "No verdict yet: nothing is played." in text_of(html_of(base))
    begun = replace(
        base,
        trials=trials(5),
        standing=replace(base.standing, trials=5, trials_planned=8, games=3_000),
    )
    text = text_of(html_of(begun))
    assert "No verdict yet: 5 of at most 8 trials are finished, 3,000 games are played." in text
    assert "The search tried 5 different vectors of values." in text


def figures_of(html: str) -> list[str]:
    return re.findall(r"<figcaption>(.*?)</figcaption>", html)


def test_one_trial_has_no_figure_of_the_search(base: RunReport) -> None:
    claim = replace(HAND_MADE.search_claim, trial=0, trials=1)
    html = html_of(report_with(base, replace(NOTHING, search_claim=claim), trials=trials(1)))
    assert "tried the hand-set values alone, with a score of 42.0%" in section_of(html, "search")
    assert "the search claims nothing." in section_of(html, "claims")
    assert "fewer than 20 do not tell which parameters matter" in section_of(html, "importance")
    assert [one for one in figures_of(html) if "trial" in one] == []


def test_a_constant_objective_says_that_nothing_matters(base: RunReport) -> None:
    html = html_of(report_with(base, trials=trials(60, constant=True)))
    for name in ("importance", "landscapes"):
        assert "so no parameter can be said to matter" in section_of(html, name)
    assert "All trials have the same value" in section_of(html, "search")


@pytest.mark.parametrize(
    ("verdict", "lead", "advice"),
    [
        (WORSE, ": the tuned values are worse", "Keep the hand-set values"),
        (SAME, "are the same function in play: 1,234 games", "the tuned ones play the same"),
        (NOTHING, "found nothing better than the hand-set", "nothing better was found"),
        (TIMED, "Better at alphabeta depth 3", "Use the tuned values"),
    ],
    ids=["worse", "same", "nothing", "timed"],
)
def test_every_end_of_a_study_makes_sense(base: RunReport, verdict, lead, advice) -> None:
    text = section_of(html_of(report_with(base, verdict)), "verdict")
    assert lead in text
    assert advice in text


def test_a_limit_in_time_is_a_warning(base: RunReport) -> None:
    text = section_of(html_of(report_with(base, TIMED)), "warnings")
    assert "Not reproducible: with limits in time" in text
    assert "limits cut short 40,123 moves of the tuned agent" in text


def test_the_same_values_have_one_column_in_the_tournament(base: RunReport) -> None:
    text = section_of(html_of(report_with(base, NOTHING)), "baselines")
    assert "win rate 59.0% (58.5 to 59.5) Score" in text


def test_twenty_parameters_have_twenty_rows_and_no_wider_table(base: RunReport) -> None:
    names = [f"weight_{number}" for number in range(20)]
    numbers = tuple(Parameter(name, 0.5, 0.0, 1.0) for name in names)
    formula = " + ".join(f"{name} * moves(own)" for name in names)
    heuristic = replace(base.study.heuristic, parameters=numbers, where=(), formula=formula)
    verdict = verdict_with(tuned=dict.fromkeys(names, 0.75), hand_set=dict.fromkeys(names, 0.5))
    rows = tuple(
        ParameterRow(name, "", 0.5, None, 0.0, 1.0, False, False, 0.5, None) for name in names
    )
    many = tuple(replace(one, vector=(one.vector[0],) * 20) for one in trials(20))
    study = replace(base.study, heuristic=heuristic, tuned=tuple(names))
    report = report_with(replace(base, study=study, parameters=rows), verdict, trials=many)
    html = html_of(report)
    assert section_of(html, "parameters").count("0.5 0.75 0 to 1") == 20
    assert "The values of all are in trials.csv." in section_of(html, "search")


def test_names_are_text_whatever_they_hold(base: RunReport) -> None:
    rows = ((HOSTILE, *HAND_MADE.against_baselines.by_baseline[1][1:]),)
    versus = replace(HAND_MADE.against_baselines, by_baseline=rows)
    study = replace(base.study, name=HOSTILE)
    report = report_with(
        base, verdict_with(against_baselines=versus), study=study, notes=(HOSTILE,)
    )
    html = html_of(report)
    assert "<script>alert" not in html
    assert HOSTILE in text_of(html)
    assert HOSTILE in section_of(html, "baselines")
    assert HOSTILE in section_of(html, "warnings")


def test_a_page_loads_nothing(full: str) -> None:
    html = re.sub(r'<script type="application/octet-stream".*?</script>', "", full)
    assert re.findall(r'(?:src|href)="(?!#)', html) == []
    assert "default-src 'none'" in html


def test_a_page_is_the_same_each_time(base: RunReport, full: str) -> None:
    assert html_of(report_with(base)) == full


def test_a_thousand_trials_and_twenty_games_are_less_than_5_mb(
    base: RunReport, finished_once: Path
) -> None:
    games = replay_chosen(RunFolder(finished_once), 1)
    assert games
    twenty = (games * 20)[:20]
    html = html_of(report_with(base, trials=trials(1_000)), replay_fragment(twenty))
    assert len(html.encode()) < 5_000_000


def test_the_report_of_a_run_lies_in_its_folder(finished: Path) -> None:
    path = write_report(RunFolder(finished), "html", 1)
    assert path == finished / "report.html"
    first = path.read_bytes()
    write_report(RunFolder(finished), "html", 2)
    assert path.read_bytes() == first
    text = path.read_text(encoding="utf-8")
    assert "tune-replay" in text
    assert "name: tiny" in text


def test_without_the_extra_one_line_says_what_to_install(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "find_spec", lambda _name: None)
    with pytest.raises(ReportError, match="install the extra 'report'"):
        write_report(RunFolder(finished), "html", 1)
    assert not (finished / "report.html").exists()


def test_a_run_without_the_extra_ends_with_its_verdict(
    tune: CommandLine, finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "find_spec", lambda _name: None)
    ended = tune("run", finished)
    assert ended.status == 0
    assert ended.lines[0].startswith("Verdict:")
    assert [line for line in ended.lines if "report" in line] == [
        "No report: a report needs jinja2, which is not installed; install the extra 'report' "
        "(pip install jinja2 matplotlib plotly)"
    ]


def test_the_command_writes_the_report_of_a_run_that_goes_on(
    tune: CommandLine, finished: Path
) -> None:
    (finished / "verdict.json").unlink()
    ended = tune("report", finished)
    assert (ended.status, ended.out) == (0, f"wrote {finished / 'report.html'}\n")
    assert "No verdict yet: 4 of at most 4 trials" in (finished / "report.html").read_text()
    refused = tune("report", finished, "--to", "pdf")
    assert refused.error.startswith("error: unknown form of a report 'pdf'; known: html")
