"""Find the sampler that a configuration means, and how many trials it is asked for at once."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, Tag

from tuner.config.racing import NO_PRUNER
from tuner.config.reader import Place
from tuner.config.section import MAPPING, TEXT, Section, one_of
from tuner.config.values import Count, choice
from tuner.matches.objective import NO_WARM_START, SCORE, Objective
from tuner.samplers.table import (
    BATCHED,
    DUELLING,
    GENERATIONS,
    LEAST_GENERATION,
    SAMPLERS,
)

__all__ = ["DEFAULT_SAMPLER", "SamplerChoice", "SamplerSection", "check_duels", "resolve_sampler"]

DEFAULT_SAMPLER = "cmaes"
"""No other whose trials can grow is shown to find more than this one in docs/samplers.md."""

_SamplerName = Annotated[str, choice("sampler", tuple(SAMPLERS))]


class SamplerSection(Section):
    """Name a sampler, and say how many trials it proposes at once."""

    name: _SamplerName = Field(examples=[DEFAULT_SAMPLER])
    batch: Count = 1


SamplerChoice = Annotated[
    Annotated[_SamplerName, Tag(TEXT)] | Annotated[SamplerSection, Tag(MAPPING)],
    one_of((TEXT, MAPPING), f"name a sampler ({', '.join(SAMPLERS)}), or its name and its batch"),
]


def resolve_sampler(given: str | SamplerSection, trials: int, place: Place) -> SamplerSection:
    """Return the sampler at a place of a configuration, with its batch.

    Args:
        given: what stands there.
        trials: of the study, the hand-set vector among them.
        place: the key `sampler`.

    Raises:
        ConfigError: if the sampler cannot use a batch, or there are fewer trials.
    """
    if isinstance(given, str):
        return SamplerSection(name=given)
    if given.batch > 1 and given.name not in BATCHED:
        cause = f"sampler {given.name} takes no batch: it asks for as many trials as it can anyway"
        raise place.at("batch").error(cause, f"leave it out, or take: {', '.join(BATCHED)}")
    if given.batch > max(1, trials - 1):
        cause = f"a batch of {given.batch} is more than the {trials - 1} trials that are proposed"
        raise place.at("batch").error(cause, "make it smaller, or give more trials")
    if given.name in GENERATIONS and 1 < given.batch < LEAST_GENERATION:
        cause = f"a batch of {given.batch} is too small for a generation of {given.name}"
        raise place.at("batch").error(cause, f"give {LEAST_GENERATION} or more, or leave it out")
    if given.name in DUELLING and given.batch > 1 and given.batch % 2:
        cause = f"two trials of {given.name} play each other, so a batch of {given.batch} has one"
        raise place.at("batch").error(f"{cause} too many", "give an even number")
    return given


def check_duels(
    sampler: SamplerSection, objective: Objective, warm_start: str, pruner: str, root: Place
) -> None:
    """Make sure that trials can play each other where a sampler wants that.

    Args:
        sampler: of the study.
        objective: of the study.
        warm_start: an entry of `tuner.matches.objective.WARM_STARTS`.
        pruner: an entry of `tuner.config.racing.PRUNERS`.
        root: of the configuration.

    Raises:
        ConfigError: if the study wants something of its trials that such trials do not have.
    """
    if sampler.name not in DUELLING:
        return
    duels = f"two trials of sampler {sampler.name} play each other"
    if objective.on_positions:
        cause = f"{duels}, and a search with objective {objective} plays no games"
        raise root.at("objective").error(cause, f"take another sampler, or objective {SCORE}")
    if warm_start != NO_WARM_START:
        cause = f"{duels}, and a warm start plays no games"
        raise root.at("warm_start").error(cause, "take another sampler, or leave warm_start out")
    if pruner != NO_PRUNER:
        cause = f"{duels}, on openings of their own, so none can be stopped beside the best"
        raise root.at("pruner").error(cause, "take another sampler, or leave the pruner out")
