"""Play an ablation: the whole agent, and it with each change, on the same openings."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from features.formula_terms import FormulaTerm
from tuner.ablation.looks import earlier_looks, look_level, new_look, note_look
from tuner.ablation.model import Ablation, SmallerFormula
from tuner.ablation.rows import ablation_rows
from tuner.ablation.variants import agent_without, find_variants
from tuner.ablation.worth import LESS
from tuner.config.canonical import agent_tree, yaml_text
from tuner.config.games import game_word
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena, agent_key
from tuner.matches.evaluation import Evaluation, compare_evaluations, evaluate_pairs
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import Meeting
from tuner.matches.node_cost import game_positions, node_cost_ratios
from tuner.matches.openings import OpeningSet, draw_openings, set_seed
from tuner.matches.progress import Progress
from tuner.samplers.space import Space, Vector
from tuner.stats.interval import Interval
from tuner.stats.sparse import bounded_difference

__all__ = ["EACH", "TOGETHER", "AblationTask", "ablation_openings", "play_ablation"]

EACH = "ablation"
"""The set on which each change is played alone."""

TOGETHER = "ablation of all together"
"""The set on which all terms that were chosen on the other one are left out together."""

_DRAWN_FROM = {EACH: "conditions", TOGETHER: "compare"}
"""Eighths of all openings that chose nothing in the study; as they share nothing, no opening of
`TOGETHER`, nor a mirror image of one, chose a term."""

_GAMES = 64
"""Games whose positions the cost of a node is measured on."""


@dataclass(frozen=True, eq=False)
class AblationTask:
    """Say what is ablated.

    Attributes:
        study: whose agent it is.
        vector: the exported values of the tuned parameters.
        exported: "tuned" or "hand_set".
        worst: the baseline that the verdict has as the worst one.
        agent_of: gives the agent of values of the tuned parameters.
        pairs: of each agent against each baseline.
    """

    study: Study
    vector: Vector
    exported: str
    worst: int
    agent_of: Callable[[Vector], Agent]
    pairs: int


def ablation_openings(study: Study, pairs: int) -> tuple[OpeningSet, OpeningSet]:
    """Return the openings of `EACH` and of `TOGETHER`.

    Raises:
        OpeningError: if there are too few.
    """
    each, together = (
        draw_openings(
            study.game, study.opening_plies, source, pairs, set_seed(study.seed, name)
        ).named(name)
        for name, source in _DRAWN_FROM.items()
    )
    return each, together


def play_ablation(task: AblationTask, arena: Arena, ledger: Ledger, progress: Progress) -> Ablation:
    """Play what the ledger does not hold yet, and return what was found.

    Args:
        task: what is ablated.
        arena: that plays, and keeps in the ledger.
        ledger: of the ablation.
        progress: who listens.

    Raises:
        OpeningError: if there are too few openings.
        EvaluationError: if a formula gave no number.
    """
    return _Ablating(task, arena, ledger, progress).all()


@dataclass(frozen=True, eq=False)
class _Ablating:
    task: AblationTask
    arena: Arena
    ledger: Ledger
    progress: Progress

    def all(self) -> Ablation:
        task, study = self.task, self.task.study
        each, together = ablation_openings(study, task.pairs)
        variants = find_variants(study, task.vector, task.agent_of)
        agents = [variants.whole, *(one.agent for one in variants.changed)]
        whole, *changed = self._evaluations("ablation", agents, each)
        values = Space(study.tune).named(task.vector)
        looks = earlier_looks(self.ledger, task.pairs, values)
        level = look_level(len(looks))
        rows = ablation_rows(variants.changed, whole, changed, level)
        note_look(
            self.ledger,
            len(looks),
            new_look(task.pairs, level, values, [row.worth for row in rows]),
        )
        removable = [
            one.term
            for one, row in zip(variants.changed, rows, strict=True)
            if one.term is not None and row.worth == LESS
        ]
        left_out = [*variants.idle, *removable]
        smaller = None
        if removable:
            smaller = self._smaller(variants.whole, left_out, together, level)
        elif left_out:
            smaller = self._same(variants.whole, left_out, whole.interval, together)
        searches = (study.search, *(one.search for one in study.baselines))
        return Ablation(
            study=study.name,
            exported=task.exported,
            values=values,
            condition=variants.whole.search.phrase,
            objective=study.objective,
            pairs=task.pairs,
            openings=each.distinct,
            whole=whole.interval,
            rows=rows,
            unchanged=variants.unchanged,
            undefined=variants.undefined,
            nothing_left=bool(left_out) and smaller is None,
            smaller=smaller,
            games=self.ledger.games(),
            reproducible=all(one.reproducible for one in searches),
            idle=tuple(term.name for term in variants.idle),
            looks=looks,
        )

    def _evaluations(
        self, stage: str, agents: Sequence[Agent], openings: OpeningSet
    ) -> list[Evaluation]:
        """Play agents against the study's baselines."""
        study = self.task.study
        self.ledger.add_openings(openings)
        games = 2 * len(openings) * len(study.baselines) * len(agents)
        self.progress.stage(stage, games)
        self.arena.prepare([*agents, *study.baselines])
        played = self.arena.meet_all([Meeting(one, study.baselines, openings) for one in agents])
        weights = [one.weight for one in study.baselines]
        found = (
            evaluate_pairs(pairs, weights, openings.clusters, study.objective) for pairs in played
        )
        # The worst baseline was chosen on other games: to choose and to quote here reads too low.
        return [replace(one, worst=self.task.worst) for one in found]

    def _smaller(
        self, whole: Agent, terms: Sequence[FormulaTerm], openings: OpeningSet, level: float
    ) -> SmallerFormula | None:
        """Play without all of these terms together, if anything is left."""
        agent = agent_without(whole, terms)
        if agent is None:
            return None
        both, smaller = self._evaluations("ablation, all removable terms", [whole, agent], openings)
        difference = compare_evaluations(smaller, both, level, bounded_difference)
        scores = smaller.interval, both.interval, difference
        return self._formula(whole, agent, terms, scores, openings)

    def _same(
        self, whole: Agent, terms: Sequence[FormulaTerm], score: Interval, openings: OpeningSet
    ) -> SmallerFormula | None:
        """Leave out terms that add 0 everywhere: the same function, and no game to play."""
        agent = agent_without(whole, terms)
        if agent is None:
            return None
        scores = score, score, Interval(0.0, 0.0, 0.0)
        return replace(self._formula(whole, agent, terms, scores, openings), same=True)

    def _formula(
        self,
        whole: Agent,
        agent: Agent,
        terms: Sequence[FormulaTerm],
        scores: tuple[Interval, Interval, Interval],
        openings: OpeningSet,
    ) -> SmallerFormula:
        """Describe a smaller formula by its scores: its own, the whole one's, their difference."""
        return SmallerFormula(
            left_out=tuple(one.name for one in terms),
            formula=agent.heuristic.formula,
            where=agent.heuristic.where,
            parameters=len(agent.heuristic.parameters),
            score=scores[0],
            whole=scores[1],
            difference=scores[2],
            cost=self._cost(whole, agent, openings),
            text=self._text(agent),
        )

    def _cost(self, whole: Agent, smaller: Agent, openings: OpeningSet) -> Interval | None:
        """Return how many times as much a node costs the whole agent; measured once."""
        if not whole.search.uses_time:
            return None
        note = f"cost of a node, {agent_key(whole)} {agent_key(smaller)}"
        text = self.ledger.noted(note, lambda: self._measured(whole, smaller, openings))
        return Interval(*json.loads(text))

    def _measured(self, whole: Agent, smaller: Agent, openings: OpeningSet) -> str:
        game, seed = self.task.study.game, set_seed(self.task.study.seed, "cost of nodes")
        players = self.arena.player(whole), self.arena.player(smaller)
        states = game_positions(game, [players], openings.states[:_GAMES], seed)
        _, ratio = node_cost_ratios(game, players, states, seed)
        return json.dumps([ratio.estimate, ratio.low, ratio.high])

    def _text(self, agent: Agent) -> str:
        study = self.task.study
        named = replace(agent, name=f"{study.name}-smaller")
        tree = {"game": game_word(study.game), **agent_tree(named)}
        # The defaults of the heuristic are the values already.
        del tree["weight"], tree["values"]
        return yaml_text(tree)
