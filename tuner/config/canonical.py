"""Write a study out with every default, and give its digest."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from features.heuristic import Heuristic
from features.parameter import Tunable
from tuner.config.games import game_word
from tuner.config.opponents import LISTED
from tuner.config.racing import EQUAL, NO_PRUNER
from tuner.config.scalars import ScalarError, resolve_scalar
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.objective import NO_WARM_START
from tuner.matches.provenance import feature_digests, game_deciding, own_feature_files

__all__ = [
    "agent_deciding",
    "agent_tree",
    "config_digest",
    "deciding_config",
    "effective_config",
    "heuristic_tree",
    "one_line",
    "storage_text",
    "study_digest",
    "write_effective_yaml",
    "yaml_text",
]


def effective_config(study: Study) -> dict[str, Any]:
    """Return the study as a tree that JSON can hold, in the form of a study file.

    Presets are written out, paths of the user's own features are absolute. The storage, which
    decides nothing, and the ablation, whose games decide nothing of the study's, are no part of it.
    """
    return {
        "name": study.name,
        "game": game_word(study.game),
        "heuristic": heuristic_tree(study.heuristic),
        "tune": {one.name: _range(one) for one in study.tune},
        "search": study.search.tree(),
        "baselines": [agent_tree(agent) for agent in study.baselines],
        # Studies from before there were winners to play against stay what they are.
        **({} if study.against == LISTED else {"against": study.against}),
        "objective": study.objective.name,
        "warm_start": NO_WARM_START if study.warm_start is None else study.warm_start.name,
        "openings": {"plies": study.opening_plies},
        "budget": {
            "trials": study.budget.trials,
            "pairs": study.budget.pairs,
            "finalists": study.budget.finalists,
            "final_pairs": study.budget.final_pairs,
            "verdict_pairs": study.budget.verdict_pairs,
        },
        "sampler": _sampler(study),
        # Studies from before there were races stay what they are.
        **({} if study.pruner == NO_PRUNER else {"pruner": study.pruner}),
        **({} if study.selection == EQUAL else {"selection": study.selection}),
        "seed": study.seed,
        # Studies from before there were conditions stay what they are.
        **({"conditions": [one.tree() for one in study.conditions]} if study.conditions else {}),
        # And so do those from before the match of tuned and hand-set could be sequential.
        **({} if study.sequential is None else {"verdict": study.sequential.tree()}),
    }


def _sampler(study: Study) -> str | dict[str, Any]:
    # Studies from before there were batches stay what they are.
    return study.sampler if study.batch == 1 else {"name": study.sampler, "batch": study.batch}


def study_digest(study: Study) -> str:
    """Return the SHA-256, in hex, of all that decides which games are played and how they count.

    Left out are the study's name and the texts that only people read. The content of
    the user's own feature files counts, not their paths.
    """
    return config_digest(deciding_config(study))


def deciding_config(study: Study) -> dict[str, Any]:
    """Return all that decides which games are played and how they count, as a tree for JSON."""
    config = effective_config(study)
    del config["name"]
    if study.warm_start is None:
        # Runs from before there were warm starts stay what they are.
        del config["warm_start"]
    config["game"] = game_deciding(study.game)
    config["heuristic"] = _deciding(study.heuristic)
    for written, agent in zip(config["baselines"], study.baselines, strict=True):
        written["heuristic"] = _deciding(agent.heuristic)
    return _with_pruner(config)


def config_digest(config: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hex, of a tree; the order of its keys counts."""
    # Keys are not sorted: the order of parameters decides what a sampler proposes.
    text = json.dumps(config, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _with_pruner(config: dict[str, Any]) -> dict[str, Any]:
    """Return a configuration as digests have always had it, with the pruner behind the sampler."""
    pruner = config.get("pruner", NO_PRUNER)
    return {
        name: setting
        for key, value in config.items()
        if key != "pruner"
        for name, setting in ((key, value), *([("pruner", pruner)] if key == "sampler" else []))
    }


def write_effective_yaml(study: Study) -> str:
    """Return the text of a study file that `load_study` reads back to an equal study.

    But for the password of a database, which is masked.
    """
    storage = {} if study.storage is None else {"storage": storage_text(study)}
    ablation = {"ablation": True} if study.ablation else {}
    return yaml_text({**effective_config(study), **storage, **ablation})


def storage_text(study: Study) -> str:
    """Return where the trials of a study are kept beside its ledger, without a password."""
    return "sqlite" if study.storage is None else study.storage.shown


def yaml_text(tree: dict[str, Any]) -> str:
    """Return the text of a YAML file that the loader reads back to an equal tree."""
    yaml = YAML(typ="rt", pure=True)
    yaml.default_flow_style = False
    yaml.allow_unicode = False
    # Folding a long text would only make it harder to compare.
    yaml.width = 1_000_000
    stream = io.StringIO()
    yaml.dump(_quoted(tree), stream)
    return stream.getvalue()


def heuristic_tree(heuristic: Heuristic) -> dict[str, Any]:
    """Return a heuristic as a tree that JSON can hold, written out as in a study file."""
    return {
        "name": heuristic.name,
        "variant": heuristic.variant,
        "summary": heuristic.summary,
        "parameters": {
            one.name: {"default": one.default, **_range(one), "summary": one.summary}
            for one in heuristic.parameters
        },
        "where": dict(heuristic.where),
        "formula": heuristic.formula,
        "features": [str(path) for path in own_feature_files(heuristic)],
        **_tables(heuristic),
    }


def _deciding(heuristic: Heuristic) -> dict[str, Any]:
    return {
        "parameters": {
            one.name: {"default": one.default, **_range(one)} for one in heuristic.parameters
        },
        "where": {name: one_line(text) for name, text in heuristic.where},
        "formula": one_line(heuristic.formula),
        "features": list(feature_digests(heuristic)),
        **_tables(heuristic),
    }


def _tables(heuristic: Heuristic) -> dict[str, Any]:
    """Return the tables of squares, whose numbers stand among the parameters."""
    parameters = {one.name: one for one in heuristic.parameters}
    found = {
        table.name: {
            "symmetric": table.symmetric,
            "low": parameters[table.parameters[0]].low,
            "high": parameters[table.parameters[0]].high,
        }
        for table in heuristic.tables
    }
    # Heuristics without one stay what they were before there were tables.
    return {"tables": found} if found else {}


def agent_deciding(agent: Agent) -> dict[str, Any]:
    """Return what decides an agent's play and the name of its row, as a tree that JSON can hold."""
    return {**agent_tree(agent), "heuristic": _deciding(agent.heuristic)}


def _range(parameter: Tunable) -> dict[str, Any]:
    return {
        "low": parameter.low,
        "high": parameter.high,
        "log": parameter.log,
        "integer": parameter.integer,
    }


def agent_tree(agent: Agent) -> dict[str, Any]:
    """Return an agent as a tree that JSON can hold, in the form of a baseline of a study file."""
    names = (parameter.name for parameter in agent.heuristic.parameters)
    return {
        "name": agent.name,
        "heuristic": heuristic_tree(agent.heuristic),
        "values": dict(zip(names, agent.values, strict=True)),
        "search": agent.search.tree(),
        "weight": agent.weight,
    }


def one_line(text: str) -> str:
    """Return a text as digests know it, however it is wrapped."""
    return " ".join(text.split())


def _quoted(tree: Any) -> Any:
    """Return the tree with every text in quotes that would not be read back as the same text."""
    if isinstance(tree, dict):
        return {_quoted(key): _quoted(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_quoted(item) for item in tree]
    if not isinstance(tree, str):
        return tree
    try:
        same = resolve_scalar(tree) == tree and tree.isprintable()
    except ScalarError:
        same = False
    return tree if same else DoubleQuotedScalarString(tree)
