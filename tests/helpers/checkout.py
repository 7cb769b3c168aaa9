"""Where the files of this repository are, whatever the working folder of a test."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
HELPERS = ROOT / "tests" / "helpers"
