"""The compiled searches against searches that are written from their definition."""

from __future__ import annotations

import csv
import math
import random
from collections import Counter

import plain_search
import pytest
from checkout import DATA
from searches import (
    HEURISTICS,
    LIMIT,
    MOBILITY,
    cases,
    evaluation,
    found_by,
    near,
    random_position,
    search,
)

from engine.games import find_game
from engine.play.driver import decided
from engine.play.perft import count_lines
from engine.play.searches import make_search

REFERENCE = DATA / "alphabeta7.csv"


def test_the_cases_are_of_every_kind() -> None:
    counted = Counter(depth for _, _, depth in cases())
    assert sorted(counted) == [1, 2, 3, 4, 5]
    assert min(counted.values()) >= 25
    plies = [position.ply for _, position, _ in cases()]
    assert plies.count(0) > 8
    assert plies.count(1) > 8
    ending = [line for case in cases() for line in count_lines(*case) if line.finished]
    assert len(ending) > 50


@pytest.mark.parametrize("name", HEURISTICS)
def test_alphabeta_is_plain_alphabeta_with_killers_in_move_value_and_nodes(name: str) -> None:
    heuristic, values = HEURISTICS[name]
    plain = evaluation(heuristic, values)
    for game, position, depth in cases():
        how = make_search("alphabeta", depth=depth, ties="ordered")
        found = found_by(search(game, position, heuristic, values, how))
        expected = plain_search.alphabeta(game, position, plain, depth, killers={})
        assert found == near(expected), f"{name} depth {depth}\n{game.draw(position)}"


@pytest.mark.parametrize("name", HEURISTICS)
def test_minimax_and_alphabeta_are_plain_minimax(name: str) -> None:
    heuristic, values = HEURISTICS[name]
    plain = evaluation(heuristic, values)
    for game, position, depth in cases():
        expected = plain_search.minimax(game, position, plain, depth)
        ordered = make_search("minimax", depth=depth, ties="ordered")
        found = found_by(search(game, position, heuristic, values, ordered))
        where = f"{name} depth {depth}\n{game.draw(position)}"
        assert found == near(expected), where
        pruned = make_search("alphabeta", depth=depth, ties="ordered")
        pruned_found = found_by(search(game, position, heuristic, values, pruned))
        assert (pruned_found.move, pruned_found.value) == (found.move, found.value), where
        assert pruned_found.nodes <= found.nodes, where


def test_nodes_of_minimax_are_all_lines_of_play() -> None:
    for game, position, depth in cases():
        how = make_search("minimax", depth=depth)
        found = found_by(search(game, position, *HEURISTICS["constant"], how))
        assert found.nodes == sum(line.count for line in count_lines(game, position, depth))


def test_greedy_is_a_search_of_depth_1() -> None:
    heuristic, values = HEURISTICS["weighted mobility"]
    for game, position, _ in cases():
        greedy = search(game, position, heuristic, values, make_search("greedy", ties="ordered"))
        how = make_search("alphabeta", depth=1, ties="ordered")
        assert found_by(greedy) == found_by(search(game, position, heuristic, values, how))


def test_values_and_nodes_of_another_program() -> None:
    """Plain alpha-beta in C: 4 * own - 6 * opp, moves by square, a win is worth 100000.

    It neither prefers quick wins nor stops at a win at once. So the values are equal where nothing
    is proven. The search in plain Python, without killers, visits as many positions where no game
    ends within the depth, else no more; with killers the engine visits two fifths fewer in all.
    """
    game = find_game("isolation")
    with REFERENCE.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    counted: Counter[str] = Counter()
    plain = evaluation(MOBILITY, (4.0, 6.0, 0.0))
    for row in rows:
        position, depth = game.parse_position(row["position"]), int(row["depth"])
        how = make_search("alphabeta", depth=depth, ties="ordered")
        found = found_by(search(game, position, MOBILITY, (4.0, 6.0, 0.0), how))
        proven = abs(found.value) > LIMIT
        value = math.copysign(100_000, found.value) if proven else found.value
        assert value == float(row["value"]), game.draw(position)
        without_killers = plain_search.alphabeta(game, position, plain, depth).nodes
        ends = any(line.finished for line in count_lines(game, position, depth))
        nodes = int(row["nodes"])
        assert without_killers <= nodes if ends else without_killers == nodes, game.draw(position)
        counted["ends" if ends else "goes on"] += 1
        counted["nodes"] += found.nodes
        counted["nodes without killers"] += without_killers
    assert (counted["goes on"], counted["ends"]) == (69, 55)
    assert counted["nodes"] < 0.6 * counted["nodes without killers"]


def test_decided_positions_are_those_that_minimax_proves() -> None:
    game = find_game("isolation-4x4")
    generator = random.Random(2)
    positions = [random_position(game, plies, generator) for plies in (2, 4, 5, 6, 7, 8, 9, 10) * 4]
    for depth in (1, 3, 5):
        expected = [
            abs(plain_search.minimax(game, position, lambda view: 0.0, depth).value) > LIMIT
            for position in positions
        ]
        assert decided(game, game.pack(positions), depth).tolist() == expected
        assert 0 < sum(expected) < len(positions)


def test_the_deepest_search_reaches_the_end_of_the_game() -> None:
    game = find_game("isolation-4x4")
    position = random_position(game, 2, random.Random(6))
    deep = search(game, position, *HEURISTICS["constant"], make_search("alphabeta", depth=64))
    whole = search(game, position, *HEURISTICS["constant"], make_search("alphabeta", depth=14))
    assert found_by(deep) == found_by(whole)
    assert abs(deep.values[0]) > LIMIT
