"""Find an opponent that a study never meets before its verdict."""

from __future__ import annotations

from collections.abc import Iterator

from features.heuristic import Heuristic
from features.presets import find_preset, presets, spelling
from tuner.config.study import Study
from tuner.matches.agent import Agent, default_baselines

__all__ = ["unmet_opponent"]


def unmet_opponent(study: Study) -> Agent | None:
    """Return a preset that is neither a baseline of a study nor its hand-set agent.

    It searches as the study's hand-set agent does. First come the presets that the baselines of
    the game have, the last one first, which is the strongest in each of these sets; then those
    with parameters. None if there are none left, as in a game of one's own.
    """
    known = {(one.heuristic.digest, one.values) for one in study.baselines} | {
        (study.heuristic.digest, study.heuristic.defaults)
    }
    for preset in _strangers(study):
        if (preset.digest, preset.defaults) not in known:
            return Agent(spelling(preset), preset, preset.defaults, study.search)
    return None


def _strangers(study: Study) -> Iterator[Heuristic]:
    """Yield presets in the order in which they are taken; one that sees nothing is none."""
    usual = default_baselines(study.game)
    if usual is not None and usual.family == study.game.family:
        yield from (
            preset
            for _, name, _ in reversed(usual.members)
            if (preset := find_preset(name)).features_used
        )
    family = [one for one in presets() if one.family == study.game.family and one.features_used]
    yield from sorted(family, key=lambda one: not one.parameters)
