"""Heuristics, agents, positions and matches in code, without a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from command_line import CommandLine
from studies import OWN_FEATURES

import tuner

WEIGHT = tuner.Parameter("weight", default=2.0, low=0.0, high=3.0)
MINE = tuner.heuristic("moves(own) - weight * moves(opp)", parameters=[WEIGHT], name="mine")

CENTRE_AGAINST_CORNER = "2..../...../..1../...../....."
"""A knight in the middle of 5x5 has 8 moves, one in the corner has 2; player 1 is to move."""

CORNER_TO_MOVE = "2..../..x../...../.1.../....."
"""Three squares are used, so player 2 is to move: 1 move is left of the corner's 2, and 4 of the 6
moves of the other are on the board, one of them to the used square."""


def test_positions_are_valued_as_their_side_to_move_sees_them() -> None:
    positions = [CENTRE_AGAINST_CORNER, CORNER_TO_MOVE]
    values = tuner.evaluate("improved", positions, game="isolation-5x5")
    np.testing.assert_array_equal(values, [8 - 2, 1 - 3])
    np.testing.assert_array_equal(
        tuner.evaluate(MINE, positions, game="isolation-5x5"), [8 - 2 * 2, 1 - 2 * 3]
    )
    np.testing.assert_array_equal(
        tuner.evaluate("moves(own) / 0", CENTRE_AGAINST_CORNER, game="isolation-5x5"), [np.inf]
    )
    assert tuner.evaluate("improved", []).shape == (0,)


def test_a_position_may_tell_its_game() -> None:
    """The empty 9x11 board as the later course prints it."""
    empty = "Isolation(board=41523161203939122082683632224299007, ply_count=0, locs=(None, None))"
    assert tuner.evaluate("improved", empty).shape == (1,)


def test_an_agent_is_what_its_source_says(tmp_path: Path) -> None:
    preset = tuner.agent("weighted_center:as_written")
    assert preset.heuristic.variant == "as_written"
    formula = tuner.agent("moves(own)", name="short")
    assert (formula.name, formula.heuristic.formula) == ("short", "moves(own)")
    own = tuner.agent(MINE, values={"weight": 0.5}, depth=5)
    assert (own.name, own.values, str(own.search)) == ("mine", (0.5,), "alphabeta depth 5")
    assert tuner.agent(own, nodes=100).values == (0.5,)
    shallow = tuner.agent("improved", search={"algorithm": "minimax", "depth": 2})
    assert str(shallow.search) == "minimax depth 2"
    file = tmp_path / "mine(1).yaml"
    file.write_text("formula: moves(own) - 3 * moves(opp)\n")
    assert tuner.agent(file) == tuner.agent(str(file))
    assert tuner.agent(file).heuristic.formula == "moves(own) - 3 * moves(opp)"


def test_an_agent_that_names_no_search_looks_as_far_as_on_the_command_line() -> None:
    """The README: `tune compare` plays presets by alpha-beta to depth 3."""
    for one in (tuner.agent("improved"), tuner.agent(MINE), tuner.agent("moves(own)")):
        assert str(one.search) == "alphabeta depth 3"


def test_a_formula_may_call_a_feature_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_FEATURES)
    mine = tuner.heuristic("2 * open_squares() + half", features=[file], where={"half": "0.5"})
    value = tuner.evaluate(mine, CENTRE_AGAINST_CORNER, game="isolation-5x5")
    np.testing.assert_array_equal(value, [2.5])


def test_a_match_is_the_mean_of_its_pairs() -> None:
    match = tuner.match(MINE, "improved", game="isolation-5x5", pairs=50, plies=4)
    games = match.games()
    assert len(games) == match.pairs == 50
    points = (2 + games["result_0"] + games["result_1"]) / 4
    assert match.score.estimate == pytest.approx(points.mean(), abs=1e-12)
    assert match.score.low < match.score.estimate < match.score.high
    assert match.openings == games["cluster"].nunique()
    assert set(games["candidate"]) == {"mine"}
    assert set(games["opponent"]) == {"improved"}


def test_a_match_is_the_one_of_the_command_line(tune: CommandLine, tmp_path: Path) -> None:
    words = ["--pairs", "40", "--plies", "4", "--seed", "3", "--baselines", "none", "--json"]
    words += ["--runs", str(tmp_path), "--depth", "2"]
    found = tune("compare", "pressure", "open", *words).json
    pressure, weak = (tuner.agent(name, depth=2) for name in ("pressure", "open"))
    for threads in (1, 3):
        match = tuner.match(pressure, weak, pairs=40, plies=4, seed=3, threads=threads)
        (duel,) = found["head_to_head"]
        ends = (match.score.estimate, match.score.low, match.score.high)
        assert ends == (duel["score"], duel["low"], duel["high"])
        assert (match.elo.estimate, match.verdict) == (duel["elo"], duel["verdict"])


def test_one_function_in_two_forms_has_no_winner_whatever_it_scores() -> None:
    """The same moves are worth twice as much, so both choose alike: `tune compare` says so, too."""
    twice = tuner.agent("2 * moves(own) - 2 * moves(opp)", name="twice")
    agents: list[tuner.AgentLike] = ["improved", twice]
    game = "isolation-5x5"
    # The first seed of those from 1 on whose games would name a winner.
    found = tuner.match("improved", twice, game=game, pairs=30, plies=4, seed=5)
    assert not found.score.low <= 0.5 <= found.score.high
    assert (found.same_function, found.verdict) == (True, "the same function")
    assert ": the same function; 30 pairs from " in str(found)
    compared = tuner.compare(agents, game=game, pairs=30, plies=4, baselines="none")
    assert "improved and twice are the same function" in str(compared)
    assert compared.duels == ()


def test_one_function_that_looks_further_may_win() -> None:
    deep = tuner.agent("improved", name="deep", depth=4)
    found = tuner.match(deep, tuner.agent("improved", depth=1), pairs=100, plies=4)
    assert (found.same_function, found.verdict) == (False, "deep is better")


def test_threads_may_be_a_number_of_numpy() -> None:
    agents, game = ("improved", "open"), "isolation-5x5"
    scores = {
        tuner.match(*agents, game=game, pairs=4, plies=4, threads=threads).score.estimate  # type: ignore[arg-type]
        for threads in (2, np.int64(2))
    }
    assert len(scores) == 1


def test_a_match_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tuner.match("improved", "open", game="isolation-5x5", pairs=4, plies=4)
    tuner.compare(["improved", "open"], game="isolation-5x5", pairs=4, plies=4, baselines="none")
    assert list(tmp_path.iterdir()) == []


def test_a_player_at_random_loses_and_the_words_say_how_both_look_ahead() -> None:
    chance = tuner.agent("null", name="chance", search={"algorithm": "random"})
    match = tuner.match("improved", chance, pairs=100)
    assert match.score.low > 0.8
    text = str(match)
    assert text.startswith("improved (alphabeta depth 3) against chance (random), isolation-7x7: ")
    assert "improved is better; 100 pairs from " in text
    timed = tuner.match(
        tuner.agent("improved", search={"algorithm": "alphabeta", "time_ms": 1}),
        chance,
        game="isolation-5x5",
        pairs=2,
        plies=4,
    )
    assert not timed.reproducible
    assert str(timed).splitlines()[1].startswith("Not reproducible")


def test_a_comparison_may_have_baselines_of_its_own_and_keep_its_games(tmp_path: Path) -> None:
    found = tuner.compare(
        [MINE, "improved"],
        baselines=["open", "moves(own)"],
        game="isolation-5x5",
        pairs=20,
        plies=4,
        runs=tmp_path,
    )
    assert [one.agent for one in found.against] == ["mine", "improved"]
    assert [name for name, _ in found.against[0].rows] == ["open", "moves(own)"]
    assert "Mean score against baselines, 20 pairs" in str(found)
    (folder,) = tmp_path.iterdir()
    assert (folder / "ledger.db").exists()


def test_pentago_is_played_where_an_agent_is_for_it() -> None:
    shallow, chance = (
        tuner.agent("straights", name=name, search=search)
        for name, search in (
            ("shallow", {"algorithm": "greedy"}),
            ("chance", {"algorithm": "random"}),
        )
    )
    match = tuner.match(shallow, chance, pairs=20)
    assert match.game == "pentago"
    assert match.score.low > 0.5


def test_a_formula_is_an_agent_by_the_name_of_its_text() -> None:
    found = tuner.match("moves(own)", "moves(own) -  moves(opp)", game="isolation-5x5", pairs=4)
    names = "moves(own) (alphabeta depth 3) against moves(own) - moves(opp) (alphabeta depth 3)"
    assert str(found).startswith(names)


def test_a_formula_longer_than_the_name_of_a_file_may_be_is_a_formula() -> None:
    found = tuner.agent(" + ".join(["moves(own)"] * 40))
    assert found.name == "moves(own) + moves(own) + moves(own) + moves(own) + moves(own..."
