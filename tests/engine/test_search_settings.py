"""Searches that do not exist are refused, in one line."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import EngineError, UnknownNameError
from engine.play.search import Search

GREEDY = Search("greedy")
DEEP = Search("alphabeta", depth=6)
STAGED = Search("staged", switch_ply=45, first=GREEDY, then=DEEP)
PERFECT = Search("perfect", nodes=20_000, otherwise=DEEP)
TIMED = Search("alphabeta", time_ms=150)


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
            {"algorithm": "alphabeta", "depth": 1, "nodes": 1},
            "search 'alphabeta' needs exactly one of: depth, nodes, time_ms",
        ),
        (
            {"algorithm": "alphabeta", "nodes": 1, "time_ms": 1.0},
            "search 'alphabeta' needs exactly one of: depth, nodes, time_ms",
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
        ({"algorithm": "alphabeta", "depth": 0}, "search depth 0 is outside 1 to 64"),
        ({"algorithm": "alphabeta", "depth": 65}, "search depth 65 is outside 1 to 64"),
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
                "otherwise": Search("staged", switch_ply=2, first=PERFECT, then=DEEP),
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
                "then": Search("perfect", nodes=9, otherwise=STAGED),
            },
            "the stages of a search cannot be staged themselves",
        ),
    ],
)
def test_searches_that_do_not_exist(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(EngineError) as failure:
        Search(**arguments)
    assert str(failure.value) == message


def test_names_of_searches() -> None:
    with pytest.raises(UnknownNameError, match="unknown search algorithm 'alphabet'; did you mean"):
        Search("alphabet", depth=3)
    with pytest.raises(UnknownNameError, match="known: ordered, random"):
        Search("greedy", ties="first")
    assert str(Search("alphabeta", depth=3)) == "alphabeta depth 3"
    assert str(Search("alphabeta", nodes=500)) == "alphabeta 500 nodes"
    assert str(Search("alphabeta", time_ms=150)) == "alphabeta 150 ms"
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
    assert not Search("staged", switch_ply=45, first=GREEDY, then=TIMED).reproducible
    assert not Search("staged", switch_ply=45, first=TIMED, then=PERFECT).reproducible
    assert STAGED.reproducible
    assert PERFECT.reproducible
    assert Search("alphabeta", nodes=9).reproducible


def test_random_moves_ask_for_no_evaluation() -> None:
    chance = Search("random")
    assert not chance.evaluates
    assert not Search("perfect", nodes=9, otherwise=chance).evaluates
    assert not Search("staged", switch_ply=2, first=chance, then=chance).evaluates
    assert Search("staged", switch_ply=2, first=chance, then=GREEDY).evaluates
    assert PERFECT.evaluates
