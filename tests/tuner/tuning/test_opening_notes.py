"""Before its games a study says that its verdict will see few openings."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from studies import load

from tuner.config.study import Study
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.tuning.opening_notes import opening_notes

STUDY = """\
name: small
game: isolation-7x7
heuristic:
  parameters: {{a: {{default: 1, low: 0, high: 2}}}}
  formula: moves(own) - a * moves(opp)
search: {{algorithm: alphabeta, depth: 2}}
baselines: [{{name: improved, heuristic: improved, search: {{algorithm: alphabeta, depth: 2}}}}]
openings: {{plies: {plies}}}
budget: {{trials: 20, pairs: 20, final_pairs: 20, verdict_pairs: {pairs}}}
"""


def study(folder: Path, plies: int, pairs: int) -> Study:
    return load(folder, STUDY.format(plies=plies, pairs=pairs))


def drawn(found: Study, pairs: int) -> OpeningSet:
    return draw_openings(found.game, found.opening_plies, "verdict", pairs, found.seed)


def test_many_pairs_from_few_openings_are_noted(tmp_path: Path) -> None:
    """Of two squares of a 7x7 board, in order and up to its symmetries, a quarter is the verdict's.

    Each is the verdict's by a hash, so their number is binomial; here 4 deviations are allowed.
    """
    found = study(tmp_path, 2, 400)
    squares = [(x, y) for x in range(-3, 4) for y in range(-3, 4)]
    different = {
        min(
            tuple((sx * p[swap], sy * p[1 - swap]) for p in two)
            for sx in (-1, 1)
            for sy in (-1, 1)
            for swap in (0, 1)
        )
        for two in permutations(squares, 2)
    }
    (note,) = opening_notes(found, drawn(found, 400))
    count = int(note.split()[0])
    assert count == pytest.approx(len(different) / 4, abs=4 * (len(different) * 3 / 16) ** 0.5)
    assert count < 100
    assert note == (
        f"{count} different openings may hold none of the large losses that are rare, and then "
        "equals are called better too often: take more pairs, or longer openings, until there are "
        "100"
    )


def test_the_first_openings_are_enough_to_know_the_others(tmp_path: Path) -> None:
    few, many = study(tmp_path, 2, 400), study(tmp_path, 4, 400)
    assert opening_notes(few, drawn(few, 64)) == opening_notes(few, drawn(few, 400))
    assert opening_notes(many, drawn(many, 64)) == opening_notes(many, drawn(many, 400)) == []


def test_few_pairs_have_few_openings(tmp_path: Path) -> None:
    """Hardly two of so many positions of six plies are the same."""
    few = study(tmp_path, 6, 50)
    assert [note.split()[0] for note in opening_notes(few, drawn(few, 50))] in (["49"], ["50"])
