"""Count the games that were played in vain: no result of a study rests on them.

A sequential match ends in the middle of what is being played, and how much that is depends on how
many play. So the ledger notes at which pair each match has ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from tuner.matches.ledger import Ledger
from tuner.tuning.records import read_batches, read_notes
from tuner.tuning.study_run import DUEL

__all__ = ["DUEL_END", "games_in_vain", "note_end"]

DUEL_END = "head to head ends"
"""The notes of sequential matches: then come the keys of both agents, and the number of pairs."""


def note_end(ledger: Ledger, match: tuple[str, str], pairs: int) -> None:
    """Note the pair at which a sequential match of a study has ended, once or again.

    Args:
        ledger: of the study.
        match: the keys of both agents, first of the one whose view the match takes.
        pairs: that count.
    """
    candidate, opponent = match
    ledger.noted(f"{DUEL_END} {candidate} {opponent} {pairs}", lambda: "")


def games_in_vain(path: Path) -> int:
    """Return how many games of sequential matches a study's ledger holds from beyond their ends.

    Raises:
        LedgerError: if the ledger is missing, no ledger, or damaged.
    """
    ends = _ends(read_notes(path))
    played: Counter[tuple[str, str]] = Counter()
    for key, pairs in read_batches(path, DUEL):
        played[key.candidate, key.opponent] += len(pairs)
    return 2 * sum(max(0, count - ends.get(match, 0)) for match, count in played.items())


def _ends(notes: Mapping[str, str]) -> dict[tuple[str, str], int]:
    """Return the last pair that counts of each match, by the keys of its agents."""
    ends: dict[tuple[str, str], int] = {}
    for key in notes:
        if key.startswith(f"{DUEL_END} "):
            candidate, opponent, pairs = key.removeprefix(f"{DUEL_END} ").split(" ")
            match = candidate, opponent
            ends[match] = max(ends.get(match, 0), int(pairs))
    return ends
