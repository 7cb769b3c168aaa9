"""report.md and its pictures in the folder of a run."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tuner.figures import libraries
from tuner.figures.libraries import FigureError
from tuner.report import write_markdown
from tuner.report.plots import Plot
from tuner.report.write import write_report
from tuner.tuning.run_folder import RunFolder


@pytest.fixture
def run(finished_once: Path, tmp_path: Path) -> RunFolder:
    return RunFolder(Path(shutil.copytree(finished_once, tmp_path / "run")))


def test_the_report_shows_its_pictures_and_leaves_other_files_alone(run: RunFolder) -> None:
    (run.path / "plots").mkdir()
    own = run.path / "plots" / "mine.png"
    stale = run.path / "plots" / "importances.png"
    own.write_bytes(b"mine")
    stale.write_bytes(b"of an earlier run")
    path = write_report(run, "md", 1)
    assert path == run.path / "report.md"
    found = {f"plots/{one.name}" for one in (run.path / "plots").iterdir()}
    shown = re.findall(r"\]\((plots/\w+\.png)\)", path.read_text())
    assert found == {*shown, "plots/mine.png"}
    assert own.read_bytes() == b"mine"
    # Four trials are too few to say which parameter matters.
    assert not stale.exists()


def test_a_report_that_is_not_written_to_its_end_leaves_the_earlier_one_its_pictures(
    run: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    (run.path / "plots").mkdir()
    shown = run.path / "plots" / "importances.png"
    shown.write_bytes(b"of the earlier report")
    run.report_md.write_text("![Which parameters matter](plots/importances.png)")
    pictures = {"claims": Plot("A caption.", b"of the new report")}
    monkeypatch.setattr(write_markdown, "plots_of", lambda report: pictures)

    def interrupted(path: Path, text: str) -> None:
        assert (run.path / "plots" / "claims.png").exists()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(write_markdown, "save_text", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_report(run, "md", 1)
    assert shown.read_bytes() == b"of the earlier report"
    write_report(run, "md", 1)
    assert "(plots/claims.png)" in run.report_md.read_text()
    assert not shown.exists()


def test_nothing_is_written_where_a_library_is_missing(
    run: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda name: None)
    with pytest.raises(FigureError, match="install the extra 'report'"):
        write_report(run, "md", 1)
    assert not (run.path / "plots").exists()
    assert not (run.path / "report.md").exists()
