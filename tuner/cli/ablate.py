"""Hold the command that says what each part of a tuned agent is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tuner.cli.options import (
    DEFAULT_THREADS,
    MOST,
    Cluster,
    Device,
    Json,
    Run,
    Threads,
    require_writable,
)
from tuner.cli.output import flush, print_json, print_lines, show_warning
from tuner.cli.report import note_missing_reports, report_lines

__all__ = ["ablate"]


def ablate(  # noqa: PLR0913, PLR0917 - one option a parameter
    run_path: Run,
    pairs: Annotated[
        int | None,
        typer.Option(
            "--pairs", min=16, max=MOST, help="Pairs of each agent; else half the study's."
        ),
    ] = None,
    write: Annotated[
        Path | None, typer.Option("--write", help="YAML file for the smaller formula.")
    ] = None,
    threads: Threads = DEFAULT_THREADS,
    cluster: Cluster = None,
    device: Device = None,
    as_json: Json = False,
) -> None:
    """Say what each tuned parameter and each term of a finished run is worth.

    Each tuned parameter goes back to its hand-set value, and each term of the formula is left out,
    one at a time, on the same openings. Then all terms that are worth less than half a point are
    left out together: what is left is a smaller formula, in smaller.yaml of the run.

    Example: tune ablate runs/pressure-1a2b3c4d --pairs 10000
    """
    from tuner.ablation.json import ablation_json
    from tuner.ablation.text import ablation_lines
    from tuner.cli.console import ConsoleProgress
    from tuner.files import save_text
    from tuner.tuning.ablation import ablate_run
    from tuner.tuning.ablation_files import AblationFiles
    from tuner.tuning.run_folder import RunFolder

    require_writable(write)
    folder, files = RunFolder(run_path), AblationFiles(run_path)
    with ConsoleProgress() as progress:
        found = ablate_run(folder, pairs, threads, progress, cluster, device)
    written = [files.results]
    if found.smaller is not None:
        written.append(files.smaller)
        if write is not None:
            write.parent.mkdir(parents=True, exist_ok=True)
            save_text(write, found.smaller.text)
            written.append(write)
    elif write is not None:
        show_warning(f"no smaller formula was found, so {write} is not written")
    if as_json:
        print_json({"run": str(run_path), **ablation_json(found)})
        flush()
        note_missing_reports(folder, threads)
        return
    print_lines([*ablation_lines(found), *(f"wrote {path}" for path in written)])
    flush()
    # The report of the run has a section of it.
    print_lines(report_lines(folder, threads))
