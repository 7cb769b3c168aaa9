"""Play the ablation of a finished run in its folder, with a ledger of its own.

The run's own ledger stays as it is: what a verdict counts does not depend on what was asked later.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from tuner.ablation.json import ablation_json, load_ablation
from tuner.ablation.looks import look_level, new_look, no_look, restore_looks
from tuner.ablation.model import Ablation
from tuner.ablation.play import EACH, AblationTask, play_ablation
from tuner.ablation.variants import count_changes
from tuner.cluster.executors import Executors, open_executors
from tuner.config.growth import run_digest
from tuner.config.study import Study, load_study
from tuner.files import RunError, save_json, save_text
from tuner.matches.arena import Arena
from tuner.matches.ledger import Ledger
from tuner.matches.ledger_errors import damaged
from tuner.matches.progress import Progress
from tuner.tuning.ablation_files import AblationFiles
from tuner.tuning.records import read_openings, read_progress
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.trials import tuned_agent
from tuner.verdict.model import Verdict
from tuner.verdict.reader import load_verdict

__all__ = ["ablate_run", "ablate_verdict", "ablation_games", "find_ablation"]

_SHARE = 2


def ablation_games(study: Study) -> int:
    """Return how many games against each baseline an ablation has at most where nobody says."""
    # The whole agent plays with each change, and once more beside the smaller formula.
    return 2 * _pairs(study) * (count_changes(study) + 3)


def _pairs(study: Study) -> int:
    return max(16, study.budget.verdict_pairs // _SHARE)


def ablate_run(
    folder: RunFolder,
    pairs: int | None,
    threads: int,
    progress: Progress,
    cluster: str | None = None,
    device: str | None = None,
) -> Ablation:
    """Play the ablation of a finished run, or go on where it was stopped.

    Args:
        folder: of the run; the results are written into it.
        pairs: of each agent against each baseline; None for half of the verdict's. Where more were
            played before, those count, too, which is told.
        threads: of this process.
        progress: who listens.
        cluster: whose workers play the games; None for none.
        device: "cuda" for a GPU that plays the same games; None for none.

    Raises:
        RunError: if the run has no verdict, or was played with other files.
        ClusterError: if the cluster cannot be used, or is lost.
        CudaError: if the GPU cannot be used, or fails.
        TuneError: as `play_ablation` does.
    """
    folder.require()
    study = load_study(folder.study)
    folder.require_unchanged(study)
    if not folder.finished:
        raise RunError(
            f"{folder.path} has no verdict yet, and there is no agent to ablate; finish the run",
            hint="run",
        )
    verdict = load_verdict(folder.verdict)
    with open_executors(threads, cluster, progress, device) as executors, folder.locked():
        return ablate_verdict(folder, study, verdict, executors, progress, pairs)


def ablate_verdict(
    folder: RunFolder,
    study: Study,
    verdict: Verdict,
    executors: Executors,
    progress: Progress,
    pairs: int | None = None,
) -> Ablation:
    """Play the ablation of the agent that a verdict exports, and write what was found.

    The folder must be locked.

    Its arguments and errors are those of `ablate_run`.
    """
    files = AblationFiles(folder.path)
    values = verdict.tuned if verdict.exports_tuned else verdict.hand_set
    means = [
        (tuned if verdict.exports_tuned else hand_set).estimate
        for _, tuned, hand_set in verdict.against_baselines.by_baseline
    ]
    before = _played_before(files)
    if pairs is not None and pairs < before:
        progress.note(f"{before:,} pairs were played before, and all of them count, not {pairs:,}")
    task = AblationTask(
        study=study,
        vector=tuple(values[one.name] for one in study.tune),
        exported=verdict.exported,
        worst=means.index(min(means)),
        agent_of=lambda vector: tuned_agent(study, vector),
        pairs=max(_pairs(study) if pairs is None else pairs, before),
    )
    with Ledger(files.ledger, f"ablation of {run_digest(study)}") as ledger:
        _note_older(ledger, files)
        arena = Arena(study.game, ledger, executors.games, progress.played)
        found = play_ablation(task, arena, ledger, progress)
    if found.smaller is not None:
        save_text(files.smaller, found.smaller.text)
    else:
        files.smaller.unlink(missing_ok=True)
    save_json(files.results, ablation_json(found))
    return found


def find_ablation(folder: RunFolder, verdict: Verdict) -> Ablation | None:
    """Return the ablation of the agent that a verdict exports; None if there is none.

    Raises:
        RunError: if its file cannot be read.
    """
    files = AblationFiles(folder.path)
    if not files.results.exists():
        return None
    found = load_ablation(files.results)
    values = verdict.tuned if verdict.exports_tuned else verdict.hand_set
    # A run that has grown since may export other values.
    return found if (found.exported, found.values) == (verdict.exported, values) else None


def _note_older(ledger: Ledger, files: AblationFiles) -> None:
    """Note the looks that the results tell of, where the ledger that had them was removed."""
    if files.results.exists() and no_look(ledger):
        found = load_ablation(files.results)
        shown = [row.worth for row in found.rows]
        last = new_look(found.pairs, look_level(len(found.looks)), found.values, shown)
        written = datetime.fromtimestamp(files.results.stat().st_mtime, UTC)
        at = written.isoformat(timespec="seconds")
        restore_looks(ledger, [*found.looks, replace(last, at=at)])


def _played_before(files: AblationFiles) -> int:
    """Return how many openings the ledger has: fewer would not be what it began."""
    if not files.ledger.exists():
        return 0
    if not read_progress(files.ledger).games:
        # A process that was killed at its start leaves an empty file.
        if files.results.exists():
            raise damaged(files.ledger, "results are there, and their games are gone")
        return 0
    kept = read_openings(files.ledger)
    return len(kept[EACH]) if EACH in kept else 0
