"""Define what can go wrong with a cluster."""

from __future__ import annotations

from engine.errors import TuneError

__all__ = ["ClusterError", "MissingExtraError", "ended_by"]


class ClusterError(TuneError):
    """A cluster cannot be used, or is lost."""


class MissingExtraError(ClusterError):
    """The libraries for a cluster are not installed."""

    def __init__(self) -> None:
        super().__init__(
            "a cluster needs distributed, which is not installed", hint="cluster extra"
        )


def ended_by(error: BaseException) -> str:
    """Return in a few words what an error of a library says, on one line."""
    said = " ".join(str(error).split()) or type(error).__name__
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}..."


_LONGEST = 160
