"""Which of the won positions of a solved set an agent keeps won, remembered in the ledger."""

from __future__ import annotations

import hashlib
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from tuner.accuracy import kept_by
from tuner.agents import Agent
from tuner.arena import agent_key
from tuner.interval import Interval, wilson
from tuner.ledger import Ledger
from tuner.solved_positions import Choices, find_choices

__all__ = ["KeptWins", "open_kept_wins"]


@dataclass(frozen=True, eq=False)
class KeptWins:
    """One half of the solved positions of a study's game.

    Attributes:
        game: the rules.
        choices: the positions.
        ledger: an agent is asked once; what it kept is taken from here ever after.
        executor: its threads search.
    """

    game: Game[Any]
    choices: Choices
    ledger: Ledger
    executor: Executor

    def of(self, agent: Agent) -> NDArray[np.bool_]:
        """Where the agent's move keeps the win; bool, shape (positions,).

        Raises:
            EvaluationError: if the formula gave no number.
        """

        def measure() -> str:
            kept = kept_by(self.game, agent, self.choices, self.executor)
            return np.packbits(kept).tobytes().hex()

        key = f"wins kept of {self._digest()} by {agent_key(agent)}"
        bits = np.frombuffer(bytes.fromhex(self.ledger.noted(key, measure)), np.uint8)
        return np.unpackbits(bits, count=len(self.choices)).astype(np.bool_)

    def share(self, agent: Agent) -> Interval:
        """The accuracy of the agent, with Wilson's interval."""
        return wilson(int(self.of(agent).sum()), len(self.choices))

    def _digest(self) -> str:
        """Of the positions, the moves that keep the win, and the seeds."""
        digest = hashlib.sha256()
        for part in (self.choices.states, self.choices.keep, self.choices.seeds):
            digest.update(np.ascontiguousarray(part).astype("<u8").tobytes())
        return digest.hexdigest()[:16]


def open_kept_wins(
    game: Game[Any], split: str, seed: int, ledger: Ledger, executor: Executor
) -> KeptWins:
    """One half of the solved positions of a game, ready to ask agents.

    Args:
        game: one that has solved positions.
        split: "search" or "verdict".
        seed: of the study, by which ties are broken.
        ledger: of the run.
        executor: its threads search.

    Raises:
        SolvedError: if the game has no solved positions, or they cannot be used.
    """
    return KeptWins(game, find_choices(game, split, seed), ledger, executor)
