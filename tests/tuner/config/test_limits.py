"""What is too large is refused at once with its reason, from a file as from code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT
from small_studies import start_python

from engine.errors import TuneError
from engine.own_file import MAX_OWN_BYTES
from features.language.names import LONGEST_NAME
from features.language.syntax import MAX_DEPTH, MAX_LENGTH, MAX_PARTS
from tuner.api.written import document_of
from tuner.config import limits
from tuner.config.games import resolve_game
from tuner.config.study import load_study, study_of_document
from tuner.tournament.config import load_tournament

HEAD = "name: s\ngame: isolation\nheuristic: pressure\nbaselines: udacity-2017-02\n"
OWN = "name: s\ngame: isolation\nbaselines: udacity-2017-02\nheuristic:\n  formula: '1'\n"
SMALLEST = {"name": "s", "game": "isolation", "heuristic": "pressure", "baselines": "no-set"}


def refusal(call: Callable[[], Any]) -> str:
    with pytest.raises(TuneError) as caught:
        call()
    return str(caught.value)


def of_file(folder: Path, text: str) -> str:
    file = folder / "study.yaml"
    file.write_text(text, encoding="utf-8")
    return refusal(lambda: load_study(file)).removeprefix(f"{file}:")


def in_code(**keys: Any) -> str:
    return refusal(lambda: study_of_document(document_of("study", {**SMALLEST, **keys})))


def lines(count: int, text: str) -> str:
    return "".join(text.format(number) for number in range(count))


BOMB = "a: &a [x, x, x, x]\n" + "".join(
    f"{after}: &{after} [*{before}, *{before}, *{before}, *{before}]\n"
    for before, after in zip("abcdefghijklmno", "bcdefghijklmnop", strict=True)
)
FILES = {
    "parameters": (
        f"{OWN}  parameters:\n" + lines(101, "    p{}: {{default: 1, low: 0, high: 2}}\n"),
        "6: heuristic.parameters: 101 parameters are more than any search can tune; "
        "give at most 100",
    ),
    "a file of 10,000 parameters": (
        f"{OWN}  parameters:\n" + lines(10_000, "    p{}: {{default: 1, low: 0, high: 2}}\n"),
        " the file is larger than 60,000 bytes; is it a configuration?",
    ),
    "a formula of 100 kB": (
        OWN.replace("'1'", "+".join(["moves(own)"] * 10_000)),
        " the file is larger than 60,000 bytes; is it a configuration?",
    ),
    "a formula of 5 kB": (
        OWN.replace("'1'", "+".join(["moves(own)"] * 500)),
        "5: heuristic.formula: 5499 characters are too many (at most 4000); use `where` terms",
    ),
    "1,000 baselines": (
        HEAD.replace(" udacity-2017-02", "")
        + lines(1_000, "- {{name: b{}, search: {{algorithm: random}}}}\n"),
        "4: baselines: 1,000 baselines are more than a trial can play; give at most 100",
    ),
    "1,000 terms": (
        f"{OWN}  where:\n" + lines(1_000, "    t{}: moves(own)\n"),
        "6: heuristic.where: 1,000 terms take too long to compile; give at most 500",
    ),
    "1,000 conditions": (
        f"{HEAD}conditions:\n" + lines(1_000, "- search: {{algorithm: alphabeta, nodes: 1{}}}\n"),
        "5: conditions: 1,000 conditions play as many games as so many verdicts; give at most 20",
    ),
    "1,000 tables": (
        f"{OWN}  tables:\n" + lines(1_000, "    t{}: {{low: 0, high: 1}}\n"),
        "6: heuristic.tables: 1,000 tables have more numbers than any search can tune; "
        "give at most 100",
    ),
    "1,000 rows": (
        f"{OWN}  tables:\n    t:\n      low: 0\n      high: 1\n      values:\n"
        + lines(1_000, "      - {}\n"),
        "10: heuristic.tables.t.values: 1,000 rows are more than any board has; give at most 128",
    ),
    "lists in lists": (
        "a: " + "[" * 29_000 + "]" * 29_000,
        "1: a: nested deeper than 20 levels; flatten it",
    ),
    "a bomb of aliases": (
        BOMB,
        "1: a: '&a' is an anchor of YAML; remove it, and write the value out",
    ),
    "a list that holds itself": (
        "a: &a [*a]\n",
        "1: a: '&a' is an anchor of YAML; remove it, and write the value out",
    ),
    "a long whole number": (
        f"{HEAD}seed: {'9' * 50_000}\n",
        "5: seed: the number is too long; give at most 100 characters",
    ),
    # The nearest float is 1, and that would be another seed than what is written.
    "a long fraction": (
        f"{HEAD}seed: 0.{'9' * 200}\n",
        "5: seed: the number is too long; give at most 100 characters",
    ),
    "a long name": (
        HEAD.replace("name: s", f"name: {'x' * 50_000}"),
        f"1: name: '{'x' * 60}...' cannot be the name of a folder; use up to 64 letters, digits, "
        "'-', '_' and '.', a letter or digit first",
    ),
    "a long game": (
        HEAD.replace("isolation", "x" * 50_000),
        f"2: game: unknown game '{'x' * 99}...{'x' * 98}'; known: isolation, isolation-HxW, "
        "pentago",
    ),
}


@pytest.mark.parametrize(("text", "message"), FILES.values(), ids=FILES.keys())
def test_a_file_that_is_too_large(tmp_path: Path, text: str, message: str) -> None:
    assert of_file(tmp_path, text) == message


def nested(levels: int) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for _ in range(levels):
        tree = {"first": tree}
    return tree


ITSELF: dict[str, Any] = {}
ITSELF["first"] = ITSELF
TOO_MUCH = "more than the 60,000 characters of the largest file that can be read; write less"
CODE: dict[str, tuple[dict[str, Any], str]] = {
    "a name of 1 MB": ({"name": "x" * 1_000_000}, f"study: name: {TOO_MUCH}"),
    "10,000 conditions": ({"conditions": [{}] * 100_000}, f"study: conditions: {TOO_MUCH}"),
    "a formula": (
        {"heuristic": {"formula": "moves(own)+" * 10_000}},
        f"study: heuristic.formula: {TOO_MUCH}",
    ),
    "rows": (
        {"heuristic": {"formula": "1", "tables": {"t": {"values": [[0] * 7] * 1_000_000}}}},
        f"study: heuristic.tables.t.values: {TOO_MUCH}",
    ),
    "levels": (
        {"search": nested(100_000)},
        "study: search: nested deeper than 20 levels; flatten it",
    ),
    "itself": ({"search": ITSELF}, "study: search: nested deeper than 20 levels; flatten it"),
    # Python itself refuses to write the second of these numbers.
    "a whole number": (
        {"seed": 10**400},
        "study: seed: a number of hundreds of digits is not a finite number; give a finite number",
    ),
    "a longer one": (
        {"seed": 10**5000},
        "study: seed: a number of hundreds of digits is not a finite number; give a finite number",
    ),
    "a parameter": (
        {
            "heuristic": {
                "formula": "1",
                "parameters": {"x" * 201: {"default": 1, "low": 0, "high": 2}},
            }
        },
        f"study: heuristic.parameters.{'x' * 201}: 201 characters are too many for a parameter "
        "name; use at most 200",
    ),
}


@pytest.mark.parametrize(("keys", "message"), CODE.values(), ids=CODE.keys())
def test_a_study_in_code_that_is_too_large(keys: dict[str, Any], message: str) -> None:
    assert in_code(**keys) == message


def test_what_is_as_large_as_allowed_is_read(tmp_path: Path) -> None:
    file = tmp_path / "study.yaml"
    baselines = lines(100, "- {{name: b{}, search: {{algorithm: random}}}}\n")
    conditions = lines(20, "- search: {{algorithm: alphabeta, nodes: 1{}}}\n")
    text = HEAD.replace(" udacity-2017-02", f"\n{baselines}") + f"conditions:\n{conditions}"
    file.write_text(text, encoding="utf-8")
    study = load_study(file)
    assert (len(study.baselines), len(study.conditions)) == (100, 20)


def test_a_tournament_of_1000_agents(tmp_path: Path) -> None:
    file = tmp_path / "many.yaml"
    agents = lines(1_000, "- {{name: b{}, search: {{algorithm: random}}}}\n")
    file.write_text(f"name: many\ngame: isolation\ncandidates:\n{agents}", encoding="utf-8")
    assert refusal(lambda: load_tournament(file)) == (
        f"{file}:3: candidates: 1,000 candidates are more than can meet each other; "
        "give at most 100"
    )


def test_a_program_that_is_too_large_or_has_no_end(tmp_path: Path) -> None:
    (tmp_path / "f.py").write_bytes(b"#" * 10_000_000)
    file = f"{OWN}  features: [{{}}]\n"
    assert of_file(tmp_path, file.format("f.py")) == (
        f"6: heuristic.features[0]: {tmp_path / 'f.py'}: the file is larger than 1,000,000 bytes; "
        "is it a program?"
    )
    assert of_file(tmp_path, file.format("/dev/zero")) == (
        "6: heuristic.features[0]: /dev/zero: this is a device; give the path of a Python file"
    )


def test_a_path_that_there_cannot_be_is_no_game() -> None:
    cure = "name the folder of a game, or its Python file"
    for word in ("x" * 300 + "/y", "~no-such-user/game.py"):
        assert refusal(lambda word=word: resolve_game(word)) == f"there is no game {word}; {cure}"
    long = "x" * 300
    assert refusal(lambda: resolve_game(long)).startswith(f"unknown game '{long}'; known: ")


BOMBS = """\
import resource, sys
from pathlib import Path
from engine.errors import TuneError
from tuner.config.study import load_study

base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for file in sorted(Path(sys.argv[1]).glob("*.yaml")):
    try:
        load_study(file)
    except TuneError:
        continue
    raise SystemExit(f"{file} was read")
# Linux counts kilobytes, macOS bytes.
unit = 1 if sys.platform == "linux" else 1024
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base) // unit)
"""


def test_the_memory_that_refusing_takes_is_bounded(tmp_path: Path) -> None:
    for number, (text, _) in enumerate(FILES.values()):
        (tmp_path / f"{number}.yaml").write_text(text, encoding="utf-8")
    with (tmp_path / "huge.yaml").open("wb") as file:
        # A file of 4 GB that takes no room on the disk.
        file.truncate(4_000_000_000)
    out, _ = start_python(BOMBS, tmp_path).communicate()
    assert int(out) < 400_000


def test_the_documentation_has_the_limits() -> None:
    page = (ROOT / "docs" / "studies.md").read_text(encoding="utf-8")
    section = page.partition("## Limits")[2]
    for limit in (
        *(getattr(limits, name) for name in limits.__all__),
        *(MAX_OWN_BYTES, LONGEST_NAME, MAX_DEPTH, MAX_LENGTH, MAX_PARTS),
    ):
        assert f"| {limit:,}" in section
