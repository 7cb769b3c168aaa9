"""Make the agents of an ablation: each is the exported agent with one change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from features.compiled import evaluate
from features.errors import FormulaError
from features.formula_terms import FormulaTerm, formula_terms, idle_terms, switched, without
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.sample import sample_positions
from tuner.samplers.space import Space, Vector

__all__ = ["Kind", "Variant", "Variants", "agent_without", "count_changes", "find_variants"]

Kind = Literal["parameter", "term"]

_VIEWS = 2_000


@dataclass(frozen=True)
class Variant:
    """A variant is the exported agent with one change.

    Attributes:
        kind: "parameter": it has its hand-set value; "term": it is left out.
        name: of the parameter, or the term as it is written.
        place: where the term stands: "formula", or a name of `where`; "" for a parameter.
        change: the values of a parameter, such as "0.75 -> 0.3"; "" for a term.
        agent: who plays.
        term: that is left out; None for a parameter.
    """

    kind: Kind
    name: str
    place: str
    change: str
    agent: Agent
    term: FormulaTerm | None = None


@dataclass(frozen=True)
class Variants:
    """Hold the agents of an ablation.

    Attributes:
        whole: the exported agent.
        changed: it with one change each.
        unchanged: tuned parameters that have their hand-set value anyway.
        undefined: terms without which the formula is not a number in some sampled positions.
        idle: the terms that add 0 everywhere, since a parameter is 0: without them the agent is the
            same function.
    """

    whole: Agent
    changed: tuple[Variant, ...]
    unchanged: tuple[str, ...]
    undefined: tuple[str, ...]
    idle: tuple[FormulaTerm, ...]


def count_changes(study: Study) -> int:
    """Return how many changes an ablation of this study has at most."""
    return len(study.tune) + len(formula_terms(study.heuristic))


def find_variants(study: Study, vector: Vector, agent_of: Callable[[Vector], Agent]) -> Variants:
    """Return the exported agent, and it with each change.

    Args:
        study: whose formula and parameters they are.
        vector: the exported values of the tuned parameters.
        agent_of: gives the agent of such values.
    """
    whole = agent_of(vector)
    parameters = list(_put_back(study, vector, agent_of))
    terms = formula_terms(whole.heuristic)
    idle = idle_terms(whole.heuristic, terms, _named(whole))
    left_out = list(_left_out(whole, [term for term in terms if term not in idle]))
    positions = sample_positions(study.game, _VIEWS // 2)
    undefined = [
        one
        for one in left_out
        if np.isnan(evaluate(study.game, one.agent.heuristic, one.agent.values, positions)).any()
    ]
    return Variants(
        replace(whole, name="whole"),
        (*parameters, *(one for one in left_out if one not in undefined)),
        tuple(
            one.name for one, value in zip(study.tune, vector, strict=True) if value == one.default
        ),
        tuple(one.name for one in undefined),
        idle,
    )


def _put_back(
    study: Study, vector: Vector, agent_of: Callable[[Vector], Agent]
) -> Iterator[Variant]:
    """Yield the agents that have one hand-set value each."""
    named = Space(study.tune).named(vector)
    for index, one in enumerate(study.tune):
        if vector[index] != one.default:
            changed = (*vector[:index], one.default, *vector[index + 1 :])
            change = f"{named[one.name]:.4g} -> {one.default:g}"
            yield Variant("parameter", one.name, "", change, agent_of(changed))


def _left_out(whole: Agent, terms: Sequence[FormulaTerm]) -> Iterator[Variant]:
    """Yield the agents that lack one of these terms each.

    They share one compiled formula, in which each term has a switch. A limit in time would feel
    what is switched off, and a formula may be too long for switches: then each is written anew.
    """
    try:
        switches = switched(whole.heuristic, terms) if whole.search.reproducible else None
    except FormulaError:
        switches = None
    for term in terms:
        if switches is None:
            agent = agent_without(whole, [term])
        else:
            values = switches.values(whole.values, term)
            agent = replace(whole, heuristic=switches.heuristic, values=values)
        if agent is not None:
            yield Variant("term", term.name, term.place, "", agent, term)


def agent_without(agent: Agent, terms: Sequence[FormulaTerm]) -> Agent | None:
    """Return the agent with a formula in which these terms are not written; None if none is left.

    Its values are the defaults of its heuristic, too, so that a file of it says them.
    """
    smaller = without(agent.heuristic, terms)
    if smaller is None:
        return None
    values = _named(agent)
    kept = {one.name: values[one.name] for one in smaller.parameters}
    return replace(agent, heuristic=smaller.with_defaults(kept), values=tuple(kept.values()))


def _named(agent: Agent) -> dict[str, float]:
    names = [one.name for one in agent.heuristic.parameters]
    return dict(zip(names, agent.values, strict=True))
