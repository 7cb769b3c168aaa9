"""The report of a run, read from its folder: finished, and as far as it has come."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from engine.games import find_game
from engine.play.deepening import AlphaBetaNodes
from engine.play.driver import decided
from engine.play.lookahead import AlphaBeta
from engine.play.search import Search
from features.presets import find_preset
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.matches.sample import positions_with_a_choice
from tuner.report.collect import read_report
from tuner.report.effort import depth_reached
from tuner.report.model import RunReport
from tuner.tuning.records import read_agents, read_pairs
from tuner.tuning.run_folder import RunFolder


@pytest.fixture(scope="module")
def report(finished_once: Path) -> RunReport:
    return read_report(RunFolder(finished_once))


def test_the_trials_are_those_of_the_table(report: RunReport, finished_once: Path) -> None:
    with (finished_once / "trials.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [one.number for one in report.trials] == [0, 1, 2, 3]
    assert [one.value.estimate for one in report.trials] == [float(row["value"]) for row in rows]
    assert [one.value.low for one in report.trials] == [float(row["low"]) for row in rows]
    assert [one.vector for one in report.trials] == [
        (float(row["params_floor"]), float(row["params_distance_weight"])) for row in rows
    ]
    assert [one.scores for one in report.trials] == [
        (float(row["score_improved"]),) for row in rows
    ]


def test_a_parameter_lies_in_its_range_by_its_distance_from_the_low_end(report: RunReport) -> None:
    floor, weight = report.parameters
    assert (floor.name, floor.low, floor.high, floor.hand_set) == ("floor", 0.0, 1.0, 0.3)
    assert floor.hand_set_share == pytest.approx(0.3)
    # From -2 to 2 the hand-set value 1 has gone three quarters of the way.
    assert (weight.low, weight.high, weight.hand_set_share) == (-2.0, 2.0, 0.75)
    assert weight.tuned is not None
    assert weight.tuned_share == pytest.approx((weight.tuned + 2) / 4)


def test_games_won_and_lost_are_those_of_the_ledger(report: RunReport, finished_once: Path) -> None:
    verdict = json.loads((finished_once / "verdict.json").read_text())
    (row,) = report.baselines
    assert row.tuned_games is not None
    assert row.tuned_games.won + row.tuned_games.drawn + row.tuned_games.lost == 60
    share = (row.tuned_games.won + row.tuned_games.drawn / 2) / 60
    assert share == pytest.approx(verdict["against_baselines"]["by_baseline"][0]["tuned"]["score"])
    assert (row.name, row.plays, row.weight) == ("improved", "improved, alphabeta depth 1", 1.0)


def test_nodes_a_move_are_nodes_by_moves_of_each_pair(
    report: RunReport, finished_once: Path
) -> None:
    table = read_pairs(finished_once / "ledger.db", find_game("isolation-5x5"), "verdict")
    agents = read_agents(finished_once / "ledger.db")
    # Values that are not the preset's own are spelled out.
    (key,) = (key for key, text in agents.items() if text == "pressure, alphabeta depth 1")
    shares = [
        # Four plies are the opening; then the candidate begins game 0, its opponent game 1.
        (one["nodes_candidate_0"] + one["nodes_candidate_1"])
        / (len(range(4, one["plies_0"], 2)) + len(range(5, one["plies_1"], 2)))
        for one in table[table["candidate"] == key].to_dict("records")
    ]
    hand_set = next(one for one in report.efforts if one.name == "hand-set")
    assert hand_set.nodes is not None
    assert (len(shares), hand_set.games) == (30, 60)
    assert hand_set.nodes.estimate == pytest.approx(np.mean(shares))


def test_an_interrupted_run_has_no_verdict_and_all_that_was_played(finished: Path) -> None:
    for name in ("verdict.json", "best.yaml"):
        (finished / name).unlink()
    report = read_report(RunFolder(finished))
    assert report.verdict is None
    assert len(report.trials) == 4
    assert [one.tuned for one in report.parameters] == [None, None]
    assert [one.tuned for one in report.baselines] == [None]
    assert [one.name for one in report.efforts] == ["hand-set"]
    assert report.standing.games > 0


def test_a_run_that_has_barely_begun_has_a_report(finished: Path) -> None:
    for name in ("verdict.json", "best.yaml", "trials.csv", "ledger.db"):
        (finished / name).unlink()
    report = read_report(RunFolder(finished))
    assert (report.trials, report.standing.games) == ((), 0)


def test_notes_are_those_of_the_manifest(finished: Path) -> None:
    manifest = json.loads((finished / "manifest.json").read_text())
    (finished / "manifest.json").write_text(json.dumps(manifest | {"notes": ["few trials"]}))
    report = read_report(RunFolder(finished))
    assert report.notes == ("few trials",)
    assert report.repeat.digest == manifest["digest"]
    assert report.repeat.versions["numba"] == manifest["versions"]["numba"]


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="is no run folder"):
        read_report(RunFolder(tmp_path))


def improved(search: Search) -> Agent:
    return Agent("improved", find_preset("improved"), (), search)


def test_a_search_that_its_limit_never_stops_reaches_its_depth_or_the_outcome() -> None:
    game = find_game("isolation-5x5")
    states, _ = positions_with_a_choice(game, 200)
    reached = depth_reached(game, improved(AlphaBetaNodes(nodes=10_000, depth=2)), 0.0)
    # Another search proves where one ply is enough to know who wins.
    known = decided(game, states, 1)
    assert reached is not None
    assert (reached.positions, reached.nodes) == (len(states), 10_000)
    assert reached.to_end.estimate == pytest.approx(known.mean())
    assert reached.depth.estimate == pytest.approx(np.where(known, 1, 2).mean())
    assert 0 < known.sum() < len(known)


def test_a_limit_of_one_node_finishes_no_depth() -> None:
    reached = depth_reached(find_game("isolation-5x5"), improved(AlphaBetaNodes(nodes=1)), 0.0)
    assert reached is not None
    assert (reached.depth.estimate, reached.to_end.estimate) == (0.0, 0.0)


def test_a_fixed_depth_is_not_measured() -> None:
    game = find_game("isolation-5x5")
    assert depth_reached(game, improved(AlphaBeta(depth=3)), 20.0) is None


def test_a_table_that_lacks_trials_of_a_finished_search_is_refused(finished: Path) -> None:
    """Four vectors were tried: the hand-set one and three others."""
    table = finished / "trials.csv"
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    table.write_text("".join(lines[:3]), encoding="utf-8")
    with pytest.raises(RunError, match=r"trials\.csv has 2 of the 4 vectors of values"):
        read_report(RunFolder(finished))
    table.unlink()
    with pytest.raises(RunError, match=r"trials\.csv has 0 of the 4 vectors of values"):
        read_report(RunFolder(finished))


def test_an_agent_that_is_no_text_is_refused(finished: Path) -> None:
    (finished / "best.yaml").write_bytes(b"\x00\xff[]{{")
    with pytest.raises(RunError, match=r"best\.yaml cannot be read; run its study again"):
        read_report(RunFolder(finished))
