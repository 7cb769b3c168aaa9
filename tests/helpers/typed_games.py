"""Games against an agent that a test types, and one that is saved."""

from __future__ import annotations

import io
import sys

import pytest
from command_line import CommandLine, Ended

START = "..xx./....x/..x1./....2/....."
AGENT = ("improved", "--game", "isolation-5x5", "--depth", "1")
"""Own minus opponent's moves, one ply ahead; in this game its best reply is always one alone."""

SAVED_GAME = """\
# game: isolation-5x5
# person: player 1
# agent: improved, alphabeta depth 1
..xx./....x/..x1./....2/.....	e5
..xx1/....x/..xx./....2/.....	d4
..xx1/...2x/..xx./....x/.....	c4
..xxx/..12x/..xx./....x/.....	c2
..xxx/..1xx/..xx./..2.x/.....
"""


class Typed:
    """`tune play`, called with lines that are typed and words."""

    def __init__(self, tune: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
        self._tune, self._patch = tune, monkeypatch

    def __call__(self, lines: str, *words: object) -> Ended:
        self._patch.setattr(sys, "stdin", io.StringIO(lines.replace(" / ", "\n")))
        return self._tune("play", *words)


def answers(ended: Ended) -> dict[str, list[str]]:
    """What was said to each typed line, without blank lines; the last time it was typed."""
    assert (ended.status, ended.err) == (0, "")
    found: dict[str, list[str]] = {}
    said: list[str] = []
    for line in ended.lines:
        if line.startswith("> "):
            said = found[line[2:]] = []
        elif line:
            said.append(line)
    return found
