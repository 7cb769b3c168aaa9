"""What the page of published results says of the agents of two documents, on fewer games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from checkout import ROOT
from small_tournaments import standing

from engine.games import find_game
from engine.play.driver import analyse, random_positions
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset
from tuner.matches.progress import Silent
from tuner.tournament.config import load_tournament
from tuner.tournament.play import play_tournament
from tuner.tournament.results import Results

CONFIGS = ROOT / "configs" / "tournaments"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """Pressure with both habits against opponents that give up, in 560 games each."""
    whole = load_tournament(CONFIGS / "udacity_2017_pressure_gives_up.yaml")
    few = [agent for agent in whole.candidates if "pressure" in agent.name]
    tournament = replace(whole, candidates=tuple(few), pairs=40, claims=())
    return play_tournament(tournament, tmp_path_factory.mktemp("runs"), 2, Silent())


def test_agents_that_give_up_score_what_was_published(results: Results) -> None:
    """An independent program scores 72.4%, too; 560 games allow about 4 points."""
    score = standing(results, "ID_pressure").score
    assert abs(score.estimate - 0.724) < 0.05
    assert results.tournament.published is not None
    assert results.tournament.published.totals["ID_pressure"].rate == pytest.approx(0.724, abs=5e-4)


def test_any_legal_move_is_worth_more_than_ten_points(results: Results) -> None:
    gives_up, moves = (standing(results, f"{name}_pressure").score for name in ("ID", "moves"))
    assert moves.low > gives_up.high + 0.1


def test_the_search_of_the_report_on_liberties_looks_six_plies_ahead_in_150_ms() -> None:
    """After 45 random plies it visits less than 2,000 positions; plain Python visits 4,000."""
    game: Any = find_game("isolation-9x11")
    costs = find_preset("liberty_center:prose")
    deep = heuristic_player(game, costs, costs.defaults, make_search("alphabeta", depth=6))
    seeds = np.arange(500, dtype=np.uint64)
    states, going = random_positions(game, 45, seeds)
    visited = analyse(game, deep, states[going], seeds[going]).nodes
    assert len(visited) > 200
    assert 50 < np.median(visited) < 400
    assert visited.max() < 2000
