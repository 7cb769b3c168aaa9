"""Try a user's own features and games in a process of their own, before they are run in this one.

Every file of features that a configuration names is tried, whoever plays with it: `features.trial`
runs it, compiles its kernels and compares them with their twins on seeded positions of the game. So
is every file of a game: its rules are run in plain Python, compiled and compared.
What has passed is remembered beside the compiled code, by the content of the file.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from engine.link.compiling import say_compiling, say_what_takes_long
from engine.link.folder import cache_folder
from engine.own_file import read_own_file
from engine.own_games import game_file, own_game
from features.language.expression import FeatureCall
from features.trial_parts import COMPARING, COMPILING, RUNNING, TRYING
from tuner.matches.provenance import sources_digest

__all__ = ["FeatureTrialError", "try_features", "try_game"]

SECONDS = MappingProxyType({RUNNING: 10, TRYING: 10, COMPILING: 40, COMPARING: 20})
"""So long each part of a trial may compute: a second is usual, some to compile; a kernel that takes
longer to compile would take far longer as a part of a search."""

PATIENCE = 5
"""So many times as long a part may take on a busy machine."""

QUIET_SECONDS = 8
"""A trial that takes longer says what it is doing."""

LOOK_SECONDS = 0.5
"""So often it is looked at how far a trial is."""

_PROGRAM = (
    "import json, sys; order = json.loads(sys.stdin.readline()); sys.path[:] = order['path']; "
    "from features.trial import answer_trial; answer_trial(order)"
)

_NOW = {
    RUNNING: "running the file",
    TRYING: "running its functions in plain Python",
    COMPILING: "compiling its functions",
    COMPARING: "comparing what is compiled with plain Python",
}
_SLOW = {
    RUNNING: "the file itself does not end",
    TRYING: "its functions do not end on a few positions",
    COMPILING: "its kernels are not compiled",
    COMPARING: "its kernels and twins do not end on a few positions",
}
_ENDED = {
    RUNNING: "the file ended its process while it was run{how}; take out what ends it",
    TRYING: "a function ended its process{how}; take out what ends it",
    COMPILING: "the process ended while kernels were compiled{how}; make them simpler",
    COMPARING: "a kernel crashed, or a twin ended its process{how}; look for an index outside of "
    "its table, since kernels read memory unchecked",
}

_PASSED: set[str] = set()


class FeatureTrialError(TuneError):
    """A user's own features cannot be trusted."""


def try_features(path: Path, game: Game[Any], calls: Sequence[FeatureCall] = ()) -> None:
    """Try the features of a file in a new process, once for each content of the file.

    Args:
        path: the file.
        game: whose positions they are tried on.
        calls: what is tried besides the usual calls, such as `nearby(own, 40)`.

    Raises:
        FeatureTrialError: if the file fails or never ends, or a kernel crashes, cannot be compiled,
            or differs from its twin.
    """
    asked = [(call.feature, call.side, call.integers) for call in calls]
    own = own_game(game.name)
    content = [_digest(path), game.name, asked, *([own.digest] if own else [])]
    place = str(game_file(own.path)) if own else ""
    _try_once({"file": str(path), "game": game.name, "own_game": place, "calls": asked}, content)


def try_game(path: Path) -> None:
    """Try the game of a file in a new process, once for each content of the file.

    Args:
        path: the Python file.

    Raises:
        FeatureTrialError: if the file fails or never ends, or the game is not what a game must be.
    """
    order = {"file": str(path), "game": "", "own_game": str(path), "calls": None}
    _try_once(order, [_digest(path)])


def _digest(path: Path) -> str:
    return hashlib.sha256(read_own_file(path)).hexdigest()


def _try_once(order: dict[str, Any], content: Sequence[Any]) -> None:
    """Try what an order names unless it has passed before, by the content that decides it."""
    text = json.dumps([sources_digest(), sys.version, *content])
    key = hashlib.sha256(text.encode()).hexdigest()
    if key in _PASSED:
        return
    kept = cache_folder() / f"passed_{key[:32]}"
    if not kept.exists():
        _try(order)
        with contextlib.suppress(OSError):
            kept.touch()
    _PASSED.add(key)


def _try(order: dict[str, Any]) -> None:
    # Only who has come to the end tells the token: an exit status of 0 proves nothing.
    token = secrets.token_hex()
    order = {**order, "token": token, "seconds": dict(SECONDS), "path": sys.path}
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    output = _output_of(process, order)
    if sys.platform != "win32" and process.returncode == -signal.SIGXCPU:
        raise _too_slow(order["file"], output, " of computing")
    last = _answers(output)[-1]
    if not isinstance(last, dict) or last.get("token") != token:
        raise FeatureTrialError(
            f"{order['file']}: {_ENDED[last].format(how=_how(process.returncode))}"
        )
    if last["fault"]:
        raise FeatureTrialError(last["fault"])
    if process.returncode != 0:
        how = f"its process did not end well{_how(process.returncode)}"
        cure = "take out what it leaves for the end"
        raise FeatureTrialError(f"{order['file']}: {how}; {cure}")


def _output_of(process: subprocess.Popen[bytes], order: dict[str, Any]) -> bytes:
    """Return what a trial has answered when it has ended.

    Raises:
        FeatureTrialError: if a part of it takes too long.
    """
    began = changed = time.monotonic()
    part = RUNNING
    given: bytes | None = json.dumps(order).encode() + b"\n"
    while True:
        try:
            return process.communicate(given, timeout=LOOK_SECONDS)[0]
        except subprocess.TimeoutExpired as error:
            given, output = None, error.output or b""
        except BaseException:
            process.kill()
            raise
        now, last = time.monotonic(), _answers(output)[-1]
        if last != part and isinstance(last, str):
            part, changed = last, now
            if part == COMPILING:
                # Most of a trial is that; a file that does not come so far is told at once.
                say_compiling("functions of your own")
        limit = PATIENCE * SECONDS[part]
        if now - changed > limit:
            process.kill()
            process.communicate()
            raise _too_slow(order["file"], output, "", PATIENCE)
        if now - began > QUIET_SECONDS:
            name = Path(order["file"]).name
            say_what_takes_long(f"{name}: {_NOW[part]}; given up after {limit} seconds")


def _too_slow(file: str, output: bytes, of_what: str, times: int = 1) -> FeatureTrialError:
    last = _answers(output)[-1]
    part = last if isinstance(last, str) else COMPARING
    what = _SLOW[part] if isinstance(last, str) else "its process does not end"
    limit = f"{times * SECONDS[part]} seconds{of_what}"
    return FeatureTrialError(f"{file}: {what} within {limit}; look for a loop without end")


def _answers(output: bytes) -> list[Any]:
    """Return the whole lines of an answer; to run the file is what comes first."""
    lines = output.decode(errors="replace").split("\n")[:-1]
    return [RUNNING, *map(json.loads, lines)]


def _how(status: int) -> str:
    if status >= 0:
        return f" (exit status {status})"
    return f" ({signal.strsignal(-status) or f'signal {-status}'})"
