"""Write a study's formula as exports do before it is paid for, and note what they refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.errors import EngineError
from engine.link.source import LinkError
from features.codegen import formula_source
from features.heuristic import Heuristic
from tuner.config.study import Study

__all__ = ["export_notes"]


def export_notes(study: Study) -> list[str]:
    """Return a line for each language in which features of a user's own cannot be exported.

    No compiler is needed. What the package has is known to be exported, and a game that cannot be
    written in a language at all is no fault of a feature.
    """
    if not study.heuristic.extra_features:
        return []
    # Late: writing Python and C takes fifty modules, and few studies need it.
    from engine.c99.kinds import CTextError  # noqa: PLC0415

    notes = []
    for language, write in _WRITERS.items():
        try:
            write(study.game, study.heuristic)
        except (CTextError, LinkError) as error:
            notes.append(f"the formula cannot be exported to {language}: {error}")
    return notes


def _write_python(game: Any, heuristic: Heuristic) -> None:
    from engine.plain.compiler import compile_plain, plain_board_of  # noqa: PLC0415
    from engine.plain.text_library import PlainFormula  # noqa: PLC0415

    try:
        board = plain_board_of(game)
    except EngineError:
        return
    names = [one.name for one in heuristic.parameters]
    compile_plain(board, PlainFormula(formula_source(heuristic, heuristic.features), names))


def _write_c(game: Any, heuristic: Heuristic) -> None:
    from features.c_text import write_evaluation  # noqa: PLC0415

    if getattr(game, "c_layout", None) is not None:
        write_evaluation(game, heuristic)


_WRITERS: Mapping[str, Callable[[Any, Heuristic], None]] = MappingProxyType(
    {"Python": _write_python, "C": _write_c}
)
