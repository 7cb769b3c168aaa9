"""Make the folder of a run at its first start, and bring it up to date at each further one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tuner.config.canonical import deciding_config, storage_text, study_digest, write_effective_yaml
from tuner.config.errors import ConfigError
from tuner.config.growth import changes_text, growth, run_digest
from tuner.config.limits import MAX_BYTES
from tuner.config.study import Study, load_study
from tuner.files import RunError, load_json, save_json, save_text
from tuner.matches.ledger_rows import played_games
from tuner.tuning.manifest import Manifest, read_manifest
from tuner.tuning.run_folder import RunFolder

__all__ = ["earlier_folder", "start_run"]


def start_run(
    folder: RunFolder,
    study: Study,
    threads: int,
    notes: Sequence[str] = (),
    workers: int | None = None,
    origin: Mapping[str, Any] | None = None,
) -> Manifest:
    """Make the folder of a run, or take up what is there; return the manifest.

    Where the configuration has grown (`tuner.config.growth`), the manifest keeps what was changed,
    and a verdict from before is put aside. Whoever is stopped at any point does the rest at the
    next start.

    Args:
        folder: of the run.
        study: whose run it is.
        threads: that will play.
        notes: what the user is told at this start; they take the place of earlier ones.
        workers: of a cluster that will play the games, None where there is none.
        origin: what the manifest of a new run begins with, where its name does not follow from its
            study.

    Raises:
        RunError: if the folder holds another configuration, or its manifest cannot be read.
    """
    text = write_effective_yaml(study)
    if len(text) > MAX_BYTES:
        raise RunError(
            f"{study.name} has {len(text):,} bytes written out, more than the "
            f"{MAX_BYTES:,} that can be read again; use fewer baselines"
        )
    folder.path.mkdir(parents=True, exist_ok=True)
    manifest, kept = read_manifest(folder.manifest), folder.kept_config()
    if not manifest.run:
        # Earlier versions knew a run by the digest of its whole configuration.
        run = manifest.digest or run_digest(study)
        manifest = Manifest({"run": run, **(origin or {}), **manifest.content})
    if kept is not None:
        manifest = _grown(folder, manifest, kept, deciding_config(study))
    started = manifest.started(study, {"threads": threads, "workers": workers}, notes)
    # The manifest first: it decides which configuration the run is of.
    save_json(folder.manifest, started.content)
    # Where it says the same, somebody may have written comments into it.
    written = _readable(folder.study)
    if written is None or _identity(written) != _identity(study):
        save_text(folder.study, text)
    return started


def earlier_folder(folder: RunFolder, manifest: Manifest) -> Path:
    """Return where the verdict on the configuration of the last start is put when that grows."""
    # By number: whoever is stopped before the manifest is written moves it to the same place.
    return folder.path / "earlier" / str(manifest.verdicts_aside + 1)


def _readable(path: Path) -> Study | None:
    """Return the study of a file, None where there is none or it is damaged."""
    try:
        return load_study(path) if path.is_file() else None
    except ConfigError:
        return None


def _identity(study: Study) -> tuple[str, str, bool]:
    return study_digest(study), storage_text(study), study.ablation


def _grown(
    folder: RunFolder, manifest: Manifest, kept: Mapping[str, Any], wanted: Mapping[str, Any]
) -> Manifest:
    """Return the manifest with what has grown; a verdict on less is put aside."""
    grown = growth(kept, wanted)
    if grown is None:
        raise RunError(
            f"{folder.path} is of another configuration ({changes_text(kept, wanted)}); give the "
            "study another name, or fork that run",
            hint="fork",
        )
    if not grown:
        return manifest
    earlier = earlier_folder(folder, manifest)
    for path in (folder.verdict, folder.best):
        if path.exists():
            earlier.mkdir(parents=True, exist_ok=True)
            path.replace(earlier / path.name)
    seen = earlier / folder.verdict.name
    verdict = str(load_json(seen).get("verdict")) if seen.exists() else None
    return manifest.changed(grown, played_games(folder.ledger), verdict)
