"""The games of a run as a table for pandas: all that is needed to play one again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from small_studies import small_study

from engine.play.batches import Openings as Games
from engine.play.driver import play_games
from engine.play.player import Player
from features.compiled import heuristic_player
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.matches.progress import Silent
from tuner.tuning.equal_time import with_nodes
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

COLUMNS = [
    "openings",
    "pair",
    "opening",
    "cluster",
    "candidate",
    "opponent",
    *(
        f"{name}_{number}"
        for number in (0, 1)
        for name in (
            *("seed", "result", "plies"),
            *(
                f"{count}_{agent}"
                for agent in ("candidate", "opponent")
                for count in ("nodes", "cut", "late")
            ),
        )
    ),
]


def players(study: Study) -> dict[str, Player]:
    """The hand-set agent and the baselines by key, also with the limits of equal time."""
    hand_set = Agent("hand", study.heuristic, study.heuristic.defaults, study.search)
    agents = [hand_set, *study.baselines]
    agents += [with_nodes(agent, nodes) for agent in agents for nodes in range(1, 100)]
    return {
        agent_key(agent): heuristic_player(study.game, agent.heuristic, agent.values, agent.search)
        for agent in agents
    }


def test_the_table_holds_every_game_so_that_it_can_be_played_again(tmp_path: Path) -> None:
    study = small_study(tmp_path)
    run_study(study, tmp_path, 1, Silent())
    pairs = read_pairs(run_folder(study, tmp_path).ledger, study.game)
    assert list(pairs.columns) == COLUMNS
    assert not pairs.duplicated(["openings", "candidate", "opponent", "pair"]).any()
    known = players(study)
    rows = pairs[pairs["candidate"].isin(known) & pairs["opponent"].isin(known)]
    sample = rows.groupby("openings").sample(10, random_state=1)
    equal_time = ("equal time", "equal time, low", "equal time, high")
    assert set(sample["openings"]) == {"search", "selection", "verdict", *equal_time}
    for row in sample.to_dict("records"):
        two = (known[row["candidate"]], known[row["opponent"]])
        state = study.game.pack([study.game.parse_position(row["opening"])])
        for number in (0, 1):
            seed = np.array([row[f"seed_{number}"]], dtype=np.uint64)
            games = play_games(study.game, two, Games(state, np.array([number]), seed))
            assert row[f"result_{number}"] == games.results[0]
            assert row[f"plies_{number}"] == games.plies[0]
            assert row[f"nodes_candidate_{number}"] == games.nodes[0, 0]
            assert row[f"nodes_opponent_{number}"] == games.nodes[0, 1]


def test_rows_of_a_cluster_share_an_opening_up_to_symmetry(tmp_path: Path) -> None:
    study = small_study(tmp_path, openings="{plies: 3}")
    run_study(study, tmp_path, 1, Silent())
    pairs = read_pairs(run_folder(study, tmp_path).ledger, study.game)
    search = pairs[pairs["openings"] == "search"]
    positions = [study.game.parse_position(text) for text in search["opening"]]
    orbits = [frozenset(map(str, study.game.images(position))) for position in positions]
    assert len(set(zip(search["cluster"], orbits, strict=True))) == search["cluster"].nunique()
    assert search["cluster"].nunique() == len(set(orbits)) < 150
