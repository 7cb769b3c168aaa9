"""Leagues: who enters, who is 0, what is played again, and what is left behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from finished_runs import finished_run

import tuner.comparison.sources as sources_module
import tuner.tuning.best_agent as best_agent_module
import tuner.tuning.lookup as lookup_module
import tuner.tuning.named_file as named_file_module
from engine.errors import TuneError, UnknownNameError
from engine.games import find_game
from tuner.comparison.entrants import (
    Entrant,
    anchor_of,
    find_entrants,
)
from tuner.comparison.league import (
    league_folder,
    league_json,
    league_lines,
    play_league,
    save_league,
)
from tuner.comparison.model import Matches
from tuner.comparison.sources import LeftOut, Sources, read_sources, sources_of_folder
from tuner.config.study import Study, load_study
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.matches.batch_key import BatchKey
from tuner.matches.ledger_errors import LedgerError
from tuner.matches.progress import Silent
from tuner.tuning.lookup import find_agent
from tuner.tuning.records import read_batches
from tuner.tuning.run_folder import RunFolder

GAME = find_game("isolation-5x5")
MATCHES = Matches(20, 4, 1, 1)


def find(word: str) -> Agent:
    return find_agent(word, GAME, None)


def entrants(*words: str) -> tuple[Entrant, ...]:
    return find_entrants(read_sources(words), find)


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
    both = (find("improved"), replace(find("open"), name="improved"))
    found = find_entrants(Sources(both), _agent)
    assert [one.agent.name for one in found] == ["improved (improved)", "improved (improved) (2)"]


def _agent(source: object) -> Agent:
    return source if isinstance(source, Agent) else find(str(source))


def test_the_finished_runs_of_a_folder_are_those_of_the_game(tmp_path: Path) -> None:
    run = finished_run(tmp_path)
    assert words_of(sources_of_folder(tmp_path)) == [str(run.path)]
    assert words_of(sources_of_folder(tmp_path, GAME)) == [str(run.path)]
    assert sources_of_folder(tmp_path, find_game("isolation")) == Sources(())
    with pytest.raises(RunError, match=r"there is no folder .*; name one that holds runs"):
        sources_of_folder(tmp_path / "none")


def words_of(sources: Sources) -> list[str]:
    return [one.word for one in sources.asked]


def unfinished(run: RunFolder) -> str:
    run.verdict.unlink()
    return "it has no verdict yet; finish it, and give the command again"


def with_a_damaged_verdict(run: RunFolder) -> str:
    run.verdict.write_text("{")
    return f"{run.verdict} cannot be read; remove it and run the study again"


def with_another_result(run: RunFolder) -> str:
    run.best.write_text(run.best.read_text().replace("0.75", "0.76"))
    return f"{run.best} is not what the run has found: "


def without_its_study(run: RunFolder) -> str:
    run.study.unlink()
    return f"{run.study} is gone; restore it, or run the study again"


def with_an_emptied_study(run: RunFolder) -> str:
    run.study.write_text("")
    return f"{run.study}:1: the file is empty; "


def without_its_games(run: RunFolder) -> str:
    run.ledger.unlink()
    return f"{run.ledger} is damaged: results are there, and their games are gone; "


def with_emptied_games(run: RunFolder) -> str:
    run.ledger.write_bytes(b"")
    return f"{run.ledger} is damaged: results are there, and their games are gone; "


HARMS = [
    unfinished,
    with_a_damaged_verdict,
    with_another_result,
    without_its_study,
    with_an_emptied_study,
    without_its_games,
    with_emptied_games,
]


@pytest.mark.parametrize("harm", HARMS)
def test_a_run_that_cannot_play_is_left_out_and_the_rest_plays(
    tmp_path: Path, harm: Callable[[RunFolder], str]
) -> None:
    run = finished_run(tmp_path)
    reason = harm(run)
    sources = read_sources([str(run.path), "improved", "open"])
    (absent,) = sources.left_out
    assert absent.word == str(run.path)
    assert absent.reason.startswith(reason)
    listener = Notes()
    found = play_league(GAME, find_entrants(sources, find), MATCHES, None, listener, (absent,))
    told = f"{run.path} is left out: {absent.reason}"
    assert listener.said == [told]
    assert league_lines(found)[0] == f"Note: {told}"
    content = league_json(found)
    assert content["left_out"] == [{"from": str(run.path), "reason": absent.reason}]
    assert content["notes"][0] == told
    assert [one["name"] for one in content["league"]] == ["improved", "open"]


class Notes(Silent):
    """Keep what is noted."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def note(self, text: str) -> None:
        self.said.append(text)


def test_a_run_of_another_game_is_left_out(tmp_path: Path) -> None:
    run = finished_run(tmp_path)
    sources = read_sources([str(run.path), "five_in_line"])
    assert sources.games == {"isolation-5x5": str(run.path)}
    (absent,) = sources.playing(find_game("pentago")).left_out
    assert str(absent) == f"{run.path} is left out: it plays isolation-5x5, not pentago"


def test_a_folder_of_something_else_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="is no run folder; name one"):
        read_sources(["improved", "open", str(tmp_path)])


def test_the_study_of_each_run_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, read = finished_run(tmp_path), list[Path]()

    def counted(path: Path) -> Study:
        read.append(path)
        return load_study(path)

    for module in (sources_module, best_agent_module, named_file_module):
        monkeypatch.setattr(module, "load_study", counted)
    sources = sources_of_folder(tmp_path)
    game = lookup_module.find_common_game(sources.others, played=sources.games)
    assert len(find_entrants(sources.playing(game), find)) == 2
    assert read == [run.study]


def test_a_league_whose_games_are_gone_is_refused(tmp_path: Path) -> None:
    who = entrants("improved", "open")
    league = play_league(GAME, who, MATCHES, tmp_path, Silent())
    folder = league_folder(GAME, MATCHES, tmp_path)
    save_league(league, folder)
    folder.ledger.write_bytes(b"")
    with pytest.raises(LedgerError) as caught:
        play_league(GAME, who, MATCHES, tmp_path, Silent())
    assert str(caught.value) == (
        f"{folder.ledger} is damaged: results are there, and their games are gone; restore the "
        "file, or move its folder away to start anew"
    )


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


def test_two_agents_are_a_league_without_ratings_and_one_is_none(tmp_path: Path) -> None:
    found = play_league(GAME, entrants("open", "null"), MATCHES, None, Silent())
    assert len(found.comparison.duels) == 1
    assert "ratings" not in league_json(found)
    gone = (LeftOut("runs/gone", "it is not finished"),)
    message = (
        "a league needs at least two different agents, and these are 1; name another run, preset "
        "or file; runs/gone is left out: it is not finished"
    )
    with pytest.raises(TuneError, match=message):
        play_league(GAME, entrants("open", "open"), MATCHES, None, Silent(), gone)
