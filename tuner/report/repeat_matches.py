"""Make the part of a sheet that says how its matches are played again."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import Any

from tuner.config.canonical import yaml_text
from tuner.report.blocks import Block, Code, Table, named_columns
from tuner.report.matches_condition import openings_phrase
from tuner.report.sheet import Part

__all__ = ["repeat_comparison", "repeat_noise", "repeat_sequential", "repeat_tournament"]

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
    return _repeat_matches(content, _command, content["pairs"])


def repeat_sequential(content: Mapping[str, Any]) -> Part:
    """Return how a sequential match is played again.

    Raises:
        KeyError: if something is not there.
    """
    return _repeat_matches(content, _test_command, content["cap"])


def repeat_noise(content: Mapping[str, Any]) -> Part:
    """Return how an agent is played against itself again.

    Raises:
        KeyError: if something is not there.
    """
    return _repeat_matches(content, _noise_command, content["pairs"])


def _repeat_matches(
    content: Mapping[str, Any],
    command: Callable[[Mapping[str, Any], list[str]], list[str]],
    pairs: int,
) -> Part:
    """Return how the agents of some results play again.

    Args:
        content: of results.json.
        command: returns the words before the numbers, from the content and the agents' files.
        pairs: that the command asks for.
    """
    repeat = content.get("repeat")
    if repeat is None:
        return _part(_OLDER)
    files = {
        f"agent-{number}.yaml": {"game": repeat["game"], **_without_weight(tree)}
        for number, tree in enumerate(repeat["agents"], 1)
    }
    words = [
        *command(content, list(files)),
        *("--pairs", pairs, "--plies", repeat["openings"]["plies"]),
        *("--seed", repeat["seed"]),
    ]
    agents = "agents below as the files that they are named, and compare them"
    if len(files) == 1:
        agents = "agent below as the file that it is named, and play it"
    return _part(
        f"Save the {agents}.",
        Code("", " ".join(map(str, words))),
        _facts(content, pairs),
        *(Code(name, yaml_text(tree)) for name, tree in files.items()),
    )


def _test_command(content: Mapping[str, Any], files: list[str]) -> list[str]:
    keys = ("elo0", "elo1", "alpha", "beta", "model")
    return ["tune", "sprt", *files, *(word for key in keys for word in (f"--{key}", content[key]))]


def _noise_command(_content: Mapping[str, Any], files: list[str]) -> list[str]:
    return ["tune", "compare", "--null", *files]


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
        _facts(content, content["pairs"]),
        Code("tournament.yaml, with nothing left to guess", yaml_text(tree)),
    )


def _part(*blocks: Block) -> Part:
    texts = blocks if blocks == (_OLDER,) else (_SAME, *blocks)
    return Part("repeat", "To repeat it", texts)


def _without_weight(tree: Mapping[str, Any]) -> dict[str, Any]:
    """Return an agent as its own file has it: a weight belongs to a set."""
    return {key: value for key, value in tree.items() if key != "weight"}


def _facts(content: Mapping[str, Any], pairs: int) -> Table:
    repeat = content["repeat"]
    at_most = "" if pairs == content["pairs"] else ", at most"
    rows = [
        ("digest", repeat["digest"]),
        ("seed", str(repeat["seed"])),
        (f"pairs of games in each match{at_most}", f"{pairs:,}"),
        ("games begin", openings_phrase(repeat["openings"])),
        *((f"version of {name}", str(version)) for name, version in repeat["versions"].items()),
        ("digest of the program", repeat["sources"]),
        ("machine", repeat["machine"]),
    ]
    columns = named_columns("what", "value", words=2)
    return Table("What decides the games, versions and machine.", columns, tuple(rows))
