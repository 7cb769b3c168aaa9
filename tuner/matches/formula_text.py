"""Write games and formulas as plain values that another process can make them of."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.game import Game
from engine.games import find_game
from engine.own_file import OwnFile
from engine.own_games import load_game_of_file, own_game
from features.catalogue import features_of_file
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.square_table import SquareTable
from tuner.matches.provenance import feature_file, feature_sources

__all__ = ["FormulaText", "GameText", "OwnFeatures", "formula_text", "game_text"]


@dataclass(frozen=True)
class GameText:
    """A game text is a game's name, with the rules where they are a user's own.

    Attributes:
        name: of the game.
        file: in which a user's own game is written, None for a game of the package.
    """

    name: str
    file: OwnFile | None

    @property
    def key(self) -> tuple[str, str]:
        """Return what tells it from all others: the name, and the digest of its own file."""
        return self.name, self.file.digest if self.file else ""

    def game(self) -> Game[Any]:
        """Return the game.

        Raises:
            UnknownNameError: if there is none.
            EngineError: if its file fails, or this process plays another game of this name.
        """
        if self.file is None:
            return find_game(self.name)
        known = own_game(self.name)
        if known is not None and known.digest != self.file.digest:
            # The process that made the task has loaded these rules itself: this is another one.
            raise EngineError(
                f"process {os.getpid()} on {platform.node()} has played {self.name} by other rules "
                "before; start this worker of the cluster again, and all that are as old"
            )
        return load_game_of_file(self.file).game


@dataclass(frozen=True)
class OwnFeatures:
    """Own features are what a heuristic takes of one file of a user's own.

    Attributes:
        file: as it was when it was loaded.
        names: of its features, in their order.
    """

    file: OwnFile
    names: tuple[str, ...]


@dataclass(frozen=True)
class FormulaText:
    """A formula text has all that decides the value of a position, but for the parameters' values.

    Attributes:
        digest: SHA-256, in hex, of all the rest but the name.
        name: what messages call the heuristic.
        family: of games.
        parameters: their names, in the order of the values.
        where: named parts, (name, formula).
        formula: the value.
        tables: of squares, (name, symmetric, height, width).
        features: the user's own ones.
    """

    digest: str
    name: str
    family: str
    parameters: tuple[str, ...]
    where: tuple[tuple[str, str], ...]
    formula: str
    tables: tuple[tuple[str, bool, int, int], ...]
    features: tuple[OwnFeatures, ...]

    def heuristic(self) -> Heuristic:
        """Return the heuristic; its parameters have no hand-set values and ranges of their own.

        Raises:
            FormulaError: if it cannot be used.
            FeatureError: if a file of features fails.
        """
        found = [features_of_file(own.file)[name] for own in self.features for name in own.names]
        return Heuristic(
            name=self.name,
            family=self.family,
            parameters=tuple(Parameter(name, 0.0, -1.0, 1.0) for name in self.parameters),
            where=self.where,
            formula=self.formula,
            extra_features=tuple(found),
            tables=tuple(SquareTable(*table) for table in self.tables),
        )


def game_text(game: Game[Any]) -> GameText:
    """Return a game as text."""
    own = own_game(game.name)
    return GameText(game.name, own.file if own else None)


@cache
def formula_text(heuristic: Heuristic) -> FormulaText:
    """Return the formula of a heuristic as text, with the features of the user's own."""
    own = tuple(
        OwnFeatures(
            file,
            tuple(
                one.name
                for one in heuristic.extra_features
                if feature_file(one) == Path(file.place)
            ),
        )
        for file in feature_sources(heuristic)
    )
    tables = tuple((one.name, one.symmetric, one.height, one.width) for one in heuristic.tables)
    names = tuple(one.name for one in heuristic.parameters)
    files = [(one.file.digest, one.names) for one in own]
    content = [heuristic.family, names, heuristic.where, heuristic.formula, tables, files]
    digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
    return FormulaText(
        digest,
        heuristic.name,
        heuristic.family,
        names,
        heuristic.where,
        heuristic.formula,
        tables,
        own,
    )
