"""Run folders damaged at random: a command refuses them in one line, or gives what it gave before.

`TUNE_FUZZ=1 pytest tests/tuner/cli/test_fuzzed_folders.py` damages 500 of them.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
import ruamel.yaml
from command_line import TINY, CommandLine, Ended
from fuzz import SEEDS, all_files, ends_soon, fuzzed
from hypothesis import given
from studies import load

from tuner.matches.progress import Silent
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

FILES = (
    *("study.yaml", "manifest.json", "verdict.json", "best.yaml", "trials.csv"),
    *("ledger.db", "ledger.db", "study.db"),
)
COMMANDS = ("status", "games", "export", "bundle", "runs")


@dataclass(frozen=True)
class Runs:
    """Two finished runs of different studies of one name, and what commands say of the first."""

    first: Path
    second: Path
    exported: str
    verdict: dict[str, Any]


def verdict_of(folder: Path) -> dict[str, Any]:
    content = json.loads((folder / "verdict.json").read_text(encoding="utf-8"))
    return {key: value for key, value in content.items() if key != "seconds"}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, finished_once: Path) -> Runs:
    first = finished_once
    place = tmp_path_factory.mktemp("second")
    study = load(place, f"{TINY}seed: 2\n")
    run_study(study, place / "runs", 2, Silent())
    second = run_folder(study, place / "runs").path
    return Runs(first, second, (first / "best.yaml").read_text(), verdict_of(first))


def repeated(verdict: dict[str, Any]) -> dict[str, Any]:
    """What a verdict says where costs of nodes may be measured anew: other games at equal time.

    Their number is left out, too: those of the first measurement stay in the ledger, and count.
    """
    conditions = [one for one in verdict["conditions"] if one["reproducible"]]
    holds = {
        name: [one for one in where if "equal time" not in one]
        for name, where in verdict["holds"].items()
        if name != "everywhere"
    }
    kept = {name: value for name, value in verdict.items() if name != "games"}
    return {**kept, "conditions": conditions, "holds": holds}


def plays(text: str) -> object:
    """What an exported agent plays by; comments and names decide nothing."""
    tree = ruamel.yaml.YAML(typ="safe", pure=True).load(text)
    heuristic = tree["heuristic"]
    defaults = {name: one["default"] for name, one in heuristic["parameters"].items()}
    return tree["game"], defaults, heuristic["where"], heuristic["formula"], tree["search"]


def cut(random: Random, path: Path, _other: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: random.randrange(len(content) + 1)])


def flip(random: Random, path: Path, _other: Path) -> None:
    content = bytearray(path.read_bytes() or b"\0")
    for _ in range(random.choice((1, 1, 2, 20))):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)
    path.write_bytes(content)


def overwrite(random: Random, path: Path, _other: Path) -> None:
    content = bytearray(path.read_bytes())
    here = random.randrange(len(content) + 1)
    content[here : here + 200] = random.randbytes(200)
    path.write_bytes(content)


def empty(_random: Random, path: Path, _other: Path) -> None:
    path.write_bytes(b"")


def delete(_random: Random, path: Path, _other: Path) -> None:
    path.unlink()


def swap(_random: Random, path: Path, other: Path) -> None:
    shutil.copy(other / path.name, path)


def make_folder(_random: Random, path: Path, _other: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: tuple[Callable[[Random, Path, Path], None], ...] = (
    *(cut, flip, flip, overwrite, empty, delete, swap, make_folder),
)


def damage(random: Random, run: Path, other: Path) -> list[str]:
    """One to three files of a run are damaged; returns what was done."""
    done = []
    if random.random() < 0.3:
        # As a run that was stopped in its verdict.
        for name in ("verdict.json", "best.yaml"):
            (run / name).unlink()
        done.append("stopped")
    for _ in range(random.choice((1, 1, 2, 3))):
        path, harm = run / random.choice(FILES), random.choice(DAMAGES)
        if path.is_file():
            harm(random, path, other)
            done.append(f"{harm.__name__} {path.name}")
    return done


def words_of(command: str, run: Path, place: Path) -> list[object]:
    return {
        "status": ["status", run],
        "games": ["games", run, "--json"],
        "export": ["export", run, "--to", "yaml"],
        "bundle": ["status", run, "--bundle", "--to", place / "out" / "bundle.zip"],
        "runs": ["runs", run.parent, "--json"],
        "report": ["report", run],
        "run": ["run", place / "tiny.yaml", "--runs", run.parent, "--threads", 1, "--json"],
    }[command]


def called(tune: CommandLine, words: list[object]) -> Ended:
    with ends_soon():
        ended = tune(*words)
    assert ended.status in (0, 2)
    assert "Traceback" not in ended.err
    if ended.status == 2:
        *_, line = ended.err.splitlines()
        assert line.startswith("error: ")
        assert ended.out == ""
    return ended


@given(random=SEEDS)
@fuzzed(3, 500)
def test_a_damaged_run_is_refused_or_comes_to_its_result(
    tune: CommandLine, played: Runs, random: Random
) -> None:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        run = place / "runs" / played.first.name
        shutil.copytree(played.first, run)
        (place / "tiny.yaml").write_text(TINY, encoding="utf-8")
        (place / "out").mkdir()
        agent = plays(played.exported)
        done = damage(random, run, played.second)
        before = all_files(place)
        # A report takes longer than all others together.
        reported = ["report"] if random.random() < 0.2 else []
        for command in (*COMMANDS, *reported):
            ended = called(tune, words_of(command, run, place))
            if command in ("bundle", "runs"):
                assert ended.status == 0, done
            if command == "export" and ended.status == 0:
                assert plays(ended.out) == agent, done
        ended = called(tune, words_of("run", run, place))
        if ended.status == 0:
            found, first = verdict_of(run), played.verdict
            if any(harm.endswith(" ledger.db") for harm in done):
                found, first = repeated(found), repeated(first)
            assert found == first, done
            assert plays((run / "best.yaml").read_text(encoding="utf-8")) == agent, done
        after = all_files(place)
    inside = (str(run), str(place / "out"))
    changed = [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
    assert [path for path in changed if not path.startswith(inside)] == [], done
