"""A batch of games is a plain value: another process plays from it what this one plays."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from own_features import ROW, row_file
from own_games import EXAMPLE, game_folder

from engine.errors import EngineError, EvaluationError, TuneError, UnknownNameError
from engine.games import find_game
from engine.own_file import OwnFile
from engine.own_games import load_own_game
from engine.play.batches import GAME_RECORD
from engine.play.search import Search
from engine.play.searches import SEARCHES, make_search, search_of_tree
from features.catalogue import load_features
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.presets import find_preset
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.formula_text import GameText
from tuner.matches.ledger import Ledger
from tuner.matches.openings import draw_openings
from tuner.matches.pairs import BATCH_PAIRS
from tuner.matches.task import BatchTask, OtherSourcesError, play_batch

GREEDY = make_search("greedy")
ONE_PLY = make_search("alphabeta", depth=1)
STAGED = make_search("staged", switch_ply=12, first=make_search("random"), then=ONE_PLY)
PERFECT = make_search("perfect", nodes=100, otherwise=GREEDY)
NODES = make_search("alphabeta", nodes=50)
TIMED = make_search("alphabeta", time_ms=1)
PAIRS = 20

PLAY = """
import pickle, sys
import numpy as np
with open(sys.argv[1], "rb") as file:
    tasks = pickle.load(file)
from tuner.matches.task import play_batch
np.save(sys.argv[2], np.concatenate([play_batch(task) for task in tasks]))
"""


class Keeping(Executor):
    """Runs what it is given at once, and keeps the tasks with their records."""

    def __init__(self) -> None:
        self.tasks: list[BatchTask] = []
        self.records: list[Any] = []

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        assert (function, len(given), named) == (play_batch, 1, {})
        future: Future[Any] = Future()
        self.tasks += given
        self.records.append(function(*given))
        future.set_result(self.records[-1])
        return future


def preset(name: str, search: Search) -> Agent:
    heuristic = find_preset(name)
    return Agent(name, heuristic, heuristic.defaults, search)


def meet(game: Any, candidate: Agent, opponent: Agent, pairs: int = PAIRS) -> Keeping:
    """The match as an arena plays it; the ledger has just these records."""
    openings = draw_openings(game, 4, "search", pairs, 1)
    executor = Keeping()
    with Ledger.in_memory("tasks") as ledger:
        arena = Arena(game, ledger, executor, lambda _: None)
        (found,) = arena.meet(candidate, [opponent], openings)
        assert np.array_equal(found.records, np.concatenate(executor.records))
    return executor


def of_own_features(folder: Path, text: str) -> Agent:
    """An agent whose own features no longer stand in their file when they are compiled."""
    file = row_file(folder, text)
    features = tuple(load_features(file).values())
    file.write_text(text.replace("own_square(state)", "own_square(state) * 0"), encoding="utf-8")
    parameter = Parameter("weight", 1.0, 0.0, 2.0)
    heuristic = Heuristic(
        "own", "isolation", (parameter,), (), "weight * rank(own)", extra_features=features
    )
    return Agent("own", heuristic, (1.5,), GREEDY)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Keeping]:
    """Matches by name, as this process plays them."""
    folder = tmp_path_factory.mktemp("tasks")
    seven, nine = find_game("isolation"), find_game("isolation-9x11")
    pentago, own = find_game("pentago"), load_own_game(game_folder(folder)).game
    blind = Heuristic("blind", own.family, (), (), "0")
    rank = of_own_features(folder, ROW)
    # What stands in the file of the game now is no game.
    (folder / "mine" / "game.py").write_text("raise SystemExit", encoding="utf-8")
    return {
        "staged": meet(seven, preset("pressure", STAGED), preset("improved", ONE_PLY)),
        "perfect": meet(seven, preset("pressure", PERFECT), preset("null", make_search("random"))),
        "nodes": meet(nine, preset("pressure", NODES), preset("improved", GREEDY)),
        "pentago": meet(pentago, preset("straights", GREEDY), preset("straights", STAGED)),
        "own game": meet(own, Agent("o", blind, (), GREEDY), Agent("p", blind, (), STAGED)),
        "own features": meet(seven, rank, preset("improved", ONE_PLY)),
    }


def elsewhere(folder: Path, tasks: list[BatchTask]) -> Any:
    """What a process that has nothing but the tasks plays."""
    given, found = folder / "tasks", folder / "records.npy"
    given.write_bytes(pickle.dumps(tasks))
    subprocess.run([sys.executable, "-c", PLAY, given, found], check=True, cwd=folder)
    return np.load(found)


def test_another_process_plays_the_records_that_the_ledger_has(
    tmp_path: Path, played: dict[str, Keeping]
) -> None:
    found = elsewhere(tmp_path, [task for one in played.values() for task in one.tasks])
    parts = np.split(found, np.cumsum([PAIRS] * len(played))[:-1])
    for (name, one), part in zip(played.items(), parts, strict=True):
        assert part.dtype == GAME_RECORD
        assert np.array_equal(part, np.concatenate(one.records)), name


def test_a_feature_is_played_as_it_was_when_it_was_loaded(
    tmp_path: Path, played: dict[str, Keeping]
) -> None:
    """The feature that stands in the file now is the row of square 0, the same everywhere."""
    (task,) = played["own features"].tasks
    own, other = task.agents
    (rank,) = own.formula.features
    assert rank.file.content == ROW.encode()
    flat = replace(own.formula, formula="weight * 0", digest="flat")
    same = play_batch(replace(task, agents=(replace(own, formula=flat), other)))
    assert not np.array_equal(same["result"], played["own features"].records[0]["result"])


def test_time_limits_hold_elsewhere_too(tmp_path: Path) -> None:
    game = find_game("isolation")
    timed = meet(game, preset("pressure", TIMED), preset("null", make_search("random")), 16)
    found = elsewhere(tmp_path, timed.tasks)
    candidate = found["cut"][..., 0]
    # With pieces on all of an open board no search comes to its end in a millisecond.
    assert (candidate > 0).all()
    assert (found["cut"][..., 1] == 0).all()


def test_every_search_comes_back_from_its_tree() -> None:
    searches = [GREEDY, ONE_PLY, STAGED, PERFECT, NODES, TIMED, make_search("random")]
    searches += [
        make_search("minimax", depth=2, ties="ordered"),
        make_search("alphabeta", depth=3, nodes=40, gives_up=True),
        make_search("perfect", nodes=9, otherwise=STAGED),
    ]
    assert {type(one) for one in searches} == set(SEARCHES)
    assert [search_of_tree(one.tree()) for one in searches] == searches


def test_a_task_is_small() -> None:
    """Thousands wait in the coordinator, and each goes over the network."""
    executor = meet(
        find_game("isolation"), preset("pressure", ONE_PLY), preset("improved", GREEDY), 300
    )
    assert len(executor.tasks[0].states) == BATCH_PAIRS
    assert len(pickle.dumps(executor.tasks[0])) < 10_000


def test_batches_of_a_match_share_their_agents_and_openings() -> None:
    executor = meet(
        find_game("isolation"), preset("pressure", ONE_PLY), preset("improved", GREEDY), 300
    )
    first, *others = executor.tasks
    assert others
    for one in others:
        assert one.agents[0] is first.agents[0]
        assert one.agents[1] is first.agents[1]
        assert one.states.base is first.states.base is not None


def test_a_process_that_has_played_other_rules_of_a_game_is_named() -> None:
    known = load_own_game(EXAMPLE)
    edited = OwnFile(known.file.place, known.file.content + b"# edited\n")
    with pytest.raises(EngineError, match=rf"^process {os.getpid()} on .* start this worker"):
        GameText(known.game.name, edited).game()


def test_a_task_of_another_version_is_refused_with_both_digests() -> None:
    game = find_game("isolation")
    (task,) = meet(game, preset("pressure", ONE_PLY), preset("improved", GREEDY)).tasks
    with pytest.raises(OtherSourcesError) as caught:
        play_batch(replace(task, sources="f" * 64))
    assert (caught.value.of_task, caught.value.of_player) == ("f" * 64, task.sources)
    assert "f" * 12 in str(caught.value)
    assert task.sources[:12] in str(caught.value)


@pytest.mark.parametrize(
    "error",
    [
        EvaluationError("x2/..", 1, 7),
        OtherSourcesError("a" * 64, "b" * 64),
        UnknownNameError("game", "chess", ["pentago"]),
        TuneError("what, and what to do", hint="game"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_back_from_another_process_as_they_are(error: TuneError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
