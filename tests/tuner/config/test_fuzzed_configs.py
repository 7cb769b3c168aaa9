"""Studies, heuristics and tournaments changed at random: refused in one line, or read as written.

`TUNE_FUZZ=1 pytest tests/tuner/config/test_fuzzed_configs.py` tries 20,000 of them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import ruamel.yaml
from checkout import ROOT
from fuzz import SEEDS, all_files, fuzzed, mutated_text, mutated_tree, outcome
from hypothesis import given

from tuner.api.written import document_of
from tuner.config.canonical import study_digest, write_effective_yaml
from tuner.config.reader import read_document
from tuner.config.study import load_study, study_of_document
from tuner.config.validation import require_study
from tuner.tournament.config import load_tournament
from tuner.tuning.lookup import find_agents, find_common_game
from tuner.tuning.plan import plan_study
from tuner.tuning.run_folder import run_folder

STUDIES = sorted((ROOT / "configs").glob("*.yaml"))
HEURISTICS = sorted((ROOT / "configs" / "heuristics").glob("*.yaml"))
TOURNAMENTS = sorted((ROOT / "configs" / "tournaments").glob("*.yaml"))
TEXTS = {path: path.read_text(encoding="utf-8") for path in (*STUDIES, *HEURISTICS, *TOURNAMENTS)}
TREES = {path: read_document(path).tree for path in TEXTS}


@pytest.fixture(scope="module", autouse=True)
def place(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The current folder, with the files that the configurations name, and nothing else."""
    folder = tmp_path_factory.mktemp("fuzz")
    table = ROOT / "configs" / "tournaments" / "published_tables.csv"
    (folder / table.name).write_bytes(table.read_bytes())
    before = Path.cwd()
    os.chdir(folder)
    yield folder
    os.chdir(before)


def read_study(file: Path) -> None:
    """Loads a study; its effective configuration must be the same study again."""
    study = load_study(file)
    again = Path("again.yaml")
    again.write_text(write_effective_yaml(study), encoding="utf-8")
    found = load_study(again)
    assert study_digest(found) == study_digest(study)
    assert run_folder(found, Path("runs")).path.parent == Path("runs")
    assert plan_study(study) is not None


def read_heuristic(file: Path) -> None:
    words = [str(file)]
    assert find_agents(words, find_common_game(words), None)


READERS: dict[Path, Callable[[Path], Any]] = {
    **dict.fromkeys(STUDIES, read_study),
    **dict.fromkeys(HEURISTICS, read_heuristic),
    **dict.fromkeys(TOURNAMENTS, load_tournament),
}


def check(random: Random, content: bytes, reader: Callable[[Path], Any]) -> None:
    file = Path("fuzzed.yaml")
    file.write_bytes(content)
    Path("again.yaml").unlink(missing_ok=True)
    outcome(lambda: reader(file))
    kept = {file.name, "again.yaml", "published_tables.csv"}
    assert {Path(one).name for one in all_files(Path.cwd())} <= kept


@given(random=SEEDS)
@fuzzed(60, 8_000)
def test_texts_are_refused_in_one_line_or_read(random: Random) -> None:
    path, other = random.choice([*TEXTS]), random.choice([*TEXTS])
    text = mutated_text(random, TEXTS[path], TEXTS[other])
    content = text.encode("utf-8", "surrogatepass")
    if random.random() < 0.1:
        here = random.randint(0, len(content))
        content = content[:here] + random.randbytes(random.randint(1, 4)) + content[here:]
    check(random, content, READERS[path])


@given(random=SEEDS)
@fuzzed(60, 8_000)
def test_trees_are_refused_in_one_line_or_read(random: Random) -> None:
    path, other = random.choice([*TEXTS]), random.choice([*TEXTS])
    tree = mutated_tree(random, TREES[path], TREES[other])
    check(random, json.dumps(tree).encode(), READERS[path])


@given(random=SEEDS)
@fuzzed(30, 4_000)
def test_trees_written_in_code_are_refused_in_one_line_or_read(random: Random) -> None:
    path, other = random.choice(STUDIES), random.choice([*TEXTS])
    tree = mutated_tree(random, TREES[path], TREES[other])

    def read() -> None:
        document = document_of("study", tree)
        require_study(document)
        assert plan_study(study_of_document(document)) is not None

    outcome(read)


@given(random=SEEDS)
@fuzzed(40, 4_000)
def test_a_text_that_is_read_means_what_yaml_says(random: Random) -> None:
    """Ruamel's own constructor of YAML 1.2 is the twin: ours refuses more, and reads the same."""
    path, other = random.choice([*TEXTS]), random.choice([*TEXTS])
    text = mutated_text(random, TEXTS[path], TEXTS[other])
    file = Path("fuzzed.yaml")
    file.write_text(text, encoding="utf-8", errors="surrogatepass")
    document = outcome(lambda: read_document(file))
    if document is not None:
        plain = ruamel.yaml.YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))
        assert document.tree == plain
