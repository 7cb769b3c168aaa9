"""Read the trials that a run has written into its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from features.parameter import Tunable
from tuner.files import RunError
from tuner.stats.interval import Interval, StatisticsError
from tuner.tuning.trials import Trial, read_trials

__all__ = ["load_trials"]


def load_trials(path: Path, parameters: Sequence[Tunable] = ()) -> tuple[Trial, ...]:
    """Return the trials of a table; their vectors have the values of these parameters alone.

    Args:
        path: of the table.
        parameters: what must have a column.

    Raises:
        RunError: if the file cannot be read, or is no such table.
    """
    try:
        return _trials_of(read_trials(path, parameters), parameters)
    except StatisticsError:
        # A value is outside its interval.
        raise RunError(f"{path} cannot be read; run its study again", hint="run") from None


def _trials_of(
    table: Mapping[str, Sequence[float]], parameters: Sequence[Tunable]
) -> tuple[Trial, ...]:
    names = [f"params_{one.name}" for one in parameters]
    scores = [name for name in table if name.startswith("score_")]
    return tuple(
        Trial(
            number=int(number),
            vector=tuple(table[name][row] for name in names),
            repeats=int(table["repeats"][row]),
            value=Interval(table["value"][row], table["low"][row], table["high"][row]),
            scores=tuple(table[name][row] for name in scores),
            games=int(table["games"][row]),
            stopped=bool(table["stopped"][row]) if "stopped" in table else False,
            partner=int(table["partner"][row]) if "partner" in table else None,
            noise=table["noise"][row] if "noise" in table else None,
        )
        for row, number in enumerate(table["trial"])
    )
