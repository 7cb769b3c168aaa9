"""Read from its folder alone where a run stands, which may be going on meanwhile.

Its configuration is read, but no heuristic is made of it: no file of features is run for that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tuner.config.racing import PAIRED, RACE
from tuner.config.reader import Place, read_document
from tuner.config.sections import AgentSection, HeuristicSection, StudySection
from tuner.config.validation import reported_at, validate
from tuner.matches.agent import find_baselines
from tuner.matches.objective import find_objective
from tuner.matches.pace import StageState
from tuner.samplers.table import DUELLING
from tuner.tuning.best_so_far import BestSoFar, read_best
from tuner.tuning.duels import is_duel
from tuner.tuning.kept_progress import read_stage
from tuner.tuning.records import LedgerProgress, read_progress, require_ledger
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.study_run import DUEL
from tuner.verdict.json import read_verdict

__all__ = ["COUNTED_STAGES", "RunStatus", "read_status"]

COUNTED_STAGES = ("search", "selection", "verdict")
"""The stages whose games are those on the openings of the same name."""


@dataclass(frozen=True)
class RunStatus:
    """Say where a run stands.

    Attributes:
        folder: of the run.
        study: its configuration, as it is written.
        games: in the ledger.
        trials: parameter vectors of the search that are finished, or stopped early.
        stopped: of them, those that were stopped early.
        warm_trials: those of a warm start on solved positions, 0 where there is none.
        finalists: that are finished on the selection openings; in a race, that have begun.
        verdict: content of verdict.json, None before the end.
        working: whether a process is working on it now.
        stage: how far the stage is, or was when it was stopped; None where that is not known. Of
            `COUNTED_STAGES` that were stopped the ledger is asked; of others it may be behind.
        best: the best trial so far, None before the first.
        notes: what the user was told at the last start.
    """

    folder: RunFolder
    study: StudySection
    games: int
    trials: int
    stopped: int
    warm_trials: int
    finalists: int
    verdict: dict[str, Any] | None
    working: bool
    stage: StageState | None
    best: BestSoFar | None
    notes: tuple[str, ...]


def read_status(folder: RunFolder) -> RunStatus:
    """Return the status of a run.

    Raises:
        RunError: if the folder is no run, or its verdict cannot be read.
        ConfigError: if its configuration cannot be read.
        LedgerError: if its ledger cannot be read or is damaged.
    """
    folder.require()
    document = read_document(folder.study)
    study = validate(StudySection, document)
    with reported_at(Place(document).at("baselines")):
        opponents = _opponents(study.baselines)
    verdict = read_verdict(folder.verdict) if folder.verdict.exists() else None
    require_ledger(folder)
    progress = read_progress(folder.ledger)
    budget, asked = study.budget, progress.asked.get("search", 0)
    on_positions = find_objective(study.objective).on_positions
    best = read_best(folder)
    trials = asked if on_positions else progress.finished("search", budget.pairs * opponents)
    sampler = study.sampler if isinstance(study.sampler, str) else study.sampler.name
    if study.pruner == PAIRED or sampler in DUELLING:
        # How many games a trial plays is known to the table of trials alone.
        trials = 0 if best is None else best.vectors
    raced = 1 if study.selection == RACE else budget.final_pairs * opponents
    return RunStatus(
        folder,
        study,
        progress.games,
        trials,
        0 if best is None else best.stopped,
        0 if on_positions else asked,
        progress.finished("selection", raced),
        verdict,
        folder.working,
        None if folder.finished else _stage(folder, progress),
        best,
        folder.notes(),
    )


def _stage(folder: RunFolder, progress: LedgerProgress) -> StageState | None:
    """Return how far the stage is; where nobody is working, by what the ledger holds of it.

    The file of the progress is a second or two behind the games when a process is killed.
    """
    stage = read_stage(folder.progress)
    if stage is None or folder.working or stage.stage not in COUNTED_STAGES:
        return stage
    names = [name for name in progress.pairs if _is_of_stage(name, stage.stage)]
    games = 2 * sum(sum(progress.pairs[name]) for name in names)
    return replace(stage, done=min(games, stage.amount))


def _is_of_stage(openings: str, stage: str) -> bool:
    """Return whether games from a set of openings are games of a stage."""
    sequential = (openings, stage) == (DUEL, "verdict")
    return openings == stage or sequential or is_duel(openings, stage)


def _opponents(baselines: str | list[AgentSection]) -> int:
    """Return the number of baselines; those that play alike share their games."""
    if isinstance(baselines, str):
        return len(find_baselines(baselines).members)
    different: list[AgentSection] = []
    for one in baselines:
        played = one.model_copy(
            update={"name": "", "weight": 1.0, "heuristic": _nameless(one.heuristic)}
        )
        if played not in different:
            different.append(played)
    return len(different)


def _nameless(heuristic: str | HeuristicSection | None) -> str | HeuristicSection | None:
    if not isinstance(heuristic, HeuristicSection):
        return heuristic
    return heuristic.model_copy(update={"name": "", "variant": "", "summary": ""})
