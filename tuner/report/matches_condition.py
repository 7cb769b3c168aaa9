"""Say in sentences under which condition the matches of results.json were played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["condition_sentence", "note_sentences", "openings_phrase"]

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
