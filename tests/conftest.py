"""Fixtures that tests of several rooms share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine, copy_of, finish_tiny
from compile_server import CompileServer
from filelock import FileLock
from postgres_server import PostgresServer, programs_of_postgres
from typed_games import Typed

from engine.games import find_game
from engine.link import cache
from engine.link.folder import CACHE_VARIABLE


def pytest_configure(config: pytest.Config) -> None:
    """Keeps the memory that compiling takes out of this process, where processes can fork.

    Some is compiled while tests are collected. Tests that have a cache folder of their own ask how
    code is compiled, and compile it here.
    """
    if not hasattr(os, "fork"):
        return
    server, must_compile = CompileServer(), cache._must_compile
    folder = os.environ.get(CACHE_VARIABLE)

    def compile_elsewhere(path: Path) -> bool:
        needed = must_compile(path)
        if needed and os.environ.get(CACHE_VARIABLE) == folder:
            # The cache clears away old files of this name.
            with FileLock(path.with_suffix(".tmp")):
                # Another worker may have compiled it by now.
                if must_compile(path):
                    server.compile(path)
        return needed

    patch = pytest.MonkeyPatch()
    patch.setattr(cache, "_must_compile", compile_elsewhere)
    config.add_cleanup(server.end)
    config.add_cleanup(patch.undo)


@pytest.fixture(scope="session")
def on_board() -> Callable[[str], tuple[Any, Any]]:
    """Reads a drawn board: rows of . x 1 2, one a line; gives the game and the position."""

    def read(drawing: str) -> tuple[Any, Any]:
        rows = drawing.split()
        game = find_game(f"isolation-{len(rows)}x{len(rows[0])}")
        return game, game.parse_position("/".join(rows))

    return read


@pytest.fixture
def tune(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """The command line, called in this process."""
    return CommandLine(monkeypatch, capsys)


@pytest.fixture
def typed(tune: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """`tune play` with lines on standard input, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return Typed(tune, monkeypatch)


@pytest.fixture(scope="session")
def finished_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished run, played once; nobody changes it."""
    return finish_tiny(tmp_path_factory.mktemp("finished"))


@pytest.fixture
def finished(finished_once: Path, tmp_path: Path) -> Path:
    """The folder of a finished run that may be changed, below `runs` beside its configuration."""
    return copy_of(finished_once, tmp_path)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A server of PostgreSQL, whose password is a word that nothing else has."""
    programs = programs_of_postgres()
    if programs is None:
        pytest.skip("PostgreSQL is not installed here")
    server = PostgresServer(programs, password="Quokka/Numbat%20")
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    """The name of an empty database of a server that runs."""
    return postgres.new_database()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Prints what compilers said of the code for GPUs, whichever process has asked them."""
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    lines = [line for one in reports for name, line in one.user_properties if name == "gpu code"]
    if lines:
        terminalreporter.section("code for GPUs, by ptxas")
        for line in sorted(lines):
            terminalreporter.write_line(line)
