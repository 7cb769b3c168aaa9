"""Features are found where they are defined; a user's own file gives more."""

from __future__ import annotations

import inspect
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from toy_features import Pair, height

from features.catalogue import add_features, find_features, load_features
from features.errors import FeatureError
from features.heuristic import Heuristic
from features.interpret import interpret

OWN_FEATURE = """
    from features.feature import feature


    def least_twin(view):
        return min(view.own, view.opp)


    @feature("toy", twin=least_twin, sided=False)
    def least(board, state):
        '''The smaller number.'''
        return min(state[0], state[1])
    """


def write(folder: Path, text: str) -> Path:
    file = folder / "own.py"
    file.write_text(textwrap.dedent(text))
    return file


def test_features_of_isolation_are_found() -> None:
    features = find_features("isolation")
    assert {"moves", "distance", "progress"} <= set(features)
    assert all(name == one.name and one.family == "isolation" for name, one in features.items())


def test_catalogue_is_read_only() -> None:
    with pytest.raises(TypeError):
        find_features("isolation")["moves"] = height  # type: ignore[index]


@pytest.mark.parametrize("family", ["chess", "", "a.b", "../features", "formula", "presets"])
def test_unknown_family_has_no_features(family: str) -> None:
    assert find_features(family) == {}


def test_own_file_gives_its_features(tmp_path: Path) -> None:
    features = load_features(write(tmp_path, OWN_FEATURE))
    assert list(features) == ["least"]
    assert features["least"].summary == "The smaller number."
    heuristic = Heuristic("own", "toy", (), (), "least()", extra_features=(*features.values(),))
    assert interpret(heuristic, (), Pair(4.0, 2.0)) == 2.0


def test_kernel_of_an_own_file_has_its_source(tmp_path: Path) -> None:
    kernel = load_features(write(tmp_path, OWN_FEATURE))["least"].kernel
    assert "def least(board, state):" in inspect.getsource(kernel)


def test_edited_file_is_read_again(tmp_path: Path) -> None:
    load_features(write(tmp_path, OWN_FEATURE))
    edited = load_features(write(tmp_path, OWN_FEATURE.replace("least", "worst")))
    assert list(edited) == ["worst"]
    assert "def worst" in inspect.getsource(edited["worst"].kernel)
    assert [path.name for path in tmp_path.iterdir()] == ["own.py"]


def test_imported_features_are_not_the_files_own(tmp_path: Path) -> None:
    text = OWN_FEATURE + "\n    from features.isolation.mobility import moves\n"
    assert list(load_features(write(tmp_path, text))) == ["least"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", ": no feature in it; put @feature('isolation') above a function"),
        ("x = 1\ny = (\n", ", line 2: SyntaxError: '(' was never closed; correct it"),
        ("x = 1\n\nraise KeyError('k')\n", ", line 3: KeyError: 'k'; correct it"),
        ("import sys\nsys.exit(3)\n", ", line 2: SystemExit: 3; correct it"),
        ("import no_such_module\n", ", line 1: ModuleNotFoundError: No module named"),
        (
            OWN_FEATURE.replace("least", "own"),
            ": feature 'own' has a reserved name; rename it",
        ),
        (
            OWN_FEATURE.replace("least", "board"),
            ": feature 'board' has a reserved name; rename it",
        ),
        (
            OWN_FEATURE.replace("least", "_hidden"),
            ": feature '_hidden' needs a name of letters, digits and _",
        ),
        (
            OWN_FEATURE.replace("board, state", "board"),
            ": feature 'least' must take (board, state), then integers",
        ),
        (
            OWN_FEATURE.replace("least", "moves").replace('"toy"', '"isolation"'),
            ": there is another feature 'moves'; rename one of them",
        ),
    ],
)
def test_own_file_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    file = write(tmp_path, text)
    modules = set(sys.modules)
    with pytest.raises(FeatureError) as caught:
        load_features(file)
    assert str(caught.value).startswith(f"{file}{message}")
    assert "\n" not in str(caught.value)
    if ", line" in message:
        assert set(sys.modules) == modules


def test_two_features_of_one_name_in_a_file_are_refused(tmp_path: Path) -> None:
    """Python would keep the second one and forget the first."""
    twice = "\n\n".join(
        f'@feature("isolation")\ndef f(board, side):\n    """Number."""\n    return {number}'
        for number in (1, 2)
    )
    file = write(tmp_path, f"from features.feature import feature\n\n{twice}\n")
    with pytest.raises(FeatureError) as caught:
        load_features(file)
    assert str(caught.value) == (
        f"{file}, line 9: there is another 'f' in line 4; rename one of them"
    )


def test_own_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FeatureError, match="No such file or directory; give the path of a Python"):
        load_features(tmp_path / "missing.py")
    with pytest.raises(FeatureError, match="Is a directory; give the path of a Python file"):
        load_features(tmp_path)


def test_own_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FeatureError, match="correct it"):
        load_features(file)


def test_features_may_share_no_name() -> None:
    assert add_features({}, [height]) == {"height": height}
    with pytest.raises(FeatureError, match="there is another feature 'height'; rename one of them"):
        add_features({"height": height}, [replace(height, summary="another")])
