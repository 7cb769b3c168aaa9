"""What reports of comparisons and tournaments say of their condition, and what repeats them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from sheet_results import COMPARISON, LEAGUE, RATINGS, TOURNAMENT
from small_tournaments import FAIR, GAUNTLET, ROUND_ROBIN

from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.report.comparison_sheet import comparison_sheet
from tuner.report.sheet import write_sheet
from tuner.report.tournament_sheet import tournament_sheet
from tuner.tournament.config import load_tournament, tournament_digest
from tuner.tournament.files import repetition_of
from tuner.tuning.lookup import find_agent
from tuner.tuning.repetition import Repetition, repetition_json

pytest.importorskip("matplotlib")

GAME = find_game("isolation-5x5")


def agent(name: str, preset: str, **search: Any) -> Agent:
    heuristic = find_preset(preset)
    return Agent(name, heuristic, heuristic.defaults, make_search(**search))


ONE = agent("one", "improved", algorithm="alphabeta", depth=3)
TWO = agent("two", "open", algorithm="alphabeta", depth=3)
FAST = agent("fast", "open", algorithm="alphabeta", nodes=500)


def compared(*agents: Agent) -> dict[str, Any]:
    """The results of a comparison that keep what repeats it."""
    repetition = Repetition(agents, (), ("random", 6), 4, "5eed")
    return {**COMPARISON, "repeat": repetition_json(GAME, repetition)}


def markdown(sheet: Any, folder: Path) -> str:
    return unescape(write_sheet(sheet, "md", folder).read_text(encoding="utf-8"))


def written_files(text: str) -> list[str]:
    """The YAML texts of a report."""
    return [one for one in re.findall(r"```\n(.*?)```", text, re.DOTALL) if "heuristic:" in one]


def test_the_first_sentence_names_the_condition(tmp_path: Path) -> None:
    alike = markdown(comparison_sheet(compared(ONE, TWO)), tmp_path)
    assert (
        "**one against two: one is better. All agents play at alphabeta depth 3, from openings of "
        "6 random plies.**"
    ) in alike
    unlike = markdown(comparison_sheet(compared(ONE, FAST)), tmp_path)
    assert (
        "one is better. The agents do not look ahead alike, and the table of the agents says how "
        "each does; games begin from openings of 6 random plies."
    ) in unlike


def test_a_league_is_repeated_with_its_anchor(tmp_path: Path) -> None:
    ratings = {**RATINGS, "asked_anchor": "two hand-set"}
    league = {**compared(ONE, TWO), "ratings": ratings, "league": LEAGUE}
    assert (
        "tune league agent-1.yaml agent-2.yaml --anchor 'two hand-set' --pairs 1000 --plies 6 "
        "--seed 4\n"
    ) in markdown(comparison_sheet(league), tmp_path)


def test_the_agents_of_a_comparison_are_read_back(tmp_path: Path) -> None:
    text = markdown(comparison_sheet(compared(ONE, FAST)), tmp_path)
    assert (
        "tune compare agent-1.yaml agent-2.yaml --baselines mine --pairs 1000 --plies 6 --seed 4\n"
    ) in text
    assert "| digest | 5eed |" in text
    for expected, content in zip((ONE, FAST), written_files(text), strict=True):
        file = tmp_path / f"{expected.name}.yaml"
        file.write_text(content, encoding="utf-8")
        found = find_agent(str(file), GAME, None)
        assert (found.name, agent_key(found)) == (expected.name, agent_key(expected))


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (GAUNTLET, "The agents do not look ahead alike, and the table of the agents says how "),
        (ROUND_ROBIN.replace("depth: 1", "depth: 3").replace("{algorithm: random}", "{algorithm:"
         " alphabeta, depth: 3}, heuristic: open"),
         "All agents play at alphabeta depth 3, from openings of 4 random plies."),
        (GAUNTLET.replace("depth: 1", "depth: 3").replace("openings: {plies: 4}", FAIR),
         "All candidates play at alphabeta depth 3, from fair openings, which are the agents' own "
         "first plies; the table of the agents says how their opponents look ahead."),
    ],
    ids=["different", "alike", "fair"],
)  # fmt: skip
def test_a_tournament_is_read_back(form: str, said: str, tmp_path: Path) -> None:
    given = tmp_path / "given.yaml"
    given.write_text(form, encoding="utf-8")
    tournament = load_tournament(given)
    content = {
        **TOURNAMENT,
        "pairs": tournament.pairs,
        "repeat": repetition_json(tournament.game, repetition_of(tournament)),
    }
    text = markdown(tournament_sheet(content), tmp_path)
    assert "**one has the largest share of the points, 60.0% (55.0 to 65.0); then comes two" in text
    assert said in text
    (again,) = written_files(text)
    file = tmp_path / "again.yaml"
    file.write_text(again, encoding="utf-8")
    assert tournament_digest(load_tournament(file)) == tournament_digest(tournament)


@pytest.mark.parametrize("sheet", [comparison_sheet(COMPARISON), tournament_sheet(TOURNAMENT)])
def test_older_results_say_what_they_lack(sheet: Any, tmp_path: Path) -> None:
    text = markdown(sheet, tmp_path)
    assert "The table of the agents says how each of them looks ahead." in text
    assert "written by an earlier version, which did not keep what plays them again." in text
