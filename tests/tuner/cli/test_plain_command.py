"""Words of the command line that need no conversion are taken as they are, others by Typer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer

from tuner.cli.plain_command import PlainCommand, PlainProgram

Few = Annotated[int, typer.Option(min=1, max=9)]


def program(**options: Any) -> typer.Typer:
    app = typer.Typer(add_completion=False, **options)
    kind = {"cls": PlainCommand} if options else {}

    @app.command("show", **kind)
    def show(  # noqa: PLR0917 - one parameter of each kind
        word: str,
        words: Annotated[list[str] | None, typer.Argument()] = None,
        text: Annotated[str, typer.Option()] = "",
        few: Few = 3,
        perhaps: Annotated[int | None, typer.Option()] = None,
        share: Annotated[float, typer.Option()] = 0.5,
        folder: Annotated[Path, typer.Option()] = Path("runs"),
        flag: Annotated[bool, typer.Option("--flag")] = False,
    ) -> tuple[Any, ...]:
        return word, words, text, few, perhaps, share, folder, flag

    @app.callback()
    def nothing() -> None:
        pass

    return app


def said(app: typer.Typer, words: list[str]) -> Any:
    try:
        return app(["show", *words], prog_name="tune", standalone_mode=False)
    except typer.TyperException as error:
        return error.format_message()


@pytest.mark.parametrize(
    "words",
    [
        ["a"],
        ["a", "b", "c"],
        ["a", "--text", "1", "--few", "9", "--perhaps", "-4", "--share", "1", "--flag"],
        ["a", "--folder", "x/y"],
        # What is refused: by what is said of it.
        [],
        ["a", "--few", "0"],
        ["a", "--few", "many"],
        ["a", "--few", "2.5"],
        ["a", "--perhaps", "none"],
        ["a", "--share", "half"],
        ["a", "--wrong"],
    ],
)
def test_a_command_is_called_as_typer_would_call_it(words: list[str]) -> None:
    assert said(program(cls=PlainProgram), words) == said(program(), words)


@pytest.mark.parametrize(
    ("words", "of"),
    [
        ([""], "word"),
        (["a", "b", ""], "words"),
        (["a", "--text", ""], "--text"),
        (["a", "--text="], "--text"),
        (["a", "--few", ""], "--few"),
        (["a", "--folder", ""], "--folder"),
        (["a", "--folder", "x", "--wrong", ""], None),
    ],
)
def test_an_empty_word_is_refused_for_whatever_it_is(words: list[str], of: str | None) -> None:
    told = said(program(cls=PlainProgram), words)
    assert told == (f"Invalid value for '{of}': it is empty" if of else "No such option: --wrong")


def test_a_word_of_spaces_is_refused_as_well() -> None:
    told = said(program(cls=PlainProgram), ["a", "--folder", " \t"])
    assert told == "Invalid value for '--folder': it holds nothing but spaces"


def test_texts_and_defaults_ask_for_no_conversion(monkeypatch: pytest.MonkeyPatch) -> None:
    app = typer.Typer(cls=PlainProgram, add_completion=False)

    @app.command("show", cls=PlainCommand)
    def show(word: str, few: Few = 3, share: float = 0.5, folder: Path = Path("runs")) -> Any:
        return word, few, share, folder

    @app.callback()
    def nothing() -> None:
        pass

    monkeypatch.setattr("typer.core.build_runtime_param", None)
    assert said(app, ["a"]) == ("a", 3, 0.5, Path("runs"))


@pytest.mark.skipif(os.name == "nt", reason="it has other rights")
def test_a_default_folder_that_cannot_be_read_is_refused_as_by_typer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert said(program(cls=PlainProgram), ["a"]) == said(program(), ["a"])
    assert "not readable" in said(program(), ["a"])
