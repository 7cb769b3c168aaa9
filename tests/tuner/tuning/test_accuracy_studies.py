"""Studies on solved positions: the search looks at them alone, the verdict still plays games."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from greedy_studies import GREEDY, trial_rows
from small_studies import optuna_study, reproducible_files
from studies import load

from engine.play.proving import prove
from tuner.config.errors import ConfigError
from tuner.config.study import Study
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.matches.objective import ACCURACY
from tuner.matches.progress import Silent
from tuner.samplers.table import make_sampler
from tuner.solved import kept_wins
from tuner.solved.accuracy import kept_by
from tuner.solved.file import SolvedError
from tuner.solved.positions import find_choices
from tuner.stats.interval import Interval
from tuner.tuning.plan import plan_lines, plan_study
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.study_run import EQUAL_TIME


def greedy_study(folder: Path, *lines: str, sampler: str = "tpe") -> Study:
    return load(folder, GREEDY + "\n".join([f"sampler: {sampler}", *lines]) + "\n")


def vector_of(row: dict[str, str]) -> tuple[float, ...]:
    return float(row["params_mine"]), float(row["params_theirs"])


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[float, ...]]]:
    """The half and the values of every agent that is really asked."""
    seen: list[tuple[str, tuple[float, ...]]] = []

    def counted(game, agent, choices, executor, prepared):
        seen.append((choices.split, agent.values))
        return kept_by(game, agent, choices, executor, prepared)

    monkeypatch.setattr(kept_wins, "kept_by", counted)
    return seen


def test_trials_are_judged_by_the_share_of_wins_that_they_keep(tmp_path: Path) -> None:
    study = greedy_study(tmp_path, "objective: accuracy")
    run_study(study, tmp_path, 2, Silent())
    rows = trial_rows(study, tmp_path)
    choices = find_choices(study.game, "search", study.seed)
    assert list(rows[0]) == [
        *(
            "trial",
            "params_mine",
            "params_theirs",
            "value",
            "low",
            "high",
            "games",
            "repeats",
            "noise",
        )
    ]
    assert {row["games"] for row in rows} == {"0"}
    # Greedy play written out; among equal best moves chance decides.
    row = min(rows, key=lambda row: float(row["value"]))
    mine, theirs = vector_of(row)
    certain = possible = 0
    for state, keep in zip(choices.states, choices.keep, strict=True):
        best = best_moves(study, state, mine, theirs)
        kept = sum(int(keep) >> move & 1 for move in best)
        certain += kept == len(best)
        possible += kept > 0
    assert certain <= round(float(row["value"]) * len(choices)) <= possible
    assert possible < 0.5 * len(choices)
    with optuna_study(run_folder(study, tmp_path).optuna, "greedy") as found:
        assert [one.value for one in found.trials] == [float(row["value"]) for row in rows]


def best_moves(study: Study, state: np.ndarray, mine: float, theirs: float) -> list[int]:
    game = study.game
    position = game.unpack(state)
    player = game.player_to_move(position)
    values = {}
    for move in game.legal_moves(position):
        child = game.play(position, move)
        view = game.view(child, player)
        own, opp = len(view.targets(view.own)), len(view.targets(view.opp))
        values[move] = mine * own - theirs * opp if opp else np.inf
    best = max(values.values())
    return [move for move, value in values.items() if value >= best - 1e-9]


def test_no_game_is_played_in_the_search_and_selection_and_verdict_play(tmp_path: Path) -> None:
    study = greedy_study(tmp_path, "objective: accuracy")
    verdict = run_study(study, tmp_path, 1, Silent())
    pairs = read_pairs(run_folder(study, tmp_path).ledger, study.game)
    assert set(pairs["openings"]) == {"selection", "verdict", "conditions", *EQUAL_TIME}
    assert verdict.objective == ACCURACY
    assert verdict.against_baselines.pairs == 60
    # Shares of solved positions, not scores.
    best = max(trial_rows(study, tmp_path), key=lambda row: float(row["value"]))
    assert verdict.search_claim.value.estimate == float(best["value"])
    positions = len(find_choices(study.game, "verdict", study.seed))
    claimed = verdict.search_claim.verdict.estimate * positions
    assert claimed == pytest.approx(round(claimed))


def test_the_search_never_asks_the_verdict_half(tmp_path: Path, asked: list) -> None:
    study = greedy_study(tmp_path, "objective: accuracy")
    verdict = run_study(study, tmp_path, 1, Silent())
    vectors = {vector_of(row) for row in trial_rows(study, tmp_path)}
    assert {values for half, values in asked if half == "search"} == vectors
    late = [values for half, values in asked if half == "verdict"]
    assert tuple(verdict.tuned.values()) in late
    assert (1.0, 1.0) in late
    assert len(late) <= 3


def test_a_study_by_games_ends_with_the_solved_positions_too(tmp_path: Path, asked: list) -> None:
    study = greedy_study(tmp_path)
    verdict = run_study(study, tmp_path, 1, Silent())
    assert {half for half, _ in asked} == {"verdict"}
    content = json.loads(run_folder(study, tmp_path).verdict.read_text())["accuracy"]
    assert content["positions"] == len(find_choices(study.game, "verdict", study.seed))
    assert content["difference"] == pytest.approx(
        content["tuned"]["score"] - content["hand_set"]["score"]
    )
    assert sum(stage["positions"] for stage in content["stages"]) == content["positions"]
    assert verdict.accuracy is not None
    assert verdict.accuracy.tuned.agent == "tuned"


def test_a_game_without_solved_positions_has_no_such_part(tmp_path: Path) -> None:
    study = load(tmp_path, GREEDY.replace("game: isolation", "game: isolation-5x5"))
    assert run_study(study, tmp_path, 1, Silent()).accuracy is None


@pytest.mark.parametrize("sampler", ["tpe", "cmaes", "random"])
def test_a_warm_start_gives_the_first_trials_of_the_games(
    tmp_path: Path, asked: list, sampler: str
) -> None:
    study = greedy_study(tmp_path, "warm_start: accuracy", sampler=sampler)
    run_study(study, tmp_path, 1, Silent())
    rows = trial_rows(study, tmp_path)
    tried = [values for half, values in asked if half == "search"]
    assert tried[0] == (1.0, 1.0)
    assert len(tried) <= 8
    assert len(rows) == 8
    vectors = [vector_of(row) for row in rows]
    # Trial 0 is hand-set. Of at most three finalists of the warm start two are trials of it: the
    # best one, and the one that does best with its neighbours. The centre of the best tenth is one
    # of them here.
    assert vectors[0] == (1.0, 1.0)
    choices = find_choices(study.game, "search", study.seed)
    shares = {vector: share_of(study, vector, choices) for vector in tried}
    assert max(shares, key=shares.__getitem__) in vectors[:4]
    assert {row["games"] for row in rows} >= {"40"}


def share_of(study: Study, vector: tuple[float, ...], choices) -> float:
    agent = Agent("one", study.heuristic, vector, study.search)
    return float(kept_by(study.game, agent, choices).mean())


@pytest.mark.parametrize("line", ["objective: accuracy", "warm_start: accuracy"])
def test_the_result_is_the_same_for_any_number_of_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr(
        "tuner.tuning.equal_time._measured",
        lambda _, agents, __: (Interval(1, 1, 1),) * len(agents),
    )
    study = greedy_study(tmp_path, line)
    for threads in (1, 2):
        run_study(study, tmp_path / str(threads), threads, Silent())
    assert reproducible_files(study, tmp_path / "1") == reproducible_files(study, tmp_path / "2")


@pytest.mark.parametrize("line", ["objective: accuracy", "warm_start: accuracy"])
def test_a_run_that_was_stopped_asks_nobody_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list, line: str
) -> None:
    study = greedy_study(tmp_path, line)
    whole = run_study(study, tmp_path / "whole", 1, Silent())
    once = len(asked)

    def stopped(*arguments):
        if len(asked) == once + 4:
            raise KeyboardInterrupt
        asked.append((arguments[2].split, arguments[1].values))
        return kept_by(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(kept_wins, "kept_by", stopped)
        with pytest.raises(KeyboardInterrupt):
            run_study(study, tmp_path / "parts", 1, Silent())
    assert len(asked) == once + 4
    again = run_study(study, tmp_path / "parts", 1, Silent())
    assert len(asked) == 2 * once
    assert (again.tuned, again.games) == (whole.tuned, whole.games)


def test_another_proposal_than_before_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = greedy_study(tmp_path, "warm_start: accuracy")
    run_study(study, tmp_path, 1, Silent())
    monkeypatch.setattr(
        "tuner.tuning.search.make_sampler",
        lambda _, *rest, **words: make_sampler("qmc", *rest, **words),
    )
    with pytest.raises(RunError, match=r"^warm start on positions, trial 1 is another vector"):
        run_study(study, tmp_path, 1, Silent())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            "game: isolation-9x11\nobjective: accuracy\n",
            "study.yaml:14: objective: there are no solved positions of isolation-9x11; objective "
            "score needs none; there are some of isolation-7x7",
        ),
        (
            "game: isolation-5x5\nwarm_start: accuracy\n",
            "study.yaml:14: warm_start: there are no solved positions of isolation-5x5; leave "
            "warm_start out; there are some of isolation-7x7",
        ),
        (
            "game: isolation\nobjective: accuracy\nwarm_start: accuracy\n",
            "study.yaml:15: warm_start: with objective accuracy the whole search is on solved "
            "positions; leave warm_start out, or take objective score",
        ),
        (
            "game: isolation\nwarm_start: games\n",
            "study.yaml:14: warm_start: unknown warm start 'games'; known: none, accuracy",
        ),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, changes: str, message: str) -> None:
    text = GREEDY.replace("game: isolation\n", "") + changes
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text)
    assert str(caught.value) == f"{tmp_path}/{message}"


def test_the_plan_names_the_solved_positions(tmp_path: Path) -> None:
    for line, words in (
        ("objective: accuracy", "  search: 8 trials on {:,} solved positions; selection and "),
        ("warm_start: accuracy", "  warm start: 8 trials on {:,} solved positions; then the sea"),
    ):
        study = greedy_study(tmp_path, line)
        plan = plan_study(study)
        count = len(find_choices(study.game, "search", study.seed))
        assert plan.solved_positions == count
        assert plan.search_games == (0 if line.startswith("objective") else 2 * 8 * 20)
        assert any(one.startswith(words.format(count)) for one in plan_lines(study, plan, 10**6))


def test_the_halves_share_no_position_and_hold_wins_only(tmp_path: Path) -> None:
    game = greedy_study(tmp_path).game
    halves = [find_choices(game, split, 3) for split in ("search", "verdict")]
    images = [{row.tobytes() for row in game.canonical(half.states)} for half in halves]
    assert not images[0] & images[1]
    for half in halves:
        assert len(half) > 4_000
        for state in half.states[:: len(half) // 10]:
            position = game.unpack(state)
            if position.blanks.bit_count() <= 36:
                assert prove(game, position).outcome == "win"


def test_a_damaged_set_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where only the verdict needs it."""
    study = greedy_study(tmp_path)
    damaged = tmp_path / "isolation-7x7.npz"
    damaged.write_bytes(b"torn")
    monkeypatch.setattr("tuner.solved.positions.solved_path", lambda _: damaged)
    with pytest.raises(SolvedError, match=r"isolation-7x7\.npz cannot be used"):
        run_study(study, tmp_path / "runs", 1, Silent())
    assert not (tmp_path / "runs").exists()
