"""Sentences on a search: of games or of solved positions, of few trials, and of its speed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from reports import report_with, trials, unfinished_report
from verdicts import verdict_with

from tuner.matches.objective import ACCURACY
from tuner.report.blocks import Table
from tuner.report.model import RunReport
from tuner.report.search_sections import search_sections
from tuner.report.search_sentences import effort_sentences, search_sentences
from tuner.report.sentences import warnings
from tuner.report.verdict_sections import claims_section
from tuner.stats.decision import few_openings_note


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> RunReport:
    return unfinished_report(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def on_positions(base: RunReport) -> RunReport:
    """A run whose search kept wins instead of playing games."""
    report = report_with(base, verdict_with(objective=ACCURACY))
    return replace(report, study=replace(report.study, objective=ACCURACY))


def captions(report: RunReport) -> list[str]:
    sections = (*search_sections(report), claims_section(report))
    return [block.caption for one in sections for block in one.blocks if isinstance(block, Table)]


def test_a_search_on_games_speaks_of_openings(base: RunReport) -> None:
    # Each trial's interval is five points to either side.
    assert search_sentences(report_with(base))[1] == (
        "On other openings that trial may have 5.0 points more or less. All trials play the same "
        "openings, so their differences are less uncertain than that, but the best of many values "
        "is too high on average."
    )
    assert captions(report_with(base))[-1] == (
        "The same question on three sets of openings: only the verdict's was never used to choose."
    )


def test_what_was_noted_before_the_games_and_found_after_them_is_said_once(
    base: RunReport,
) -> None:
    note = few_openings_note(50)
    assert note is not None
    report = replace(report_with(base, verdict_with(openings=50)), notes=("another", note))
    assert warnings(report)[:2] == ["another", f"{note}."]
    assert "\n".join(warnings(report)).count("large losses") == 1


def test_trials_that_were_stopped_are_counted_and_are_no_best_ones(base: RunReport) -> None:
    report = report_with(base)
    first, *others = report.trials
    half = [replace(one, stopped=one.number % 2 == 1) for one in others]
    report = replace(report, trials=(first, *half))
    assert search_sentences(report)[1].startswith("Of these, 30 stopped early, each when")
    (steps,) = (
        block
        for section in search_sections(report)
        for block in section.blocks
        if isinstance(block, Table) and "the best until then" in block.caption
    )
    assert all(int(str(row[0])) % 2 == 0 for row in steps.rows)


def test_a_search_on_positions_speaks_of_positions(on_positions: RunReport) -> None:
    first, second, *_ = search_sentences(on_positions)
    assert "had a share of kept wins of 42.0%" in first
    assert second == (
        "On other solved positions that trial may keep 5.0 points more or less. All trials are "
        "asked the same positions, so their differences are less uncertain than that, but the best "
        "of many values is too high on average."
    )
    assert captions(on_positions)[-1] == (
        "Two questions: in how many solved positions the win is kept, and what is scored in games. "
        "Their figures are not comparable with each other. Only the positions unseen by the search "
        "and the verdict's openings were never used to choose."
    )


@pytest.mark.parametrize(("count", "shown"), [(3, False), (19, False), (20, True)])
def test_where_the_best_tenth_lies_needs_twenty_trials(
    base: RunReport, count: int, shown: bool
) -> None:
    found = [
        one for one in captions(report_with(base, trials=trials(count))) if "best tenth of" in one
    ]
    assert len(found) == shown
    for caption in found:
        assert "a narrow range alone does not say that the value matters" in caption


def with_starts(base: RunReport, starts: int) -> RunReport:
    standing = replace(base.standing, games=3_000, seconds=20.0)
    repeat = replace(base.repeat, starts=({"machine": "m"},) * starts)
    return replace(base, standing=standing, repeat=repeat, efforts=())


def test_the_speed_is_that_of_the_whole_run(base: RunReport) -> None:
    assert effort_sentences(with_starts(base, 1)) == [
        "The run played 3,000 games in 20 seconds, all that it did beside playing included, such "
        "as starting and compiling: about 150 games a second, all agents together, measured once, "
        "on the machine named below. How many games a second an agent plays alone was not measured."
    ]


def test_a_run_that_was_stopped_and_went_on_has_no_rate(base: RunReport) -> None:
    assert effort_sentences(with_starts(base, 2)) == [
        "The run played 3,000 games in 20 seconds, all that it did beside playing included, such "
        "as starting and compiling. It was started 2 times, each with its own beginning, so that "
        "makes no rate. How many games a second an agent plays alone was not measured."
    ]


def test_trials_that_only_repeat_the_hand_set_values_are_not_called_one_trial(
    base: RunReport,
) -> None:
    report = report_with(base)
    repeats = tuple(replace(one, repeats=0, value=trials(1)[0].value) for one in report.trials)
    assert search_sentences(replace(report, trials=repeats)) == [
        f"All {len(repeats)} trials play as the hand-set values do, with a score of "
        "42.0% (37.0 to 47.0)."
    ]
