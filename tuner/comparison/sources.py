"""Read what a league is asked for: each run once, and those that cannot play are left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from tuner.config.study import Study, load_study
from tuner.files import RunError, require_folder
from tuner.tuning.best_agent import exported_file
from tuner.tuning.lookup import find_runs, folder_of
from tuner.tuning.records import require_ledger
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.reader import load_verdict

__all__ = ["FinishedRun", "LeftOut", "Sources", "read_sources", "sources_of_folder"]


@dataclass(frozen=True)
class FinishedRun:
    """Hold a run as it was read.

    Attributes:
        word: what the user wrote for its folder.
        study: that was played.
        tuned: values of its tuned agent, whatever the verdict was, by parameter.
    """

    word: str
    study: Study
    tuned: Mapping[str, float]


@dataclass(frozen=True)
class LeftOut:
    """Hold a run that does not play.

    Attributes:
        word: what the user wrote for its folder.
        reason: why.
    """

    word: str
    reason: str

    def __str__(self) -> str:
        return f"{self.word} is left out: {self.reason}"


@dataclass(frozen=True)
class Sources:
    """Hold what a league is asked for.

    Attributes:
        asked: finished runs, and whatever else stands for an agent, in the order of the words.
        left_out: runs that do not play.
    """

    asked: tuple[Any, ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def others(self) -> list[Any]:
        """Return what is no run."""
        return [one for one in self.asked if not isinstance(one, FinishedRun)]

    @property
    def games(self) -> dict[str, str]:
        """Return the names of the games that the runs played, each with the word of a run."""
        runs = [one for one in self.asked if isinstance(one, FinishedRun)]
        return {one.study.game.name: one.word for one in reversed(runs)}

    def playing(self, game: Game[Any]) -> Sources:
        """Return the same with the runs of any other family of games left out."""
        asked, left_out = [], [*self.left_out]
        for one in self.asked:
            if isinstance(one, FinishedRun) and one.study.game.family != game.family:
                reason = f"it plays {one.study.game.name}, not {game.name}"
                left_out.append(LeftOut(one.word, reason))
            else:
                asked.append(one)
        return Sources(tuple(asked), tuple(left_out))


def read_sources(sources: Sequence[Any]) -> Sources:
    """Return what is asked for; a run without a verdict, or with damaged files, is left out.

    Args:
        sources: the words for run folders, and whatever else stands for an agent.

    Raises:
        RunError: if a folder is none of a run.
    """
    asked: list[Any] = []
    left_out = []
    for source in sources:
        folder = folder_of(source) if isinstance(source, str) else None
        if folder is None:
            asked.append(source)
            continue
        if not folder.manifest.exists():
            folder.require()
        try:
            asked.append(_read_run(folder, source))
        except TuneError as error:
            left_out.append(LeftOut(source, str(error)))
    return Sources(tuple(asked), tuple(left_out))


def sources_of_folder(runs: Path, game: Game[Any] | None = None) -> Sources:
    """Return the runs of a folder, by name, as `read_sources` returns them.

    Args:
        runs: the folder.
        game: whose finished runs are wanted; None for those of every game.

    Raises:
        RunError: if there is no such folder.
    """
    require_folder(runs, hint="runs folder")
    found = read_sources([str(folder.path) for folder in find_runs(runs)])
    if game is None:
        return found
    kept = [one for one in found.asked if one.study.game.name == game.name]
    return replace(found, asked=tuple(kept))


def _read_run(folder: RunFolder, word: str) -> FinishedRun:
    folder.require()
    if not folder.finished:
        raise RunError("it has no verdict yet; finish it, and give the command again")
    require_ledger(folder)
    study = load_study(folder.study)
    # Only if it is what the verdict is of.
    exported_file(folder, study)
    folder.require_unchanged(study)
    values = load_verdict(folder.verdict).tuned
    missing = next((one.name for one in study.tune if one.name not in values), None)
    if missing is not None:
        raise RunError(f"{folder.verdict} has no value of '{missing}'; run the study again")
    return FinishedRun(word, study, values)
