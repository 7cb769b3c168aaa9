"""Studies in which all games end alike, or none is played: no number is missing or certain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import CommandLine, Ended
from numpy.typing import NDArray

from tuner.matches import arena
from tuner.matches.task import BatchTask, play_batch
from tuner.tuning.run_folder import RunFolder

SMALLEST = """\
name: smallest
game: isolation-5x5
heuristic: {parameters: {a: {default: 1, low: 0, high: 3}}, formula: moves(own) - a * moves(opp)}
search: {algorithm: alphabeta, depth: 1}
baselines:
- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}
openings: {plies: 4}
budget: {trials: 3, pairs: 1, finalists: 1, final_pairs: 1, verdict_pairs: 16}
sampler: random
"""


def strict(text: str) -> Any:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} in JSON")

    return json.loads(text, parse_constant=refuse)


def intervals(tree: Any) -> Iterator[dict[str, Any]]:
    """All parts of a tree that have two ends."""
    if isinstance(tree, dict):
        if {"low", "high"} <= set(tree):
            yield tree
        for part in tree.values():
            yield from intervals(part)
    if isinstance(tree, list):
        for part in tree:
            yield from intervals(part)


def is_sound(ended: Ended) -> bool:
    text = ended.out + ended.err
    bad = re.search(r"\b(nan|inf|infinity|traceback)\b", text, re.IGNORECASE)
    return ended.status == 0 and bad is None


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "tiny.yaml"
    file.write_text(SMALLEST)
    return file


@pytest.mark.parametrize("result", [-1, 0, 1], ids=["all lost", "all drawn", "all won"])
def test_a_study_of_the_smallest_budget_whose_games_end_alike(
    result: int, tiny: Path, tune: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ends_alike(task: BatchTask) -> NDArray[np.void]:
        records = play_batch(task)
        records["result"] = result
        return records

    monkeypatch.setattr(arena, "play_batch", ends_alike)
    assert is_sound(tune("check", tiny))
    assert is_sound(tune("run", tiny))
    (run,) = (tiny.parent / "runs").iterdir()
    for words in (("status", run), ("runs",), ("export", run), ("report", run, "--to", "md")):
        assert is_sound(tune(*words)), words
    told = (run / "report.html").read_text() + (run / "report.md").read_text()
    assert not re.search(
        r"(?<![\w-])(nan|inf)(?![\w-])%?", re.sub(r"<script.*?</script>", "", told, flags=re.S)
    )
    for words in (("status", run), ("runs",)):
        strict(tune(*words, "--json").out)
    verdict = strict((run / "verdict.json").read_text())
    # Nothing is known of games that end otherwise: no certainty, and nothing is called better.
    assert verdict["verdict"] != "better"
    assert verdict["against_baselines"]["low"] < 0 < verdict["against_baselines"]["high"]
    assert all(one["low"] < one["high"] for one in intervals(verdict) if one.get("times") != 1.0)


def test_a_run_that_was_stopped_before_its_first_games(
    tiny: Path, tune: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_task: BatchTask) -> NDArray[np.void]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(arena, "play_batch", stopped)
        assert tune("run", tiny).status == 130
    (run,) = (tiny.parent / "runs").iterdir()
    assert not RunFolder(run).verdict.exists()
    for words in (("status", run), ("runs",), ("check", tiny)):
        assert is_sound(tune(*words)), words
        strict(tune(*words, "--json").out)
    for kind in ("html", "md"):
        assert is_sound(tune("report", run, "--to", kind))
    # There is nothing to export yet, which is said in one line.
    assert "has no verdict yet; finish the run" in tune("export", run).error
