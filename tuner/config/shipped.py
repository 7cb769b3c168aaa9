"""Find the studies, heuristics and tournaments that come with the package, by name.

The folder `shipped` of the package is `configs` in a checkout, and a copy of it in a wheel.
"""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass
from pathlib import Path

from tuner.config.errors import ConfigError

__all__ = [
    "HEURISTICS",
    "KINDS",
    "STUDIES",
    "TOURNAMENTS",
    "ShippedKind",
    "find_file",
    "shipped_file",
    "shipped_files",
    "shipped_summary",
]

_FOLDER = Path(__file__).parents[1] / "shipped"
_ENDINGS = (".yaml", ".yml")
_OF_RUN = "study.yaml"
"""A folder with this file is a run, which can be named wherever a study can."""


@dataclass(frozen=True)
class ShippedKind:
    """Say what some of the files are.

    Attributes:
        noun: what one of them is called.
        folder: where they lie, below that of all of them.
        hint: of errors about their names, as of every `TuneError`.
        use: the hint of an error that says where one of them belongs.
    """

    noun: str
    folder: str
    hint: str
    use: str


STUDIES = ShippedKind("study", ".", hint="studies", use="run file")
HEURISTICS = ShippedKind("heuristic", "heuristics", hint="heuristics", use="compare file")
TOURNAMENTS = ShippedKind("tournament", "tournaments", hint="tournaments", use="play tournament")

KINDS = (STUDIES, HEURISTICS, TOURNAMENTS)


def shipped_files(kind: ShippedKind) -> dict[str, Path]:
    """Return the files of a kind that come with the package, by name."""
    return {path.stem: path for path in sorted((_FOLDER / kind.folder).glob("*.yaml"))}


def shipped_summary(path: Path) -> str:
    """Return the first sentence of the comment at the head of a file, "" for none."""
    words: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            break
        words += line.removeprefix("# ").split()
    sentence, _, _ = " ".join(words).partition(". ")
    return sentence.removesuffix(".")


def find_file(kind: ShippedKind, word: Path) -> Path:
    """Return the file or run folder of a path; where there is none, what comes by this name.

    A path that is neither is returned as it is: whoever reads it says that it is missing.

    Raises:
        ConfigError: if the word is a name, not a path, and nothing of this kind has it.
    """
    files, name = shipped_files(kind), str(word)
    if os.path.isfile(word) or os.path.isfile(word / _OF_RUN):
        return word
    if name in files:
        return files[name]
    if os.path.exists(word):
        return word
    if len(word.parts) == 1 and word.suffix not in _ENDINGS:
        for ending in _ENDINGS:
            if os.path.isfile(f"{name}{ending}"):
                raise _error(name, "there is no such file", f"write {name}{ending}", "")
        raise _unknown(kind, name, "there is no such file, and no")
    if word.stem in files:
        cause, cure = "there is no such file", "check the path, or write {} for the {} of that name"
        raise _error(name, cause, cure.format(word.stem, kind.noun), kind.hint)
    return word


def shipped_file(kind: ShippedKind, name: str) -> Path:
    """Return the file that comes with the package by this name.

    Raises:
        ConfigError: if nothing of this kind has the name.
    """
    files = shipped_files(kind)
    if name not in files:
        raise _unknown(kind, name, "no")
    return files[name]


def _unknown(kind: ShippedKind, name: str, lacking: str) -> ConfigError:
    cause = f"{lacking} {kind.noun} of this name comes with the package"
    for other in KINDS:
        if name in shipped_files(other):
            return _error(name, cause, f"a {other.noun} of this name does", other.use)
    close = difflib.get_close_matches(name, shipped_files(kind))
    cure = f"did you mean {' or '.join(close)}?" if close else "name one that does"
    return _error(name, cause, cure, kind.hint)


def _error(name: str, cause: str, cure: str, hint: str) -> ConfigError:
    return ConfigError(name, None, "", cause, cure, hint=hint)
