"""Make the part of a sheet that says how a comparison or a tournament is played again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from tuner.config.canonical import yaml_text
from tuner.report.blocks import Block, Code, Table, named_columns
from tuner.report.matches_condition import openings_phrase
from tuner.report.sheet import Part

__all__ = ["repeat_comparison", "repeat_tournament"]

_OLDER = (
    "These results were written by an earlier version, which did not keep what plays them again. "
    "Played once more they say it: games that are in the ledger are not played again."
)
_SAME = (
    "The same versions give the same games on every machine and with any number of threads, except "
    "where an agent has a limit in time."
)


def repeat_comparison(content: Mapping[str, Any]) -> Part:
    """Return how a comparison is played again.

    Raises:
        KeyError: if something is not there.
    """
    repeat = content.get("repeat")
    if repeat is None:
        return _part(_OLDER)
    files = {
        f"agent-{number}.yaml": {"game": repeat["game"], **_without_weight(tree)}
        for number, tree in enumerate(repeat["agents"], 1)
    }
    words = [
        *_command(content, list(files)),
        *("--pairs", content["pairs"], "--plies", repeat["openings"]["plies"]),
        *("--seed", repeat["seed"]),
    ]
    return _part(
        "Save the agents below as the files that they are named, and compare them.",
        Code("", " ".join(map(str, words))),
        _facts(content),
        *(Code(name, yaml_text(tree)) for name, tree in files.items()),
    )


def _command(content: Mapping[str, Any], files: list[str]) -> list[str]:
    """Return the command that lets the agents of these files meet, without its numbers."""
    if "league" not in content:
        return ["tune", "compare", *files, "--baselines", content["baselines"] or "none"]
    anchor = content["ratings"]["asked_anchor"] if "ratings" in content else ""
    return ["tune", "league", *files, *(["--anchor", shlex.quote(anchor)] if anchor else [])]


def repeat_tournament(content: Mapping[str, Any]) -> Part:
    """Return how a tournament is played again.

    Raises:
        KeyError: if something is not there.
    """
    repeat = content.get("repeat")
    if repeat is None:
        return _part(_OLDER)
    openings = dict(repeat["openings"])
    if openings["mode"] == "fair":
        # Their length is no setting.
        del openings["plies"]
    tree = {
        "name": content["tournament"],
        "game": repeat["game"],
        "about": content["about"],
        "candidates": [_without_weight(one) for one in repeat["agents"]],
        **(
            {"opponents": [_without_weight(one) for one in repeat["opponents"]]}
            if repeat["opponents"]
            else {}
        ),
        "openings": openings,
        "pairs": content["pairs"],
        "seed": repeat["seed"],
    }
    return _part(
        "Save the tournament below as tournament.yaml and play it.",
        Code("", "tune tournament tournament.yaml"),
        _facts(content),
        Code("tournament.yaml, with nothing left to guess", yaml_text(tree)),
    )


def _part(*blocks: Block) -> Part:
    texts = blocks if blocks == (_OLDER,) else (_SAME, *blocks)
    return Part("repeat", "To repeat it", texts)


def _without_weight(tree: Mapping[str, Any]) -> dict[str, Any]:
    """Return an agent as its own file has it: a weight belongs to a set."""
    return {key: value for key, value in tree.items() if key != "weight"}


def _facts(content: Mapping[str, Any]) -> Table:
    repeat = content["repeat"]
    rows = [
        ("digest", repeat["digest"]),
        ("seed", str(repeat["seed"])),
        ("pairs of games in each match", f"{content['pairs']:,}"),
        ("games begin", openings_phrase(repeat["openings"])),
        *((f"version of {name}", str(version)) for name, version in repeat["versions"].items()),
        ("digest of the program", repeat["sources"]),
        ("machine", repeat["machine"]),
    ]
    columns = named_columns("what", "value", words=2)
    return Table("What decides the games, versions and machine.", columns, tuple(rows))
