"""Find random numbers in kernels: a position that is evaluated twice must have one value."""

from __future__ import annotations

import ast
import random
from typing import Any

import numpy as np

__all__ = ["asks_for", "is_random"]

_MODULES = (random, np.random)


def is_random(value: Any) -> bool:
    """Return whether it is a module of random numbers, or a function or class of one."""
    if any(value is module for module in _MODULES):
        return True
    # What a module only uses itself, such as math.sqrt, has a name that begins with "_" there.
    return callable(value) and any(
        value is member
        for module in _MODULES
        for name, member in vars(module).items()
        if not name.startswith("_")
    )


def asks_for(user: ast.FunctionDef, module: str, name: str) -> bool:
    """Return whether a kernel uses `module.name`."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Name)
        and node.value.id == module
        for node in ast.walk(user)
    )
