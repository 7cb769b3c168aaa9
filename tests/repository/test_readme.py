"""What the README and the pages of `docs` show is real."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from checkout import ROOT
from command_line import CommandLine

from engine.games import find_game
from features.catalogue import load_features
from features.conformance import check_feature, check_heuristic
from tuner.cli.app import app
from tuner.config.growth import run_digest
from tuner.config.sections import BudgetSection, StudySection
from tuner.config.study import load_study

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
}
ARCHITECTURE = PAGES["docs/architecture.md"]
COMMANDS = PAGES["docs/commands.md"]
GUIDE = [
    README,
    *(PAGES[f"docs/{name}.md"] for name in ("studies", "verdict", "commands", "speed")),
]
"""What a user reads; the other pages are written by commands, or for those who change the code."""

_FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text: str, language: str) -> list[str]:
    return [content for found, content in _FENCED.findall(text) if found == language]


def test_the_example_study_loads_and_can_be_checked(tune: CommandLine, tmp_path: Path) -> None:
    (example,) = {text for page in GUIDE for text in blocks(page, "yaml")}
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
    table = re.findall(r"^\| `tune (\w+)", COMMANDS, re.MULTILINE)
    commands = [
        one.name or one.callback.__name__ for one in app.registered_commands if one.callback
    ]
    assert sorted(table) == sorted(commands)


def test_the_commands_of_the_text_run(
    tune: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder that has the configurations only, so that nothing is written into the clone."""
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    monkeypatch.chdir(tmp_path)
    texts = [text for page in GUIDE for text in blocks(page, "sh")]
    lines = {line for text in texts for line in text.splitlines() if line.startswith("tune ")}
    assert lines
    for line in sorted(lines):
        assert tune(*shlex.split(line)[1:]).status == 0, line
    kinds = re.search(r"^\| `tune list KIND` \| (.*) \|$", COMMANDS, re.MULTILINE)
    assert kinds is not None
    for kind in kinds[1].split(", "):
        assert tune("list", kind).status == 0


def test_the_functions_of_the_formula_language_are_all_named() -> None:
    from features.language.functions import FUNCTIONS  # noqa: PLC0415 - the only test that needs them

    for name in FUNCTIONS:
        assert any(re.search(rf"`{name}[`(]", page) for page in PAGES.values()), name


def test_the_main_command_names_a_configuration_that_is_there() -> None:
    main, *_ = blocks(README, "sh")
    (config,) = re.findall(r"tune run (\S+)", main)
    study = load_study(ROOT / config)
    assert study.name == "pressure"
    assert "-c constraints.txt" in main
    # The screen below it is of this configuration, as it is now.
    block = re.search(r"<!-- verdict screen -->\n```\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    screen = README if block is None else block[1]
    assert f"runs/pressure-{run_digest(study)[:8]}\n" in screen


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
    assert found.endswith("/pytest -q -n auto --dist worksteal")
    assert "'.[dev,cuda]'" in found


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#([^)\s]+))?\)", PAGES[page])
    for link, heading in links:
        if "://" in link:
            continue
        target = (ROOT / page).parent.joinpath(link).resolve()
        assert target.exists(), link
        if heading:
            titles = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in {title.lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_files_that_are_named_exist(page: str) -> None:
    named = re.findall(r"`((?:engine|features|tuner|configs|docs|tests)/[\w./<>]+)`", PAGES[page])
    for name in named:
        if "<" not in name:
            assert (ROOT / name).exists(), name


def test_every_key_of_a_study_is_in_the_table_with_its_default() -> None:
    table = dict(re.findall(r"^\| `([\w: ]+)` \| (.*?) \|", PAGES["docs/studies.md"], re.MULTILINE))
    budget = {key.removeprefix("budget: ") for key in table if key.startswith("budget: ")}
    assert set(BudgetSection.model_fields) == budget
    for name in budget:
        assert table[f"budget: {name}"] == str(getattr(BudgetSection(), name))
    assert set(StudySection.model_fields) - {"budget"} <= set(table)
    for name in ("objective", "warm_start", "sampler", "pruner", "storage", "seed"):
        default = StudySection.model_fields[name].default
        assert table[name] == (str(default) if name == "seed" else f"`{default}`")


def test_the_architecture_page_names_what_is_there() -> None:
    places = {
        "PRESETS": "features/presets/udacity_2017_h1_h6.py",
        "BASELINE_SETS": "features/presets/udacity_2017_h1_h6.py",
        "GAME_NAMES": "engine/isolation/__init__.py",
        "SAMPLERS": "tuner/samplers/table.py",
    }
    for name, file in places.items():
        assert f"`{name}`" in ARCHITECTURE
        assert re.search(rf"^{name}\b", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_files_of_a_run_folder_are_named() -> None:
    from tuner.tuning.run_folder import RunFolder  # noqa: PLC0415 - the only test that needs it

    folder = RunFolder(Path("run"))
    for file in (
        *(folder.study, folder.manifest, folder.ledger, folder.optuna),
        *(folder.trials, folder.best, folder.verdict),
    ):
        assert any(f"`{file.name}`" in page for page in GUIDE)
