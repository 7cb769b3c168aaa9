"""Begin a run with what is still comparable of another one: its trials, and the games behind them.

A game is a pure function of both agents, the opening and its seed. So those of agents that the new
study may ask for, on openings that it has, too, are copied into its ledger; the other run is only
read. A trial is comparable where all its games are there, and its values lie in the new ranges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tuner.config.study import Study
from tuner.files import unfinished_path
from tuner.matches.ledger import Ledger
from tuner.tuning.fork_source import ForkSource
from tuner.tuning.manifest import read_manifest
from tuner.tuning.run_choice import RunChoice
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.study_run import draw_all_openings
from tuner.tuning.vain_games import games_in_vain
from tuner.verdict.looks import look_json

__all__ = ["ForkRecord", "fork_notes", "fork_run", "forked"]


@dataclass(frozen=True)
class ForkRecord:
    """Say what a run has taken from another one; its manifest keeps it.

    Attributes:
        run: the name of the other one's folder.
        digest: of its configuration then.
        trials: that were comparable and count as trials of this run, the hand-set one not counted.
        games: that were copied; those that the other run played in vain are not counted.
        verdicts: that had been seen of this study.
        looks: these, as far as they are kept, by `tuner.verdict.looks.look_json`.
    """

    run: str
    digest: str
    trials: int
    games: int
    verdicts: int
    looks: tuple[dict[str, Any], ...]


def forked(choice: RunChoice, study: Study) -> dict[str, Any] | None:
    """Take over what a new run can take, and return what its manifest begins with.

    None for a run that is not forked, or was before.

    Args:
        choice: of the run.
        study: of the run.

    Raises:
        LedgerError: if the other run's ledger cannot be read or is damaged.
    """
    if choice.source is None or choice.folder.manifest.exists():
        return None
    record = fork_run(choice, ForkSource(choice.source, study, draw_all_openings(study)))
    return {"run": choice.digest, "fork": asdict(record)}


def fork_notes(folder: RunFolder, origin: Mapping[str, Any] | None) -> list[str]:
    """Return what is told of a fork at each start of its run."""
    fork = (origin or read_manifest(folder.manifest).content).get("fork")
    if fork is None:
        return []
    return [
        f"{fork['trials']:,} trials and {fork['games']:,} games are taken from the run "
        f"{fork['run']}: what is found follows from the configuration and from these"
    ]


def fork_run(choice: RunChoice, source: ForkSource) -> ForkRecord:
    """Write the ledger of a new run with what it can take from another one.

    It is whole or not there. A run that was played by another version of this program, or by other
    rules, gives nothing: its games may be others.

    Args:
        choice: the new run, which holds nothing yet.
        source: the other one.

    Raises:
        LedgerError: if the other run's ledger cannot be read or is damaged.
    """
    path = unfinished_path(choice.folder.ledger)
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    with Ledger(path, choice.digest) as ledger:
        if source.usable:
            source.copy_to(ledger)
        games = ledger.games() - games_in_vain(path)
    path.replace(choice.folder.ledger)
    return ForkRecord(
        source.folder.path.name,
        str(source.manifest.digest),
        len(source.comparable[: source.study.budget.trials - 1]) if source.usable else 0,
        games,
        source.verdicts,
        tuple(map(look_json, source.manifest.looks)),
    )
