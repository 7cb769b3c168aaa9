"""Try a user's own features in a process of its own, before they are run in this one.

Every file of features that a configuration names is tried, whoever plays with it: `features.trial`
runs it, compiles its kernels and compares them with their twins on seeded positions of the game.
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
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from engine.link.cache import cache_folder
from engine.link.compiling import say_compiling
from features.language.expression import FeatureCall
from features.trial import COMPARING, COMPILING, RUNNING
from tuner.matches.provenance import sources_digest

__all__ = ["FeatureTrialError", "try_features"]

SECONDS = 60
"""So long a trial may compute: some seconds are usual, and a kernel that takes longer to compile
would take far longer as a part of a search."""

WAITING_SECONDS = 300
"""So long a trial may take on a busy machine."""

_PROGRAM = (
    "import json, sys; order = json.loads(sys.stdin.readline()); sys.path[:] = order['path']; "
    "from features.trial import answer_trial; answer_trial(order)"
)

_SLOW = {
    RUNNING: "the file itself does not end",
    COMPILING: "its kernels are not compiled",
    COMPARING: "its kernels and twins do not end on a few positions",
}
_ENDED = {
    RUNNING: "the file ended its process while it was run{how}; take out what ends it",
    COMPILING: "the process ended while kernels were compiled{how}; make them simpler",
    COMPARING: "a kernel crashed, or a twin ended its process{how}; look for an index outside of "
    "its table, since kernels read memory unchecked",
}

_PASSED: set[str] = set()


class FeatureTrialError(TuneError):
    """A user's own features cannot be trusted."""


def try_features(path: Path, game_name: str, calls: Sequence[FeatureCall] = ()) -> None:
    """Try the features of a file in a new process, once for each content of the file.

    Args:
        path: the file.
        game_name: the game whose positions they are tried on.
        calls: what is tried besides the usual calls, such as `nearby(own, 40)`.

    Raises:
        FeatureTrialError: if the file fails or never ends, or a kernel crashes, cannot be compiled,
            or differs from its twin.
    """
    asked = [(call.feature, call.side, call.integers) for call in calls]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    content = json.dumps([sources_digest(), sys.version, digest, game_name, asked])
    key = hashlib.sha256(content.encode()).hexdigest()
    if key in _PASSED:
        return
    kept = cache_folder() / f"passed_{key[:32]}"
    if not kept.exists():
        # Most of a trial is that.
        say_compiling()
        _try({"file": str(path), "game": game_name, "calls": asked})
        with contextlib.suppress(OSError):
            kept.touch()
    _PASSED.add(key)


def _try(order: dict[str, Any]) -> None:
    # Only who has come to the end tells the token: an exit status of 0 proves nothing.
    token = secrets.token_hex()
    order = {**order, "token": token, "seconds": SECONDS, "path": sys.path}
    try:
        ended = subprocess.run(
            [sys.executable, "-P", "-c", _PROGRAM],
            input=json.dumps(order).encode() + b"\n",
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=WAITING_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_slow(order["file"], error.output or b"", f"{WAITING_SECONDS} seconds") from None
    if sys.platform != "win32" and ended.returncode == -signal.SIGXCPU:
        raise _too_slow(order["file"], ended.stdout, f"{SECONDS} seconds of computing")
    last = _answers(ended.stdout)[-1]
    if not isinstance(last, dict) or last.get("token") != token:
        raise FeatureTrialError(f"{order['file']}: {_ENDED[last].format(how=_how(ended))}")
    if last["fault"]:
        raise FeatureTrialError(last["fault"])
    if ended.returncode != 0:
        how = f"its process did not end well{_how(ended)}; take out what it leaves for the end"
        raise FeatureTrialError(f"{order['file']}: {how}")


def _too_slow(file: str, output: bytes, limit: str) -> FeatureTrialError:
    last = _answers(output)[-1]
    what = _SLOW[last] if isinstance(last, str) else "its process does not end"
    return FeatureTrialError(f"{file}: {what} within {limit}; look for a loop without end")


def _answers(output: bytes) -> list[Any]:
    """Return the whole lines of an answer; to run the file is what comes first."""
    lines = output.decode(errors="replace").split("\n")[:-1]
    return [RUNNING, *map(json.loads, lines)]


def _how(ended: subprocess.CompletedProcess[bytes]) -> str:
    if ended.returncode >= 0:
        return f" (exit status {ended.returncode})"
    return f" ({signal.strsignal(-ended.returncode) or f'signal {-ended.returncode}'})"
