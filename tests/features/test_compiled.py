"""Players and values of compiled heuristics: what their kernels read is there."""

from __future__ import annotations

import numpy as np
import pytest

from engine.errors import EngineError
from engine.games import find_game
from engine.play.searches import make_search
from features.compiled import evaluate, heuristic_player
from features.presets import find_preset


@pytest.mark.parametrize("values", [(), (0.3,), (0.3, 1.0, 2.0)], ids=len)
def test_a_heuristic_takes_as_many_values_as_it_has_parameters(values: tuple[float, ...]) -> None:
    game, pressure = find_game("isolation"), find_preset("pressure")
    message = f"^heuristic 'pressure' has 2 parameters, and {len(values)} values are given$"
    with pytest.raises(EngineError, match=message):
        heuristic_player(game, pressure, values, make_search("greedy"))
    with pytest.raises(EngineError, match=message):
        evaluate(game, pressure, values, np.zeros((1, 4), dtype=np.uint64))
