"""The order of the packages, and what only some modules may do, read from the sources."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "features", "tuner")
"""Each may import itself and those before it."""

GAMES = " ".join(sorted(path.parent.name for path in ROOT.glob("engine/*/game.py")))
FAMILIES = " ".join(name for name in GAMES.split() if (ROOT / "features" / name).exists())

ROOMS = {
    "engine": "errors drawing table entries helper intrinsics kernels link c99 game images games "
    f"board_svg own_file own_games play plain stones {GAMES} drawing_faults conformance cuda",
    "features": f"errors baseline_set feature language parameter catalogue {FAMILIES} "
    "square_table heuristic formula_terms notation latex mathml presets scaling interpret shares "
    "codegen compiled c_text calls conformance subset_cures subset trial_parts trial costs",
    "tuner": "files stats matches device cluster solved explanation play samplers config verdict "
    "ablation tuning comparison sequential tournament book export replay figures report overview "
    "starter api cli",
}
"""The rooms of each package: a room may import itself and those before it, a game no other game."""

BESIDE = {"tuner/cli/bench.py": {"benchmarks"}}
"""What the packages import of the checkout: one command, where the checkout is there."""

BY_STRING = {
    "engine/cuda/program.py",
    "engine/games.py",
    "engine/plain/games.py",
    "engine/play/proof.py",
    "features/catalogue.py",
    "features/presets/__init__.py",
    "tuner/export/formats/__init__.py",
    "tuner/__init__.py",
}
"""The only files that import modules by a string, which the tests of imports do not see."""

LONGEST = {"tests": 320}
"""Lines of a file."""


def modules(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def dotted(path: Path) -> str:
    return named(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_cli(path: Path) -> bool:
    return named(path).startswith("tuner/cli")


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports anywhere, inside functions too.

    Before a module Python runs the packages that it is in, so these are imported as well, but for
    those that the file itself is in.
    """
    begun = set(packages(dotted(path)))
    for name in written_imports(path):
        yield name
        yield from (package for package in packages(name) if package not in begun)


def packages(module: str) -> Iterator[str]:
    """The packages that a module is in."""
    *above, _ = module.split(".")
    yield from (".".join(above[:count]) for count in range(1, len(above) + 1))


def written_imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = "." * node.level + (node.module or "")
            for alias in node.names:
                below = f"{package}.{alias.name}"
                yield below if is_module(below) else package


def is_module(name: str) -> bool:
    place = ROOT / name.replace(".", "/")
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


SOURCES = modules(*PACKAGES)
EVERY_FILE = modules(*PACKAGES, "tests", "benchmarks", "makers")


def test_there_is_something_to_look_at() -> None:
    assert len(SOURCES) > 30
    assert {named(path).split("/")[0] for path in SOURCES} == set(PACKAGES)
    assert {room(dotted(path)) for path in SOURCES} == {*" ".join(ROOMS.values()).split(), ""}
    compiler = set(imported(ROOT / "engine" / "play" / "joined_texts.py"))
    assert {"engine.link.code", "engine.link", "engine.kernels"} <= compiler
    assert not {"engine", "engine.play"} & compiler


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_packages_import_only_those_below(path: Path) -> None:
    own = named(path).split("/")[0]
    above = PACKAGES[PACKAGES.index(own) + 1 :]
    outside = {"tests", "benchmarks", "makers", ""} - BESIDE.get(named(path), set())
    wrong = [name for name in imported(path) if name.split(".")[0] in {*above, *outside}]
    assert wrong == []


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_rooms_import_only_those_before_them_in_the_list(path: Path) -> None:
    own = dotted(path)
    package = own.split(".")[0]
    rooms = ROOMS[package].split()
    later = rooms[rooms.index(room(own)) + 1 :] if room(own) else ()
    if room(own) in GAMES.split():
        later = [*later, *(name for name in GAMES.split() if name != room(own))]
    below = [name for name in imported(path) if name.startswith(f"{package}.")]
    assert [name for name in below if room(name) in later] == []


def room(module: str) -> str:
    """Return the room of a module, "" for a package itself."""
    return f"{module}.".split(".")[1]


def test_no_modules_import_each_other_in_a_circle() -> None:
    pending = {dotted(path): set(imported(path)) for path in SOURCES}
    pending = {name: found & pending.keys() for name, found in pending.items()}
    while ready := {name for name, found in pending.items() if not found & pending.keys() - {name}}:
        pending = {name: found for name, found in pending.items() if name not in ready}
    assert sorted(pending) == []


def importers_of(package: str) -> set[str]:
    return {
        named(path)
        for path in SOURCES
        if package in {name.split(".")[0] for name in imported(path)}
    }


def test_only_samplers_import_optuna() -> None:
    wrong = [name for name in importers_of("optuna") if not name.startswith("tuner/samplers/")]
    assert wrong == []


def test_only_figures_import_what_draws() -> None:
    allowed = ("tuner/figures/", "tuner/samplers/optuna_figures.py")
    drawing = importers_of("plotly") | importers_of("matplotlib")
    assert [name for name in drawing if not name.startswith(allowed)] == []


def test_only_the_command_line_imports_typer() -> None:
    wrong = [name for name in importers_of("typer") if not name.startswith("tuner/cli")]
    assert wrong == []


def test_only_discovery_imports_by_a_string() -> None:
    by_string = {
        named(path)
        for path in SOURCES
        for node in ast.walk(tree(path))
        if {"import_module", "__import__"}
        & {
            *([node.id] if isinstance(node, ast.Name) else ()),
            *([node.attr] if isinstance(node, ast.Attribute) else ()),
            *([node.name] if isinstance(node, ast.alias) else ()),
        }
    }
    assert by_string == BY_STRING


def test_nothing_prints_outside_the_command_line() -> None:
    lines = [
        f"{named(path)}:{node.lineno}"
        for path in SOURCES
        if not is_cli(path)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Name) and node.id == "print"
    ]
    assert lines == []


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_every_module_says_what_it_is_and_lists_what_it_offers(path: Path) -> None:
    module = importlib.import_module(dotted(path))
    assert module.__doc__
    offers = [
        node
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign)
    ]
    if offers:
        assert module.__all__, f"{named(path)} lists nothing in __all__"
        assert len(set(module.__all__)) == len(module.__all__)
        assert [name for name in module.__all__ if not hasattr(module, name)] == []
        assert [name for name in module.__all__ if name.startswith("_")] == []


def test_modules_import_of_each_other_only_what_is_promised() -> None:
    beside = modules("makers", "benchmarks")
    wrong = [
        f"{named(path)}: {node.module}.{alias.name}"
        for path in [*SOURCES, *beside]
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and is_module(str(node.module))
        for alias in node.names
        if not is_module(f"{node.module}.{alias.name}")
        and alias.name not in importlib.import_module(str(node.module)).__all__
    ]
    assert wrong == []


def test_no_file_is_too_long_to_read() -> None:
    lengths = {
        named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in EVERY_FILE
    }
    too_long = {
        name: length
        for name, length in lengths.items()
        if length > LONGEST.get(name.split("/")[0], 260)
    }
    assert too_long == {}
