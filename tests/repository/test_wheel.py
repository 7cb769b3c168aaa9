"""The package as people install it: a wheel without a checkout, used in an empty folder.

The wheel is built with the setuptools that is installed (`.[dev]` brings it), and nothing is
downloaded.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from checkout import ROOT

SOURCES = ("configs", "engine", "features", "tuner", "LICENSE", "README.md", "pyproject.toml")
_TUNE = "import sys; sys.argv[0] = 'tune'; from tuner.cli.start import main; main()"
BUDGET = "budget: {trials: 3, pairs: 10, finalists: 2, final_pairs: 10, verdict_pairs: 20}"


@dataclass(frozen=True)
class Installed:
    """An installed wheel, and the folder in which somebody works."""

    packages: Path
    folder: Path

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str]:
        """What Python says to some words, after which nothing may be left in doubt."""
        environment = os.environ | {"PYTHONPATH": str(self.packages), "PYTHONSAFEPATH": "1"}
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def tune(self, *words: str) -> str:
        """The output of a command that must succeed."""
        ended = self("-c", _TUNE, *words)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout


def _pip(*words: object) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", *map(str, words)]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    sources, wheels, packages, folder = (
        tmp_path_factory.mktemp(name) for name in ("sources", "wheels", "packages", "empty")
    )
    for name in SOURCES:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, sources / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(ROOT / name, sources / name)
    _pip("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", wheels, sources)
    (wheel,) = wheels.glob("*.whl")
    _pip("install", "--no-deps", "--no-compile", "--target", packages, wheel)
    return Installed(packages, folder)


def test_it_is_the_wheel_that_is_tried(installed: Installed) -> None:
    found = installed("-c", "import tuner; print(tuner.__file__)").stdout
    assert found.strip() == str(installed.packages / "tuner" / "__init__.py")
    assert not (installed.packages / "configs").exists()


def test_every_file_of_the_checkout_has_its_name_there(installed: Installed) -> None:
    program = (
        "from tuner.config.shipped import KINDS, shipped_files\n"
        "print(*sorted(name for kind in KINDS for name in shipped_files(kind)))"
    )
    files = (ROOT / "configs").rglob("*.yaml")
    assert installed("-c", program).stdout.split() == sorted(path.stem for path in files)


def test_a_study_by_name(installed: Installed) -> None:
    assert installed.tune("check", "pressure").splitlines()[-1] == "pressure is fine"
    assert list(installed.folder.glob("pressure*")) == []


def test_from_nothing_to_an_exported_file(installed: Installed) -> None:
    installed.tune("init", "mine", "--game", "isolation-5x5")
    study = installed.folder / "mine.yaml"
    text = study.read_text()
    (budget,) = [line for line in text.splitlines() if line.startswith("budget:")]
    study.write_text(text.replace(budget, BUDGET))
    assert installed.tune("check", "mine.yaml").splitlines()[-1].startswith("mine.yaml ")
    tested = installed("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "3 passed" in tested.stdout, tested.stdout
    out = installed.tune("run", "mine.yaml")
    assert "Verdict: " in out
    (run,) = installed.folder.glob("runs/mine-*")
    exported = installed.tune("export", str(run), "--to", "python")
    (installed.folder / "heuristic.py").write_text(exported)
    shown = installed("heuristic.py")
    assert (shown.returncode, shown.stderr) == (0, "")
