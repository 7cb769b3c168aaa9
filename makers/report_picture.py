"""Take a picture of the top of a report, as a browser of a desktop shows it.

For maintainers, in the root of a clone, with Chromium on the machine:
`python -m makers.report_picture docs/pictures/report.png` runs `configs/pressure.yaml`, or takes
what `runs` holds of it.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from makers.readme_screen import ScreenError, screen_of
from tuner.config.study import load_study
from tuner.tuning.run_folder import run_folder

__all__ = ["report_picture", "write_picture"]

_WIDTH, _HEIGHT = 1200, 1100
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


def report_picture(page: Path) -> bytes:
    """Return what is above the fold of a page as PNG.

    Raises:
        ScreenError: if there is no browser.
    """
    chromium = shutil.which("chromium")
    if chromium is None:
        raise ScreenError("there is no chromium on the PATH; install it")
    # Late: it is for tests and makers alone.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(_FLAGS))
        shown = browser.new_page(
            viewport={"width": _WIDTH, "height": _HEIGHT}, color_scheme="light"
        )
        shown.goto(page.resolve().as_uri())
        picture = shown.screenshot()
        browser.close()
    return picture


def write_picture(path: Path, config: Path, runs: Path) -> None:
    """Write the picture of the report of a study, which is run if need be.

    Raises:
        ScreenError: if the study fails, or there is no browser.
    """
    screen_of(["run", str(config), "--runs", str(runs)])
    folder = run_folder(load_study(config), runs)
    picture = report_picture(folder.path / "report.html")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(picture)


if __name__ == "__main__":
    write_picture(Path(sys.argv[1]), Path("configs/pressure.yaml"), Path("runs"))
