"""Games of comparisons and tournaments on their pages, beside the table of all pairs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from small_tournaments import FAIR, ROUND_ROBIN

from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.comparison.compare import compare_agents, comparison_folder
from tuner.comparison.files import save_comparison
from tuner.comparison.model import Matches
from tuner.matches.agent import Agent
from tuner.matches.progress import Silent
from tuner.replay.choice import ChosenGame
from tuner.replay.games import open_games
from tuner.replay.match_choice import choose_match_games
from tuner.report.folders import write_results
from tuner.tournament.config import load_tournament
from tuner.tournament.files import save_results
from tuner.tournament.play import play_tournament
from tuner.tuning.records import read_pairs
from tuner.tuning.repetition import kept_agents
from tuner.tuning.run_folder import RunFolder

GAME = find_game("isolation-5x5")
PAIRS = 40


def compared(runs: Path) -> RunFolder:
    """The folder of a comparison of two agents, with its results."""
    search = make_search("alphabeta", depth=1)
    heuristics = [find_preset(name) for name in ("improved", "pressure")]
    agents = [Agent(one.name, one, one.defaults, search) for one in heuristics]
    matches = Matches(PAIRS, 4, 1, 1)
    folder = comparison_folder(GAME, matches, runs)
    save_comparison(compare_agents(GAME, agents, ("none", ()), matches, runs, Silent()), folder)
    return folder


def played(runs: Path, text: str) -> RunFolder:
    """The folder of a tournament, with its results."""
    file = runs / "tournament.yaml"
    file.write_text(text, encoding="utf-8")
    tournament = load_tournament(file)
    return RunFolder(save_results(play_tournament(tournament, runs, 1, Silent()), runs))


@pytest.fixture(scope="module", params=["comparison", "round robin", "fair"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    runs = tmp_path_factory.mktemp("runs")
    if request.param == "comparison":
        return compared(runs)
    fair = request.param == "fair"
    return played(runs, ROUND_ROBIN.replace("openings: {plies: 4}", FAIR) if fair else ROUND_ROBIN)


def chosen_in(folder: RunFolder) -> tuple[ChosenGame, ...]:
    return choose_match_games(open_games(folder), kept_agents(folder.path / "results.json", GAME))


def doubles(table: pd.DataFrame) -> Iterator[tuple[Any, ...]]:
    """The lengths of the pairs that an agent wins, or loses, with both sides, match by match."""
    for key, rows in table.groupby(["candidate", "opponent"]):
        for result in (1, -1):
            twice = rows[(rows["result_0"] == result) & (rows["result_1"] == result)]
            if len(twice):
                yield (*key, result), twice["plies_0"] + twice["plies_1"]


def test_each_match_shows_its_shortest_double_wins(folder: RunFolder) -> None:
    """The table of pandas knows nothing of how games are chosen."""
    chosen = chosen_in(folder)
    table = read_pairs(folder.ledger, GAME)
    expected = {key: (int(lengths.min()), len(lengths)) for key, lengths in doubles(table)}
    found = {}
    for one, other in zip(chosen[::2], chosen[1::2], strict=True):
        rows = (one.row, other.row)
        assert [row.number for row in rows] == [0, 1]
        assert (rows[0].pair, rows[0].result) == (rows[1].pair, rows[1].result)
        key = (rows[0].candidate, rows[0].opponent, rows[0].result)
        (count,) = [int(word) for word in one.why.split("it is in ")[1].split()[:1]]
        found[key] = (rows[0].plies + rows[1].plies, count)
        word = "won" if rows[0].result == 1 else "lost"
        assert one.why.startswith(f"From this opening {rows[0].names[0]} has {word} against ")
    assert found == expected
    assert 0 < len(chosen) <= 20


def test_the_page_replays_them_and_older_results_say_what_they_lack(folder: RunFolder) -> None:
    pytest.importorskip("jinja2")
    pytest.importorskip("plotly")
    page = write_results(folder.path, "html", 1).read_text(encoding="utf-8")
    assert page.count("<option value=") == len(chosen_in(folder))
    assert write_results(folder.path, "html", 1).read_text(encoding="utf-8") == page
    results = folder.path / "results.json"
    content = results.read_text(encoding="utf-8")
    older = json.loads(content)
    del older["repeat"]
    results.write_text(json.dumps(older), encoding="utf-8")
    page = write_results(folder.path, "html", 1).read_text(encoding="utf-8")
    results.write_text(content, encoding="utf-8")
    assert "which these results of an earlier version do not hold." in page
    assert "<option value=" not in page
