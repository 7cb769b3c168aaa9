"""Say in sentences what results.json holds first, and under which condition it was played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuner.report.results import interval_of
from tuner.stats.text import score_text

__all__ = ["condition_sentence", "note_sentences", "openings_phrase", "standings_lead"]

_FAIR = "from fair openings, which are the agents' own first plies"


def condition_sentence(content: Mapping[str, Any], *, opponents: bool) -> str:
    """Return how the agents look ahead and where their games begin.

    Args:
        content: of results.json; an older one does not say all of it.
        opponents: whether the opponents are meant as well.

    Raises:
        KeyError, TypeError: if what is there is damaged.
    """
    repeat = content.get("repeat")
    if repeat is None:
        return "The table of the agents says how each of them looks ahead."
    begin = openings_phrase(repeat["openings"])
    searches = repeat["searches"]
    own = set(searches["agents"])
    everyone = own | set(searches["opponents"] if opponents else ())
    if len(own) > 1:
        return (
            "The agents do not look ahead alike, and the table of the agents says how each does; "
            f"games begin {begin}."
        )
    (phrase,) = own
    if everyone == own:
        return f"All agents play {phrase}, {begin}."
    return (
        f"All candidates play {phrase}, {begin}; the table of the agents says how their opponents "
        "look ahead."
    )


def standings_lead(content: Mapping[str, Any]) -> str:
    """Return who has the most points of a tournament, who comes next, and in which condition.

    Raises:
        KeyError, TypeError, ValueError: if what is there is damaged.
    """
    own = [one for one in content["candidates"] if not one["same_as"]]
    first, *rest = sorted(own, key=lambda one: -one["score"])
    sentences = [
        f"{first['name']} has the largest share of the points, {score_text(interval_of(first))}"
    ]
    if rest:
        sentences.append(f"then comes {rest[0]['name']} with {score_text(interval_of(rest[0]))}")
    return f"{'; '.join(sentences)}. {condition_sentence(content, opponents=True)}"


def openings_phrase(openings: Mapping[str, Any]) -> str:
    """Return where games begin, such as "from openings of 6 random plies"."""
    if openings["mode"] == "fair":
        return _FAIR
    plies = int(openings["plies"])
    return f"from openings of {plies} random {'ply' if plies == 1 else 'plies'}"


def note_sentences(content: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what is to be noted of results, without a word before each that says so."""
    notes = [str(note).removeprefix("Note: ") for note in content["notes"]]
    return tuple(f"{note[:1].upper()}{note[1:]}" for note in notes)
