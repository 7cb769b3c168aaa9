"""Draws of openings: the same distribution however many are drawn, and intervals that cover."""

from __future__ import annotations

import hashlib
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from small_studies import small_study

from engine.game import Game
from engine.games import find_game
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset
from tuner.config.study import Study
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.matches.pairs import play_pairs
from tuner.stats.interval import Interval, clustered_mean
from tuner.tuning.study_run import draw_all_openings

PRESSURE = find_preset("pressure")


@pytest.mark.parametrize("plies", [2, 4, 6])
def test_a_short_draw_is_the_beginning_of_a_longer_one(plies: int) -> None:
    game = find_game("isolation-5x6")
    short, long = (draw_openings(game, plies, "search", pairs, 3) for pairs in (40, 3000))
    assert np.array_equal(long.states[:40], short.states)
    assert np.array_equal(long.clusters[:40], short.clusters)
    assert long.seed == short.seed


SOURCES = {
    "search": ("search", 4, 300),
    "selection": ("selection", 4, 400),
    "verdict": ("verdict", 4, 8000),
    "conditions": ("conditions", 4, 1000),
    **dict.fromkeys(("equal time", "equal time, low", "equal time, high"), ("conditions", 4, 2000)),
    "head to head": ("verdict", 4, 9000),
    "condition deep": ("conditions", 4, 300),
    "condition early": ("tournament", 5, 300),
}
"""Where the openings of each set of the study below come from, their plies, and how many: all that
is played after the verdict has an eighth of the openings for itself, but those of other plies."""


@pytest.fixture
def study_with_every_set(tmp_path: Path) -> Study:
    return small_study(
        tmp_path,
        game="isolation-5x6",
        budget="{trials: 8, pairs: 300, final_pairs: 400, verdict_pairs: 8000}",
        conditions=(
            "[{name: deep, search: {algorithm: alphabeta, depth: 2}, pairs: 300}, "
            "{name: early, search: {algorithm: greedy}, openings: {plies: 5}, pairs: 300}]"
        ),
        verdict="{sprt: [0, 60], cap: 9000}",
    )


@pytest.mark.parametrize("most", [256, 10_000], ids=["few", "all"])
def test_every_stage_begins_where_its_set_does(study_with_every_set: Study, most: int) -> None:
    """The first 256 of each are what `tune check` draws."""
    study = study_with_every_set
    found = draw_all_openings(study, most)
    assert set(found) == set(SOURCES)
    for name, (source, plies, pairs) in SOURCES.items():
        expected = draw_openings(study.game, plies, source, min(pairs, most), study.seed)
        assert np.array_equal(found[name].states, expected.states)
        assert np.array_equal(found[name].clusters, expected.clusters)
        assert (found[name].seed, found[name].name) == (expected.seed, name)


def test_what_chooses_and_what_judges_share_no_opening(study_with_every_set: Study) -> None:
    """Compared as texts with all their mirror images and rotations, by the plain rules."""
    found = draw_all_openings(study_with_every_set, 1000)
    orbits = {name: orbits_of(study_with_every_set.game, one) for name, one in found.items()}
    chooses = {"search", "selection"}
    for name in chooses:
        for other in orbits.keys() - {name}:
            assert orbits[name].isdisjoint(orbits[other]), (name, other)


def orbits_of(game: Game[Any], openings: OpeningSet) -> set[frozenset[str]]:
    positions = map(game.unpack, openings.states)
    return {frozenset(map(game.format_position, game.images(one))) for one in positions}


@pytest.mark.parametrize(
    ("game", "plies", "digest"),
    [
        ("isolation-7x7", 6, "d0d8ff0b5524e99a4e1f425a2ede4636c1fe814308cb9c5db0bc66ae20b0613f"),
        ("isolation-9x11", 4, "80175ae1d72c3ff5ea7be9589b5a5c96444a54a697a2555d5b6103374a75599d"),
        ("pentago", 4, "02954a11ba8824c3d6ba7767db4fd7f93803fe6c40e062ee0ab21a379863021a"),
    ],
)
def test_openings_are_those_that_earlier_versions_drew(game: str, plies: int, digest: str) -> None:
    """The digests of both boards of isolation are of ledgers of earlier runs; seed 1."""
    openings = draw_openings(find_game(game), plies, "search", 64, 1)
    content = openings.states.tobytes() + openings.clusters.tobytes()
    assert hashlib.sha256(content).hexdigest() == digest


@pytest.mark.parametrize(
    ("game", "plies", "name", "pairs", "digest"),
    [
        ("isolation-7x7", 6, "verdict", 9000, "04f1483a87b476a66e41e71d12b53157"),
        ("isolation-9x11", 3, "tournament", 12_000, "688eba30a7c20d30e08ae6ca647cb814"),
        ("isolation-4x4", 8, "tournament", 30_000, "4c8bfa3e2822959d6d55eb91d5bb2afa"),
        ("pentago", 4, "selection", 3000, "8c8f0c616712b20ce17b7bab53d8315500cd"),
    ],
)
def test_long_draws_are_those_that_earlier_versions_drew(
    game: str, plies: int, name: str, pairs: int, digest: str
) -> None:
    """The digests are of a version that made 1,024 random openings at a time; seed 2."""
    openings = draw_openings(find_game(game), plies, name, pairs, 2)
    content = openings.states.tobytes() + openings.clusters.tobytes()
    assert hashlib.sha256(content).hexdigest().startswith(digest)


@pytest.mark.parametrize("part", [slice(0, 5000), slice(15_000, 20_000)])
@pytest.mark.parametrize("name", ["search", "verdict"])
def test_openings_come_as_often_as_random_plies_lead_to_them(name: str, part: slice) -> None:
    """Two placements on 5x5: every ordered pair of squares is equally likely."""
    game = find_game("isolation-5x5")
    openings = draw_openings(game, 2, name, 20_000, 1)
    _, firsts = np.unique(openings.clusters, return_index=True)
    images = [game.images(game.unpack(state)) for state in openings.states[firsts]]
    sizes = np.array([len({game.format_position(one) for one in orbit}) for orbit in images])
    expected = 5000 * sizes / sizes.sum()
    assert expected.min() > 5
    counts = np.bincount(openings.clusters[part], minlength=len(sizes))
    assert stats.chisquare(counts, expected).pvalue > 0.001


def test_late_openings_are_of_the_same_kind_as_early_ones() -> None:
    """The mover's number of moves: the first 100 of 40 draws, and those from 16,000 on of one."""
    game = find_game("isolation-5x6")
    early = np.concatenate(
        [moves_of(game, draw_openings(game, 6, "search", 100, seed)) for seed in range(2, 42)]
    )
    late = moves_of(game, draw_openings(game, 6, "search", 20_000, 1))[16_000:]
    error = math.hypot(stats.sem(early), stats.sem(late))
    assert abs(early.mean() - late.mean()) < 3 * error
    # The test can tell: an eighth of a move would be seen.
    assert 3 * error < 0.12


def moves_of(game: Game[Any], openings: OpeningSet) -> NDArray[np.float64]:
    """How many moves the side to move has, by the plain rules."""
    return np.array([len(game.legal_moves(game.unpack(state))) for state in openings.states], float)


def test_many_small_sets_and_a_large_one_estimate_the_same_mean_and_intervals_cover_it() -> None:
    """Two greedy readings of pressure, whose match depends much on where it begins."""
    game = find_game("isolation-5x6")
    players = tuple(
        heuristic_player(game, PRESSURE, values, make_search("greedy"))
        for values in ((0.5, -0.5), (0.3, 1.0))
    )

    def score(pairs: int, seed: int) -> Interval:
        openings = draw_openings(game, 6, "verdict", pairs, seed)
        played = play_pairs(game, (players[0], players[1]), openings, "other", (0, pairs))
        return clustered_mean(played.scores, openings.clusters)

    large = score(20_000, 1)
    small = [score(100, seed) for seed in range(2, 102)]
    means = np.array([one.estimate for one in small])
    error = math.hypot(stats.sem(means), large.margin / 1.96)
    assert abs(means.mean() - large.estimate) < 3 * error
    assert 3 * error < 0.02
    # 95 of 100 are expected, 88 is three standard deviations less.
    assert sum(one.low <= large.estimate <= one.high for one in small) >= 88
