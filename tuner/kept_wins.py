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

__all__ = ["KeptWins", "kept_prefix", "open_kept_wins"]

_PIECE = 128


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
        size = len(self.choices)
        # With limits in time all positions take minutes: what is done is kept piece by piece.
        step = size if agent.search.reproducible else _PIECE

        def measure() -> str:
            pieces = [
                self._kept(f"a piece of {key} from {first}", agent, slice(first, first + step))
                for first in range(0, size, step)
            ]
            return _encoded(np.concatenate(pieces))

        key = f"{kept_prefix(self.choices.split)}{self._digest()} by {agent_key(agent)}"
        return _decoded(self.ledger.noted(key, measure), size)

    def _kept(self, key: str, agent: Agent, piece: slice) -> NDArray[np.bool_]:
        choices = self.choices.piece(piece)

        def measure() -> str:
            return _encoded(kept_by(self.game, agent, choices, self.executor))

        if len(choices) == len(self.choices):
            return _decoded(measure(), len(choices))
        return _decoded(self.ledger.noted(key, measure), len(choices))

    def share(self, agent: Agent) -> Interval:
        """The accuracy of the agent, with Wilson's interval."""
        return wilson(int(self.of(agent).sum()), len(self.choices))

    def _digest(self) -> str:
        """Of the positions, the moves that keep the win, and the seeds."""
        digest = hashlib.sha256()
        for part in (self.choices.states, self.choices.keep, self.choices.seeds):
            digest.update(np.ascontiguousarray(part).astype("<u8").tobytes())
        return digest.hexdigest()[:16]


def kept_prefix(split: str) -> str:
    """How the ledger's notes on a half begin: one note for each agent that was asked."""
    return f"wins kept of the {split} half, "


def _encoded(kept: NDArray[np.bool_]) -> str:
    return np.packbits(kept).tobytes().hex()


def _decoded(text: str, size: int) -> NDArray[np.bool_]:
    bits = np.frombuffer(bytes.fromhex(text), np.uint8)
    return np.unpackbits(bits, count=size).astype(np.bool_)


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
