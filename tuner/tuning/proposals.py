"""Keep the vectors of a search in the ledger: what was proposed once is not thought out again."""

from __future__ import annotations

import json
from bisect import bisect_left
from dataclasses import dataclass

from tuner.files import RunError
from tuner.matches.ledger import Ledger
from tuner.samplers.space import Vector

__all__ = ["Proposals"]

_ALL_CHECKED = 100
_CHECKED_EACH = 50


@dataclass(frozen=True, eq=False)
class Proposals:
    """Keep the vectors of one row of trials, by number.

    Attributes:
        ledger: keeps them.
        name: of the row; the key of each vector is this name and the number.
    """

    ledger: Ledger
    name: str

    def count(self, trials: int) -> int:
        """Return how many vectors of so many trials are kept; they are kept in their order."""
        return bisect_left(range(trials), True, key=self._missing)

    def known(self, number: int) -> Vector | None:
        """Return the vector of a trial if it is kept and need not be proposed again.

        Samplers compute with the processor's own mathematics, whose last digit may differ. So some
        vectors are proposed again and compared: the first hundred, then one in fifty.
        """
        if number < _ALL_CHECKED or number % _CHECKED_EACH == 0:
            return None
        text = self.ledger.note(self._key(number))
        return None if text is None else tuple(json.loads(text))

    def keep(self, number: int, vector: Vector) -> None:
        """Keep the vector of a trial, or make sure that it is the one that is kept.

        Raises:
            RunError: if another one is.
        """
        text = json.dumps(vector)
        if self.ledger.keep_trial(self._key(number), text) != text:
            raise RunError(
                f"{self._key(number)} is another vector than when the run was begun, on another "
                "processor or system; go on where it was begun, or choose another folder",
                hint="runs folder",
            )

    def _missing(self, number: int) -> bool:
        return self.ledger.note(self._key(number)) is None

    def _key(self, number: int) -> str:
        return f"{self.name} {number}"
