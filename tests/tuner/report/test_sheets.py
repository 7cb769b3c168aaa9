"""Reports of comparisons, tournaments and runs side by side, from results that are made by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib.image
import numpy as np
import pytest
from reports import HOSTILE, report_with, unfinished_report
from sheet_results import COMPARISON, LEAGUE, NOISE, RATINGS, SEQUENTIAL, TOURNAMENT

from engine.games import find_game
from tuner.cli.report import results_line
from tuner.figures.chart import CurvesChart
from tuner.figures.looks import BOUND, COURSE
from tuner.files import RunError
from tuner.report.folders import write_reports, write_results
from tuner.report.model import RunReport
from tuner.report.runs_history import history_part
from tuner.report.runs_sheet import SideBySideError, runs_sheet
from tuner.report.sheet import write_sheet
from tuner.stats.interval import Interval
from tuner.stats.sprt import Sprt
from tuner.stats.sprt_course import SprtCourse

pytest.importorskip("jinja2")
pytest.importorskip("plotly")


def colours(picture: Path) -> set[str]:
    pixels = matplotlib.image.imread(picture)[:, :, :3]
    rows = np.unique((255 * pixels).round().astype(int).reshape(-1, 3), axis=0)
    return {"#{:02X}{:02X}{:02X}".format(*row) for row in rows}


def written(folder: Path, content: dict[str, Any], form: str) -> str:
    """The report of some results."""
    (folder / "results.json").write_text(json.dumps(content), encoding="utf-8")
    return write_results(folder, form, 1).read_text(encoding="utf-8")


def test_a_comparison_says_who_is_better_and_by_how_much(tmp_path: Path) -> None:
    text = written(tmp_path, COMPARISON, "md")
    assert "**one against two: one is better. " in text
    assert "| one | two | 60.0% (55.0 to 65.0) | +70 Elo (+35 to +108) | one is better |" in text
    assert "| Random | 60.0% (55.0 to 65.0) | 50.0% (45.0 to 55.0) |" in text
    assert "- two minus one: -10.00 points (-14.00 to -6.00), paired by opening." in text
    assert "## What to mind\n\n- A thing to mind" in text
    pictures = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert pictures == ["report-baselines.png", "report-duels.png"]
    for name in pictures:
        assert f"(plots/{name})" in text
        assert (tmp_path / "plots" / name).read_bytes().startswith(b"\x89PNG")


def test_pictures_that_are_not_shown_any_more_go_and_others_stay(tmp_path: Path) -> None:
    written(tmp_path, COMPARISON, "md")
    own = tmp_path / "plots" / "report-mine.png"
    own.write_bytes(b"mine")
    text = written(tmp_path, {**COMPARISON, "against_baselines": []}, "md")
    assert "(plots/report-baselines.png)" not in text
    pictures = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert pictures == ["report-duels.png", "report-mine.png"]
    assert own.read_bytes() == b"mine"


def test_the_elo_of_a_match_that_is_won_whole_has_one_end(tmp_path: Path) -> None:
    """A score of 93% is 400 log10(93 / 7) = 449 Elo."""
    whole = json.loads(json.dumps(COMPARISON))
    whole["head_to_head"][0] |= {"score": 1.0, "low": 0.93, "high": 1.0, "bound": "at least"}
    assert "| at least +449 Elo |" in written(tmp_path, whole, "md")


def test_a_league_shows_its_ratings_first(tmp_path: Path) -> None:
    duel = {**COMPARISON["head_to_head"][0], "said": "p = 0.004 corrected"}
    text = written(
        tmp_path, {**COMPARISON, "head_to_head": [duel], "ratings": RATINGS, "league": LEAGUE}, "md"
    )
    assert text.startswith("# League of 2 agents")
    assert "**Of 2 agents one is rated highest: at least +400 Elo. " in text
    assert "| two | 0 Elo, the anchor | hand-set: runs/b |" in text
    assert "one is better (p = 0.004 corrected)" in text
    assert text.index("## Ratings") < text.index("## Head to head")
    assert "- Whoever moves first has less." in text
    assert (tmp_path / "plots" / "report-ratings.png").exists()


def test_other_results_make_another_text(tmp_path: Path) -> None:
    alone = {**COMPARISON, "against_baselines": [], "head_to_head": [], "notes": []}
    text = written(tmp_path, alone, "md")
    assert "**No two of these agents were played against each other: they are one function.**" in (
        text
    )
    assert "Against the baselines" not in text
    assert "one is better" not in text
    assert "Nothing was noted." in text


def test_a_sequential_match_says_what_its_test_has_decided(tmp_path: Path) -> None:
    text = written(tmp_path, SEQUENTIAL, "md")
    assert text.startswith("# one against two, until a test decides")
    assert "**One is stronger than two by the test of 0 against 20 Elo. The table " in text
    assert "| log-likelihood ratio | +3.10 |" in text
    assert "| passes wrongly where the truth is 0 Elo | in 5 of 100 matches at most |" in text
    assert "one scores 60.0% (55.0 to 65.0), +70 Elo (+35 to +108), with the 95%" in text
    assert "| one each, or both drawn | 44 | 55.0% |" in text
    assert "| 20 Elo | about 100 pairs (90 to 120) | 95% |" in text
    assert (tmp_path / "plots" / "report-score.png").exists()
    open_end = {"decision": "continue", "more_pairs": {"least": 200, "likely": 300, "most": None}}
    text = written(tmp_path, {**SEQUENTIAL, **open_end, "expected": None}, "md")
    assert "| the test | has not decided |" in text
    assert "about 300 more pairs (at least 200, perhaps far more) decide, on average." in text
    assert "How long it was likely to take" not in text
    nothing = {"decision": None, "log_likelihood_ratio": None}
    text = written(tmp_path, {**SEQUENTIAL, **nothing}, "md")
    assert "| the test | says nothing of other openings |" in text
    assert "| log-likelihood ratio | none |" in text


def test_the_course_of_a_sequential_test_is_drawn_between_its_bounds_and_told_in_words(
    tmp_path: Path,
) -> None:
    text = written(tmp_path, SEQUENTIAL, "md")
    assert "![What the test says](plots/report-test.png)" in text
    assert (
        "*The log-likelihood ratio after looks of the test, as one sees it: it goes up where one "
        "scores as if it were 20 Elo stronger than two rather than 0, down in the other case. "
        "It began with -0.70 after 64 pairs and was +3.10 after 80 pairs; the 2 looks that are "
        "shown lie between -0.70 and +3.10. From +2.94 up the test passes, from -2.94 down "
        "it fails.*"
    ) in text
    assert {COURSE.colour, BOUND.colour} <= colours(tmp_path / "plots" / "report-test.png")
    page = written(tmp_path, SEQUENTIAL, "html")
    assert "it goes up where one scores as if it were 20 Elo stronger than two" in page
    assert all(f"{words} at " in page for words in ("passes", "fails"))


def test_a_long_course_claims_no_extremes_of_looks_that_were_left_out(tmp_path: Path) -> None:
    """Of 1,000 looks at equals at most 200 are kept, and the highest ratio is not among them."""
    test = Sprt(0, 5)
    pairs = 64 + 16 * 999
    course = SprtCourse(test, np.arange(pairs))
    scores = np.random.default_rng(4).permutation(np.arange(pairs) % 5 / 4)
    ratios = []
    for block in np.split(scores, range(64, pairs, 16)):
        course.add(block)
        ratios.append(course.standing.ratio or 0.0)
    kept = course.standing.course
    assert len(kept) < len(ratios)
    assert max(ratio for _, ratio in kept) < max(ratios) - 0.005
    text = written(tmp_path, {**SEQUENTIAL, "course": [list(look) for look in kept]}, "md")
    shown = [ratio for _, ratio in kept]
    assert (
        f"the {len(kept)} looks that are shown lie between {min(shown):+z.2f} "
        f"and {max(shown):+z.2f}."
    ) in text


@pytest.mark.parametrize("course", [{}, {"course": []}, {"course": [[64, 3.1]]}])
def test_one_look_is_no_course_and_earlier_results_have_none(
    tmp_path: Path, course: dict[str, Any]
) -> None:
    content = {key: value for key, value in SEQUENTIAL.items() if key != "course"}
    text = written(tmp_path, {**content, **course}, "md")
    assert "report-test.png" not in text
    assert "after looks" not in text


def test_the_noise_of_an_agent_shows_each_match(tmp_path: Path) -> None:
    text = written(tmp_path, NOISE, "md")
    assert text.startswith("# one against itself")
    assert "**One match: within 2 points. The table of " in text
    assert "- A smaller difference is no evidence of strength." in text
    assert text.count("| 52.0% (49.0 to 55.0) |") == 10
    assert "Games to replay" not in written(tmp_path, NOISE, "html")


def test_a_tournament_has_the_table_of_the_courses(tmp_path: Path) -> None:
    text = written(tmp_path, TOURNAMENT, "md")
    assert "| opponent | one Won | one Lost | two Won | two Lost |" in text
    assert "| foe | 120 | 80 | 90 | 110 |" in text
    assert "| Win rate | 60.0% | (55.0 to 65.0) | 60.0% | (55.0 to 65.0) |" in text
    assert "| one | foe | 120 | 80 | 60.0% (55.0 to 65.0) | 60.0% (55.0 to 65.0) |" in text
    drawn = json.loads(json.dumps(TOURNAMENT))
    drawn["candidates"][0]["cells"][0]["drawn"] = 3
    assert "| foe | 120 | 80 | 3 | 90 | 110 | 0 |" in written(tmp_path, drawn, "md")


@pytest.mark.parametrize(
    "content",
    [COMPARISON, TOURNAMENT, SEQUENTIAL, NOISE],
    ids=["comparison", "tournament", "sequential match", "noise"],
)
def test_names_are_shown_as_text(content: dict[str, Any], tmp_path: Path) -> None:
    hostile = json.loads(json.dumps(content).replace('"one', json.dumps(HOSTILE)[:-1]))
    page = written(tmp_path, hostile, "html")
    assert "alert(1)" in page
    assert "<script>alert" not in page
    assert page.count('<section id="') == page.count("</section>")
    assert "<script>" not in written(tmp_path, hostile, "md")
    assert written(tmp_path, hostile, "html") == page


@pytest.mark.parametrize(
    "content",
    [{}, {"tournament": "cup"}, {**COMPARISON, "head_to_head": [{}]}, {"head_to_head": 1}],
)
def test_damaged_results_are_one_line(content: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"results\.json is of another version, or damaged; "):
        written(tmp_path, content, "html")
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]


def test_without_the_extra_there_is_one_line_and_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "results.json").write_text(json.dumps(COMPARISON), encoding="utf-8")
    monkeypatch.setattr("tuner.report.page.find_spec", lambda name: None)
    assert results_line(tmp_path, 1) == (
        "No report: a report needs jinja2, which is not installed; install the extra 'report' "
        "(pip install jinja2 matplotlib plotly)"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunReport, RunReport]:
    """Two finished runs whose studies differ in their seed."""
    one = report_with(unfinished_report(tmp_path_factory.mktemp("base")))
    study = replace(one.study, seed=one.study.seed + 1)
    other = replace(one, folder="two-2", study=study, repeat=replace(one.repeat, digest="other"))
    return replace(one, folder="one-1"), other


def test_runs_side_by_side_say_what_differs(
    reports: tuple[RunReport, RunReport], tmp_path: Path
) -> None:
    one, other = reports
    sheet = runs_sheet(reports)
    text = write_sheet(sheet, "md", tmp_path, "both").read_text(encoding="utf-8")
    assert "# 2 runs side by side" in text
    assert f"- seed: {one.study.seed} -&gt; {other.study.seed}" in text
    assert "All have the same heuristic, baselines, search and objective" in text
    assert one.verdict is not None
    for row in one.parameters:
        value = f"{row.hand_set:.6g} | {row.tuned:.6g} | {row.low:g} to {row.high:g}"
        assert f" | {value} | {value} |" in text
    assert "![Verdicts](plots/both-verdicts.png)" in text
    assert "![The searches](plots/both-history.png)" in text
    assert "no second evidence" not in text
    changed = replace(other, study=replace(other.study, baselines=()))
    assert "They differ in their baselines" in str(runs_sheet((one, changed)))


def test_the_searches_of_several_runs_share_their_axes(
    reports: tuple[RunReport, RunReport],
) -> None:
    one, other = reports
    scores = (0.5, 0.4, 0.7, 0.6)
    trials = tuple(
        replace(trial, value=Interval(score, score - 0.05, score + 0.1))
        for trial, score in zip(one.trials, scores, strict=False)
    )
    (chart,) = history_part((replace(one, trials=trials), other)).blocks
    assert isinstance(chart, CurvesChart)
    first, second = chart.curves
    # The best of 50, 40, 70 and 60 percent after each of them.
    assert (first.numbers, first.best) == ((0, 1, 2, 3), (50, 50, 70, 70))
    assert (first.leader.value, first.leader.low, first.leader.high) == (70, 65, 80)
    looks = [curve.leader.look for curve in (first, second)]
    assert [look.label for look in looks] == [one.folder, other.folder]
    assert looks[0].dash != looks[1].dash
    assert looks[0].symbol != looks[1].symbol
    assert history_part((replace(one, trials=()),)).blocks == ("No search has a trial yet.",)


def test_runs_that_say_nothing_of_each_other_are_refused(
    reports: tuple[RunReport, RunReport],
) -> None:
    one, other = reports
    elsewhere = replace(other, study=replace(other.study, game=find_game("isolation-5x6")))
    with pytest.raises(SideBySideError, match=r"one-1 plays .* and two-2 plays isolation-5x6: "):
        runs_sheet((one, elsewhere))
    with pytest.raises(SideBySideError, match="two of these runs have the same name"):
        runs_sheet((one, one))


def test_the_report_of_several_runs_stands_beside_them(finished: Path) -> None:
    other = finished.with_name("other")
    finished.rename(other)
    finished.mkdir()
    for path in other.iterdir():
        (finished / path.name).write_bytes(path.read_bytes())
    path = write_reports([finished, other], "html", 1)
    assert path == finished.parent / f"report-{finished.name}-and-other.html"
    page = path.read_text(encoding="utf-8")
    assert "The studies are the same." in page
    assert f"{finished.name} and other are runs of one study with one seed" in page
