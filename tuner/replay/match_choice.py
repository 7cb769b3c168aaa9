"""Choose games of a comparison or a tournament: openings that one agent wins with both sides."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from tuner.matches.arena import agent_key
from tuner.matches.batch_key import BatchKey
from tuner.matches.pairs import Pairs
from tuner.replay.choice import MOST, ChosenGame, shortest_double
from tuner.replay.games import RunGames
from tuner.tuning.records import read_matches
from tuner.tuning.repetition import KeptAgents

__all__ = ["choose_match_games"]

_PAIRS = MOST // 2

_Key = tuple[str, str]


def choose_match_games(games: RunGames, kept: KeptAgents) -> tuple[ChosenGame, ...]:
    """Return at most `MOST` games of a comparison or a tournament, always the same ones.

    Of each match these are the games of the shortest pair that its first agent wins with both
    sides, and of the shortest one that it loses with both. Of more matches than there is room for,
    some are taken at equal distances, so that all agents have a chance to be among them.

    Raises:
        LedgerError: if the ledger cannot be read or is damaged.
    """
    played = _played(games, kept.pairs)
    keys = [(agent_key(one), agent_key(other)) for one, other in kept.matches]
    names = {
        key: (one.name, other.name) for key, (one, other) in zip(keys, kept.matches, strict=True)
    }
    # Two names of one agent make a match that says nothing.
    met = [key for key in dict.fromkeys(keys) if key in played and key[0] != key[1]]
    some = (
        [met[index * len(met) // _PAIRS] for index in range(_PAIRS)] if len(met) > _PAIRS else met
    )
    doubles = (
        (key, found)
        for result in (1, -1)
        for key in some
        if (found := shortest_double(played[key][1], result, names[key])) is not None
    )
    return tuple(
        ChosenGame(games.row(BatchKey(played[key][0], *key, 0), played[key][1], pair, number), why)
        for key, (pair, why) in islice(doubles, _PAIRS)
        for number in (0, 1)
    )


def _played(games: RunGames, most: int | None) -> Mapping[_Key, tuple[str, Pairs]]:
    """Return the matches by the keys of their agents, each with the name of its openings.

    Args:
        games: of the folder.
        most: pairs of a match that count; None for all.
    """
    return {
        key: (name, Pairs(pairs.records[:most]))
        for name in games.openings
        for key, pairs in read_matches(games.ledger, name).items()
    }
