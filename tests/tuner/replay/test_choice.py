"""The games of a page are those that teach, by a rule, and each says why it was chosen."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from command_line import TINY
from studies import load

from tuner.matches.progress import Silent
from tuner.replay.choice import MOST, ChosenGame, choose_games
from tuner.replay.chosen import replay_chosen
from tuner.replay.find import find_games, wanted_games
from tuner.replay.games import RunGames, open_games
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import RunFolder, run_folder


@pytest.fixture(scope="module")
def games(finished_once: Path) -> RunGames:
    return open_games(RunFolder(finished_once))


@pytest.fixture(scope="module")
def table(games: RunGames) -> pd.DataFrame:
    """The verdict's games from the table for pandas, one row each, by readable names."""
    pairs = read_pairs(games.ledger, games.game, "verdict")
    rows = []
    for number in (0, 1):
        part = pairs[["pair", "candidate", "opponent", f"result_{number}", f"plies_{number}"]]
        rows.append(part.set_axis(["pair", "candidate", "opponent", "result", "plies"], axis=1))
        rows[-1].insert(1, "number", number)
    found = pd.concat(rows)
    found["candidate"] = found["candidate"].map(games.agents.name)
    found["opponent"] = [games.agents.name(key, True) for key in found["opponent"]]
    return found


def contrasts(table: pd.DataFrame, better: str, worse: str) -> pd.DataFrame:
    """Where one agent beats improved and the other one loses, the shortest loss first."""
    against = table[table["opponent"] == "improved"].set_index(["pair", "number"])
    one, two = (against[against["candidate"] == name] for name in (better, worse))
    wanted = two[(two["result"] == -1) & (one["result"] == 1)]
    return wanted.reset_index().sort_values(["plies", "pair", "number"])


def places(chosen: list[ChosenGame]) -> list[tuple[str, int, int]]:
    return [(one.row.names[0], one.row.pair, one.row.number) for one in chosen]


@pytest.mark.parametrize(
    ("better", "worse", "most"), [("tuned", "hand-set", 5), ("hand-set", "tuned", 3)]
)
def test_the_shortest_losses_stand_beside_what_the_other_agent_wins(
    games: RunGames, table: pd.DataFrame, better: str, worse: str, most: int
) -> None:
    expected = contrasts(table, better, worse)
    reverse = contrasts(table, worse, better)
    why = (
        f"From this opening and with this seed {better} wins against improved, and {worse} loses. "
        f"So it is in {len(expected)} of 60 games; in {len(reverse)} it is the other way round. "
        "This is one of the shortest."
    )
    chosen = [one for one in choose_games(games) if one.why == why]
    assert len(expected) >= most
    assert places(chosen) == [
        (name, row.pair, row.number)
        for row in expected.head(most).itertuples()
        for name in (better, worse)
    ]
    assert [one.row.result for one in chosen] == [1, -1] * most


@pytest.mark.parametrize(("result", "word"), [(1, "won"), (-1, "lost")])
def test_the_shortest_pair_of_two_wins_head_to_head(
    games: RunGames, table: pd.DataFrame, result: int, word: str
) -> None:
    duel = table[(table["candidate"] == "tuned") & (table["opponent"] == "hand-set")]
    sums = duel.groupby("pair")[["result", "plies"]].sum()
    pairs = sums[sums["result"] == 2 * result].sort_values("plies", kind="stable")
    chosen = [one for one in choose_games(games) if one.row.names == ("tuned", "hand-set")]
    chosen = [one for one in chosen if f"tuned has {word}" in one.why]
    assert [(one.row.pair, one.row.number) for one in chosen] == [
        (pairs.index[0], 0),
        (pairs.index[0], 1),
    ]
    assert f"So it is in {len(pairs)} of 30 pairs; " in chosen[0].why


def test_there_are_few_and_always_the_same(games: RunGames) -> None:
    chosen = choose_games(games)
    assert len(chosen) == 20 == MOST
    assert choose_games(open_games(games.folder)) == chosen
    assert {one.row.openings for one in chosen} == {"verdict"}


def test_where_nothing_better_was_found_the_hand_set_agent_loses_and_wins(
    tmp_path: Path, table: pd.DataFrame
) -> None:
    """One trial is the hand-set vector alone; its openings and seeds are those of the other run."""
    study = load(tmp_path, TINY.replace("trials: 4", "trials: 1"))
    run_study(study, tmp_path, 2, Silent())
    found = replay_chosen(run_folder(study, tmp_path), 2)
    games = table[(table["candidate"] == "hand-set") & (table["opponent"] == "improved")]
    for one, result, word in zip(found, (-1, 1), ("lost", "won"), strict=True):
        wanted = games[games["result"] == result].sort_values(["plies", "pair", "number"])
        assert (one.row.pair, one.row.number, one.row.result) == (
            *wanted.iloc[0][["pair", "number"]],
            result,
        )
        assert one.why == (
            f"The hand-set agent has {word} against improved in {len(wanted)} of 60 games; this "
            "is the shortest of them."
        )


@pytest.mark.parametrize("name", ["tuned", "hand-set"])
def test_a_baseline_may_be_called_like_one_of_both(
    tmp_path: Path, games: RunGames, name: str
) -> None:
    """Names change no game: the very games are chosen, and the baseline is told apart."""
    study = load(tmp_path, TINY.replace("name: improved", f"name: {name}"))
    run_study(study, tmp_path, 2, Silent())
    found = open_games(run_folder(study, tmp_path))
    told = f"{name} (baseline)"
    chosen = choose_games(found)
    assert [(one.row.names, one.row.place, one.why) for one in chosen] == [
        (
            (one.row.names[0], one.row.names[1].replace("improved", told)),
            one.row.place,
            one.why.replace("improved", told),
        )
        for one in choose_games(games)
    ]
    # The lists know all three by their names, too.
    for agent in ("tuned", "hand-set"):
        wanted = wanted_games(found, "verdict", agent, told)
        rows = find_games(found, wanted, 1000).rows
        assert {row.names for row in rows} == {(agent, told)}
        assert len(rows) == 60


def test_a_run_without_a_verdict_has_no_games_for_a_page(games: RunGames, tmp_path: Path) -> None:
    for path in (games.folder.study, games.folder.ledger, games.folder.manifest):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert replay_chosen(RunFolder(tmp_path), 1) == ()
