"""Leagues: who enters, who is 0, what is played again, and what is left behind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from finished_runs import finished_run

from engine.errors import TuneError, UnknownNameError
from engine.games import find_game
from tuner.comparison.entrants import (
    Entrant,
    anchor_of,
    find_entrants,
    finished_runs,
)
from tuner.comparison.league import league_json, league_lines, play_league
from tuner.comparison.model import Matches
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.matches.ledger import BatchKey
from tuner.matches.progress import Silent
from tuner.tuning.lookup import find_agent
from tuner.tuning.records import read_batches

GAME = find_game("isolation-5x5")
MATCHES = Matches(20, 4, 1, 1)


def find(word: str) -> Agent:
    return find_agent(word, GAME, None)


def entrants(*words: str) -> tuple[Entrant, ...]:
    return find_entrants(words, find)


def test_a_run_enters_its_tuned_and_its_hand_set_agent(tmp_path: Path) -> None:
    run = finished_run(tmp_path)
    tuned, hand_set, other = entrants(str(run.path), "improved")
    assert [one.role for one in (tuned, hand_set, other)] == ["tuned", "hand-set", "named"]
    assert tuned.agent.values == (0.75, -0.123456789)
    assert hand_set.agent.values == hand_set.agent.heuristic.defaults
    assert tuned.agent.name.endswith(" tuned")
    assert anchor_of((tuned, hand_set, other), None) == hand_set.agent.name
    assert anchor_of((tuned, hand_set, other), "improved") == "improved"
    with pytest.raises(UnknownNameError, match="unknown agent of this league 'impoved'; did you"):
        anchor_of((tuned, hand_set, other), "impoved")


def test_each_agent_enters_once_whatever_it_is_called(tmp_path: Path) -> None:
    run = finished_run(tmp_path)
    again = entrants(str(run.path), str(run.path), str(run.best))
    assert len(again) == 2
    assert again[0].words == (str(run.path), str(run.best))
    keys = [agent_key(one.agent) for one in entrants(str(run.path), "pressure")]
    assert len(keys) == len(set(keys))


def test_names_that_several_have_get_their_folder(tmp_path: Path) -> None:
    found = find_entrants([find("improved"), replace(find("open"), name="improved")], _agent)
    assert [one.agent.name for one in found] == ["improved (improved)", "improved (improved) (2)"]


def _agent(source: object) -> Agent:
    return source if isinstance(source, Agent) else find(str(source))


def test_the_finished_runs_of_a_folder_are_those_of_the_game(tmp_path: Path) -> None:
    run = finished_run(tmp_path)
    (tmp_path / "stopped").mkdir()
    (tmp_path / "stopped" / "study.yaml").write_text("name: stopped\n")
    assert finished_runs(tmp_path, GAME) == (str(run.path),)
    assert finished_runs(tmp_path, find_game("isolation")) == ()
    assert finished_runs(tmp_path / "none") == ()


def test_a_changed_run_does_not_enter(tmp_path: Path) -> None:
    run = finished_run(tmp_path)
    run.best.write_text(run.best.read_text().replace("0.75", "0.76"))
    with pytest.raises(RunError, match="is not what the run has found"):
        entrants(str(run.path))


def test_another_entrant_plays_its_own_matches_alone(tmp_path: Path) -> None:
    first = play_league(GAME, entrants("improved", "open", "null"), MATCHES, tmp_path, Silent())
    assert first.comparison.games == 3 * 2 * 20
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("league-isolation-5x5-")
    before = kept_batches(folder)
    larger = entrants("improved", "open", "null", "center")
    second = play_league(GAME, larger, replace(MATCHES, anchor="null"), tmp_path, Silent())
    assert second.comparison.duels[0].result == first.comparison.duels[0].result
    after = kept_batches(folder)
    assert len(before) == 3
    assert len(after) == 6
    assert before.items() <= after.items()
    content = league_json(second)
    assert content["ratings"]["anchor"] == "null"
    assert [one["name"] for one in content["league"]] == ["improved", "open", "null", "center"]
    assert "  null: 0 Elo, the anchor" in league_lines(second)


def kept_batches(folder: Path) -> dict[BatchKey, bytes]:
    return {
        key: pairs.records.tobytes() for key, pairs in read_batches(folder / "ledger.db", "compare")
    }


def test_threads_change_nothing(tmp_path: Path) -> None:
    who = entrants("improved", "open", "null")
    one = play_league(GAME, who, MATCHES, None, Silent())
    two = play_league(GAME, who, replace(MATCHES, threads=2), None, Silent())
    assert league_json(one) == league_json(two)


def test_two_agents_are_no_league() -> None:
    with pytest.raises(TuneError, match="a league needs at least three different agents, and thes"):
        play_league(GAME, entrants("open", "open", "null"), MATCHES, None, Silent())
