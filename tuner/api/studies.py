"""Make studies in code, run them, and read what their runs leave."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from features.heuristic import Heuristic
from tuner.api.agents import AgentLike, agent, game_for, is_formula, word_for
from tuner.api.agents import heuristic as heuristic_of_formula
from tuner.api.written import document_of, list_of, reported, threads_for
from tuner.config.canonical import agent_tree, heuristic_tree
from tuner.config.study import Study, load_study, study_of_document
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.matches.progress import Silent
from tuner.tuning.lookup import find_study
from tuner.tuning.preflight import preflight_reported
from tuner.tuning.records import read_agents, read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import RunFolder, run_folder
from tuner.tuning.status import read_status, status_lines
from tuner.tuning.trials import read_trials
from tuner.verdict.model import Verdict
from tuner.verdict.reader import load_verdict

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Run", "load_run", "run", "study"]


@dataclass(frozen=True)
class Run:
    """Read the folder of a run; `print` says where the run stands.

    Attributes:
        path: the folder.
    """

    path: Path

    @property
    def finished(self) -> bool:
        """Return whether the run has a verdict."""
        return self._folder.finished

    def study(self) -> Study:
        """Return the study, with nothing left to guess."""
        return load_study(self._folder.study)

    def trials(self) -> pd.DataFrame:
        """Return the trials of the search, one row each; number 0 is the hand-set values.

        Also while the search runs: those that are finished, more each time.

        Columns: trial, params_<parameter>, value with low and high (its 95% interval, of any one
        trial), score_<baseline>, games, and repeats: the first trial with the same values.

        Raises:
            RunError: if the search is not begun.
        """
        # Late: pandas takes half a second, and not everybody asks for a table.
        import pandas as pd  # noqa: PLC0415

        if not self._folder.trials.exists():
            raise self._unfinished("no table of trials")
        return pd.DataFrame(read_trials(self._folder.trials))

    def games(self, openings: str | None = None) -> pd.DataFrame:
        """Return the games that were played, also while the run goes on: one row a pair.

        Columns: openings, pair, opening (notation), cluster (equal numbers share an opening up to
        symmetry), candidate and opponent (keys of agents), candidate_plays and opponent_plays (the
        same in words), then for game 0 and 1 of the pair seed_, result_ (1, 0, -1 as the candidate
        sees it), plies_, and for the candidate and the opponent nodes_, cut_ (moves that a limit in
        time cut short) and late_ (1: lost on time). The candidate is to move in the opening of
        game 0.

        Args:
            openings: the name of a set, such as "search", "selection" or "verdict"; None for all.

        Raises:
            TuneError: if the games cannot be read, or there is no such set.
        """
        ledger = self._folder.ledger
        if not ledger.exists():
            raise self._unfinished("no games")
        table = read_pairs(ledger, self.study().game, openings)
        if table.empty:
            raise self._unfinished("no games")
        plays = read_agents(ledger)
        for side, place in (("candidate", 6), ("opponent", 7)):
            table.insert(place, f"{side}_plays", table[side].map(plays))
        return table

    def verdict(self) -> Verdict:
        """Return what the study ended with, read from verdict.json; docs/verdict.md explains it.

        Raises:
            RunError: if the run is not finished, or another version has written the file.
        """
        if not self.finished:
            raise self._unfinished("no verdict")
        return load_verdict(self._folder.verdict)

    def agent(self) -> Agent:
        """Return the agent that the run exports: the tuned values where they are better.

        Raises:
            RunError: if the run is not finished.
        """
        if not self.finished:
            raise self._unfinished("no verdict")
        return agent(self._folder.best)

    def __str__(self) -> str:
        return "\n".join(status_lines(read_status(self._folder)))

    @property
    def _folder(self) -> RunFolder:
        return RunFolder(self.path)

    def _unfinished(self, lacks: str) -> RunError:
        return RunError(f"{self.path} has {lacks} yet; run its study to the end", hint="run")


class _Warner(Silent):
    """Give the notes of a study as warnings."""

    def note(self, text: str) -> None:
        """Give the note as a warning of Python, at the line that called this package."""
        frame, level = sys._getframe(), 1
        while frame.f_back is not None and frame.f_globals["__name__"].startswith("tuner."):
            frame, level = frame.f_back, level + 1
        warnings.warn(text, stacklevel=level)


def study(
    name: str,
    *,
    heuristic: Heuristic | str | Path,
    baselines: str | Sequence[AgentLike | Mapping[str, Any]],
    game: str | None = None,
    tune: Sequence[str] | Mapping[str, Mapping[str, Any]] | None = None,
    search: Mapping[str, Any] | None = None,
    objective: str | None = None,
    warm_start: str | None = None,
    openings: Mapping[str, int] | None = None,
    budget: Mapping[str, int] | None = None,
    sampler: str | None = None,
    seed: int | None = None,
    conditions: Sequence[Mapping[str, Any]] | None = None,
) -> Study:
    """Return a study that is made in code, in the words of a study file (docs/studies.md).

    What is left out has the default that it has in a file, and the study is the same as that of
    the file: so is its run folder. Nothing is written.

    Args:
        name: of the folder of its run.
        heuristic: whose numbers are tuned: a heuristic, a preset, a YAML file or a formula.
        baselines: a named set, or a list of agents, of what stands for one (see `agent`), or of
            mappings as in a file.
        game: that is played; None for the usual board of the heuristic's family.
        tune: names of parameters, or a range for each; None for all of the heuristic.
        search: such as {"algorithm": "alphabeta", "depth": 3}.
        objective: "score", "worst" or "accuracy".
        warm_start: "none" or "accuracy".
        openings: such as {"plies": 4}.
        budget: such as {"trials": 300, "pairs": 200}.
        sampler: "tpe", "cmaes", "random", "qmc" or "grid".
        seed: of everything.
        conditions: further ones for the verdict, as in a file.

    Raises:
        TuneError: naming the key, if the study cannot be played.
    """
    board = game_for([heuristic], game)
    tree = {
        "name": name,
        "game": board.name,
        "heuristic": _heuristic(heuristic, board.name),
        "tune": tune,
        "search": search,
        "baselines": _baselines(baselines, board.name),
        "objective": objective,
        "warm_start": warm_start,
        "openings": openings,
        "budget": budget,
        "sampler": sampler,
        "seed": seed,
        "conditions": conditions,
    }
    return study_of_document(document_of("study", tree))


def run(study: Study | str | Path, *, runs: str | Path = "runs", threads: int | None = None) -> Run:
    """Run a study to its verdict, or go on where it was stopped.

    What should be mended in the study is told as a warning. The result is the same for any number
    of threads and however often it was stopped, unless somebody has a limit in time.

    Args:
        study: a study, a study file or the folder of a run.
        runs: where the folder of the run is made.
        threads: that play; None for one a processor.

    Raises:
        TuneError: if the study cannot be played, or the folder cannot be used.
    """
    found, place = study, Path(runs)
    if isinstance(found, Study):
        reported: AbstractContextManager[None] = nullcontext()
    else:
        path = Path(found)
        found, place = find_study(path, place)
        reported = preflight_reported(path)
    with reported:
        run_study(found, place, threads_for(threads), _Warner())
    return load_run(run_folder(found, place).path)


def load_run(path: str | Path) -> Run:
    """Return the run in a folder, finished or not.

    Raises:
        RunError: if it is not the folder of a run.
    """
    RunFolder(Path(path)).require()
    return Run(Path(path))


def _heuristic(given: Heuristic | str | Path, game: str) -> Any:
    if is_formula(given):
        given = heuristic_of_formula(str(given), game=game)
    if isinstance(given, Heuristic):
        with reported("study", "heuristic"):
            # Refuses one of another family.
            agent(given, game=game)
        return heuristic_tree(given)
    return word_for(given)


def _baselines(given: str | Sequence[AgentLike | Mapping[str, Any]], game: str) -> Any:
    if isinstance(given, str):
        return given
    with reported("study", "baselines"):
        listed = list_of("baselines", given)
    found = []
    for index, one in enumerate(listed):
        with reported("study", "baselines", index):
            found.append(one if isinstance(one, Mapping) else agent_tree(agent(one, game=game)))
    return found
