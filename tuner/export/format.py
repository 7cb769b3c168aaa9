"""Define a format: how the agent of a finished run is written for another program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tuner.tuning.run_folder import RunFolder

__all__ = ["Format"]


@dataclass(frozen=True)
class Format:
    """A format is a way to write a finished run.

    Attributes:
        summary: what the files are, in one line.
        files: gives the content of each file by its name, from the folder of a finished run; it
            writes nothing. It raises `TuneError` where the run cannot be written in this format.
        game: the name of the only game that it is for; "" if it is for all.
    """

    summary: str
    files: Callable[[RunFolder], Mapping[str, str | bytes]]
    game: str = ""
