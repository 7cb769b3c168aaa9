"""Files that are not YAML, or more YAML than a configuration needs."""

from __future__ import annotations

from malformed import Case

CASES = {
    "tab in the indentation": Case(
        "  floor:", "\tfloor:", ":5: a tab in the indentation; indent with spaces"
    ),
    "tab between the words": Case(
        "seed: 1", "seed:\t1", ":14: not valid YAML: a tab between the words; use spaces"
    ),
    "space that is none": Case(
        "seed: 1", "seed:\u00a01", ":14: the character U+00A0 cannot be seen; remove it"
    ),
    "line without a colon": Case(
        "seed: 1", "seed 1", ":14: not valid YAML: a line without ':'; write it as 'key: value'"
    ),
    "colon in a text": Case(
        "name: pressure",
        "name: pressure: one",
        ":1: not valid YAML: a ':' where no key can stand; check the indentation, and put a text "
        "that holds ': ' in quotes",
    ),
    "indentation too deep": Case(
        "seed: 1",
        " seed: 1",
        ":14: not valid YAML: a ':' where no key can stand; check the indentation, and put a text "
        "that holds ': ' in quotes",
    ),
    "indentation between two levels": Case(
        "  distance_weight:",
        " distance_weight:",
        ":6: not valid YAML: the indentation does not fit; align the keys of a mapping",
    ),
    "brace never closed": Case(
        "budget: {trials: 300, pairs: 200}",
        "budget: {trials: 300, pairs: 200",
        ":11: not valid YAML: a '{' is never closed; close it with '}'",
    ),
    "bracket never closed": Case(
        "seed: 1",
        "seed: [1",
        ":14: not valid YAML: a '[' is never closed; close the list with ']'",
    ),
    "quote never closed": Case(
        "seed: 1", "seed: '1", ":14: not valid YAML: a quote is never closed; close the quote"
    ),
    "text behind a quote": Case(
        "seed: 1",
        "seed: '1' 2",
        ":14: not valid YAML: a text after the end of the value; "
        "remove it, or put the whole value in quotes",
    ),
    "special character in front": Case(
        "game: isolation",
        "game: @isolation",
        ":2: not valid YAML: a text begins with a special character; put it in quotes",
    ),
    "key twice": Case(
        "seed: 1",
        "seed: 1\nseed: 2",
        ":15: seed: the key stands here and in line 14; keep one of them",
    ),
    "key twice below another": Case(
        "{trials: 300, pairs: 200}",
        "{trials: 300, trials: 200}",
        ":11: budget.trials: the key stands here and in line 11; keep one of them",
    ),
    "anchor": Case(
        "openings: {plies: 4}",
        "openings: &four {plies: 4}",
        ":10: openings: '&four' is an anchor of YAML; remove it, and write the value out",
    ),
    "alias": Case(
        "seed: 1", "seed: *four", ":14: seed: '*four' is an alias of YAML; write the value out"
    ),
    "merge key": Case(
        "seed: 1", "<<: {seed: 1}", ":14: '<<' is a merge key of YAML; write the keys out"
    ),
    "tag": Case(
        "seed: 1", "seed: !!int 1", ":14: seed: 'tag:yaml.org,2002:int' is a tag of YAML; remove it"
    ),
    "directive": Case(
        "name: pressure",
        "%YAML 1.1\n---\nname: pressure",
        ":2: a % directive of YAML; remove the line",
    ),
    "second document": Case(
        "seed: 1", "---\nseed: 1", ":14: a second document begins; keep one document a file"
    ),
    "list as a key": Case(
        "seed: 1", "? [a]\n: 1", ":14: a list or mapping as a key; use a text as the key"
    ),
    "number as a key": Case(
        "seed: 1", "7: 1", ":14: the key 7 is not a text; use a name, or put it in quotes"
    ),
    "too many levels": Case(
        "seed: 1",
        f"seed: {'[' * 30}{']' * 30}",
        ":14: seed: nested deeper than 20 levels; flatten it",
    ),
    "NUL in a text": Case(
        "heuristic: pressure",
        'heuristic: {formula: "1", features: ["a\\0.py"]}',
        ":3: heuristic.features[0]: 'a\\x00.py' holds the character U+0000; remove it",
    ),
    "half a character": Case(
        "heuristic: pressure",
        'heuristic: {formula: "1", features: ["\\ud800.py"]}',
        ":3: heuristic.features[0]: '\\ud800.py' holds an escape for half a character; "
        "write the character itself",
    ),
    "half a character in a key": Case(
        "seed: 1",
        '"\\udfb2": 1',
        ":14: the key '\\udfb2' holds an escape for half a character; write the character itself",
    ),
    "an emoji as JSON spells it": Case(
        "name: pressure",
        'name: "\\ud83c\\udfb2"',
        ":1: name: '\U0001f3b2' cannot be the name of a folder; use up to 64 letters, digits, '-', "
        "'_' and '.', a letter or digit first",
    ),
}
