"""The command that lists the games of a run, shows one, and writes all to a file."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pandas as pd
import pytest
from command_line import CommandLine, Ended

from engine.games import find_game
from tuner.tuning.records import read_pairs

BOARD = find_game("isolation-5x5")


def all_games(run: Path) -> pd.DataFrame:
    """Every game of the ledger from the table of pairs, one row each."""
    pairs = read_pairs(run / "ledger.db", BOARD)
    parts = []
    for number in (0, 1):
        part = pairs[["openings", "pair", "opening", "candidate", "opponent"]].copy()
        part["game"] = number
        for name in ("result", "plies", "nodes_candidate", "nodes_opponent", "seed"):
            part[name] = pairs[f"{name}_{number}"]
        parts.append(part)
    return pd.concat(parts)


def test_games_are_listed(tune: CommandLine, finished_once: Path) -> None:
    table = all_games(finished_once)
    ended = tune("games", finished_once, "--openings", "verdict", "--opponent", "improved")
    head, *rows = ended.lines
    verdict = table[(table["openings"] == "verdict")]
    # Against improved play the tuned and the hand-set agent, and the best trial of the search.
    assert head.startswith(tuple(f"{60 * agents} games, the first 20; " for agents in (2, 3)))
    assert len(verdict) >= 60
    assert len(rows) == 20
    assert rows[0].startswith(" 1. ")
    assert " against improved: verdict openings, pair 0, game 0, " in rows[0]


def as_table(ended: Ended) -> pd.DataFrame:
    rows = pd.DataFrame(ended.json["games"])
    nodes = pd.DataFrame(rows["nodes"].tolist(), columns=["nodes_candidate", "nodes_opponent"])
    renamed = rows.rename(columns={"candidate": "name", "opponent": "other"})
    renamed = renamed.rename(columns={"candidate_key": "candidate", "opponent_key": "opponent"})
    return pd.concat([renamed, nodes], axis=1)


COLUMNS = [
    *("openings", "pair", "game", "opening", "candidate", "opponent"),
    *("result", "plies", "nodes_candidate", "nodes_opponent"),
]


@pytest.mark.parametrize(
    ("sort", "ascending"), [("shortest", True), ("longest", False)], ids=["shortest", "longest"]
)
def test_filters_and_orders(
    tune: CommandLine, finished_once: Path, sort: str, ascending: bool
) -> None:
    table = all_games(finished_once)
    words = ("--openings", "selection", "--result", "lost", "--sort", sort, "--limit", "7")
    ended = tune("games", finished_once, *words, "--json")
    wanted = table[(table["openings"] == "selection") & (table["result"] == -1)]
    assert ended.json["count"] == len(wanted)
    place = ["candidate", "opponent", "pair", "game"]
    expected = wanted.sort_values(place, kind="stable")
    expected = expected.sort_values("plies", ascending=ascending, kind="stable").head(7)
    found = as_table(ended)[COLUMNS]
    pd.testing.assert_frame_equal(
        found.reset_index(drop=True), expected[COLUMNS].reset_index(drop=True), check_dtype=False
    )


def test_games_of_a_trial(tune: CommandLine, finished_once: Path) -> None:
    """Trial 0 is the hand-set agent, in the search as everywhere."""
    zero, hand_set = (
        tune("games", finished_once, *words, "--limit", "1000", "--json").json
        for words in (("--trial", "0"), ("--agent", "hand-set"))
    )
    assert zero == hand_set
    assert {row["openings"] for row in zero["games"]} >= {"search", "selection", "verdict"}


def test_all_games_are_written(tune: CommandLine, finished_once: Path, tmp_path: Path) -> None:
    table = all_games(finished_once)
    for name, read in (("games.csv", pd.read_csv), ("games.parquet", pd.read_parquet)):
        file = tmp_path / "new" / name
        ended = tune("games", finished_once, "--to", file)
        assert ended.lines == [f"wrote {file}: {len(table):,} games"]
        found = read(file).rename(columns={"candidate": "name", "opponent": "other"})
        found = found.rename(columns={"candidate_key": "candidate", "opponent_key": "opponent"})
        columns = [*COLUMNS, "seed"]
        place = ["openings", "candidate", "opponent", "pair", "game"]
        pd.testing.assert_frame_equal(
            found[columns].sort_values(place).reset_index(drop=True),
            table[columns].sort_values(place).reset_index(drop=True),
            check_dtype=False,
        )
        assert {"tuned", "hand-set", "trial 1"} <= set(found["name"]) | {"trial 1"}


def test_parquet_without_its_extra_is_one_line(
    tune: CommandLine, finished_once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    without = lambda name, *more: None if name == "pyarrow" else find(name, *more)  # noqa: E731
    monkeypatch.setattr(importlib.util, "find_spec", without)
    ended = tune("games", finished_once, "--to", tmp_path / "games.parquet")
    assert ended.error == (
        "error: Parquet needs pyarrow, which is not installed; write a .csv, or install it "
        "(pip install pyarrow)"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_game_ply_by_ply(tune: CommandLine, finished_once: Path) -> None:
    words = ("games", finished_once, "--agent", "hand-set", "--openings", "verdict")
    listed = tune(*words, "--json").json["games"][2]
    shown = tune(*words, "--show", "3", "--json").json
    assert {key: shown[key] for key in listed} == listed
    assert shown["repeatable"] is True
    position = BOARD.parse_position(listed["opening"])
    for number, ply in enumerate(shown["plies_played"], start=position.ply + 1):
        assert ply["ply"] == number
        assert ply["position"] == BOARD.format_position(position)
        position = BOARD.play(position, BOARD.parse_move(ply["move"], position))
    assert shown["end"] == BOARD.format_position(position)
    assert BOARD.legal_moves(position) == ()
    lines = tune(*words, "--show", "3").lines
    assert lines[0].endswith(f" after {listed['plies']} plies")
    boards = [line for line in lines if line == "  a b c d e"]
    assert len(boards) == len(shown["plies_played"]) + 1
    for ply in shown["plies_played"]:
        start = f"ply {ply['ply']}: {ply['agent']} plays {ply['move']}, value "
        (line,) = [line for line in lines if line.startswith(start)]
        words_of = {"win": "wins", "loss": "loses"}
        assert line.endswith(f", with perfect play hand-set {words_of[ply['proven']]}")
    given = [ply["agent"] for ply in shown["plies_played"] if ply["thrown_away"]]
    assert [line for line in lines if "gives a won game away" in line] == [
        f"  {name} gives a won game away" for name in given
    ]


def test_games_in_which_a_win_was_given_away(tune: CommandLine, finished_once: Path) -> None:
    """Each game is looked at by itself, too."""
    words = ("games", finished_once, "--openings", "verdict", "--agent", "hand-set")
    every = tune(*words, "--limit", "1000", "--json").json["games"]
    found = tune(*words, "--thrown-away", "--limit", "1000", "--json").json
    assert (found["count"], found["looked_at"]) == (len(every), len(every))
    assert 0 < len(found["games"]) < len(every)
    for number in (1, 5, 9, 14):
        shown = tune(*words, "--show", number, "--json").json
        given = any(ply["thrown_away"] for ply in shown["plies_played"])
        assert (every[number - 1] in found["games"]) == given
    thrown = found["games"]
    for limit in (1, 3, len(thrown) - 1):
        # No game behind the last one that is listed is counted.
        looked_at = every.index(thrown[limit - 1]) + 1
        some = tune(*words, "--thrown-away", "--limit", limit, "--json").json
        assert some == {"count": len(every), "looked_at": looked_at, "games": thrown[:limit]}
    looked_at = every.index(thrown[2]) + 1
    lines = tune(*words, "--thrown-away", "--limit", "3").lines
    assert lines[0].startswith(
        f"{len(every)} games; of the first {looked_at} in 3 a proven win was given away; "
    )
    assert len(lines) == 4
    shown = tune(*words, "--thrown-away", "--show", "1", "--json").json
    assert any(ply["thrown_away"] for ply in shown["plies_played"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--to", "a.csv", "--thrown-away"), "a file has all games; leave one of both out"),
        (("--opponent", "improvd"), "unknown agent 'improvd'; did you mean 'improved'? known: "),
        (("--openings", "verdct"), "unknown set of openings 'verdct'; did you mean 'verdict'? "),
        (("--trial", "17"), "has no trial 17; it has trials 0 to 3"),
        (("--to", "games.txt"), "games.txt is no table; let its name end in .csv or .parquet"),
        (("--show", "1000000"), "such games; list them without it"),
        (("--result", "win"), "'win' is not one of 'won', 'drawn', 'lost'"),
    ],
)
def test_what_there_is_not_is_one_line(
    tune: CommandLine, finished_once: Path, words: tuple[str, ...], message: str
) -> None:
    assert message in tune("games", finished_once, *words).error


def test_no_game_is_so(tune: CommandLine, finished_once: Path) -> None:
    words = ("games", finished_once, "--result", "drawn")
    assert tune(*words).lines == ["no game is so"]
    assert tune(*words, "--json").json == {"count": 0, "games": []}


def test_games_before_the_verdict(tune: CommandLine, finished: Path) -> None:
    (finished / "verdict.json").unlink()
    games = tune("games", finished, "--openings", "search", "--limit", "1000", "--json").json
    names = {row["candidate"] for row in games["games"]}
    assert "hand-set" in names
    assert names - {"hand-set"} <= {f"trial {number}" for number in range(4)}
    assert tune("games", finished, "--openings", "search", "--show", "1").status == 0


def test_a_folder_that_is_none(tune: CommandLine, tmp_path: Path) -> None:
    assert tune("games", tmp_path).error == (
        f"error: {tmp_path} is no run folder; name one (tune list runs)"
    )


def test_games_of_a_comparison_are_shown(tune: CommandLine, tmp_path: Path) -> None:
    agents = ("improved", "pressure", "--depth", "1", "--game", "isolation-5x5")
    tune("compare", *agents, "--baselines", "none", "--pairs", "10", "--runs", tmp_path)
    (folder,) = tmp_path.iterdir()
    title = "improved against pressure, compare openings, pair 0, game 0"
    assert tune("games", folder).lines[0].startswith("20 games; ")
    # The results of the comparison say who played, and which game it was.
    shown = tune("games", folder, "--show", "1")
    assert shown.lines[0].startswith(title)
    renamed = tmp_path / "renamed"
    shutil.move(folder, renamed)
    assert tune("games", renamed, "--show", "1").out == shown.out
    (renamed / "results.json").unlink()
    assert tune("games", renamed).error == (
        f"error: {renamed} does not say which game was played; name it (--game)"
    )
    listed = tune("games", renamed, "--game", "isolation-5x5")
    assert listed.lines[0].startswith("20 games; ")
    assert "improved, alphabeta depth 1 " in listed.lines[1]
    assert tune("games", renamed, "--game", "isolation-5x5", "--show", "1").error == (
        f"error: the values of 'improved, alphabeta depth 1' are not kept in {renamed}, so its "
        "games cannot be played again; name the agent (--player in a comparison or a tournament)"
    )
    files = []
    for name in ("improved", "pressure"):
        files.append(tmp_path / f"{name}.yaml")
        files[-1].write_text(
            f"name: {name}\ngame: isolation-5x5\nheuristic: {name}\n"
            "search: {algorithm: alphabeta, depth: 1}\n"
        )
    players = [word for file in files for word in ("--player", file)]
    named = tune("games", renamed, "--game", "isolation-5x5", "--show", "1", *players)
    assert named.out == shown.out
