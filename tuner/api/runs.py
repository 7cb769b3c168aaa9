"""Read what the run of a study leaves, also while it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tuner.api.agents import agent
from tuner.api.played import PlayedGame, game_row
from tuner.api.written import threads_for
from tuner.config.study import Study, load_study
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.replay.chosen import replay_chosen
from tuner.replay.games import open_games
from tuner.replay.play import replay_games
from tuner.replay.proofs import PAGE_NODES
from tuner.tuning.best_agent import exported_file
from tuner.tuning.records import read_agents, read_pairs
from tuner.tuning.run_folder import RunFolder, run_folder
from tuner.tuning.status import read_status
from tuner.tuning.status_text import status_lines
from tuner.tuning.study_run import opening_names
from tuner.tuning.trials import read_trials
from tuner.verdict.model import Verdict
from tuner.verdict.reader import load_verdict

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Run", "load_run"]


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
            TuneError: if the games cannot be read, none is played yet, or there is no such set.
        """
        ledger = self._folder.ledger
        if not ledger.exists():
            raise self._unfinished("no games")
        study = self.study()
        table = read_pairs(ledger, study.game, openings, opening_names(study))
        if table.empty:
            raise self._unfinished("no games")
        plays = read_agents(ledger)
        for side, place in (("candidate", 6), ("opponent", 7)):
            table.insert(place, f"{side}_plays", table[side].map(plays))
        return table

    def replay(self, row: Mapping[str, Any] | pd.Series[Any], number: int = 0) -> PlayedGame:
        """Play a game of the run again, and return it with all its moves.

        Args:
            row: of the table of games, such as `run.games("verdict").iloc[0]`.
            number: which game of the pair, 0 or 1; the candidate is to move first in game 0.

        Raises:
            TuneError: if the run has no such game, does not keep what its agents played, or was
                played by another version of the program.
        """
        games = open_games(self._folder)
        found = game_row(games, row, number)
        with ThreadPoolExecutor(1, "tune") as executor:
            (played,) = replay_games(games, [found], PAGE_NODES, executor)
        return PlayedGame(played)

    def games_that_teach(self, threads: int | None = None) -> tuple[PlayedGame, ...]:
        """Return some games of the verdict: such that tuned wins where hand-set loses, and reverse.

        They are those that the run's report shows; none where both agents are one.

        Args:
            threads: that prove positions; None for one a processor.

        Raises:
            TuneError: if the run is not finished, or cannot be played again.
        """
        if not self.finished:
            raise self._unfinished("no verdict")
        return tuple(map(PlayedGame, replay_chosen(self._folder, threads_for(threads))))

    def figure(self, name: str, *parameters: str) -> Any:
        """Return a figure of the run, an object of plotly that a notebook shows; needs plotly.

        The names are search_history, claims, baselines, conditions, accuracy_by_stage, importances,
        slice (of one parameter) and landscape (of two), such as `run.figure("slice", "floor")`.
        The caption is `figure.layout.meta["caption"]`.

        Raises:
            TuneError: if there is no such figure or parameter, nothing to show in it yet, or no
                plotly.
        """
        # Late: it takes long to import, and not everybody draws.
        from tuner.api.figures import run_figure  # noqa: PLC0415

        return run_figure(self._folder, name, parameters)

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
        return agent(exported_file(self._folder))

    def __str__(self) -> str:
        return "\n".join(status_lines(read_status(self._folder)))

    @property
    def _folder(self) -> RunFolder:
        return RunFolder(self.path)

    def _unfinished(self, lacks: str) -> RunError:
        return RunError(f"{self.path} has {lacks} yet; run its study to the end", hint="run")


def load_run(run: Study | str | Path, *, runs: str | Path = "runs") -> Run:
    """Return a run, finished or not, also while another thread or program plays it.

    Args:
        run: the folder of the run, or the study whose run is meant.
        runs: where the folder of a study's run is; without meaning for a folder.

    Raises:
        RunError: if there is no folder of a run.
    """
    path = run_folder(run, Path(runs)).path if isinstance(run, Study) else Path(run)
    RunFolder(path).require()
    return Run(path)
