"""What the README and the architecture page show is real."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from command_line import CommandLine

from engine.games import find_game
from features.catalogue import load_features
from features.conformance import check_feature, check_heuristic
from tuner.cli import app
from tuner.config import load_study, study_digest
from tuner.plan import plan_study

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

_FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text: str, language: str) -> list[str]:
    return [content for found, content in _FENCED.findall(text) if found == language]


@pytest.fixture
def tune(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capsys)


def test_the_example_study_loads_and_can_be_checked(tune: CommandLine, tmp_path: Path) -> None:
    (example,) = blocks(README, "yaml")
    file = tmp_path / "mine.yaml"
    file.write_text(example, encoding="utf-8")
    study = load_study(file)
    assert study.name == "mine"
    assert [parameter.name for parameter in study.tune] == [
        *("opp_weight", "territory_weight"),
    ]
    assert tune("check", file).lines[-1] == f"{file} is fine"


def test_the_example_feature_works_in_the_example_study(tmp_path: Path) -> None:
    (feature_file,) = blocks(ARCHITECTURE, "python")
    (heuristic,) = blocks(ARCHITECTURE, "yaml")
    (tmp_path / "corner.py").write_text(feature_file, encoding="utf-8")
    (tmp_path / "study.yaml").write_text(
        f"name: corners\ngame: isolation\nbaselines: udacity-2017-02\n{heuristic}", encoding="utf-8"
    )
    game = find_game("isolation-5x5")
    (corner,) = load_features(tmp_path / "corner.py").values()
    check_feature(corner, game)
    check_heuristic(load_study(tmp_path / "study.yaml").heuristic, game)


def test_the_table_of_commands_is_the_command_line() -> None:
    table = re.findall(r"^\| `tune (\w+)", README, re.MULTILINE)
    commands = [
        one.name or one.callback.__name__ for one in app.registered_commands if one.callback
    ]
    assert sorted(table) == sorted(commands)


def test_the_commands_of_the_text_run(tune: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    lines = [line for text in blocks(README, "sh") for line in text.splitlines()]
    called = [line.split()[1:] for line in lines if line.startswith("tune ")]
    assert called
    for words in called:
        assert tune(*words).status == 0
    kinds = re.search(r"^\| `tune list KIND` \| (.*) \|$", README, re.MULTILINE)
    assert kinds is not None
    for kind in kinds[1].split(", "):
        assert tune("list", kind).status == 0


def test_the_functions_of_the_formula_language_are_all_named() -> None:
    from features.functions import FUNCTIONS  # noqa: PLC0415 - the only test that needs them

    for name in FUNCTIONS:
        assert re.search(rf"`{name}[`(]", README), name


def test_the_main_command_names_a_configuration_that_is_there() -> None:
    main, *_ = blocks(README, "sh")
    (config,) = re.findall(r"tune run (\S+)", main)
    study = load_study(ROOT / config)
    assert study.name == "pressure"
    assert "-c constraints.txt" in main
    # The screen below it is of this configuration, as it is now.
    plan = plan_study(study)
    assert f"\nsearch: {plan.search_games:,} games\n" in README
    assert f"\nselection: {plan.selection_games:,} games\n" in README
    assert f", {study.budget.verdict_pairs:,} pairs each (95% intervals)" in README
    assert f"runs/pressure-{study_digest(study)[:8]}\n" in README


@pytest.mark.skipif(not (ROOT / ".ci" / "run").exists(), reason="not a clone")
def test_the_test_command_is_what_the_check_script_runs() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (extraction,) = re.findall(r"^test_command=.*$", script, re.MULTILINE)
    found = subprocess.run(
        ["bash", "-euc", f'{extraction}\nprintf %s "$test_command"'],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (expected,) = re.findall(r"<!-- test command -->\n```sh\n(.*)\n```", README)
    assert found == expected
    assert found.endswith("/pytest -q -n auto --dist loadfile")
    assert "'.[dev,cuda]'" in found


@pytest.mark.parametrize(("page", "text"), [("README.md", README), ("docs/x", ARCHITECTURE)])
def test_links_lead_somewhere(page: str, text: str) -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    for link in links:
        assert (ROOT / page).parent.joinpath(link).exists(), link


@pytest.mark.parametrize("text", [README, ARCHITECTURE], ids=["README", "architecture"])
def test_files_that_are_named_exist(text: str) -> None:
    named = re.findall(r"`((?:engine|features|tuner|configs|docs|tests)/[\w./<>]+)`", text)
    for name in named:
        if "<" not in name:
            assert (ROOT / name).exists(), name


def test_the_architecture_page_names_what_is_there() -> None:
    places = {
        "PRESETS": "features/presets/document_000.py",
        "BASELINE_SETS": "tuner/baselines.py",
        "GAME_NAMES": "engine/isolation/__init__.py",
        "_MAKERS": "tuner/samplers.py",
    }
    for name, file in places.items():
        assert f"`{name}`" in ARCHITECTURE
        assert re.search(rf"^{name}\b", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_files_of_a_run_folder_are_named() -> None:
    from tuner.folder import RunFolder  # noqa: PLC0415 - the only test that needs it

    folder = RunFolder(Path("run"))
    for file in (
        *(folder.study, folder.manifest, folder.ledger, folder.optuna),
        *(folder.trials, folder.best, folder.verdict),
    ):
        assert f"`{file.name}`" in README
