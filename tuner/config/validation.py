"""Check the tree of a file against a section, and report every error with its line and key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, get_args

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from engine.errors import TuneError
from features.errors import FormulaError
from tuner.config.errors import ConfigError, show
from tuner.config.reader import Document, KeyPath, Place
from tuner.config.section import TAGS, Section
from tuner.config.values import suggest

__all__ = ["reported_at", "require_study", "require_tournament", "validate"]

_MISSING = "the key is missing"

_EXPLAINED = 20
"""Mistakes of a file that are put into words; a generated file may have thousands."""

SectionT = TypeVar("SectionT", bound=Section)

_MISFITS = {
    "string_type": ("is not a text", "put it in quotes if it is a name"),
    "bool_type": ("is not true or false", "write true or false"),
    "list_type": ("is not a list", "write it as [a, b], or one '- a' a line"),
    "dict_type": ("is not a mapping", "write it as 'key: value' lines below this key"),
    "model_type": ("is not a mapping", "write it as 'key: value' lines below this key"),
}
"""Pydantic's type of error: the end of the cause, and the cure."""

_BOUNDS = {
    "greater_than_equal": ("ge", "is too small", "give at least"),
    "greater_than": ("gt", "is too small", "give a number above"),
    "less_than_equal": ("le", "is too large", "give at most"),
}
"""Pydantic's type of error: its bound, the end of the cause and the start of the cure."""


def validate(section: type[SectionT], document: Document) -> SectionT:
    """Read a section.

    Raises:
        ConfigError: the first error of the file, with all others attached.
    """
    try:
        return section.model_validate(document.tree)
    except ValidationError as error:
        errors = error.errors()
        # By line; but a misspelt key is both unknown and missing, and "unknown" tells more.
        errors.sort(key=lambda one: (one["type"] == "missing", _line(document, one)))
        found = [_translate(section, document, one) for one in errors[:_EXPLAINED]]
        raise ConfigError.first_of(found, len(errors)) from None


def _path(error: Any) -> KeyPath:
    return tuple(part for part in error["loc"] if part not in TAGS)


def _line(document: Document, error: Any) -> int:
    return document.error(_path(error), "", "").line or 0


def _translate(section: type[Section], document: Document, error: Any) -> ConfigError:
    path = _path(error)
    cause, cure = _explain(section, path, error)
    return document.error(path, cause, cure)


def _explain(section: type[Section], path: KeyPath, error: Any) -> tuple[str, str]:
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "extra_forbidden":
        return _explain_unknown(section, path, given)
    if kind == "missing":
        return _MISSING, _example(_holder(section, path), str(path[-1]))
    if given is None:
        return "no value is given", "write one, or remove the key"
    if kind == "problem":
        return context["cause"], context["cure"]
    if kind in _BOUNDS:
        bound, cause, cure = _BOUNDS[kind]
        limit = context[bound]
        return (
            f"{show(given)} {cause}",
            f"{cure} {limit if isinstance(limit, int) else f'{limit:g}'}",
        )
    cause, cure = _MISFITS.get(kind, ("does not fit here", error["msg"]))
    return f"{show(given)} {cause}", cure


def _explain_unknown(section: type[Section], path: KeyPath, given: Any) -> tuple[str, str]:
    known, key = tuple(_holder(section, path).model_fields), str(path[-1])
    homes = " or ".join(_homes(section, key))
    if homes:
        return "the key does not belong here", f"it belongs {homes}"
    if isinstance(given, dict) and "default" in given and "parameters" in known:
        return "a parameter does not belong here", "it belongs under parameters"
    return "the key is unknown", suggest(key, known)


def _example(holder: type[Section], key: str) -> str:
    return f"add '{key}: {(holder.model_fields[key].examples or [''])[0]}', for example"


def _homes(section: type[Section], key: str) -> list[str]:
    """Return where in the file a key belongs, the top level alone if it is known there."""
    if key in section.model_fields:
        return ["at the top level"]
    below = {name: _inner(field) for name, field in section.model_fields.items()}
    near = [f"under {name}" for name, one in below.items() if one and key in one.model_fields]
    far = [
        f"under {name}.{part}"
        for name, one in below.items()
        for part, field in (one.model_fields.items() if one else ())
        if key in getattr(_inner(field), "model_fields", ())
    ]
    return near or far


def _holder(section: type[Section], path: KeyPath) -> type[Section]:
    """Return the section that holds the last key of a path."""
    holder = section
    for part in path[:-1]:
        field = holder.model_fields.get(str(part))
        # A part that is no field is the index of a list or the name of a parameter.
        holder = (_inner(field) if field else None) or holder
    return holder


def _inner(field: FieldInfo | Any) -> type[Section] | None:
    annotation = field.annotation if isinstance(field, FieldInfo) else field
    if isinstance(annotation, type) and issubclass(annotation, Section):
        return annotation
    return next((found for part in get_args(annotation) if (found := _inner(part))), None)


def require_study(document: Document) -> None:
    """Refuse a tournament or a heuristic where a study is wanted.

    Raises:
        ConfigError: saying what kind of file it is.
    """
    tree, place = document.tree, Place(document)
    if "candidates" in tree:
        cause = "this file is a tournament, not a study"
        raise place.at("candidates").error(cause, "play it as a tournament", hint="play tournament")
    if "formula" in tree and "heuristic" not in tree:
        cause = "this file is a heuristic, not a study"
        cure = f"write 'heuristic: {document.file.name}' in a study, or compare it with others"
        raise place.at("formula").error(cause, cure, hint="compare file")


def require_tournament(document: Document) -> None:
    """Refuse a study where a tournament is wanted.

    Raises:
        ConfigError: saying what kind of file it is.
    """
    tree = document.tree
    found = next((key for key in ("baselines", "budget", "tune") if key in tree), None)
    if found is not None and "candidates" not in tree:
        cause = "this file is a study, not a tournament"
        raise Place(document).at(found).error(cause, "run it as a study", hint="run file")


@contextmanager
def reported_at(place: Place) -> Iterator[None]:
    """Turn the library's errors in the block into configuration errors at a place.

    A formula's error is reported at the key below the place that it names.

    Raises:
        ConfigError: in place of any other `TuneError`.
    """
    try:
        yield
    except ConfigError:
        raise
    except FormulaError as error:
        cause, cure = _parts(error.message)
        if error.place:
            cause = f"{cause} ({error.place})"
        raise place.at(*error.where.split(".", 1)).error(cause, cure) from None
    except TuneError as error:
        raise place.error(*_parts(str(error)), hint=error.hint) from None


def _parts(message: str) -> tuple[str, str]:
    """Return a message as cause and cure; messages of one part only name the cause."""
    cause, _, cure = message.partition("; ")
    return cause, cure or "correct it"
