"""Find random numbers in kernels: a position that is evaluated twice must have one value."""

from __future__ import annotations

import ast
import random
from functools import cache
from typing import Any

import numpy as np

__all__ = ["is_random", "names_asked_for_random"]

_MODULES = (random, np.random)


def is_random(value: Any) -> bool:
    """Return whether it is a module of random numbers, or a function or class of one."""
    return any(value is module for module in _MODULES) or (
        callable(value) and id(value) in _members()
    )


@cache
def _members() -> frozenset[int]:
    """Return what the modules of random numbers offer, by its identity: it lives as they do.

    What a module only uses itself, such as math.sqrt, has a name that begins with "_" there.
    """
    return frozenset(
        id(member)
        for module in _MODULES
        for name, member in vars(module).items()
        if not name.startswith("_")
    )


def names_asked_for_random(user: ast.FunctionDef) -> set[str]:
    """Return the names of which a kernel uses the attribute `random`."""
    return {
        node.value.id
        for node in ast.walk(user)
        if isinstance(node, ast.Attribute)
        and node.attr == "random"
        and isinstance(node.value, ast.Name)
    }
