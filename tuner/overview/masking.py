"""Take out of texts what nobody else should read: passwords, names of people, where files lie.

It knows what to look for by the machine that it runs on, so a text is masked where it was made.
"""

from __future__ import annotations

import getpass
import os
import platform
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

__all__ = ["HARMLESS", "Masks"]

HARMLESS = (
    *("COLUMNS", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "TERM", "TZ"),
    *("NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING", "PYTHONOPTIMIZE", "PYTHONUTF8"),
)
"""The only variables of the environment whose values are told."""

_PASSWORD = re.compile(r"(?<=://)[^\n]*(?=@)")
_NAMED = re.compile(
    r"((?:password|passwd|pwd|secret|token|api[_-]?key)[\"']?\s*[=:]\s*)[^&\s][^&\n]*",
    re.IGNORECASE,
)
_SECRET_NAME = re.compile(r"pass|pwd|secret|token|credential|(?:key|auth)(?![a-z])", re.IGNORECASE)
_FOLDERS = frozenset({"PWD", "OLDPWD"})
"""Variables that sound like passwords, and name the folders of a shell."""

_SWITCHES = frozenset({"", "0", "1", "false", "no", "off", "on", "true", "yes"})
"""Values that are no secrets, whatever their variables are called."""

_PATH = re.compile(r"(?<![\w.:/*~-])(?:[A-Za-z]:[\\/]|/)(?:[^\s\"'`,;:()\[\]{}]+[\\/])+")
_SECRET = "***"
_SHORT = 4
"""A shorter name or path stands by chance in many words."""

_ALONE = 8
"""A shorter secret stands by chance in longer words, and is masked where it stands alone."""

_PERSONAL = (
    *("USER", "LOGNAME", "USERNAME", "HOSTNAME"),
    *("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"),
)
"""Variables that name people and machines."""

_EVERYBODY = frozenset({"admin", "localhost", "nobody", "root", "runner", "ubuntu", "user"})
"""Names of users and machines that say nothing about anybody."""


@dataclass(frozen=True)
class Masks:
    """Hold what is masked in texts and trees.

    Attributes:
        exact: what is replaced wherever it stands, longest first, and by what.
    """

    exact: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, folder: Path, environment: Mapping[str, str]) -> Masks:
        """Return the masks for what is told of a folder on this machine.

        Args:
            folder: its path, and those above it, are masked.
            environment: values of variables whose names sound like secrets are masked, too.
        """
        found = dict.fromkeys(_people(environment), "(name)")
        found |= dict.fromkeys(_homes(environment), "~")
        for path in (folder.absolute(), folder.resolve(), Path.cwd()):
            found |= {str(above): "..." for above in path.parents if len(above.parts) > 1}
        found[str(Path.cwd())] = "."
        known = {text: mask for text, mask in found.items() if len(text) >= _SHORT}
        known |= dict.fromkeys(_secrets(environment), _SECRET)
        return cls(tuple(sorted(known.items(), key=lambda one: (-len(one[0]), one))))

    def text(self, text: str) -> str:
        """Return a text with masks; of a path that is left the last part is kept."""
        text = _NAMED.sub(rf"\1{_SECRET}", _PASSWORD.sub(_SECRET, text))
        for found, mask in self.exact:
            if mask == _SECRET and len(found) < _ALONE:
                text = re.sub(rf"(?<![^\W_]){re.escape(found)}(?![^\W_])", mask, text)
            else:
                text = text.replace(found, mask)
        return _PATH.sub(".../", text)

    def tree(self, tree: Any) -> Any:
        """Return a tree of JSON or YAML with masks; a text that is a path becomes its last part."""
        if isinstance(tree, dict):
            return {self.text(str(key)): self._value(str(key), part) for key, part in tree.items()}
        if isinstance(tree, list):
            return [self.tree(part) for part in tree]
        return self._word(tree) if isinstance(tree, str) else tree

    def _value(self, key: str, value: Any) -> Any:
        """Return what a key stands for; where the key is that of a secret, nothing of a value."""
        told = value is None or isinstance(value, bool | dict) or not _NAMED.search(f"{key}: x")
        return self.tree(value) if told else _SECRET

    def _word(self, word: str) -> str:
        for kind in (PurePosixPath, PureWindowsPath):
            path = kind(word)
            if path.is_absolute() and len(path.parts) > 1:
                return self.text(f".../{path.name}")
        return self.text(word)

    def damaged(self, text: str) -> str:
        """Return a text of unknown structure with masks; what follows a path in a line is cut."""
        lines = []
        for line in text.split("\n"):
            path = re.search(r"(?<![\w.*-])(?:[A-Za-z]:\\|~/|/)[^\n]*[/\\]", line)
            lines.append(line if path is None else f"{line[: path.start()]}(a path)")
        return self.text("\n".join(lines))


def _secrets(environment: Mapping[str, str]) -> set[str]:
    """Return the values of the variables whose names sound like secrets."""
    return {
        value
        for name, value in environment.items()
        if _SECRET_NAME.search(name) and name not in _FOLDERS and value.lower() not in _SWITCHES
    }


def _people(environment: Mapping[str, str]) -> set[str]:
    """Return the names of the user and of the machine, if they say anything."""
    names = {environment.get(name, "") for name in _PERSONAL}
    names |= {platform.node(), *(Path(home).name for home in _homes(environment))}
    # Where nobody knows who runs this there is no name to hide.
    with suppress(OSError, KeyError, ImportError):
        names.add(getpass.getuser())
    return {name for name in names if name.lower() not in _EVERYBODY}


def _homes(environment: Mapping[str, str]) -> set[str]:
    homes = {environment.get(name, "") for name in ("HOME", "USERPROFILE")}
    homes.add(os.path.expanduser("~"))
    return {home.rstrip("/\\") for home in (*homes, *map(os.path.realpath, filter(None, homes)))}
