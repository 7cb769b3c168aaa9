"""Write the exported agent as YAML: the file best.yaml of the run."""

from __future__ import annotations

from tuner.config.reader import read_document
from tuner.export.format import Format
from tuner.tuning.run_folder import RunFolder

__all__ = ["FORMAT"]


def _files(folder: RunFolder) -> dict[str, str]:
    read_document(folder.best)
    return {folder.best.name: folder.best.read_text(encoding="utf-8")}


FORMAT = Format("an agent, for this program: a baseline, a heuristic, a player of matches", _files)
