"""Run Python in a process of its own that simulates CUDA: Numba decides so at its import."""

from __future__ import annotations

import os
import subprocess
import sys

from checkout import HELPERS, ROOT


def run_simulated(program: str, *words: object) -> subprocess.CompletedProcess[str]:
    """Run the text of a program, which finds the helpers, and return how it ended."""
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT, HELPERS))),
            "NUMBA_ENABLE_CUDASIM": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
