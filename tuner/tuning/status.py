"""Read from its folder alone where a run stands, which may be going on meanwhile.

Its configuration is read, but no heuristic is made of it: no file of features is run for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tuner.config.reader import Place, read_document
from tuner.config.sections import AgentSection, HeuristicSection, StudySection
from tuner.config.validation import reported_at, validate
from tuner.matches.agent import find_baselines
from tuner.matches.objective import WARM_STARTS, find_objective
from tuner.tuning.records import read_progress, require_ledger
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.json import read_verdict

__all__ = ["RunStatus", "read_status", "status_json", "status_lines"]


@dataclass(frozen=True)
class RunStatus:
    """Say where a run stands.

    Attributes:
        folder: of the run.
        study: its configuration, as it is written.
        games: in the ledger.
        trials: parameter vectors of the search that are finished.
        warm_trials: those of a warm start on solved positions, 0 where there is none.
        finalists: that are finished on the selection openings.
        verdict: content of verdict.json, None before the end.
    """

    folder: RunFolder
    study: StudySection
    games: int
    trials: int
    warm_trials: int
    finalists: int
    verdict: dict[str, Any] | None


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
    return RunStatus(
        folder,
        study,
        progress.games,
        asked if on_positions else progress.finished("search", budget.pairs * opponents),
        0 if on_positions else asked,
        progress.finished("selection", budget.final_pairs * opponents),
        verdict,
    )


def status_lines(status: RunStatus) -> list[str]:
    """Return the status for people."""
    budget = status.study.budget
    planned = f"different vectors of at most {budget.trials} trials"
    on_positions = find_objective(status.study.objective).on_positions
    where = " on solved positions" if on_positions else ""
    warm_start = f"  warm start: {status.warm_trials} {planned} on solved positions"
    lines = [
        f"{status.folder.path}: {status.study.name}, {status.study.game}, "
        f"{status.games:,} games played",
        *([warm_start] if WARM_STARTS[status.study.warm_start] is not None else []),
        f"  search: {status.trials} {planned}{where}",
        f"  selection: {status.finalists} of at most {budget.finalists + 1} finalists",
    ]
    if status.verdict is None:
        return [*lines, "  no verdict yet; run the study again to go on"]
    versus = status.verdict["against_baselines"]
    ends = f"{100 * versus['low']:+.2f} to {100 * versus['high']:+.2f}"
    return [
        *lines,
        f"  verdict: {status.verdict['verdict']}, tuned minus hand-set "
        f"{100 * versus['difference']:+.2f} points ({ends}, 95%); exported: "
        f"{status.verdict['exported'].replace('_', '-')}",
    ]


def status_json(status: RunStatus) -> dict[str, Any]:
    """Return the status as JSON."""
    return {
        "run": str(status.folder.path),
        "study": status.study.name,
        "game": status.study.game,
        "games": status.games,
        "trials": status.trials,
        "warm_trials": status.warm_trials,
        "trials_planned": status.study.budget.trials,
        "finalists": status.finalists,
        "verdict": status.verdict,
    }


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
