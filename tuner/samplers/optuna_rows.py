"""Write the trials of a study into the tables of Optuna, whatever database holds them.

The rows are written by SQL: Optuna's own way takes some twenty queries a trial, and about 20 ms of
a processor in a file, as long as the games of a trial of a quick study.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from optuna.distributions import distribution_to_json
from optuna.storages._rdb import models
from optuna.study import StudyDirection
from optuna.trial import TrialState
from sqlalchemy import Connection, func, insert, select, update

from tuner.samplers.dated_trial import DatedTrial
from tuner.samplers.optuna_samplers import distributions_of
from tuner.samplers.space import Space

__all__ = ["OptunaRows"]

_STUDIES = models.StudyModel.__table__
_DIRECTIONS = models.StudyDirectionModel.__table__
_SYSTEM_ATTRIBUTES = models.StudySystemAttributeModel.__table__
_STUDY_ATTRIBUTES = models.StudyUserAttributeModel.__table__
_TRIALS = models.TrialModel.__table__
_PARAMETERS = models.TrialParamModel.__table__
_VALUES = models.TrialValueModel.__table__
_ATTRIBUTES = models.TrialUserAttributeModel.__table__
_FINITE = models.TrialValueModel.TrialValueType.FINITE

_MARK = "low"
"""An attribute that each of our trials has, and that those which people add have not."""


class OptunaRows:
    """Find and add the rows of one study, in the transaction of whoever asks.

    Args:
        space: what is tuned.
        objective: what the value of a trial is called.
    """

    def __init__(self, space: Space, objective: str) -> None:
        self._objective = objective
        self._distributions = [
            (key, one, distribution_to_json(one)) for key, one in distributions_of(space).items()
        ]

    def find_study(self, connection: Connection, name: str) -> int | None:
        """Return the number of a study, None if it is not there.

        Until the transaction ends nobody else adds trials to it, Optuna's own tools included.
        """
        query = select(_STUDIES.c.study_id).where(_STUDIES.c.study_name == name).with_for_update()
        found: int | None = connection.execute(query).scalar()
        return found

    def add_study(self, connection: Connection, name: str) -> int:
        """Make a study, and return its number."""
        connection.execute(insert(_STUDIES), {"study_name": name})
        query = select(_STUDIES.c.study_id).where(_STUDIES.c.study_name == name)
        study = int(connection.execute(query).scalar_one())
        direction = {"direction": StudyDirection.MAXIMIZE, "study_id": study, "objective": 0}
        connection.execute(insert(_DIRECTIONS), direction)
        names = {"key": "study:metric_names", "value_json": json.dumps([self._objective])}
        connection.execute(insert(_SYSTEM_ATTRIBUTES), {"study_id": study, **names})
        return study

    def count_trials(self, connection: Connection, study: int) -> int:
        """Return how many of our trials a study has."""
        query = (
            select(func.count())
            .select_from(_TRIALS.join(_ATTRIBUTES))
            .where(_TRIALS.c.study_id == study, _ATTRIBUTES.c.key == _MARK)
        )
        return int(connection.execute(query).scalar_one())

    def last_number(self, connection: Connection, study: int) -> int:
        """Return the number of the last trial of a study, people's own included; -1 for none."""
        # Not the largest of all: the table has no index for that.
        query = (
            select(_TRIALS.c.number)
            .where(_TRIALS.c.study_id == study)
            .order_by(_TRIALS.c.trial_id.desc())
            .limit(1)
        )
        found = connection.execute(query).scalar()
        return -1 if found is None else int(found)

    def add_trials(self, connection: Connection, study: int, trials: Sequence[DatedTrial]) -> None:
        """Add trials behind those that a study has."""
        if not trials:
            return
        first = self.last_number(connection, study) + 1
        rows = [
            {
                "number": first + index,
                "study_id": study,
                "state": TrialState.PRUNED if one.stopped else TrialState.COMPLETE,
                "datetime_start": _kept_moment(one.began),
                "datetime_complete": _kept_moment(one.ended),
            }
            for index, one in enumerate(trials)
        ]
        connection.execute(insert(_TRIALS), rows)
        query = (
            select(_TRIALS.c.number, _TRIALS.c.trial_id)
            .where(_TRIALS.c.study_id == study, _TRIALS.c.number >= first)
            .order_by(_TRIALS.c.trial_id.desc())
            .limit(len(trials))
        )
        numbers = {number: trial for number, trial in connection.execute(query)}
        added = [(numbers[first + index], one) for index, one in enumerate(trials)]
        parameters = [row for trial, one in added for row in self._parameters(trial, one)]
        if parameters:
            connection.execute(insert(_PARAMETERS), parameters)
        connection.execute(
            insert(_VALUES),
            [
                {"trial_id": trial, "objective": 0, "value": one.value, "value_type": _FINITE}
                for trial, one in added
            ],
        )
        connection.execute(
            insert(_ATTRIBUTES),
            [
                {"trial_id": trial, "key": key, "value_json": json.dumps(value)}
                for trial, one in added
                for key, value in one.attributes.items()
            ],
        )

    def _parameters(self, trial: int, one: DatedTrial) -> list[dict[str, Any]]:
        return [
            {
                "trial_id": trial,
                "param_name": key,
                "param_value": float(kind.to_internal_repr(value)),
                "distribution_json": text,
            }
            for (key, kind, text), value in zip(self._distributions, one.vector, strict=True)
        ]

    def attributes(self, connection: Connection, study: int) -> dict[str, Any]:
        """Return the attributes that a study has, people's own included."""
        table = _STUDY_ATTRIBUTES.c
        query = select(table.key, table.value_json).where(table.study_id == study)
        return {key: json.loads(text) for key, text in connection.execute(query)}

    def set_attributes(
        self, connection: Connection, study: int, attributes: Mapping[str, Any]
    ) -> None:
        """Write attributes of a study; others that it has are kept."""
        table = _STUDY_ATTRIBUTES
        there = self.attributes(connection, study)
        for key, value in attributes.items():
            text = json.dumps(value)
            if key not in there:
                row = {"study_id": study, "key": key, "value_json": text}
                connection.execute(insert(table), row)
            elif there[key] != value:
                at_key = (table.c.study_id == study) & (table.c.key == key)
                connection.execute(update(table).where(at_key).values(value_json=text))


def _kept_moment(moment: datetime) -> datetime:
    """Return a moment in the form in which Optuna keeps it: UTC without a zone."""
    return moment.astimezone(UTC).replace(tzinfo=None)
