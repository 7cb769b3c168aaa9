"""Where two agents choose differently, on boards whose truth plain search knows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from plain_truth import PlainTruth

from engine.games import find_game
from engine.play.searches import make_search
from features.interpret import interpret
from features.presets import find_preset
from tuner.explanation.difference import Differences, find_differences
from tuner.explanation.difference_text import differences_json, differences_lines
from tuner.matches.agent import Agent
from tuner.stats.interval import wilson

GREEDY = make_search("greedy")
IMPROVED, OPEN = (Agent(name, find_preset(name), (), GREEDY) for name in ("improved", "open"))


@pytest.fixture(scope="module")
def differences() -> Differences:
    with ThreadPoolExecutor(2) as executor:
        return find_differences(find_game("isolation-5x5"), (IMPROVED, OPEN), 1500, 1, executor)


def test_results_are_the_truth(differences: Differences) -> None:
    game, truth = find_game("isolation-5x5"), PlainTruth(5, 5)
    assert len(differences.known) == len(differences.found) > 10
    for one in differences.found:
        position = game.parse_position(one.position)
        assert one.player == game.player_to_move(position)
        for choice in one.choices:
            wins = truth.wins_by(position, game.parse_move(choice.move, position))
            assert choice.result == ("wins" if wins else "loses")
    for index in (0, 1):
        alone = [
            one
            for one in differences.found
            if (one.choices[index].result, one.choices[1 - index].result) == ("wins", "loses")
        ]
        assert differences.right(index) == len(alone)


def test_the_share_counts_the_positions_in_which_moves_differ(differences: Differences) -> None:
    assert differences.share == wilson(len(differences.found), differences.positions)
    assert all(
        first.move != second.move for first, second in (d.choices for d in differences.found)
    )


def test_reasons_are_what_the_formula_gains_by_its_own_move(differences: Differences) -> None:
    """After one ply open sees moves(own) alone: its reason is how many more its own move leaves."""
    game = find_game("isolation-5x5")
    seen = 0
    for one in differences.found:
        position = game.parse_position(one.position)
        after = [game.play(position, game.parse_move(c.move, position)) for c in one.choices]
        if any(game.winner(end) is not None for end in after):
            continue
        other, own = (interpret(OPEN.heuristic, (), game.view(end, one.player)) for end in after)
        expected = (("moves(own)", own - other),) if own > other else ()
        assert one.choices[1].reasons == expected
        seen += bool(expected)
    assert seen > 5


def test_words_begin_with_how_often_and_who_is_right(differences: Differences) -> None:
    lines = differences_lines(differences)
    assert lines[0].startswith("improved and open choose different moves in ")
    known = len(differences.known)
    first, second = differences.right(0), differences.right(1)
    assert lines[1] == (
        f"In {known} of these {known} it is proven what both moves are worth: in {first} only "
        f"improved is right, in {second} only open, in {known - first - second} both moves are "
        "worth the same."
    )
    content = differences_json(differences)
    assert content["right_alone"] == [first, second]
    assert len(content["found"]) == known


def test_one_agent_never_differs_from_itself() -> None:
    with ThreadPoolExecutor(2) as executor:
        alike = find_differences(find_game("isolation-5x5"), (OPEN, OPEN), 50, 1, executor)
    assert alike.found == ()
    assert len(differences_lines(alike)) == 1
