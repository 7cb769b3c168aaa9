"""A study from start to verdict: search, selection, verdict, files."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from engine.search import MAX_DEPTH, Search
from tuner.agents import Agent
from tuner.arena import Arena, agent_key
from tuner.config import Study, study_digest
from tuner.equal_time import equal_time_nodes, with_nodes
from tuner.evaluation import Evaluation, evaluate_pairs
from tuner.exports import best_agent_text
from tuner.finalists import Finalist, choose_finalists
from tuner.folder import RunFolder, save_json, save_text
from tuner.interval import clustered_mean
from tuner.ledger import Ledger
from tuner.openings import OpeningSet, draw_openings
from tuner.progress import Progress
from tuner.samplers import export_study, make_sampler
from tuner.space import Space, Vector
from tuner.trials import Trial, best_trial, make_trial, trials_table
from tuner.verdict import (
    BETTER,
    Condition,
    SearchClaim,
    Verdict,
    against_baselines,
    head_to_head,
    judge,
    verdict_json,
)

__all__ = ["run_folder", "run_study"]

_CONDITION_SHARE = 8
"""The other conditions of the verdict play this fraction of its pairs."""


def run_folder(study: Study, runs: Path) -> RunFolder:
    """Where a study keeps its results."""
    return RunFolder(runs / f"{study.name}-{study_digest(study)[:8]}")


def run_study(study: Study, runs: Path, threads: int, progress: Progress) -> Verdict:
    """Run a study, or go on where it was stopped.

    The result is the same for any number of threads and however often it was stopped.

    Raises:
        RunError: if the run folder cannot be used.
        OpeningError: if there are too few openings.
        EvaluationError: if the formula gave no number.
    """
    folder = run_folder(study, runs)
    with folder.locked():
        folder.open(study, threads)
        with (
            Ledger(folder.ledger, study_digest(study)) as ledger,
            ThreadPoolExecutor(threads, "tune") as executor,
        ):
            arena = Arena(study.game, ledger, executor, progress.played)
            return _Run(study, folder, arena, ledger, progress).all()


class _Run:
    """One start of a study: the state that its stages share."""

    def __init__(
        self, study: Study, folder: RunFolder, arena: Arena, ledger: Ledger, progress: Progress
    ) -> None:
        self._study = study
        self._folder = folder
        self._arena = arena
        self._ledger = ledger
        self._progress = progress
        self._space = Space(study.tune)
        # All of them before the first game: too few openings are known at once, not after hours.
        self._openings = {name: self._draw(name, pairs) for name, pairs in _set_sizes(study)}

    def all(self) -> Verdict:
        """Every stage, and the files of the run."""
        trials, mean = self._search()
        with ThreadPoolExecutor(1) as writer:
            self._write_trials(trials)
            exported = writer.submit(self._export_trials, trials)
            tuned, selected = self._select(trials, mean)
            verdict = self._judge(trials, tuned, selected)
            exported.result()
        agent = self._agent(tuned.vector if verdict.exported == "tuned" else self._space.hand_set)
        save_text(self._folder.best, best_agent_text(self._study, agent, verdict))
        save_json(self._folder.verdict, verdict_json(verdict))
        return verdict

    def _search(self) -> tuple[list[Trial], Vector | None]:
        study, budget = self._study, self._study.budget
        openings = self._openings["search"]
        self._progress.stage("search", 2 * budget.trials * budget.pairs * len(study.baselines))
        self._arena.prepare([self._agent(self._space.hand_set), *study.baselines])
        sampler = make_sampler(study.sampler, self._space, budget.trials, study.seed)
        trials: list[Trial] = []
        for number in range(budget.trials):
            vector = sampler.ask() if number else self._space.hand_set
            trial = make_trial(number, vector, self._evaluate(vector, openings), trials)
            sampler.tell(vector, trial.value.estimate)
            trials.append(trial)
            best = best_trial(trials)
            self._progress.trial(number, budget.trials, best.value, best.number)
        return trials, sampler.mean()

    def _write_trials(self, trials: Sequence[Trial]) -> None:
        names = [agent.name for agent in self._study.baselines]
        save_text(self._folder.trials, trials_table(self._space, names, trials))

    def _export_trials(self, trials: Sequence[Trial]) -> None:
        """The trials for Optuna's tools; what they have added to an earlier file is kept."""
        if self._folder.optuna.exists():
            return
        rows = [
            (trial.vector, trial.value.estimate, {"low": trial.value.low, "high": trial.value.high})
            for trial in trials
        ]
        export_study(self._folder.optuna, self._study.name, self._space, rows)

    def _select(self, trials: Sequence[Trial], mean: Vector | None) -> tuple[Finalist, Evaluation]:
        """The best finalist on the selection openings; the hand-set one wins ties."""
        budget = self._study.budget
        first = [trial for trial in trials if trial.repeats == trial.number]
        finalists = choose_finalists(
            self._space,
            [trial.vector for trial in first],
            [trial.value.estimate for trial in first],
            budget.finalists,
            mean,
        )
        openings = self._openings["selection"]
        games = 2 * len(finalists) * budget.final_pairs * len(self._study.baselines)
        self._progress.stage("selection", games)
        evaluations = [self._evaluate(finalist.vector, openings) for finalist in finalists]
        best = max(range(len(finalists)), key=lambda index: (evaluations[index].value, -index))
        return finalists[best], evaluations[best]

    def _judge(self, trials: Sequence[Trial], finalist: Finalist, selected: Evaluation) -> Verdict:
        study = self._study
        pairs = study.budget.verdict_pairs
        openings = self._openings["verdict"]
        self._progress.stage("verdict", 2 * pairs * (2 * len(study.baselines) + 1))
        tuned, hand_set = finalist.vector, self._space.hand_set
        evaluation = self._evaluate(tuned, openings)
        names = tuple(agent.name for agent in study.baselines)
        versus = against_baselines(names, evaluation, self._evaluate(hand_set, openings))
        (match,) = self._arena.meet(
            self._agent(tuned), [self._agent(hand_set, "hand-set")], openings
        )
        claim = best_trial(trials)
        verdict = judge(versus.difference)
        return Verdict(
            study=study.name,
            verdict=verdict,
            exported="tuned" if verdict == BETTER else "hand_set",
            tuned=self._space.named(tuned),
            hand_set=self._space.named(hand_set),
            origin=finalist.origin,
            objective=study.objective,
            openings=openings.distinct,
            against_baselines=versus,
            head_to_head=head_to_head(match, openings.clusters),
            conditions=self._conditions(tuned, evaluation),
            search_claim=SearchClaim(
                claim.number, claim.value.estimate, trials[0].value.estimate, selected.value
            ),
            games=self._ledger.games(),
            seconds=round(self._ledger.seconds(), 1),
        )

    def _conditions(self, tuned: Vector, evaluation: Evaluation) -> tuple[Condition, ...]:
        """The same at equal time, and head to head with other limits."""
        openings = self._openings["conditions"]
        searches = _other_searches(self._study.search)
        games = 2 * len(openings) * (2 * len(self._study.baselines) + len(searches))
        self._progress.stage("other conditions", games)
        conditions = [self._equal_time(tuned, evaluation, openings)]
        for search in searches:
            agents = [
                replace(self._agent(vector), search=search)
                for vector in (tuned, self._space.hand_set)
            ]
            (match,) = self._arena.meet(agents[0], [replace(agents[1], name="hand-set")], openings)
            score = clustered_mean(match.scores, openings.clusters)
            conditions.append(Condition(f"head to head, both {search}", score, None, True))
        return tuple(conditions)

    def _equal_time(self, tuned: Vector, evaluation: Evaluation, openings: OpeningSet) -> Condition:
        study = self._study
        games = 2 * evaluation.scores.size
        moves = games * (evaluation.plies - study.opening_plies) / 2
        agents = [self._agent(vector) for vector in (tuned, self._space.hand_set)]
        nodes = evaluation.nodes[0] / moves
        opponents = [self._slowed(opponent, agents[0], nodes) for opponent in study.baselines]
        scores = [self._score(agent, opponents, openings).interval for agent in agents]
        name = "against the baselines, each with the time that the tuned agent takes for a move"
        return Condition(name, scores[0], scores[1], False)

    def _slowed(self, opponent: Agent, candidate: Agent, nodes: float) -> Agent:
        """The opponent at equal time. What a node costs is measured once and then kept."""
        if opponent.search.algorithm == "random":
            return opponent
        # Two opponents that differ by their limit alone are one and the same under the new limit.
        limited = with_nodes(opponent, 1)
        key = f"nodes of {agent_key(limited)} in the time of {agent_key(candidate)}"
        game = self._study.game
        limit = self._ledger.noted(
            key, lambda: str(equal_time_nodes(game, candidate, nodes, opponent))
        )
        return with_nodes(opponent, int(limit))

    def _draw(self, name: str, pairs: int) -> OpeningSet:
        study = self._study
        openings = draw_openings(study.game, study.opening_plies, name, pairs, study.seed)
        self._ledger.add_openings(openings)
        return openings

    def _evaluate(self, vector: Vector, openings: OpeningSet) -> Evaluation:
        return self._score(self._agent(vector), self._study.baselines, openings)

    def _score(self, agent: Agent, opponents: Sequence[Agent], openings: OpeningSet) -> Evaluation:
        pairs = self._arena.meet(agent, opponents, openings)
        weights = [opponent.weight for opponent in opponents]
        return evaluate_pairs(pairs, weights, openings.clusters, self._study.objective)

    def _agent(self, vector: Vector, name: str = "tuned") -> Agent:
        heuristic = self._study.heuristic
        tuned = {key: float(value) for key, value in self._space.named(vector).items()}
        values = tuple(tuned.get(one.name, one.default) for one in heuristic.parameters)
        return Agent(name, heuristic, values, self._study.search)


def _set_sizes(study: Study) -> tuple[tuple[str, int], ...]:
    """The pairs of each opening set."""
    budget = study.budget
    return (
        ("search", budget.pairs),
        ("selection", budget.final_pairs),
        ("verdict", budget.verdict_pairs),
        ("conditions", max(2, budget.verdict_pairs // _CONDITION_SHARE)),
    )


def _other_searches(search: Search) -> list[Search]:
    """Other limits under which the tuned values should hold as well."""
    if search.depth is not None:
        deeper = replace(search, depth=min(search.depth + 2, MAX_DEPTH))
        return [deeper, Search("alphabeta", nodes=2000, ties=search.ties)]
    return [Search("alphabeta", depth=depth, ties=search.ties) for depth in (3, 5)]
