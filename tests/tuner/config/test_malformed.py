"""A malformed study is refused with one line, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from malformed import VALID, Case, meaning, misled, searches, storages, syntax, values

from tuner.config.errors import ConfigError
from tuner.config.study import load_study

KINDS = (syntax, values, meaning, searches, misled, storages)
CASES = {name: case for kind in KINDS for name, case in kind.CASES.items()}


@pytest.fixture
def study_file(tmp_path: Path) -> Path:
    file = tmp_path / "study.yaml"
    file.write_text(VALID, encoding="utf-8")
    return file


def test_the_study_that_the_cases_change_is_valid(study_file: Path) -> None:
    assert load_study(study_file).name == "pressure"


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_message_is_one_line_with_file_line_key_cause_and_cure(
    case: Case, study_file: Path
) -> None:
    study_file.write_text(case.text(), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_study(study_file)
    folder = str(study_file.parent)
    assert str(caught.value) == str(study_file) + case.message.replace("{folder}", folder)


@pytest.mark.parametrize("case", storages.CASES.values(), ids=storages.CASES.keys())
def test_no_message_shows_a_password(case: Case) -> None:
    assert "secret" not in case.message


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_nothing_is_written(case: Case, study_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(study_file.parent)
    study_file.write_text(case.text(), encoding="utf-8")
    with pytest.raises(ConfigError):
        load_study(study_file)
    assert list(study_file.parent.iterdir()) == [study_file]


def test_the_parts_of_the_message_are_attributes(study_file: Path) -> None:
    study_file.write_text(VALID.replace("trials: 300, pairs: 200", "trials: 0, pairs: 0"))
    with pytest.raises(ConfigError) as caught:
        load_study(study_file)
    error = caught.value
    assert (error.file, error.line, error.key) == (str(study_file), 11, "budget.trials")
    assert (error.cause, error.cure) == ("0 is too small", "give at least 1")
    assert [other.key for other in error.others] == ["budget.pairs"]
