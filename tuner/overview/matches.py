"""Say of which kind matches are that belong to no study, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tuner.report.matches_condition import condition_sentence, standings_lead
from tuner.report.ratings_part import ratings_lead
from tuner.report.results import interval_of
from tuner.stats.text import score_text

__all__ = ["MATCH_KINDS", "kind_of_name", "kind_of_results", "results_text"]

_DUELS = 3
_Content = Mapping[str, Any]


def kind_of_results(content: _Content) -> str:
    """Return the kind of matches that some results are of, "" for none that is known."""
    return next((one.name for one in _KINDS if one.key in content), "")


def kind_of_name(folder: str) -> str:
    """Return the kind of matches that a folder of this name is for, "" for none."""
    return next((one.name for one in _KINDS if folder.startswith(one.heads)), "")


def results_text(kind: str, content: _Content) -> str:
    """Return what came of some matches, with its interval and its condition.

    Args:
        kind: one of `MATCH_KINDS`.
        content: of results.json.

    Raises:
        KeyError, TypeError, ValueError, AttributeError, IndexError: if what is there is damaged.
    """
    return next(one for one in _KINDS if one.name == kind).text(content)


def _comparison(content: _Content) -> str:
    duels = content["head_to_head"]
    if not duels:
        return "These agents are one function."
    if "ratings" in content:
        return f"{ratings_lead(content)} {condition_sentence(content, opponents=False)}"
    said = [
        f"{one['first']} against {one['second']} {score_text(interval_of(one))}, {one['verdict']}"
        for one in duels[:_DUELS]
    ]
    more = [f"and {len(duels) - _DUELS} more matches"] if len(duels) > _DUELS else []
    return f"{'; '.join([*said, *more])}. {condition_sentence(content, opponents=False)}"


def _sequential(content: _Content) -> str:
    # The ledger may hold more: pairs that ended after the decision, and other matches.
    counted = f"in the {content['pairs']:,} pairs that count"
    return f"{content['verdict']}; score {score_text(interval_of(content))} {counted}."


def _noise(content: _Content) -> str:
    return f"{content['agent']['name']} against itself: {content['said'][0]}"


@dataclass(frozen=True)
class _Kind:
    """Hold what tells matches of a kind from others.

    Attributes:
        name: of the kind.
        key: that only its results have.
        heads: with which the names of its folders begin.
        text: returns what came of it.
    """

    name: str
    key: str
    heads: tuple[str, ...]
    text: Callable[[_Content], str]


_KINDS = (
    _Kind("comparison", "head_to_head", ("compare-", "league-"), _comparison),
    _Kind("sequential match", "log_likelihood_ratio", ("sprt-",), _sequential),
    _Kind("noise measurement", "intervals_without_half", ("noise-",), _noise),
    _Kind("tournament", "tournament", ("tournament-",), standings_lead),
)

MATCH_KINDS = tuple(one.name for one in _KINDS)
"""The kinds, in the order in which they are counted."""
