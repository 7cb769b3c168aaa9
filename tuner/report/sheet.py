"""Write what several agents or runs have beside each other, as a page and as Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.errors import UnknownNameError
from tuner.figures.chart import CourseChart, CurvesChart, IntervalChart
from tuner.figures.libraries import require_drawing
from tuner.files import save_bytes, save_text
from tuner.report.blocks import Block, Chart, Section
from tuner.report.markdown import image, plain
from tuner.report.markdown_blocks import block_text
from tuner.report.page import Page, page_html, require_report

__all__ = ["FORMS", "Part", "Sheet", "require_form", "write_sheet"]

FORMS = {"html": ".html", "md": ".md"}
"""What a sheet can be written as, each with the ending of its file."""

Drawn = IntervalChart | CurvesChart | CourseChart
"""A chart that is drawn for the page by one library, and for Markdown by another one."""


@dataclass(frozen=True)
class Part:
    """Hold a section of a sheet: like one of a page, but that charts are not drawn yet.

    Attributes:
        name: its anchor.
        title: its heading.
        blocks: what it shows, in order.
    """

    name: str
    title: str
    blocks: tuple[Block | Drawn, ...]


@dataclass(frozen=True)
class Sheet:
    """Hold what a sheet shows.

    Attributes:
        title: its heading.
        subtitle: what it is of, in a sentence.
        parts: from top to bottom.
    """

    title: str
    subtitle: str
    parts: tuple[Part, ...]


def require_form(form: str) -> None:
    """Make sure that a sheet can be written in a form.

    Raises:
        UnknownNameError: if there is no such form.
        ReportError, FigureError: if a library is not installed.
    """
    if form not in FORMS:
        raise UnknownNameError("form of a report", form, FORMS)
    if form == "html":
        require_report()
    else:
        require_drawing()


def write_sheet(sheet: Sheet, form: str, folder: Path, name: str = "report") -> Path:
    """Write a sheet into a folder, in place of an earlier one, and return the path of its file.

    Args:
        sheet: what it shows.
        form: a key of `FORMS`.
        folder: where it is written; pictures of Markdown lie in its folder `plots`.
        name: of the file, without its ending.

    Raises:
        UnknownNameError: if there is no such form.
        ReportError, FigureError: if a library is not installed.
    """
    require_form(form)
    path = folder / f"{name}{FORMS[form]}"
    if form == "html":
        save_text(path, page_html(_page(sheet)))
        return path
    pictures, earlier = _pictures(sheet, name), _shown_in(path, name)
    for place, png in pictures.items():
        (folder / place).parent.mkdir(exist_ok=True)
        save_bytes(folder / place, png)
    save_text(path, _markdown(sheet, name))
    # Last: until now the earlier sheet may have shown them.
    for stale in earlier - pictures.keys():
        (folder / stale).unlink(missing_ok=True)
    return path


def _page(sheet: Sheet) -> Page:
    sections = tuple(
        Section(
            part.name,
            part.title,
            tuple(_chart(one) if isinstance(one, Drawn) else one for one in part.blocks),
        )
        for part in sheet.parts
    )
    return Page(sheet.title, sheet.subtitle, sections)


def _chart(chart: Drawn) -> Chart:
    # Late: figures are an extra.
    from tuner.figures.course import draw_course  # noqa: PLC0415
    from tuner.figures.curves import draw_curves  # noqa: PLC0415
    from tuner.figures.rows import draw_rows  # noqa: PLC0415

    match chart:
        case CurvesChart():
            figure = draw_curves(chart)
        case CourseChart():
            figure = draw_course(chart)
        case IntervalChart():
            figure = draw_rows(chart)
    return Chart(chart.caption, figure)


def _pictures(sheet: Sheet, name: str) -> Mapping[str, bytes]:
    return {
        _picture(name, part.name): _png(one)
        for part in sheet.parts
        for one in part.blocks
        if isinstance(one, Drawn)
    }


def _png(chart: Drawn) -> bytes:
    # Late, as above.
    from tuner.figures.png import course_png, curves_png, rows_png  # noqa: PLC0415

    match chart:
        case CurvesChart():
            return curves_png(chart)
        case CourseChart():
            return course_png(chart)
        case IntervalChart():
            return rows_png(chart)


def _picture(name: str, part: str) -> str:
    """Return where the one chart of a part of this name lies, as seen from the sheet."""
    return f"plots/{name}-{part}.png"


def _shown_in(path: Path, name: str) -> set[str]:
    """Return where the pictures lie that an earlier sheet of this name shows."""
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    return {*re.findall(rf"\]\(({_picture(re.escape(name), '[a-z]+')})\)", text)}


def _markdown(sheet: Sheet, name: str) -> str:
    texts = [f"# {plain(sheet.title)}", plain(sheet.subtitle)]
    for part in sheet.parts:
        texts.append(f"## {plain(part.title)}")
        texts += [_text(block, _picture(name, part.name), part.title) for block in part.blocks]
    return "\n\n".join(texts) + "\n"


def _text(block: Block | Drawn, picture: str, title: str) -> str:
    if isinstance(block, Drawn):
        return image(picture, title, block.caption)
    return block_text(block)
