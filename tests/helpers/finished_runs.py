"""Folders of runs that are finished, made without a game."""

from __future__ import annotations

from pathlib import Path

from small_studies import small_study
from verdicts import HAND_MADE

from tuner.config.growth import run_digest
from tuner.config.study import Study
from tuner.files import save_json, save_text
from tuner.matches.agent import Agent
from tuner.matches.ledger import Ledger
from tuner.tuning.best_agent import best_agent_text
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.run_start import start_run
from tuner.verdict.json import verdict_json
from tuner.verdict.model import Verdict


def best_text(study: Study, verdict: Verdict = HAND_MADE) -> str:
    tuned = (0.75, -0.123456789)
    values = tuned if verdict.exports_tuned else study.heuristic.defaults
    agent = Agent("tuned", study.heuristic, values, study.search)
    return best_agent_text(study, agent, verdict)


def finished_run(folder: Path, game: str = "isolation-5x5") -> RunFolder:
    """The run of the small study of pressure in `folder`/run, with the verdict made by hand."""
    run = RunFolder(folder / "run")
    study = small_study(folder, game=game)
    start_run(run, study, 1)
    with Ledger(run.ledger, run_digest(study)):
        pass
    save_text(run.best, best_text(study))
    save_json(run.verdict, verdict_json(HAND_MADE))
    return run
