"""Write what a study leaves: an agent as YAML or JSON, its parameters as a table."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

from tuner.config.canonical import agent_tree, yaml_text
from tuner.config.reader import read_document
from tuner.config.study import Study
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.json import read_verdict
from tuner.verdict.model import Verdict
from tuner.verdict.text import verdict_lines

__all__ = ["FORMATS", "best_agent_text", "export_run"]


def best_agent_text(study: Study, agent: Agent, verdict: Verdict) -> str:
    """Return the YAML file of the exported agent, with the verdict as its first lines.

    Its parameters' defaults are the exported values, so that it can be used as a heuristic, too.
    """
    names = [parameter.name for parameter in agent.heuristic.parameters]
    exported = agent.heuristic.with_defaults(dict(zip(names, agent.values, strict=True)))
    name = f"{study.name}-{verdict.exported.replace('_', '-')}"
    tree = {
        "game": study.game.name,
        **agent_tree(Agent(name, exported, agent.values, agent.search)),
    }
    # The defaults of the heuristic are the exported values already.
    del tree["weight"], tree["values"]
    # What depends on the machine's speed is left out: the same study gives the same file.
    kept = tuple(condition for condition in verdict.conditions if condition.reproducible)
    lines = verdict_lines(replace(verdict, conditions=kept))
    comment = "".join(f"# {line}".rstrip() + "\n" for line in lines)
    return comment + yaml_text(tree)


def export_run(folder: RunFolder, form: str) -> str:
    """Return the text of a run's exported agent in one of `FORMATS`.

    Raises:
        RunError: if the run has no verdict yet, or the format is unknown.
        ConfigError: if best.yaml was changed to something else than YAML.
    """
    if form not in FORMATS:
        raise RunError(f"unknown format '{form}'; choose one of: {', '.join(FORMATS)}")
    folder.require()
    if not folder.finished:
        raise RunError(f"{folder.path} has no verdict yet; finish the run", hint="run")
    return FORMATS[form](folder)


def _yaml(folder: RunFolder) -> str:
    read_document(folder.best)
    return folder.best.read_text(encoding="utf-8")


def _json(folder: RunFolder) -> str:
    return json.dumps(_tree(folder), indent=2, allow_nan=False) + "\n"


def _csv(folder: RunFolder) -> str:
    verdict = read_verdict(folder.verdict)
    values = verdict[verdict["exported"]]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["parameter", "value", "tuned", "hand_set"])
    for name, value in values.items():
        writer.writerow([name, value, verdict["tuned"][name], verdict["hand_set"][name]])
    return stream.getvalue()


def _tree(folder: RunFolder) -> dict[str, Any]:
    return {"agent": read_document(folder.best).tree, "verdict": read_verdict(folder.verdict)}


FORMATS = {"yaml": _yaml, "json": _json, "csv": _csv}
"""How a run can be exported, and by what."""
