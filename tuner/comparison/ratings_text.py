"""Say ratings in words, and write them as JSON and read them from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tuner.stats.elo import score_of_elo
from tuner.stats.interval import Interval
from tuner.stats.multiple import SHOWN
from tuner.stats.ratings import Rating, Ratings
from tuner.stats.text import elo_text, p_value_text, score_text
from tuner.stats.transitivity import Transitivity

__all__ = [
    "rating_text",
    "ratings_json",
    "ratings_lines",
    "ratings_notes",
    "scale_text",
]


def ratings_lines(ratings: Ratings, asked_anchor: str = "") -> list[str]:
    """Return the ratings for people, the strongest agent first."""
    rows = _by_strength(ratings.agents)
    return [
        f"Ratings, {scale_text(ratings)}:",
        *(f"  {one.agent}: {rating_text(one)}" for one in rows),
        *(f"  {note}" for note in ratings_notes(ratings, asked_anchor)),
    ]


def scale_text(ratings: Ratings) -> str:
    """Return what the numbers are: model, zero, and what 100 Elo mean."""
    zero = f"{ratings.anchor} is 0" if ratings.anchor else "they add up to 0"
    return (
        f"Bradley-Terry over all matches, {zero}; 100 Elo more are a score of "
        f"{100 * score_of_elo(100):.0f}%"
    )


def rating_text(rating: Rating) -> str:
    """Return a rating as "+35 Elo (+20 to +50)", a bound, or that there is none."""
    elo = rating.elo
    if elo is None:
        return "no rating, since no game links it to the others"
    if elo.bound == "at least":
        return f"{elo_text(elo)}; it won every point against those that are rated"
    if elo.bound == "at most":
        return f"{elo_text(elo)}; it lost every point against those that are rated"
    if elo.low == elo.high == 0:
        return "0 Elo, the anchor"
    return elo_text(elo)


def ratings_notes(ratings: Ratings, asked_anchor: str = "") -> list[str]:
    """Return what moving first is worth, and whether the ratings explain the matches."""
    notes = []
    if asked_anchor and asked_anchor != ratings.anchor:
        notes.append(
            f"{asked_anchor} won or lost every point, or played nobody who is rated, and cannot "
            "be 0."
        )
    return [*notes, *_first_player(ratings), *_transitivity(ratings.transitivity)]


def _first_player(ratings: Ratings) -> list[str]:
    if ratings.first_score is None:
        return []
    said = f"Whoever moves first has {score_text(ratings.first_score)} of the points"
    if ratings.first_player is None:
        return [f"{said}; no finite advantage in Elo fits these games."]
    return [f"{said}; between equals that is worth {elo_text(ratings.first_player)}."]


def _transitivity(test: Transitivity | None) -> list[str]:
    if test is None:
        return []
    worst = test.worst
    match = (
        f"{worst.one} against {worst.other} scores {100 * worst.score:.1f}%, "
        f"{100 * (worst.score - worst.expected):+.1f} points to its ratings"
    )
    if test.p_value is None:
        return [
            "The openings are too few to test whether one rating for each agent explains all "
            "scores."
        ]
    p_value = p_value_text(test.p_value)
    if test.p_value > SHOWN:
        return [
            f"One rating for each agent explains all scores, as far as this test sees "
            f"({p_value}; the largest difference: {match})."
        ]
    return [
        f"One rating for each agent does not explain all scores ({p_value}): who wins depends on "
        f"whom it plays, and a rating is a mean over these opponents. The largest difference: "
        f"{match}."
    ]


def _by_strength(agents: Sequence[Rating]) -> list[Rating]:
    """Return the agents, the strongest first; those without a rating come last."""
    return sorted(
        agents, key=lambda one: (one.elo is None, 0.0 if one.elo is None else -one.elo.estimate)
    )


def ratings_json(ratings: Ratings, asked_anchor: str = "") -> dict[str, Any]:
    """Return the ratings as JSON; of one-sided ones the end that is no statement is null."""
    test = ratings.transitivity
    return {
        "anchor": ratings.anchor,
        "asked_anchor": asked_anchor,
        "agents": [
            {"name": one.agent, **_stated("elo", one.elo), "said": rating_text(one)}
            for one in _by_strength(ratings.agents)
        ],
        "first_player": _stated("elo", ratings.first_player),
        "first_player_score": _stated("score", ratings.first_score),
        "transitivity": None if test is None else _test_json(test),
        "scale": scale_text(ratings),
        "notes": ratings_notes(ratings, asked_anchor),
    }


def _stated(name: str, interval: Interval | None) -> dict[str, Any]:
    """Return an interval as JSON: nulls where there is none, or an end says nothing."""
    if interval is None:
        return {name: None, "low": None, "high": None, "bound": None}
    sided = interval.bound == "two-sided" or name == "score"
    return {
        name: interval.estimate if sided else None,
        "low": None if interval.bound == "at most" and not sided else interval.low,
        "high": None if interval.bound == "at least" and not sided else interval.high,
        "bound": interval.bound,
    }


def _test_json(test: Transitivity) -> Mapping[str, Any]:
    worst = test.worst
    return {
        "p_value": test.p_value,
        "freedom": test.freedom,
        "worst": {
            "first": worst.one,
            "second": worst.other,
            "score": worst.score,
            "expected": worst.expected,
        },
    }
