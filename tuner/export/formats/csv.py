"""Write the exported, the tuned and the hand-set values as a table."""

from __future__ import annotations

import csv
import io

from tuner.export.format import Format
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.json import read_verdict

__all__ = ["FORMAT"]


def _files(folder: RunFolder) -> dict[str, str]:
    verdict = read_verdict(folder.verdict)
    values = verdict[verdict["exported"]]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["parameter", "value", "tuned", "hand_set"])
    for name, value in values.items():
        writer.writerow([name, value, verdict["tuned"][name], verdict["hand_set"][name]])
    return {"values.csv": stream.getvalue()}


FORMAT = Format("the values as a table, for a spreadsheet", _files)
