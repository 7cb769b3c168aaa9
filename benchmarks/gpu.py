"""Check a GPU's games against the CPU's, then measure games a second by depth.

One command in a checkout for those who have a GPU: `python -m benchmarks.gpu`. It takes up to
three minutes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

__all__ = ["main"]

_MOST_GAMES = 1 << 20
_FEWEST_LAUNCHES = 6
"""`benchmarks.medians` says no interval of fewer."""

_CURE = "type in the checkout: pip install -c constraints.txt -e '.[cuda]'"


def _number_from(least: int) -> Callable[[str], int]:
    """Return what reads a whole number from a command line that is at least so large."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} on")
        return int(text)

    return number


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    one, several = _number_from(1), _number_from(_FEWEST_LAUNCHES)
    parser.add_argument("--games", type=one, default=10_000, help="games that are compared")
    parser.add_argument("--depths", type=one, nargs="*", default=(1, 3, 5, 7))
    launches = f"of a depth, {_FEWEST_LAUNCHES} or more"
    parser.add_argument("--launches", type=several, default=9, help=launches)
    parser.add_argument("--most", type=one, default=_MOST_GAMES, help="games of a launch")
    parser.add_argument("--threads", type=one, default=2, help="of the CPU")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Print each line as soon as it is known; return the exit status, 2 where there is no GPU."""
    asked = _asked(words)
    try:
        # Late: whoever has not installed them yet is told how.
        from benchmarks.gpu_games import Extent, lines  # noqa: PLC0415
        from engine.errors import TuneError  # noqa: PLC0415
    except ModuleNotFoundError as error:
        print(f"error: {error.name} is not installed; {_CURE}", file=sys.stderr)
        return 2
    try:
        for line in lines(Extent(**vars(asked))):
            print(line, flush=True)
    except TuneError as error:
        cure = f"; {_CURE}" if error.hint == "cuda extra" else ""
        print(f"error: {error}{cure}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    # `python benchmarks/gpu.py` looks for modules beside the file, and they are a folder above.
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    sys.exit(main())
