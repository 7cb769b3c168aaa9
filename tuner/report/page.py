"""Write a page: one HTML file with everything in it that it shows."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.util import find_spec
from typing import Any

from engine.errors import TuneError
from tuner.figures.libraries import plotly_script
from tuner.figures.page import CONFIG, CSS, figure_json
from tuner.report.blocks import Chart, Section

__all__ = ["Page", "ReportError", "page_html", "require_report"]

_LIBRARIES = ("jinja2", "plotly")


class ReportError(TuneError):
    """A report cannot be written."""


@dataclass(frozen=True)
class Page:
    """Hold what a page shows.

    Attributes:
        title: its heading.
        subtitle: what it is of, in a sentence.
        sections: from top to bottom.
    """

    title: str
    subtitle: str
    sections: tuple[Section, ...]

    @property
    def charts(self) -> Iterator[Chart]:
        """Yield every figure of the page."""
        for section in self.sections:
            yield from (block for block in section.blocks if isinstance(block, Chart))


def require_report() -> None:
    """Make sure that reports can be written.

    Raises:
        ReportError: if a library is not installed.
    """
    for name in _LIBRARIES:
        if find_spec(name) is None:
            raise ReportError(
                f"a report needs {name}, which is not installed; install the extra 'report'",
                hint="report extra",
            )


def page_html(page: Page) -> str:
    """Return a page as HTML, the same text for the same page.

    Raises:
        ReportError: if a library is not installed.
    """
    require_report()
    # Late: an extra.
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True
    )
    from markupsafe import Markup  # noqa: PLC0415 - as above

    text: str = environment.from_string(_part("report.html")).render(
        page=page,
        style=Markup(_part("style.css") + CSS),
        script=Markup(_part("figures.js")),
        library=Markup(_packed_library()) if any(page.charts) else "",
        data=lambda figure: Markup(_data(figure)),
        config=Markup(json.dumps(CONFIG)),
        percent=lambda share: f"{100 * share:.0f}%",
        place=lambda share: round(6 + 108 * share, 1),
    )
    return text


def _part(name: str) -> str:
    return (resources.files(__package__) / "template" / name).read_text("utf-8")


def _data(figure: Any) -> str:
    """Return a figure as JSON that no end of a script can stand in."""
    return figure_json(figure).replace("<", "\\u003c")


@cache
def _packed_library() -> str:
    """Return plotly.js, which has nearly 5 MB, in less than half of that."""
    return base64.b64encode(gzip.compress(plotly_script().encode(), mtime=0)).decode()
