"""Show a run in Optuna's dashboard."""

from __future__ import annotations

from typing import Annotated

import typer

from tuner.cli.options import Run
from tuner.cli.output import flush, print_lines

__all__ = ["dashboard"]


def dashboard(
    run_path: Run,
    port: Annotated[
        int, typer.Option("--port", min=1024, max=65535, help="Of the address on this machine.")
    ] = 8080,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the address in a browser.")
    ] = False,
) -> None:
    """Show the trials of a run in Optuna's dashboard, even while it is going on, until Ctrl-C.

    Only programs on this machine are answered. It needs the extra 'dashboard'. What is noted in it
    is kept in study.db. The exit status is 130, that of Ctrl-C.

    Example: tune dashboard runs/pressure-1a2b3c4d
    """
    from tuner.cli.dashboard_server import dashboard_server
    from tuner.tuning.run_folder import RunFolder

    with dashboard_server(RunFolder(run_path), port) as server:
        address = f"http://{server.server_name}:{server.server_port}/"
        print_lines([f"{run_path.resolve().name}: {address} (Ctrl-C ends it)"])
        flush()
        if open_browser:
            import webbrowser

            webbrowser.open(address)
        server.serve_forever()
