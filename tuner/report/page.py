"""Write a page: one HTML file with everything in it that it shows."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.util import find_spec
from typing import Any

from engine.errors import TuneError
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
        style=Markup(_part("style.css")),
        script=Markup(_part("figures.js")),
        library=Markup(_packed_library()) if any(page.charts) else "",
        json=lambda figure: Markup(_figure_json(figure)),
        percent=lambda share: f"{100 * share:.0f}%",
        place=lambda share: round(6 + 108 * share, 1),
    )
    return text


def _part(name: str) -> str:
    return resources.files("tuner.report").joinpath("page_parts", name).read_text("utf-8")


def _figure_json(figure: Any) -> str:
    """Return a figure as JSON that no end of a script can stand in."""
    # orjson, where it is installed, writes numbers otherwise.
    return str(figure.to_json(engine="json")).replace("<", "\\u003c")


@cache
def _packed_library() -> str:
    """Return plotly.js, which has nearly 5 MB, in less than half of that."""
    # Late: an extra.
    from plotly.offline import get_plotlyjs  # noqa: PLC0415

    return base64.b64encode(gzip.compress(get_plotlyjs().encode(), mtime=0)).decode()
