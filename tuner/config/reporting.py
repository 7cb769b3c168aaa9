"""Gives errors of the engine and of formulas the line and key that caused them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import TuneError
from features.errors import FormulaError
from tuner.config.errors import ConfigError
from tuner.config.reader import Place

__all__ = ["reported_at"]


@contextmanager
def reported_at(place: Place) -> Iterator[None]:
    """Turn the library's errors in the block into configuration errors at a place.

    A formula's error is reported at the key below the place that it names.

    Raises:
        ConfigError: in place of any other `TuneError`.
    """
    try:
        yield
    except ConfigError:
        raise
    except FormulaError as error:
        cause, cure = _parts(error.message)
        if error.column is not None:
            cause = f"{cause} (column {error.column} of the text)"
        raise place.at(*error.where.split(".", 1)).error(cause, cure) from None
    except TuneError as error:
        raise place.error(*_parts(str(error)), hint=error.hint) from None


def _parts(message: str) -> tuple[str, str]:
    """Return a message as cause and cure; messages of one part only name the cause."""
    cause, _, cure = message.partition("; ")
    return cause, cure or "correct it"
