"""The page that makes a game of one's own is real: its files, its commands, its verdict."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checkout import ROOT
from command_line import CommandLine

from engine.play.driver import random_positions
from features.compiled import evaluate
from tuner.tuning.lookup import find_agent, find_common_game

PAGE = (ROOT / "docs" / "add_a_game.md").read_text(encoding="utf-8")

FILES = dict(
    re.findall(r"Save this as `([^`]+)`[^\n]*\n+```(?:python|yaml)\n(.*?)^```$", PAGE, re.M | re.S)
)


def test_the_files_of_the_page_are_those_of_the_example() -> None:
    assert len(FILES) == 4
    for name, text in FILES.items():
        assert (ROOT / "examples" / name).read_text(encoding="utf-8") == text


def test_the_commands_of_the_page_lead_from_the_rules_to_the_verdict(
    tune: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("connect_four").mkdir()
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    outputs = []
    for line in "".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S)).splitlines():
        (run,) = tmp_path.glob("runs/connect_four-*") if "runs/" in line else [Path()]
        words = shlex.split(re.sub(r"runs/\S+", f"runs/{run.name}", line))
        assert words[0] == "tune"
        ended = tune(*words[1:])
        assert ended.status == 0, ended.err
        outputs.append(ended.out)
    checked, verdict, explained, _ = outputs
    assert checked.splitlines()[-1].startswith("connect_four.yaml ")
    (shown,) = re.findall(r"<!-- verdict of connect_four -->\n```\n(.*?)```", PAGE, re.S)
    assert shown in verdict
    # Player 1 has the open lines a1-d1 and c1-f4 with two stones each, player 2 none.
    assert re.search(r"^value +2 +-2$", explained, re.M)
    assert re.search(r"^alphabeta depth 3 chooses [1-7] for player 2", explained, re.M)
    _check_exported(run)


def _check_exported(run: Path) -> None:
    """The exported module gives the values of the kernels, and knows who has won."""
    module: dict[str, Any] = {"__name__": "heuristic"}
    exec(Path("mine/heuristic.py").read_text(encoding="utf-8"), module)
    game: Any = find_common_game([str(run)])
    agent = find_agent(str(run), game, None)
    ends = set()
    for ply in range(0, 42, 3):
        states, going = random_positions(game, ply, np.arange(12, dtype=np.uint64))
        values = evaluate(game, agent.heuristic, agent.values, states)
        for state, value, goes_on in zip(states, values, going, strict=True):
            position = game.unpack(state)
            read = module["position_of"](game.format_position(position))
            assert module["value"](read, position.player) == pytest.approx(value, abs=1e-9)
            won = {0: 0.0, 1: np.inf, 2: -np.inf, None: None}[game.winner(position)]
            ends.add(won)
            if not goes_on:
                assert (module["score"](read, 1), module["score"](read, 2)) == (won, -(won or 0.0))
    assert {None, np.inf, -np.inf} <= ends
