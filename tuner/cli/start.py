"""Begin the installed command: from here on Ctrl-C gives one line, during imports, too."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    # Whoever was started with Ctrl-C ignored goes on ignoring it.
    listening = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if listening:
        signal.signal(signal.SIGINT, _leave)
    # Late: these imports are what takes time.
    from tuner.cli.app import main as run_command

    if listening:
        signal.signal(signal.SIGINT, _interrupt)
    run_command()


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """Let the command end well; the next Ctrl-C ends it at once."""
    signal.signal(signal.SIGINT, _leave)
    raise KeyboardInterrupt


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """End at once: an exception in the middle of an import may be swallowed, or shown in full."""
    if sys.stderr.isatty():
        # A progress bar hides the cursor.
        sys.stderr.write("\x1b[?25h\n")
    sys.stderr.write("error: interrupted\n")
    sys.stderr.flush()
    os._exit(130)
