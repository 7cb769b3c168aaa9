"""Write the exported agent and the verdict as JSON."""

from __future__ import annotations

import json

from tuner.config.reader import read_document
from tuner.export.format import Format
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.json import read_verdict

__all__ = ["FORMAT"]


def _files(folder: RunFolder) -> dict[str, str]:
    agent, verdict = read_document(folder.best).tree, read_verdict(folder.verdict)
    content = {"agent": agent, "verdict": verdict}
    return {"exported.json": json.dumps(content, indent=2, allow_nan=False) + "\n"}


FORMAT = Format("the agent and the whole verdict, for other programs", _files)
