"""Try a file of features, or of a game, where it can do no harm: in a process of its own.

Such a file is somebody's program, and its kernels read memory by address: it may end its
process, print, raise anything or never end. So it is run here first.
`tuner.config.feature_trial` starts the process and reads the answers.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.conformance import check_game
from engine.errors import TuneError
from engine.game import Game
from engine.games import find_game
from engine.link.compiling import CompileError
from engine.own_file import error_text
from engine.own_games import load_own_game
from engine.play.driver import driver_of, outcome_chooser
from features.calls import feature_calls, kernel_values
from features.catalogue import load_features
from features.conformance import check_features, check_twins, random_positions
from features.feature import Feature
from features.language.expression import FeatureCall
from features.subset import check_subset, line_of
from features.trial_parts import COMPARING, COMPILING, RUNNING, TRYING

if sys.platform != "win32":
    import resource

__all__ = ["answer_trial", "fault_of_file"]

_GAMES = 3
"""Random games of somebody's own game whose positions are looked at."""

_TRIED_POSITIONS = 30
"""So many are looked at in plain Python before anything is compiled."""


def answer_trial(order: Mapping[str, Any]) -> None:
    """Try a file, and write one JSON value a line to standard output.

    The lines are the parts of the trial as they begin, then an object with the token of the order
    and the fault that was found, "" if there is none. What the file itself prints is lost.

    Args:
        order: "token"; "file"; the name of the "game" and, as "own_game", the file that it is
            loaded from, "" if it is of the package; "calls" of features that are tried besides the
            usual ones, each [feature, side, integers], None where the game itself is tried; and
            the "seconds" of computing after which a part is ended, by part.
    """
    # What the file prints must not be taken for an answer.
    answers = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)

    def tell(value: Any) -> None:
        if value in (RUNNING, TRYING, COMPILING, COMPARING):
            _limit(order["seconds"][value])
        os.write(answers, json.dumps(value).encode() + b"\n")

    if order["calls"] is None:
        fault = _fault_of_game(order["file"], tell)
    else:
        own = order["own_game"]
        game = load_own_game(Path(own)).game if own else find_game(order["game"])
        calls = [FeatureCall(name, side, tuple(given)) for name, side, given in order["calls"]]
        fault = fault_of_file(order["file"], game, calls, tell)
    tell({"token": order["token"], "fault": fault})


def _limit(seconds: int) -> None:
    """Let the system end this process after so many more seconds of computing, where it can."""
    if sys.platform != "win32":
        used = resource.getrusage(resource.RUSAGE_SELF)
        limit = math.ceil(used.ru_utime + used.ru_stime) + seconds
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        if most != resource.RLIM_INFINITY:
            limit = min(limit, most)
        # Where the system refuses, the file has done no wrong, and who waits looks at the clock.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (limit, most))


def _fault_of_game(file: str, tell: Callable[[str], None]) -> str:
    """Return what is wrong with the game of a file; "" for nothing."""
    try:
        tell(RUNNING)
        game = load_own_game(Path(file)).game
        tell(TRYING)
        check_game(game, _GAMES, compiled=False)
        tell(COMPILING)
        driver_of(game)
        outcome_chooser(game)
        tell(COMPARING)
        check_game(game, _GAMES)
    except BaseException as error:
        return _fault(file, error)
    return ""


def fault_of_file(
    file: str, game: Game[Any], calls: Sequence[FeatureCall], tell: Callable[[str], None]
) -> str:
    """Return what is wrong with the features of a file, with its line; "" for nothing.

    Args:
        file: its path.
        game: whose positions they are tried on.
        calls: that are tried besides the usual ones.
        tell: gets each part as it begins.
    """
    features: list[Feature] = []
    try:
        tell(RUNNING)
        features = [one for one in load_features(file).values() if one.family == game.family]
        if not features:
            return ""
        usual = [call for feature in features for call in feature_calls(feature)]
        every = list(dict.fromkeys([*usual, *calls]))
        for feature in features:
            check_subset(feature)
        tell(TRYING)
        once = [one for one in features if one.written_once]
        named = {one.name for one in once}
        first = random_positions(game, _TRIED_POSITIONS, seed=1)
        check_twins(once, game, first, [call for call in every if call.feature in named])
        tell(COMPILING)
        kernel_values(features, game, every, game.pack(()))
        tell(COMPARING)
        check_features(features, game, calls=every)
    except CompileError as error:
        return f"{file}, {_compile_fault(error, features)}"
    except BaseException as error:
        return _fault(file, error)
    return ""


def _fault(file: str, error: BaseException) -> str:
    """Return what was raised, with the file in front."""
    if not isinstance(error, TuneError):
        # Also what is no Exception: in this process only the file can raise it.
        return f"{file}: {error_text(error)}; correct the file"
    text = str(error)
    if text.startswith(file):
        return text
    return f"{file}, {text}" if text.startswith("line ") else f"{file}: {text}"


def _compile_fault(error: CompileError, features: Sequence[Feature]) -> str:
    """Return what the compiler refuses, with the line of the file that says the same."""
    line = line_of(error.statement, error.kernel, features)
    place = f"in '{error.kernel}'" if line is None else f"line {line}, in '{error.kernel}'"
    return f"{place}: '{error.statement}' cannot be compiled: {error.cause}"
