"""Games of a run in Python: the very games of the table, with all moves, and their picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import tuner


def test_a_game_of_the_table_is_played_again(finished_once: Path) -> None:
    run = tuner.load_run(finished_once)
    table = run.games("verdict")
    for index, number in ((0, 0), (0, 1), (len(table) - 1, 1)):
        row = table.iloc[index]
        game = run.replay(row, number)
        assert game.same_as_in_the_run
        # By the rules alone, from the opening of the table.
        start = tuner.position(row["opening"], game="isolation-5x5")
        end = start.play(*game.moves)
        assert game.positions == tuple(
            start.play(*game.moves[:count]) for count in range(len(game.moves) + 1)
        )
        assert end.ply == row[f"plies_{number}"]
        assert end.winner is not None
        assert game.agents[end.winner - 1] == game.winner
        # In game 0 the candidate is to move first, and a score is as the candidate sees it.
        candidate = start.player if number == 0 else 3 - start.player
        assert (end.winner == candidate) == (row[f"result_{number}"] == 1)
        plies = game.plies()
        assert list(plies["move"]) == list(game.moves)
        assert list(plies["ply"]) == list(range(start.ply + 1, end.ply + 1))
        assert str(game).endswith(f" as player {candidate} in {end.ply} plies.")


def test_a_game_draws_every_ply_with_its_move(finished_once: Path) -> None:
    run = tuner.load_run(finished_once)
    game = run.replay(run.games("verdict").iloc[0])
    picture = ElementTree.fromstring(game._repr_svg_())
    assert picture.attrib["aria-label"] == str(game)
    texts = ["".join(one.itertext()) for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    captions = [text for text in texts if text == "opening" or ". " in text]
    assert [text.split(",")[0] for text in captions] == [
        "opening",
        *(f"{ply}. {move}" for ply, move in enumerate(game.moves, start=5)),
    ]


def test_the_games_that_teach_say_why(finished_once: Path) -> None:
    for game in tuner.load_run(finished_once).games_that_teach(threads=1):
        assert " From this opening " in str(game)


def test_a_row_of_no_game_is_one_error(finished_once: Path) -> None:
    run = tuner.load_run(finished_once)
    row = {str(key): one for key, one in run.games("verdict").iloc[0].items()}
    with pytest.raises(tuner.TuneError, match="has no game 2 of this row"):
        run.replay(row, 2)
    with pytest.raises(tuner.TuneError, match="has no game 0 of this row"):
        run.replay({**row, "pair": 999})
    with pytest.raises(tuner.TuneError, match="the row has no 'opponent'"):
        run.replay({key: row[key] for key in row if key != "opponent"})
