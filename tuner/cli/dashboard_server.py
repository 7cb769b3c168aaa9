"""Serve Optuna's own dashboard of a run to the browsers of this machine, and to nobody else."""

from __future__ import annotations

import errno
import socketserver
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from engine.errors import TuneError
from tuner.tuning.run_folder import RunFolder

__all__ = ["DashboardError", "dashboard_server"]

_HOST = "127.0.0.1"

_Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class DashboardError(TuneError):
    """The dashboard cannot be shown."""


def dashboard_server(folder: RunFolder, port: int) -> WSGIServer:
    """Return a server of the dashboard of a run, which has its port and waits to be started.

    Args:
        folder: of the run.
        port: on this machine; 0 for any that is free.

    Raises:
        RunError: if the folder is no run.
        DashboardError: if there is nothing to show yet, what shows it is not installed, or the port
            cannot be had.
    """
    folder.require()
    if not folder.optuna.exists():
        raise DashboardError(
            f"{folder.path} has no study.db yet; it comes with the tenth trial of a search, or "
            "with the first after ten seconds"
        )
    application = _application(folder.optuna)
    try:
        server = _Server((_HOST, port), _Quiet)
    except OSError as error:
        reason = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be had ({error})"
        raise DashboardError(f"port {port} {reason}; choose another with --port") from error
    server.set_app(_answering_only_its_own(application, server.server_port))
    return server


def _application(study: Path) -> _Application:
    try:
        with warnings.catch_warnings():
            # What it imports is being replaced in later versions of Python.
            warnings.simplefilter("ignore")
            from optuna_dashboard import wsgi
    except ImportError:
        raise DashboardError(
            "the dashboard needs optuna-dashboard, which is not installed; "
            "pip install optuna-dashboard"
        ) from None
    from tuner.samplers.optuna_file import OptunaFileError, open_storage

    try:
        application: _Application = wsgi(open_storage(study))
    except OptunaFileError as error:
        raise DashboardError(
            f"{study} cannot be read as a file of Optuna; move it away, and run the study again"
        ) from error
    return application


def _answering_only_its_own(application: _Application, port: int) -> _Application:
    """Return an application that refuses what a page from elsewhere makes a browser ask.

    A name of another machine may lead to this one, and a page may send a form here.
    """
    hosts = [f"{name}:{port}" for name in (_HOST, "localhost")]
    origins = ["", *(f"http://{host}" for host in hosts)]

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        own = environ.get("HTTP_HOST") in hosts and environ.get("HTTP_ORIGIN", "") in origins
        if own:
            return application(environ, start)
        start("403 Forbidden", [("Content-Type", "text/plain; charset=utf-8")])
        return [b"only pages of this dashboard are answered\n"]

    return answer


class _Server(ThreadingMixIn, WSGIServer):
    """Answer several questions of a browser at once."""

    daemon_threads = True

    def server_bind(self) -> None:
        """Take the port; the usual way asks the network for the name of this machine as well."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = _HOST, int(self.server_address[1])
        self.setup_environ()


class _Quiet(WSGIRequestHandler):
    """Answer without a line on standard error for each question."""

    def log_message(self, format: str, *args: Any) -> None:
        """Do nothing."""
