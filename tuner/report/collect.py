"""Read the report of a run from its folder, finished or not, also while the run goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.own_games import own_game
from tuner.config.study import Study, load_study
from tuner.files import RunError, load_json
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.matches.pairs import Pairs
from tuner.matches.provenance import own_feature_files
from tuner.report.effort import depth_reached, nodes_a_move, win_loss
from tuner.report.model import (
    AgentEffort,
    BaselineRow,
    FeatureRow,
    ParameterRow,
    Repeat,
    RunReport,
    Standing,
    WinLoss,
)
from tuner.samplers.space import Space
from tuner.stats.interval import Interval
from tuner.tuning.ablation import find_ablation
from tuner.tuning.records import read_matches, read_openings, read_progress
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.status import read_status
from tuner.tuning.trials import Trial, first_trials, tuned_agent
from tuner.tuning.written_trials import load_trials
from tuner.verdict.model import Verdict
from tuner.verdict.reader import load_verdict

__all__ = ["read_report"]

_Matches = Mapping[tuple[str, str], Pairs]


def read_report(folder: RunFolder) -> RunReport:
    """Return the report of a run; what is not played yet is not in it.

    Raises:
        RunError: if the folder is no run, was played with other files, or cannot be read.
        ConfigError: if its study cannot be read.
        LedgerError: if its ledger cannot be read or is damaged.
    """
    folder.require()
    study = load_study(folder.study)
    folder.require_unchanged(study)
    verdict = load_verdict(folder.verdict) if folder.finished else None
    matches = {} if verdict is None else read_matches(folder.ledger, "verdict")
    agents = _agents(study, verdict)
    trials = load_trials(folder.trials, study.tune) if folder.trials.exists() else ()
    if verdict is not None:
        _require_all_trials(folder, trials, verdict)
    return RunReport(
        folder=folder.path.name,
        study=study,
        verdict=verdict,
        standing=_standing(folder, study),
        parameters=_parameters(study, verdict),
        trials=trials,
        baselines=tuple(_baselines(study, verdict, agents, matches)),
        features=_features(study),
        efforts=tuple(_efforts(folder, study, agents, matches)),
        notes=folder.notes(),
        repeat=_repeat(folder, study),
        best_yaml="" if verdict is None else _text(folder.best),
        ablation=None if verdict is None else find_ablation(folder, verdict),
    )


def _agents(study: Study, verdict: Verdict | None) -> tuple[Agent, ...]:
    """Return the tuned agent if there is one, and the hand-set agent."""
    hand_set = tuned_agent(study, Space(study.tune).hand_set, "hand-set")
    if verdict is None:
        return (hand_set,)
    vector = tuple(verdict.tuned[one.name] for one in study.tune)
    return tuned_agent(study, vector, "tuned"), hand_set


def _standing(folder: RunFolder, study: Study) -> Standing:
    status = read_status(folder)
    seconds = read_progress(folder.ledger).seconds
    return Standing(
        status.trials, study.budget.trials, status.finalists, status.games, round(seconds, 1)
    )


def _parameters(study: Study, verdict: Verdict | None) -> tuple[ParameterRow, ...]:
    space = Space(study.tune)
    names = [one.name for one in study.tune]
    vector = None if verdict is None else [verdict.tuned[name] for name in names]
    shares = [None] * len(names) if vector is None else space.to_unit(vector)
    return tuple(
        ParameterRow(
            name=one.name,
            summary=one.summary,
            hand_set=one.default,
            tuned=None if vector is None else vector[index],
            low=one.low,
            high=one.high,
            integer=one.integer,
            log=one.log,
            hand_set_share=float(hand_set),
            tuned_share=None if tuned is None else float(tuned),
        )
        for index, (one, hand_set, tuned) in enumerate(
            zip(study.tune, space.to_unit(space.hand_set), shares, strict=True)
        )
    )


def _baselines(
    study: Study, verdict: Verdict | None, agents: Sequence[Agent], matches: _Matches
) -> Iterator[BaselineRow]:
    total = sum(one.weight for one in study.baselines)
    for index, one in enumerate(study.baselines):
        scores: tuple[Interval | None, Interval | None] = (None, None)
        games: list[WinLoss | None] = [None, None]
        if verdict is not None:
            scores = verdict.against_baselines.by_baseline[index][1:]
            games = [
                _games(agent, one, verdict.against_baselines.pairs, matches) for agent in agents
            ]
        yield BaselineRow(one.name, one.describe(), one.weight / total, *scores, *games)


def _games(agent: Agent, baseline: Agent, pairs: int, matches: _Matches) -> WinLoss | None:
    found = matches.get((agent_key(agent), agent_key(baseline)))
    return None if found is None or len(found) != pairs else win_loss(found)


def _features(study: Study) -> tuple[FeatureRow, ...]:
    heuristic = study.heuristic
    return tuple(
        FeatureRow(str(call), heuristic.features[call.feature].summary)
        for call in heuristic.features_used
    )


def _efforts(
    folder: RunFolder, study: Study, agents: Sequence[Agent], matches: _Matches
) -> Iterator[AgentEffort]:
    """Yield those of the study's own agents, and of the baselines against the first of them."""
    if not matches:
        yield from (AgentEffort(one.name, str(one.search), 0, None, None) for one in agents)
        return
    opponents = {agent_key(one): one for one in study.baselines}
    played = [(agent, 0, [(agent_key(agent), key) for key in opponents]) for agent in agents]
    first = agent_key(agents[0])
    played += [(one, 1, [(first, agent_key(one))]) for one in study.baselines]
    clusters = read_openings(folder.ledger)["verdict"].clusters
    for agent, side, keys in played:
        found = [matches[key] for key in keys if key in matches]
        nodes = nodes_a_move(found, side, study.opening_plies, clusters)
        reached = None if nodes is None else depth_reached(study.game, agent, nodes.estimate)
        games = 2 * sum(map(len, found))
        plays = str(agent.search) if side == 0 else agent.describe()
        yield AgentEffort(agent.name, plays, games, nodes, reached)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise RunError(f"{path} cannot be read; run its study again", hint="run") from None


def _require_all_trials(folder: RunFolder, trials: Sequence[Trial], verdict: Verdict) -> None:
    """Refuse a table that lacks trials of a search that has ended."""
    found = len(first_trials(trials))
    if found != verdict.vectors:
        raise RunError(
            f"{folder.trials} has {found} of the {verdict.vectors} vectors of values that the "
            "search tried; run its study again, and it is written anew without a game",
            hint="run",
        )


def _manifest(folder: RunFolder) -> dict[str, Any]:
    return load_json(folder.manifest) if folder.manifest.exists() else {}


def _repeat(folder: RunFolder, study: Study) -> Repeat:
    manifest, own = _manifest(folder), own_game(study.game.name)
    paths = [*own_feature_files(study.heuristic), *([own.path] if own else [])]
    return Repeat(
        digest=str(manifest.get("digest", "")),
        seed=study.seed,
        versions={str(key): str(one) for key, one in manifest.get("versions", {}).items()},
        starts=tuple(
            {str(key): str(one) for key, one in start.items()}
            for start in manifest.get("starts", [])
        ),
        study_yaml=_text(folder.study),
        files=tuple((path.name, _text(path)) for path in paths),
        reproducible=study.reproducible,
    )
