"""Equal time: how many positions everybody may visit while the tuned agent thinks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_studies import small_study

from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.matches.ledger import Ledger
from tuner.matches.ledger_errors import LedgerError
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning import equal_time as equal_time_module
from tuner.tuning.equal_time import EqualTime, hull, with_nodes
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.verdict.findings import Condition
from tuner.verdict.model import Verdict

GAME = find_game("isolation-5x5")
IMPROVED = find_preset("improved")
OPPONENT = Agent("opponent", IMPROVED, (), make_search("minimax", depth=3, ties="ordered"), 2.0)


def limits(nodes: int, ratio: Interval) -> EqualTime:
    return EqualTime(nodes, {agent_key(with_nodes(OPPONENT, 1)): ratio})


@pytest.mark.parametrize(
    ("nodes", "ratio", "expected"),
    [
        (1024, Interval(1.0, 1.0, 1.0), (1024, 1024, 1024)),
        (1000, Interval(2.3, 2.2, 2.4), (2200, 2300, 2400)),
        (1000, Interval(0.5, 0.4, 0.6), (400, 500, 600)),
        (10, Interval(0.01, 0.005, 0.02), (1, 1, 1)),  # never less than one
    ],
)
def test_limits_are_in_inverse_proportion_to_the_cost_of_a_node(
    nodes: int, ratio: Interval, expected: tuple[int, int, int]
) -> None:
    found = limits(nodes, ratio)
    ends = [found.limited(OPPONENT, end).search.nodes for end in ("low", "estimate", "high")]
    assert tuple(ends) == expected


def test_a_limit_of_nodes_replaces_the_limit_and_nothing_else() -> None:
    limited = with_nodes(OPPONENT, 99)
    assert limited.search == make_search("alphabeta", nodes=99, ties="ordered")
    assert (limited.name, limited.heuristic, limited.weight) == ("opponent", IMPROVED, 2.0)


def test_who_plays_at_random_has_no_use_for_time() -> None:
    nobody = replace(OPPONENT, search=make_search("random"))
    assert limits(10, Interval(2.0, 2.0, 2.0)).limited(nobody) == nobody


SAME = """
- {{name: same, heuristic: pressure, search: {{algorithm: alphabeta, depth: {depth}}}}}"""


def timed(verdict: Verdict) -> Condition:
    return next(one for one in verdict.conditions if one.shares)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_an_agent_against_itself_gets_the_same_limits_and_half_of_the_points(
    tmp_path: Path, depth: int
) -> None:
    study = small_study(
        tmp_path,
        game="isolation",
        search=f"{{algorithm: alphabeta, depth: {depth}}}",
        baselines=SAME.format(depth=depth),
        budget="{trials: 1, pairs: 16, finalists: 1, final_pairs: 16, verdict_pairs: 1200}",
    )
    found = timed(run_study(study, tmp_path, 2, Silent()))
    nodes = [share.nodes for share in found.shares]
    assert [share.ratio for share in found.shares] == [Interval(1.0, 1.0, 1.0)] * 3
    assert len(set(nodes)) == 1
    for score in (found.tuned, found.hand_set):
        assert score is not None
        assert score.low <= 0.5 <= score.high


def test_an_agent_against_itself_in_pentago(tmp_path: Path) -> None:
    study = small_study(
        tmp_path,
        game="pentago",
        heuristic="straights",
        search="{algorithm: alphabeta, depth: 1}",
        baselines="[{name: same, heuristic: straights, search: {algorithm: alphabeta, depth: 1}}]",
        budget="{trials: 1, pairs: 16, finalists: 1, final_pairs: 16, verdict_pairs: 160}",
    )
    found = timed(run_study(study, tmp_path, 2, Silent()))
    assert {share.ratio for share in found.shares} == {Interval(1.0, 1.0, 1.0)}
    assert found.tuned.low <= 0.5 <= found.tuned.high


def test_an_agent_against_itself_has_half_of_the_points_within_one_point(tmp_path: Path) -> None:
    study = small_study(
        tmp_path,
        game="isolation",
        search="{algorithm: alphabeta, depth: 1}",
        baselines=SAME.format(depth=1),
        budget="{trials: 1, pairs: 16, finalists: 1, final_pairs: 16, verdict_pairs: 10000}",
    )
    found = timed(run_study(study, tmp_path, 2, Silent())).tuned
    assert found.high - found.low < 0.02
    assert found.low <= 0.5 <= found.high


@pytest.mark.slow
def test_one_function_written_in_two_ways_has_half_of_the_points(tmp_path: Path) -> None:
    """With b = 1 the formula is that of `improved`, but its cost is measured: it is another text.

    Every measurement leads to other limits and so to other games, so the interval is that of 99.9%,
    whose ends are 3.29 / 1.96 times as far away as those of 95%. These are about two points away,
    and more where the machine is busy; eight points between equals, which limits have been seen to
    make that did not cost the same, are far outside.
    """
    study = small_study(
        tmp_path,
        game="isolation",
        heuristic='{formula: "moves(own) - b * moves(opp)", '
        "parameters: {b: {default: 1, low: 0.99, high: 1.01}}}",
        search="{algorithm: alphabeta, depth: 3}",
        baselines="[{name: same, heuristic: improved, search: {algorithm: alphabeta, depth: 3}}]",
        budget="{trials: 1, pairs: 16, finalists: 1, final_pairs: 16, verdict_pairs: 8000}",
    )
    found = timed(run_study(study, tmp_path, 2, Silent()))
    assert found.hand_set is not None
    assert found.shares[-1].ratio.low < found.shares[-1].ratio.high  # it was measured
    score = found.hand_set
    assert score.high - score.low < 0.08
    below, above = score.estimate - score.low, score.high - score.estimate
    assert score.estimate - 1.68 * below <= 0.5 <= score.estimate + 1.68 * above


class Measurements:
    """Costs that are known, in place of measured ones; counts how often they were measured."""

    def __init__(self, *ratios: Interval) -> None:
        self.ratios = ratios
        self.asked = 0

    def __call__(self, *_: Any) -> tuple[Interval, ...]:
        self.asked += 1
        return self.ratios


ONE, TWICE = Interval(1.0, 1.0, 1.0), Interval(2.0, 1.5, 2.5)

STUDY = {
    "heuristic": '{formula: "moves(own) - a * moves(opp)", '
    "parameters: {a: {default: 1, low: 0.5, high: 2}}}",
    "baselines": "[{name: open, heuristic: open, search: {algorithm: alphabeta, depth: 1}}]",
    "sampler": "grid",
}


def test_costs_are_measured_once_and_then_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = small_study(tmp_path, **STUDY)
    quick = Measurements(ONE, ONE, TWICE)
    monkeypatch.setattr(equal_time_module, "_measured", quick)
    first = run_study(study, tmp_path, 1, Silent())
    assert (first.tuned == first.hand_set) is False
    again = run_study(study, tmp_path, 1, Silent())
    assert quick.asked == 1
    assert again.conditions == first.conditions
    assert [share.ratio for share in timed(first).shares] == [ONE, ONE, TWICE]


def test_the_interval_holds_at_both_ends_of_the_costs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An opponent with more nodes plays better; the interval holds what is found at each limit."""
    study = small_study(tmp_path, **STUDY)
    found = {}
    for name, ratio in {
        "low": Interval(0.3, 0.3, 0.3),
        "high": Interval(20.0, 20.0, 20.0),
        "measured": Interval(2.0, 2.0, 2.0),
        "between": Interval(2.0, 0.3, 20.0),
    }.items():
        monkeypatch.setattr(equal_time_module, "_measured", Measurements(ONE, ONE, ratio))
        found[name] = timed(run_study(study, tmp_path / name, 1, Silent())).tuned
    assert found["low"].estimate > found["high"].estimate
    between = found.pop("between")
    assert between.estimate == found["measured"].estimate
    assert between.low == pytest.approx(min(one.low for one in found.values()))
    assert between.high == pytest.approx(max(one.high for one in found.values()))


def test_a_damaged_note_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = small_study(tmp_path, **STUDY)
    monkeypatch.setattr(Ledger, "noted", damaged(Ledger.noted))
    with pytest.raises(LedgerError, match="cost of nodes is damaged: '\\[1, 2'; move the run"):
        run_study(study, tmp_path, 1, Silent())
    assert run_folder(study, tmp_path).ledger.exists()


def damaged(noted: Any) -> Any:
    def read(ledger: Ledger, key: str, measure: Any) -> str:
        return "[1, 2" if key.startswith("cost of") else str(noted(ledger, key, measure))

    return read


def test_a_hull_holds_all_intervals_and_keeps_the_first_estimate() -> None:
    found = hull([Interval(0.5, 0.4, 0.6), Interval(0.45, 0.35, 0.5), Interval(0.6, 0.55, 0.7)])
    assert found == Interval(0.5, 0.35, 0.7)
    won = Interval(1.0, 0.9, 1.0, bound="at least")
    assert hull([won, won]).bound == "at least"
    assert hull([won, Interval(0.95, 0.8, 0.99)]) == Interval(1.0, 0.8, 1.0)
