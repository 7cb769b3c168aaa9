"""The command line with features of one's own: every agent's are tried before anything plays."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import CommandLine
from own_features import ROW, changed, row_file

REACHING = changed(twin="return 1.0", kernel="return load_number(board, np.int64(1) << 40)")
"""A kernel that reads where nobody may read."""

POSITION = "xx.../.1.../...../...2./....."

AGENT = """\
name: mine
game: isolation-5x5
heuristic: {formula: rank(own), features: [row.py]}
search: {algorithm: alphabeta, depth: 1}
"""

STUDY = """\
name: tiny
game: isolation-5x5
heuristic: pressure
search: {algorithm: alphabeta, depth: 1}
baselines:
- {name: mine, heuristic: {formula: rank(own), features: [row.py]}, search: {algorithm: greedy}}
openings: {plies: 4}
budget: {trials: 3, pairs: 20, finalists: 2, final_pairs: 20, verdict_pairs: 30}
sampler: random
"""

TOURNAMENT = """\
name: small
game: isolation-5x5
candidates:
- {name: mine, heuristic: {formula: rank(own), features: [row.py]}, search: {algorithm: greedy}}
- {name: other, heuristic: improved, search: {algorithm: greedy}}
pairs: 20
"""


@pytest.fixture
def tune(tune: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> CommandLine:
    monkeypatch.chdir(tmp_path)
    for name, text in (("study", STUDY), ("mine", AGENT), ("tournament", TOURNAMENT)):
        (tmp_path / f"{name}.yaml").write_text(text)
    return tune


@pytest.mark.parametrize(
    "words",
    [
        "check study.yaml",
        "run study.yaml",
        "compare mine.yaml open",
        "compare open null --baselines none mine.yaml",
        f"explain mine.yaml {POSITION}",
        "accuracy mine.yaml --game isolation",
        "tournament tournament.yaml",
    ],
)
def test_every_agent_is_tried_before_anything_plays(
    tune: CommandLine, tmp_path: Path, words: str
) -> None:
    if "accuracy" in words:
        (tmp_path / "mine.yaml").write_text(AGENT.replace("-5x5", ""))
    path = row_file(tmp_path, changed(more="import os\nos._exit(0)\n"))
    error = tune(*words.split()).error
    assert f"features[0]: {path}: the file ended its process while it was run" in error
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (REACHING, "a kernel crashed, or a twin ended its process (Segmentation fault)"),
        (changed(twin="return 7.0"), "is 0.0 compiled, 7.0 in plain Python"),
    ],
)
def test_a_baseline_with_a_bad_kernel_is_refused(
    tune: CommandLine, tmp_path: Path, text: str, said: str
) -> None:
    row_file(tmp_path, text)
    assert said in tune("check", "study.yaml").error


@pytest.mark.parametrize("chatter", ["more", "twin"])
def test_what_a_file_prints_is_kept_away_from_the_json(
    tune: CommandLine, tmp_path: Path, chatter: str
) -> None:
    words = "print('here I am')\n"
    text = changed(more=words)
    if chatter == "twin":
        text = changed(twin=words + "return 0.0 if view.own is None else float(view.own[0])")
    row_file(tmp_path, text)
    ended = tune("explain", "mine.yaml", POSITION, "--json")
    assert ended.status == 0
    assert [side["value"] for side in ended.json["sides"]] == [1.0, 3.0]
    assert "here I am" in ended.err


def test_the_status_of_a_run_runs_no_features(tune: CommandLine, tmp_path: Path) -> None:
    row_file(tmp_path, ROW)
    assert tune("run", "study.yaml").status == 0
    row_file(tmp_path, ROW + f"open({str(tmp_path / 'was here')!r}, 'w').close()\n")
    (folder,) = (tmp_path / "runs").iterdir()
    found = tune("status", folder, "--json").json
    assert (found["game"], found["trials"], found["finalists"]) == ("isolation-5x5", 3, 3)
    assert not (tmp_path / "was here").exists()


def test_check_says_which_features_of_ones_own_have_passed(
    tune: CommandLine, tmp_path: Path
) -> None:
    row_file(tmp_path)
    heuristic = (
        "{features: [row.py], parameters: {w: {default: 1, low: 0, high: 2}}, "
        "formula: moves(own) + w * rank(own)}"
    )
    (tmp_path / "own.yaml").write_text(
        STUDY.replace("heuristic: pressure", f"heuristic: {heuristic}")
    )
    ended = tune("check", str(tmp_path / "own.yaml"))
    assert ended.status == 0
    line = "  own features of row.py: rank(own); compiled, and the same in plain Python"
    assert line in ended.out.splitlines()
