"""Ablations: what each part is shown to be worth, whole ones of a study, and their files."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from ablations import TERMS, finished_terms
from command_line import CommandLine
from studies import load

from tuner.ablation.json import ablation_json, load_ablation
from tuner.ablation.model import Ablation, AblationRow
from tuner.ablation.play import ablation_openings
from tuner.ablation.text import ablation_lines
from tuner.ablation.variants import find_variants
from tuner.ablation.worth import LESS, MORE, OPEN, worth
from tuner.config.canonical import study_digest
from tuner.config.study import Study
from tuner.files import RunError
from tuner.matches.objective import SCORE
from tuner.matches.progress import Silent
from tuner.report.ablation_section import ablation_blocks
from tuner.report.blocks import Table
from tuner.report.collect import read_report
from tuner.stats.interval import Interval
from tuner.tuning.ablation import ablate_run, find_ablation
from tuner.tuning.ablation_files import AblationFiles
from tuner.tuning.forecast import forecast
from tuner.tuning.lookup import find_agent
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.study_run import draw_all_openings
from tuner.tuning.trials import tuned_agent
from tuner.verdict.reader import load_verdict


def row(estimate: float, margin: float, pairs: int = 1000) -> AblationRow:
    difference = Interval(estimate, estimate - margin, estimate + margin)
    score = Interval(0.6, 0.58, 0.62)
    return AblationRow("term", "gap()", "formula", "", score, difference, pairs)


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (-0.004, 0.01, LESS),
        (0.001, 0.01, LESS),
        (-0.03, -0.006, MORE),
        (-0.03, -0.004, OPEN),
        (-0.005, 0.004, OPEN),
    ],
)
def test_a_part_is_worth_what_its_whole_interval_says(low: float, high: float, shown: str) -> None:
    assert worth(Interval((low + high) / 2, low, high)) == shown


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, RunFolder]:
    return finished_terms(tmp_path_factory.mktemp("terms"))


@pytest.fixture(scope="module")
def found(finished: tuple[Study, RunFolder]) -> Ablation:
    return ablate_run(finished[1], 1500, 2, Silent())


def rows(ablation: Ablation) -> dict[str, AblationRow]:
    return {one.name: one for one in ablation.rows}


def test_every_part_has_a_row(found: Ablation) -> None:
    assert [(one.kind, one.name) for one in found.rows] == [
        ("parameter", "own_moves"),
        ("term", "mobility"),
        ("term", "size * squares()"),
        ("term", "1 if blank_squares() > 100"),
        ("term", "own_moves * moves(own)"),
        ("term", "- moves(opp)"),
    ]


def test_a_term_that_must_stay_at_one_place_can_go_at_another(tmp_path: Path) -> None:
    """Where moves count 0, only the squares keep what is below the stroke from being 0."""
    text = TERMS.replace(
        "own_moves * moves(own) - moves(opp)", "size * squares() + own_moves * moves(own)"
    ).replace("(1 if blank_squares() > 100 else 0)", "moves(opp) / mobility")
    study = load(tmp_path, text)
    found = find_variants(study, (0.0,), lambda vector: tuned_agent(study, vector))
    assert found.undefined == ("size * squares()",)
    left_out = [(one.place, one.name) for one in found.changed]
    assert ("formula", "size * squares()") in left_out
    assert ("mobility", "size * squares()") not in left_out


def test_what_decides_no_move_is_removable_and_what_decides_all_is_not(found: Ablation) -> None:
    by_name = rows(found)
    for name in ("size * squares()", "1 if blank_squares() > 100"):
        assert by_name[name].alike
        assert by_name[name].worth == LESS
    assert by_name["mobility"].worth == MORE
    assert by_name["own_moves"].worth == MORE
    assert found.smaller is not None
    assert found.smaller.formula == "mobility"
    # A ply after its own move the opponent has the moves that it had.
    assert found.smaller.where == (("mobility", "own_moves * moves(own)"),)
    assert found.smaller.worth == LESS


def test_the_interval_of_games_that_are_all_alike_says_how_many_there_were(
    found: Ablation,
) -> None:
    """A greater share of other games shows none with a probability below 0.025 / rows."""
    difference = rows(found)["size * squares()"].difference
    most = 1 - (0.025 / len(found.rows)) ** (1 / found.openings)
    assert (difference.low, difference.high) == pytest.approx((-most, most))


@pytest.mark.parametrize("plies", [2, 4])
def test_no_opening_that_chose_the_terms_is_played_without_all_of_them(
    finished: tuple[Study, RunFolder], plies: int
) -> None:
    study = replace(finished[0], opening_plies=plies)
    each, together = (
        {state.tobytes() for state in study.game.canonical(openings.states)}
        for openings in ablation_openings(study, 1000)
    )
    assert not each & together


def test_all_intervals_hold_together(found: Ablation) -> None:
    assert {one.difference.confidence for one in found.rows} == {1 - 0.05 / len(found.rows)}


def test_the_smaller_formula_can_be_played_as_a_file(
    found: Ablation, finished: tuple[Study, RunFolder]
) -> None:
    study, folder = finished
    agent = find_agent(str(AblationFiles(folder.path).smaller), study.game, None)
    assert found.smaller is not None
    assert agent.heuristic.formula == found.smaller.formula
    assert agent.search == study.search
    # The values are those that the study has found.
    assert agent.values == (load_verdict(folder.verdict).tuned["own_moves"],)


def test_nothing_is_played_twice_and_the_result_stays(
    found: Ablation, finished: tuple[Study, RunFolder], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr("tuner.matches.arena.play_batch", refused)
    # Fewer pairs than there are: all of them count.
    assert ablate_run(finished[1], 100, 1, Silent()) == found


def test_any_number_of_threads_and_a_kill_give_the_same(
    found: Ablation,
    finished: tuple[Study, RunFolder],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = RunFolder(tmp_path / finished[1].path.name)
    shutil.copytree(finished[1].path, folder.path)
    for file in (AblationFiles(folder.path).ledger, AblationFiles(folder.path).results):
        file.unlink()

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    # Its first games are in the ledger; nobody has looked at them.
    with monkeypatch.context() as stopped:
        stopped.setattr("tuner.ablation.play.ablation_rows", killed)
        with pytest.raises(KeyboardInterrupt):
            ablate_run(folder, 1500, 1, Silent())
    again = ablate_run(folder, 1500, 1, Silent())
    assert again.looks == ()
    assert again.rows == found.rows
    assert again.smaller is not None
    assert found.smaller is not None
    assert replace(again.smaller, cost=None) == replace(found.smaller, cost=None)


def test_the_run_itself_stays_as_it_was(
    found: Ablation, finished: tuple[Study, RunFolder], tune: CommandLine
) -> None:
    before = finished[1].verdict.read_text()
    assert tune("run", str(finished[1].path)).status == 0
    after = json.loads(finished[1].verdict.read_text())
    assert after["games"] == json.loads(before)["games"]
    assert found.games > 0


def test_the_file_is_read_back_as_the_same(
    found: Ablation, finished: tuple[Study, RunFolder]
) -> None:
    file = AblationFiles(finished[1].path).results
    assert load_ablation(file) == found
    content = json.loads(file.read_text())
    content["rows"][0]["worth"] = "worth a lot"
    other = finished[1].path / "other.json"
    other.write_text(json.dumps(content))
    with pytest.raises(RunError, match="no ablation of this version"):
        load_ablation(other)


def test_the_report_has_it_and_only_while_the_exported_values_are_these(
    found: Ablation, finished: tuple[Study, RunFolder]
) -> None:
    _, folder = finished
    report = read_report(folder)
    assert report.ablation == found
    tables = [block for block in ablation_blocks(report) if isinstance(block, Table)]
    assert [len(table.rows) for table in tables] == [1, 5]
    assert report.verdict is not None
    others = replace(report.verdict, tuned={"own_moves": 0.5})
    assert find_ablation(folder, others) is None


def test_a_study_may_ask_for_it_and_stays_the_same_study(
    found: Ablation, finished: tuple[Study, RunFolder], tmp_path: Path
) -> None:
    study, folder = finished
    asking = load(tmp_path, TERMS + "ablation: true\n")
    assert study_digest(asking) == study_digest(study)
    openings = draw_all_openings(study)
    before, after = (forecast(one, openings, 2).games for one in (study, asking))
    # Half of 300 pairs: the whole agent and six changes, and two agents beside each other.
    assert after - before == 2 * 150 * (7 + 2)
    run_study(asking, folder.path.parent, 1, Silent())
    assert "ablation: true" in folder.study.read_text()
    # As many pairs as were played before, without a game.
    assert load_ablation(AblationFiles(folder.path).results) == found


def test_its_text_says_what_can_go_and_what_is_not_known(found: Ablation) -> None:
    text = "\n".join(ablation_lines(found))
    assert (
        "Removable, each worth less than half a point: size * squares(); "
        "1 if blank_squares() > 100; - moves(opp) (in mobility)." in text
    )
    assert "The smaller formula, with 1 parameter: mobility" in text
    assert "in 95 of 100 ablations all" in text
    assert "a 95% interval with an error rate of its own, apart from that of the rows." in text
    assert "nan" not in text
    assert "inf" not in text


def with_rows(*given: AblationRow) -> Ablation:
    return Ablation(
        study="terms",
        exported="tuned",
        values={"own_moves": 1.0},
        condition="at alphabeta depth 1",
        objective=SCORE,
        pairs=1000,
        openings=900,
        whole=Interval(0.6, 0.58, 0.62),
        rows=given,
        unchanged=(),
        undefined=(),
        nothing_left=False,
        smaller=None,
        games=4000,
        reproducible=True,
    )


def test_what_has_nothing_to_compare_is_said_in_a_sentence() -> None:
    nothing = with_rows()
    text = "\n".join(ablation_lines(nothing))
    assert "The formula is one term" in text
    hand_set = "\n".join(ablation_lines(replace(nothing, exported="hand_set")))
    assert "no tuned value to put back" in hand_set
    same = "\n".join(ablation_lines(replace(nothing, unchanged=("floor", "size"))))
    assert "Tuned, but as hand-set: floor and size." in same
    assert ablation_json(nothing)["smaller"] is None
