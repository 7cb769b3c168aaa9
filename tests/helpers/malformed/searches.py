"""Searches, and tuned numbers of searches, that cannot be."""

from __future__ import annotations

from malformed import Case

_ALGORITHMS = "random, greedy, minimax, alphabeta, staged, perfect"


def _search(text: str, message: str) -> Case:
    """Another search of the study."""
    return Case("{algorithm: alphabeta, depth: 3}", text, f":7: search{message}")


def _tuned_search(text: str, message: str) -> Case:
    """Another tuned number, in place of the second parameter."""
    return Case("distance_weight: {low: -1.0, high: 2.0}", text, f":6: tune{message}")


CASES = {
    "unknown search": Case(
        "algorithm: alphabeta",
        "algorithm: alphbeta",
        ":7: search.algorithm: unknown search algorithm 'alphbeta'; did you mean 'alphabeta'? "
        f"known: {_ALGORITHMS}",
    ),
    "search without a limit": Case(
        "alphabeta, depth: 3",
        "alphabeta",
        ":7: search: search 'alphabeta' needs exactly one of: depth, nodes, time_ms; correct it",
    ),
    "limit of another search": Case(
        "alphabeta, depth: 3",
        "minimax, depth: 3, nodes: 9",
        ":7: search: search 'minimax' takes no nodes; leave it out",
    ),
    "search deeper than possible": Case(
        "depth: 3", "depth: 65", ":7: search.depth: 65 is too large; give at most 64"
    ),
    "random search": Case(
        "alphabeta, depth: 3",
        "random",
        ":7: search.algorithm: a random search plays the same with all values, "
        "so nothing can be tuned; use greedy, minimax or alphabeta",
    ),
    "time limit of another search": _search(
        "{algorithm: minimax, time_ms: 150}",
        ": search 'minimax' takes no time_ms; leave it out",
    ),
    "time limit that is too short": _search(
        "{algorithm: alphabeta, time_ms: 0.01}",
        ": search time_ms 0.01 is outside 0.1 to 600000; correct it",
    ),
    "stages that are not complete": _search(
        "{algorithm: staged, switch_ply: 45, first: {algorithm: greedy}}",
        ": search 'staged' needs switch_ply, first and then; correct it",
    ),
    "stages of another search": _search(
        "{algorithm: greedy, switch_ply: 45}",
        ": search 'greedy' has no stages; leave switch_ply, first and then out",
    ),
    "stage without a limit": _search(
        "{algorithm: staged, switch_ply: 45, first: {algorithm: greedy}, "
        "then: {algorithm: minimax}}",
        ".then: search 'minimax' needs exactly one of: depth; correct it",
    ),
    "stages in stages": _search(
        "{algorithm: staged, switch_ply: 45, first: {algorithm: greedy}, then: {algorithm: staged, "
        "switch_ply: 50, first: {algorithm: greedy}, then: {algorithm: greedy}}}",
        ": the stages of a search cannot be staged themselves; correct it",
    ),
    "both stages random": _search(
        "{algorithm: staged, switch_ply: 45, first: {algorithm: random}, "
        "then: {algorithm: random}}",
        ".algorithm: a random search plays the same with all values, so nothing can be tuned; "
        "use greedy, minimax or alphabeta",
    ),
    "perfect search without another one": _search(
        "{algorithm: perfect, nodes: 9}",
        ": search 'perfect' needs otherwise, the search where nothing is proven; add it",
    ),
    "perfect search without steps": _search(
        "{algorithm: perfect, nodes: 0, otherwise: {algorithm: greedy}}",
        ".nodes: 0 is too small; give at least 1",
    ),
    "perfect search in itself": _search(
        "{algorithm: perfect, nodes: 9, otherwise: {algorithm: perfect, nodes: 9, "
        "otherwise: {algorithm: greedy}}}",
        ": search 'perfect' cannot be perfect otherwise as well; name another search there",
    ),
    "perfect search whose other one has no limit": _search(
        "{algorithm: perfect, nodes: 9, otherwise: {algorithm: alphabeta}}",
        ".otherwise: search 'alphabeta' needs exactly one of: depth, nodes, time_ms; correct it",
    ),
    "perfect search with a limit in time": _search(
        "{algorithm: perfect, nodes: 9, otherwise: {algorithm: alphabeta, time_ms: 150}}",
        ": search 'perfect' has no time_ms in its otherwise, since its proofs are not timed; "
        "give nodes or a depth",
    ),
    "perfect search that is random where nothing is proven": _search(
        "{algorithm: perfect, nodes: 9, otherwise: {algorithm: random}}",
        ".algorithm: a random search plays the same with all values, so nothing can be tuned; "
        "use greedy, minimax or alphabeta",
    ),
    "tuned number that the search does not have": _tuned_search(
        "search.switch_ply: {low: 20, high: 70}",
        ".search.switch_ply: search 'alphabeta depth 3' has no number 'search.switch_ply' that can "
        "be tuned; known: search.depth",
    ),
    "tuned number of the search without a range": _tuned_search(
        "search.depth: {low: 2}",
        ".search.depth: a number of the search has no range of its own; give low and high",
    ),
    "tuned number of the search with a fraction": _tuned_search(
        "search.depth: {low: 1.5, high: 4}",
        ".search.depth.low: an integer range has a low of 1.5; "
        "use whole numbers, or remove integer",
    ),
    "tuned number of the search that is to be no integer": _tuned_search(
        "search.depth: {low: 1, high: 4, integer: false}",
        ".search.depth.integer: the numbers of a search are whole numbers; remove integer",
    ),
    "tuned number of the search that leaves out the study's own": _tuned_search(
        "search.depth: {low: 4, high: 6}",
        ".search.depth.low: the hand-set value 3 is outside 4 to 6, so trial 0 could not be "
        "played; widen the range to include 3",
    ),
    "tuned number beyond what a search can have": _tuned_search(
        "search.depth: {low: 1, high: 65}",
        ".search.depth.high: search depth 65 is outside 1 to 64; give one within",
    ),
    "tuned number below what a search can have": _tuned_search(
        "search.depth: {low: 0, high: 4}",
        ".search.depth.low: search depth 0 is outside 1 to 64; give one within",
    ),
    "baseline with a wrong stage": Case(
        "baselines: udacity-2017-02",
        "baselines:\n- {name: A, heuristic: open, search: {algorithm: staged, switch_ply: 2, "
        "first: {algorithm: random}, then: {algorithm: minimax, depth: 99}}}",
        ":9: baselines[0].search.then.depth: 99 is too large; give at most 64",
    ),
}
