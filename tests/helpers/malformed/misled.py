"""What people write by habit, and what to write instead."""

from __future__ import annotations

from malformed import Case

_MARKS = "numbers take a decimal point"


def _range(text: str, message: str) -> Case:
    """Another range for the first parameter."""
    return Case("{low: 0.0, high: 1.0}", text, f":5: tune.floor{message}")


def _beside(text: str, message: str) -> Case:
    """A further line of the study, before its seed."""
    return Case("seed: 1", f"{text}\nseed: 1", f":14: {message}")


def _formula(marked: str, message: str) -> Case:
    """A heuristic that is written out, with >> where the mistake is."""
    cause, cure = message.split("; ", maxsplit=1)
    place = f"column {marked.index('>>') + 1} of the text, at >> in {marked}"
    return Case(
        "heuristic: pressure",
        f"heuristic: {{formula: '{marked.replace('>>', '')}'}}",
        f":3: heuristic.formula: {cause} ({place}); {cure}",
    )


CASES = {
    # A comma ends a value in braces: {low: 0,5} is low 0, and a key 5.
    "decimal comma in braces": _range(
        "{low: 0,5, high: 1.0}", f".low: 0,5 has a comma, and {_MARKS}; write 0.5"
    ),
    "decimal comma at the end": _range(
        "{low: 0.0, high: 1,05}", f".high: 1,05 has a comma, and {_MARKS}; write 1.05"
    ),
    "decimal comma in quotes": _range(
        "{low: '-0,5', high: 1.0}", f".low: -0,5 has a comma, and {_MARKS}; write -0.5"
    ),
    "thousands": Case(
        "budget: {trials: 300, pairs: 200}",
        "budget:\n  trials: 1,000",
        f":12: budget.trials: 1,000 has a comma, and {_MARKS}; "
        "write 1000, or 1.000 if it is a fraction",
    ),
    "colon": _range(
        "{low: 1:30, high: 1.0}",
        ".low: 1:30 is a number in base 60 to some YAML readers; "
        "write one number, such as 90 or 1.5, or '1:30' with the quotes",
    ),
    "colon in quotes": _range(
        "{low: '1:30', high: 1.0}",
        ".low: '1:30' is a text, not a number; write one number, such as 90 or 1.5",
    ),
    "min for low": _range("{min: 0.0, high: 1.0}", ".min: the key is unknown; write 'low'"),
    "max for high": _range("{low: 0.0, max: 1.0}", ".max: the key is unknown; write 'high'"),
    "pairs at the top": _beside(
        "pairs: 30",
        "pairs: the key does not belong here; it belongs under budget or under conditions",
    ),
    "depth at the top": _beside(
        "depth: 3", "depth: the key does not belong here; it belongs under search"
    ),
    "plies at the top": _beside(
        "plies: 3", "plies: the key does not belong here; it belongs under openings"
    ),
    "formula beside the preset": _beside(
        "formula: moves(own)", "formula: the key does not belong here; it belongs under heuristic"
    ),
    "seed in the budget": Case(
        "budget: {trials: 300, pairs: 200}",
        "budget: {trials: 300, seed: 2}",
        ":11: budget.seed: the key does not belong here; it belongs at the top level",
    ),
    "default in a range": _range(
        "{low: 0.0, high: 1.0, default: 0.5}",
        ".default: the key does not belong here; it belongs under heuristic.parameters or under "
        "heuristic.tables",
    ),
    "parameter beside the formula": Case(
        "heuristic: pressure",
        "heuristic: {formula: a, a: {default: 1, low: 0, high: 2}}",
        ":3: heuristic.a: a parameter does not belong here; it belongs under parameters",
    ),
    "no random plies": Case(
        "openings: {plies: 4}",
        "openings: {plies: 0}",
        ":10: openings.plies: 0 plies leave one opening, the empty board; give 2 to 6, as usual",
    ),
    "own_moves": _formula(">>own_moves - 1", "unknown name 'own_moves'; write moves(own)"),
    "opp_moves": _formula("1 - >>opp_moves", "unknown name 'opp_moves'; write moves(opp)"),
    "my_moves": _formula(
        ">>my_moves()", "unknown feature or function 'my_moves'; write moves(own)"
    ),
    "own_distance": _formula(">>own_distance", "unknown name 'own_distance'; write distance()"),
    "quotient without a fraction": _formula(
        "moves(own) >>// 2",
        "this operator is not allowed; for a quotient without its fraction write floor(a / b); "
        "known: + - * / % **",
    ),
    "digits after the point": _formula(
        ">>round(moves(own), 1)", "wrong number of arguments (2); write round(x)"
    ),
    # What would take long to read, to compile or to search.
    "too many parameters": Case(
        "heuristic: pressure",
        "heuristic:\n  formula: p1\n  parameters: {"
        + ", ".join(f"p{number}: {{default: 1, low: 0, high: 2}}" for number in range(101))
        + "}",
        ":5: heuristic.parameters: 101 parameters are more than any search can tune; "
        "give at most 100",
    ),
    "too many arguments": Case(
        "heuristic: pressure",
        "heuristic: {formula: 'max(1" + ", 2" * 500 + ")'}",
        ":3: heuristic.formula: 502 numbers, names and operations take too long to compile; "
        "write at most 500, or a feature of your own",
    ),
    "branches of branches": Case(
        "heuristic: pressure",
        "heuristic:\n  parameters: {a: {default: 1, low: 0, high: 2}}\n"
        "  where:\n    t0: moves(own)\n"
        + "".join(
            f"    t{n}: t{n - 1} if a > {n} else t{n - 1} if a > 1 else 0\n" for n in range(1, 9)
        )
        + "  formula: t8",
        ":15: heuristic.formula: its kernel is longer than 500 lines; use fewer terms that hold "
        "conditionals inside other terms' conditionals",
    ),
    "a thousand unknown keys": Case(
        "seed: 1",
        "seed: 1\n" + "".join(f"k{number}: 1\n" for number in range(1000)),
        ":15: k0: the key is unknown; known: name, game, heuristic, variant, tune, search, "
        "baselines, against, objective, warm_start, openings, budget, sampler, pruner, selection, "
        "seed, ablation, storage, conditions, verdict (and 999 more mistakes in this file)",
    ),
}
