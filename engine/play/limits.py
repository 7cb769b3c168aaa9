"""Measure how many words a game's kernels store, before anything is played with them."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.entries import STORE_WORDS
from engine.errors import EngineError
from engine.game import Game
from engine.kernels.limits import CURSOR_SLOTS, MEASURED_SLOTS, STATE_SLOTS, store_words
from engine.link.texts import CodeText
from engine.play.compiler import compile_routines
from engine.play.joined_texts import Routines, routines_text

__all__ = ["check_words", "words_text"]

_PURPOSE = "words"
_ROUTINES: Routines = {store_words: STORE_WORDS}


def check_words(game: Game[Any]) -> None:
    """Refuse a game whose position or moves take more words than kernels have room for.

    Raises:
        EngineError: if that is so.
    """
    measure, _ = compile_routines(game, _PURPOSE, _ROUTINES)
    start, board = game.pack([game.initial()]), game.memory(())
    # The second half of each row is its guard: kernels write unchecked, and nothing else is there.
    written = np.zeros((2, 2 * MEASURED_SLOTS), dtype=bool)
    # A word that is stored may be what was there before, but not both times.
    for fill in (0, 1):
        words = np.full(written.shape, fill, dtype=np.uint64)
        STORE_WORDS.call(measure.store_words_routine, board=board, start=start, words=words)
        written |= words != fill
    for row, name, most in zip(
        written, ("STATE_SLOTS", "CURSOR_SLOTS"), (STATE_SLOTS, CURSOR_SLOTS), strict=True
    ):
        used = int(row.nonzero()[0].max(initial=-1)) + 1
        if used > most:
            words_used = str(used) if used <= MEASURED_SLOTS else f"more than {MEASURED_SLOTS}"
            raise EngineError(
                f"a {name.partition('_')[0].lower()} of {game.name} takes {words_used} words, and "
                f"kernels have room for {most}; pack it into fewer, or raise {name} in "
                "engine/kernels/limits.py"
            )


def words_text(game: Game[Any]) -> CodeText:
    """Return the text of what measures the words of a game."""
    return routines_text(game, _PURPOSE, _ROUTINES)[0]
