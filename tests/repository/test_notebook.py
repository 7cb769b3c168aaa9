"""The cells of docs/notebook.md run in their order, print what the page shows, and draw."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT

from tuner.api.figures import FIGURES

PAGE = (ROOT / "docs" / "notebook.md").read_text(encoding="utf-8")
CELL = re.compile(
    r"^```python\n(?P<code>.*?)^```$(?:\n\n<!-- output -->\n```\n(?P<shown>.*?)^```$)?", re.M | re.S
)

pytest.importorskip("plotly")


def shown_value(code: str, names: dict[str, Any]) -> Any:
    """Runs a cell and returns the value of its last line, as a notebook does."""
    lines = ast.parse(code).body
    last = lines.pop() if isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_cells_of_the_page_run_and_print_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    drawn: dict[str, Any] = {}
    for cell in CELL.finditer(PAGE):
        value = shown_value(cell["code"], names)
        printed = capsys.readouterr().out
        if cell["shown"] is not None:
            assert printed == cell["shown"]
        drawn |= {cell["code"].split()[-1]: value}
    assert drawn["position"]._repr_svg_().startswith("<svg ")
    assert drawn["game"]._repr_svg_().count("<text") > len(drawn["game"].moves)
    assert "plotly" in drawn["figure"]._repr_html_()
    # What somebody sees who looks while the study runs: a table that grows.
    assert len(set(names["lengths"])) > 1


def test_the_page_names_every_figure() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == list(FIGURES)
