"""Say in words and as JSON where two agents choose differently."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tuner.explanation.difference import Choice, Difference, Differences
from tuner.stats.json import interval_json
from tuner.stats.text import score_text

__all__ = ["differences_json", "differences_lines"]

_SHOWN = 5
_PARTS = 3


def differences_lines(differences: Differences) -> list[str]:
    """Return the differences for people: how often, who is right, why, and some of them.

    Shown first are positions in which exactly one of the two is right.
    """
    first, second = differences.names
    share = score_text(differences.share)
    lines = [
        f"{first} and {second} choose different moves in {share} of {differences.positions:,} "
        "sampled positions, all of random games and with two or more moves."
    ]
    if not differences.found:
        return lines
    lines += [*_right_lines(differences), *_part_lines(differences)]
    for one in sorted(differences.found, key=_decided, reverse=True)[:_SHOWN]:
        lines += ["", f"Player {one.player} is to move. {one.position}"]
        lines += [
            _choice_line(name, choice)
            for name, choice in zip(differences.names, one.choices, strict=True)
        ]
    return lines


def differences_json(differences: Differences) -> dict[str, Any]:
    """Return the differences as JSON; the share is of positions, its interval is 95%."""
    share = differences.share
    return {
        "agents": list(differences.names),
        "positions": differences.positions,
        **interval_json(share, "share"),
        "known": len(differences.known),
        "right_alone": [differences.right(0), differences.right(1)],
        "found": [
            {
                "position": one.position,
                "player_to_move": one.player,
                "choices": [
                    {
                        "move": choice.move,
                        "result": choice.result or None,
                        "reasons": dict(choice.reasons),
                    }
                    for choice in one.choices
                ],
            }
            for one in differences.found
        ],
    }


def _decided(one: Difference) -> tuple[bool, bool]:
    results = [choice.result for choice in one.choices]
    return all(results) and results[0] != results[1], all(results)


def _right_lines(differences: Differences) -> list[str]:
    known = len(differences.known)
    if not known:
        return ["In none of them is it soon proven what the moves are worth."]
    first, second = differences.names
    alone = differences.right(0), differences.right(1)
    return [
        f"In {known} of these {len(differences.found)} it is proven what both moves are worth: in "
        f"{alone[0]} only {first} is right, in {alone[1]} only {second}, in "
        f"{known - sum(alone)} both moves are worth the same."
    ]


def _part_lines(differences: Differences) -> list[str]:
    """Return which parts of the formulas decide most often."""
    lines = []
    for index, name in enumerate(differences.names):
        reasons = [one.choices[index].reasons for one in differences.found]
        parts = Counter(some[0][0] for some in reasons if some)
        if parts:
            most = ", ".join(f"{part} ({count})" for part, count in parts.most_common(_PARTS))
            lines.append(
                f"What speaks most for {name}'s own move, by positions of {parts.total()} in which "
                f"that is known: {most}."
            )
    return lines


def _choice_line(name: str, choice: Choice) -> str:
    result = f", which {choice.result}" if choice.result else ""
    reasons = ", ".join(f"{by:+.4g} by {part}" for part, by in choice.reasons)
    return f"  {name} plays {choice.move}{result}{': ' + reasons if reasons else ''}"
