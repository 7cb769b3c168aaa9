"""Make studies in code, run them, and read what their runs leave."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from features.heuristic import Heuristic
from tuner.api.agents import AgentLike, agent, game_for, is_formula, word_for
from tuner.api.agents import heuristic as heuristic_of_formula
from tuner.api.runs import Run, load_run
from tuner.api.written import document_of, list_of, reported, threads_for
from tuner.cluster.executors import open_executors
from tuner.config.canonical import agent_tree, heuristic_tree
from tuner.config.study import Study, study_of_document
from tuner.matches.progress import Silent
from tuner.report.at_end import write_at_end
from tuner.tuning.preflight import preflight_reported
from tuner.tuning.previous import against_winners
from tuner.tuning.run import run_study_on
from tuner.tuning.run_choice import choose_run
from tuner.tuning.study_lookup import find_study

__all__ = ["run", "study"]


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
    against: str | None = None,
    objective: str | None = None,
    warm_start: str | None = None,
    openings: Mapping[str, int] | None = None,
    budget: Mapping[str, int] | None = None,
    sampler: str | Mapping[str, Any] | None = None,
    pruner: str | None = None,
    selection: str | None = None,
    seed: int | None = None,
    storage: str | None = None,
    conditions: Sequence[Mapping[str, Any]] | None = None,
    verdict: Mapping[str, Any] | None = None,
    ablation: bool | None = None,
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
        against: "baselines", or "previous" for the winners of earlier runs, where there are any.
        objective: "score", "worst" or "accuracy".
        warm_start: "none" or "accuracy".
        openings: such as {"plies": 4}.
        budget: such as {"trials": 300, "pairs": 200}.
        sampler: "cmaes", "cmaes-noise", "tpe", "gp", "spsa", "random", "qmc" or "grid"; or
            {"name": "tpe", "batch": 8} for eight trials at once.
        pruner: "none", or "paired" to stop a trial that is shown to be worse than the best.
        selection: "equal", or "race" for finalists that leave when they are shown to be worse.
        seed: of everything.
        storage: the URL of a database that the trials are copied to while they are played, too.
        conditions: further ones for the verdict, as in a file.
        verdict: such as {"sprt": [0, 5], "cap": 20000} for a sequential match of tuned and
            hand-set; None for one of a given length.
        ablation: whether the run says at its end what each parameter and each term is worth.

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
        "against": against,
        "objective": objective,
        "warm_start": warm_start,
        "openings": openings,
        "budget": budget,
        "sampler": sampler,
        "pruner": pruner,
        "selection": selection,
        "seed": seed,
        "storage": storage,
        "conditions": conditions,
        "verdict": verdict,
        "ablation": ablation,
    }
    return study_of_document(document_of("study", tree))


def run(
    study: Study | str | Path,
    *,
    runs: str | Path = "runs",
    threads: int | None = None,
    cluster: str | None = None,
    device: str | None = None,
    fork: bool = False,
) -> Run:
    """Run a study to its verdict, or go on where it was stopped.

    What should be mended in the study is told as a warning. The result is the same for any number
    of threads and however often it was stopped, unless somebody has a limit in time.

    Args:
        study: a study, a study file or the folder of a run.
        runs: where the folder of the run is made.
        threads: that play; None for one a processor.
        cluster: whose workers play the games: address of a Dask scheduler, or "local:4" for four
            that are started on this machine; None for none.
        device: "cuda" for a GPU that plays the same games (docs/gpu.md); None for none.
        fork: whether a new run takes over the comparable trials of the latest one of this name,
            where the study is not that of a run already.

    Raises:
        TuneError: if the study cannot be played, or the folder cannot be used, or there is a run
            of this name that this study cannot go on with (docs/studies.md).
    """
    found, place = study, Path(runs)
    if isinstance(found, Study):
        found = against_winners(found, place)
        reported: AbstractContextManager[None] = nullcontext()
    else:
        path = Path(found)
        found, place = find_study(path, place)
        reported = preflight_reported(path)
    number, choice = threads_for(threads), choose_run(found, place, fork=fork)
    folder = choice.folder
    with reported, open_executors(number, cluster, _Warner(), device) as executors:
        run_study_on(executors, found, choice, _Warner())
    for report, error in write_at_end(folder, number).items():
        if error is not None:
            _Warner().note(f"{report} is not written: {error}")
    return load_run(folder.path)


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
