"""Hold the command that shows where a run stands, and packs what a report of a mistake needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tuner.cli.options import Json, Run
from tuner.cli.output import print_json, print_lines, print_next

if TYPE_CHECKING:
    from tuner.tuning.run_folder import RunFolder

__all__ = ["status"]


def status(
    run_path: Run,
    bundle: Annotated[
        bool, typer.Option("--bundle", help="Pack what a report of a mistake needs.")
    ] = False,
    to: Annotated[
        Path | None, typer.Option("--to", help="The zip file of the bundle; else RUN-bundle.zip.")
    ] = None,
    with_sources: Annotated[
        bool, typer.Option("--with-sources", help="Pack your own features and game, too.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show where a run stands, even while it is going on.

    With --bundle it writes a zip file for a report of a mistake in this program: versions,
    configuration, notes, verdict, trials, how much is in the ledger, and what cannot be read. It
    has no passwords, no paths and no names of people, and no games.

    Example: tune status runs/pressure-1a2b3c4d
    """
    from tuner.tuning.run_folder import RunFolder
    from tuner.tuning.status import read_status
    from tuner.tuning.status_text import status_json, status_lines

    if bundle:
        _pack(RunFolder(run_path), to, with_sources, as_json)
        return
    if to is not None or with_sources:
        raise typer.BadParameter("--to and --with-sources are for --bundle")
    found = read_status(RunFolder(run_path))
    if as_json:
        print_json(status_json(found))
        return
    print_lines(status_lines(found))
    if found.verdict is None and not found.working:
        print_next("tune", "run", str(run_path))


def _pack(folder: RunFolder, to: Path | None, sources: bool, as_json: bool) -> None:
    from tuner.overview.bundle import bundle_name, make_bundle, save_bundle

    made = make_bundle(folder, sources=sources)
    path = Path(bundle_name(folder)) if to is None else to
    save_bundle(made, path)
    sizes = {name: len(content) for name, content in made.files.items()}
    if as_json:
        print_json({"bundle": str(path), "files": sizes, "left_out": list(made.left_out)})
        return
    held = ", ".join(f"{name} ({size:,} bytes)" for name, size in sizes.items())
    print_lines(
        [
            f"wrote {path}",
            f"  it holds {held}",
            *(f"  it does not hold {one}" for one in made.left_out),
            "  passwords, paths and names of people are masked; look into it before you send it",
        ]
    )
