"""An agent against itself: the noise of its matches, and where there is none."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from command_line import CommandLine
from scipy.stats import binom

from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.comparison.model import Matches
from tuner.comparison.noise import error_of_a_match, play_noise
from tuner.comparison.noise_band import NoiseBand, noise_lines
from tuner.comparison.noise_files import noise_json
from tuner.matches.agent import Agent
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval

GAME = find_game("isolation-5x5")
EVEN = Interval(0.5, 0.4, 0.6)


def agent(ties: str = "random") -> Agent:
    heuristic = find_preset("improved")
    search = make_search("alphabeta", depth=1, ties=ties)
    return Agent("me", heuristic, heuristic.defaults, search)


def test_the_band_of_one_match_and_that_of_the_largest_of_ten() -> None:
    """With an error of 1 point: 1.96 points, and 2.80 of ten (0.95^(1/10) two-sided)."""
    band = NoiseBand(("me", "improved"), GAME.name, 1000, (EVEN,) * 10, 0.01, (0.009, 0.011))
    assert 100 * band.band(1) == pytest.approx(1.95996, abs=1e-4)
    assert 100 * band.band(10) == pytest.approx(2.7996, abs=1e-3)
    assert (band.largest, band.excluded) == (0.0, 0)
    text = "\n".join(noise_lines(band))
    assert (
        "in 95 of 100 cases the score is 48.0 to 52.0%, within 1.96 points (1.76 to 2.16)" in text
    )
    assert "or 14 Elo of 50%" in text


@pytest.mark.parametrize("share", [0.05, 0.1, 0.2, 0.3, 0.5, 0.8])
def test_the_interval_of_the_error_holds_however_many_pairs_are_uneven(share: float) -> None:
    """Exactly, over the number of uneven ones of 1,000 pairs, which is binomial.

    A chi-square of 1,000 held the truth in 48, 63, 83, 93, 99.5 and 100 of 100.
    """
    count, pairs = 1000, 100
    chances = binom.pmf(np.arange(count + 1), count, share)
    held = 0.0
    for uneven in np.flatnonzero(chances > 1e-7):
        scores = np.full(count, 0.5)
        scores[:uneven] = np.arange(uneven) % 2
        error, (low, high) = error_of_a_match(scores, np.arange(count), pairs)
        assert low < error < high
        # A pair that is uneven is half a point off, so its variance is share / 4.
        held += float(chances[uneven]) * (low <= math.sqrt(share / 4 / pairs) <= high)
    assert held == pytest.approx(0.95, abs=0.01)


def test_pairs_that_share_an_opening_tell_less_of_the_error() -> None:
    """Ten openings that are uneven in all of their pairs, or in none, are ten observations."""
    opening = np.arange(1000) // 100
    scores = np.where(opening < 5, np.arange(1000) % 2, 0.5)
    alone = error_of_a_match(scores, np.arange(1000), 100)
    shared = error_of_a_match(scores, opening, 100)
    assert shared[0] == pytest.approx(alone[0])
    assert shared[1][1] - shared[1][0] > 5 * (alone[1][1] - alone[1][0])


def test_a_band_of_all_scores_has_no_elo() -> None:
    """With an error of 20 points: 39.2 points of one match, and of ten 56, more than there are.

    A score of 89.2% is 400 log10(0.892 / 0.108) = 367 Elo.
    """
    band = NoiseBand(("me", "improved"), GAME.name, 2, (EVEN,) * 10, 0.2, (0.19, 0.21))
    one, ten = noise_json(band)["bands"]
    assert one["elo"] == pytest.approx(366.8, abs=0.2)
    assert (ten["points"], ten["elo"]) == (50, None)
    text = "\n".join(noise_lines(band))
    assert "in 95 of 100 cases the score is 10.8 to 89.2%, within 39.20 points" in text
    assert "in 95 of 100 cases anywhere from 0 to 100%, so that these pairs can show" in text
    assert "2400" not in text
    wider = NoiseBand(("me", "improved"), GAME.name, 2, (EVEN,) * 10, 0.3, (0.2, 0.4))
    assert "in 95 of 100 cases the score is anywhere from 0 to 100%" in str(wider)


def test_matches_against_oneself_stay_within_the_band_of_their_own_pairs(tmp_path: Path) -> None:
    """The spread of ten scores is that which the pairs predict: chi-square of ten, 99.9%."""
    band = play_noise(GAME, agent(), Matches(100, 4, 1, 1), tmp_path, Silent())
    assert len(band.scores) == 10
    spread = sum(((one.estimate - 0.5) / band.error) ** 2 for one in band.scores)
    assert 1.48 < spread < 29.6
    # Pairs of equals are won, shared or lost: the variance is at most 1/4.
    assert 0 < band.error <= 0.5 / math.sqrt(100)
    assert band.known[0] < band.error < band.known[1]
    content = noise_json(band)
    json.dumps(content, allow_nan=False)
    assert content["games"] == 2000
    again = play_noise(GAME, agent(), Matches(100, 4, 1, 2), tmp_path, Silent())
    assert noise_json(again) == content


def test_the_next_seed_plays_other_matches(tmp_path: Path) -> None:
    first, second = (
        play_noise(GAME, agent(), Matches(100, 4, seed, 2), tmp_path, Silent()).scores
        for seed in (1, 2)
    )
    assert first[1:] != second[:-1]
    assert first != second


def test_ties_in_order_leave_nothing_to_chance(tmp_path: Path) -> None:
    """Both games of a pair are then the same game, once from either side."""
    band = play_noise(GAME, agent("ordered"), Matches(16, 4, 1, 1), None, Silent())
    assert band.error == 0
    assert band.known[1] > 0
    assert {one.estimate for one in band.scores} == {0.5}
    json.dumps(noise_json(band), allow_nan=False)
    assert "Every pair ended even" in str(band)


def test_the_command_takes_one_agent(tune: CommandLine, tmp_path: Path) -> None:
    words = ["--null", "--pairs", "20", "--depth", "1", "--runs", str(tmp_path)]
    ended = tune("compare", "improved", *words)
    assert ended.lines[0].startswith("Noise of improved (improved, alphabeta depth 1), isolation-")
    assert ended.lines[-1].endswith("report.html")
    content = tune("compare", "improved", *words, "--json").json
    assert content["bands"][1]["largest_of"] == 10
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("noise-isolation-7x7-")
    assert json.loads((folder / "results.json").read_text()) == content
    (entry,) = tune("runs", tmp_path, "--json").json
    assert (entry["kind"], entry["state"]) == ("noise measurement", "finished")
    error = tune("compare", "improved", "open", *words).error
    assert "--null: it takes one agent, not 2" in error
