"""Write the file of the agent that a study exports."""

from __future__ import annotations

from dataclasses import replace

from tuner.config.canonical import agent_tree, yaml_text
from tuner.config.games import game_word
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.verdict.model import Verdict
from tuner.verdict.text import verdict_lines

__all__ = ["best_agent_text"]


def best_agent_text(study: Study, agent: Agent, verdict: Verdict) -> str:
    """Return the YAML file of the exported agent, with the verdict as its first lines.

    Its parameters' defaults are the exported values, so that it can be used as a heuristic, too.
    """
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
