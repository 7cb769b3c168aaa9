"""Where a run stands, read from its folder alone; the run may be going on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tuner.arena import agent_key
from tuner.config import Study, load_study
from tuner.folder import RunFolder
from tuner.records import read_progress
from tuner.verdictfile import read_verdict

__all__ = ["RunStatus", "read_status", "status_json", "status_lines"]


@dataclass(frozen=True)
class RunStatus:
    """Where a run stands.

    Attributes:
        folder: of the run.
        study: its configuration.
        games: in the ledger.
        trials: parameter vectors of the search that are finished.
        finalists: that are finished on the selection openings.
        verdict: content of verdict.json, None before the end.
    """

    folder: RunFolder
    study: Study
    games: int
    trials: int
    finalists: int
    verdict: dict[str, Any] | None


def read_status(folder: RunFolder) -> RunStatus:
    """The status of a run.

    Raises:
        RunError: if the folder is no run, or its verdict cannot be read.
        ConfigError: if its configuration cannot be read.
        LedgerError: if its ledger cannot be read.
    """
    folder.require()
    study = load_study(folder.study)
    verdict = read_verdict(folder) if folder.verdict.exists() else None
    progress = read_progress(folder.ledger)
    # Baselines that play alike under different names share their games.
    opponents = len({agent_key(agent) for agent in study.baselines})
    budget = study.budget
    return RunStatus(
        folder,
        study,
        progress.games,
        progress.finished("search", budget.pairs * opponents),
        progress.finished("selection", budget.final_pairs * opponents),
        verdict,
    )


def status_lines(status: RunStatus) -> list[str]:
    """The status for people."""
    budget = status.study.budget
    lines = [
        f"{status.folder.path}: {status.study.name}, {status.study.game.name}, "
        f"{status.games:,} games played",
        f"  search: {status.trials} different vectors of at most {budget.trials} trials",
        f"  selection: {status.finalists} of at most {budget.finalists + 1} finalists",
    ]
    if status.verdict is None:
        return [*lines, "  no verdict yet; go on with 'tune run' and the same configuration"]
    versus = status.verdict["against_baselines"]
    ends = f"{100 * versus['low']:+.2f} to {100 * versus['high']:+.2f}"
    return [
        *lines,
        f"  verdict: {status.verdict['verdict']}, tuned minus hand-set "
        f"{100 * versus['difference']:+.2f} points ({ends}, 95%); exported: "
        f"{status.verdict['exported'].replace('_', '-')}",
    ]


def status_json(status: RunStatus) -> dict[str, Any]:
    """The status as JSON."""
    return {
        "run": str(status.folder.path),
        "study": status.study.name,
        "game": status.study.game.name,
        "games": status.games,
        "trials": status.trials,
        "trials_planned": status.study.budget.trials,
        "finalists": status.finalists,
        "verdict": status.verdict,
    }
