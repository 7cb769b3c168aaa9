"""Say what of a configuration may grow in a run that goes on, and what must stay as it was begun.

More trials, more finalists and more pairs of selection, verdict (its cap, too) and conditions are
played beside what is there, and end as if the study had been begun so. Everything else decides
games that are played already.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from tuner.config.canonical import config_digest, deciding_config
from tuner.config.difference import difference
from tuner.config.study import Study
from tuner.samplers.table import ENDLESS

__all__ = ["changes_text", "growth", "lasting_digest", "only_contents", "run_digest"]

_Config = Mapping[str, Any]

_SHOWN = 3
_CONTENT = re.compile(r"(.*features\[\d+\]|game\[1\]): \"[0-9a-f]{64}\" -> \"[0-9a-f]{64}\"")
"""A user's own Python file is known by the digest of its content, which says nothing to people."""


def run_digest(study: Study) -> str:
    """Return the SHA-256, in hex, that names the run of a study: of all that must not change."""
    return lasting_digest(deciding_config(study))


def lasting_digest(config: _Config) -> str:
    """Return the SHA-256, in hex, of what must not change of a `deciding_config`."""
    growing = _growing(config)
    budget = {key: count for key, count in config["budget"].items() if key not in growing}
    lasting = {key: value for key, value in config.items() if key != "conditions"}
    if "verdict" in lasting:
        lasting["verdict"] = lasting["verdict"]["sprt"]
    return config_digest({**lasting, "budget": budget})


def growth(old: _Config, new: _Config) -> list[str] | None:
    """Return what a run of the old configuration needs to become one of the new, in words.

    Args:
        old: as the run was played, from `deciding_config`.
        new: as it is wanted now.

    Returns:
        A line for each number that grows and each condition that is added, such as
        `budget.trials: 200 -> 400`; empty if nothing does; None if it cannot become one.
    """
    # Conditions have no part in the search, and each has games of its own.
    before, after = old.get("conditions", []), new.get("conditions", [])
    grows = (
        lasting_digest(old) == lasting_digest(new)
        and all(old["budget"][key] <= new["budget"][key] for key in _growing(old))
        and _cap(old) <= _cap(new)
        and len(before) <= len(after)
        and all(_grows(*pair) for pair in zip(before, after, strict=False))
    )
    return difference(old, new) if grows else None


def changes_text(old: _Config, new: _Config) -> str:
    """Return in a few words what keeps a run of the old configuration from growing into the new."""
    before, after = old["budget"], new["budget"]
    grown = {
        f"budget.{key}: {before[key]} -> {after[key]}"
        for key in _growing(old)
        if before[key] <= after[key]
    }
    lines = [line for line in difference(old, new) if line not in grown]
    # The range of a tuned parameter stands in two places.
    tuned = (line for line in lines if line.startswith("tune."))
    twice = {line.replace("tune.", "heuristic.parameters.", 1) for line in tuned}
    lines = [line for line in lines if line not in twice]
    shown = [_CONTENT.sub(r"\1: its content", line) for line in lines[:_SHOWN]]
    return "; ".join([*shown, *([f"{len(lines) - _SHOWN} more"] if lines[_SHOWN:] else [])])


def only_contents(old: _Config, new: _Config) -> bool:
    """Return whether nothing but the content of files of features differs, or nothing at all."""
    return all(map(_CONTENT.fullmatch, difference(old, new)))


def _growing(config: _Config) -> Sequence[str]:
    """Return the counts of a budget that may grow."""
    if config.get("warm_start"):
        # How many trials a warm start leaves to the games follows from both other counts.
        return ("final_pairs", "verdict_pairs")
    sampler = config["sampler"]
    name = sampler if isinstance(sampler, str) else sampler["name"]
    trials = ("trials",) if name in ENDLESS else ()
    return (*trials, "finalists", "final_pairs", "verdict_pairs")


def _cap(config: _Config) -> int:
    """Return how many pairs a sequential verdict has at most, 0 where there is none."""
    return int(config.get("verdict", {}).get("cap", 0))


def _grows(old: _Config, new: _Config) -> bool:
    """Return whether a condition of the verdict is the same with as many pairs or more."""
    return json.dumps({**old, "pairs": new["pairs"]}) == json.dumps(new) and (
        old["pairs"] <= new["pairs"]
    )
