"""Name the files of an ablation in the folder of its run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["AblationFiles"]


@dataclass(frozen=True)
class AblationFiles:
    """Name the files of an ablation.

    Attributes:
        path: the folder of the run.
    """

    path: Path

    @property
    def results(self) -> Path:
        """Return the path of the file that holds what was found."""
        return self.path / "ablation.json"

    @property
    def ledger(self) -> Path:
        """Return the path of the file that holds the games."""
        return self.path / "ablation.db"

    @property
    def smaller(self) -> Path:
        """Return the path of the file that holds the agent without all removable terms."""
        return self.path / "smaller.yaml"
