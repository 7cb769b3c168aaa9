"""What a study of one's own begins with is right as it is written."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from command_line import CommandLine

from engine.games import find_game
from tuner.config.shipped import STUDIES, shipped_files
from tuner.config.study import load_study
from tuner.files import save_files
from tuner.samplers.table import SAMPLERS
from tuner.starter.files import copied_study, new_study
from tuner.tuning.preflight import preflight


@pytest.fixture(scope="module", params=["isolation-9x11", "pentago"])
def study(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """7x7 is tried with the installed package."""
    folder = tmp_path_factory.mktemp("mine")
    return save_files(folder, new_study("mine", find_game(request.param)))[0]


def test_nothing_in_the_study_needs_mending(study: Path) -> None:
    found = load_study(study)
    assert (found.name, found.heuristic.name) == ("mine", "mine")
    assert preflight(found) == []


def test_the_study_names_every_sampler(study: Path) -> None:
    (line,) = (one for one in study.read_text().splitlines() if "values are proposed" in one)
    assert set(re.findall(r"[a-z-]+", line.partition(":")[2])) == set(SAMPLERS)


def test_the_test_that_is_written_passes_and_looks_at_a_drawn_board(study: Path) -> None:
    module = runpy.run_path(str(study.parent / "test_mine_features.py"))
    tests = {name: test for name, test in module.items() if name.startswith("test_")}
    assert "test_a_drawn_board" in tests
    for test in tests.values():
        test()


def test_a_drawn_board_with_another_value_fails(study: Path) -> None:
    file = study.parent / "test_mine_features.py"
    text = file.read_text()
    wrong = study.parent / "test_wrong.py"
    wrong.write_text(text.replace("== 3 - 1", "== 3 - 2"))
    with pytest.raises(AssertionError):
        runpy.run_path(str(wrong))["test_a_drawn_board"]()


@pytest.mark.parametrize("name", shipped_files(STUDIES))
def test_a_copy_of_a_study_is_that_study_by_another_name(tmp_path: Path, name: str) -> None:
    (path,) = save_files(tmp_path, copied_study("mine", name))
    original = load_study(name)
    copy = load_study(path)
    assert copy.name == "mine"
    assert (copy.heuristic, copy.tuned, copy.baselines, copy.budget) == (
        *(original.heuristic, original.tuned, original.baselines, original.budget),
    )
    comments = [
        line for line in shipped_files(STUDIES)[name].read_text().splitlines() if "#" in line
    ]
    assert set(comments) <= set(path.read_text().splitlines())


def test_the_command_writes_three_files_and_says_what_comes_next(
    tmp_path: Path, tune: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = tune("init", "mine", "--game", "pentago")
    assert ended.lines == [
        "wrote mine.yaml",
        "wrote mine_features.py",
        "wrote test_mine_features.py",
        "Next: tune check mine.yaml",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("mine.yaml", "mine_features.py", "test_mine_features.py"),
    ]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            ["my study"],
            "'my study' cannot be the name of a study and its files; use up to 40 letters, digits "
            "and '_', a letter first",
        ),
        (["../mine"], "'../mine' cannot be the name of a study and its files; use up to 40 "),
        (["pressure"], "a study pressure comes with the package; choose another name"),
        (["mine", "--game", "chess"], "unknown game 'chess'; known: "),
        (["mine", "--game", "isolation-99x99"], "an Isolation board of 99x99 is not supported; "),
        (
            ["mine", "--from", "presure"],
            "presure: no study of this name comes with the package; did you mean pressure? "
            "(tune list studies)",
        ),
        (
            ["mine", "--from", "pressure", "--game", "pentago"],
            "the study pressure is for isolation-7x7; leave the game out",
        ),
        (["mine", "--out", "taken/there"], "cannot write taken/there (Not a directory); "),
        (["mine", "--out", "full"], "full/test_mine_features.py is there already; move it away"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_written_is_one_line_and_nothing_is(
    tmp_path: Path,
    tune: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    error: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "test_mine_features.py").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    assert tune("init", *words).error.startswith(f"error: {error}")
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "full" / "test_mine_features.py").read_text() == "mine"


def test_files_that_cannot_all_be_written_are_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []

    def full_disk(path: Path, content: bytes) -> None:
        if written:
            raise OSError(28, "No space left on device", str(path))
        path.write_bytes(content)
        written.append(path)

    monkeypatch.setattr("tuner.files.save_bytes", full_disk)
    with pytest.raises(OSError, match="No space left"):
        save_files(tmp_path, {"a": "1", "b": "2"})
    assert written == [tmp_path / "a"]
    assert list(tmp_path.iterdir()) == []
