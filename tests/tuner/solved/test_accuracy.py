"""Accuracy on boards whose winning moves follow by hand, and on the package's solved positions."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.games import find_game
from engine.play.proving import prove
from engine.play.search import Search
from engine.play.searches import make_search
from features.heuristic import Heuristic
from features.presets import find_preset
from tuner.matches.agent import Agent, AgentError
from tuner.solved.accuracy import (
    Contest,
    accuracy_of,
    contest,
    kept_by,
    kept_moves,
    measure_accuracy,
)
from tuner.solved.file import SolvedFile
from tuner.solved.positions import Choices, choices_of, find_choices
from tuner.stats.interval import Interval
from tuner.stats.mcnemar import PairedCounts, share_difference

GAME = find_game("isolation")
GREEDY = make_search("greedy")

# Player 2 is to move and has c4, then b2, or b3 and nothing then. Player 1 has c2 only, which no
# square of player 2 leads to: who has two steps wins, so c4 keeps the win and b3 throws it away.
LONG_OR_SHORT_WALK = """
    2xxxx
    xx.xx
    x.xxx
    x..xx
    xxxx1
"""

C4, B3 = 7, 11

Read = Callable[[str], tuple[Any, Any]]


def agent(name: str, formula: str, search: Search = GREEDY) -> Agent:
    return Agent(name, Heuristic(name, "isolation", (), (), formula), (), search)


def preset(name: str, search: Search) -> Agent:
    found = find_preset(name)
    return Agent(name, found, found.defaults, search)


def by_hand(read: Read, positions: int = 1) -> tuple[Any, Choices]:
    """The position above, so many times, with a tie seed of its own each."""
    game, position = read(LONG_OR_SHORT_WALK)
    assert game.legal_moves(position) == (C4, B3)
    solved = SolvedFile(
        header={"game": game.name, "seed": 1},
        states=game.pack([position]),
        plies=np.array([21], dtype=np.uint8),
        won=np.array([True]),
        moves=np.array([1 << C4 | 1 << B3], dtype=np.uint64),
        keep=np.array([1 << C4], dtype=np.uint64),
    )
    (one,) = [
        half
        for half in (choices_of(solved, split, 1) for split in ("search", "verdict"))
        if len(half)
    ]
    return game, taken(one, np.zeros(positions, dtype=np.int64), np.arange(positions))


def taken(choices: Choices, chosen: Any, seeds: Any = None) -> Choices:
    """Some of the positions, in the order of `chosen`."""
    names = ("states", "keep", "chance", "stages", "seeds")
    fields = {name: getattr(choices, name)[chosen] for name in names}
    if seeds is not None:
        fields["seeds"] = np.asarray(seeds, dtype=np.uint64)
    return replace(choices, **fields)


def test_a_drawn_position_is_a_choice(on_board: Read) -> None:
    _, choices = by_hand(on_board)
    assert len(choices) == 1
    assert choices.chance.tolist() == [0.5]
    assert choices.stages.tolist() == [2]  # 4 of 25 squares are blank.


def test_moves_that_keep_the_win(on_board: Read) -> None:
    _, choices = by_hand(on_board, 3)
    assert kept_moves(choices, np.array([C4, B3, C4])).tolist() == [True, False, True]


def test_what_agents_choose_there(on_board: Read) -> None:
    game, choices = by_hand(on_board)
    assert kept_by(game, agent("free", "moves(own)"), choices).tolist() == [True]
    assert kept_by(game, agent("stuck", "-moves(own)"), choices).tolist() == [False]
    # Four plies prove it, whatever the formula says.
    deep = agent("stuck", "-moves(own)", make_search("alphabeta", depth=4))
    assert kept_by(game, deep, choices).tolist() == [True]


def test_ties_are_broken_by_the_seed_of_the_position(on_board: Read) -> None:
    game, choices = by_hand(on_board, 400)
    kept = kept_by(game, preset("null", GREEDY), choices)
    assert 150 < kept.sum() < 250
    reversed_order = np.arange(400)[::-1]
    turned = taken(choices, reversed_order)
    assert kept_by(game, preset("null", GREEDY), turned).tolist() == kept[::-1].tolist()


def test_another_seed_breaks_ties_otherwise() -> None:
    null = preset("null", GREEDY)
    first, again, other = (
        kept_by(GAME, null, find_choices(GAME, "verdict", seed)) for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_perfect_play_keeps_every_win() -> None:
    """The move of the exact solver, in positions with at most 35 blank squares."""
    choices = find_choices(GAME, "verdict", 1)
    later = taken(choices, np.flatnonzero(choices.stages > 0)[::40])
    moves = [prove(GAME, GAME.unpack(state)).move for state in later.states]
    assert kept_moves(later, np.array(moves)).all()
    assert len(moves) > 100


@pytest.mark.parametrize("split", ["search", "verdict"])
def test_random_play_keeps_what_chance_says(split: str) -> None:
    """Each position is a coin of its own: five standard deviations of the sum of all coins."""
    choices = find_choices(GAME, split, 3)
    chance = preset("null", make_search("random"))
    found = accuracy_of(chance, kept_by(GAME, chance, choices), choices)
    for index, stage in enumerate((*found.stages, found.all)):
        coins = choices.chance[choices.stages == index] if index < 3 else choices.chance
        assert stage.chance == pytest.approx(coins.mean())
        spread = np.sqrt((coins * (1 - coins)).sum())
        assert abs(stage.kept - coins.sum()) < 5 * spread
        assert stage.positions == len(coins)
    assert [stage.stage for stage in found.stages] == ["opening", "middle", "late"]


def test_threads_and_order_do_not_matter() -> None:
    choices = find_choices(GAME, "search", 1)
    improved = preset("improved", make_search("alphabeta", depth=2))
    alone = kept_by(GAME, improved, choices)
    with ThreadPoolExecutor(2) as executor:
        assert np.array_equal(kept_by(GAME, improved, choices, executor), alone)
    order = np.random.default_rng(1).permutation(len(choices))
    assert np.array_equal(kept_by(GAME, improved, taken(choices, order)), alone[order])


def test_shares_have_wilson_intervals(on_board: Read) -> None:
    """4 of 10: published as 0.1682 to 0.6873."""
    _, choices = by_hand(on_board, 10)
    found = accuracy_of(agent("free", "moves(own)"), np.arange(10) < 4, choices)
    assert (found.all.kept, found.all.positions) == (4, 10)
    assert found.all.share.low == pytest.approx(0.1682, abs=5e-5)
    assert found.all.share.high == pytest.approx(0.6873, abs=5e-5)
    assert [stage.stage for stage in found.stages] == ["late"]


def test_agents_are_compared_position_by_position() -> None:
    first = np.array([True] * 80 + [False] * 20)
    second = np.array([True] * 50 + [False] * 50)
    found = contest(("deep", "shallow"), (first, second))
    assert found.counts == PairedCounts(both=50, first=30, second=0, neither=20)
    assert found.p_value == pytest.approx(2 * 0.5**30)
    assert found.verdict == "deep is better"
    assert contest(("shallow", "deep"), (second, first)).verdict == "deep is better"


@pytest.mark.parametrize(
    ("counts", "p_value", "verdict"),
    [
        (PairedCounts(60, 10, 9, 20), 1.0, "undecided"),
        # The interval alone would say so, the exact test does not: 6 against 16.
        (PairedCounts(59, 6, 16, 80), 0.0525, "undecided"),
        (PairedCounts(9_000, 4, 5, 1_000), 1.0, "neither is better"),
    ],
)
def test_what_is_not_shown_is_not_said(counts: PairedCounts, p_value: float, verdict: str) -> None:
    found = Contest("a", "b", counts, share_difference(counts), p_value)
    assert found.verdict == verdict


def test_the_interval_must_agree_with_the_test() -> None:
    found = Contest("a", "b", PairedCounts(0, 6, 0, 0), Interval(0.1, -0.01, 0.21), 0.03)
    assert found.verdict == "undecided"


def test_every_agent_is_compared_with_the_first() -> None:
    names = ("null", "open", "improved")
    agents = [preset(name, GREEDY) for name in names]
    report = measure_accuracy(GAME, agents, "verdict", 1, 2)
    assert [one.agent for one in report.agents] == list(names)
    assert [(one.first, one.second) for one in report.contests] == [
        ("open", "null"),
        ("improved", "null"),
    ]
    first, second, _ = report.agents
    assert report.contests[0].difference.estimate == pytest.approx(
        second.all.share.estimate - first.all.share.estimate
    )


def test_agents_that_cannot_be_told_apart_or_play_another_game_are_refused() -> None:
    improved = preset("improved", GREEDY)
    with pytest.raises(AgentError, match="two agents are called 'improved'"):
        measure_accuracy(GAME, [improved, improved], "verdict", 1, 1)
    with pytest.raises(AgentError, match="agent 'straights' plays pentago, not isolation-7x7"):
        measure_accuracy(GAME, [preset("straights", GREEDY)], "verdict", 1, 1)
