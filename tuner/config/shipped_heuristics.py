"""Read the heuristics that come with the package as files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.games import find_game
from features.heuristic import Heuristic
from tuner.config.heuristics import HeuristicFileSection, heuristic_of_file
from tuner.config.reader import read_document
from tuner.config.shipped import HEURISTICS, shipped_files
from tuner.config.validation import validate

__all__ = ["ShippedHeuristic", "read_shipped", "shipped_heuristics"]


@dataclass(frozen=True)
class ShippedHeuristic:
    """Hold a heuristic that comes with the package.

    Attributes:
        heuristic: under the name of its file, by which it is found.
        game: that it was published for; it evaluates all games of this family.
        origin: where it comes from, in words.
    """

    heuristic: Heuristic
    game: Game[Any]
    origin: str

    @property
    def name(self) -> str:
        """Return the name by which it is found."""
        return self.heuristic.name


def shipped_heuristics() -> tuple[ShippedHeuristic, ...]:
    """Return all heuristics that come with the package, by name."""
    return tuple(map(read_shipped, shipped_files(HEURISTICS).values()))


def read_shipped(file: Path) -> ShippedHeuristic:
    """Return the heuristic of one of these files.

    Raises:
        ConfigError: if the file is wrong.
    """
    document = read_document(file)
    game = find_game(document.tree["game"])
    origin = validate(HeuristicFileSection, document).origin
    return ShippedHeuristic(heuristic_of_file(document, game), game, " ".join(origin.split()))
