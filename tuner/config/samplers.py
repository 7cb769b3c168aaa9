"""Find the sampler that a configuration means, and how many trials it is asked for at once."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, Tag

from tuner.config.reader import Place
from tuner.config.section import MAPPING, TEXT, Section, one_of
from tuner.config.values import Count, choice
from tuner.samplers.table import BATCHED, SAMPLERS

__all__ = ["SamplerChoice", "SamplerSection", "resolve_sampler"]

_SamplerName = Annotated[str, choice("sampler", tuple(SAMPLERS), later=("spsa",))]


class SamplerSection(Section):
    """Name a sampler, and say how many trials it proposes at once."""

    name: _SamplerName = Field(examples=["tpe"])
    batch: Count = 1


SamplerChoice = Annotated[
    Annotated[_SamplerName, Tag(TEXT)] | Annotated[SamplerSection, Tag(MAPPING)],
    one_of((TEXT, MAPPING), "name a sampler, or write its name and its batch"),
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
    return given
