"""Keep which version of this program, its libraries and a user's features decided a result."""

from __future__ import annotations

import hashlib
import os
import platform
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.own_file import OwnFile
from engine.own_games import own_game
from features.feature import Feature
from features.heuristic import Heuristic

__all__ = [
    "LIBRARIES",
    "feature_digests",
    "feature_file",
    "feature_sources",
    "game_deciding",
    "machine_text",
    "own_feature_files",
    "sources_digest",
    "versions",
]

LIBRARIES = ("numba", "llvmlite", "numpy", "scipy", "optuna", "cmaes")
"""The libraries whose versions can change what is proposed, played or computed."""

_VERSIONED = ("tune", *LIBRARIES, "pandas")

_PACKAGES = ("engine", "features", "tuner")
"""They lie beside each other, in a checkout as where they are installed."""


_version = cache(metadata.version)
"""To look for a package's version takes a millisecond."""


@cache
def sources_digest() -> str:
    """Return the SHA-256, in hex, of the source files of this program and the
    versions of its libraries.

    Games, proposals and statistics are functions of these, too: two versions must not be mixed in
    one result.
    """
    digest = hashlib.sha256()
    for name in LIBRARIES:
        digest.update(f"{name} {_version(name)}\n".encode())
    for package in _PACKAGES:
        root = Path(__file__).parents[2] / package
        for path in sorted(root.rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            # Line ends differ between checkouts.
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def versions() -> dict[str, str]:
    """Return the versions of this program and of the libraries, by name."""
    return {name: _version(name) for name in _VERSIONED}


def machine_text() -> str:
    """Return the system, the kind of processor, and how many of them there are."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"


def game_deciding(game: Game[Any]) -> str | list[str]:
    """Return what decides the rules: the name, and of a user's own game the digest of its file."""
    own = own_game(game.name)
    return game.name if own is None else [game.name, own.digest]


def own_feature_files(heuristic: Heuristic) -> tuple[Path, ...]:
    """Return the Python files of the user's own features, in the order of their use."""
    return tuple(dict.fromkeys(map(feature_file, heuristic.extra_features)))


@cache
def feature_sources(heuristic: Heuristic) -> tuple[OwnFile, ...]:
    """Return each of these files as it was when it was loaded.

    A file that was edited since does not change what is played. What was not loaded by
    `features.catalogue.load_features` is kept by nobody: then the file is read, once for a
    heuristic.
    """
    files: dict[Path, OwnFile] = {}
    for feature in heuristic.extra_features:
        path = feature_file(feature)
        if path not in files:
            files[path] = feature.file or OwnFile(str(path), path.read_bytes())
    return tuple(files.values())


def feature_digests(heuristic: Heuristic) -> tuple[str, ...]:
    """Return the SHA-256, in hex, of each of these files as it was when it was loaded."""
    return tuple(one.digest for one in feature_sources(heuristic))


def feature_file(feature: Feature) -> Path:
    """Return the Python file in which a feature is written."""
    return Path(feature.kernel.__code__.co_filename)
