"""The page that leads from somebody's score function to the file that is pasted back is real."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checkout import ROOT
from command_line import CommandLine

from engine.games import find_game
from engine.play.driver import random_positions
from features.compiled import evaluate
from tuner.config.study import load_study

PAGE = (ROOT / "docs" / "your_own_heuristic.md").read_text(encoding="utf-8")
GAME: Any = find_game("isolation")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


class CourseGame:
    """What the function of the page asks of the course's board."""

    height = width = 7

    def __init__(self, position: Any) -> None:
        self.position = position

    def get_opponent(self, player: int) -> int:
        return 3 - player

    def get_legal_moves(self, player: int) -> list[tuple[int, int]]:
        return [divmod(square, 7) for square in GAME.moves_of(self.position, player)]

    def get_player_location(self, player: int) -> tuple[int, int]:
        return divmod(self.position.square_of(player), 7)

    def is_loser(self, player: int) -> bool:
        return player == self.position.player and not self.get_legal_moves(player)

    def is_winner(self, player: int) -> bool:
        return self.is_loser(3 - player)


def positions() -> list[Any]:
    """Of random games, both players placed and the side to move not stuck."""
    found = []
    for ply in range(2, 30):
        states, going = random_positions(GAME, ply, np.arange(12, dtype=np.uint64))
        found += [GAME.unpack(state) for state in states[going]]
    return found


def custom_score(text: str) -> Any:
    names: dict[str, Any] = {}
    exec(text, names)
    return names["custom_score"]


def test_the_formula_of_the_page_is_the_function_of_the_page(tmp_path: Path) -> None:
    (function,), (study,) = blocks("python"), blocks("yaml")
    file = tmp_path / "my_score.yaml"
    file.write_text(study, encoding="utf-8")
    heuristic = load_study(file).heuristic
    score, found = custom_score(function), positions()
    assert len(found) > 200
    values = evaluate(GAME, heuristic, heuristic.defaults, GAME.pack(found))
    for position, value in zip(found, values, strict=True):
        assert score(CourseGame(position), position.player) == pytest.approx(value, abs=1e-12)


def test_the_commands_of_the_page_lead_to_the_file(
    tune: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (study,) = blocks("yaml")
    Path("my_score.yaml").write_text(study, encoding="utf-8")
    outputs = []
    for line in "".join(blocks("sh")).splitlines():
        (run,) = tmp_path.glob("runs/my_score-*") if "runs/" in line else [Path()]
        words = shlex.split(re.sub(r"runs/\S+", f"runs/{run.name}", line))
        assert words[0] == "tune"
        ended = tune(*words[1:])
        assert ended.status == 0, ended.err
        outputs.append(ended.out)
    explained, checked, verdict, _ = outputs
    assert re.search(r"^value +-8\.2 +-8\.2$", explained, re.MULTILINE)
    assert checked.splitlines()[-1].startswith("my_score.yaml ")
    (shown,) = re.findall(r"<!-- verdict of my_score -->\n```\n(.*?)```", PAGE, re.DOTALL)
    assert shown in verdict
    text = Path("mine/custom_score.py").read_text(encoding="utf-8")
    values = dict(re.findall(r"(opp_weight|center_weight) (\S+) \(hand-set", verdict))
    for position in positions()[:50]:
        own, opp = (len(GAME.moves_of(position, p)) for p in (position.player, 3 - position.player))
        row, column = divmod(position.square_of(position.player), 7)
        center = abs(row - 3) + abs(column - 3)
        expected = own - float(values["opp_weight"]) * opp - float(values["center_weight"]) * center
        scored = custom_score(text)(ExportedGame(position), position.player)
        assert scored == pytest.approx(expected, abs=1e-3)


class ExportedGame(CourseGame):
    """What the exported function asks besides."""

    move_count = property(lambda self: self.position.ply)
    active_player = property(lambda self: self.position.player)
    inactive_player = property(lambda self: 3 - self.position.player)

    def get_blank_spaces(self) -> list[tuple[int, int]]:
        return [divmod(s, 7) for s in range(49) if self.position.blanks >> s & 1]
