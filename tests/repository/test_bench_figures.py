"""A benchmark in words: every number with its spread, its unit and, where there is one, a target.

The measurements are made up, with round numbers.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.figures import (
    Ratio,
    Report,
    Row,
    Section,
    Spread,
    Target,
    fastest_of,
    mean_of,
    median_of,
    report_json,
    report_lines,
)

SEARCHES = Row(
    "search at depth 7, 1,000 positions",
    "nodes a second of CPU time",
    median_of([150e6, 160_123_456.0, 155e6]),
    ratios=(
        Ratio("the C program", median_of([0.96875, 0.9375, 1.0, 0.975, 0.96, 0.99]), Target(0.95)),
        Ratio("the plain Python board", Spread(905.4, 890.2, 911.9, "median of 3")),
    ),
)
STARTS = Row("until ready", "seconds", fastest_of([3.5, 3.25]), Target(3.0, least=False))
SHARE = Row("share", "of 20.0 seconds", Spread(0.8125, 0.8125, 0.8125, "one run"), Target(0.8))

REPORT = Report(
    "a machine; a compiler",
    (
        Section("isolation-7x7", (SEARCHES, STARTS), "games begin after 2 random plies"),
        Section("a study", (SHARE,)),
    ),
    ("something was left out",),
)

LINES = """\
a machine; a compiler

isolation-7x7
  (games begin after 2 random plies)
  search at depth 7, 1,000 positions: 155,000,000 nodes a second of CPU time \
(median of 3: 150,000,000 to 160,000,000)
    0.97 times the C program (median of 6, its 95% interval: 0.94 to 1.00); \
target at least 0.95: met
    905 times the plain Python board (median of 3: 890 to 912)
  until ready: 3.25 seconds (best of 2: 3.25 to 3.50); target at most 3: missed

a study
  share: 0.81 of 20.0 seconds (one run); target at least 0.8: met

targets missed: 1 of 3
  isolation-7x7, until ready: 3.25 seconds (best of 2: 3.25 to 3.50); target at most 3: missed

note: something was left out
"""


def test_the_report_in_words() -> None:
    assert "".join(f"{line}\n" for line in report_lines(REPORT)) == LINES


def test_the_report_as_json() -> None:
    found = report_json(REPORT)
    assert set(found) == {"machine", "sections", "notes"}
    searches, starts = found["sections"][0]["rows"]
    assert searches["value"] == 155e6
    assert (searches["target"], searches["met"]) == (None, None)
    assert searches["ratios"][0] == {
        "to": "the C program",
        "value": (0.96875 + 0.975) / 2,
        "low": 0.9375,
        "high": 1.0,
        "basis": "median of 6, its 95% interval",
        "target": 0.95,
        "met": True,
    }
    assert (starts["value"], starts["target"], starts["met"]) == (3.25, 3.0, False)


def test_times_show_the_lowest() -> None:
    assert fastest_of([2.0, 3.0, 1.0]) == Spread(1.0, 1.0, 3.0, "best of 3")
    assert median_of([2.0, 9.0, 1.0]) == Spread(2.0, 1.0, 9.0, "median of 3")
    assert mean_of([2.0, 9.0, 1.0]) == Spread(4.0, 1.0, 9.0, "mean of 3")


@pytest.mark.parametrize("summary", [fastest_of, median_of, mean_of])
def test_one_number_is_one_run(summary: Callable[[list[float]], Spread]) -> None:
    assert summary([2.0]) == Spread(2.0, 2.0, 2.0, "one run")


@pytest.mark.parametrize(
    ("target", "value", "met"),
    [
        (Target(0.95), 0.95, True),
        (Target(0.95), 0.949, False),
        (Target(10.0, least=False), 10.0, True),
        (Target(10.0, least=False), 10.1, False),
    ],
)
def test_targets(target: Target, value: float, met: bool) -> None:
    assert target.is_met(Spread(value, 0.0, 20.0, "one run")) is met


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (167_712_345.0, "168,000,000"),
        (117_300.0, "117,000"),
        (1234.0, "1,230"),
        (999.6, "1000"),
        (567.4, "567"),
        (13.42, "13.4"),
        (1.873, "1.87"),
        (0.0123, "0.01"),
    ],
)
def test_numbers_have_about_three_digits(value: float, text: str) -> None:
    row = Row("speed", "of it", Spread(value, value, value, "one run"))
    lines = report_lines(Report("", (Section("", (row,)),), ()))
    assert lines[-1] == f"  speed: {text} of it (one run)"


def test_without_targets_none_is_counted() -> None:
    row = Row("speed", "of it", Spread(1.0, 1.0, 1.0, "one run"))
    assert report_lines(Report("", (Section("", (row,)),), ())) == [
        "",
        "",
        "",
        "  speed: 1.00 of it (one run)",
    ]
