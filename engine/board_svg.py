"""Write drawn boards as SVG: what each square holds is told by shapes, not by colours alone.

Colours are variables of CSS that begin with `--tune-board-`, with values of their own for light
and dark, so a page that sets none of them shows a board, too. Nothing has an id: any number of
boards can stand on one page.
"""

from __future__ import annotations

from html import escape
from typing import Any

from engine.drawing import BLOCKED, FIRST, SECOND, Drawing, Square, Turn, drawing_of

__all__ = [
    "MARGIN",
    "SQUARE",
    "STYLE",
    "board_content",
    "describe",
    "mark_svg",
    "piece_svg",
    "position_svg",
    "svg_element",
    "turn_svg",
]

SQUARE = 40
"""Width of a square in units of the picture."""

MARGIN = 24
"""Space for the names of rows on the left, and of columns below."""

_EDGE = 4
_LINE = 18
_CHARACTER = 9

STYLE = """\
.tune-board{max-width:100%;height:auto;print-color-adjust:exact}
.tune-board text{font:14px system-ui,sans-serif;fill:var(--tune-board-text,#444);text-anchor:middle}
.tune-board .tune-board-line{font-family:monospace;text-anchor:start;white-space:pre}
.tune-board-square{fill:var(--tune-board-square,#eeece6);stroke:var(--tune-board-grid,#aaa59b)}
.tune-board-blocked{fill:var(--tune-board-blocked,#a29d93)}
.tune-board-cross{stroke:var(--tune-board-grid-strong,#5b574f);stroke-width:2}
.tune-board-part{stroke:var(--tune-board-grid-strong,#5b574f);stroke-width:4}
.tune-board-dark{fill:#1c1c1c;stroke:#fff;stroke-width:2}
.tune-board-light{fill:#fff;stroke:#1c1c1c;stroke-width:2}
.tune-board-ring{fill:none;stroke:#1c1c1c;stroke-width:2}
.tune-board .tune-board-on-dark{fill:#fff;font-weight:bold}
.tune-board .tune-board-on-light{fill:#1c1c1c;font-weight:bold}
.tune-board-mark{fill:none;stroke:var(--tune-board-mark,#c44601);stroke-width:3}
.tune-board-halo{fill:none;stroke:#fff;stroke-width:8;opacity:.8}
@media (prefers-color-scheme:dark){
.tune-board text{fill:var(--tune-board-text,#ccc)}
.tune-board-square{fill:var(--tune-board-square,#585d66);stroke:var(--tune-board-grid,#33373d)}
.tune-board-blocked{fill:var(--tune-board-blocked,#2e3136)}
.tune-board-cross,.tune-board-part{stroke:var(--tune-board-grid-strong,#a3a8b0)}
.tune-board-mark{stroke:var(--tune-board-mark,#ffb347)}
.tune-board-halo{stroke:#1c1c1c}
}"""


def position_svg(
    game: Any, position: Any, before: Any = None, move: int | None = None, title: str = ""
) -> str:
    """Return the board of a position as an SVG element with a description in words.

    Args:
        game: the rules.
        position: what to draw.
        before: the position before, whose move is marked; None where none is.
        move: that led from there.
        title: what the description begins with; the game's name if it is empty.
    """
    drawing = drawing_of(game, position, before, move)
    plies = f"{position.ply} {'ply' if position.ply == 1 else 'plies'}"
    label = f"{title or game.name} after {plies}, {_state(game, position, drawing)}"
    what = describe(drawing)
    return svg_element(*board_content(drawing), f"{label}: {what}" if what else label)


def _state(game: Any, position: Any, drawing: Drawing) -> str:
    winner = game.winner(position)
    if winner is None:
        return f"{drawing.sides[game.player_to_move(position) - 1]} to move"
    return "a draw" if winner == 0 else f"{drawing.sides[winner - 1]} has won"


def describe(drawing: Drawing) -> str:
    """Return in words what is on which squares; "" where the board is only text."""
    if not drawing.rows:
        return ""
    named = (
        (FIRST, f"{drawing.sides[0]} on"),
        (SECOND, f"{drawing.sides[1]} on"),
        (BLOCKED, "blocked"),
    )
    found = [
        f"{words} {' '.join(map(drawing.name_of, drawing.squares_with(sign)))}"
        for sign, words in named
        if drawing.squares_with(sign)
    ]
    return ", ".join(found) or "the board is empty"


def board_content(drawing: Drawing) -> tuple[str, tuple[int, int]]:
    """Return a drawn board as the content of an SVG element, and its width and height.

    Several of them can stand in one picture.
    """
    if not drawing.rows:
        return _text_content(drawing.lines)
    height, width = len(drawing.rows), len(drawing.column_names)
    size = (MARGIN + SQUARE * width + _EDGE, _EDGE + SQUARE * height + MARGIN)
    layers = (
        ("squares", _squares(height, width) + _parts(drawing, height, width)),
        ("pieces", "".join(_pieces(drawing))),
        ("marks", "".join(_marks(drawing))),
        ("turn", turn_svg(drawing.turn) if drawing.turn else ""),
    )
    groups = "".join(
        f'<g class="tune-board-{name}" transform="translate({MARGIN} {_EDGE})">{content}</g>'
        for name, content in layers
    )
    return groups + _names(drawing, height), size


def svg_element(content: str, size: tuple[int, int], label: str) -> str:
    """Return boards as a picture with the style that they need.

    Args:
        content: of `board_content`.
        size: width and height.
        label: what it shows, for those who cannot see it.
    """
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tune-board" role="img" '
        f'aria-label="{escape(label)}" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"><style>{STYLE}</style>{content}</svg>'
    )


def _text_content(lines: tuple[str, ...]) -> tuple[str, tuple[int, int]]:
    width = 2 * _EDGE + _CHARACTER * max(map(len, lines), default=1)
    content = "".join(
        f'<text class="tune-board-line" x="{_EDGE}" y="{_LINE * number}" xml:space="preserve">'
        f"{escape(line)}</text>"
        for number, line in enumerate(lines, start=1)
    )
    return content, (width, _LINE * len(lines) + 2 * _EDGE)


def _squares(height: int, width: int) -> str:
    return "".join(
        f'<rect class="tune-board-square" x="{SQUARE * column}" y="{SQUARE * row}" '
        f'width="{SQUARE}" height="{SQUARE}"/>'
        for row in range(height)
        for column in range(width)
    )


def _parts(drawing: Drawing, height: int, width: int) -> str:
    """Return the lines that divide the board."""
    if not drawing.part:
        return ""
    down = [
        f'<path class="tune-board-part" d="M{SQUARE * column} 0v{SQUARE * height}"/>'
        for column in range(drawing.part, width, drawing.part)
    ]
    across = [
        f'<path class="tune-board-part" d="M0 {SQUARE * row}h{SQUARE * width}"/>'
        for row in range(drawing.part, height, drawing.part)
    ]
    return "".join(down + across)


def _names(drawing: Drawing, height: int) -> str:
    middle = SQUARE // 2
    rows = [
        f'<text x="{MARGIN // 2}" y="{_EDGE + SQUARE * row + middle + 5}">{escape(name)}</text>'
        for row, name in enumerate(drawing.row_names)
    ]
    bottom = _EDGE + SQUARE * height + MARGIN - 7
    columns = [
        f'<text x="{MARGIN + SQUARE * column + middle}" y="{bottom}">{escape(name)}</text>'
        for column, name in enumerate(drawing.column_names)
    ]
    return "".join(rows + columns)


def _pieces(drawing: Drawing) -> list[str]:
    return [
        _placed(square, piece_svg(drawing, sign))
        for sign in (BLOCKED, FIRST, SECOND)
        for square in drawing.squares_with(sign)
    ]


def _marks(drawing: Drawing) -> list[str]:
    return [
        _placed((row, column), mark_svg(drawing.rows[row][column]))
        for row, column in drawing.marked
    ]


def _placed(square: Square, content: str) -> str:
    row, column = square
    return f'<g transform="translate({SQUARE * column} {SQUARE * row})">{content}</g>'


def piece_svg(drawing: Drawing, sign: str) -> str:
    """Return what stands for a sign, in the square of which (0, 0) is the top left."""
    middle = SQUARE // 2
    if sign == BLOCKED:
        return (
            f'<rect class="tune-board-blocked" x="1" y="1" width="{SQUARE - 2}" '
            f'height="{SQUARE - 2}"/><path class="tune-board-cross" '
            f'd="M12 12L{SQUARE - 12} {SQUARE - 12}M{SQUARE - 12} 12L12 {SQUARE - 12}"/>'
        )
    if sign not in (FIRST, SECOND):
        return ""
    dark = sign == FIRST
    shade, letter = ("dark" if dark else "light"), drawing.letters[0 if dark else 1]
    disc = f'<circle class="tune-board-{shade}" cx="{middle}" cy="{middle}" r="15"/>'
    if letter:
        text = f'<text class="tune-board-on-{shade}" x="{middle}" y="{middle + 5}">'
        return f"{disc}{text}{escape(letter)}</text>"
    # Without a letter a ring tells a light piece from a dark one where colours do not.
    ring = f'<circle class="tune-board-ring" cx="{middle}" cy="{middle}" r="10"/>'
    return disc if dark else disc + ring


def mark_svg(sign: str) -> str:
    """Return the frame of a square that the last move has changed: dashed where no piece is now."""
    dashes = "" if sign in (FIRST, SECOND) else ' stroke-dasharray="5 4"'
    return (
        f'<rect class="tune-board-mark" x="2" y="2" width="{SQUARE - 4}" '
        f'height="{SQUARE - 4}"{dashes}/>'
    )


def turn_svg(turn: Turn) -> str:
    """Return the frame of a part that was turned, and an arrow that shows which way."""
    side, half = SQUARE * turn.size, SQUARE * turn.size // 2
    left, top = SQUARE * turn.left, SQUARE * turn.top
    reach = half - 8
    start, end = ((-reach, 0), (0, -reach)) if turn.clockwise else ((reach, 0), (0, -reach))
    back = -10 if turn.clockwise else 10
    arrow = (
        f"M{left + half + start[0]} {top + half + start[1]}"
        f"A{reach} {reach} 0 0 {int(turn.clockwise)} {left + half + end[0]} {top + half + end[1]}"
        f"m{back} -8l{-back} 8l{back} 8"
    )
    return (
        f'<rect class="tune-board-mark" x="{left + 1}" y="{top + 1}" width="{side - 2}" '
        f'height="{side - 2}"/><path class="tune-board-halo" d="{arrow}"/>'
        f'<path class="tune-board-mark" d="{arrow}"/>'
    )
