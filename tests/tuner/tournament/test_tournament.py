"""Tournaments: cells and standings follow from the games of the ledger, however they came there."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_tournaments import (
    CLAIM,
    FORMS,
    GAUNTLET,
    Played,
    cell,
    ends,
    ledger_of,
    load,
    match,
    play,
    scores,
    standing,
)

from engine.errors import TuneError
from tuner.matches import arena
from tuner.matches.progress import Silent
from tuner.matches.task import BatchTask, play_batch
from tuner.stats.interval import clustered_mean
from tuner.tournament.files import tournament_json
from tuner.tournament.openings import FairOpenings
from tuner.tournament.play import play_tournament


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("tournaments"))


@pytest.mark.parametrize("form", FORMS)
def test_cells_are_what_the_ledger_holds(played: Played, form: str) -> None:
    folder, results = played(form)
    pairs = ledger_of(folder, results.tournament)
    for one in results.standings:
        for found in one.cells:
            games = match(pairs, found.candidate, found.opponent)
            assert len(games) == results.tournament.pairs
            every = np.concatenate([games["first"], games["second"]])
            assert (found.won, found.lost, found.drawn) == (
                int((every > 0).sum()),
                int((every < 0).sum()),
                int((every == 0).sum()),
            )
            # Fair openings are the agents' own play, so every pair is a sample of its own.
            fair = results.tournament.openings == FairOpenings()
            clusters = np.arange(len(games)) if fair else games["cluster"].to_numpy()
            expected = clustered_mean(scores(games), clusters)
            assert ends(found.score) == pytest.approx(ends(expected))
            assert found.as_first.estimate == pytest.approx((games["first"].mean() + 1) / 2)
            assert found.late == (0, 0)


@pytest.mark.parametrize("form", ["round robin", "fair round robin"])
def test_the_other_side_of_a_cell_is_its_complement(played: Played, form: str) -> None:
    _, results = played(form)
    names = [agent.name for agent in results.tournament.candidates]
    for one in names:
        assert [found.opponent for found in standing(results, one).cells] == [
            other for other in names if other != one
        ]
        for other in (name for name in names if name != one):
            here, there = cell(results, one, other), cell(results, other, one)
            assert (here.won, here.lost, here.drawn) == (there.lost, there.won, there.drawn)
            assert ends(here.score) == pytest.approx(
                (1 - there.score.estimate, 1 - there.score.high, 1 - there.score.low)
            )
            # Each moves first in one game of a pair: together that is all the points.
            assert here.score.estimate == pytest.approx(
                (here.as_first.estimate + 1 - there.as_first.estimate) / 2
            )
    assert results.games == 3 * 2 * 60


@pytest.mark.parametrize("form", FORMS)
def test_a_standing_is_the_mean_of_its_cells(played: Played, form: str) -> None:
    _, results = played(form)
    for one in results.standings:
        mean = np.mean([found.score.estimate for found in one.cells])
        assert one.score.estimate == pytest.approx(mean)
        assert one.score.low < one.score.estimate < one.score.high


def test_the_same_openings_make_one_value_an_opening(played: Played) -> None:
    folder, results = played("gauntlet")
    pairs = ledger_of(folder, results.tournament)
    assert results.games == 2 * 2 * 2 * 150
    assert results.openings == pairs["cluster"].nunique()
    for one in results.standings:
        matches = [match(pairs, one.candidate, name) for name in ("chance", "greedy")]
        assert matches[0]["cluster"].tolist() == matches[1]["cluster"].tolist()
        mean = (scores(matches[0]) + scores(matches[1])) / 2
        expected = clustered_mean(mean, matches[0]["cluster"].to_numpy())
        assert ends(one.score) == pytest.approx(ends(expected))


def test_what_fair_opponents_differ_by_is_no_uncertainty(played: Played) -> None:
    """Independent cells: the squared margins add up, whatever the cells' means are."""
    _, results = played("fair gauntlet")
    for one in results.standings:
        low = math.hypot(*(found.score.estimate - found.score.low for found in one.cells)) / 2
        high = math.hypot(*(found.score.high - found.score.estimate for found in one.cells)) / 2
        assert one.score.low == pytest.approx(one.score.estimate - low)
        assert one.score.high == pytest.approx(min(1.0, one.score.estimate + high))


@pytest.mark.parametrize("form", ["fair gauntlet", "fair round robin"])
def test_each_fair_match_has_openings_of_its_own(played: Played, form: str) -> None:
    folder, results = played(form)
    pairs = ledger_of(folder, results.tournament)
    assert pairs["openings"].nunique() == len(pairs.groupby(["candidate", "opponent"]))
    clusters = pairs.groupby("openings")["cluster"].nunique()
    assert results.openings == clusters.min()
    # Two pieces on 5x5.
    assert set(pairs["opening"].map(lambda text: sum(map(text.count, "12x")))) == {2}


@pytest.mark.parametrize("form", ["gauntlet", "fair round robin"])
def test_nothing_is_played_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    first = play(tmp_path, FORMS[form])

    def refuse(_: BatchTask) -> Any:
        raise AssertionError("a game is played again")

    monkeypatch.setattr(arena, "play_batch", refuse)
    again = play(tmp_path, FORMS[form])
    assert again.standings == first.standings
    assert again.openings == first.openings


def test_what_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "whole").mkdir()
    whole = play(tmp_path / "whole", GAUNTLET)
    left = 3
    games = 0

    def stopping(task: BatchTask) -> Any:
        nonlocal left, games
        if left == 0:
            raise KeyboardInterrupt
        left -= 1
        done = play_batch(task)
        games += len(done)
        return done

    monkeypatch.setattr(arena, "play_batch", stopping)
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path, GAUNTLET, threads=1)
    assert games < 4 * 150
    left = -1
    resumed = play(tmp_path, GAUNTLET, threads=1)
    assert games == 4 * 150
    assert resumed.standings == whole.standings


@pytest.mark.parametrize("form", ["gauntlet", "fair round robin"])
def test_threads_do_not_matter(tmp_path: Path, played: Played, form: str) -> None:
    _, two = played(form)
    for threads in (1, 3):
        folder = tmp_path / str(threads)
        folder.mkdir()
        found = play(folder, FORMS[form] + CLAIM, threads)
        assert tournament_json(found) == tournament_json(two)


def test_the_games_are_announced_and_reported(tmp_path: Path) -> None:
    class Listener(Silent):
        stages: list[tuple[str, int]] = []  # noqa: RUF012 - of this test only
        games = 0

        def stage(self, name: str, amount: int, unit: str = "games") -> None:
            self.stages.append((name, amount))

        def played(self, games: int) -> None:
            self.games += games

    listener = Listener()
    play_tournament(load(tmp_path, GAUNTLET), tmp_path / "runs", 2, listener)
    assert listener.stages == [("gauntlet", 4 * 300)]
    assert listener.games == 4 * 300


def test_too_few_openings_leave_no_folder_behind(tmp_path: Path) -> None:
    with pytest.raises(TuneError, match="leave only 6 different ones for a tournament, which"):
        play(tmp_path, GAUNTLET.replace("plies: 4", "plies: 1"))
    assert not (tmp_path / "runs").exists()
