"""Optuna's dashboard of a run: on this machine only, while the run goes on, one line for errors."""

from __future__ import annotations

import builtins
import http.client
import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine
from small_studies import optuna_study

import tuner
from tuner.cli.dashboard_server import dashboard_server
from tuner.tuning.run_folder import RunFolder


@contextmanager
def shown(run: Path) -> Iterator[int]:
    """The port of a dashboard that answers."""
    with dashboard_server(RunFolder(run), 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            assert server.server_address[0] == "127.0.0.1"
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def ask(port: int, path: str, method: str = "GET", **headers: str) -> tuple[int, bytes, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, "{}", {"Content-Type": "application/json", **headers})
    answer = connection.getresponse()
    found = (answer.status, answer.read(), answer.headers)
    connection.close()
    return found


def test_the_dashboard_has_the_trials_of_the_run(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (finished / "study.db").read_bytes()
    table = tuner.load_run(finished).trials()
    with shown(finished) as port:
        (study,) = json.loads(ask(port, "/api/studies")[1])["study_summaries"]
        assert study["study_name"] == "tiny"
        trials = json.loads(ask(port, f"/api/studies/{study['study_id']}")[1])["trials"]
        status, page, headers = ask(port, "/dashboard")
    assert [trial["values"] for trial in trials] == [[value] for value in table["value"]]
    floors = [
        float(one["param_external_value"])
        for trial in trials
        for one in trial["params"]
        if one["name"] == "floor"
    ]
    assert floors == list(table["params_floor"])
    assert (status, b"Optuna Dashboard" in page) == (200, True)
    # A browser asks this machine only.
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "connect-src 'self'" in policy
    assert "http" not in policy
    # To look at it changes nothing, and says nothing on the screen.
    assert (finished / "study.db").read_bytes() == before
    assert capsys.readouterr() == ("", "")


def test_what_a_page_from_elsewhere_asks_is_refused(finished: Path) -> None:
    with shown(finished) as port:
        for host in ("evil.example", f"evil.example:{port}"):
            assert ask(port, "/api/studies/1", "DELETE", Host=host)[0] == 403
        for origin in ("http://evil.example", "null"):
            assert ask(port, "/api/studies/1", "DELETE", Origin=origin)[0] == 403
        own = {"Host": f"localhost:{port}", "Origin": f"http://localhost:{port}"}
        assert ask(port, "/api/studies", **own)[0] == 200
    with optuna_study(finished / "study.db", "tiny") as study:
        assert len(study.trials) == 4


def test_a_port_that_is_taken(tune: CommandLine, finished: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert tune("dashboard", finished, "--port", port).error == (
            f"error: port {port} is taken; choose another with --port"
        )


def test_without_the_extra_one_line_says_what_to_install(
    tune: CommandLine, finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name.partition(".")[0] == "optuna_dashboard":
            raise ImportError(name)
        return plain(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert tune("dashboard", finished).error == (
        "error: the dashboard needs optuna-dashboard, which is not installed; "
        "pip install optuna-dashboard"
    )


def test_where_there_is_nothing_to_show(tune: CommandLine, finished: Path, tmp_path: Path) -> None:
    assert tune("dashboard", tmp_path / "absent").error == (
        f"error: {tmp_path / 'absent'} is no run folder; name one (tune list runs)"
    )
    (finished / "study.db").unlink()
    assert tune("dashboard", finished).error == (
        f"error: {finished} has no study.db yet; it comes with the tenth trial of a search, or "
        "with the first after ten seconds"
    )
    (finished / "study.db").write_bytes(b"no database")
    assert tune("dashboard", finished).error == (
        f"error: {finished / 'study.db'} cannot be read as a file of Optuna; move it away, and run "
        "the study again"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_the_command_prints_the_address_and_ends_with_ctrl_c(finished: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with subprocess.Popen(
        [Path(sys.executable).with_name("tune"), "dashboard", finished, "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line == f"{finished.name}: http://127.0.0.1:{port}/ (Ctrl-C ends it)\n"
        assert ask(port, "/api/studies")[0] == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "error: interrupted\n")
