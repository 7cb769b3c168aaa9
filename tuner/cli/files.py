"""Hold the commands that write files for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tuner.cli.options import Run
from tuner.cli.output import print_lines, print_text

__all__ = ["export"]


def export(
    run_path: Run,
    form: Annotated[
        str, typer.Option("--to", help="The format; 'tune list formats' shows all.")
    ] = "yaml",
    out: Annotated[
        Path | None, typer.Option(help="Write files into this folder, and print nothing of them.")
    ] = None,
) -> None:
    """Write the exported agent of a finished run for another program.

    Example: tune export runs/pressure-1a2b3c4d --to json
    """
    from tuner.export.export import export_text, save_export
    from tuner.tuning.run_folder import RunFolder

    if out is None:
        print_text(export_text(RunFolder(run_path), form))
        return
    print_lines([f"wrote {path}" for path in save_export(RunFolder(run_path), form, out)])
