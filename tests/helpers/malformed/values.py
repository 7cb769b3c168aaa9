"""Values of the wrong kind or outside their bounds, unknown and missing keys."""

from __future__ import annotations

from malformed import Case
from tuner.samplers.table import SAMPLERS

CASES = {
    "no without quotes": Case(
        "name: pressure",
        "name: no",
        ":1: name: no without quotes means false to some YAML readers; "
        "write false, or 'no' with the quotes where it is a name",
    ),
    "date": Case(
        "name: pressure",
        "name: 2017-02-01",
        ":1: name: 2017-02-01 is a date to some YAML readers; write '2017-02-01' with the quotes",
    ),
    "number for a name": Case(
        "name: pressure", "name: 7", ":1: name: 7 is not a text; put it in quotes if it is a name"
    ),
    "leading zero": Case(
        "seed: 1",
        "seed: 010",
        ":14: seed: 010 with a leading zero is octal to some YAML readers; "
        "write 10, or put it in quotes where it is a text",
    ),
    "not a number": Case(
        "{low: 0.0, high: 1.0}",
        "{low: .nan, high: 1.0}",
        ":5: tune.floor.low: .nan is not a finite number; give a finite number",
    ),
    "infinite": Case(
        "{low: 0.0, high: 1.0}",
        "{low: 0.0, high: 1e999}",
        ":5: tune.floor.high: 1e999 is too large to be a finite number; give a finite number",
    ),
    "number in quotes": Case(
        "{low: 0.0, high: 1.0}",
        "{low: '1e-3', high: 1.0}",
        ":5: tune.floor.low: '1e-3' is a text, not a number; remove the quotes: 1e-3",
    ),
    "infinity in quotes": Case(
        "{low: 0.0, high: 1.0}",
        "{low: 0.0, high: '.inf'}",
        ":5: tune.floor.high: '.inf' is a text, not a number; give a finite number",
    ),
    "word for a number": Case(
        "seed: 1", "seed: one", ":14: seed: 'one' is a text, not a number; give a number"
    ),
    "true for a number": Case(
        "seed: 1", "seed: true", ":14: seed: true is not a number; give a number"
    ),
    "number for true": Case(
        "{low: 0.0, high: 1.0}",
        "{log: 1}",
        ":5: tune.floor.log: 1 is not true or false; write true or false",
    ),
    "fraction for a whole number": Case(
        "trials: 300",
        "trials: 300.5",
        ":11: budget.trials: 300.5 is not a whole number; give a whole number",
    ),
    "nothing behind a key": Case(
        "budget: {trials: 300, pairs: 200}",
        "budget:",
        ":11: budget: no value is given; write one, or remove the key",
    ),
    "number for a mapping": Case(
        "openings: {plies: 4}",
        "openings: 4",
        ":10: openings: 4 is not a mapping; write it as 'key: value' lines below this key",
    ),
    "list for a heuristic": Case(
        "heuristic: pressure",
        "heuristic: [pressure]",
        ":3: heuristic: a list does not fit here; "
        "name a preset or a YAML file, or write parameters and formula",
    ),
    "misspelt key": Case(
        "trials: 300",
        "trails: 300",
        ":11: budget.trails: the key is unknown; did you mean 'trials'? "
        "known: trials, pairs, finalists, final_pairs, verdict_pairs",
    ),
    "misspelt key that is needed": Case(
        "game: isolation",
        "gmae: isolation",
        ":2: gmae: the key is unknown; did you mean 'game'? known: name, game, heuristic, "
        "variant, tune, search, baselines, against, objective, warm_start, openings, budget, "
        "sampler, pruner, selection, seed, ablation, "
        "storage, conditions, verdict (and 1 more mistake in this file)",
    ),
    "time limit in quotes": Case(
        "depth: 3",
        "time_ms: '150'",
        ":7: search.time_ms: '150' is a text, not a number; remove the quotes: 150",
    ),
    "misspelt key of a stage": Case(
        "{algorithm: alphabeta, depth: 3}",
        "{algorithm: staged, switch_ply: 9, first: {algorithm: greedy, deep: 3}}",
        ":7: search.first.deep: the key is unknown; did you mean 'depth'? known: algorithm, "
        "depth, nodes, time_ms, switch_ply, first, then, otherwise, ties, gives_up",
    ),
    "name for a stage": Case(
        "{algorithm: alphabeta, depth: 3}",
        "{algorithm: staged, switch_ply: 9, first: greedy}",
        ":7: search.first: 'greedy' is not a mapping; write it as 'key: value' lines below this "
        "key",
    ),
    "missing key": Case(
        "game: isolation\n", "", ":1: game: the key is missing; add 'game: isolation', for example"
    ),
    "missing key below another": Case(
        "{algorithm: alphabeta, depth: 3}",
        "{depth: 3}",
        ":7: search.algorithm: the key is missing; add 'algorithm: alphabeta', for example",
    ),
    "no trials": Case(
        "trials: 300", "trials: 0", ":11: budget.trials: 0 is too small; give at least 1"
    ),
    "too few pairs for a verdict": Case(
        "pairs: 200",
        "verdict_pairs: 1",
        ":11: budget.verdict_pairs: 1 is too small; give at least 16",
    ),
    "more pairs than anybody plays": Case(
        "pairs: 200",
        "pairs: 1e12",
        ":11: budget.pairs: 1000000000000 is too large; give at most 10000000",
    ),
    "several errors": Case(
        "{trials: 300, pairs: 200}",
        "{trials: 0, pairs: -1}",
        ":11: budget.trials: 0 is too small; give at least 1. Also budget.pairs: -1 is too small; "
        "give at least 1",
    ),
    "two errors of a sequential verdict": Case(
        "seed: 1",
        "seed: 1\nverdict: {sprt: [0], cap: 1}",
        ":15: verdict.sprt: a test is of two Elo differences, not 1; write two, such as [0, 5]. "
        "Also verdict.cap: 1 is too small; give at least 16",
    ),
    "two errors on a line and one below": Case(
        "{trials: 300, pairs: 200}\n",
        "{trials: 0, pairs: -1}\nverdict: {cap: 1}\n",
        ":11: budget.trials: 0 is too small; give at least 1. Also budget.pairs: -1 is too small; "
        "give at least 1 (and 2 more mistakes in this file)",
    ),
    "negative seed": Case("seed: 1", "seed: -1", ":14: seed: -1 is too small; give at least 0"),
    "seed beyond 63 bits": Case(
        "seed: 1",
        "seed: 9223372036854775808",
        ":14: seed: 9223372036854775808 is too large; give at most 9223372036854775807",
    ),
    "unknown sampler": Case(
        "sampler: tpe",
        "sampler: cmaess",
        ":12: sampler: unknown sampler 'cmaess'; did you mean 'cmaes'? "
        f"known: {', '.join(SAMPLERS)}",
    ),
    "a switch for a pruner": Case(
        "pruner: none",
        "pruner: true",
        ":13: pruner: true is no name of a pruner; known: none, paired",
    ),
    "a switch for a sampler": Case(
        "sampler: tpe",
        "sampler: true",
        ":12: sampler: true does not fit here; name a sampler ("
        f"{', '.join(SAMPLERS)}), or its name and its batch",
    ),
    "pruner of another program": Case(
        "pruner: none",
        "pruner: median",
        ":13: pruner: unknown pruner 'median'; known: none, paired",
    ),
    "objective of later": Case(
        "objective: score",
        "objective: elo",
        ":9: objective: objective 'elo' is not available yet; use score, worst or accuracy",
    ),
    "password in the wrong place": Case(
        "seed: 1",
        "seed: postgresql://ann:secret@host/db",
        ":14: seed: 'postgresql://...@host/db' is a text, not a number; give a number",
    ),
    "name with a folder in it": Case(
        "name: pressure",
        "name: ../pressure",
        ":1: name: '../pressure' cannot be the name of a folder; "
        "use up to 64 letters, digits, '-', '_' and '.', a letter or digit first",
    ),
    "enormous weights": Case(
        "baselines: udacity-2017-02",
        "baselines:\n"
        "- {name: a, search: {algorithm: random}}\n"
        "- {name: b, search: {algorithm: random}, weight: 1.0e308}",
        ":10: baselines[1].weight: 1e+308 is too large; give at most 1000000",
    ),
}
