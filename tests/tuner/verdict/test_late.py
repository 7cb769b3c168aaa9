"""A match in which a side loses more than one game in twenty on time measures no strength."""

from __future__ import annotations

import numpy as np
import pytest
from verdicts import HAND_MADE, verdict_with

from tuner.comparison.files import comparison_json
from tuner.comparison.model import Comparison, Duel, comparison_lines
from tuner.matches.pairs import Pairs
from tuner.stats.text import late_note
from tuner.tournament.results import Cell
from tuner.tournament.text import _row
from tuner.verdict.json import verdict_json
from tuner.verdict.model import Clock, head_to_head
from tuner.verdict.text import verdict_lines

NOTE = "no measure of strength: one side lost {late} of {games} games on time, more than 5%"


@pytest.mark.parametrize(
    ("late", "said"), [((0, 0), False), ((5, 5), False), ((6, 0), True), ((0, 6), True)]
)
def test_more_than_one_game_in_twenty_of_one_side(late: tuple[int, int], said: bool) -> None:
    assert late_note(100, late) == (NOTE.format(late=6, games=100) if said else "")


@pytest.mark.parametrize(("late", "said"), [(5, False), (6, True)])
def test_the_verdict_says_so_in_its_first_line(late: int, said: bool) -> None:
    lines = verdict_lines(verdict_with(clock=Clock(100, (0, 0), (0, late))))
    note = NOTE.format(late=6, games=100)
    assert (note in lines[0]) == said
    assert any(line == f"  The games against the baselines are {note}." for line in lines) == said


@pytest.mark.parametrize(("late", "said"), [(5, False), (6, True)])
def test_a_verdict_that_the_clock_decides_holds_not_everywhere(late: int, said: bool) -> None:
    verdict = verdict_with(conditions=(), clock=Clock(100, (0, 0), (late, 0)))
    assert verdict_json(verdict)["holds"]["everywhere"] == (not said)


@pytest.mark.parametrize(("late", "said"), [(10, False), (11, True)])
def test_a_duel_of_a_comparison_names_no_winner_then(late: int, said: bool) -> None:
    pairs = Pairs.untimed(
        np.tile(np.array([[1, 1]], np.int8), (100, 1)),
        np.full((100, 2), 9, np.int16),
        np.ones((100, 2, 2), np.int64),
    )
    lost = np.zeros((100, 2, 2), np.int8)
    lost[:late, 0, 1] = 1
    result = head_to_head(pairs.delayed(pairs.cut, lost), np.arange(100))
    assert result.late == (0, late)
    found = comparison(Duel("one", "other", result))
    verdict = NOTE.format(late=11, games=200) if said else "one is better"
    (line,) = (line for line in comparison_lines(found) if line.startswith("  one against other"))
    assert line.endswith(f": {verdict}")
    (duel,) = comparison_json(found)["head_to_head"]
    assert (duel["verdict"], duel["late_own"], duel["late_opponent"]) == (verdict, 0, late)


def comparison(duel: Duel) -> Comparison:
    fields = dict.fromkeys(Comparison.__dataclass_fields__, ())
    return Comparison(
        **{
            **fields,
            "game": "isolation-7x7",
            "agents": (("one", "greedy"), ("other", "greedy")),
            "searches": ("greedy", "greedy"),
            "duels": (duel,),
            "pairs": 100,
            "openings": 100,
            "baselines": "",
            "games": 200,
            "reproducible": True,
            "repetition": None,
            "ratings": None,
        }
    )


@pytest.mark.parametrize(("late", "said"), [(5, False), (6, True)])
def test_a_row_of_a_tournament_says_so(late: int, said: bool) -> None:
    score = HAND_MADE.head_to_head.score
    cell = Cell("one", "other", 60, 40, 0, score, score, (late, 1))
    row = _row(cell, 5, None)
    assert f"lost on time: {late}, the opponent 1" in row
    assert (f"({NOTE.format(late=6, games=100)})" in row) == said
