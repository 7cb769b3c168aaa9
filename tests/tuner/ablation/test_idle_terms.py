"""A term that adds 0 everywhere is named as such, and no game is played for it."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from ablations import TERMS, finished_terms

from features.language.zeros import is_zero
from tuner.ablation.json import load_ablation
from tuner.ablation.text import ablation_lines
from tuner.config.study import Study
from tuner.matches.progress import Silent
from tuner.tuning.ablation import ablate_run
from tuner.tuning.ablation_files import AblationFiles
from tuner.tuning.run_folder import RunFolder

ZERO = TERMS.replace("size: {default: 1.0", "size: {default: 0.0")
"""The size of the board counts nothing: its parameter, which is not tuned, is 0."""


@pytest.mark.parametrize(
    ("text", "zero"),
    [
        ("a * moves(own)", True),
        ("- moves(own) * a", True),
        ("a / 2 + moves(own) * a * b", True),
        ("(a if moves(own) > 3 else 0) * b", True),
        ("a * moves(own) + 1", False),
        ("a + b", False),
        ("2 / a", False),
        ("max(a, 0)", False),
        ("moves(own) if a > 0 else 0", False),
        ("a if moves(own) > 3", False),
    ],
)
def test_what_is_zero_where_a_is_zero(text: str, zero: bool) -> None:
    assert is_zero(text, {"a"}) == zero


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, RunFolder]:
    return finished_terms(tmp_path_factory.mktemp("zero"), ZERO)


def test_a_term_whose_parameter_is_zero_is_the_same_function_and_plays_no_game(
    finished: tuple[Study, RunFolder],
) -> None:
    _, folder = finished
    found = ablate_run(folder, 16, 2, Silent())
    assert found.idle == ("size * squares()",)
    assert "size * squares()" not in [row.name for row in found.rows]
    # The whole agent and each row, in both games of each pair; no other term is shown removable.
    assert found.games == 2 * 16 * (1 + len(found.rows))
    assert found.smaller is not None
    assert found.smaller.same
    assert "size" not in found.smaller.text
    text = "\n".join(ablation_lines(found))
    assert (
        "The same function without them, since a parameter is 0; no game was played: "
        "size * squares()." in text
    )
    assert load_ablation(AblationFiles(folder.path).results) == found


def test_more_pairs_are_another_look_with_half_of_what_was_left_out(
    finished: tuple[Study, RunFolder],
) -> None:
    _, folder = finished
    first = ablate_run(folder, 20, 2, Silent())
    before = len(first.looks)
    again = ablate_run(folder, 20, 2, Silent())
    # The same pairs once more are no new look.
    assert again == first
    more = ablate_run(folder, 40, 2, Silent())
    assert [one.pairs for one in more.looks][-1] == 20
    assert len(more.looks) == before + 1
    left_out = 0.05 / 2 ** len(more.looks)
    for row in more.rows:
        assert row.difference.confidence == pytest.approx(1 - left_out / len(more.rows))
    text = "\n".join(ablation_lines(more))
    assert f"This is look {len(more.looks) + 1} at this run's parts." in text
    assert f"in {100 * (1 - left_out):g} of 100 ablations all intervals of these rows" in text


def test_whoever_removes_the_ledger_alone_removes_no_look(
    finished: tuple[Study, RunFolder], tmp_path: Path
) -> None:
    """A look leaves out half of what the one before it did: 0.05, 0.025, 0.0125, 0.00625."""
    folder = RunFolder(tmp_path / finished[1].path.name)
    shutil.copytree(finished[1].path, folder.path)
    files = AblationFiles(folder.path)
    for file in (files.ledger, files.results):
        file.unlink(missing_ok=True)
    for pairs in (16, 20, 24):
        before = ablate_run(folder, pairs, 2, Silent())
    written = datetime.fromtimestamp(files.results.stat().st_mtime, UTC)
    files.ledger.unlink()
    anew = ablate_run(folder, 24, 2, Silent())
    assert [(one.pairs, one.level) for one in anew.looks] == [
        (16, 0.95),
        (20, 0.975),
        (24, 0.9875),
    ]
    assert anew.looks[:2] == before.looks
    assert anew.looks[2].at == written.isoformat(timespec="seconds")
    for row in anew.rows:
        assert row.difference.confidence == pytest.approx(1 - 0.00625 / len(anew.rows))
    # The ledger has the games of this look.
    assert ablate_run(folder, 24, 2, Silent()) == anew
    files.ledger.unlink()
    assert len(ablate_run(folder, 40, 2, Silent()).looks) == 4
