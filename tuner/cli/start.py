"""Begin the installed command: from here on Ctrl-C gives one line, during imports, too.

SIGTERM, and SIGHUP of a terminal that is closed, do what Ctrl-C does: the first one lets the
command end well, the second one ends it at once.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress
from threading import Event, Thread, Timer, main_thread
from types import FrameType

__all__ = ["main"]

_DEFAULTS = (signal.SIG_DFL, signal.default_int_handler)

_INTERRUPTED = 130

_OBJECTS = 100_000
"""So many more objects than before let Python look for garbage; Python 3.11 itself does at 700."""

_SOON = 0.05
"""Seconds until an interrupt that got lost is raised again."""

_DEAF = 0.5
"""Seconds in which the main thread has to heed an interrupt; a compiler may not let it."""

_HEARD = Event()
"""Whether the main thread has heeded the last interrupt."""


def main() -> None:
    """Run the command line."""
    _open_standard_files()
    signals = _heeded()
    for number in signals:
        signal.signal(number, _leave)
    # A start makes fewer objects than that and leaves no garbage, which took a tenth to find out.
    gc.set_threshold(_OBJECTS)
    # To look for plugins pydantic reads the files of all packages that are installed.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Late: these imports are what takes time.
    from tuner.cli.app import goes_on, interrupted_text
    from tuner.cli.app import main as run_command

    for number in signals:
        signal.signal(number, _interrupt)
    sys.unraisablehook = _stop_anew
    _watch_main_thread(interrupted_text(), goes_on())
    try:
        run_command()
    except SystemExit as end:
        if end.code == _INTERRUPTED:
            _end_without_taking_apart()
        raise
    finally:
        # Python looks for garbage on its way out, which takes a third of a second after Numba.
        gc.freeze()


def _heeded() -> list[signal.Signals]:
    """Return the signals that stop the command; whoever was started to ignore one goes on so."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    known = [signal.Signals[name] for name in names if name in signal.Signals.__members__]
    return [number for number in known if signal.getsignal(number) in _DEFAULTS]


def _open_standard_files() -> None:
    """Open standard input, output and error to nowhere where the command was started without one.

    Else the next files that are opened, such as a ledger, would get their numbers, and whatever is
    written to standard error would be written into them.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free is this one.
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w"))


def _watch_main_thread(text: str, keeps: bool) -> None:
    """End the command where the main thread cannot heed an interrupt and nothing can be lost.

    Args:
        text: what is said then.
        keeps: whether the command keeps games. Then a compiler must be what the main thread is in;
            anything else, such as a file that is written, comes to its end.
    """
    # Elsewhere only sockets can be told of signals.
    if sys.platform == "win32":
        return
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    Thread(target=_leave_if_deaf, args=(told, text, keeps), daemon=True).start()


def _leave_if_deaf(told: int, text: str, keeps: bool) -> None:
    from engine.link.compiling import is_compiling  # the command has imported it

    deaf = False
    while number := os.read(told, 1):
        if signal.getsignal(number[0]) is not _interrupt or _HEARD.wait(_DEAF):
            deaf = False
        elif not keeps or is_compiling(main_thread().ident):
            _leave_saying(text)
        elif deaf:
            # The second signal ends the command at once, whatever it does.
            _leave(number[0], None)
        else:
            deaf = True


def _end_without_taking_apart() -> None:
    """End as Python does, but leave objects as they are: compilers may have been in their midst."""
    for file in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            file.flush()
    atexit._run_exitfuncs()
    os._exit(_INTERRUPTED)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """Let the command end well; the next signal ends it at once."""
    _HEARD.set()
    for number in _heeded_here():
        signal.signal(number, _leave)
    raise KeyboardInterrupt


def _stop_anew(lost: sys.UnraisableHookArgs) -> None:
    """Stop the command anew where Python dropped an interrupt, as it does in a `__del__`."""
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    _HEARD.clear()
    for number in signal.Signals:
        if signal.getsignal(number) is _leave:
            signal.signal(number, _interrupt)
    # To the main thread, which may be waiting: a signal of another thread does not wake it.
    Timer(_SOON, signal.pthread_kill, [main_thread().ident, signal.SIGINT]).start()


def _heeded_here() -> list[signal.Signals]:
    return [number for number in signal.Signals if signal.getsignal(number) is _interrupt]


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """End at once: an exception in the middle of an import may be swallowed, or shown in full."""
    _leave_saying("interrupted")


def _leave_saying(text: str) -> None:
    # The terminal may be gone.
    with suppress(OSError):
        if sys.stderr.isatty():
            # A progress bar hides the cursor.
            sys.stderr.write("\x1b[?25h\n")
        sys.stderr.write(f"error: {text}\n")
        sys.stderr.flush()
    os._exit(_INTERRUPTED)
