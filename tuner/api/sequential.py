"""Play a sequential match of two agents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tuner.api.agents import AgentLike, agent, game_for
from tuner.api.matches import matches_of
from tuner.matches.progress import Silent
from tuner.sequential.match import play_match
from tuner.sequential.model import SequentialMatch
from tuner.stats.sprt import Model, asked_test

__all__ = ["sprt"]


def sprt(
    first: AgentLike,
    second: AgentLike,
    *,
    elo0: float = 0.0,
    elo1: float = 5.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    model: Model = "logistic",
    game: str | None = None,
    pairs: int = 20_000,
    plies: int = 6,
    seed: int = 1,
    threads: int | None = None,
    cluster: str | None = None,
    device: str | None = None,
    runs: str | Path | None = None,
) -> SequentialMatch:
    """Play two agents until a test has decided whether the first is stronger.

    It passes where the difference is `elo1` rather than `elo0`, and stops there; `passed` and
    `verdict` of the result say so, and `print` says it in words.

    Args:
        first: whose view is taken: an agent, or what stands for one (see `agent`).
        second: its opponent.
        elo0: the difference at which the test fails.
        elo1: the difference at which it passes.
        alpha: how often it may pass where it should fail, 0.000001 to 0.5.
        beta: how often it may fail where it should pass, likewise.
        model: in which Elo both differences are, "logistic" or "normalized".
        game: that is played; None as for `agent`.
        pairs: of games at most.
        plies: random plies that an opening has.
        seed: of openings and games.
        threads: that play; None for one a processor. The result is the same for any number.
        cluster: whose workers play the games, as for `compare`; None for none.
        device: "cuda" for a GPU that plays the same games, as for `compare`; None for none.
        runs: the folder in which the games are kept, so that the same call, or one with more pairs,
            need not play them again; None to keep none.

    Raises:
        TuneError: if the agents cannot meet, have the same name, or the test is none.
    """
    test = asked_test(elo0, elo1, alpha, beta, model)
    board = game_for([first, second], game)
    agents = [agent(one, game=board.name) for one in (first, second)]
    matches = replace(matches_of(pairs, plies, seed, threads), cluster=cluster, device=device)
    kept = None if runs is None else Path(runs)
    return play_match(board, agents, test, matches, kept, Silent())
