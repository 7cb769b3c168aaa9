"""Studies whose verdict decides tuned against hand-set by a sequential match."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_studies import reproducible_files, reproducible_games, small_study
from studies import MINIMAL, load

from tuner.config.canonical import effective_config, study_digest, write_effective_yaml
from tuner.config.errors import ConfigError
from tuner.config.growth import growth, run_digest
from tuner.config.study import Study
from tuner.matches.progress import Silent
from tuner.report.sentences import match_sentences
from tuner.stats.pentanomial import Pentanomial
from tuner.stats.sprt import Sprt
from tuner.tuning.plan import plan_study
from tuner.tuning.records import read_matches, read_openings, read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.verdict.reader import load_verdict
from tuner.verdict.text import verdict_lines

BUDGET = "{trials: 3, pairs: 20, finalists: 2, final_pairs: 20, verdict_pairs: 30}"


def study_with(folder: Path, verdict: str = "{sprt: [0, 60], cap: 400}") -> Study:
    return small_study(folder, budget=BUDGET, sampler="random", verdict=verdict)


def test_the_key_is_read_written_and_part_of_what_decides(tmp_path: Path) -> None:
    study = load(tmp_path, f"{MINIMAL}verdict: {{sprt: [-2, 3.5]}}\n")
    assert study.sequential is not None
    assert (study.sequential.test, study.sequential.cap) == (Sprt(-2, 3.5), 20_000)
    again = load(tmp_path, write_effective_yaml(study), "again.yaml")
    assert again.sequential == study.sequential
    assert study_digest(again) == study_digest(study)
    without = load(tmp_path, MINIMAL)
    assert study_digest(without) != study_digest(study)
    assert "verdict" not in effective_config(without)


def test_the_cap_may_grow_and_the_test_may_not(tmp_path: Path) -> None:
    def config(text: str) -> dict[str, object]:
        return effective_config(load(tmp_path, MINIMAL + text))

    small, large = (config(f"verdict: {{sprt: [0, 5], cap: {cap}}}\n") for cap in (100, 200))
    assert growth(small, large) == ["verdict.cap: 100 -> 200"]
    assert growth(large, small) is None
    assert growth(config(""), small) is None
    assert growth(small, config("verdict: {sprt: [0, 6], cap: 200}\n")) is None
    one, other = (study_with(tmp_path, f"{{sprt: [0, 5], cap: {cap}}}") for cap in (100, 200))
    assert run_digest(one) == run_digest(other)


@pytest.mark.parametrize(
    ("verdict", "message"),
    [
        ("{cap: 100}", "the key is missing; add 'sprt: "),
        ("{sprt: [5]}", r"a test is of two Elo differences, not 1; write two, such as \[0, 5\]"),
        ("{sprt: [5, 0]}", r"bounds \[5, 0\] are not ascending; make the second larger"),
        ("{sprt: [0, 5000]}", "5000 is outside"),
        ("{sprt: [0, 5], cap: 3}", "3 is too small; give at least 16"),
        ("{sprt: [0, 5], alpha: 0.1}", "the key is unknown"),
        ("sequential", "is not a mapping"),
    ],
)
def test_what_is_no_test_is_told_with_its_place(tmp_path: Path, verdict: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        load(tmp_path, f"{MINIMAL}verdict: {verdict}\n")
    assert caught.value.line is not None


def test_the_plan_has_the_cap_in_place_of_the_verdict_pairs(tmp_path: Path) -> None:
    study = study_with(tmp_path)
    fixed = replace(study, sequential=None)
    assert plan_study(study).verdict_games - plan_study(fixed).verdict_games == 2 * (400 - 30)


def test_the_match_ends_where_its_test_decides_and_is_told_so(tmp_path: Path) -> None:
    study = study_with(tmp_path)
    verdict = run_study(study, tmp_path, 2, Silent())
    head = verdict.head_to_head
    assert (head.test, head.cap) == (Sprt(0, 60), 400)
    assert 64 <= head.pairs <= 400
    folder = run_folder(study, tmp_path)
    (match,) = read_matches(folder.ledger, "head to head").values()
    assert head.counts == Pentanomial.from_pair_scores(match.scores[: head.pairs])
    # It begins where the baselines' games do, which it does not change.
    sets = read_openings(folder.ledger)
    np.testing.assert_array_equal(sets["head to head"].states[:30], sets["verdict"].states)
    assert verdict.against_baselines.pairs == 30
    assert load_verdict(folder.verdict) == verdict
    written = json.loads(folder.verdict.read_text())["head_to_head"]
    assert (written["sprt"]["elo1"], written["sprt"]["cap"]) == (60, 400)
    said = "by the test of 0 against 60 Elo" if head.decision != "continue" else "no decision"
    for lines in (verdict_lines(verdict), match_sentences(verdict)):
        assert any(f"{head.pairs:,} pairs of at most 400" in line for line in lines)
        assert any(said in line for line in lines)


def test_threads_and_going_on_change_nothing(tmp_path: Path) -> None:
    study = study_with(tmp_path)
    one = run_study(study, tmp_path / "one", 1, Silent())
    games = reproducible_games(study, tmp_path / "one")
    assert run_study(study, tmp_path / "one", 2, Silent()) == one
    # Nothing is played behind the end, however often it is asked for.
    assert len(reproducible_games(study, tmp_path / "one")) == len(games)
    two = run_study(study, tmp_path / "two", 2, Silent())
    assert two.head_to_head == one.head_to_head
    files = [reproducible_files(study, tmp_path / name) for name in ("one", "two")]
    assert files[0] == files[1]


def test_however_many_play_the_same_games_count_and_few_are_played_in_vain(tmp_path: Path) -> None:
    study = study_with(tmp_path, "{sprt: [0, 60], cap: 4000}")
    verdicts = [run_study(study, tmp_path / str(threads), threads, Silent()) for threads in (1, 8)]
    assert verdicts[0].games == verdicts[1].games
    for verdict, threads in zip(verdicts, (1, 8), strict=True):
        pairs = reproducible_games(study, tmp_path / str(threads))
        played = int((pairs["openings"] == "head to head").sum())
        counted = verdict.head_to_head.pairs
        # Eight batches of two looks, or as many pairs as were looked at before the last ones.
        assert counted <= played <= counted + max(8 * 32, counted)
        others = len(read_pairs(run_folder(study, tmp_path / str(threads)).ledger, study.game))
        assert verdict.games == 2 * (others - played + counted)
