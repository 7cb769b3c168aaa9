"""What a study is told before it plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import CommandLine
from studies import MINIMAL, load

from tuner.tuning.preflight import PreflightError, preflight


def study_of(folder: Path, formula: str, parameters: str = "a: {default: 1, low: 0.5, high: 2}"):
    heuristic = f"heuristic: {{formula: '{formula}', parameters: {{{parameters}}}}}\n"
    lines = [line for line in MINIMAL.splitlines() if not line.startswith("heuristic")]
    return load(folder, "\n".join(lines) + "\n" + heuristic)


def test_a_sound_study_has_no_notes(tmp_path: Path) -> None:
    assert preflight(study_of(tmp_path, "a * moves(own) - moves(opp)")) == []


def test_a_parameter_that_changes_nothing_is_named(tmp_path: Path) -> None:
    (note,) = preflight(study_of(tmp_path, "moves(own) + 0 * a"))
    assert note == "a only counts by its sign, which changes no choice: leave it out of tune"


def test_a_number_of_the_search_is_no_part_of_the_formula(tmp_path: Path) -> None:
    text = MINIMAL.replace("heuristic: pressure", "heuristic: improved")
    text += "tune: {search.depth: {low: 1, high: 4}}\n"
    assert preflight(load(tmp_path, text)) == []


@pytest.mark.parametrize(
    ("default", "condition"),
    [
        (1, "with all tuned parameters at their highest"),
        (1e150, "with the hand-set values"),
    ],
)
def test_values_beyond_the_limit_of_a_search_are_one_note_that_says_with_which_values(
    tmp_path: Path, default: float, condition: str
) -> None:
    """The limit is 2**399, about 1.3e120: a factor of 1 is far below, and one of 1e200 beyond."""
    study = study_of(
        tmp_path, "moves(own) - k * moves(opp)", f"k: {{default: {default}, low: 1, high: 1e200}}"
    )
    (note,) = [one for one in preflight(study) if "1.3e+120" in one]
    assert note.startswith(f"the formula {condition}: in ")


def test_values_beyond_the_limit_at_the_lowest_end(tmp_path: Path) -> None:
    study = study_of(
        tmp_path, "moves(own) - k * moves(opp)", "k: {default: 1, low: -1e200, high: 2}"
    )
    (note,) = [one for one in preflight(study) if "1.3e+120" in one]
    assert note.startswith("the formula with all tuned parameters at their lowest: in ")


def test_a_feature_that_is_never_asked_is_named(tmp_path: Path) -> None:
    formula = "a * moves(own) - moves(opp) if blank_squares() < 100 else longest_path(own)"
    (note,) = preflight(study_of(tmp_path, formula))
    assert note.startswith("feature longest_path(own) is never asked in ")


def test_a_feature_beyond_its_limit_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(PreflightError) as caught:
        preflight(study_of(tmp_path, "a * longest_path(own)"))
    assert str(caught.value).endswith(
        "; longest_path(own) has no value with more than 20 squares in reach; ask for it late in "
        "the game, such as longest_path(own) if blank_squares() < 15 else moves(own)"
    )


UNDEFINED = [
    (
        "a * (moves(own) - moves(own)) / 0",
        "with the hand-set values",
        "a * (moves(own) - moves(own)) / 0 is none there; "
        "write ratio(a * (moves(own) - moves(own)), 0, if_zero)",
    ),
    (
        "moves(own) + sqrt(a - 0.7)",
        "with all tuned parameters at their lowest",
        "sqrt(a - 0.7) is none there; keep what it is made of within what it allows",
    ),
    (
        "moves(own) if a > 0.7 else 2 * (inf - inf)",
        "with all tuned parameters at their lowest",
        "inf - inf is none there; keep what it is made of within what it allows",
    ),
]


@pytest.mark.parametrize(("formula", "condition", "cure"), UNDEFINED)
def test_what_is_no_number_is_refused_and_its_part_named(
    tmp_path: Path, formula: str, condition: str, cure: str
) -> None:
    with pytest.raises(PreflightError) as caught:
        preflight(study_of(tmp_path, formula))
    found = re.fullmatch(
        f"the formula is not a number in .* {condition}, first in [.x12/]+; (.*)", str(caught.value)
    )
    assert found is not None
    assert found[1] == cure


@pytest.mark.parametrize("command", ["check", "run"])
def test_the_commands_name_file_line_and_key(
    tune: CommandLine, tmp_path: Path, command: str
) -> None:
    study_of(tmp_path, "a * moves(own) / 0 * 0")
    file = tmp_path / "study.yaml"
    line = 1 + [text[:9] for text in file.read_text().splitlines()].index("heuristic")
    ended = tune(command, file)
    assert ended.status == 2
    start = f"error: {file}:{line}: heuristic.formula: the formula is not a number in "
    assert ended.err.splitlines()[-1].startswith(start)
