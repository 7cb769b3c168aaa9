"""Try a file of features where it can do no harm: in a process of its own.

A feature file is somebody's program, and its kernels read memory by address: it may end its
process, print, raise anything or never end. So it is run here first.
`tuner.config.feature_trial` starts the process and reads the answers.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from engine.games import find_game
from features.calls import feature_calls, kernel_values
from features.catalogue import load_features
from features.conformance import check_features
from features.errors import error_text
from features.language.expression import FeatureCall

if sys.platform != "win32":
    import resource

__all__ = ["COMPARING", "COMPILING", "RUNNING", "answer_trial"]

RUNNING, COMPILING, COMPARING = "running", "compiling", "comparing"
"""The parts of a trial: each is told when it begins."""


def answer_trial(order: Mapping[str, Any]) -> None:
    """Try the features of a file, and write one JSON value a line to standard output.

    The lines are the parts of the trial as they begin, then an object with the token of the order
    and the fault that was found, "" if there is none. What the file itself prints is lost.

    Args:
        order: "token", "file", the name of the "game", "calls" that are tried besides the usual
            ones, each [feature, side, integers], and the "seconds" of computing after which the
            process is ended.
    """
    _limit(order["seconds"])
    # What the file prints must not be taken for an answer.
    answers = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)

    def tell(value: Any) -> None:
        os.write(answers, json.dumps(value).encode() + b"\n")

    game = find_game(order["game"])
    calls = [FeatureCall(name, side, tuple(integers)) for name, side, integers in order["calls"]]
    tell({"token": order["token"], "fault": _fault(order["file"], game, calls, tell)})


def _limit(seconds: int) -> None:
    """Let the system end this process after so many seconds of computing, where it can."""
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def _fault(
    file: str, game: Game[Any], calls: Sequence[FeatureCall], tell: Callable[[str], None]
) -> str:
    try:
        tell(RUNNING)
        features = [one for one in load_features(file).values() if one.family == game.family]
        if not features:
            return ""
        tell(COMPILING)
        usual = [call for feature in features for call in feature_calls(feature)]
        every = list(dict.fromkeys([*usual, *calls]))
        kernel_values(features, game, every, game.pack(()))
        tell(COMPARING)
        check_features(features, game, calls=every)
    except TuneError as error:
        text = str(error)
        return text if text.startswith(file) else f"{file}: {text}"
    except BaseException as error:
        # Also what is no Exception: in this process only the file can raise it.
        return f"{file}: {error_text(error)}; correct the file"
    return ""
