"""What a search claims of its best trial: less than it read, by the noise of its own games."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_studies import small_study
from verdicts import HAND_MADE, verdict_with

from tuner.matches.arena import agent_key
from tuner.matches.objective import ACCURACY
from tuner.matches.progress import Silent
from tuner.report.sentences import claims_sentences
from tuner.stats.interval import Interval
from tuner.tuning.best_so_far import read_best
from tuner.tuning.claim import counted_trials, shrunken_value
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import RunFolder, run_folder
from tuner.tuning.status import read_status
from tuner.tuning.status_text import status_json, status_lines
from tuner.tuning.trials import Trial
from tuner.verdict.json import verdict_json
from tuner.verdict.leads import leads_of
from tuner.verdict.model import Verdict
from tuner.verdict.reader import load_verdict
from tuner.verdict.text import verdict_lines


class Watching(Silent):
    """Remembers what a listener is told of the best trial."""

    def __init__(self) -> None:
        self.best: list[Interval] = []

    def trial(self, _number: int, _trials: int, best: Interval, _best_number: int) -> None:
        self.best.append(best)


Finished = tuple[RunFolder, Verdict, list[Interval]]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    folder = tmp_path_factory.mktemp("claim")
    watching = Watching()
    study = small_study(folder, sampler="random")
    verdict = run_study(study, folder / "runs", 2, watching)
    return run_folder(study, folder / "runs"), verdict, watching.best


def rows_of(folder: RunFolder) -> list[dict[str, str]]:
    with folder.trials.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_noise_of_a_trial_is_that_of_its_games_beside_the_others(finished: Finished) -> None:
    """The residuals of a two-way table of all trials and openings, taken from the ledger."""
    folder, _, _ = finished
    study = small_study(folder.path.parent)
    pairs = read_pairs(folder.ledger, study.game)
    played = pairs[pairs["openings"] == "search"].assign(
        score=lambda rows: (rows["result_0"] + rows["result_1"] + 2) / 4
    )
    score = played.pivot_table(
        index="candidate", columns=["opponent", "pair"], values="score", aggfunc="mean"
    )
    clusters = played.groupby("pair")["cluster"].first().to_numpy()
    # The second baseline counts twice, as the study says.
    easy, hard = (score[agent_key(one)].to_numpy() for one in study.baselines)
    values = (easy + 2 * hard) / 3
    residuals = values - values.mean(axis=0) - values.mean(axis=1, keepdims=True) + values.mean()
    sums = np.array([residuals[:, clusters == one].sum(axis=1) for one in np.unique(clusters)])
    shares = np.array([(clusters == one).mean() for one in np.unique(clusters)])
    squares = (sums**2).sum(axis=1) / (len(values) - 1) / (1 - shares)
    expected = np.sqrt(squares.sum()) / values.shape[1]
    assert float(rows_of(folder)[-1]["noise"]) == pytest.approx(expected)


def test_the_claim_is_less_than_what_the_best_trial_read(finished: Finished) -> None:
    folder, verdict, _ = finished
    claim = verdict.search_claim
    assert claim.shrunken is not None
    values = [float(row["value"]) for row in rows_of(folder)]
    assert np.mean(values) < claim.shrunken.estimate < claim.value.estimate
    assert claim.shrinkage == claim.value.estimate - claim.shrunken.estimate
    # An interval as wide as that of the trial alone.
    assert claim.shrunken.margin == pytest.approx(claim.value.margin, rel=0.1)


def test_the_verdict_is_read_back_with_its_claim(finished: Finished) -> None:
    folder, verdict, _ = finished
    assert load_verdict(folder.verdict).search_claim == verdict.search_claim


def test_who_looks_on_is_told_the_shrunken_value(finished: Finished) -> None:
    folder, verdict, told = finished
    assert len(told) == 8
    assert told[-1] == verdict.search_claim.shrunken
    assert told[0].estimate == float(rows_of(folder)[0]["value"])


def test_the_status_says_what_the_best_trial_read_and_what_is_left(finished: Finished) -> None:
    folder, verdict, _ = finished
    best = read_best(folder)
    assert best is not None
    assert best.shrunken is not None
    assert best.shrunken == verdict.search_claim.shrunken
    status = replace(read_status(folder), verdict=None)
    (line,) = [line for line in status_lines(status) if "best so far" in line]
    read = f"{100 * verdict.search_claim.value.estimate:.1f}%"
    assert f" with {100 * best.shrunken.estimate:.1f}% (" in line
    assert f"), corrected for luck (its own games: {read})" in line
    assert f"best so far: trial {verdict.search_claim.trial} with " in line
    shrunken = status_json(status)["best"]["shrunken"]
    assert shrunken["value"] == best.shrunken.estimate


def test_a_table_from_before_has_no_noise_and_its_status_no_claim(
    finished: Finished, tmp_path: Path
) -> None:
    folder, _, _ = finished
    old = RunFolder(tmp_path)
    rows = folder.trials.read_text(encoding="utf-8").splitlines()
    old.trials.write_text("\n".join(row.rpartition(",")[0] for row in rows) + "\n")
    best = read_best(old)
    assert best is not None
    assert best.shrunken is None


SHRUNKEN = replace(HAND_MADE.search_claim, shrunken=Interval(0.612, 0.592, 0.632))


def test_verdict_and_report_say_what_is_left() -> None:
    verdict = verdict_with(search_claim=SHRUNKEN)
    assert (
        "  The best of 200 trials, number 17, read 63.5% in the search, which is the luckiest of "
        "them; shrunken for luck that is 61.2% (59.2 to 63.2); on the verdict openings the very "
        "same values score 60.8% (60.4 to 61.2)."
    ) in verdict_lines(verdict)
    sentences = " ".join(claims_sentences(verdict))
    assert "Shrinking took 2.3 points off: so much is luck" in sentences
    on_positions = "\n".join(verdict_lines(replace(verdict, objective=ACCURACY)))
    assert (
        "kept the win in 63.5% of them, the luckiest share, shrunken for luck 61.2% (59.2 to "
        "63.2), and in 60.8%"
    ) in on_positions


def test_json_has_the_claim_and_null_where_it_is_not_known() -> None:
    claim = verdict_json(verdict_with(search_claim=SHRUNKEN))["search_claim"]
    assert claim["shrunken"] == {"score": 0.612, "low": 0.592, "high": 0.632}
    assert claim["shrinkage"] == pytest.approx(0.0232)
    unknown = verdict_json(HAND_MADE)["search_claim"]
    assert unknown["shrunken"] is unknown["shrinkage"] is None


def test_the_lead_that_a_search_promises_is_the_shrunken_one() -> None:
    raw, shrunken = leads_of(HAND_MADE), leads_of(verdict_with(search_claim=SHRUNKEN))
    assert raw is not None
    assert shrunken is not None
    # 63.5% and 61.2% beside the 59.1% of the hand-set values.
    assert raw.search.estimate == pytest.approx(0.6352 - 0.5912)
    assert shrunken.search.estimate == pytest.approx(0.612 - 0.5912)


def trial(number: int, score: float, *, repeats: int | None = None, stopped: bool = False) -> Trial:
    value = Interval(score, score - 0.03, score + 0.03)
    first = number if repeats is None else repeats
    return Trial(number, (float(number),), first, value, (), 40, stopped, noise=0.01)


def test_neither_repetitions_nor_stopped_trials_count() -> None:
    trials = [trial(0, 0.5), trial(1, 0.6), trial(2, 0.6, repeats=1), trial(3, 0.9, stopped=True)]
    assert [one.number for one in counted_trials(trials)] == [0, 1]


def test_one_trial_has_no_luck_to_take_off() -> None:
    assert shrunken_value([trial(0, 0.5)]) is None
