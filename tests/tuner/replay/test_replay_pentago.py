"""Games of Pentago are played again as a match played them, by the rules of plain Python."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from plain_pentago import boards_after, mover, result

from engine.games import find_game
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset
from tuner.matches.agent import Agent
from tuner.matches.batch_key import BatchKey
from tuner.matches.openings import draw_openings
from tuner.matches.pairs import play_pairs
from tuner.replay.agents import RunAgents
from tuner.replay.games import RunGames
from tuner.replay.model import GameRow, ReplayedGame
from tuner.replay.play import replay_games
from tuner.tuning.run_folder import RunFolder

GAME = find_game("pentago")
STRAIGHTS = find_preset("straights")
PAIRS = 8


@pytest.fixture(scope="module")
def replays() -> list[tuple[GameRow, ReplayedGame]]:
    """A match without a run: its rows, and the games that come of them."""
    searches = {"k": make_search("alphabeta", depth=2), "l": make_search("random")}
    agents = {
        key: Agent(key, STRAIGHTS, STRAIGHTS.defaults, search) for key, search in searches.items()
    }
    first, second = (
        heuristic_player(GAME, one.heuristic, one.values, one.search) for one in agents.values()
    )
    openings = draw_openings(GAME, 12, "verdict", PAIRS, 1)
    pairs = play_pairs(GAME, (first, second), openings, "l", (0, PAIRS))
    known = RunAgents(agents, {}, {}, {})
    games = RunGames(RunFolder(Path("none")), GAME, None, {"verdict": openings}, known)
    key = BatchKey("verdict", "k", "l", 0)
    rows = [games.row(key, pairs, index, number) for index in range(PAIRS) for number in (0, 1)]
    with ThreadPoolExecutor(2) as executor:
        return list(zip(rows, replay_games(games, rows, 100_000, executor), strict=True))


def test_they_are_the_games_of_the_match(replays: list[tuple[GameRow, ReplayedGame]]) -> None:
    for row, replayed in replays:
        boards = [GAME.format_position(position) for position in replayed.positions]
        assert boards[0] == row.opening
        assert len(boards) == 1 + row.plies - 12
        for before, after in pairwise(boards):
            assert after in set(boards_after(before))
        candidate = {1: "B", 2: "W"}[replayed.side]
        ended = result(boards[-1])
        assert ended is not None
        assert row.result == (ended if mover(boards[-1]) == candidate else -ended)


def test_a_won_end_is_proven(replays: list[tuple[GameRow, ReplayedGame]]) -> None:
    """Before a move that wins at once the outcome is a win of who makes it."""
    proven = 0
    for row, replayed in replays:
        board = GAME.format_position(replayed.positions[-2])
        wins_now = any(result(after) == -1 for after in boards_after(board))
        last = replayed.plies[-1]
        if wins_now:
            assert last.proven == ("win" if last.side == 0 else "loss")
            proven += 1
        if last.side == 0 and row.result == 1:
            assert wins_now
    assert proven >= PAIRS
