"""Name the variables of the text: those of a formula by what they hold."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Mapping
from typing import Protocol

from engine.plain.library import FeatureNote

__all__ = ["feature_of", "unused", "usage", "variable_names"]

_KINDS = {"v": "value", "c": "test"}


class _Names(Protocol):
    reserved: frozenset[str]
    notes: Mapping[str, FeatureNote]


def unused(name: str, taken: Iterable[str]) -> str:
    """Return the name, with a number behind it if it is taken."""
    known = set(taken)
    candidate, number = name, 1
    while candidate in known:
        number += 1
        candidate = f"{name}_{number}"
    return candidate


def feature_of(target: ast.expr) -> str:
    """Return the feature whose value a formula keeps in a variable, "" for any other variable."""
    if isinstance(target, ast.Name) and target.id.startswith("_f_"):
        return target.id[3:].rpartition("_")[0]
    return ""


def variable_names(
    kernel: ast.FunctionDef, names: _Names, taken: Iterable[str] = ()
) -> Mapping[str, str]:
    """Return the names that a kernel's arguments and variables have in the text.

    None of them has another meaning there, or is one of those that are taken.
    """
    known = {*names.reserved, *dir(builtins), *taken}
    assigned = {
        node.targets[0].id: node.value
        for node in ast.walk(kernel)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    stored = {
        node.id
        for node in ast.walk(kernel)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    pretty: dict[str, str] = {}
    for name in [*(one.arg for one in kernel.args.args), *sorted(stored)]:
        if name not in pretty:
            wanted = _wanted(name, assigned.get(name), names)
            pretty[name] = unused(wanted, {*known, *pretty.values()})
    for name, value in assigned.items():
        # A term that is kept in a variable of its own first needs no second one.
        if name.startswith("_t_") and isinstance(value, ast.Name) and value.id.startswith("_v_"):
            pretty[value.id] = pretty[name]
    return pretty


def _wanted(name: str, value: ast.expr | None, names: _Names) -> str:
    flag = name.startswith("_has_")
    name = name.removeprefix("_has") if flag else name
    feature = feature_of(ast.Name(name))
    if feature in names.notes and value is not None:
        wanted = re.sub(r"\W+", "_", usage(feature, value, names)).strip("_")
        # What belongs to no side has the name of its function.
        wanted = wanted if names.notes[feature].sided else f"{wanted}_now"
    elif match := re.fullmatch(r"_([tvcp])_(.*?)(?:_[0-9]+)?", name):
        kind, rest = match.groups()
        wanted = f"{_KINDS[kind]}_{rest}" if kind in _KINDS else rest
    else:
        wanted = name.strip("_") or "rest"
    return f"has_{wanted}" if flag else wanted


def usage(feature: str, value: ast.expr, names: _Names) -> str:
    """Return how a formula calls a feature whose call in the kernel this is: "moves(own)"."""
    call = value
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        call = call.args[0]
    note = names.notes[feature]
    arguments: list[str] = []
    if isinstance(call, ast.Call):
        side, *integers = call.args[1:]
        arguments = [ast.unparse(side)] if note.sided else []
        texts = [ast.unparse(one) for one in integers[: note.arguments]]
        arguments += [text.removeprefix("np.int64(").removesuffix(")") for text in texts]
    return f"{feature}({', '.join(arguments)})"
