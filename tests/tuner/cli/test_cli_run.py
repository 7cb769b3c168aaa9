"""The command line on runs: run, status, list runs, export, and Ctrl-C."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import TINY, CommandLine
from studies import load

from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

VERDICT_KEYS = {
    *(
        "study",
        "verdict",
        "exported",
        "tuned",
        "hand_set",
        "runner_up",
        "limits",
        "origin",
        "objective",
        "openings",
    ),
    *("against_baselines", "head_to_head", "conditions", "search_claim", "games", "seconds"),
    *(
        "accuracy",
        "reproducible",
        "clock",
        "same_function",
        "vectors",
        "unneeded_trials",
        "earlier_verdicts",
        "looks",
        "level",
    ),
    *("condition", "holds", "plays_like", "range_ends", "few_openings"),
}
STATUS_KEYS = {
    *("run", "study", "game", "games", "trials", "trials_planned", "finalists", "verdict"),
    *("warm_trials", "stopped_trials", "working", "stage", "best", "hand_set", "notes", "report"),
}


def test_a_study_from_start_to_verdict(tune: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY)
    runs = tmp_path / "my runs"
    ended = tune("run", tmp_path / "tiny.yaml", "--runs", runs, "--threads", "1")
    assert ended.status == 0
    # Before it stands what the check has noted.
    assert "search: 160 games" in ended.err.splitlines()
    (run,) = runs.iterdir()
    first, *_, results, report, again, following = ended.lines
    assert first.startswith(("Verdict: better", "Verdict: not better", "Verdict: undecided"))
    assert results.endswith(f"Results: {run}")
    assert report == f"Report: {run / 'report.html'}"
    assert ended.err.splitlines()[-1] == "writing the report"
    assert (run / "report.html").exists()
    assert again == first
    assert following == f"Next: tune export '{run}' --to yaml"
    # The next command works as it is printed, in a shell.
    assert tune(*shlex.split(following)[2:]).out == (run / "best.yaml").read_text()
    files = {"best.yaml", "verdict.json", "trials.csv", "study.yaml", "study.db", "manifest.json"}
    assert files < {file.name for file in run.iterdir()}


def test_a_finished_study_run_again_plays_nothing_and_says_the_same(
    tune: CommandLine, finished: Path
) -> None:
    before = json.loads((finished / "verdict.json").read_text())
    ended = tune("run", finished.parents[1] / "tiny.yaml", "--runs", finished.parent, "--json")
    assert ended.status == 0
    found = ended.json
    assert set(found) == {"run", *VERDICT_KEYS}
    assert found["run"] == str(finished)
    for changing in ("run", "seconds"):
        found.pop(changing)
        before.pop(changing, None)
    assert found == before


def test_status_of_a_finished_run(tune: CommandLine, finished: Path) -> None:
    found = tune("status", finished, "--json").json
    assert set(found) == STATUS_KEYS
    assert set(found["verdict"]) == VERDICT_KEYS
    assert (found["study"], found["game"]) == ("tiny", "isolation-5x5")
    assert (found["trials"], found["trials_planned"]) == (4, 4)
    assert found["games"] == found["verdict"]["games"]
    lines = tune("status", finished).lines
    assert lines[0] == f"{finished}: tiny, isolation-5x5, {found['games']:,} games played"
    assert lines[1] == "  search: 4 different vectors of at most 4 trials"
    assert lines[-2].startswith(f"  Verdict: {found['verdict']['verdict']} ")
    exported = found["verdict"]["exported"].replace("_", "-")
    assert lines[-1] == f"  exported: the {exported} values"
    assert (found["working"], found["stage"], found["report"]) == (False, None, None)
    (finished / "report.html").write_text("")
    assert tune("status", finished).lines[-1] == (
        f"  exported: the {exported} values; report: {finished / 'report.html'}"
    )
    assert tune("status", finished, "--json").json["report"] == str(finished / "report.html")


def test_status_of_a_run_that_goes_on(tune: CommandLine, tmp_path: Path) -> None:
    study = load(tmp_path, TINY)
    run = run_folder(study, tmp_path).path
    found: dict[str, Any] = {}

    class Watcher(Silent):
        def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
            if number == 2:
                found["lines"] = tune("status", run).lines
                found["json"] = tune("status", run, "--json").json
                found["best"] = (best_number, best.estimate)
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path, 1, Watcher())
    rows = list(csv.DictReader(io.StringIO((run / "trials.csv").read_text())))
    assert len(rows) == 3
    told = found["json"]
    assert set(told) == STATUS_KEYS
    assert told["working"] is True
    assert told["stage"]["stage"] == "search"
    assert (told["stage"]["amount"], told["stage"]["unit"]) == (160, "games")
    best = told["best"]
    assert (best["trial"], best["shrunken"]["value"]) == found["best"]
    assert best["value"] == max(float(row["value"]) for row in rows)
    ends = {key: float(rows[0][key]) for key in ("value", "low", "high")}
    assert told["hand_set"] == ends
    assert told["notes"] == json.loads((run / "manifest.json").read_text())["notes"] != []
    _, _, _, now, best, curve, *notes, last = found["lines"]
    assert re.match(r"  now: search, \d+ of 160 games", now)
    hand_set = f"{100 * ends['value']:.1f}% ({100 * ends['low']:.1f} to {100 * ends['high']:.1f})"
    assert best.startswith("  best so far: trial ")
    assert ", corrected for luck (its own games: " in best
    assert hand_set in best
    assert re.fullmatch(r"  best by trial: ▁[▁-█][▁-█]", curve)
    assert notes[0] == f"  note: {told['notes'][0]}"
    assert last == "  no verdict yet; a process is working on it now"
    # After the stop there is nobody.
    stopped = tune("status", run).lines
    assert re.match(r"  stopped in: search, \d+ of 160 games$", stopped[3])
    assert stopped[-2:] == [
        "  no verdict yet; run the study again to go on",
        f"Next: tune run {run}",
    ]
    assert tune("status", run, "--json").json["working"] is False
    # At the end the file of the stage is gone.
    run_study(study, tmp_path, 1, Silent())
    assert not (run / "progress.json").exists()


def test_baselines_that_play_alike_share_games_and_still_count_as_finished(
    tune: CommandLine, tmp_path: Path
) -> None:
    twins = "".join(
        f"- {{name: {name}, heuristic: improved, search: {{algorithm: greedy}}}}\n"
        for name in ("one", "other")
    )
    text = TINY.replace(
        "- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}\n", twins
    )
    study = load(tmp_path, text)
    run_study(study, tmp_path, 1, Silent())
    found = tune("status", run_folder(study, tmp_path).path, "--json").json
    assert (found["trials"], found["trials_planned"]) == (4, 4)


def test_the_list_of_runs(tune: CommandLine, finished: Path) -> None:
    verdict = json.loads((finished / "verdict.json").read_text())["verdict"]
    (line,) = tune("list", "runs", "--runs", finished.parent).lines
    assert re.fullmatch(
        rf"{finished}  20\d\d-\d\d-\d\d \d\d:\d\d UTC: {verdict}, tuned minus hand-set "
        r"[-+]\d+\.\d\d points \([-+]\d+\.\d\d to [-+]\d+\.\d\d, 95%\), [\d,]+ games",
        line,
    )
    (finished / "verdict.json").unlink()
    (row,) = tune("list", "runs", "--runs", finished.parent, "--json").json
    assert set(row) == {"name", "summary", "started"}
    assert row["summary"].endswith(" UTC: no verdict yet")


def test_exports_hold_the_exported_values(tune: CommandLine, finished: Path) -> None:
    verdict = json.loads((finished / "verdict.json").read_text())
    values = verdict[verdict["exported"]]
    exported = tune("export", finished, "--to", "json").json
    assert set(exported) == {"agent", "verdict"}
    assert exported["verdict"] == verdict
    parameters = exported["agent"]["heuristic"]["parameters"]
    assert {name: one["default"] for name, one in parameters.items()} == values
    rows = list(csv.DictReader(io.StringIO(tune("export", finished, "--to", "csv").out)))
    assert {row["parameter"]: float(row["value"]) for row in rows} == values
    assert {row["parameter"]: float(row["tuned"]) for row in rows} == verdict["tuned"]
    assert {row["parameter"]: float(row["hand_set"]) for row in rows} == verdict["hand_set"]


def test_the_exported_yaml_is_a_heuristic_for_a_study_and_an_agent(
    tune: CommandLine, finished: Path
) -> None:
    place = finished.parents[1]
    (place / "best.yaml").write_text(tune("export", finished).out)
    verdict = json.loads((finished / "verdict.json").read_text())
    study = load(place, TINY.replace("heuristic: pressure", "heuristic: best.yaml"), "next.yaml")
    names = [parameter.name for parameter in study.tune]
    assert dict(zip(names, study.heuristic.defaults, strict=True)) == verdict[verdict["exported"]]
    # A file, a run folder and a preset meet on the board of the files.
    options = ("--pairs", "4", "--plies", "4", "--runs", place, "--baselines", "none", "--json")
    found = tune("compare", place / "best.yaml", "improved", *options).json
    assert found["game"] == "isolation-5x5"
    agent = f"tiny-{verdict['exported'].replace('_', '-')}"
    assert [one["name"] for one in found["agents"]] == [agent, "improved"]
    assert tune("compare", finished, "improved", *options).json == found


def test_a_run_without_a_verdict(tune: CommandLine, finished: Path) -> None:
    for name in ("best.yaml", "verdict.json"):
        (finished / name).unlink()
    assert tune("status", finished).lines[-2:] == [
        "  no verdict yet; run the study again to go on",
        f"Next: tune run {finished}",
    ]
    assert tune("status", finished, "--json").json["verdict"] is None
    assert tune("export", finished).error == (
        f"error: {finished} has no verdict yet; finish the run (tune run)"
    )
    assert tune("explain", finished, "...").error == (
        f"error: {finished} has no result yet; finish the run, or name a file (tune run)"
    )


@pytest.mark.parametrize("command", [("status",), ("export",), ("explain",)])
def test_a_folder_that_is_no_run(
    tune: CommandLine, tmp_path: Path, command: tuple[str, ...]
) -> None:
    words = ("...",) if command == ("explain",) else ()
    # An agent may also be a file.
    cure = "name one, or a YAML file" if words else "name one"
    assert tune(*command, tmp_path, *words).error == (
        f"error: {tmp_path} is no run folder; {cure} (tune list runs)"
    )


def test_an_unknown_format(tune: CommandLine, finished: Path) -> None:
    assert tune("export", finished, "--to", "yml").error.startswith(
        "error: unknown format 'yml'; did you mean 'yaml'? known: "
    )


def test_an_export_into_a_folder(tune: CommandLine, finished: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine" / "values.csv"
    assert tune("export", finished, "--to", "csv", "--out", file.parent).lines == [f"wrote {file}"]
    assert tune("export", finished, "--to", "csv", "--out", file.parent).error == (
        f"error: {file} is there already; move it away, or choose another folder (--out FOLDER)"
    )


SLOW = (
    TINY.replace("isolation-5x5", "isolation")
    .replace("depth: 1", "depth: 3")
    .replace("trials: 4, pairs: 20", "trials: 80, pairs: 1000")
)
"""About two seconds on one thread: 160,000 games."""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_an_interrupted_run_says_so_and_goes_on_later(tune: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "slow.yaml").write_text(SLOW)
    runs = tmp_path / "runs"
    words: list[str | Path] = [tmp_path / "slow.yaml", "--runs", runs, "--threads", "1"]
    with subprocess.Popen(
        [Path(sys.executable).with_name("tune"), "run", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background may have told its children to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        assert process.stderr is not None
        while "first trial" not in (line := process.stderr.readline()):
            assert line, "the run ended before its first trial"
        # It plays on after its first trial, but not before two commands have seen it.
        process.send_signal(signal.SIGSTOP)
        (run,) = runs.iterdir()
        going_on = tune("status", run, "--json")
        other = tune("run", *words)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGCONT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == ""
    again = shlex.join(["tune", "run", *map(str, words)])
    assert err.splitlines()[-1] == f"error: interrupted; to go on: {again}"
    assert going_on.json["games"] >= 2000
    assert (going_on.json["verdict"], going_on.json["trials_planned"]) == (None, 80)
    assert other.error == (f"error: another process is working in {run}; wait for it, or stop it")

    kept = tune("status", run, "--json").json["games"]
    assert kept >= going_on.json["games"]
    ended = tune("run", *words, "--json")
    assert ended.status == 0
    assert ended.json["games"] > kept
    assert len(json.loads((run / "manifest.json").read_text())["starts"]) == 2
