"""Write what a verdict says under further conditions, and what a move costs at equal time."""

from __future__ import annotations

from collections.abc import Sequence

from tuner.stats.interval import Interval
from tuner.stats.text import join_names, points_text, score_text
from tuner.verdict.findings import HEAD_TO_HEAD, Condition, TimeShare
from tuner.verdict.headline import condition_word

__all__ = ["condition_lines"]


def condition_lines(conditions: Sequence[Condition]) -> list[str]:
    """Return what both agents score under further conditions, and what a move costs at equal time.

    Head to head, conditions of which the same is said share a line, at the place of the first one.
    """
    duels: dict[str, list[Condition]] = {}
    for one in conditions:
        if one.hand_set is None:
            duels.setdefault(condition_word(one), []).append(one)
    lines = []
    for one in conditions:
        if one.hand_set is not None:
            lines += _against_lines(one, one.hand_set)
        elif duels[condition_word(one)][0] is one:
            lines.append(_duels_line(duels[condition_word(one)]))
    return lines


def _duels_line(duels: Sequence[Condition]) -> str:
    name = _says(duels[0])
    if len(duels) == 1:
        return f"{name}: the tuned agent scores {score_text(duels[0].tuned)}."
    scores = [f"{score_text(one.tuned)} {one.name.removeprefix(HEAD_TO_HEAD)}" for one in duels]
    words = name.removesuffix(duels[0].name)
    return f"{words}{HEAD_TO_HEAD.strip()}: the tuned agent scores {join_names(scores)}."


def _says(condition: Condition) -> str:
    word = condition_word(condition)
    return f"  {word[0].upper()}{word[1:]} {condition.name}"


def _against_lines(condition: Condition, hand_set: Interval) -> list[str]:
    # At equal time the limits of the baselines change, too, and are told; else their searches stay.
    others = "" if condition.shares or condition.opponent else ", the baselines searching as always"
    return [
        f"{_says(condition)}{others}: tuned {score_text(condition.tuned)}, hand-set "
        f"{score_text(hand_set)}; paired {points_text(condition.difference)}.",
        *_time_share_lines(condition.shares),
    ]


def _time_share_lines(shares: Sequence[TimeShare]) -> list[str]:
    """Return how much longer the tuned agent takes for a move, measured on this machine."""
    if not shares:
        return []
    tuned, *others = shares
    alike: dict[tuple[Interval, int], list[str]] = {}
    for one in others:
        alike.setdefault((one.ratio, one.nodes), []).append(one.name)
    texts = [
        f"{_times(ratio)} {join_names(names)} ({nodes:,} nodes)"
        for (ratio, nodes), names in alike.items()
    ]
    return [
        f"    All search by nodes, the tuned agent {tuned.nodes:,} a move. Nodes being equal, its "
        f"move takes {', '.join(texts)}. Measured once, on this machine. The intervals above "
        "are wide enough for both ends of these ranges; that of the difference also for hand-set "
        "slowest with the baselines fastest, and the other way round."
    ]


def _times(ratio: Interval) -> str:
    if ratio.low == ratio.high:
        return "as long as"
    return f"{ratio.estimate:.2f} times ({ratio.low:.2f} to {ratio.high:.2f}) as long as"
