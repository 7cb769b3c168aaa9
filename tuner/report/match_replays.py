"""Make the part of a sheet in which games of a comparison or a tournament are replayed."""

from __future__ import annotations

from pathlib import Path

from engine.errors import TuneError
from tuner.replay.chosen import replay_matches
from tuner.replay.fragment import replay_fragment
from tuner.report.blocks import Block, Fragment
from tuner.report.sheet import Part
from tuner.tuning.run_folder import RunFolder

__all__ = ["replays_part"]

_OLDER = (
    "To replay games the agents are needed, which these results of an earlier version do not hold."
)
_NONE = "No agent wins a pair against another with both sides, so no game is shown."


def replays_part(folder: Path, threads: int) -> Part:
    """Return games that one agent wins with both sides, or why there are none."""
    return Part("games", "Games to replay", (_replays(RunFolder(folder), threads),))


def _replays(folder: RunFolder, threads: int) -> Block:
    if not folder.ledger.exists():
        return "The games of these results are gone, so none is shown."
    try:
        found = replay_matches(folder, threads)
    except TuneError as error:
        # What is said above stands in the results, whatever became of the games.
        return f"No game is shown: {error}."
    if found is None:
        return _OLDER
    return Fragment(replay_fragment(found), "replays") if found else _NONE
