"""A file of one's own is all that decides: it imports no other file that may change unseen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from own_features import ROW, row_file
from own_games import NOUGHTS, game_folder

from engine.errors import EngineError
from engine.own_file import OwnFile, OwnFileError, run_file
from engine.own_games import load_own_game
from features.catalogue import load_features
from features.errors import FeatureError


@pytest.fixture(autouse=True)
def a_file_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder of the file is one in which Python looks for modules."""
    (tmp_path / "helpers_x.py").write_text("FACTOR = 1\n", encoding="utf-8")
    (tmp_path / "folder_x").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in ("helpers_x", "folder_x"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        ("import helpers_x\n", 1, "helpers_x"),
        ("import math\nfrom helpers_x import FACTOR\n", 2, "helpers_x"),
        ("import folder_x\n", 1, "folder_x"),
        ("def later():\n    import helpers_x\n", 2, "helpers_x"),
    ],
)
def test_a_file_that_imports_another_one_is_refused(
    tmp_path: Path, text: str, line: int, name: str
) -> None:
    file = tmp_path / "mine.py"
    with pytest.raises(OwnFileError) as caught:
        run_file(OwnFile(str(file), text.encode()), "own")
    assert str(caught.value) == (
        f"{file}, line {line}: {name} is a file of your own, and its changes would not be seen; "
        "put what you need of it into mine.py itself"
    )


def test_a_file_that_is_found_by_a_path_of_its_own_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "helpers_x.py").rename(tmp_path / "deep" / "helpers_x.py")
    text = (
        f"import sys\nsys.path.insert(0, {str(tmp_path / 'deep')!r})\n"
        "import helpers_x\nsys.path.pop(0)\n"
    )
    with pytest.raises(OwnFileError, match="line 3: helpers_x is a file of your own"):
        run_file(OwnFile(str(tmp_path / "mine.py"), text.encode()), "own")


def test_python_what_is_installed_and_this_program_are_imported(tmp_path: Path) -> None:
    text = "import math\nimport numpy as np\nimport yaml\nfrom engine.errors import EngineError\n"
    text += "try:\n    import not_there_x\nexcept ImportError:\n    not_there_x = None\n"
    assert run_file(OwnFile(str(tmp_path / "mine.py"), text.encode()), "own").math.sqrt(4) == 2


def test_features_and_games_are_refused_alike(tmp_path: Path) -> None:
    with pytest.raises(FeatureError, match="line 1: helpers_x is a file of your own"):
        load_features(row_file(tmp_path, f"from helpers_x import FACTOR\n{ROW}"))
    folder = game_folder(
        tmp_path, NOUGHTS.replace("import numpy", "import helpers_x\nimport numpy")
    )
    with pytest.raises(EngineError, match="line 3: helpers_x is a file of your own"):
        load_own_game(folder)
