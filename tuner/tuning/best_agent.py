"""Write the file of the agent that a study exports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tuner.config.canonical import agent_tree, effective_config, one_line, yaml_text
from tuner.config.games import game_word
from tuner.config.reader import read_document
from tuner.config.study import Study, load_study
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.tuning.run_folder import RunFolder

if TYPE_CHECKING:
    from tuner.verdict.model import Verdict

__all__ = ["best_agent_text", "exported_file"]


def best_agent_text(study: Study, agent: Agent, verdict: Verdict) -> str:
    """Return the YAML file of the exported agent, with the verdict as its first lines.

    Its parameters' defaults are the exported values, so that it can be used as a heuristic, too.
    """
    # Late: this module reads the agents of many commands, few of which show a verdict.
    from tuner.verdict.text import verdict_lines  # noqa: PLC0415

    names = [parameter.name for parameter in agent.heuristic.parameters]
    exported = agent.heuristic.with_defaults(dict(zip(names, agent.values, strict=True)))
    name = f"{study.name}-{verdict.exported.replace('_', '-')}"
    tree = {
        "game": game_word(study.game),
        **agent_tree(Agent(name, exported, agent.values, agent.search)),
    }
    # The defaults of the heuristic are the exported values already.
    del tree["weight"], tree["values"]
    # What depends on the machine's speed is left out: the same study gives the same file.
    kept = tuple(condition for condition in verdict.conditions if condition.reproducible)
    lines = verdict_lines(replace(verdict, conditions=kept))
    comment = "".join(f"# {line}".rstrip() + "\n" for line in lines)
    return comment + yaml_text(tree)


def exported_file(folder: RunFolder, study: Study | None = None) -> Path:
    """Return the file of the exported agent, which must be the one that the verdict is of.

    Whoever wants another agent copies the file: a digit that a disk has lost would be one, too.

    Args:
        folder: of the run.
        study: of the run, where it was read already.

    Raises:
        RunError: if there is none, or it is another agent.
        ConfigError: if the file or that of the study cannot be read.
    """
    from tuner.verdict.json import read_verdict  # noqa: PLC0415 - as above

    if not folder.best.exists():
        raise RunError(
            f"{folder.path} has no result yet; finish the run, or name a file", hint="run"
        )
    if folder.verdict.exists():
        # As it is read: a text that is wrapped otherwise, or a preset, says the same.
        config = effective_config(study or load_study(folder.study))
        best = read_document(folder.best).tree
        verdict = read_verdict(folder.verdict)
        changed = next(_changes(config, best, verdict[verdict["exported"]]), None)
        if changed is not None:
            raise RunError(
                f"{folder.best} is not what the run has found: its '{changed}' does not fit "
                f"{folder.verdict.name} and {folder.study.name}; remove it and run the study again",
                hint="run",
            )
    return folder.best


def _changes(
    study: Mapping[str, Any], best: Mapping[str, Any], values: Mapping[str, float]
) -> Iterator[str]:
    """Yield the keys of an exported agent that are not those of its study with its values."""
    heuristics = [tree.get("heuristic") for tree in (study, best)]
    written, exported = heuristics
    if not isinstance(written, dict) or not isinstance(exported, dict):
        yield "heuristic"
        return
    # Of the user's own files the content decides, not the path; the manifest knows it.
    games = [Path(str(tree.get("game"))).name for tree in (study, best)]
    if games[0] != games[1]:
        yield "game"
    for key in ("where", "formula", "tables"):
        if _deciding(written.get(key)) != _deciding(exported.get(key)):
            yield key
    before, after = (_defaults(one) for one in (written, exported))
    if {name: values.get(name, default) for name, default in before.items()} != after:
        yield "parameters"
    if set(values) <= set(before) and study.get("search") != best.get("search"):
        # Else numbers of the search were tuned.
        yield "search"


def _deciding(part: Any) -> Any:
    """Return a part of a heuristic with each of its texts on one line."""
    if isinstance(part, dict):
        return {name: _deciding(one) for name, one in part.items()}
    return one_line(part) if isinstance(part, str) else part


def _defaults(heuristic: Mapping[str, Any]) -> dict[str, Any]:
    parameters = heuristic.get("parameters")
    if not isinstance(parameters, dict):
        return {}
    return {
        name: one.get("default") if isinstance(one, dict) else None
        for name, one in parameters.items()
    }
