"""Find the opponents of a study against earlier winners: what finished runs have found better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tuner.config.agents import agent_of_document
from tuner.config.canonical import deciding_config
from tuner.config.errors import ConfigError
from tuner.config.growth import growth
from tuner.config.limits import MAX_BASELINES
from tuner.config.opponents import PREVIOUS
from tuner.config.reader import read_document
from tuner.config.study import Study, load_study
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.stats.decision import BETTER
from tuner.stats.text import join_names
from tuner.tuning.best_agent import exported_file
from tuner.tuning.run_folder import RunFolder, runs_of

__all__ = ["against_winners", "winner_notes"]

_AGAINST = "against previous winners: "


def against_winners(study: Study, runs: Path) -> Study:
    """Return a study with the opponents that it has in this folder of runs.

    That is the study itself, unless it is against previous winners. Then a run of it that was begun
    goes on with its opponents; a new one plays against what each finished run of the same game
    exports, where its verdict is better, by the name of its folder. Where there is none, the
    baselines of the study stay.

    Args:
        study: as it was written.
        runs: the folder of runs.

    Raises:
        RunError: if there are too many winners, or a run of this game was changed.
        ConfigError: if the study of a run of this name cannot be read; other such runs are left
            out.
    """
    if study.against != PREVIOUS:
        return study
    for folder in runs_of(study.name, runs):
        kept = folder.kept_config()
        if kept is None or kept.get("against") != PREVIOUS:
            continue
        begun = replace(study, baselines=load_study(folder.study).baselines)
        if growth(kept, deciding_config(begun)) is not None:
            return begun
    winners = tuple(_winners(study, runs))
    if len(winners) > MAX_BASELINES:
        raise RunError(
            f"{runs} has {len(winners)} winners, more than the {MAX_BASELINES} that a study can "
            "play against; list those that matter as baselines, each as 'agent: FOLDER'"
        )
    return replace(study, baselines=winners) if winners else study


def winner_notes(study: Study, runs: Path) -> list[str]:
    """Return against whom a study against previous winners plays; nothing of any other one.

    A run that was begun says what it said then, also when those runs are gone.

    Args:
        study: with the opponents that it has in this folder of runs.
        runs: the folder of runs.

    Raises:
        RunError: if the manifest of a run of this name cannot be read.
    """
    if study.against != PREVIOUS:
        return []
    for folder in runs_of(study.name, runs):
        kept = folder.kept_config()
        if kept is not None and growth(kept, deciding_config(study)) is not None:
            if told := [note for note in folder.notes() if note.startswith(_AGAINST)]:
                return told
            break
    left_out = _left_out(runs)
    names = [agent.name for agent in study.baselines if (runs / agent.name).is_dir()]
    if names:
        return [f"{_AGAINST}the baselines are what {join_names(names)} found", *left_out]
    return [
        f"{_AGAINST}when this study began, {runs} had no finished run of {study.game.name} whose "
        "verdict is better, so the baselines are those of the study",
        *left_out,
    ]


def _left_out(runs: Path) -> list[str]:
    """Return a note that names the finished runs whose study cannot be read, if there are any."""
    folders = map(RunFolder, sorted(path.parent for path in runs.glob("*/verdict.json")))
    broken = [one.path.name for one in folders if one.finished and _study_of(one) is None]
    if not broken:
        return []
    return [f"{_AGAINST}the study of {join_names(broken)} cannot be read, so it is left out"]


def _study_of(folder: RunFolder) -> Study | None:
    """Return the study of a run; None where its file is gone or cannot be read."""
    try:
        return load_study(folder.study) if folder.study.exists() else None
    except ConfigError:
        return None


def _winners(study: Study, runs: Path) -> Iterator[Agent]:
    """Yield what finished runs of the same game export, by the name of the folder, each once."""
    seen = set()
    for path in sorted(runs.glob("*/verdict.json")):
        folder = RunFolder(path.parent)
        found = _study_of(folder) if folder.finished else None
        if found is None or found.game.name != study.game.name:
            continue
        # Late: most folders of runs have nothing that it reads.
        from tuner.verdict.json import read_verdict  # noqa: PLC0415

        if read_verdict(folder.verdict).get("verdict") != BETTER:
            continue
        agent = agent_of_document(read_document(exported_file(folder, found)), study.game)
        if agent_key(agent) not in seen:
            seen.add(agent_key(agent))
            yield replace(agent, name=folder.path.name)
