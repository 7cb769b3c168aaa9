"""Look for faults and blind spots of a study on sampled positions, before it is paid for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import TuneError
from engine.game import States
from features.compiled import evaluate
from features.heuristic import Heuristic
from features.interpret import SidedView, interpreter
from features.language.expression import (
    Binary,
    Conditional,
    Expression,
    FeatureCall,
    Number,
    TermName,
    children,
    written,
)
from tuner.config.reader import Place, read_document
from tuner.config.shipped import STUDIES, find_file
from tuner.config.study import Study
from tuner.matches.clamped import clamped_line, find_clamped
from tuner.matches.sample import sample_positions, view_of
from tuner.samplers.space import Space
from tuner.solved.positions import find_solved, has_solved
from tuner.tuning.choice_notes import choice_changes
from tuner.tuning.export_notes import export_notes
from tuner.tuning.formula_notes import budget_notes, only_scaling, scale_notes, unused_notes
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.sample_notes import sample_notes
from tuner.tuning.sensitivity import Sensitivity, sensitivity_note
from tuner.tuning.symmetry_notes import symmetry_notes

__all__ = ["Inspection", "PreflightError", "inspect_study", "preflight", "preflight_reported"]

_VIEWS = 4_000


class PreflightError(TuneError):
    """Refuse a study that would fail in the middle."""


@dataclass(frozen=True)
class _Sample:
    """Hold positions as both sides see them."""

    study: Study
    states: States

    def values(self, parameters: Sequence[float]) -> NDArray[np.float64]:
        """Return the formula's values with some values of its parameters."""
        return evaluate(self.study.game, self.study.heuristic, parameters, self.states)


@dataclass(frozen=True)
class Inspection:
    """Hold what sampled positions say of a study.

    Attributes:
        notes: what the user should know before the games: one line each, empty if all is well.
        sensitivities: what each tuned parameter of the formula changes, but for those of which the
            formula alone says that they change nothing.
    """

    notes: tuple[str, ...]
    sensitivities: tuple[Sensitivity, ...]


def preflight(study: Study) -> list[str]:
    """Return the notes of `inspect_study`, which raises the same errors."""
    return list(inspect_study(study).notes)


def inspect_study(study: Study) -> Inspection:
    """Return what sampled positions say of a study, before its games.

    Raises:
        SolvedError: if the solved positions of the game cannot be used.
        PreflightError: if the formula is not a number in a sampled position, with the hand-set
            values or at a corner of the ranges.
    """
    if has_solved(study.game):
        # The verdict looks at them: what is damaged is told before the games.
        find_solved(study.game)
    sample = _Sample(study, sample_positions(study.game, _VIEWS // 2))
    conditions = _conditions(study)
    for condition, parameters in conditions.items():
        _check(sample, parameters, condition)
    constant = _constant(sample.values(study.heuristic.defaults))
    # Where all positions are worth the same, nothing that is tuned changes a choice.
    found = [] if constant else _sensitivities(study)
    notes = [
        *unused_notes(study),
        *constant,
        *([] if constant else scale_notes(study)),
        *(sensitivity_note(one) for one in found if not one.matters),
        *sample_notes(study),
        *symmetry_notes(study),
        *_clamped(sample, conditions),
        *budget_notes(study),
        *export_notes(study),
    ]
    return Inspection(tuple(notes), tuple(found))


@contextmanager
def preflight_reported(path: Path) -> Iterator[None]:
    """Name the file and the line of the formula in which the block has found a fault.

    Args:
        path: the study that the block looks at, as for `tuner.tuning.lookup.find_study`.

    Raises:
        ConfigError: in place of a `PreflightError`.
    """
    try:
        yield
    except PreflightError as error:
        file = RunFolder(path).study if path.is_dir() else find_file(STUDIES, path)
        place = Place(read_document(file))
        cause, _, cure = str(error).partition("; ")
        raise place.at("heuristic", "formula").error(cause, cure) from None


def _conditions(study: Study) -> dict[str, Sequence[float]]:
    """Return the values of the parameters with which a formula is looked at, by their name."""
    space, heuristic = Space(study.tune), study.heuristic
    found: dict[str, Sequence[float]] = {"with the hand-set values": heuristic.defaults}
    for end, words in ((0.0, "lowest"), (1.0, "highest")):
        corner = space.named(space.from_unit([end] * len(study.tune)))
        found[f"with all tuned parameters at their {words}"] = [
            corner.get(one.name, one.default) for one in heuristic.parameters
        ]
    return found


def _sensitivities(study: Study) -> list[Sensitivity]:
    """Return what the ranges change in sampled positions, where the formula leaves that open."""
    idle = frozenset(study.heuristic.unused_parameters())
    return choice_changes(study, idle | only_scaling(study))


def _clamped(sample: _Sample, conditions: Mapping[str, Sequence[float]]) -> list[str]:
    """Return a note on values that a search cuts off, under the first condition that has any."""
    study = sample.study
    for condition, parameters in conditions.items():
        found = find_clamped(study.game, study.heuristic, parameters, sample.states)
        if found is not None:
            return [clamped_line(f"the formula {condition}", found)]
    return []


def _constant(values: NDArray[np.float64]) -> list[str]:
    if (values != values[0]).any():
        return []
    return [
        f"the formula is {values[0]:g} in all of {len(values):,} sampled positions with the "
        "hand-set values, so every move is as good as any other"
    ]


def _check(sample: _Sample, parameters: Sequence[float], condition: str) -> None:
    values = sample.values(parameters)
    faults = np.flatnonzero(np.isnan(values))
    if not len(faults):
        return
    game, positions = sample.study.game, len(values) // 2
    first = int(faults[0])
    position = game.unpack(sample.states[first % positions])
    view = view_of(game, sample.states, first)
    raise PreflightError(
        f"the formula is not a number in {len(faults)} of {len(values)} sampled positions "
        f"{condition}, first in {game.format_position(position)}; "
        f"{_cure(sample.study.heuristic, parameters, view)}"
    )


def _cure(heuristic: Heuristic, parameters: Sequence[float], view: SidedView) -> str:
    """Say which part has no value where a side sees it so, and what to write instead."""
    part = _undefined_part(heuristic, parameters, view)
    if isinstance(part, FeatureCall):
        limit = heuristic.features[part.feature].limit or "there; ask it only where it has"
        return f"{part} has no value {limit}"
    if isinstance(part, Binary) and part.operator == "/":
        left, right = written(part.left), written(part.right)
        return f"{written(part)} is none there; write ratio({left}, {right}, if_zero)"
    return f"{written(part)} is none there; keep what it is made of within what it allows"


def _undefined_part(
    heuristic: Heuristic, parameters: Sequence[float], view: SidedView
) -> Expression:
    """Return the part that is not a number although all that it is made of are numbers."""
    terms, number = dict(heuristic.terms), interpreter(heuristic, parameters, view)

    def descend(part: Expression) -> Expression:
        if isinstance(part, TermName):
            return descend(terms[part.name])
        if isinstance(part, Conditional):
            taken = number(Conditional(part.condition, Number(1.0), Number(0.0)))
            return descend(part.then if taken else part.otherwise)
        undefined = [one for one in children(part) if math.isnan(number(one))]
        return descend(undefined[0]) if undefined else part

    return descend(heuristic.tree)
