"""Files whose parts do not fit together, or that name what does not exist."""

from __future__ import annotations

from malformed import Case

_TUNE = "tune:\n  floor: {low: 0.0, high: 1.0}\n  distance_weight: {low: -1.0, high: 2.0}"


def _parameter(text: str, message: str) -> Case:
    """Another range for the first parameter."""
    return Case("{low: 0.0, high: 1.0}", text, f":5: tune.floor{message}")


def _agent(text: str, message: str) -> Case:
    """A list with one baseline."""
    return Case("baselines: udacity-2017-02", f"baselines:\n- {text}", f":9: baselines[0]{message}")


def _own(text: str, message: str) -> Case:
    """A heuristic that is written out, with the parameter `a`, in line 3."""
    parameters = "parameters: {a: {default: 1, low: 0, high: 2}}"
    return Case(
        "heuristic: pressure", f"heuristic: {{{parameters}, {text}}}", f":3: heuristic{message}"
    )


CASES = {
    "unknown game": Case(
        "game: isolation",
        "game: isolatoin",
        ":2: game: unknown game 'isolatoin'; did you mean 'isolation'? "
        "known: isolation, isolation-HxW, pentago",
    ),
    "board too small": Case(
        "game: isolation",
        "game: isolation-2x7",
        ":2: game: an Isolation board of 2x7 is not supported; "
        "both sides have at least 3 squares and the board at most 128",
    ),
    "password in a name": Case(
        "game: isolation",
        "game: postgresql://ann:sec@ret@host/db",
        ":2: game: unknown game 'postgresql://...@host/db'; "
        "known: isolation, isolation-HxW, pentago",
    ),
    "unknown variant": Case(
        "heuristic: pressure",
        "heuristic: weighted_center:as_printed",
        ":3: heuristic: unknown preset 'weighted_center:as_printed'; "
        "did you mean 'weighted_center:as_written'? "
        "known: weighted_center:as_described, weighted_center:as_written",
    ),
    "unknown variant beside the name": Case(
        "heuristic: pressure",
        "heuristic: weighted_center\nvariant: as_printed",
        ":4: variant: unknown preset 'weighted_center:as_printed'; "
        "did you mean 'weighted_center:as_written'? "
        "known: weighted_center:as_described, weighted_center:as_written",
    ),
    "variant twice": Case(
        "heuristic: pressure",
        "heuristic: weighted_center:as_written\nvariant: as_written",
        ":4: variant: 'weighted_center:as_written' names a variant already; remove one of them",
    ),
    "heuristic file that is not there": Case(
        "heuristic: pressure",
        "heuristic: no_such_file.yaml",
        ":3: heuristic: {folder}/no_such_file.yaml: there is no such file; check the path",
    ),
    "nothing to tune": Case(
        "heuristic: pressure",
        "heuristic: improved",
        ":3: heuristic: heuristic 'improved' has no parameters to tune; choose one that has",
    ),
    "formula that cannot be read": _own(
        "formula: a * moves(me)",
        ".formula: 'moves' needs a side (column 5 of the text, at >> in a * "
        ">>moves(me)); write moves(own) or moves(opp)",
    ),
    "term that cannot be read": _own(
        "where: {w: 0 < a < 1}, formula: w",
        ".where.w: a chain of comparisons is not allowed (column 1 of the text, "
        "at >> in >>0 < a < 1); write a < b and b < c",
    ),
    "parameter named as a feature": Case(
        "heuristic: pressure",
        "heuristic: {parameters: {moves: {default: 1, low: 0, high: 2}}, formula: moves}",
        ":3: heuristic.parameters.moves: the name is taken by a feature of the game; rename it",
    ),
    "default outside its range": Case(
        "heuristic: pressure",
        "heuristic: {parameters: {a: {default: 3, low: 0, high: 2}}, formula: a}",
        ":3: heuristic.parameters.a: default 3 is outside 0 to 2; widen it",
    ),
    "own features that are not there": _own(
        "formula: a, features: [no_such_file.py]",
        ".features[0]: {folder}/no_such_file.py: No such file or directory; "
        "give the path of a Python file",
    ),
    "unknown parameter": Case(
        "  floor:",
        "  flor:",
        ":5: tune.flor: heuristic 'pressure' has no parameter 'flor'; "
        "did you mean 'floor'? known: floor, distance_weight",
    ),
    "parameter twice in a list": Case(
        _TUNE,
        "tune: [floor, floor]",
        ":4: tune[1]: parameter 'floor' is listed twice; remove one",
    ),
    "empty list of parameters": Case(
        _TUNE, "tune: []", ":4: tune: the list is empty; write at least one entry"
    ),
    "bounds the wrong way round": _parameter(
        "{low: 1.0, high: 0.0}", ".low: low 1 is not below high 0; swap or widen them"
    ),
    "hand-set value below the range": _parameter(
        "{low: 0.5}",
        ".low: the hand-set value 0.3 is outside 0.5 to 1, so trial 0 could not be played; "
        "widen the range to include 0.3",
    ),
    "hand-set value above the range": _parameter(
        "{low: 0.0, high: 0.2}",
        ".high: the hand-set value 0.3 is outside 0 to 0.2, so trial 0 could not be played; "
        "widen the range to include 0.3",
    ),
    "log scale from 0": _parameter(
        "{log: true}", ".log: a log scale cannot begin at 0; give a low above 0, or remove log"
    ),
    "integer range with a fraction": _parameter(
        "{low: 0.1, integer: true}",
        ".low: an integer range has a low of 0.1; use whole numbers, or remove integer",
    ),
    "integer range, hand-set value with a fraction": _parameter(
        "{integer: true}",
        ".integer: an integer range has a hand-set value of 0.3; "
        "use whole numbers, or remove integer",
    ),
    "range too wide": _parameter(
        "{low: -1e308, high: 1e308}", ".low: -1e+308 to 1e+308 is too wide; narrow it"
    ),
    "unknown set of baselines": Case(
        "udacity-2017-02",
        "published",
        ":8: baselines: unknown set of baselines 'published'; "
        "known: pentago-classic, udacity-2017-02, udacity-2017-06, udacity-9x11",
    ),
    "baseline without a heuristic": _agent(
        "{name: A, search: {algorithm: greedy}}",
        ".heuristic: a baseline that searches by greedy needs a heuristic; "
        "add 'heuristic: improved', for example",
    ),
    "baseline with a wrong limit": _agent(
        "{name: A, heuristic: open, search: {algorithm: minimax, depth: 0}}",
        ".search.depth: 0 is too small; give at least 1",
    ),
    "baseline with an unknown value": _agent(
        "{name: A, heuristic: mirror, values: {floor: 1}, search: {algorithm: greedy}}",
        ".values.floor: heuristic 'mirror' has no parameter 'floor'; known: distance_weight",
    ),
    "baseline without weight": _agent(
        "{name: A, search: {algorithm: random}, weight: 0}",
        ".weight: 0.0 is too small; give a number above 0",
    ),
    "variant of nothing": _agent(
        "{name: A, variant: as_written, search: {algorithm: random}}",
        ".variant: only presets have variants; name one as heuristic",
    ),
    "two baselines of one name": Case(
        "baselines: udacity-2017-02",
        "baselines:\n- {name: A, search: {algorithm: random}}\n"
        "- {name: A, heuristic: open, search: {algorithm: greedy}}",
        ":10: baselines[1].name: there is another agent 'A'; rename one of them",
    ),
    "opening as long as the game": Case(
        "plies: 4",
        "plies: 49",
        ":10: openings.plies: 49 plies fill the board of isolation-7x7; "
        "give at most 48; 2 to 6 are usual",
    ),
}
