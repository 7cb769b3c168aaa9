"""Compile what games of several formulas need in two processes at once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from engine.errors import EngineError
from engine.game import Game
from engine.link import machine_file
from engine.link.code import load_code
from engine.link.compiling import say_compiling
from engine.link.elsewhere import compile_elsewhere, expect_nothing_more
from engine.link.joining import FormulaKernels
from engine.link.texts import CHARACTERS, CodeText
from engine.play.compiler import NOTHING
from engine.play.joined_texts import chooser_texts, driver_text, values_text
from engine.play.limits import words_text

__all__ = ["compile_together"]

_PROCESSES = 2


def compile_together(
    game: Game[Any],
    formulas: Sequence[FormulaKernels],
    valued: Sequence[FormulaKernels],
    later: Sequence[FormulaKernels] = (),
) -> None:
    """Compile what the first games of a game need, if little of that is kept.

    Another process takes the driver, the values and half of the choosers, which this one will wait
    for where it needs them, and behind these what is needed later. What cannot be compiled is left
    to whoever asks for it, who is told.

    Args:
        game: the rules and the board.
        formulas: of those who play.
        valued: of those whose values people see.
        later: of those who play when all others have played.
    """
    if (os.cpu_count() or 1) < _PROCESSES:
        return
    try:
        driver = driver_text(game)
        if machine_file.are_kept(driver):
            return
        here = _missing([text for one in (NOTHING, *formulas) for text in _texts(game, one)])
        if len(here) < _PROCESSES:
            # One part alone is compiled before another process has begun.
            return
        values = [values_text(game, one.as_written)[0] for one in valued]
        middle = (len(here) + 1) // 2
        written = sum(len(text.text) for text in here)
        say_compiling(f"the search of {game.name}", (written + len(driver.text)) / CHARACTERS)
        last = _missing([text for one in later for text in _texts(game, one)])
        there = [words_text(game), driver, *_missing(values), *here[middle:], *last]
        compile_elsewhere([text for text in there if text not in here[:middle]])
        for text in here[:middle]:
            load_code(text)
    except EngineError:
        return
    finally:
        expect_nothing_more()


def _texts(game: Game[Any], formula: FormulaKernels) -> tuple[CodeText, ...]:
    return chooser_texts(game, formula)[0]


def _missing(texts: Sequence[CodeText]) -> list[CodeText]:
    """Return the texts of which no machine code is kept, each once."""
    return [text for text in dict.fromkeys(texts) if not machine_file.are_kept(text)]
