"""What a study needs soon is loaded by a thread that has nothing to do yet."""

from __future__ import annotations

import subprocess
import sys

LOAD = """
import sys
from concurrent.futures import ThreadPoolExecutor
from tuner.tuning.ahead import import_ahead

late = ("filelock", "scipy.special", "optuna")
print(*(name in sys.modules for name in late))
with ThreadPoolExecutor(1) as executor:
    import_ahead(sys.argv[1], executor)
print(*(name in sys.modules for name in late))
"""


def loaded(sampler: str) -> list[str]:
    command = [sys.executable, "-c", LOAD, sampler]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_library_of_the_sampler_is_loaded_with_all_else() -> None:
    assert loaded("random") == ["False False False", "True True True"]


def test_a_sampler_of_our_own_needs_no_library() -> None:
    assert loaded("spsa") == ["False False False", "True True False"]
