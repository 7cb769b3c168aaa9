"""Put the verdict of a study into the README as a terminal of 80 columns shows it.

For maintainers, in the root of a clone: `python -m makers.readme_screen` plays
`configs/pressure.yaml`, or takes what `runs` holds of it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from engine.errors import TuneError
from tuner.files import save_text

__all__ = ["COLUMNS", "ScreenError", "replace_screen", "screen_of", "write_screen"]

COLUMNS = 80
MARK = "<!-- verdict screen -->"
_BLOCK = re.compile(rf"(^{re.escape(MARK)}\n```\n).*?(^```$)", re.DOTALL | re.MULTILINE)
_TUNE = (sys.executable, "-c", "from tuner.cli.start import main; main()")


class ScreenError(TuneError):
    """A screen could not be taken, or there is no place for it."""


def screen_of(words: Sequence[str], columns: int = COLUMNS) -> str:
    """Return what `tune` with these words shows on a terminal, without its styles.

    Raises:
        ScreenError: if the command fails; it has said why on standard error.
    """
    reading, writing = os.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm", "NO_COLOR": "1"}
    with subprocess.Popen([*_TUNE, *words], stdout=writing, env=environment) as process:
        os.close(writing)
        shown = _read_all(reading)
    if process.returncode:
        raise ScreenError(
            f"tune {' '.join(words)} ended with status {process.returncode}; see above"
        )
    return re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n")


def _read_all(terminal: int) -> str:
    found = b""
    # Linux says with an error that nobody writes there any more.
    with os.fdopen(terminal, "rb", buffering=0) as file, suppress(OSError):
        while piece := file.read(10_000):
            found += piece
    return found.decode()


def replace_screen(text: str, screen: str) -> str:
    """Return a page with another screen in the block behind the mark.

    Raises:
        ScreenError: unless there is one such block.
    """
    found, count = _BLOCK.subn(lambda block: f"{block[1]}{screen}{block[2]}", text)
    if count != 1:
        raise ScreenError(
            f"the page has {count} blocks behind {MARK}; keep one, a line of three backticks "
            "under the mark and one at its end"
        )
    return found


def write_screen(page: Path, config: Path, runs: Path) -> None:
    """Put the verdict of a study into a page.

    Raises:
        ScreenError: if the study fails, or the page has no place for it.
    """
    # A page without a place is refused before anything is played.
    replace_screen(page.read_text(encoding="utf-8"), "")
    screen = screen_of(["run", str(config), "--runs", str(runs)])
    # Somebody may have written in it meanwhile.
    save_text(page, replace_screen(page.read_text(encoding="utf-8"), screen))


if __name__ == "__main__":
    write_screen(Path("README.md"), Path("configs/pressure.yaml"), Path("runs"))
