"""Players and values of compiled heuristics: what their kernels read is there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from own_features import ROW, row_file

from engine.errors import EngineError
from engine.games import find_game
from engine.play.searches import make_search
from features import compiled
from features.catalogue import load_features
from features.compiled import compile_heuristic, evaluate, heuristic_player
from features.heuristic import Heuristic
from features.presets import find_preset

GAME = find_game("isolation-5x5")


def of_file(file: Path) -> Heuristic:
    """A heuristic of the one feature of a file."""
    features = tuple(load_features(file).values())
    return Heuristic("own", "isolation", (), (), "rank(own)", extra_features=features)


@pytest.mark.parametrize("values", [(), (0.3,), (0.3, 1.0, 2.0)], ids=len)
def test_a_heuristic_takes_as_many_values_as_it_has_parameters(values: tuple[float, ...]) -> None:
    game, pressure = find_game("isolation"), find_preset("pressure")
    message = f"^heuristic 'pressure' has 2 parameters, and {len(values)} values are given$"
    with pytest.raises(EngineError, match=message):
        heuristic_player(game, pressure, values, make_search("greedy"))
    with pytest.raises(EngineError, match=message):
        evaluate(game, pressure, values, np.zeros((1, 4), dtype=np.uint64))


def test_heuristics_of_one_text_share_what_was_compiled() -> None:
    improved = find_preset("improved")
    other = replace(improved, name="other", summary="another one", formula="moves(own)-moves(opp)")
    assert improved != other
    assert compile_heuristic(GAME, other) is compile_heuristic(GAME, improved)
    assert compile_heuristic(GAME, find_preset("open")) is not compile_heuristic(GAME, improved)


def test_a_file_that_is_loaded_again_is_not_compiled_again(tmp_path: Path) -> None:
    first, second = of_file(row_file(tmp_path)), of_file(row_file(tmp_path))
    assert first.extra_features[0].kernel is not second.extra_features[0].kernel
    choosers = [compile_heuristic(GAME, one) for one in (first, second)]
    assert choosers[0].address == choosers[1].address


def test_kernels_of_one_text_with_other_tables_keep_their_own_numbers(tmp_path: Path) -> None:
    for name in ("rows", "tens"):
        (tmp_path / name).mkdir()
    tens = ROW.replace("float(s // width)", "10.0 * (s // width)")
    rows, tens_of_rows = (
        of_file(row_file(tmp_path / name, text)) for name, text in (("rows", ROW), ("tens", tens))
    )
    # The piece of the side to move stands in row 3.
    position = GAME.play(GAME.play(GAME.initial(), 3 * 5 + 1), 0)
    state = GAME.pack([position])
    assert evaluate(GAME, rows, (), state).tolist() == [3.0]
    assert evaluate(GAME, tens_of_rows, (), state).tolist() == [30.0]


def test_a_heuristic_is_written_once_whatever_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    write = compiled.formula_source

    def counted(heuristic, features, of_search=False):  # type: ignore[no-untyped-def]
        written.append("search" if of_search else "as written")
        return write(heuristic, features, of_search)

    monkeypatch.setattr(compiled, "formula_source", counted)
    pressure = replace(find_preset("pressure"), name="written once")
    for floor in (0.1, 0.2, 0.3):
        heuristic_player(GAME, pressure, (floor, 1.0), make_search("greedy"))
        heuristic_player(GAME, replace(pressure), (floor, 1.0), make_search("greedy"))
    assert sorted(written) == ["as written", "search"]
