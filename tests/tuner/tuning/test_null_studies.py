"""Where nothing can be gained, nothing is called better, and the hand-set values are exported."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from null_studies import FORMULAS, corner_study, null_study

from tuner.files import load_json
from tuner.matches.arena import Arena
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import Meeting
from tuner.matches.openings import draw_openings
from tuner.matches.progress import Silent
from tuner.stats.elo import elo_of_score
from tuner.stats.interval import clustered_mean
from tuner.tuning import run, run_stages
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.trials import tuned_agent
from tuner.verdict.model import Verdict
from tuner.verdict.text import verdict_lines


@pytest.mark.parametrize("kind", FORMULAS)
@pytest.mark.parametrize("seed", [1, 2])
def test_tuned_and_hand_set_are_the_same_function(kind: str, seed: int, tmp_path: Path) -> None:
    study = null_study(tmp_path, kind, seed)
    verdict = run_study(study, tmp_path / "runs", 2, Silent())
    assert verdict.verdict == "not better"
    assert verdict.exported == "hand_set"
    assert verdict.same is not None
    first = verdict_lines(verdict)[0]
    assert first.startswith("Verdict: not better - tuned and hand-set are the same function")
    claim = "  No trial plays otherwise than the hand-set values: the search claims nothing."
    # A factor is proven, and nothing is played for it; what else is alike only the games show.
    assert (claim in verdict_lines(verdict)) == (kind in ("scale", "ratio kept"))
    written = load_json(run_folder(study, tmp_path / "runs").verdict)
    assert written["same_function"] == {
        # A factor of the value is seen in the values, what else keeps their order in the games.
        "up_to_a_factor": kind in ("scale", "ratio kept"),
        "games": 2 * 100,
    }


@pytest.mark.parametrize("corner", [(-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)])
def test_no_corner_is_stronger_than_the_hand_set_one(
    corner: tuple[float, float], tmp_path: Path
) -> None:
    """The mirror image that exchanges two corners exchanges their scores, so each has a half.

    A study of them reports 0 Elo on average, whatever it selects: its verdict's openings chose
    nothing. Here these openings are as many as those of 100 studies.
    """
    study = corner_study(tmp_path, 1)
    agents = [tuned_agent(study, vector, name) for vector, name in ((corner, "a"), ((1, 1), "b"))]
    openings = draw_openings(study.game, study.opening_plies, "verdict", 30_000, 1)
    with Ledger.in_memory("corners") as ledger, ThreadPoolExecutor(2) as threads:
        arena = Arena(study.game, ledger, threads, lambda _: None)
        arena.prepare(agents)
        ((pairs,),) = arena.meet_all([Meeting(agents[0], agents[1:], openings)])
    score = clustered_mean(pairs.scores, openings.clusters, confidence=0.999)
    assert score.low <= 0.5 <= score.high
    assert elo_of_score(score.high) < 6


STUDIES = 200


class Unrecorded:
    """In place of a recorder, which copies trials for people and dashboards."""

    def __init__(self, *_: object) -> None:
        pass

    def __enter__(self) -> Unrecorded:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def add(self, *_: object) -> None:
        pass

    def complete(self, *_: object) -> None:
        pass


@pytest.fixture
def corner_verdicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Verdict]:
    """Verdicts of many studies, without what they say beside their question, which takes longest.

    Notes on the formula, the same question at equal time and with other searches, the presets that
    play alike and the copies of the trials for other programs decide nothing.
    """
    monkeypatch.setattr(run_stages, "TrialRecorder", Unrecorded)
    monkeypatch.setattr(run, "preflight", lambda _study: [])
    monkeypatch.setattr(run_stages, "further_conditions", lambda *_: ())
    monkeypatch.setattr(run_stages, "likenesses", lambda *_: ())
    return [
        # A folder for each seed: a run of the same name with another seed would be refused.
        run_study(corner_study(tmp_path, seed), tmp_path / f"seed {seed}", 2, Silent())
        for seed in range(STUDIES)
    ]


def mean_with_error(numbers: list[float]) -> tuple[float, float]:
    return float(np.mean(numbers)), float(np.std(numbers, ddof=1) / np.sqrt(len(numbers)))


@pytest.mark.slow
def test_what_only_mirrors_the_games_is_hardly_ever_better(corner_verdicts: list[Verdict]) -> None:
    # Half of the intervals that miss 0 lie above it: 2.5% are expected, and none where the
    # hand-set corner was the best finalist.
    better = [one for one in corner_verdicts if one.verdict == "better"]
    assert len(better) / STUDIES <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / STUDIES)
    assert all((one.exported == "tuned") == (one in better) for one in corner_verdicts)
    moved = [one for one in corner_verdicts if not one.found_nothing]
    assert len(moved) >= STUDIES / 3
    # The strength that is reported of them is true: 0, by all three stages' own games.
    elo, error = mean_with_error([one.head_to_head.elo.estimate for one in moved])
    print(
        f"\n{len(better)} of {STUDIES} null studies are better, {len(moved)} moved; "
        f"mean of the reported Elo {elo:+.2f}, standard error {error:.2f}"
    )
    assert error < 1.5
    assert abs(elo) < 3
    points, error = mean_with_error([one.against_baselines.difference.estimate for one in moved])
    assert abs(points) < 2 * error
    # What the search read of the best trial is too good by points.
    surplus = [
        one.search_claim.value.estimate - one.search_claim.verdict.estimate
        for one in corner_verdicts
    ]
    assert np.mean(surplus) > 0.03
