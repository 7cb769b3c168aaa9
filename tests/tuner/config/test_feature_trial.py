"""A file of features is tried in a process of its own, which may end in any way."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from own_features import ROW, changed, row_file

from engine.games import find_game
from engine.link.compiling import tell_of_compiling, tell_what_takes_long
from features.language.expression import FeatureCall
from features.trial_parts import COMPARING, RUNNING, TRYING
from tuner.config import feature_trial
from tuner.config.feature_trial import FeatureTrialError, try_features

GAME = find_game("isolation")

REACH = "load_number(board, np.int64(1) << 40)"
"""An address that nobody owns."""

NEARBY = ROW.replace("rank_twin(view)", "rank_twin(view, steps)").replace(
    "rank(board, state)", "rank(board, state, steps)"
)
"""The same feature with an integer, which the kernel multiplies and the twin does not."""


@pytest.fixture(autouse=True)
def nothing_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feature_trial, "_PASSED", set())


def refusal(folder: Path, text: str) -> str:
    """What is said of a file with this text, after its path."""
    path = row_file(folder, text)
    with pytest.raises(FeatureTrialError) as caught:
        try_features(path, GAME)
    said = str(caught.value)
    assert said.startswith(str(path))
    return said.removeprefix(str(path))


def test_what_is_right_passes_and_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = row_file(tmp_path)
    try_features(path, GAME)
    monkeypatch.setattr(feature_trial, "_PASSED", set())
    monkeypatch.setattr(feature_trial.subprocess, "Popen", None)
    try_features(path, GAME)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            changed(twin="return 7.0"),
            ": rank(own) in ......./......./......./......./......./......./....... is 0.0 "
            "compiled, 7.0 in plain Python",
        ),
        (changed(kernel=f"return {REACH}"), ": a kernel crashed, or a twin ended its process (Seg"),
        (
            changed(twin="import os\nos._exit(0)"),
            ": a kernel crashed, or a twin ended its process (exit status 0); look for an index",
        ),
        (changed(twin="return 1 / 0"), ", line 12: ZeroDivisionError: division by zero; test be"),
        (changed(twin="raise SystemExit"), ", line 12: SystemExit; correct the twin"),
        (changed(twin="raise KeyboardInterrupt"), ": KeyboardInterrupt; correct the file"),
        (
            changed(kernel="print('x')\nreturn 0.0"),
            ", line 18, in 'rank': print() cannot be compiled; take it out",
        ),
        (
            changed(kernel="return 'a' + 1"),
            ", line 18, in 'rank': a text cannot be compiled; use numbers",
        ),
        (
            changed(more="import os\nos._exit(0)\n"),
            ": the file ended its process while it was run (exit status 0); take out what ends it",
        ),
        (
            changed(more="import atexit, os\natexit.register(lambda: os._exit(7))\n"),
            ": its process did not end well (exit status 7); take out what it leaves for the end",
        ),
        (changed(more="raise SystemExit(3)\n"), ", line 19: SystemExit: 3; correct it"),
        (changed(more="raise KeyboardInterrupt\n"), ": KeyboardInterrupt; correct the file"),
        (
            changed(more="class Odd(BaseException): ...\nraise Odd('x')\n"),
            ", line 20: Odd: x; correct it",
        ),
        (changed(more="input()\n"), ", line 19: EOFError: EOF when reading a line; correct it"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    found = refusal(tmp_path, text)
    assert found.startswith(said)
    assert "\n" not in found


ENDLESS = "x = 0.0\nwhile x < 1.0:\n    x = x * 0.5\nreturn x"


@pytest.mark.parametrize(
    ("text", "part", "said"),
    [
        (changed(more="while True: pass\n"), RUNNING, "the file itself does not end"),
        (
            changed(twin=None, kernel=ENDLESS),
            TRYING,
            "its functions do not end on a few positions",
        ),
        (
            changed(kernel=ENDLESS),
            COMPARING,
            "its kernels and twins do not end on a few positions",
        ),
    ],
)
def test_what_never_ends_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, part: str, said: str
) -> None:
    monkeypatch.setattr(feature_trial, "SECONDS", {**feature_trial.SECONDS, part: 2})
    monkeypatch.setattr(feature_trial, "PATIENCE", 100)
    found = refusal(tmp_path, text)
    assert found == f": {said} within 2 seconds of computing; look for a loop without end"


def test_what_only_waits_is_ended_too_and_says_so_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    tell_what_takes_long(told.append)
    monkeypatch.setattr(feature_trial, "SECONDS", {**feature_trial.SECONDS, RUNNING: 1})
    monkeypatch.setattr(feature_trial, "PATIENCE", 3)
    monkeypatch.setattr(feature_trial, "QUIET_SECONDS", 0.5)
    found = refusal(tmp_path, changed(more="import time\ntime.sleep(1000)\n"))
    assert found == ": the file itself does not end within 3 seconds; look for a loop without end"
    assert told == ["row.py: running the file; given up after 3 seconds"]


def test_only_a_file_that_is_compiled_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    tell_of_compiling(told.append)
    monkeypatch.setattr(feature_trial, "LOOK_SECONDS", 0.02)
    refusal(tmp_path, "def row(:\n")
    assert told == []
    # No cache holds a kernel with this number.
    refusal(tmp_path, changed(kernel=f"return {time.time_ns()}.0"))
    assert told == ["compiling functions of your own: 10 to 50 s, once"]


def test_a_file_cannot_answer_in_place_of_its_trial(tmp_path: Path) -> None:
    answer = (
        "import os\nprint({'token': 'x', 'fault': ''})\n"
        'os.write(1, b\'{"token": "x", "fault": ""}\\n\')\nos._exit(0)\n'
    )
    assert refusal(tmp_path, changed(more=answer)).startswith(": the file ended its process")


def test_calls_with_integers_of_their_own_are_tried_too(tmp_path: Path) -> None:
    kernel = (
        f"return {REACH} if steps == 40 else np.float64(number_at(board, ROWS, own_square(state)))"
    )
    text = NEARBY.replace("return np.float64(number_at(board, ROWS, own_square(state)))", kernel)
    path = row_file(tmp_path, text)
    try_features(path, GAME)
    with pytest.raises(FeatureTrialError, match=r"row\.py: a kernel crashed"):
        try_features(path, GAME, [FeatureCall("rank", "own", (40,))])
