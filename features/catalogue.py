"""Find features: those of a family of games, and those of a user's own file."""

from __future__ import annotations

import ast
import contextlib
import functools
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from engine.own_file import OwnFile, OwnFileError, error_text, line_in, read_own_file, run_file
from features.errors import FeatureError
from features.feature import Feature, Twin
from features.language.names import KERNEL_RESERVED, RESERVED, is_plain_name

__all__ = [
    "add_features",
    "family_of",
    "features_of_file",
    "find_features",
    "find_table_features",
    "load_features",
]


@functools.cache
def find_features(family: str) -> Mapping[str, Feature]:
    """Return the features of a family of games: all that the modules of
    `features/<family>/` define.

    Args:
        family: for example "isolation"; an unknown one has no features.

    Returns:
        A read-only mapping by name, in the order of the modules' names.

    Raises:
        FeatureError: if two features share a name, or one has a name that formulas cannot use.
    """
    found: list[Feature] = []
    for module in _modules(family):
        found.extend(one for one in _features_in(module) if one.family == family)
    return add_features({}, dict.fromkeys(one for one in found if not one.reads_parameters))


@functools.cache
def find_table_features(family: str) -> tuple[Feature, ...]:
    """Return the features that every table of squares has in a family of games."""
    found = (one for module in _modules(family) for one in _features_in(module))
    return tuple(dict.fromkeys(one for one in found if one.reads_parameters))


def family_of(name: str) -> str:
    """Return the family that comes with a feature of this name, "" if none does."""
    package = importlib.import_module("features")
    families = [found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg]
    return next((one for one in families if name in find_features(one)), "")


def load_features(path: str | Path) -> Mapping[str, Feature]:
    """Return the features of a user's own Python file, which is run.

    The file and its twins may print and fail: what they print goes to standard error, and what they
    raise becomes an error with their line. Kernels are not tried here; `features.trial` does that.

    Args:
        path: a file with functions under the decorator `features.feature.feature`.

    Returns:
        A read-only mapping by name; `Heuristic.extra_features` takes its values.

    Raises:
        FeatureError: if the file is missing, fails, has no feature, or a feature's name is taken.
    """
    file = Path(path)
    return features_of_file(OwnFile(str(file), _content(file)))


def features_of_file(own: OwnFile) -> Mapping[str, Feature]:
    """Return the features of a user's own file that was read before; see `load_features`.

    Raises:
        FeatureError: if the file fails, has no feature, or a feature's name is taken.
    """
    file, content = Path(own.place), own.content
    module = _run(own)
    found = [
        replace(one, twin=_guarded(one, file), file=own)
        for one in dict.fromkeys(_features_in(module))
        if one.kernel.__module__ == module.__name__
    ]
    if not found:
        raise FeatureError(f"{file}: no feature in it; put @feature('isolation') above a function")
    _check_written_once(file, content, {one.name for one in found})
    try:
        for family in {one.family for one in found}:
            add_features(find_features(family), (one for one in found if one.family == family))
        return add_features({}, found)
    except FeatureError as error:
        raise FeatureError(f"{file}: {error}") from None


def _check_written_once(file: Path, content: bytes, names: Collection[str]) -> None:
    """Refuse two functions of one name: Python keeps the last one and says nothing."""
    lines: dict[str, list[int]] = {}
    for part in ast.parse(content).body:
        if isinstance(part, ast.FunctionDef):
            lines.setdefault(part.name, []).append(part.lineno)
    for name, (first, *others) in lines.items():
        if name in names and others:
            raise FeatureError(
                f"{file}, line {others[0]}: there is another '{name}' in line {first}; rename one "
                "of them"
            )


def add_features(features: Mapping[str, Feature], more: Iterable[Feature]) -> Mapping[str, Feature]:
    """Return a read-only mapping of both.

    Raises:
        FeatureError: if a name is taken already or not allowed, or a kernel lacks arguments.
    """
    merged = dict(features)
    for one in more:
        if not is_plain_name(one.name) or one.name.startswith("_"):
            raise FeatureError(f"feature {one.name!r} needs a name of letters, digits and _")
        if one.name in RESERVED | KERNEL_RESERVED:
            raise FeatureError(f"feature '{one.name}' has a reserved name; rename it")
        if one.name in merged:
            raise FeatureError(f"there is another feature '{one.name}'; rename one of them")
        if one.arguments < 0:
            raise FeatureError(f"feature '{one.name}' must take (board, state), then integers")
        merged[one.name] = one
    return MappingProxyType(merged)


def _modules(family: str) -> list[ModuleType]:
    name = f"features.{family}"
    if not family.isidentifier() or importlib.util.find_spec(name) is None:
        return []
    package = importlib.import_module(name)
    names = sorted(found.name for found in pkgutil.iter_modules(getattr(package, "__path__", [])))
    return [package, *(importlib.import_module(f"{name}.{module}") for module in names)]


def _features_in(module: ModuleType) -> list[Feature]:
    return [value for value in vars(module).values() if isinstance(value, Feature)]


def _content(file: Path) -> bytes:
    try:
        return read_own_file(file)
    except OwnFileError as error:
        raise FeatureError(str(error)) from None


def _run(own: OwnFile) -> ModuleType:
    try:
        return run_file(own, "own_features")
    except OwnFileError as error:
        raise FeatureError(str(error)) from None


def _guarded(feature: Feature, file: Path) -> Twin:
    """Return a twin whose prints do not mix with results, and whose errors name its line."""
    twin, what = feature.twin, "function" if feature.written_once else "twin"

    @functools.wraps(twin)
    def guarded(view: Any, *integers: int) -> float:
        try:
            with contextlib.redirect_stdout(sys.stderr):
                return twin(view, *integers)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            place = f"{file}{line_in(error, file)}"
            zero = isinstance(error, ZeroDivisionError)
            cure = "test before whether it is 0" if zero else f"correct the {what}"
            raise FeatureError(f"{place}: {error_text(error)}; {cure}") from None

    return guarded
