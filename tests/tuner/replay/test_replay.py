"""Games of a finished run are played again from their rows, and are the very games."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from plain_play import play
from plain_truth import PlainTruth
from small_studies import small_study

from engine.games import find_game
from engine.play.proving import find_solver
from engine.play.searches import make_search
from tuner.matches.agent import Agent
from tuner.matches.pairs import game_seeds
from tuner.matches.progress import Silent
from tuner.replay import play as play_module
from tuner.replay import proofs
from tuner.replay.games import RunGames, open_games
from tuner.replay.model import GameRow, PlayedPly, ReplayedGame, ReplayError
from tuner.replay.play import replay_games
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import RunFolder, run_folder

CHANGES = {
    "search": "{algorithm: staged, switch_ply: 8, first: {algorithm: greedy}, "
    "then: {algorithm: alphabeta, depth: 3}}",
    "sampler": "cmaes",
    "conditions": "[{name: few nodes, search: {algorithm: alphabeta, nodes: 60}, pairs: 20}]",
    "budget": "{trials: 6, pairs: 20, finalists: 4, final_pairs: 20, verdict_pairs: 30}",
}


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as found:
        yield found


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> RunGames:
    """The games of a run with stages, limits of nodes, random moves, and equal time."""
    place = tmp_path_factory.mktemp("replays")
    study = small_study(place, **CHANGES)
    run_study(study, place, 2, Silent())
    return open_games(run_folder(study, place))


def rows_of(games: RunGames, each: int = 3) -> list[GameRow]:
    """Some games of every batch."""
    return [
        games.row(key, pairs, index, (index + number) % 2)
        for number, (key, pairs) in enumerate(games.batches())
        for index in range(0, len(pairs), max(1, len(pairs) // each))
    ]


def test_games_of_every_batch_are_those_of_their_rows(games: RunGames, executor: Executor) -> None:
    """Result, plies and nodes are compared by `replay_games`; the rules say who has won."""
    rows = rows_of(games)
    assert {row.openings for row in rows} == {
        *("search", "selection", "verdict", "conditions", "condition few nodes"),
        *("equal time", "equal time, low", "equal time, high"),
    }
    for row, replayed in zip(rows, replay_games(games, rows, 0, executor), strict=True):
        assert replayed.row == row
        assert replayed.repeatable
        assert replayed.differs == ""
        assert games.game.format_position(replayed.positions[0]) == row.opening
        assert len(replayed.moves) == row.plies - replayed.positions[0].ply
        winner = games.game.winner(replayed.positions[-1])
        assert winner is not None
        assert (winner == replayed.side) == (row.result == 1)
        names = [ply.move for ply in replayed.plies]
        assert names == [games.game.format_move(move) for move in replayed.moves]


def test_moves_and_values_are_those_of_plain_python(
    tmp_path_factory: pytest.TempPathFactory, finished_once: Path, executor: Executor
) -> None:
    """The run `tiny`: pressure against improved, both at depth 1 on 5x5."""
    games = open_games(RunFolder(finished_once))
    agents = (
        ("pressure", make_search("alphabeta", depth=1)),
        ("difference", make_search("alphabeta", depth=1)),
    )
    rows = [
        row
        for row in rows_of(games, 6)
        if row.openings == "verdict" and row.names == ("hand-set", "improved")
    ]
    assert {row.number for row in rows} == {0, 1}
    for row, replayed in zip(rows, replay_games(games, rows, 0, executor), strict=True):
        openings = games.openings["verdict"]
        seed = int(game_seeds(openings, row.opponent, row.pair, row.pair + 1)[row.number])
        start = games.game.parse_position(row.opening)
        expected = play(games.game, agents, start, row.number, seed)
        assert list(replayed.moves) == expected.moves
        for ply, value in zip(replayed.plies, expected.values, strict=True):
            # As the candidate sees it.
            sign = 1 if ply.side == 0 else -1
            assert ply.value == pytest.approx(sign * (value or 0), abs=1e-9)


def test_nobody_values_a_random_move(games: RunGames, executor: Executor) -> None:
    rows = [row for row in rows_of(games) if row.names[1] == "random"]
    for replayed in replay_games(games, rows, 0, executor):
        assert {ply.value is None for ply in replayed.plies if ply.side == 1} <= {True}
        assert {ply.value is None for ply in replayed.plies if ply.side == 0} <= {False}


def test_who_has_a_won_game_is_that_of_trying_every_game(
    games: RunGames, executor: Executor
) -> None:
    truth = PlainTruth(5, 5)
    rows = [row for row in rows_of(games, 10) if row.openings == "verdict"]
    thrown = 0
    for replayed in replay_games(games, rows, 1_000_000, executor):
        positions = replayed.positions
        for index, ply in enumerate(replayed.plies):
            candidate_wins = truth.mover_wins(positions[index]) == (ply.side == 0)
            assert ply.proven == ("win" if candidate_wins else "loss")
            given_away = truth.mover_wins(positions[index]) and truth.mover_wins(
                positions[index + 1]
            )
            assert (index in replayed.thrown_away) == given_away
            thrown += given_away
    assert thrown > 0


def test_no_rows_are_no_games(games: RunGames, executor: Executor) -> None:
    assert replay_games(games, [], 1_000, executor) == ()


def test_a_solver_is_compiled_on_the_thread_that_asks(
    games: RunGames, executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads that compile one solver at once fail."""
    asked = []

    def find(game: Any) -> Any:
        asked.append(threading.current_thread())
        return find_solver(game)

    for module in (play_module, proofs):
        monkeypatch.setattr(module, "find_solver", find)
    replay_games(games, rows_of(games)[:2], 1, executor)
    assert asked[0] is threading.current_thread()
    assert len(asked) == 3


def test_what_is_not_proven_is_unknown(games: RunGames, executor: Executor) -> None:
    rows = rows_of(games)[:4]
    for replayed in replay_games(games, rows, 0, executor):
        assert {ply.proven for ply in replayed.plies} == {"unknown"}
        assert replayed.thrown_away == ()


def changed_rows(row: GameRow) -> Sequence[tuple[GameRow, str]]:
    won, lost = ("won", "lost") if row.result == 1 else ("lost", "won")
    nodes = (row.nodes[0] + 1, row.nodes[1])
    return (
        (replace(row, result=-row.result), f"result {won} instead of {lost}"),
        (replace(row, plies=row.plies + 1), f"plies {row.plies} instead of {row.plies + 1}"),
        (replace(row, nodes=nodes), "nodes {:,} and {:,} instead of".format(*row.nodes)),
    )


def test_a_row_that_was_played_otherwise_is_refused(games: RunGames, executor: Executor) -> None:
    row = next(one for one in rows_of(games) if one.openings == "verdict")
    for wrong, complaint in changed_rows(row):
        with pytest.raises(ReplayError) as caught:
            replay_games(games, [row, wrong], 0, executor)
        assert complaint in str(caught.value)
        assert str(caught.value).startswith(f"{wrong.title}: played again it has ")
        assert "\n" not in str(caught.value)


def test_a_game_with_a_limit_in_time_may_come_out_otherwise(
    games: RunGames, executor: Executor
) -> None:
    row = next(one for one in rows_of(games) if one.names == ("hand-set", "improved"))
    improved = games.agents.known[row.opponent]
    timed = replace(improved, search=make_search("alphabeta", time_ms=0.1))
    known = {**games.agents.known, row.opponent: timed}
    with_clock = replace(games, agents=replace(games.agents, known=known))
    wrong = replace(row, nodes=(row.nodes[0] + 1_000_000, 1))
    (replayed,) = replay_games(with_clock, [wrong], 0, executor)
    assert not replayed.repeatable
    assert replayed.differs.startswith("played again it has ")
    # What is shown is what was played now.
    assert replayed.row.nodes != wrong.nodes


def test_an_agent_whose_values_are_not_kept_is_told(games: RunGames, executor: Executor) -> None:
    row = rows_of(games)[0]
    nobody = replace(games, agents=replace(games.agents, known={}))
    for one, cure in (
        (nobody, "choose games of another agent"),
        (replace(nobody, study=None), "name the agent"),
    ):
        with pytest.raises(ReplayError, match=rf"^the values of '.*' are not kept in .*; {cure}$"):
            replay_games(one, [row], 0, executor)


def test_every_agent_that_played_is_known_and_named(games: RunGames) -> None:
    played = {key for batch, _ in games.batches() for key in (batch.candidate, batch.opponent)}
    assert played <= games.agents.known.keys()
    names = {games.agents.name(batch.candidate) for batch, _ in games.batches("search")}
    assert names >= {"hand-set", "trial 1"}
    opponents = {games.agents.name(batch.opponent, True) for batch, _ in games.batches("verdict")}
    assert opponents == {"random", "improved", "hand-set"}
    limited = {games.agents.name(batch.candidate) for batch, _ in games.batches("equal time")}
    assert all(" with " in name and name.endswith(" nodes") for name in limited)


def hand_made(*proven: str, result: int, resigned: bool = False) -> ReplayedGame:
    """A game whose positions nobody looks at; the candidate moves first."""
    plies = tuple(
        PlayedPly(index % 2, "a1" if not resigned or index < len(proven) - 1 else "", None, one)  # type: ignore[arg-type]
        for index, one in enumerate(proven)
    )
    row = GameRow("verdict", 0, 0, "k", "l", ("a", "b"), "", result, len(proven), (0, 0))
    return ReplayedGame(find_game("isolation"), row, (), (), plies, 1)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (hand_made("win", "loss", result=-1), (0,)),
        (hand_made("win", "win", "win", result=1), ()),
        (hand_made("loss", "loss", "win", result=1), (1,)),
        (hand_made("win", "draw", "draw", result=0), (0,)),
        (hand_made("unknown", "win", "win", "draw", result=0), (2,)),
        (hand_made("draw", "draw", "loss", result=-1), ()),
        (hand_made("win", "win", "win", result=-1), (2,)),
        (hand_made("win", "win", "win", result=-1, resigned=True), ()),
        (hand_made("unknown", "unknown", result=1), ()),
    ],
)
def test_which_plies_give_a_won_game_away(game: ReplayedGame, expected: tuple[int, ...]) -> None:
    assert game.thrown_away == expected


def test_agents_are_found_before_the_verdict(games: RunGames, tmp_path: Path) -> None:
    """A run that was stopped has no verdict: its agents are trials and finalists."""
    folder = RunFolder(tmp_path)
    for path in (games.folder.study, games.folder.ledger, games.folder.manifest):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    found = open_games(folder)
    played = {key for batch, _ in found.batches() for key in (batch.candidate, batch.opponent)}
    assert played <= found.agents.known.keys()
    assert "tuned" not in {agent.name for agent in found.agents.known.values()}
    assert isinstance(next(iter(found.agents.known.values())), Agent)
