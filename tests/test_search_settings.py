"""Searches that do not exist are refused, in one line."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import EngineError, UnknownNameError
from engine.search import Search


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"algorithm": "greedy", "depth": 1}, "search 'greedy' takes no depth; leave it out"),
        ({"algorithm": "minimax", "nodes": 9}, "search 'minimax' takes no nodes; leave it out"),
        ({"algorithm": "minimax"}, "search 'minimax' needs exactly one of: depth"),
        ({"algorithm": "alphabeta"}, "search 'alphabeta' needs exactly one of: depth, nodes"),
        (
            {"algorithm": "alphabeta", "depth": 1, "nodes": 1},
            "search 'alphabeta' needs exactly one of: depth, nodes",
        ),
        ({"algorithm": "alphabeta", "depth": 0}, "search depth 0 is outside 1 to 64"),
        ({"algorithm": "alphabeta", "depth": 65}, "search depth 65 is outside 1 to 64"),
        ({"algorithm": "alphabeta", "nodes": 0}, "search nodes 0 must be at least 1"),
        (
            {"algorithm": "random", "ties": "ordered"},
            "search 'random' has no ties to break in order; leave ties out",
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
    assert str(Search("greedy")) == "greedy"
