"""Whole tournaments that take less than a second: a 5x5 board, shallow searches, few pairs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tuner.matches.arena import agent_key
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tournament.config import Tournament, load_tournament
from tuner.tournament.play import play_tournament, tournament_folder
from tuner.tournament.results import Cell, Results, Standing
from tuner.tuning.records import read_pairs

GAUNTLET = """\
name: gauntlet
game: isolation-5x5
about: two agents against two
candidates:
- {name: shallow, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}
- {name: deep, heuristic: improved, search: {algorithm: alphabeta, depth: 3}}
opponents:
- {name: chance, search: {algorithm: random}}
- {name: greedy, heuristic: open, search: {algorithm: greedy}}
openings: {plies: 4}
pairs: 150
"""
"""Two batches a match: one of 128 pairs and a rest."""

ROUND_ROBIN = """\
name: everybody
game: isolation-5x5
candidates:
- {name: chance, search: {algorithm: random}}
- {name: shallow, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}
- {name: deep, heuristic: improved, search: {algorithm: alphabeta, depth: 3}}
openings: {plies: 4}
pairs: 60
"""

FAIR = "openings: {mode: fair}"
CLAIM = "claims: [{says: depth helps, better: deep, than: shallow}]\n"

FORMS: dict[str, str] = {
    "gauntlet": GAUNTLET,
    "fair gauntlet": GAUNTLET.replace("openings: {plies: 4}", FAIR),
    "round robin": ROUND_ROBIN,
    "fair round robin": ROUND_ROBIN.replace("openings: {plies: 4}", FAIR),
}

PUBLISHED = """\
report,table,kind,agent,opponent,batch,wins,losses,unit,note
007,one (10 games),cell,deep,chance,1,6,4,games,
007,one (10 games),cell,deep,chance,2,9,1,games,
007,one (10 games),cell,Greedy,chance,,5,5,games,
007,one (10 games),total,deep,ALL,,15,5,games,
007,one (10 games),batch total,deep,ALL,1,6,4,games,
007,other,cell,deep,chance,,1,1,games,
008,percent,cell,deep,chance,,70,30,percent,
"""
"""Published tables: batches, two tables of one report, one in percent."""


def load(folder: Path, text: str) -> Tournament:
    """A tournament file with published tables beside it."""
    (folder / "tables.csv").write_text(PUBLISHED, encoding="utf-8")
    file = folder / "tournament.yaml"
    file.write_text(text, encoding="utf-8")
    return load_tournament(file)


def play(folder: Path, text: str, threads: int = 2) -> Results:
    """The results of a tournament file; its games are in the folder `runs`."""
    return play_tournament(load(folder, text), folder / "runs", threads, Silent())


def standing(results: Results, name: str) -> Standing:
    """The row of a candidate."""
    (found,) = [one for one in results.standings if one.candidate == name]
    return found


def cell(results: Results, name: str, opponent: str) -> Cell:
    """The match of a candidate."""
    (found,) = [one for one in standing(results, name).cells if one.opponent == opponent]
    return found


@dataclass
class Played:
    """The results of each of `FORMS`, with a claim, played once."""

    place: Path
    done: dict[str, Results] = field(default_factory=dict)

    def __call__(self, form: str) -> tuple[Path, Results]:
        """The folder and the results."""
        folder = self.place / form.replace(" ", "_")
        if form not in self.done:
            folder.mkdir()
            self.done[form] = play(folder, FORMS[form] + CLAIM)
        return folder, self.done[form]


def ledger_of(folder: Path, tournament: Tournament) -> pd.DataFrame:
    """Every pair, with the names of the agents in place of their keys."""
    pairs = read_pairs(tournament_folder(tournament, folder / "runs").ledger, tournament.game)
    agents = (*tournament.candidates, *tournament.opponents)
    names = {agent_key(agent): agent.name for agent in agents}
    return pairs.assign(
        candidate=pairs["candidate"].map(names), opponent=pairs["opponent"].map(names)
    )


def match(pairs: pd.DataFrame, name: str, opponent: str) -> pd.DataFrame:
    """The games of an agent as it sees them: first, the game in which it moves first."""
    own = pairs[(pairs["candidate"] == name) & (pairs["opponent"] == opponent)]
    if len(own):
        return pd.DataFrame(
            {"first": own["result_0"], "second": own["result_1"], "cluster": own["cluster"]}
        )
    other = pairs[(pairs["candidate"] == opponent) & (pairs["opponent"] == name)]
    return pd.DataFrame(
        {"first": -other["result_1"], "second": -other["result_0"], "cluster": other["cluster"]}
    )


def scores(games: pd.DataFrame) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Pair scores from 0 to 1."""
    points = (games["first"] + 1) / 2 + (games["second"] + 1) / 2
    return np.asarray(points / 2, dtype=np.float64)


def ends(interval: Interval) -> tuple[float, float, float]:
    """An interval to be compared."""
    return interval.estimate, interval.low, interval.high
