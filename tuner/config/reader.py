"""Read a YAML file strictly, to a plain tree of values and the line of every key.

Of YAML only what a configuration needs is accepted: one document, mappings with text keys, lists,
numbers, texts, true, false and null. Everything else is an error that names its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml import events as yaml_events
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from tuner.config.errors import ConfigError, dotted, explain_syntax
from tuner.config.limits import MAX_BYTES, MAX_NESTING
from tuner.config.scalars import ScalarError, explain_comma, quoted_text, resolve_scalar

__all__ = ["Document", "KeyPath", "Place", "read_document"]

# Controls (but tab and a carriage return at the end), odd line ends, spaces that are not spaces.
_HIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\u200b\u200e\u200f\u2028-\u202e\u2060\ufeff\ufffe\uffff]|\r(?!$)"
)

KeyPath = tuple[str | int, ...]
Tree = Any
"""Nested dict, list, str, int, float, bool and None."""


@dataclass(frozen=True)
class Document:
    """Hold a file that was read.

    Attributes:
        file: the path as the user gave it.
        tree: the top-level mapping.
        lines: for the path of every key and list item the 1-based line it stands in; of a tree
            that was written in code only the top, (), and no line.
    """

    file: Path
    tree: dict[str, Tree]
    lines: Mapping[KeyPath, int | None]

    def error(self, path: KeyPath, cause: str, cure: str, *, hint: str = "") -> ConfigError:
        """Return an error at a key; a missing key is one in the line of what should hold it."""
        known = path
        while known not in self.lines:
            known = known[:-1]
        return ConfigError(str(self.file), self.lines[known], dotted(path), cause, cure, hint=hint)


@dataclass(frozen=True)
class Place:
    """Name a key of a document, to report errors at."""

    document: Document
    path: KeyPath = ()

    def at(self, *parts: str | int) -> Place:
        """Return a place below this one."""
        return Place(self.document, (*self.path, *parts))

    def beside(self, key: str) -> Place:
        """Return another key of the same mapping."""
        return Place(self.document, (*self.path[:-1], key))

    @property
    def folder(self) -> Path:
        """Return where paths in the document start."""
        return self.document.file.parent

    def error(self, cause: str, cure: str, *, hint: str = "") -> ConfigError:
        """Return an error at this place; the hint is as of every `TuneError`."""
        return self.document.error(self.path, cause, cure, hint=hint)


def read_document(path: Path) -> Document:
    """Read a YAML file.

    Raises:
        ConfigError: if the file cannot be read, is not YAML, or uses what a configuration does
            not need (see the module).
    """
    text = _read_text(path)
    reader = _Reader(path, text)
    tree = reader.read()
    if not isinstance(tree, dict):
        kind = "a list" if isinstance(tree, list) else "a single value"
        raise reader.error((), f"the file holds {kind}, not keys", "write it as 'key: value' lines")
    return Document(path, tree, reader.lines)


def _read_text(path: Path) -> str:
    def refuse(cause: str, cure: str) -> ConfigError:
        return ConfigError(str(path), None, "", cause, cure)

    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise refuse("there is no such file", "check the path") from None
    except IsADirectoryError:
        raise refuse("this is a folder", "name a YAML file in it") from None
    except PermissionError:
        raise refuse("the file may not be read", "check its permissions") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refuse(f"the file cannot be read ({reason})", "check the path") from None
    if len(content) > MAX_BYTES:
        raise refuse(f"the file is larger than {MAX_BYTES:,} bytes", "is it a configuration?")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        cause = "the file is not UTF-8 text"
        raise ConfigError(str(path), line, "", cause, "save it with UTF-8 encoding") from None


class _Reader:
    """Turn the events of the YAML parser into the tree and the lines."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.lines: dict[KeyPath, int] = {(): 1}
        self._events: Iterator[Any] = iter(())

    def error(self, path: KeyPath, cause: str, cure: str, line: int | None = None) -> ConfigError:
        """Return an error at a key, or at a line where the key is not known yet."""
        number = self.lines[path] if line is None else line
        return ConfigError(str(self.path), number, dotted(path), cause, cure)

    def read(self) -> Tree:
        self._check_characters()
        # The parser reads the directives of the file into the object: a new one for each file.
        self._events = iter(YAML(typ="safe", pure=True).parse(self.text))
        try:
            return self._document()
        except MarkedYAMLError as error:
            line, cause, cure = explain_syntax(error)
            raise self.error((), cause, cure, line) from None
        except YAMLError as error:
            first = str(error).split("\n")[0]
            raise self.error((), f"not valid YAML ({first})", "correct the file", 1) from None

    def _check_characters(self) -> None:
        for number, line in enumerate(self.text.split("\n"), start=1):
            if "\t" in line[: len(line) - len(line.lstrip())]:
                raise self.error((), "a tab in the indentation", "indent with spaces", number)
            hidden = _HIDDEN.search(line)
            if hidden is not None:
                cause = f"the character U+{ord(hidden[0]):04X} cannot be seen"
                raise self.error((), cause, "remove it", number)

    def _document(self) -> Tree:
        next(self._events)
        start = next(self._events)
        if isinstance(start, yaml_events.StreamEndEvent):
            raise self.error((), "the file is empty", "write a study into it", 1)
        if start.version is not None or start.tags:
            line = start.start_mark.line + 1
            raise self.error((), "a % directive of YAML", "remove the line", line)
        first = next(self._events)
        self.lines[()] = first.start_mark.line + 1
        tree = self._node(first, ())
        next(self._events)
        after = next(self._events)
        if not isinstance(after, yaml_events.StreamEndEvent):
            line = after.start_mark.line + 1
            raise self.error((), "a second document begins", "keep one document a file", line)
        return tree

    def _node(self, event: Any, path: KeyPath) -> Tree:
        self._check_plain(event, path)
        if len(path) > MAX_NESTING:
            raise self.error(path[:1], f"nested deeper than {MAX_NESTING} levels", "flatten it")
        if isinstance(event, yaml_events.MappingStartEvent):
            return self._mapping(path)
        if isinstance(event, yaml_events.SequenceStartEvent):
            return self._sequence(path)
        return self._scalar(event, path)

    def _check_plain(self, event: Any, path: KeyPath) -> None:
        line = event.start_mark.line + 1
        if isinstance(event, yaml_events.AliasEvent):
            cause = f"'*{event.anchor}' is an alias of YAML"
            raise self.error(path, cause, "write the value out", line)
        if event.anchor is not None:
            cause = f"'&{event.anchor}' is an anchor of YAML"
            raise self.error(path, cause, "remove it, and write the value out", line)
        if event.tag is not None:
            raise self.error(path, f"'{event.tag}' is a tag of YAML", "remove it", line)

    def _mapping(self, path: KeyPath) -> dict[str, Tree]:
        tree: dict[str, Tree] = {}
        while not isinstance(event := next(self._events), yaml_events.MappingEndEvent):
            line = event.start_mark.line + 1
            self._check_comma(event, (*path, next(reversed(tree), "")))
            key = self._key(event, path)
            if key in tree:
                cause = f"the key stands here and in line {self.lines[(*path, key)]}"
                raise self.error((*path, key), cause, "keep one of them", line)
            self.lines[(*path, key)] = line
            tree[key] = self._node(next(self._events), (*path, key))
        return tree

    def _check_comma(self, event: Any, last: KeyPath) -> None:
        """Refuse a comma that splits a number: YAML reads `{low: 0,5}` as low 0 and a key 5."""
        here = event.start_mark.index
        number = re.search(r"[-+]?[0-9]+,\Z", self.text[max(0, here - 20) : here])
        if number and (comma := explain_comma(f"{number[0]}{event.value}")):
            raise self.error(last, *comma, event.start_mark.line + 1)

    def _key(self, event: Any, path: KeyPath) -> str:
        line = event.start_mark.line + 1
        self._check_plain(event, path)
        if not isinstance(event, yaml_events.ScalarEvent):
            raise self.error(path, "a list or mapping as a key", "use a text as the key", line)
        if event.value == "<<" and event.style is None:
            raise self.error(path, "'<<' is a merge key of YAML", "write the keys out", line)
        try:
            key = quoted_text(event.value) if event.style else resolve_scalar(event.value)
        except ScalarError as error:
            raise self.error(path, f"the key {error.cause}", error.cure, line) from None
        if not isinstance(key, str):
            text = event.value or "''"
            cause = f"the key {text} is not a text"
            raise self.error(path, cause, "use a name, or put it in quotes", line)
        return key

    def _sequence(self, path: KeyPath) -> list[Tree]:
        items: list[Tree] = []
        while not isinstance(event := next(self._events), yaml_events.SequenceEndEvent):
            place = (*path, len(items))
            self.lines[place] = event.start_mark.line + 1
            items.append(self._node(event, place))
        return items

    def _scalar(self, event: Any, path: KeyPath) -> Tree:
        try:
            return quoted_text(event.value) if event.style else resolve_scalar(event.value)
        except ScalarError as error:
            line = event.start_mark.line + 1
            raise self.error(path, error.cause, error.cure, line) from None
