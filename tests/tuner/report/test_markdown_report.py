"""report.md: what to use, how sure to be and why, for every way in which a run may stand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from reports import HOSTILE, NOTHING, SAME, TIMED, WORSE, report_with, trials, unfinished_report
from verdicts import HAND_MADE, verdict_with

from engine.games import find_game
from tuner.report.features_text import importance_sentence, sign_sentences
from tuner.report.markdown_report import markdown_report
from tuner.report.model import RunReport
from tuner.report.plots import PLOTS, Plot, plots_of
from tuner.stats.interval import Interval
from tuner.verdict.model import Verdict

COURSE_7X7 = (
    "What the heuristic uses, and why",
    "Recommendation",
    "Did depth or accuracy of the evaluation matter more?",
)
COURSE_9X11 = (
    "What features of the game does your heuristic incorporate, and why do you think those "
    "features matter in evaluating states during search?",
    "Analyze the search depth your agent achieves using your custom heuristic. Does search speed "
    "matter more or less than accuracy to the performance of your heuristic?",
)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> RunReport:
    return unfinished_report(tmp_path_factory.mktemp("base"))


def test_the_same_run_makes_the_same_text(base: RunReport) -> None:
    assert markdown_report(report_with(base), {}) == markdown_report(report_with(base), {})


def headings(text: str) -> list[str]:
    return re.findall(r"^## (.*)$", text, re.M)


def section(text: str, heading: str) -> str:
    return text.partition(f"## {heading}\n")[2].partition("\n## ")[0]


def test_the_headings_of_a_7x7_report_are_those_of_a_heuristic_analysis(base: RunReport) -> None:
    found = headings(markdown_report(report_with(base), {}))
    assert [heading for heading in found if heading in COURSE_7X7] == list(COURSE_7X7)
    assert found[0] == "What to use, and how sure that is"


def test_the_headings_of_a_9x11_report_are_the_questions_of_the_course(base: RunReport) -> None:
    report = report_with(base)
    study = replace(report.study, game=find_game("isolation-9x11"))
    found = headings(markdown_report(replace(report, study=study), {}))
    assert [heading for heading in found if heading in COURSE_9X11] == list(COURSE_9X11)


@pytest.mark.parametrize(
    ("verdict", "answer", "title"),
    [
        (HAND_MADE, "Use the tuned values at alphabeta depth 3", "Three reasons:"),
        (WORSE, "Keep the hand-set values", "The data of this run supports two reasons only:"),
        (SAME, "Keep the hand-set values", "The data of this run supports one reason only:"),
        (NOTHING, "Keep the hand-set values", "The data of this run supports two reasons only:"),
        (TIMED, "Use the tuned values", "Three reasons:"),
    ],
    ids=["better", "worse", "same", "nothing found", "timed"],
)
def test_it_says_what_to_use_and_gives_the_reasons_that_there_are(
    base: RunReport, verdict: Verdict, answer: str, title: str
) -> None:
    text = markdown_report(report_with(base, verdict), {})
    assert answer in section(text, "What to use, and how sure that is")
    recommendation = section(text, "Recommendation")
    assert answer in recommendation
    assert title in recommendation


def test_a_run_without_a_verdict_keeps_the_hand_set_values(base: RunReport) -> None:
    text = markdown_report(base, {})
    assert "No verdict yet: nothing is played." in text
    assert section(text, "Recommendation").strip() == (
        "The verdict is not played yet: until then keep the hand-set values."
    )
    assert "| opponent | plays |" in text


def test_the_table_has_both_agents_against_each_baseline(base: RunReport) -> None:
    text = section(markdown_report(report_with(base), {}), "Results against the baselines")
    (row,) = (line for line in text.splitlines() if line.startswith(r"| AB\_improved "))
    assert "52.0% (51.0 to 53.0)" in row
    assert "51.0% (50.0 to 52.0)" in row
    alone = markdown_report(report_with(base, NOTHING), {})
    header = next(line for line in alone.splitlines() if line.startswith("| opponent"))
    assert "tuned" not in header


def test_the_measured_cost_of_equal_time_is_told(base: RunReport) -> None:
    text = section(markdown_report(report_with(base), {}), COURSE_7X7[2])
    # As the condition of the verdict has it.
    assert r"| MM\_improved | 2.30 (2.20 to 2.40) | 92 |" in text
    assert "measured once, on the machine of this run" in text
    alone = markdown_report(report_with(base, NOTHING), {})
    assert "The measured cost of a move" not in alone


def test_other_numbers_make_other_sentences(base: RunReport) -> None:
    versus = HAND_MADE.against_baselines
    other = verdict_with(
        condition="at alphabeta depth 9",
        openings=77,
        tuned={"floor": 0.125, "distance_weight": 1.75},
        against_baselines=replace(
            versus,
            tuned=Interval(0.72, 0.71, 0.73),
            hand_set=Interval(0.62, 0.61, 0.63),
            difference=Interval(0.1, 0.09, 0.11),
            pairs=333,
            by_baseline=tuple(
                (name, Interval(0.9, 0.89, 0.91), Interval(0.8, 0.79, 0.81))
                for name, *_ in versus.by_baseline
            ),
        ),
        head_to_head=replace(
            HAND_MADE.head_to_head,
            score=Interval(0.66, 0.65, 0.67),
            elo=Interval(115.0, 108.0, 123.0),
            pairs=444,
            likelihood=-5.0,
        ),
        conditions=tuple(
            replace(one, name=f"{one.name} again", difference=Interval(0.05, 0.04, 0.06))
            for one in HAND_MADE.conditions
        ),
        search_claim=replace(
            HAND_MADE.search_claim,
            trial=3,
            trials=55,
            value=Interval(0.9, 0.8, 0.95),
            verdict=Interval(0.7, 0.69, 0.71),
            selection=Interval(0.73, 0.72, 0.74),
        ),
    )
    numbers = re.compile(r"\d+\.\d+(?:%| points)")
    before = section_texts(markdown_report(report_with(base), {}))
    noisier = tuple(
        replace(one, value=Interval(one.value.estimate, 0.1, 0.9)) for one in trials(25)
    )
    after = section_texts(markdown_report(report_with(base, other, trials=noisier), {}))
    quoted = [
        line
        for heading, text in before.items()
        if heading != "To repeat it"
        for line in text.splitlines()
        if numbers.search(line)
    ]
    assert len(quoted) > 15
    changed = "\n".join(after.values())
    assert [line for line in quoted if line in changed] == []


def section_texts(text: str) -> dict[str, str]:
    return {heading: section(text, heading) for heading in headings(text)}


def test_names_of_users_are_text(base: RunReport) -> None:
    report = report_with(base)
    rows = tuple(replace(one, name=HOSTILE) for one in report.baselines)
    study = replace(report.study, name=HOSTILE)
    text = markdown_report(replace(report, baselines=rows, study=study), {})
    outside = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.M | re.S)
    assert "<script>" not in outside
    assert "&lt;script&gt;" in outside.splitlines()[0]


def test_pictures_that_exist_are_shown_where_they_belong(base: RunReport) -> None:
    plots = {name: Plot(f"caption of {name}", b"") for name in PLOTS}
    text = markdown_report(report_with(base), plots)
    assert sorted(re.findall(r"\]\(plots/(\w+)\.png\)", text)) == sorted(PLOTS)
    assert "plots/baselines.png" in section(text, "Results against the baselines")
    assert "](plots/" not in markdown_report(report_with(base), {})


def test_there_is_no_picture_of_what_says_nothing(base: RunReport) -> None:
    claim = replace(HAND_MADE.search_claim, trials=1)
    one = verdict_with(search_claim=claim, conditions=())
    assert list(plots_of(report_with(base, one, trials=trials(1)))) == ["baselines"]
    assert plots_of(base) == {}
    constant = plots_of(report_with(base, one, trials=trials(30, constant=True)))
    assert list(constant) == ["baselines"]


def test_importance_says_whether_noise_tells_the_first_from_the_second() -> None:
    sure = {"floor": Interval(0.8, 0.7, 0.9), "reach": Interval(0.2, 0.1, 0.3)}
    source = (
        "(PED-ANOVA, an estimate from 60 trials, which lie where the search chose; in brackets "
        "what ten draws of their noise make of it)"
    )
    assert importance_sentence(sure, 60) == (
        "Which of the 2 tuned numbers decides most whether a trial is among the best tenth: floor, "
        f"with 80% (70 to 90) of the importance {source}, more than reach with 20% (10 to 30) in "
        "every draw."
    )
    unsure = {"floor": Interval(0.55, 0.3, 0.9), "reach": Interval(0.45, 0.1, 0.7)}
    assert importance_sentence(unsure, 60) == (
        "It is not shown which of the 2 tuned numbers decides most whether a trial is among the "
        f"best tenth: floor has 55% (30 to 90) of the importance and reach 45% (10 to 70) {source}."
    )


def test_a_number_that_changed_its_sign_is_named(base: RunReport) -> None:
    # floor 0.3 to 0.75, distance_weight 1 to -0.123456789.
    (sentence,) = sign_sentences(report_with(base))
    assert sentence.endswith("punishes: distance_weight (1 to -0.123457).")
    assert sign_sentences(report_with(base, NOTHING)) == []
