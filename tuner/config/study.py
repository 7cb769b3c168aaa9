"""Read and check a study, and leave nothing of it to guess."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.play.search import Search
from features.heuristic import Heuristic
from features.parameter import Parameter, Tunable
from tuner.config.agents import resolve_agents
from tuner.config.conditions import StudyCondition, resolve_conditions, resolve_plies
from tuner.config.games import resolve_game
from tuner.config.heuristics import resolve_heuristic
from tuner.config.opponents import LISTED
from tuner.config.racing import EQUAL, NO_PRUNER, PAIRED, RACE, check_racing
from tuner.config.ranges import resolve_ranges
from tuner.config.reader import Document, Place, read_document
from tuner.config.samplers import check_duels, resolve_sampler
from tuner.config.searches import SearchNumber, resolve_tunable_search
from tuner.config.sections import StudySection
from tuner.config.sequential import SequentialVerdict, resolve_sequential
from tuner.config.shipped import STUDIES, find_file
from tuner.config.validation import reported_at, require_study, validate
from tuner.matches.agent import Agent
from tuner.matches.objective import SCORE, WARM_STARTS, Objective, find_objective
from tuner.samplers.database_address import DatabaseAddress
from tuner.samplers.table import DUELLING
from tuner.solved.positions import has_solved, solved_games

__all__ = ["Budget", "Study", "load_study", "study_of_document"]


@dataclass(frozen=True)
class Budget:
    """Say how much is played.

    Attributes:
        trials: parameter vectors that the search tries, the hand-set one among them.
        pairs: pairs of games of a trial against each baseline.
        finalists: vectors that are replayed on the selection set.
        final_pairs: pairs of a finalist against each baseline.
        verdict_pairs: pairs of the verdict against each baseline, and head to head.
    """

    trials: int
    pairs: int
    finalists: int
    final_pairs: int
    verdict_pairs: int


@dataclass(frozen=True)
class Study:
    """Hold one tuning problem, with nothing left to guess.

    Attributes:
        name: safe as the name of a folder.
        game: the game that is played.
        heuristic: whose parameters are tuned; its defaults are the hand-set values, and the ranges
            are those of the study.
        tuned: names of the parameters that are tuned, in the order of the heuristic.
        tuned_numbers: of the search, with the study's ranges (`tuner.config.searches`).
        search: how the hand-set agent looks ahead, and the tuned one but for tuned numbers.
        baselines: the opponents, with weights that are relative to each other.
        objective: what the search makes as large as it can.
        warm_start: the objective of a search on solved positions that comes first; None for none.
        opening_plies: random plies at the start of each pair.
        budget: how much is played.
        sampler: how trials are proposed, an entry of `tuner.samplers.table.SAMPLERS`.
        batch: how many trials are proposed at once, by a sampler of `BATCHED` there.
        seed: 0 to 2**63 - 1.
        conditions: further ones under which the verdict's question is asked.
        storage: the database that the trials are mirrored to while they are played, None for none;
            it decides nothing.
        pruner: an entry of `tuner.config.racing.PRUNERS`.
        selection: an entry of `tuner.config.racing.SELECTIONS`.
        against: an entry of `tuner.config.opponents.OPPONENTS`: where it is PREVIOUS, the baselines
            are those of the file until `tuner.tuning.previous` has found the winners.
        ablation: whether each part of the exported agent is left out after the verdict, in games
            of its own; it decides none of the others.
        sequential: how tuned against hand-set is decided, None for a match of verdict_pairs.
    """

    name: str
    game: Game[Any]
    heuristic: Heuristic
    tuned: tuple[str, ...]
    tuned_numbers: tuple[SearchNumber, ...]
    search: Search
    baselines: tuple[Agent, ...]
    objective: Objective
    warm_start: Objective | None
    opening_plies: int
    budget: Budget
    sampler: str
    seed: int
    conditions: tuple[StudyCondition, ...] = ()
    storage: DatabaseAddress | None = None
    batch: int = 1
    pruner: str = NO_PRUNER
    selection: str = EQUAL
    against: str = LISTED
    ablation: bool = False
    sequential: SequentialVerdict | None = None

    @property
    def duel_pairs(self) -> int:
        """Return how many pairs tuned and hand-set play head to head, at most."""
        return self.budget.verdict_pairs if self.sequential is None else self.sequential.cap

    @property
    def stops_trials(self) -> bool:
        """Return whether a trial may end before it has played all its pairs."""
        return self.pruner == PAIRED

    @property
    def races(self) -> bool:
        """Return whether a finalist may end before it has played all selection pairs."""
        return self.selection == RACE

    @property
    def duels(self) -> bool:
        """Return whether the trials that are proposed play each other, two by two."""
        return self.sampler in DUELLING

    @property
    def tune(self) -> tuple[Tunable, ...]:
        """Return what is tuned: parameters of the heuristic, then numbers of the search."""
        parameters = (one for one in self.heuristic.parameters if one.name in self.tuned)
        return (*parameters, *self.tuned_numbers)

    @property
    def reproducible(self) -> bool:
        """Return False if somebody has a time limit: what is played then depends on the machine."""
        searches = (self.search, *(agent.search for agent in self.baselines))
        return all(search.reproducible for search in searches)


def load_study(path: str | Path) -> Study:
    """Read a study file, or the study of the package that has this name. Nothing is written.

    Python files that the heuristic names as the user's own features are run.

    Raises:
        ConfigError: if the file is anything but a study that can be played; further errors of
            the same kind are attached to it.
    """
    document = read_document(find_file(STUDIES, Path(path)))
    require_study(document)
    return study_of_document(document)


def study_of_document(document: Document) -> Study:
    """Return the study that was written into a file, or in the same words in code.

    Raises:
        ConfigError: as `load_study`.
    """
    section = validate(StudySection, document)
    root = Place(document)
    with reported_at(root.at("game")):
        game = resolve_game(section.game, root.folder)
    sampler = resolve_sampler(section.sampler, section.budget.trials, root.at("sampler"))
    objective = find_objective(section.objective)
    _check_accuracy(section, objective, game, root)
    check_duels(sampler, objective, section.warm_start, section.pruner, root)
    check_racing(section.pruner, section.selection, objective, root)
    heuristic = resolve_heuristic(section.heuristic, section.variant, game, root.at("heuristic"))
    search = resolve_tunable_search(section.search, game, root.at("search"))
    tune = resolve_ranges(section.tune, heuristic, search, root.at("tune"))
    ranges = {one.name: one for one in tune if isinstance(one, Parameter)}
    plies = resolve_plies(section.openings.plies, game, root.at("openings", "plies"))
    conditions = resolve_conditions(
        section.conditions,
        root.at("conditions"),
        game=game,
        tune=tune,
        plies=plies,
        pairs=section.budget.verdict_pairs,
    )
    return Study(
        name=section.name,
        game=game,
        heuristic=replace(
            heuristic,
            parameters=tuple(ranges.get(one.name, one) for one in heuristic.parameters),
        ),
        tuned=tuple(ranges),
        tuned_numbers=tuple(one for one in tune if isinstance(one, SearchNumber)),
        search=search,
        baselines=resolve_agents(section.baselines, game, root.at("baselines")),
        objective=objective,
        warm_start=WARM_STARTS[section.warm_start],
        opening_plies=plies,
        budget=Budget(**section.budget.model_dump()),
        sampler=sampler.name,
        batch=sampler.batch,
        seed=section.seed,
        conditions=conditions,
        storage=section.storage,
        ablation=section.ablation,
        pruner=section.pruner,
        selection=section.selection,
        against=section.against,
        sequential=resolve_sequential(section.verdict),
    )


def _check_accuracy(
    section: StudySection, objective: Objective, game: Game[Any], root: Place
) -> None:
    """Make sure that there are solved positions if the study needs them."""
    warm = WARM_STARTS[section.warm_start] is not None
    if objective.on_positions and warm:
        cause = f"with objective {objective} the whole search is on solved positions"
        raise root.at("warm_start").error(cause, f"leave warm_start out, or take objective {SCORE}")
    for key, needed, cure in (
        ("objective", objective.on_positions, f"objective {SCORE} needs none"),
        ("warm_start", warm, "leave warm_start out"),
    ):
        if needed and not has_solved(game):
            cause = f"there are no solved positions of {game.name}"
            there = ", ".join(solved_games())
            raise root.at(key).error(cause, f"{cure}; there are some of {there}")
