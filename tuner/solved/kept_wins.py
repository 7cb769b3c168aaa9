"""Find which won positions of a solved set an agent keeps won, and remember it in the ledger."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from engine.play.player import PreparedFormula
from features.heuristic import Heuristic
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.matches.ledger import Ledger
from tuner.solved.accuracy import kept_by
from tuner.solved.positions import Choices, find_choices
from tuner.stats.interval import Interval, wilson

__all__ = ["KeptWins", "kept_prefix", "open_kept_wins"]

_PIECE = 128

Prepare = Callable[[Heuristic], PreparedFormula]


@dataclass(frozen=True, eq=False)
class KeptWins:
    """An agent is tried on one half of the solved positions of a study's game.

    Attributes:
        game: the rules.
        choices: the positions.
        ledger: an agent is asked once; what it kept is taken from here ever after.
        executor: its threads search.
        prepare: gives a heuristic that is ready to play, the same one for all its values.
    """

    game: Game[Any]
    choices: Choices
    ledger: Ledger
    executor: Executor
    prepare: Prepare

    def of(self, agent: Agent) -> NDArray[np.bool_]:
        """Return where the agent's move keeps the win; bool, shape (positions,).

        Raises:
            EvaluationError: if the formula gave no number.
        """
        key = f"{kept_prefix(self.choices.split)}{self._digest} by {agent_key(agent)}"

        def measure() -> NDArray[np.bool_]:
            if agent.search.reproducible:
                return self._measured(agent, self.choices)
            return self._piece_by_piece(key, agent)

        return self._noted(key, measure, len(self.choices))

    def _piece_by_piece(self, key: str, agent: Agent) -> NDArray[np.bool_]:
        """Keep each piece that is done: with limits in time all positions take minutes."""
        pieces = []
        for first in range(0, len(self.choices), _PIECE):
            choices = self.choices.piece(slice(first, first + _PIECE))
            measure = partial(self._measured, agent, choices)
            pieces.append(self._noted(f"a piece of {key} from {first}", measure, len(choices)))
        return np.concatenate(pieces)

    def _measured(self, agent: Agent, choices: Choices) -> NDArray[np.bool_]:
        formula = self.prepare(agent.heuristic)
        return kept_by(self.game, agent, choices, self.executor, formula)

    def _noted(
        self, key: str, measure: Callable[[], NDArray[np.bool_]], size: int
    ) -> NDArray[np.bool_]:
        """Return what the ledger has noted, or what is measured now and kept there."""
        text = self.ledger.noted(key, lambda: np.packbits(measure()).tobytes().hex())
        bits = np.frombuffer(bytes.fromhex(text), np.uint8)
        return np.unpackbits(bits, count=size).astype(np.bool_)

    def share(self, agent: Agent) -> Interval:
        """Return the accuracy of the agent, with Wilson's interval."""
        return wilson(int(self.of(agent).sum()), len(self.choices))

    @cached_property
    def _digest(self) -> str:
        """Return the digest of the positions, the moves that keep the win, and the seeds."""
        digest = hashlib.sha256()
        for part in (self.choices.states, self.choices.keep, self.choices.seeds):
            digest.update(np.ascontiguousarray(part).astype("<u8").tobytes())
        return digest.hexdigest()[:16]


def kept_prefix(split: str) -> str:
    """Return how the ledger's notes on a half begin: one note for each agent that was asked."""
    return f"wins kept of the {split} half, "


def open_kept_wins(
    game: Game[Any],
    split: str,
    seed: int,
    ledger: Ledger,
    executor: Executor,
    prepare: Prepare,
) -> KeptWins:
    """Return one half of the solved positions of a game, ready to ask agents.

    Args:
        game: one that has solved positions.
        split: "search" or "verdict".
        seed: of the study, by which ties are broken.
        ledger: of the run.
        executor: its threads search.
        prepare: gives a heuristic that is ready to play, the same one for all its values.

    Raises:
        SolvedError: if the game has no solved positions, or they cannot be used.
    """
    return KeptWins(game, find_choices(game, split, seed), ledger, executor, prepare)
