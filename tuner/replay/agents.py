"""Find the agents that played in a run: what stands behind the keys of its ledger."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from engine.play.search import Search
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.matches.ledger_errors import LedgerError
from tuner.samplers.space import Space, Vector
from tuner.tuning.equal_time import with_nodes
from tuner.tuning.noted_vectors import noted_vectors
from tuner.tuning.records import read_agents, read_notes
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.transfer import other_searches
from tuner.tuning.trials import tuned_agent
from tuner.tuning.unmet import unmet_opponent
from tuner.verdict.reader import load_verdict

__all__ = [
    "HAND_SET",
    "TUNED",
    "RunAgents",
    "agents_of_study",
    "keys_of_verdict",
    "named_agents",
    "trial_name",
]

HAND_SET = "hand-set"
TUNED = "tuned"
_RUNNER_UP = "runner-up"

_NAME_OF_OURS = re.compile(rf"{HAND_SET}|{TUNED}|{_RUNNER_UP}|(trial|finalist) \d+")

_COST_NOTE = "cost of "


@dataclass(frozen=True, eq=False)
class RunAgents:
    """Hold the agents of a run by their keys.

    Attributes:
        known: those whose values and search are known, with names for people.
        opponents: names of those that are baselines, which may be the hand-set agent as well.
        texts: what the ledger says of each agent, also of those that are not known.
        trials: keys of the agents of the trials, by number.
    """

    known: Mapping[str, Agent]
    opponents: Mapping[str, str]
    texts: Mapping[str, str]
    trials: Mapping[int, str]

    def name(self, key: str, as_opponent: bool = False) -> str:
        """Return what an agent is called; what it plays, where its name is not known."""
        if as_opponent and key in self.opponents:
            return self.opponents[key]
        return self.known[key].name if key in self.known else self.texts.get(key, key)


def trial_name(number: int) -> str:
    """Return what the agent of a trial is called."""
    return f"trial {number}"


def agents_of_study(folder: RunFolder, study: Study) -> RunAgents:
    """Return the agents that played in the run of a study.

    Raises:
        RunError: if a file of the run cannot be read.
        LedgerError: if its ledger cannot be read or is damaged.
    """
    texts = read_agents(folder.ledger)
    notes = read_notes(folder.ledger)
    known: dict[str, Agent] = {}
    for agent in _candidates(folder, study, notes):
        key = agent_key(agent)
        if key in texts:
            known.setdefault(key, agent)
        if len(known) == len(texts):
            break
    baselines: dict[str, str] = {}
    for agent in _opponents(study, notes):
        # One that plays at random has no limit: its first name is the one without.
        baselines.setdefault(agent_key(agent), agent.name)
    trials = {
        number: agent_key(tuned_agent(study, vector)) for number, vector in _trial_vectors(notes)
    }
    return RunAgents(known, baselines, texts, trials)


def keys_of_verdict(folder: RunFolder, study: Study) -> tuple[str, str]:
    """Return the keys of the tuned and the hand-set agent of a finished run; they may be one.

    Raises:
        RunError: if its verdict cannot be read.
    """
    (tuned, _), _ = _of_verdict(folder, study)
    vectors = (tuned, Space(study.tune).hand_set)
    first, second = (agent_key(tuned_agent(study, vector)) for vector in vectors)
    return first, second


def named_agents(folder: RunFolder, agents: Iterable[Agent]) -> RunAgents:
    """Return the agents of a folder that holds a ledger alone, as far as somebody names them."""
    texts = read_agents(folder.ledger)
    named = {agent_key(agent): agent for agent in agents}
    return RunAgents({key: one for key, one in named.items() if key in texts}, {}, texts, {})


def _candidates(folder: RunFolder, study: Study, notes: Mapping[str, str]) -> Iterator[Agent]:
    """Yield who may have played, first who is most likely, and who is to be called by which name.

    With each vector come the other searches that the study may have tried with it.
    """
    hand_set = Space(study.tune).hand_set
    named = [(hand_set, HAND_SET), *_of_verdict(folder, study)]
    plain = [tuned_agent(study, vector, name) for vector, name in named]
    searched = [tuned_agent(study, vector, trial_name(n)) for n, vector in _trial_vectors(notes)]
    finalists = [
        tuned_agent(study, vector, f"finalist {n}")
        for n, vector in noted_vectors(notes, "finalist")
    ]
    yield from chain(plain, _baselines(study), searched, finalists)
    yield from _opponents(study, notes)
    # A run that has no verdict does not say which of its agents is the tuned one.
    for agent in plain if folder.finished else chain(plain, finalists, searched):
        for search in chain((one.search for one in study.conditions), other_searches(study)):
            yield _searching(agent, search)
        for nodes in _limits(notes):
            yield _renamed(with_nodes(agent, nodes))


def _baselines(study: Study) -> list[Agent]:
    """Return the baselines; one that is called like an agent of the run is told apart from it."""
    return [
        replace(one, name=f"{one.name} (baseline)") if _NAME_OF_OURS.fullmatch(one.name) else one
        for one in study.baselines
    ]


def _opponents(study: Study, notes: Mapping[str, str]) -> Iterator[Agent]:
    baselines = _baselines(study)
    yield from baselines
    stranger = unmet_opponent(study)
    if stranger is not None:
        yield stranger
    for agent in baselines:
        yield from (_renamed(with_nodes(agent, nodes)) for nodes in _limits(notes))


def _searching(agent: Agent, search: Search) -> Agent:
    return _renamed(replace(agent, search=search))


def _renamed(agent: Agent) -> Agent:
    """Return an agent that is named with its search, which is not its usual one."""
    return replace(agent, name=f"{agent.name} {agent.search.phrase}")


def _trial_vectors(notes: Mapping[str, str]) -> list[tuple[int, Vector]]:
    """Return the vectors of the trials, of which a study has one row, by games or by positions."""
    rows = [noted_vectors(notes, name) for name in ("trial", "search on positions, trial")]
    return [trial for row in rows for trial in row]


def _of_verdict(folder: RunFolder, study: Study) -> list[tuple[Vector, str]]:
    if not folder.finished:
        return []
    verdict = load_verdict(folder.verdict)
    named = ((verdict.tuned, TUNED), (verdict.runner_up, _RUNNER_UP))
    return [(tuple(values[one.name] for one in study.tune), name) for values, name in named]


def _limits(notes: Mapping[str, str]) -> Sequence[int]:
    """Return every limit of nodes that equal time has led to."""
    limits: set[int] = set()
    for key, text in notes.items():
        if not key.startswith(_COST_NOTE):
            continue
        try:
            nodes = int(key.removeprefix(_COST_NOTE).split()[0])
            ratios = [ratio for row in json.loads(text) for ratio in row]
            limits |= {nodes, *(max(1, round(nodes * ratio)) for ratio in ratios)}
        except (ValueError, TypeError) as error:
            raise LedgerError(f"the ledger's note '{key}' is damaged; restore it") from error
    return sorted(limits)
