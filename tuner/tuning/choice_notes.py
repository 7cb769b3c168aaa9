"""Look before the games how far a study's parameters change the choice of a move."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.game import States
from engine.play.deepening import AlphaBetaNodes
from engine.play.driver import analyse
from engine.play.search import Search
from features.compiled import heuristic_player
from features.parameter import Parameter
from tuner.config.study import Study
from tuner.matches.sample import chosen_moves, positions_with_a_choice
from tuner.samplers.space import Space, Vector
from tuner.tuning.sensitivity import Sensitivity
from tuner.tuning.trials import tuned_agent

__all__ = ["choice_changes"]

_POSITIONS = 4_000
_LEAST_POSITIONS = 400
_NODES = 4_000_000
"""For all choices together, about half a second: dear searches choose in fewer positions, and
where even those are too dear, with a limit in nodes."""

_UNTIMED_NODES = 1_000
"""In place of a limit in time."""

_TRIED = 64
_TURNS = 32
_ELSEWHERE = 3


def choice_changes(study: Study, known: Collection[str]) -> list[Sensitivity]:
    """Return of each tuned parameter what share of the choices its range changes.

    The study's agent chooses a move in sampled positions with the parameter at both ends of its
    range and the others hand-set. Where that changes little, it is tried again with the others at
    random values: a weight may count only beside another one. Numbers of the search are left out.

    Args:
        study: before its games.
        known: names of parameters of which it is known already that they change nothing.

    Raises:
        EvaluationError: if the formula gave no number.
    """
    tuned = [one for one in study.tune if isinstance(one, Parameter) and one.name not in known]
    if not tuned:
        return []
    sample = _sample(study)
    return [_largest_change(sample, one) for one in tuned]


@dataclass(frozen=True, eq=False)
class _Sample:
    """Hold positions in which an agent chooses, a seed for each, and how the agent looks ahead."""

    study: Study
    search: Search
    states: States
    seeds: NDArray[np.uint64]
    known: dict[Vector, NDArray[np.int64]] = field(default_factory=dict)

    def moves(self, vector: Vector) -> NDArray[np.int64]:
        """Return what the agent chooses with these values; ties fall alike for all values."""
        # Every parameter asks for the hand-set ones.
        if vector not in self.known:
            everywhere = np.arange(len(self.states))
            self.known[vector] = self.moves_at(vector, everywhere, self.seeds)
        return self.known[vector]

    def moves_at(
        self, vector: Vector, numbers: NDArray[np.int64], seeds: NDArray[np.uint64]
    ) -> NDArray[np.int64]:
        """Return what the agent chooses in some of the positions."""
        agent = replace(tuned_agent(self.study, vector), search=self.search)
        return chosen_moves(self.study.game, agent, self.states[numbers], seeds)


def _sample(study: Study) -> _Sample:
    """Return positions in random order: as many as the nodes allow."""
    states, seeds = positions_with_a_choice(study.game, _POSITIONS)
    order = np.random.default_rng(study.seed).permutation(len(states))
    states, seeds = states[order], seeds[order]
    search = study.search.untimed(_UNTIMED_NODES)
    each = _NODES // (2 * len(study.tune) + 1)
    count = int(each / _nodes_a_choice(study, search, states, seeds))
    if count < _LEAST_POSITIONS:
        count = _LEAST_POSITIONS
        search = AlphaBetaNodes(nodes=each // count)
    return _Sample(study, search, states[:count], seeds[:count])


def _nodes_a_choice(
    study: Study, search: Search, states: States, seeds: NDArray[np.uint64]
) -> float:
    """Return the mean over the first positions, fewer of them where it is large."""
    agent = tuned_agent(study, Space(study.tune).hand_set)
    player = heuristic_player(study.game, agent.heuristic, agent.values, search)
    spent = done = 0
    while done < min(_TRIED, len(states)) and spent < _NODES // 8:
        part = slice(done, done + 4)
        spent += int(analyse(study.game, player, states[part], seeds[part]).nodes.sum())
        done = min(done + 4, len(states))
    return max(1.0, spent / done)


def _largest_change(sample: _Sample, parameter: Parameter) -> Sensitivity:
    """Return the change with those values of the others with which it is largest."""
    largest = Sensitivity(parameter, 0, len(sample.states))
    for others in _values_of_others(sample.study):
        found = _change(sample, others, parameter)
        if found.matters:
            return found
        largest = max(largest, found, key=lambda one: one.changed)
    return largest


def _change(sample: _Sample, others: Vector, parameter: Parameter) -> Sensitivity:
    index = sample.study.tune.index(parameter)
    middle = (*others[:index], parameter.default, *others[index + 1 :])
    usual = sample.moves(middle)
    ends = [
        sample.moves((*others[:index], value, *others[index + 1 :]))
        for value in (parameter.low, parameter.high)
    ]
    differs = np.any([end != usual for end in ends], axis=0)
    found = Sensitivity(parameter, int(differs.sum()), len(differs))
    if not found.matters:
        return found
    numbers = np.flatnonzero(differs)[:_TRIED]
    wanted = np.array([end[numbers] for end in ends])
    # Where not all are tied, it is seen most often in the first one.
    for some in (slice(0, 1), slice(1, None)):
        if not _all_tied(sample, middle, numbers[some], wanted[:, some]):
            return found
    return replace(found, ties=len(numbers))


def _all_tied(
    sample: _Sample, vector: Vector, numbers: NDArray[np.int64], wanted: NDArray[np.int64]
) -> bool:
    """Return whether an order of the moves makes each wanted move the chosen one.

    Args:
        sample: where the positions are.
        vector: of the agent that chooses.
        numbers: of the positions.
        wanted: moves of each, shape (moves, positions).
    """
    missing = np.ones(wanted.shape, dtype=bool)
    first, last = 0, 1
    while first < _TURNS:
        left = np.flatnonzero(missing.any(axis=0))
        if not len(left):
            return True
        # So many turns at once as were taken before: most moves are found in the first ones.
        turns = np.arange(first, last, dtype=np.uint64)
        seeds = sample.seeds[numbers[left]] + turns[:, None]
        asked = np.tile(numbers[left], len(turns))
        moves = sample.moves_at(vector, asked, seeds.ravel()).reshape(len(turns), -1)
        missing[:, left] &= (wanted[:, None, left] != moves).all(axis=1)
        first, last = last, min(2 * last, _TURNS)
    return not missing.any()


def _values_of_others(study: Study) -> Iterator[Vector]:
    """Yield the hand-set vector, then vectors with random parameters of the formula."""
    space = Space(study.tune)
    yield space.hand_set
    if sum(isinstance(one, Parameter) for one in study.tune) == 1:
        return
    stream = np.random.default_rng(study.seed)
    for _ in range(_ELSEWHERE):
        drawn = space.from_unit(stream.random(len(study.tune)))
        yield tuple(
            value if isinstance(one, Parameter) else one.default
            for one, value in zip(study.tune, drawn, strict=True)
        )
