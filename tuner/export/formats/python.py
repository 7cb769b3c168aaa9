"""Write the exported formula as one module of plain Python, for the programs of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.plain.frame import PlainFrame, plain_frame_of
from tuner.export.exported_run import ExportedRun, read_exported_run
from tuner.export.format import Format
from tuner.export.plain.about import about_run, paragraphs
from tuner.export.plain.evaluation import module_body
from tuner.export.plain.leaf_cost import Leaves, cost_sentence, leaf_costs
from tuner.matches.agent import Agent
from tuner.tuning.run_folder import RunFolder

__all__ = ["FORMAT", "module_text"]

_NAME = "python"

_MAIN = """

EXAMPLE = "{example}"

if __name__ == "__main__":
    import sys

    text = sys.argv[1] if len(sys.argv) > 1 else EXAMPLE
    try:
        shown = position_of(text)
    except ValueError as error:
        sys.exit("error: %s" % error)
    print(text.replace("/", "\\n"))
    for seen_by in (1, 2):
        print("player %d sees %r" % (seen_by, score(shown, seen_by)))
"""


def _files(folder: RunFolder) -> dict[str, str]:
    return {"heuristic.py": module_text(read_exported_run(folder))}


def module_text(run: ExportedRun) -> str:
    """Return the module of a run. It needs Python 3.10 or later, and nothing else.

    Raises:
        EngineError: if the game or a feature cannot be written in plain Python.
    """
    frame = plain_frame_of(run.game)
    main = _MAIN.format(example=frame.example)
    return "\n".join([_docstring(run, frame), module_body(run.game, run.exported).rstrip(), main])


def _leaves(game: Any) -> Leaves:
    """Return what evaluates positions as the module does, without the way from text to sets."""

    def leaves(agent: Agent, positions: Sequence[Any]) -> Callable[[], None]:
        module: dict[str, Any] = {}
        exec(module_body(game, agent), module)
        evaluate = module["evaluate"]
        # What `value` hands on is what a search keeps, too.
        module["evaluate"] = lambda *items: items
        texts = [game.format_position(position) for position in positions]
        kept = [module["value"](module["position_of"](text), 1) for text in texts]

        def run_through() -> None:
            for items in kept:
                evaluate(*items)

        return run_through

    return leaves


def _docstring(run: ExportedRun, frame: PlainFrame) -> str:
    first = f"Evaluate positions of {run.game.name} with the heuristic of the study '{run.name}'."
    usage = (
        "`value(position_of(rows), player)` is the value of a position for a player, 1 or 2; "
        "`score` looks for finished games first. It needs Python 3.10 or later."
    )
    texts = [
        first,
        usage,
        *about_run(run, _NAME, frame),
        cost_sentence(leaf_costs(run, _leaves(run.game))),
    ]
    text = paragraphs(texts).replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{text}\n"""\n'


FORMAT = Format("one module of plain Python: the formula over a plain board", _files)
