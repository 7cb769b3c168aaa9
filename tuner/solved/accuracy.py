"""Measure how often agents keep a won position won, by stage, and compare agents by position."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import TuneError
from engine.game import Game
from engine.play.driver import analyse
from engine.play.player import PreparedFormula
from features.compiled import prepare_heuristic
from tuner.matches.agent import Agent, check_game, check_names
from tuner.solved.positions import STAGES, Choices, find_choices
from tuner.stats.decision import WORTHWHILE
from tuner.stats.interval import Interval, wilson
from tuner.stats.mcnemar import PairedCounts, mcnemar_p_value, paired_counts, share_difference

__all__ = [
    "ALL_STAGES",
    "SIGNIFICANCE",
    "Accuracy",
    "AccuracyReport",
    "Contest",
    "SolvedVerdict",
    "StageAccuracy",
    "accuracy_of",
    "contest",
    "kept_by",
    "kept_moves",
    "measure_accuracy",
]

ALL_STAGES = "all"
"""Stands for all stages together."""

SIGNIFICANCE = 0.001
"""Agents differ where McNemar's test gives less and the interval of the difference leaves out 0.

Less than the usual 0.05, since every study and every comparison asks the same positions. Chance
does not fall anew each time: what is luck in one study is the same luck in the next. So the rule
has to hold over all the studies that somebody makes: among 50 of them in which there is nothing to
find, at most about one in twenty sees any error.
"""


@dataclass(frozen=True)
class StageAccuracy:
    """Hold the accuracy of one agent in one stage.

    Attributes:
        stage: an entry of `STAGES`, or `ALL_STAGES`.
        positions: in which the choice matters.
        kept: of these, those in which the agent's move keeps the win.
        share: kept of positions, with Wilson's interval.
        chance: the share that a uniformly random move keeps on average; exact.
    """

    stage: str
    positions: int
    kept: int
    share: Interval
    chance: float


@dataclass(frozen=True)
class Accuracy:
    """Hold the accuracy of one agent.

    Attributes:
        agent: its name.
        plays: what it plays, in words.
        stages: each stage that has positions, in the order of the game.
        all: all stages together.
    """

    agent: str
    plays: str
    stages: tuple[StageAccuracy, ...]
    all: StageAccuracy


@dataclass(frozen=True)
class Contest:
    """Two agents are compared on the same positions.

    Attributes:
        first: name of the first agent.
        second: name of the second agent.
        counts: positions that both, the first alone, the second alone or neither kept.
        difference: share of the first minus share of the second, paired.
        p_value: of McNemar's exact test.
    """

    first: str
    second: str
    counts: PairedCounts
    difference: Interval
    p_value: float

    @property
    def verdict(self) -> str:
        """Return who is better, if both the test and the interval say so."""
        if self.p_value < SIGNIFICANCE:
            if self.difference.low > 0:
                return f"{self.first} is better"
            if self.difference.high < 0:
                return f"{self.second} is better"
        if max(self.difference.high, -self.difference.low) < WORTHWHILE:
            return "neither is better"
        return "undecided"


@dataclass(frozen=True)
class AccuracyReport:
    """This report says how often agents keep a won position won.

    Attributes:
        game: name of the game.
        split: the half of the solved positions, a key of `SPLITS`.
        agents: in the order in which they were given.
        searches: how each looks ahead, in words.
        contests: each further agent against the first one, which comes second in each.
        reproducible: False if an agent has a limit in time.
    """

    game: str
    split: str
    agents: tuple[Accuracy, ...]
    searches: tuple[str, ...]
    contests: tuple[Contest, ...]
    reproducible: bool


@dataclass(frozen=True)
class SolvedVerdict:
    """Compare both agents on the solved positions that no search sees.

    Attributes:
        tuned: how often the tuned agent keeps a win, by stage of the game.
        hand_set: the same of the hand-set agent.
        contest: the two position by position, tuned minus hand-set.
    """

    tuned: Accuracy
    hand_set: Accuracy
    contest: Contest


def measure_accuracy(
    game: Game[Any], agents: Sequence[Agent], split: str, seed: int, threads: int
) -> AccuracyReport:
    """Return the accuracy of agents, and of each further one beside the first.

    Args:
        game: one that has solved positions.
        agents: one or more, with different names.
        split: a key of `SPLITS`.
        seed: by which ties are broken; the same for all agents.
        threads: that search.

    Raises:
        SolvedError: if the game has no solved positions, or they cannot be used.
        TuneError: if there is no agent, two have the same name, or one plays another game.
        EvaluationError: if a formula gave no number.
    """
    if not agents:
        raise TuneError("there is no agent whose accuracy is asked; name one")
    check_names(agents)
    choices = find_choices(game, split, seed)
    with ThreadPoolExecutor(threads, "tune") as executor:
        kept = [kept_by(game, agent, choices, executor) for agent in agents]
    first = agents[0].name
    return AccuracyReport(
        game=game.name,
        split=split,
        agents=tuple(
            accuracy_of(agent, one, choices) for agent, one in zip(agents, kept, strict=True)
        ),
        searches=tuple(str(agent.search) for agent in agents),
        contests=tuple(
            contest((agent.name, first), (one, kept[0]))
            for agent, one in zip(agents[1:], kept[1:], strict=True)
        ),
        reproducible=all(agent.search.reproducible for agent in agents),
    )


def kept_by(
    game: Game[Any],
    agent: Agent,
    choices: Choices,
    executor: Executor | None = None,
    prepared: PreparedFormula | None = None,
) -> NDArray[np.bool_]:
    """Return where the agent's move keeps the win; bool, shape (n,), in the order of the choices.

    The result does not depend on the threads of the executor.

    Args:
        game: the rules.
        agent: that moves.
        choices: where it moves.
        executor: its threads search.
        prepared: the agent's heuristic, from whoever asks for many values of it; else it is
            prepared here.

    Raises:
        AgentError: if the agent plays another game.
        EvaluationError: if its formula gave no number.
    """
    check_game(agent, game)
    formula = prepare_heuristic(game, agent.heuristic) if prepared is None else prepared
    player = formula.player(agent.values, agent.search)
    return kept_moves(choices, analyse(game, player, choices.states, choices.seeds, executor).moves)


def kept_moves(choices: Choices, moves: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return where these moves, one for each of the choices, keep the win; bool, shape (n,)."""
    return (choices.keep >> moves.astype(np.uint64) & np.uint64(1)).astype(np.bool_)


def accuracy_of(agent: Agent, kept: NDArray[np.bool_], choices: Choices) -> Accuracy:
    """Return the shares of an agent from where it kept the win.

    Args:
        agent: whose they are.
        kept: bool, shape (n,), from `kept_by`.
        choices: the same positions.
    """
    present = [index for index in range(len(STAGES)) if (choices.stages == index).any()]
    return Accuracy(
        agent.name,
        agent.describe(),
        tuple(_share(STAGES[index], kept, choices, choices.stages == index) for index in present),
        _share(ALL_STAGES, kept, choices, np.ones(len(choices), dtype=np.bool_)),
    )


def contest(names: tuple[str, str], kept: tuple[NDArray[np.bool_], NDArray[np.bool_]]) -> Contest:
    """Return two agents compared position by position, from where each kept the win."""
    counts = paired_counts(*kept)
    return Contest(*names, counts, share_difference(counts), mcnemar_p_value(counts))


def _share(
    stage: str, kept: NDArray[np.bool_], choices: Choices, chosen: NDArray[np.bool_]
) -> StageAccuracy:
    positions, won = int(chosen.sum()), int(kept[chosen].sum())
    chance = float(choices.chance[chosen].mean())
    return StageAccuracy(stage, positions, won, wilson(won, positions), chance)
