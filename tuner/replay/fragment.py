"""Write replayed games as a part of a page: a board, buttons, both evaluations and the moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib import resources

from engine.board_svg import position_svg
from engine.errors import EngineError
from tuner.replay.data import replay_data
from tuner.replay.model import ReplayedGame

__all__ = ["replay_fragment"]

_BUTTONS = (
    ("first", "|◀", "First position"),
    ("previous", "◀", "Previous position"),
    ("play", "Play", "Play"),
    ("next", "▶", "Next position"),
    ("last", "▶|", "Last position"),
)

_READING = (
    "All values are as the agent that is named first sees them: above the middle line is good for "
    "it. Each agent's curve has a scale of its own, and a point where that agent was to move; at "
    "the edge its search sees a forced win or loss. The band below says what perfect play leads "
    "to, where that was proven. After a click on a button, the arrow keys, Home and End go through "
    "the game as well."
)


def replay_fragment(replays: Sequence[ReplayedGame]) -> str:
    """Return games as a part of an HTML page that needs nothing else; "" for no game.

    Without JavaScript it shows how the first game ended, and its moves.

    Args:
        replays: all of the same game.

    Raises:
        EngineError: if they are games of different rules.
    """
    if not replays:
        return ""
    if len({one.game.name for one in replays}) > 1:
        raise EngineError("replays of different games have no board in common; write them apart")
    data = json.dumps(replay_data(replays), ensure_ascii=False, separators=(",", ":"))
    first = replays[0]
    parts = (
        f"<style>{_file('replay.css')}</style>",
        _choice(replays),
        f'<p class="tune-replay-why">{escape(first.why)}</p>',
        f'<div class="tune-replay-panes"><div class="tune-replay-board">{_board(first)}</div>',
        f'<div class="tune-replay-side">{_buttons()}',
        '<p class="tune-replay-players"></p>',
        '<p class="tune-replay-state" aria-live="polite"></p>',
        '<div class="tune-replay-curve"></div>',
        f'<ol class="tune-replay-moves" aria-label="Moves">{_moves(first)}</ol>',
        f'</div></div><p class="tune-replay-reading">{escape(_READING)}</p>',
        # "</script>" in a name would end the element, and "<!--" would begin a comment.
        '<script type="application/json" class="tune-replay-data">'
        + data.replace("<", "\\u003c")
        + "</script>",
        f"<script>{_file('replay.js')}</script>",
    )
    return f'<section class="tune-replay" aria-label="Games to replay">{"".join(parts)}</section>\n'


def _file(name: str) -> str:
    return (resources.files(__package__) / "page" / name).read_text(encoding="utf-8")


def _choice(replays: Sequence[ReplayedGame]) -> str:
    options = "".join(
        f'<option value="{number}">{number + 1}. {escape(_option(one))}</option>'
        for number, one in enumerate(replays)
    )
    return (
        '<p class="tune-replay-choice"><label>Game <select class="tune-replay-select">'
        f"{options}</select></label></p>"
    )


def _option(replay: ReplayedGame) -> str:
    row = replay.row
    ended = {1: "beats", 0: "draws with", -1: "loses to"}[row.result]
    return f"{row.names[0]} {ended} {row.names[1]}, {row.plies} plies"


def _buttons() -> str:
    buttons = "".join(
        f'<button type="button" class="tune-replay-{name}" aria-label="{label}" title="{label}">'
        f'<span aria-hidden="true">{sign}</span></button>'
        for name, sign, label in _BUTTONS
    )
    return f'<div class="tune-replay-buttons">{buttons}</div>'


def _board(replay: ReplayedGame) -> str:
    if not replay.moves:
        return position_svg(replay.game, replay.positions[-1])
    before, move = replay.positions[-2], replay.moves[-1]
    return position_svg(replay.game, replay.positions[-1], before, move)


def _moves(replay: ReplayedGame) -> str:
    first = replay.positions[0].ply
    return "".join(
        f"<li>{first + index}. {escape(ply.move or 'gives up')}</li>"
        for index, ply in enumerate(replay.plies, start=1)
    )
