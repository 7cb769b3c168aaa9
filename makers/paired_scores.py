"""Say what several agents score against m - n at depth 3, and how far each is from the first one.

Run as `python -m makers.paired_scores AGENT AGENT ...`, with what `tune compare` takes as agents,
this prints the rows of a table of docs/studies.md.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from engine.games import find_game
from tuner.matches.arena import Arena
from tuner.matches.evaluation import compare_evaluations, evaluate_pairs
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import Meeting
from tuner.matches.objective import SCORE
from tuner.matches.openings import draw_openings
from tuner.stats.text import points_text, score_text
from tuner.tuning.lookup import find_agent

__all__ = ["paired_lines"]

_GAME = "isolation"
_PLIES = 6
_SEED = 20261129
"""The openings are those of no study."""


def paired_lines(words: Sequence[str], pairs: int, threads: int) -> list[str]:
    """Play each agent against m - n on the same openings, and return the rows of a table.

    Args:
        words: the agents, whose names are those in the rows.
        pairs: of each agent.
        threads: that play.
    """
    game = find_game(_GAME)
    opponent = find_agent("improved", game, None)
    agents = [find_agent(word, game, None) for word in words]
    openings = draw_openings(game, _PLIES, "compare", pairs, _SEED)
    with Ledger.in_memory("paired scores") as ledger, ThreadPoolExecutor(threads) as executor:
        arena = Arena(game, ledger, executor, lambda _: None)
        arena.prepare([*agents, opponent])
        played = arena.meet_all([Meeting(one, [opponent], openings) for one in agents])
    found = [evaluate_pairs(one, [1.0], openings.clusters, SCORE) for one in played]
    return [
        f"| {agent.name} | {score_text(one.interval)} | "
        f"{points_text(compare_evaluations(one, found[0])) if one is not found[0] else ''} |"
        for agent, one in zip(agents, found, strict=True)
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(paired_lines(sys.argv[1:], 20_000, 2)) + "\n")
