"""Tries a user's own features in a process of its own, where a bad kernel can do no harm.

Kernels read memory by address: one that reads outside of the board's memory ends its process
without a word. So each file is tried before a study plays with it, and its kernels are compared
with their twins on seeded positions.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

from engine.errors import TuneError
from engine.games import find_game
from features.catalogue import load_features
from features.conformance import check_features

__all__ = ["FeatureTrialError", "try_features"]

_SECONDS = 300
_PASSED: set[tuple[str, str]] = set()


class FeatureTrialError(TuneError):
    """A user's own features cannot be trusted."""


def try_features(path: Path, game_name: str) -> None:
    """Check the features of a file in a new process, once for each content of the file.

    Raises:
        FeatureTrialError: if a kernel crashes, cannot be compiled, or differs from its twin.
    """
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if (digest, game_name) not in _PASSED:
        _try(path, game_name)
        _PASSED.add((digest, game_name))


def _try(path: Path, game_name: str) -> None:
    command = [sys.executable, "-m", __name__, str(path), game_name]
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise FeatureTrialError(
            f"{path}: the features take longer than {_SECONDS} seconds on a few positions; look "
            "for a loop without end"
        ) from None
    if ended.returncode == 0:
        return
    lines = ended.stderr.strip().splitlines()
    if ended.returncode == 2 and lines:
        raise FeatureTrialError(f"{path}: {lines[-1]}")
    raise FeatureTrialError(
        f"{path}: a kernel crashed (exit status {ended.returncode}); look for an index outside of "
        "its table, since kernels read memory unchecked"
    )


def main() -> None:
    """Check one file: `python -m tuner.feature_trial FILE GAME`."""
    path, game_name = sys.argv[1:]
    game = find_game(game_name)
    try:
        found = [one for one in load_features(path).values() if one.family == game.family]
        check_features(found, game)
    except TuneError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
