"""How many workers a study keeps busy: counted by hand from its batches and their seconds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import CommandLine
from small_studies import SMALL, small_study

from features.parameter import Parameter
from tuner.samplers.space import Space
from tuner.samplers.table import SAMPLERS, make_sampler, vectors_at_once
from tuner.tuning.forecast import Forecast
from tuner.tuning.workers import StageWork, stage_works, work_lines, work_tree

TIMED = Forecast(10_000, 100.0, 2, game_seconds=(0.01, 0.02, 0.03))
"""Seconds of a game against each baseline, and head to head."""


def test_each_stage_plays_all_of_its_batches_at_once(tmp_path: Path) -> None:
    """A match of 150 pairs has two batches, as one of 200 pairs has; there are two baselines."""
    study = small_study(tmp_path, sampler="tpe")
    # 2 * 150 * 0.03 s; five finalists with the hand-set one; 2 * 200 * (3 * 0.03 + 0.03) s.
    verdict = StageWork("verdict", 3, 14, pytest.approx(48.0))
    selection = StageWork("selection", 5, 20, pytest.approx(45.0))
    assert stage_works(study, TIMED) == [
        StageWork("search", 1, 4, pytest.approx(9.0)),
        selection,
        verdict,
    ]
    together = StageWork("search", 4, 16, pytest.approx(36.0))
    assert stage_works(replace(study, batch=4), TIMED) == [together, selection, verdict]


def test_what_is_played_in_parts_has_its_last_part_at_once(tmp_path: Path) -> None:
    """A trial has looks until 75 of 150 pairs; the last round of a race has 75 pairs, too."""
    study = small_study(tmp_path, sampler="tpe", pruner="paired", selection="race")
    search, selection, _ = stage_works(study, TIMED)
    # 2 * 75 * 0.03 s, of five finalists as well.
    assert search == StageWork("search", 1, 2, pytest.approx(4.5))
    assert selection == StageWork("selection", 5, 10, pytest.approx(22.5))


@pytest.mark.parametrize(
    ("batches", "seconds", "workers"),
    [(16, 36.0, 16), (16, 9.5, 9), (16, 0.2, 1), (1, 100.0, 1)],
)
def test_a_worker_wants_a_batch_and_a_second(batches: int, seconds: float, workers: int) -> None:
    assert StageWork("search", 1, batches, seconds).workers == workers


def test_more_vectors_than_there_are_cannot_be_tried_at_once(tmp_path: Path) -> None:
    """The budget has 8 trials, and three whole numbers are fewer."""
    study = small_study(tmp_path, sampler="random")
    assert stage_works(study, TIMED)[0].vectors == 7
    whole = small_study(
        tmp_path, sampler="random", tune="{distance_weight: {low: 0, high: 2, integer: true}}"
    )
    assert stage_works(whole, TIMED)[0].vectors == 3


def test_in_words() -> None:
    works = [StageWork("search", 1, 4, 0.25), StageWork("verdict", 3, 1400, 1234.5)]
    assert work_lines(works) == [
        "  workers that it keeps busy, each with about a second's games at a time:",
        "    search: 1 worker (1 set of values tried at once: 4 batches of games, which take one "
        "thread 0.25 s in all)",
        "    verdict: 1,234 workers (3 sets of values tried at once: 1,400 batches of games, which "
        "take one thread 1,234 s in all)",
        "    what the search plays at once is too small for a cluster; threads of this machine "
        "share it",
    ]
    assert work_tree(works[:1]) == {
        "search": {"vectors": 1, "batches": 4, "seconds": 0.25, "workers": 1}
    }


@pytest.mark.parametrize("name", SAMPLERS)
def test_so_many_are_asked_for_at_once_as_the_sampler_has_room_for(name: str) -> None:
    space = Space((Parameter("x", 0.0, -1.0, 1.0), Parameter("y", 0.0, -1.0, 1.0)))
    sampler = make_sampler(name, space, 200, 1, batch=8)
    sampler.tell(space.hand_set, 0.5)
    assert vectors_at_once(name, space, 200, 8) == sampler.room


def test_check_says_it_in_words_and_as_json(tune: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(SMALL + "sampler: {name: tpe, batch: 4}\n", encoding="utf-8")
    assert (
        "    search: 1 worker (4 sets of values tried at once: 16 batches of games, "
        in tune("check", file).out
    )
    found = json.loads(tune("check", file, "--json").out)["workers"]
    assert list(found) == ["search", "selection", "verdict"]
    assert {stage: one["batches"] for stage, one in found.items()} == {
        "search": 16,
        "selection": 20,
        "verdict": 14,
    }
