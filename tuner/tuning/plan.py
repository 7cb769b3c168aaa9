"""Say what a study will do, before it does anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from features.heuristic import Heuristic
from tuner.config.study import Study
from tuner.matches.provenance import feature_file, own_feature_files
from tuner.samplers.space import Space, Vector
from tuner.samplers.table import listed_vectors
from tuner.solved.positions import find_choices
from tuner.stats.decision import detectable_difference
from tuner.stats.text import duration_text
from tuner.tuning.alike import canonical_form, count_forms

__all__ = ["StudyPlan", "different_vectors", "plan_lines", "plan_study", "vectors_to_try"]

_PAIR_VARIANCE = 0.095
"""Assumed variance of a pair's score against one opponent: 0.08 to 0.1 on 7x7 at depth 3."""


@dataclass(frozen=True)
class StudyPlan:
    """Hold the numbers of games, vectors and positions of a study.

    Attributes:
        vectors: how many different ones the search tries at most.
        search_games: at most, for all of these.
        solved_positions: that each trial of a search on them, or of a warm start, looks at; 0 where
            there is neither.
        selection_games: at most, for all finalists.
        verdict_games: of the verdict against the baselines and head to head.
        detectable: the true lead of the tuned values that four of five such studies would find,
            with an assumed variance of the pairs.
        fixed: parameters that keep their hand-set value.
    """

    vectors: int
    search_games: int
    solved_positions: int
    selection_games: int
    verdict_games: int
    detectable: float
    fixed: tuple[str, ...]

    @property
    def games(self) -> int:
        """Return how many games there are, without those under further conditions."""
        return self.search_games + self.selection_games + self.verdict_games


def plan_study(study: Study) -> StudyPlan:
    """Return the plan of a study; plays nothing."""
    budget, opponents = study.budget, len(study.baselines)
    tuned = {parameter.name for parameter in study.tune}
    vectors = vectors_to_try(study)
    finalists = min(budget.finalists + 1, vectors)
    variance = 2 * _PAIR_VARIANCE / study.objective.counted(opponents)
    return StudyPlan(
        vectors=vectors,
        search_games=study.objective.search_games(vectors, budget.pairs, opponents),
        solved_positions=_solved_positions(study),
        selection_games=2 * finalists * budget.final_pairs * opponents,
        verdict_games=2 * (3 * opponents * budget.verdict_pairs + study.duel_pairs),
        detectable=detectable_difference(budget.verdict_pairs, variance),
        fixed=tuple(one.name for one in study.heuristic.parameters if one.name not in tuned),
    )


def different_vectors(study: Study, given: Sequence[Vector], asked: int) -> int | None:
    """Return how many vectors a search can tell apart; None if more than it has trials.

    Equivalent ones (`tuner.tuning.alike`) count once.

    Args:
        study: whose sampler proposes.
        given: what is tried before the sampler is asked.
        asked: how often it is asked at most.
    """
    if study.duels:
        # The same vector again has another partner, and other openings.
        return None
    listed = listed_vectors(study.sampler, Space(study.tune), asked)
    if listed is None:
        return count_forms(study)
    return len(set(map(canonical_form(study), (*listed, *given))))


def vectors_to_try(study: Study) -> int:
    """Return how many different vectors the search of a study tries at most, hand-set included."""
    trials = study.budget.trials
    found = different_vectors(study, [Space(study.tune).hand_set], trials - 1)
    return trials if found is None else min(trials, found)


def _solved_positions(study: Study) -> int:
    if not study.objective.on_positions and study.warm_start is None:
        return 0
    return len(find_choices(study.game, "search", study.seed))


def plan_lines(
    study: Study,
    plan: StudyPlan,
    games: int,
    seconds: Mapping[str, float] | None = None,
    *,
    guessed: bool = True,
) -> list[str]:
    """Return the plan for people.

    Args:
        study: what is planned.
        plan: its numbers.
        games: of the whole study, by `tuner.tuning.forecast.forecast`.
        seconds: of each stage, by its name; None where they are not known.
        guessed: whether to say what the verdict can show with an assumed variance of the pairs,
            where no pilot has measured it.
    """
    heuristic = study.heuristic
    at_once = f", {study.batch} trials at once" if study.batch > 1 else ""
    times = {
        name: "" if seconds is None else f" (about {duration_text(seconds[name])})"
        for name in ("search", "selection", "verdict", "further")
    }
    lines = [
        f"{study.name}: tune '{heuristic.name}' for {study.game.name}, {study.search}",
        f"  formula: {' '.join(heuristic.formula.split())}",
        *(f"    where {name} = {' '.join(text.split())}" for name, text in heuristic.where),
        *_own_feature_lines(heuristic),
        "  tuned:",
        *(
            f"    {one.name}: {one.low:g} to {one.high:g}, hand-set {one.default:g}"
            f"{', whole numbers' if one.integer else ''}{', logarithmic' if one.log else ''}"
            for one in study.tune
        ),
        "  against:",
        *(f"    {agent.name}: {agent.describe()}" for agent in study.baselines),
        f"  openings: {study.opening_plies} random plies; sampler {study.sampler}{at_once}; "
        f"seed {study.seed}; objective {study.objective}",
        *_vector_lines(study, plan),
        *_solved_lines(study, plan),
        f"  games, at most: {plan.search_games:,} in the search{times['search']}, "
        f"{plan.selection_games:,} in the selection{times['selection']}, "
        f"{plan.verdict_games:,} in the verdict{times['verdict']}, "
        f"{games - plan.games:,} more under its further conditions"
        f"{' and in its ablation' if study.ablation else ''}{times['further']}",
        *_fewer_lines(study),
    ]
    if guessed:
        lines.append(
            f"  if the tuned values are really {100 * plan.detectable:.1f} points better, about "
            "four of five such studies call them better"
        )
    if not study.reproducible:
        lines.append(
            "  warning: not reproducible: with limits in time the games depend on the machine and "
            "its load; limit nodes instead"
        )
    if study.storage is not None:
        lines.append(f"  trials are copied to {study.storage.shown} while it runs")
    if plan.fixed:
        lines.append(f"  not tuned, hand-set values stay: {', '.join(plan.fixed)}")
    return lines


def _fewer_lines(study: Study) -> list[str]:
    """Return why there may be fewer games than are planned."""
    lines = []
    if not study.duels:
        lines.append("    values that a stage has met before play none again")
    if study.stops_trials:
        lines.append("    a trial stops when it is shown to be worse than the best so far")
    if study.races:
        lines.append("    a finalist stops when it is shown to lead by less than half a point")
    return lines


def _own_feature_lines(heuristic: Heuristic) -> list[str]:
    """Return a line for each file of the user's own features, which has passed its trial."""
    return [
        f"  own features of {file.name}: "
        + ", ".join(one.usage for one in heuristic.extra_features if feature_file(one) == file)
        + "; compiled, and the same in plain Python"
        for file in own_feature_files(heuristic)
    ]


def _vector_lines(study: Study, plan: StudyPlan) -> list[str]:
    unneeded = study.budget.trials - plan.vectors
    if unneeded <= 0:
        return []
    only = (
        f"there are only {plan.vectors:,} different vectors to try"
        if plan.vectors > 1
        else "no values play otherwise than the hand-set ones"
    )
    equivalent = " (equivalent ones count once)" if canonical_form(study).groups else ""
    return [
        f"  search: {only}{equivalent}; {unneeded:,} of {study.budget.trials:,} trials are not "
        "needed"
    ]


def _solved_lines(study: Study, plan: StudyPlan) -> list[str]:
    if not plan.solved_positions:
        return []
    stage, then = "warm start", "then the search by games"
    if study.objective.on_positions:
        stage, then = "search", "selection and verdict play games"
    return [
        f"  {stage}: {study.budget.trials:,} trials on {plan.solved_positions:,} solved positions; "
        f"{then}"
    ]
