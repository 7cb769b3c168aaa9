"""Write the values of an agent as named constants at the top of an exported text."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tuner.matches.agent import Agent

__all__ = ["constant_lines", "constant_names"]


def constant_names(agent: Agent, taken: Collection[str] = ()) -> tuple[str, ...]:
    """Return a name for the constant of each parameter: its own in capital letters.

    Args:
        agent: whose parameters they are.
        taken: names that stand for something else in the text; one of these gets "_VALUE" behind.
    """
    names: list[str] = []
    for parameter in agent.heuristic.parameters:
        name = parameter.name.upper()
        while name in taken or name in names:
            name += "_VALUE"
        names.append(name)
    return tuple(names)


def constant_lines(agent: Agent, names: Sequence[str], used: Collection[str]) -> list[str]:
    """Return a line for each constant that the text uses, with the hand-set value where it differs.

    Args:
        agent: whose values they are.
        names: of the constants, in the order of the agent's parameters.
        used: the names that the text uses.
    """
    rows = zip(names, agent.values, agent.heuristic.parameters, strict=True)
    return [
        f"{name} = {float(value)!r}"
        + (f"  # hand-set: {parameter.default!r}" if value != parameter.default else "")
        for name, value, parameter in rows
        if name in used
    ]
