"""Define what is exported of a finished run: three agents and what is known of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import Game
from tuner.config.canonical import study_digest
from tuner.config.study import load_study
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.samplers.space import Space
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.trials import tuned_agent
from tuner.verdict.headline import headline
from tuner.verdict.reader import load_verdict

__all__ = ["ExportedRun", "read_exported_run"]


@dataclass(frozen=True)
class ExportedRun:
    """Hold what other programs take from a finished run.

    Attributes:
        name: of the study.
        game: that its agents play.
        exported: the agent with the tuned values where they are better, else the hand-set ones.
        runner_up: the agent with the values that came next on the selection openings, of those
            that are neither tuned nor hand-set; the hand-set agent where there are none.
        hand_set: the agent with the values that somebody guessed.
        baselines: the agents that the study measured itself against.
        sentence: the verdict in one sentence, with its conditions.
        digest: SHA-256 of the study, in hex.
        path: the folder of the run, as the user wrote it.
    """

    name: str
    game: Game[Any]
    exported: Agent
    runner_up: Agent
    hand_set: Agent
    baselines: tuple[Agent, ...]
    sentence: str
    digest: str
    path: str

    def command(self, form: str) -> str:
        """Return the command that writes this run in a format."""
        return f"tune export {self.path} --to {form}"


def read_exported_run(folder: RunFolder) -> ExportedRun:
    """Return what is exported of a finished run.

    Raises:
        RunError: if its verdict cannot be read, or its parameters are not those of its study.
        ConfigError: if its study cannot be read.
    """
    study, verdict = load_study(folder.study), load_verdict(folder.verdict)
    folder.require_unchanged(study)
    space = Space(study.tune)
    agents = []
    for name in ("tuned", "runner_up", "hand_set"):
        values: dict[str, float] = getattr(verdict, name)
        if values.keys() != space.named(space.hand_set).keys():
            raise RunError(
                f"{folder.verdict} has other parameters than {folder.study}; remove it and run "
                "the study again",
                hint="run",
            )
        vector = tuple(values[parameter.name] for parameter in study.tune)
        agents.append(tuned_agent(study, vector, name))
    tuned, runner_up, hand_set = agents
    return ExportedRun(
        name=study.name,
        game=study.game,
        exported=tuned if verdict.exports_tuned else hand_set,
        runner_up=runner_up,
        hand_set=hand_set,
        baselines=study.baselines,
        sentence=headline(verdict),
        digest=study_digest(study),
        path=str(folder.path),
    )
