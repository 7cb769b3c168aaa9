"""Searches that do not exist are refused, in one line."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import EngineError, UnknownNameError
from engine.play.deepening import by_nodes
from engine.play.lookahead import by_depth
from engine.play.search import Search
from engine.play.searches import make_search

GREEDY = make_search("greedy")
DEEP = make_search("alphabeta", depth=6)
STAGED = make_search("staged", switch_ply=45, first=GREEDY, then=DEEP)
PERFECT = make_search("perfect", nodes=20_000, otherwise=DEEP)
TIMED = make_search("alphabeta", time_ms=150)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"algorithm": "greedy", "depth": 1}, "search 'greedy' takes no depth; leave it out"),
        ({"algorithm": "minimax", "nodes": 9}, "search 'minimax' takes no nodes; leave it out"),
        ({"algorithm": "minimax"}, "search 'minimax' needs exactly one of: depth"),
        (
            {"algorithm": "alphabeta"},
            "search 'alphabeta' needs exactly one of: depth, nodes, time_ms",
        ),
        (
            {"algorithm": "alphabeta", "depth": 65, "nodes": 1},
            "search depth 65 is outside 1 to 64; give one within",
        ),
        (
            {"algorithm": "alphabeta", "depth": 2, "nodes": 1, "time_ms": 1.0},
            "search 'alphabeta' takes nodes or time_ms; leave one of them out",
        ),
        (
            {"algorithm": "minimax", "time_ms": 150},
            "search 'minimax' takes no time_ms; leave it out",
        ),
        (
            {"algorithm": "alphabeta", "time_ms": 0.05},
            "search time_ms 0.05 is outside 0.1 to 600000",
        ),
        (
            {"algorithm": "alphabeta", "time_ms": 600_001},
            "search time_ms 600001 is outside 0.1 to 600000",
        ),
        (
            {"algorithm": "alphabeta", "depth": 0},
            "search depth 0 is outside 1 to 64; give one within",
        ),
        (
            {"algorithm": "alphabeta", "depth": 65},
            "search depth 65 is outside 1 to 64; give one within",
        ),
        ({"algorithm": "alphabeta", "nodes": 0}, "search nodes 0 must be at least 1"),
        (
            {"algorithm": "random", "ties": "ordered"},
            "search 'random' has no ties to break in order; leave ties out",
        ),
        (
            {"algorithm": "greedy", "switch_ply": 2},
            "search 'greedy' has no stages; leave switch_ply, first and then out",
        ),
        (
            {"algorithm": "staged", "switch_ply": 2, "first": GREEDY},
            "search 'staged' needs switch_ply, first and then",
        ),
        (
            {"algorithm": "staged", "depth": 3, "switch_ply": 2, "first": GREEDY, "then": DEEP},
            "search 'staged' takes no depth; leave it out",
        ),
        (
            {"algorithm": "staged", "switch_ply": 0, "first": GREEDY, "then": DEEP},
            "switch_ply 0 is outside 1 to 1073741824",
        ),
        (
            {"algorithm": "staged", "switch_ply": 2, "first": GREEDY, "then": STAGED},
            "the stages of a search cannot be staged themselves",
        ),
        (
            {
                "algorithm": "staged",
                "ties": "ordered",
                "switch_ply": 2,
                "first": GREEDY,
                "then": DEEP,
            },
            "search 'staged' has no ties to break in order; leave ties out",
        ),
        *(
            (
                {"gives_up": True, **arguments},
                f"search '{arguments['algorithm']}' itself cannot give up; leave gives_up out, or "
                "write it at a part that is one of: greedy, minimax, alphabeta",
            )
            for arguments in (
                {"algorithm": "random"},
                {"algorithm": "staged", "switch_ply": 2, "first": GREEDY, "then": DEEP},
                {"algorithm": "perfect", "nodes": 9, "otherwise": DEEP},
            )
        ),
        (
            {"algorithm": "perfect", "otherwise": DEEP},
            "search 'perfect' needs exactly one of: nodes",
        ),
        (
            {"algorithm": "perfect", "nodes": 0, "otherwise": DEEP},
            "search nodes 0 must be at least 1",
        ),
        (
            {"algorithm": "perfect", "nodes": 9, "depth": 3, "otherwise": DEEP},
            "search 'perfect' takes no depth; leave it out",
        ),
        (
            {"algorithm": "perfect", "nodes": 9},
            "search 'perfect' needs otherwise, the search where nothing is proven; add it",
        ),
        (
            {"algorithm": "perfect", "nodes": 9, "otherwise": PERFECT},
            "search 'perfect' cannot be perfect otherwise as well; name another search there",
        ),
        (
            {
                "algorithm": "perfect",
                "nodes": 9,
                "otherwise": make_search("staged", switch_ply=2, first=PERFECT, then=DEEP),
            },
            "search 'perfect' cannot be perfect otherwise as well; name another search there",
        ),
        (
            {"algorithm": "perfect", "nodes": 9, "otherwise": TIMED},
            "search 'perfect' has no time_ms in its otherwise, since its proofs are not timed; "
            "give nodes or a depth",
        ),
        (
            {"algorithm": "perfect", "nodes": 9, "otherwise": DEEP, "ties": "ordered"},
            "search 'perfect' has no ties to break in order; leave ties out",
        ),
        (
            {"algorithm": "perfect", "nodes": 9, "otherwise": DEEP, "switch_ply": 2},
            "search 'perfect' has no stages; leave switch_ply, first and then out",
        ),
        (
            {"algorithm": "greedy", "otherwise": DEEP},
            "search 'greedy' has no otherwise; leave it out",
        ),
        (
            {
                "algorithm": "staged",
                "switch_ply": 2,
                "first": GREEDY,
                "then": make_search("perfect", nodes=9, otherwise=STAGED),
            },
            "the stages of a search cannot be staged themselves",
        ),
    ],
)
def test_searches_that_do_not_exist(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(EngineError) as failure:
        make_search(**arguments)
    assert str(failure.value) == message


def test_names_of_searches() -> None:
    with pytest.raises(UnknownNameError, match="unknown search algorithm 'alphabet'; did you mean"):
        make_search("alphabet", depth=3)
    with pytest.raises(UnknownNameError, match="known: ordered, random"):
        make_search("greedy", ties="first")
    assert str(make_search("alphabeta", depth=3)) == "alphabeta depth 3"
    assert str(make_search("alphabeta", nodes=500)) == "alphabeta 500 nodes"
    assert str(make_search("alphabeta", time_ms=150)) == "alphabeta 150 ms"
    assert str(GREEDY) == "greedy"
    assert str(STAGED) == "greedy to ply 45, then alphabeta depth 6"
    assert str(PERFECT) == "perfect 20000 nodes, otherwise alphabeta depth 6"


def test_a_search_as_plain_data() -> None:
    assert DEEP.tree() == {"algorithm": "alphabeta", "depth": 6, "ties": "random"}
    assert STAGED.tree() == {
        "algorithm": "staged",
        "switch_ply": 45,
        "first": {"algorithm": "greedy", "ties": "random"},
        "then": {"algorithm": "alphabeta", "depth": 6, "ties": "random"},
    }
    assert PERFECT.tree() == {
        "algorithm": "perfect",
        "nodes": 20_000,
        "otherwise": {"algorithm": "alphabeta", "depth": 6, "ties": "random"},
    }


def test_only_a_time_limit_makes_a_search_depend_on_the_machine() -> None:
    assert not TIMED.reproducible
    assert not make_search("staged", switch_ply=45, first=GREEDY, then=TIMED).reproducible
    assert not make_search("staged", switch_ply=45, first=TIMED, then=PERFECT).reproducible
    assert STAGED.reproducible
    assert PERFECT.reproducible
    assert make_search("alphabeta", nodes=9).reproducible


def test_random_moves_ask_for_no_evaluation() -> None:
    chance = make_search("random")
    assert not chance.evaluates
    assert not make_search("perfect", nodes=9, otherwise=chance).evaluates
    assert not make_search("staged", switch_ply=2, first=chance, then=chance).evaluates
    assert make_search("staged", switch_ply=2, first=chance, then=GREEDY).evaluates
    assert PERFECT.evaluates


@pytest.mark.parametrize(
    ("search", "numbers", "phrase", "nodes", "milliseconds"),
    [
        (make_search("random"), {}, "with random", 1.0, 0.0),
        # 16 moves in a position: 16^0.75 is 8.
        (GREEDY, {}, "with greedy", 8.0, 0.0),
        (make_search("minimax", depth=2), {"depth": 2}, "at minimax depth 2", 64.0, 0.0),
        (DEEP, {"depth": 6}, "at alphabeta depth 6", 262_144.0, 0.0),
        (make_search("alphabeta", nodes=2000), {}, "with 2,000 nodes", 2000.0, 0.0),
        (TIMED, {}, "with alphabeta 150 ms", 1.0, 150.0),
        (
            STAGED,
            {"switch_ply": 45, "then.depth": 6},
            "with greedy to ply 45, then alphabeta depth 6",
            262_144.0,
            0.0,
        ),
        (
            PERFECT,
            {"otherwise.depth": 6},
            "with perfect 20000 nodes, otherwise alphabeta depth 6",
            282_144.0,
            0.0,
        ),
    ],
    ids=str,
)
def test_what_a_search_says_of_itself(
    search: Search, numbers: dict[str, int], phrase: str, nodes: float, milliseconds: float
) -> None:
    assert search.numbers() == numbers
    assert search.phrase == phrase
    assert search.nodes_a_move(16.0) == nodes
    assert search.milliseconds_a_move() == milliseconds
    assert make_search(**written(search)) == search


def written(search: Search) -> dict[str, Any]:
    """What a file holds of a search, its parts as searches."""
    parts = search.parts()
    return {key: parts.get(key, value) for key, value in search.tree().items()}


def test_numbers_of_parts_are_changed_by_their_names() -> None:
    changed = STAGED.with_numbers({"switch_ply": 9.0, "then.depth": 2.0, "first.depth": 8.0})
    then = make_search("alphabeta", depth=2)
    assert changed == make_search("staged", switch_ply=9, first=GREEDY, then=then)
    assert PERFECT.with_numbers({"nodes": 3.0, "depth": 3.0}) == PERFECT


def test_at_equal_time_all_but_chance_search_by_nodes() -> None:
    ordered = make_search("minimax", depth=3, ties="ordered", gives_up=True)
    by_500 = make_search("alphabeta", nodes=500)
    assert [by_nodes(one, 500) for one in (DEEP, TIMED, STAGED, PERFECT)] == [by_500] * 4
    assert by_nodes(ordered, 500) == make_search("alphabeta", nodes=500, ties="ordered")
    chance = make_search("random")
    assert by_nodes(chance, 500) == chance
    assert by_depth(STAGED, 3) == make_search("alphabeta", depth=3)


def test_a_search_without_its_clock_and_proofs() -> None:
    by_9 = make_search("alphabeta", nodes=9)
    assert TIMED.untimed(9) == by_9
    assert PERFECT.untimed(9) == DEEP
    assert make_search("greedy", ties="ordered").untimed(9) == GREEDY
    staged = make_search("staged", switch_ply=4, first=TIMED, then=PERFECT)
    assert staged.untimed(9) == make_search("staged", switch_ply=4, first=by_9, then=DEEP)


def test_two_plies_more_and_no_more_than_there_may_be() -> None:
    assert DEEP.deeper(2) == make_search("alphabeta", depth=8)
    assert make_search("minimax", depth=63).deeper(2) == make_search("minimax", depth=64)
    assert [one.deeper(2) for one in (GREEDY, TIMED, STAGED, PERFECT)] == [None] * 4


TOGETHER = make_search("alphabeta", depth=3, nodes=2_000)


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"depth": 6, "nodes": 2_000}, "alphabeta 2000 nodes to depth 6 at most"),
        ({"depth": 6, "time_ms": 150}, "alphabeta 150 ms to depth 6 at most"),
        ({"nodes": 2_000}, "alphabeta 2000 nodes"),
    ],
)
def test_a_depth_may_stand_beside_another_limit(settings: dict[str, int], text: str) -> None:
    search = make_search("alphabeta", **settings)
    assert str(search) == text
    assert make_search(**search.tree()) == search  # type: ignore[arg-type]
