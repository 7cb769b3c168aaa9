"""Find the heuristic that a configuration means: by its name, of a file, or written out."""

from __future__ import annotations

import difflib
import functools
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from engine.own_file import read_own_file
from features.catalogue import load_features
from features.codegen import formula_source
from features.errors import FeatureError
from features.feature import TRIED_INTEGERS, Feature
from features.heuristic import Heuristic
from features.presets import find_preset, presets
from tuner.config.errors import ConfigError, show
from tuner.config.feature_trial import try_features
from tuner.config.games import resolve_game
from tuner.config.limits import LONGEST_LABEL
from tuner.config.reader import Document, Place, read_document
from tuner.config.sections import AgentFileSection, HeuristicSection
from tuner.config.shipped import HEURISTICS, ShippedKind, shipped_files
from tuner.config.tables import resolve_parameters
from tuner.config.validation import reported_at, validate
from tuner.matches.provenance import feature_file, own_feature_files
from tuner.stats.text import join_names

__all__ = [
    "HeuristicFileSection",
    "check_game_of",
    "find_preset_near",
    "heuristic_of_file",
    "name_of",
    "resolve_heuristic",
]


class HeuristicFileSection(HeuristicSection):
    """Hold a file with a heuristic; it may say for which game it is, and where it comes from."""

    game: str | None = None
    origin: str = ""


def resolve_heuristic(
    given: str | HeuristicSection, variant: str | None, game: Game[Any], place: Place
) -> Heuristic:
    """Return the heuristic at a place of a configuration.

    Files with the user's own features are tried in a process of their own, then run in this one.

    Args:
        given: what stands there.
        variant: the key `variant` beside it.
        game: that it is to evaluate.
        place: the key `heuristic`; paths are relative to its file.

    Raises:
        ConfigError: if there is no such heuristic, or it is wrong.
    """
    is_file = isinstance(given, str) and given.endswith((".yaml", ".yml"))
    shipped = shipped_files(HEURISTICS).get(given) if isinstance(given, str) else None
    if isinstance(given, str) and shipped is None and not is_file:
        return _preset(given, variant, game.family, place)
    if variant is not None:
        cause = "only presets have variants"
        raise place.beside("variant").error(cause, "remove it, or name a preset")
    if shipped is not None:
        return _shipped(shipped, game, place)
    if isinstance(given, str):
        return _from_file(given, game, place)
    return _written_out(given, game, place)


def find_preset_near(
    name: str, variant: str | None = None, kinds: Sequence[ShippedKind] = (HEURISTICS,)
) -> Heuristic:
    """Return the preset of this name; an error tells of a file of the package with a near name.

    Args:
        name: of the preset, with a variant or without one.
        variant: if the name has none.
        kinds: the files that could have been meant.

    Raises:
        TuneError: as `features.presets.find_preset`, or with that near name.
    """
    known = {one.name for one in presets()}
    files = {file: kind for kind in kinds for file in shipped_files(kind)}
    close = difflib.get_close_matches(name, [*known, *files], n=1)
    if name.partition(":")[0] not in known and close and close[0] in files:
        kind = files[close[0]]
        cause = f"there is no preset or {kind.noun} {name!r}"
        raise TuneError(f"{cause}; did you mean {close[0]!r}?", hint=kind.hint)
    return find_preset(name, variant)


def _shipped(file: Path, game: Game[Any], place: Place) -> Heuristic:
    """Return a heuristic that comes with the package; one for another game is told at its name."""
    document = read_document(file)
    family = resolve_game(document.tree["game"]).family
    if family != game.family:
        cause = f"heuristic '{file.stem}' is for {family}, and the game is {game.family}"
        raise place.error(cause, "name one for this game", hint=HEURISTICS.hint)
    return heuristic_of_file(document, game)


def _preset(name: str, variant: str | None, family: str, place: Place) -> Heuristic:
    if variant is not None and ":" in name:
        cause = f"{show(name)} names a variant already"
        raise place.beside("variant").error(cause, "remove one of them")
    with reported_at(place):
        find_preset_near(name)
    with reported_at(place if variant is None else place.beside("variant")):
        preset = find_preset(name, variant)
    if preset.family != family:
        known = ", ".join(dict.fromkeys(one.name for one in presets() if one.family == family))
        cause = f"preset '{name}' is for {preset.family}, and the game is {family}"
        raise place.error(cause, f"name one of: {known}")
    return preset


def _from_file(name: str, game: Game[Any], place: Place) -> Heuristic:
    try:
        document = read_document(place.folder / name)
    except ConfigError as error:
        if error.line is not None:
            raise
        raise place.error(f"{error.file}: {error.cause}", error.cure) from None
    return heuristic_of_file(document, game)


def heuristic_of_file(document: Document, game: Game[Any]) -> Heuristic:
    """Return the heuristic of a file that holds one, or an agent, whose values are then hand-set.

    Raises:
        ConfigError: if it is wrong, or for another game.
    """
    check_game_of(document, game)
    place = Place(document)
    if "heuristic" not in document.tree:
        section = validate(HeuristicFileSection, document)
        named = "name" in section.model_fields_set
        heuristic = _written_out(section, game, place)
        return heuristic if named else replace(heuristic, name=name_of(document.file))
    agent = validate(AgentFileSection, document)
    heuristic = resolve_heuristic(agent.heuristic, agent.variant, game, place.at("heuristic"))
    return _hand_set(heuristic, agent.values, place.at("values"))


def check_game_of(document: Document, game: Game[Any]) -> None:
    """Refuse a file that names a game of another family.

    Raises:
        ConfigError: if it does, or there is no such game.
    """
    if not isinstance(document.tree.get("game"), str):
        return
    place = Place(document).at("game")
    with reported_at(place):
        family = resolve_game(document.tree["game"], place.folder).family
    if family != game.family:
        cause = f"the file is for {family}, not {game.name}"
        raise place.error(cause, "choose another file, or another game")


def _hand_set(heuristic: Heuristic, values: dict[str, float], place: Place) -> Heuristic:
    """Return the heuristic with the values of an agent in place of its own."""
    ranges = {one.name: (one.low, one.high) for one in heuristic.parameters}
    for name, value in values.items():
        low, high = ranges.get(name, (value, value))
        if not low <= value <= high:
            cause = f"{value:g} is outside the range {low:g} to {high:g} of '{name}'"
            raise place.at(name).error(cause, "write the heuristic out with a wider range")
        with reported_at(place.at(name)):
            heuristic = heuristic.with_defaults({name: value})
    return heuristic


def name_of(file: Path) -> str:
    """Return the name of what a file holds if it names nothing: its own, without the ending."""
    name = file.stem
    return name if name.isprintable() and len(name) <= LONGEST_LABEL else "custom"


def _written_out(section: HeuristicSection, game: Game[Any], place: Place) -> Heuristic:
    features: list[Feature] = []
    for index, name in enumerate(section.features):
        with reported_at(place.at("features", index)):
            features.extend(_own_features(place.folder / name, game))
    with reported_at(place):
        parameters, tables = resolve_parameters(section, game, place)
        heuristic = Heuristic(
            name=section.name,
            family=game.family,
            parameters=parameters,
            where=tuple(section.where.items()),
            formula=section.formula,
            summary=section.summary,
            variant=section.variant,
            extra_features=tuple(features),
            tables=tables,
        )
        # A kernel that is too long is told with its place, before anything is compiled.
        formula_source(heuristic, heuristic.features)
        _try_calls(heuristic, game)
    return heuristic


def _own_features(path: Path, game: Game[Any]) -> tuple[Feature, ...]:
    file = path.resolve()
    digest = hashlib.sha256(read_own_file(file)).hexdigest()
    # It may end its process or never return: not this one.
    try_features(file, game)
    every = _loaded(file, digest)
    found = tuple(one for one in every if one.family == game.family)
    if not found:
        others = join_names([f"'{one.name}' is for {one.family}" for one in every])
        raise FeatureError(
            f"{file}: no feature for {game.family}, {others}; write @feature('{game.family}') "
            "above one of this game"
        )
    return found


def _try_calls(heuristic: Heuristic, game: Game[Any]) -> None:
    """Try the calls of own features with other integers than every trial takes."""
    for file in own_feature_files(heuristic):
        own = {one.name for one in heuristic.extra_features if feature_file(one) == file}
        calls = [
            call
            for call in heuristic.features_used
            if call.feature in own and not set(call.integers) <= set(TRIED_INTEGERS)
        ]
        if calls:
            try_features(file, game, calls)


@functools.cache
def _loaded(file: Path, _digest: str) -> tuple[Feature, ...]:
    # Features are equal only if their functions are: a file that is unchanged runs once.
    return tuple(load_features(file).values())
