"""A bundle for a report of a mistake: of every run, whatever is left of it, and without secrets."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest
from command_line import CommandLine
from filelock import FileLock
from studies import OWN_FEATURES

from tuner.files import RunError
from tuner.overview.bundle import make_bundle, save_bundle
from tuner.overview.masking import Masks
from tuner.tuning.run_folder import RunFolder

NAMES = {
    *("about.json", "best.yaml", "files.json", "ledger.json", "manifest.json", "status.txt"),
    *("study.yaml", "trials.csv", "verdict.json"),
}


def packed(folder: Path, **more: object) -> dict[str, bytes]:
    return dict(make_bundle(RunFolder(folder), **more).files)


def test_it_holds_what_a_report_needs(finished: Path) -> None:
    files = packed(finished)
    assert files.keys() == NAMES
    about, ledger = json.loads(files["about.json"]), json.loads(files["ledger.json"])
    manifest, verdict = (
        json.loads((finished / name).read_text()) for name in ("manifest.json", "verdict.json")
    )
    assert about["versions"] == manifest["versions"]
    assert about["working"] is False
    assert (ledger["games"], ledger["as_written"]) == (verdict["games"], True)
    assert ledger["bytes"] == (finished / "ledger.db").stat().st_size
    assert json.loads(files["verdict.json"]) == verdict
    assert files["trials.csv"] == (finished / "trials.csv").read_bytes()
    assert files["status.txt"].decode().startswith("RUN: tiny, isolation-5x5, ")


def test_the_same_run_gives_the_same_bytes_and_is_left_as_it_was(
    finished: Path, tmp_path: Path
) -> None:
    before = {path: path.read_bytes() for path in finished.iterdir() if path.is_file()}
    for name in ("one.zip", "two.zip"):
        save_bundle(make_bundle(RunFolder(finished)), tmp_path / name)
        os.utime(finished / "trials.csv", (0, 0))
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert {path: path.read_bytes() for path in finished.iterdir() if path.is_file()} == before


def test_a_file_that_is_there_is_not_replaced(finished: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.zip"
    path.write_text("mine")
    with pytest.raises(RunError) as caught:
        save_bundle(make_bundle(RunFolder(finished)), path)
    assert str(caught.value) == f"{path} is there already; move it away, or name another file"
    assert path.read_text() == "mine"
    with pytest.raises(RunError, match="there is no folder"):
        make_bundle(RunFolder(tmp_path / "absent"))


def test_a_run_that_goes_on_is_packed(finished: Path) -> None:
    (finished / "verdict.json").unlink()
    with FileLock(finished / ".lock"):
        files = packed(finished)
    assert json.loads(files["about.json"])["working"] is True
    assert "a process is working on it now" in files["status.txt"].decode()


@pytest.mark.parametrize("harm", ["cut", "garbage", "gone", "folder"])
@pytest.mark.parametrize(
    "name", ["study.yaml", "manifest.json", "verdict.json", "best.yaml", "trials.csv", "ledger.db"]
)
def test_a_damaged_run_is_packed_with_what_is_wrong(finished: Path, name: str, harm: str) -> None:
    path = finished / name
    content = path.read_bytes()
    path.unlink()
    if harm == "folder":
        path.mkdir()
    elif harm != "gone":
        path.write_bytes(content[: len(content) // 2] if harm == "cut" else b"garbage\xff: [\n")
    files = packed(finished)
    assert NAMES - {name, "status.txt"} <= files.keys()
    told = name in ("study.yaml", "ledger.db") or (
        name == "manifest.json" and harm in ("cut", "garbage")
    )
    if told:
        problems = files["problems.txt"].decode()
        assert "RUN" in problems
        assert "/" not in problems.replace("RUN/", "")


def plant(finished: Path, place: Path) -> Path:
    """A run in a folder of a secret name, with secrets wherever a run could have them."""
    home = place / "the SECRET home" / "SECRETperson"
    folder = home / "my SECRET work" / "runs" / finished.name
    shutil.copytree(finished, folder)
    own = home / "SECRET programs" / "mine.py"
    own.parent.mkdir()
    own.write_text(f'{OWN_FEATURES}\nTOKEN = "SECRET"\n')
    study = folder / "study.yaml"
    text = study.read_text()
    assert "  features: []" in text
    text = text.replace("  features: []", f'  features: ["{own}"]', 1)
    study.write_text(f"{text}storage: postgresql://alice:SECRET@db.example/tuning\n")
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["notes"] = [
        f"{own}, line 3: slow",
        "postgresql+psycopg://SECRET:SECRET@[::1]/x is gone",
        "connect with password=SECRET now",
    ]
    manifest["password"] = "SECRET"
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


@pytest.mark.parametrize("harm", ["", "study.yaml", "manifest.json", "ledger.db", "verdict.json"])
def test_no_byte_of_it_is_a_secret(
    finished: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tune: CommandLine,
    harm: str,
) -> None:
    folder = plant(finished, tmp_path / "place")
    home = folder.parents[2]
    for name, value in {
        "HOME": str(home),
        "USER": "SECRETperson",
        "PGPASSWORD": "SECRET of a database",
        "MY_TOKEN": "SECRET token",
        "SOMETHING": "SECRET thing",
        "LANG": "SECRET token.UTF-8",
    }.items():
        monkeypatch.setenv(name, value)
    if harm:
        content = (folder / harm).read_bytes()
        (folder / harm).write_bytes(content[: len(content) - 40] + b"\n: [\n")
    target = tmp_path / "bundle.zip"
    ended = tune("status", folder, "--bundle", "--to", target)
    assert ended.status == 0
    assert ended.lines[0] == f"wrote {target}"
    if harm != "study.yaml":
        assert "the text of mine.py, your own program" in ended.out
    raw = target.read_bytes()
    with zipfile.ZipFile(target) as opened:
        names = opened.namelist()
        contents = {name: opened.read(name) for name in names}
    assert b"SECRET" not in raw
    assert {name for name, content in contents.items() if b"SECRET" in content} == set()
    assert b"alice" not in b"".join(contents.values())


def test_own_sources_are_packed_where_that_is_wanted(finished: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text(OWN_FEATURES)
    study = finished / "study.yaml"
    study.write_text(study.read_text().replace("  features: []", f"  features: [{own}]", 1))
    assert "own/mine.py" not in packed(finished)
    (described,) = json.loads(packed(finished)["about.json"])["own_files"]
    assert (described["name"], described["bytes"]) == ("mine.py", len(OWN_FEATURES))
    files = packed(finished, sources=True)
    assert files["own/mine.py"].decode() == OWN_FEATURES
    assert ".../mine.py" in files["study.yaml"].decode()


def test_own_files_of_one_name_are_all_packed(finished: Path, tmp_path: Path) -> None:
    texts = {"a": OWN_FEATURES, "b": f"{OWN_FEATURES}# another\n"}
    for folder, text in texts.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(text)
    named = ", ".join(str(tmp_path / folder / "mine.py") for folder in texts)
    study = finished / "study.yaml"
    study.write_text(study.read_text().replace("  features: []", f"  features: [{named}]", 1))
    files = packed(finished, sources=True)
    kept = {name: files[f"own/{name}"].decode() for name in ("mine.py", "2/mine.py")}
    assert sorted(kept.values()) == sorted(texts.values())
    described = json.loads(files["about.json"])["own_files"]
    assert {one["name"]: one["bytes"] for one in described} == {
        name: len(text) for name, text in kept.items()
    }


@pytest.mark.parametrize(
    ("name", "value", "text", "shown"),
    [
        # No secrets.
        ("KEYMAP", "alpha", "alpha and alphabeta", "alpha and alphabeta"),
        ("AUTHOR", "alpha", "alpha", "alpha"),
        ("PWD", "/", "a/b", "a/b"),
        ("USE_TOKEN", "1", "1 game", "1 game"),
        ("MY_TOKEN", "", "1 game", "1 game"),
        # Short ones are masked where they stand alone.
        ("MY_KEY", "alpha", "alpha, alphabeta, db_alpha", "***, alphabeta, db_***"),
        ("DB_AUTH", "x7", "x7, x77", "***, x77"),
        ("KEY_ID", "a.c", "a.c, abc", "***, abc"),
        ("PGPASSWORD", "longer-one", "my longer-ones", "my ***s"),
        ("APIKEY", "longer-one", "longer-one", "***"),
        ("GIT_AUTHOR_NAME", "Some Body", "by Some Body", "by (name)"),
    ],
)
def test_secrets_of_the_environment(
    tmp_path: Path, name: str, value: str, text: str, shown: str
) -> None:
    assert Masks.of(tmp_path, {name: value}).text(text) == shown


def test_what_stands_under_the_key_of_a_secret_is_masked() -> None:
    tree = {"db_password": "x", "old_api_key": 12, "token": ["x"], "tokens": 3, "secret": None}
    assert Masks(()).tree(tree) == {
        **{"db_password": "***", "old_api_key": "***", "token": "***"},
        **{"tokens": 3, "secret": None},
    }


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("mysql://me:secret@host/db", "mysql://***@host/db"),
        ("mysql://me:a/b@c d@host/db", "mysql://***@host/db"),
        ("sslmode=require&password=abc&x=1", "sslmode=require&password=***&x=1"),
        ('"api_key": "abc def"', '"api_key": ***'),
        ("in /opt/a/b/file.py", "in .../file.py"),
        ("in C:\\Users\\me\\file.py", "in .../file.py"),
        ("https and 1/2 of a/b/c", "https and 1/2 of a/b/c"),
        ("home /the/home/x is ~", "home ~/x is ~"),
    ],
)
def test_masks(tmp_path: Path, text: str, shown: str) -> None:
    masks = Masks((("/the/home", "~"),))
    assert masks.text(text) == shown


def test_options_of_a_bundle_need_one(tune: CommandLine, finished: Path) -> None:
    assert "are for --bundle" in tune("status", finished, "--with-sources").error
