"""Name a batch of pairs within one study."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BatchKey"]


@dataclass(frozen=True)
class BatchKey:
    """A batch is a pure function of this, within one study.

    Attributes:
        openings: name of the opening set.
        candidate: key of the agent whose view the results take.
        opponent: key of the other agent.
        first: the first pair.
    """

    openings: str
    candidate: str
    opponent: str
    first: int

    @property
    def place(self) -> tuple[str, str, str, int]:
        """Return its columns in the ledger, in their order."""
        return self.openings, self.candidate, self.opponent, self.first
