"""Load the libraries that draw only where something is drawn, since they are an extra."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from engine.errors import TuneError

__all__ = ["FigureError", "plotly_objects", "plotly_script", "require_drawing"]

_LIBRARIES = ("plotly", "matplotlib")


class FigureError(TuneError):
    """A figure cannot be drawn."""


def require_drawing() -> None:
    """Make sure that figures can be drawn.

    Raises:
        FigureError: if a library is not installed.
    """
    for name in _LIBRARIES:
        _require(name)


def plotly_objects() -> Any:
    """Return plotly's module of figures and traces.

    Raises:
        FigureError: if plotly is not installed.
    """
    _require("plotly")
    # Late: an extra, and not needed by most commands.
    from plotly import graph_objects  # noqa: PLC0415

    return graph_objects


def plotly_script() -> str:
    """Return the JavaScript that shows plotly's figures on a page; it has nearly 5 MB.

    Raises:
        FigureError: if plotly is not installed.
    """
    _require("plotly")
    # Late, as above.
    from plotly.offline import get_plotlyjs  # noqa: PLC0415

    return str(get_plotlyjs())


def _require(name: str) -> None:
    if find_spec(name) is None:
        raise FigureError(
            f"figures need {name}, which is not installed; install the extra 'report'",
            hint="report extra",
        )
