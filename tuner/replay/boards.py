"""Draw a whole game as one picture: a board for every ply, beside and below each other."""

from __future__ import annotations

from html import escape

from engine.board_svg import board_content, svg_element
from tuner.replay.model import ReplayedGame

__all__ = ["boards_svg"]

_ACROSS = 5
_CAPTION = 24
_GAP = 20


def boards_svg(replay: ReplayedGame, label: str) -> str:
    """Return the boards of a game as an SVG element, each with the move that led to it.

    Plies by which a proven win was thrown away have two question marks.

    Args:
        replay: the game.
        label: what it shows, for those who cannot see it.
    """
    drawn = [board_content(replay.drawing(index)) for index in range(len(replay.positions))]
    width = max(size[0] for _, size in drawn) + _GAP
    height = max(size[1] for _, size in drawn) + _CAPTION + _GAP
    parts = []
    for index, (content, _) in enumerate(drawn):
        row, column = divmod(index, _ACROSS)
        caption = escape(_caption(replay, index))
        parts.append(
            f'<g transform="translate({width * column} {height * row})">'
            f'<text x="{width // 2}" y="{_CAPTION - 7}">{caption}</text>'
            f'<g transform="translate(0 {_CAPTION})">{content}</g></g>'
        )
    rows = -(-len(drawn) // _ACROSS)
    size = (width * min(len(drawn), _ACROSS), height * rows)
    return svg_element("".join(parts), size, label)


def _caption(replay: ReplayedGame, index: int) -> str:
    if index == 0:
        return "opening"
    ply = replay.plies[index - 1]
    mark = " ??" if index - 1 in replay.thrown_away else ""
    return f"{replay.positions[index].ply}. {ply.move}, {replay.row.names[ply.side]}{mark}"
