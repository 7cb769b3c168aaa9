"""Write the exported evaluation as one C99 file, for engines that are written in C."""

from __future__ import annotations

import re

from engine.c99.lines import comment
from features.c_text import CEvaluation, write_evaluation
from tuner.export.c_cost import FLAGS, INCLUDES, c_cost_sentence, value_lines
from tuner.export.exported_run import ExportedRun, read_exported_run
from tuner.export.format import Format
from tuner.export.plain.about import formula_text, values_text
from tuner.tuning.run_folder import RunFolder

__all__ = ["FORMAT", "c_file"]

_RULES = (
    "View: the value is that of the position as own sees it, whoever is to move; higher is better "
    "for own. The agent takes the side that searches for own at every leaf, and negates the value "
    "where the other side is to move. From the view of the side to move it may be another "
    "evaluation, for it need not be the negative of the opponent's value.",
    "Finished games: evaluate() does not know that a game is over. {ends} Ask your rules first, "
    "and return a number there that is beyond every evaluation; a value may be infinite, so "
    "clamp it between your lost and won ones.",
    "Ties: the agent takes one at random of the moves whose values are the best. Values that "
    "differ by nothing but rounding, less than a part in 1e11, are equal.",
)


def _files(folder: RunFolder) -> dict[str, str]:
    run = read_exported_run(folder)
    name, text = c_file(run, c_cost_sentence(run))
    return {name: text}


def c_file(run: ExportedRun, cost: str = "") -> tuple[str, str]:
    """Return the name and the text of a run's file, with what a leaf costs in its head.

    Raises:
        CTextError: if the game does not say how C sees its positions, or C might have another
            value for a feature.
    """
    name = re.sub(r"\W+", "_", run.name, flags=re.ASCII)
    # A name of C begins with a letter.
    name = f"study_{name}" if name[0].isdigit() else name
    evaluation = write_evaluation(run.game, run.exported.heuristic)
    demo = f"{name.upper()}_MAIN"
    parts = (
        comment(
            [*_head(run, evaluation), *([cost] if cost else []), "", *_usage(demo, f"{name}.c")]
        ),
        INCLUDES,
        _values(run, evaluation),
        evaluation.text,
        "/* The number of a square, for sets and pieces. */\n" + evaluation.layout.square_function,
        _demo(demo, evaluation),
    )
    return f"{name}.c", "\n".join(part for part in parts if part)


def _head(run: ExportedRun, evaluation: CEvaluation) -> list[str]:
    layout = evaluation.layout
    arguments = ", ".join(f"{one.kind.c_name} {one.name}" for one in layout.arguments)
    return [
        f"{run.name}: an evaluation of {run.game.name}, made by",
        f"    {run.command('c')}",
        f"from the study with the digest {run.digest}.",
        "",
        run.sentence,
        f"The search that it was tuned for: {run.exported.search}. With another depth or clock the "
        "verdict may be another one.",
        f"Formula: {formula_text(run.exported)}",
        *values_text(run).split("\n"),
        "",
        f"double evaluate({arguments})",
        *(f"    {one.name}: {one.meaning}." for one in layout.arguments),
        *layout.squares,
        "",
        *(rule.format(ends=layout.ends) for rule in _RULES),
    ]


def _usage(demo: str, file: str) -> list[str]:
    return [
        f"A demonstration: cc {' '.join(FLAGS)} -D{demo} {file} -lm",
        "Do without -ffast-math: infinities and NaN have a meaning here.",
    ]


def _values(run: ExportedRun, evaluation: CEvaluation) -> str:
    lines = value_lines(evaluation, run.exported.values)
    title = "The tuned values." if run.exported.name == "tuned" else "The hand-set values."
    return comment([title]) + "".join(lines) if lines else ""


def _demo(macro: str, evaluation: CEvaluation) -> str:
    layout = evaluation.layout
    return (
        f"#ifdef {macro}\n"
        "#include <stdio.h>\n\n"
        f"{comment([f'Print the value of one position: {layout.example_text}.'])}"
        "int main(void)\n"
        "{\n"
        f'    printf("%.17g\\n", evaluate({", ".join(layout.example)}));\n'
        "    return 0;\n"
        "}\n"
        "#endif\n"
    )


FORMAT = Format("an evaluation in C99, for an engine that is written in C", _files)
