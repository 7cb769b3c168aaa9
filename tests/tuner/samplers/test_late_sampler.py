"""Samplers of Optuna are made when they are first asked or told: no first trial waits for them."""

from __future__ import annotations

import subprocess
import sys

import pytest

MAKE = """
import sys
from features.parameter import Tunable
from tuner.samplers.space import Space
from tuner.samplers.table import make_sampler

sampler = make_sampler(sys.argv[1], Space((Tunable("w", 1.0, -3.0, 3.0),)), 8, 1)
print("optuna" in sys.modules)
sampler.tell((1.0,), 0.5)
print("optuna" in sys.modules)
"""


@pytest.mark.parametrize(("name", "imported"), [("tpe", "True"), ("spsa", "False")])
def test_optuna_is_imported_when_one_of_its_samplers_is_told(name: str, imported: str) -> None:
    command = [sys.executable, "-c", MAKE, name]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", imported]
