"""The heuristic that a configuration means: a preset, a YAML file, or one that is written out."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from features.catalogue import load_features
from features.errors import FeatureError
from features.feature import Feature
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.presets import find_preset, presets
from tuner.errors import ConfigError, show
from tuner.loader import Document, Place, read_document
from tuner.reporting import reported_at
from tuner.schema import AgentFileSection, HeuristicSection
from tuner.validation import validate

__all__ = ["heuristic_of_file", "own_feature_files", "resolve_heuristic"]


def resolve_heuristic(
    given: str | HeuristicSection, variant: str | None, family: str, place: Place
) -> Heuristic:
    """The heuristic at a place of a configuration.

    Args:
        given: what stands there.
        variant: the key `variant` beside it.
        family: the family of the game that it is to evaluate.
        place: the key `heuristic`; paths are relative to its file.

    Raises:
        ConfigError: if there is no such heuristic, or it is wrong.
    """
    is_file = isinstance(given, str) and given.endswith((".yaml", ".yml"))
    if isinstance(given, str) and not is_file:
        return _preset(given, variant, family, place)
    if variant is not None:
        cause = "only presets have variants"
        raise place.beside("variant").error(cause, "remove it, or name a preset")
    if isinstance(given, str):
        return _from_file(given, family, place)
    return _written_out(given, family, place)


def own_feature_files(heuristic: Heuristic) -> tuple[Path, ...]:
    """The Python files of the user's own features, in the order of their use."""
    files = (Path(one.kernel.__code__.co_filename) for one in heuristic.extra_features)
    return tuple(dict.fromkeys(files))


def _preset(name: str, variant: str | None, family: str, place: Place) -> Heuristic:
    if variant is not None and ":" in name:
        cause = f"{show(name)} names a variant already"
        raise place.beside("variant").error(cause, "remove one of them")
    with reported_at(place):
        find_preset(name)
    with reported_at(place if variant is None else place.beside("variant")):
        preset = find_preset(name, variant)
    if preset.family != family:
        known = ", ".join(dict.fromkeys(one.name for one in presets() if one.family == family))
        cause = f"preset '{name}' is for {preset.family}, and the game is {family}"
        raise place.error(cause, f"name one of: {known}")
    return preset


def _from_file(name: str, family: str, place: Place) -> Heuristic:
    try:
        document = read_document(place.folder / name)
    except ConfigError as error:
        if error.line is not None:
            raise
        raise place.error(f"{error.file}: {error.cause}", error.cure) from None
    return heuristic_of_file(document, family)


def heuristic_of_file(document: Document, family: str) -> Heuristic:
    """The heuristic of a file that holds one, or an agent with one.

    Raises:
        ConfigError: if it is wrong.
    """
    if "heuristic" not in document.tree:
        return _written_out(validate(HeuristicSection, document), family, Place(document))
    agent = validate(AgentFileSection, document)
    return resolve_heuristic(
        agent.heuristic, agent.variant, family, Place(document).at("heuristic")
    )


def _written_out(section: HeuristicSection, family: str, place: Place) -> Heuristic:
    features: list[Feature] = []
    for index, name in enumerate(section.features):
        with reported_at(place.at("features", index)):
            features.extend(_own_features(place.folder / name, family))
    with reported_at(place):
        return Heuristic(
            name=section.name,
            family=family,
            parameters=tuple(
                Parameter(name=name, **one.model_dump()) for name, one in section.parameters.items()
            ),
            where=tuple(section.where.items()),
            formula=section.formula,
            summary=section.summary,
            variant=section.variant,
            extra_features=tuple(features),
        )


def _own_features(path: Path, family: str) -> tuple[Feature, ...]:
    file = path.resolve()
    try:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        digest = ""
    found = tuple(one for one in _loaded(file, digest) if one.family == family)
    if not found:
        raise FeatureError(f"{file}: no feature for {family}; name it in the decorator")
    return found


@functools.cache
def _loaded(file: Path, _digest: str) -> tuple[Feature, ...]:
    # Features are equal only if their functions are: a file that is unchanged runs once.
    return tuple(load_features(file).values())
