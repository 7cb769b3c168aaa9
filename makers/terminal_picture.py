"""Draw the screen of a run as a picture: what `tune run` shows in the middle of its search.

For maintainers, in the root of a clone: `python -m makers.terminal_picture docs/pictures/run.svg`
runs `configs/pressure.yaml`, or takes what `runs` holds of it, and draws its screen again from the
table of trials. The speed in it is that of the whole run.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from makers.readme_screen import COLUMNS, ScreenError, screen_of
from tuner.cli.output import show_lines
from tuner.cli.screen import ScreenView, SearchView, screen
from tuner.config.study import load_study
from tuner.files import save_text
from tuner.matches.pace import StageState
from tuner.tuning.best_so_far import read_best
from tuner.tuning.run_folder import RunFolder, run_folder
from tuner.tuning.trials import read_trials
from tuner.verdict.reader import load_verdict

__all__ = ["terminal_picture", "write_picture"]

_SHARE = 0.6
"""Of the trials that are played when the picture is taken."""

_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def terminal_picture(folder: RunFolder, command: str) -> str:
    """Return the screen of a finished run as SVG, the same for the same run.

    Args:
        folder: of the run.
        command: that is shown above it.

    Raises:
        TuneError: if the run cannot be read.
        ScreenError: if it has no trials.
    """
    console = Console(
        file=io.StringIO(),
        width=COLUMNS,
        record=True,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        _environ={"TERM": "xterm-256color"},
    )
    console.print(Text(f"$ {command}", "bold"))
    show_lines(console, [f"note: {note}" for note in folder.notes()])
    console.print(screen(console, _view(folder)))
    picture = console.export_svg(title=command, unique_id="terminal")
    # A picture asks nobody for a font.
    return _FONT.sub("", picture)


def _view(folder: RunFolder) -> ScreenView:
    games = read_trials(folder.trials).get("games", [])
    number = max(1, round(_SHARE * len(games)))
    best = read_best(folder, number)
    if best is None:
        raise ScreenError(f"{folder.path} has no trials; choose a run that has some")
    study, verdict = load_study(folder.study), load_verdict(folder.verdict)
    done, amount = int(sum(games[:number])), int(sum(games))
    rate = verdict.games / verdict.seconds
    stage = StageState("search", done, amount, "games", rate, (amount - done) / rate)
    value = best.shrunken or best.value
    search = SearchView(number, len(games), value, best.trial, best.hand_set, best.curve)
    return ScreenView(f"{study.name}, {study.game.name}", (), stage, search)


def write_picture(path: Path, config: Path, runs: Path) -> None:
    """Run a study, or take what there is of it, and draw its screen into a file.

    Raises:
        TuneError: if the study fails.
    """
    screen_of(["run", str(config), "--runs", str(runs)])
    folder = run_folder(load_study(config), runs)
    path.parent.mkdir(parents=True, exist_ok=True)
    save_text(path, terminal_picture(folder, f"tune run {config.stem}"))


if __name__ == "__main__":
    write_picture(Path(sys.argv[1]), Path("configs/pressure.yaml"), Path("runs"))
