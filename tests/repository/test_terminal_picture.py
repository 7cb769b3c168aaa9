"""The picture of a terminal comes from the run, stays the same, and asks nobody for anything."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest

from makers.readme_screen import ScreenError
from makers.terminal_picture import terminal_picture
from tuner.tuning.run_folder import RunFolder


def words(picture: str) -> str:
    """The text of a picture, line by line as it is drawn."""
    root = ElementTree.fromstring(picture)
    lines: dict[float, str] = {}
    for element in root.iter("{http://www.w3.org/2000/svg}text"):
        place = float(element.get("y", 0))
        lines[place] = lines.get(place, "") + (element.text or "")
    return "\n".join(lines[place] for place in sorted(lines)).replace("\xa0", " ")


def test_the_picture_has_what_the_run_has(finished: Path) -> None:
    folder = RunFolder(finished)
    picture = terminal_picture(folder, "tune run <tiny>")
    assert picture == terminal_picture(folder, "tune run <tiny>")
    shown = words(picture)
    assert "$ tune run <tiny>" in shown
    assert "tiny, isolation-5x5" in shown
    # Six tenths of four trials, 40 games each.
    assert "trial 2 of 4" in shown
    assert "80 of 160 games" in shown
    trials = pd.read_csv(folder.trials)[:2]
    best = trials.loc[trials["value"].idxmax()]
    score = f"{100 * best['value']:.1f}% ({100 * best['low']:.1f} to {100 * best['high']:.1f})"
    assert score in shown
    # No font, no picture, nothing from elsewhere.
    assert set(re.findall(r"https?://[^\s\"<]*", picture)) <= {
        "http://www.w3.org/2000/svg",
        "https://www.textualize.io",
    }


def test_a_run_without_trials_has_no_picture(finished: Path) -> None:
    (finished / "trials.csv").write_text("trial,value,low,high,games,repeats\n")
    with pytest.raises(ScreenError, match="has no trials; choose a run that has some"):
        terminal_picture(RunFolder(finished), "tune run tiny")
