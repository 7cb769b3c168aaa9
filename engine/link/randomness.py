"""Find random numbers in kernels: a position that is evaluated twice must have one value."""

from __future__ import annotations

import ast
import random
import sys
from functools import cache
from types import ModuleType
from typing import Any

__all__ = ["is_random", "names_asked_for_random"]


def is_random(value: Any) -> bool:
    """Return whether it is a module of random numbers, or a function or class of one."""
    # NumPy imports its own when somebody names it: not for this question, it takes long.
    modules = [random, *filter(None, [sys.modules.get("numpy.random")])]
    return any(
        value is module or (callable(value) and id(value) in _members(module)) for module in modules
    )


@cache
def _members(module: ModuleType) -> frozenset[int]:
    """Return what a module of random numbers offers, by its identity: it lives as the module does.

    What a module only uses itself, such as math.sqrt, has a name that begins with "_" there.
    """
    return frozenset(id(member) for name, member in vars(module).items() if name[:1] != "_")


def names_asked_for_random(user: ast.FunctionDef) -> set[str]:
    """Return the names of which a kernel uses the attribute `random`."""
    return {
        node.value.id
        for node in ast.walk(user)
        if isinstance(node, ast.Attribute)
        and node.attr == "random"
        and isinstance(node.value, ast.Name)
    }
