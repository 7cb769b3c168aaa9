"""Every configuration that comes with the program is valid."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuner.config import load_study

FILES = sorted((Path(__file__).parent.parent / "configs").rglob("*.yaml"))


def test_there_are_configurations() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_configuration_loads(file: Path) -> None:
    assert load_study(file).baselines
