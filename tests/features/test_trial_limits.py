"""The limits of the system stand: a trial of a file lowers its own, and raises none."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from features.trial_parts import COMPARING, COMPILING, RUNNING, TRYING

TELLING = (
    "import resource\nraise ValueError(str(resource.getrlimit(resource.RLIMIT_CPU)) + ' seconds')\n"
)
"""A file that ends with the limits that it runs under."""

TRIAL = (
    "import json, sys; from features.trial import answer_trial; "
    "answer_trial(json.loads(sys.stdin.readline()))"
)


@pytest.mark.skipif(shutil.which("bash") is None, reason="only a shell can set limits")
@pytest.mark.parametrize(("limit", "limits"), [(5000, r"\(\d\d, 5000\)"), (9, r"\(9, 9\)")])
def test_a_file_is_tried_within_the_limit_of_whoever_starts_it(
    tmp_path: Path, limit: int, limits: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(TELLING, encoding="utf-8")
    seconds = dict.fromkeys((RUNNING, TRYING, COMPILING, COMPARING), 40)
    order = {"token": "x", "file": str(file), "game": "isolation", "own_game": "", "calls": []}
    answered = subprocess.run(
        ["bash", "-c", f'ulimit -t {limit} && exec "$0" -c "$1"', sys.executable, TRIAL],
        input=json.dumps({**order, "seconds": seconds}),
        capture_output=True,
        text=True,
        check=True,
    )
    fault = json.loads(answered.stdout.splitlines()[-1])["fault"]
    assert re.fullmatch(rf".*, line 2: ValueError: {limits} seconds; correct it", fault)
