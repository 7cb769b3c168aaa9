"""Keep the games of matches that belong to no study."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.game import Game
from tuner.comparison.model import Matches
from tuner.matches.ledger import Ledger
from tuner.matches.provenance import game_deciding, sources_digest
from tuner.tuning.records import require_ledger
from tuner.tuning.run_folder import RunFolder

__all__ = ["match_ledger", "matches_digest"]


def matches_digest(game: Game[Any], matches: Matches, length: int | str) -> str:
    """Return the digest of what decides the games of matches, whoever the agents are.

    Args:
        game: the rules.
        matches: how they are played.
        length: pairs of each, or a word for matches whose number of pairs may grow.
    """
    content = [game_deciding(game), length, matches.opening_plies, matches.seed, sources_digest()]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


@contextmanager
def match_ledger(folder: RunFolder | None, digest: str) -> Iterator[Ledger]:
    """Open the games of a folder, which is made if need be; None keeps them in memory only.

    Raises:
        RunError: if another process plays in the folder.
        LedgerError: if its games cannot be read, or are gone while their results are there.
    """
    if folder is None:
        with Ledger.in_memory(digest) as ledger:
            yield ledger
        return
    with folder.locked():
        require_ledger(folder)
        with Ledger(folder.ledger, digest) as ledger:
            yield ledger
