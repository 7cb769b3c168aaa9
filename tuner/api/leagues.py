"""Let agents of runs and others play a league, and rate them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tuner.api.agents import AgentLike, agent, game_for, word_for
from tuner.api.matches import matches_of
from tuner.api.written import list_of
from tuner.comparison.entrants import anchor_of, find_entrants
from tuner.comparison.league import League, play_league
from tuner.comparison.sources import read_sources
from tuner.matches.progress import Silent

__all__ = ["league"]


def league(
    agents: Sequence[AgentLike],
    *,
    anchor: str | None = None,
    game: str | None = None,
    pairs: int = 2000,
    plies: int = 6,
    seed: int = 1,
    threads: int | None = None,
    cluster: str | None = None,
    device: str | None = None,
    runs: str | Path | None = None,
) -> League:
    """Let agents meet each other, and rate them by Bradley and Terry.

    Args:
        agents: what stands for agents (see `agent`); the folder of a finished run enters its tuned
            and its hand-set agent, a run that is damaged or not finished is left out, and the
            result says why.
        anchor: name of the agent that is rated 0; None for the first that was not tuned.
        game: that is played; None as for `agent`.
        pairs: of each match.
        plies: random plies that an opening has.
        seed: of openings and games.
        threads: that play; None for one a processor.
        cluster: whose workers play the games, as for `compare`.
        device: "cuda" for a GPU that plays the same games, as for `compare`.
        runs: the folder in which the games are kept; None to keep none.

    Raises:
        TuneError: if there are fewer than two different agents, or they cannot meet.
    """
    words = [word_for(one) if isinstance(one, Path) else one for one in list_of("agents", agents)]
    found = read_sources(words)
    board = game_for(found.others, game, played=found.games)
    sources = found.playing(board)
    entrants = find_entrants(sources, lambda one: agent(one, game=board.name))
    zero = anchor_of(entrants, anchor)
    counts = matches_of(pairs, plies, seed, threads)
    matches = replace(counts, cluster=cluster, device=device, anchor=zero)
    folder = None if runs is None else Path(runs)
    return play_league(board, entrants, matches, folder, Silent(), sources.left_out)
