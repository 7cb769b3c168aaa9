"""Name the headings of a report in Markdown: those under which a course asks for its parts."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Headings", "headings_of"]


@dataclass(frozen=True)
class Headings:
    """Name the parts of a report that courses ask for.

    Attributes:
        features: what the heuristic uses, and why.
        depth: whether depth or accuracy of the evaluation mattered more.
        recommendation: what to use, with reasons.
    """

    features: str
    depth: str
    recommendation: str


_ANALYSIS = Headings(
    "What the heuristic uses, and why",
    "Did depth or accuracy of the evaluation matter more?",
    "Recommendation",
)

# The questions of the course (udacity/artificial-intelligence, Projects/3), word for word.
_PROJECT_3 = Headings(
    "What features of the game does your heuristic incorporate, and why do you think those "
    "features matter in evaluating states during search?",
    "Analyze the search depth your agent achieves using your custom heuristic. Does search speed "
    "matter more or less than accuracy to the performance of your heuristic?",
    "Recommendation",
)

_BY_GAME = {"isolation-9x11": _PROJECT_3}


def headings_of(game: str) -> Headings:
    """Return the headings for a game; games without a course have those of an analysis."""
    return _BY_GAME.get(game, _ANALYSIS)
