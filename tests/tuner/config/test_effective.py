"""The effective configuration: complete, readable again, and the digest of what decides games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from studies import MINIMAL, OWN_FEATURES, load

from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset, presets
from tuner.config.canonical import effective_config, study_digest, write_effective_yaml
from tuner.config.difference import difference
from tuner.config.study import Budget, Study, load_study
from tuner.matches.objective import WORST

OWN = """\
name: own
game: isolation
heuristic:
  summary: "says: 'no' # \\U0001F600"
  parameters:
    a: {default: 1, low: 1e-9, high: 1e300, log: true}
    b: {default: 1, low: 0, high: 2, integer: true}
  where: {"no": moves(own), tenth: 1e-1}
  formula: |
    a * no
    + b * tenth
tune: [a]
search: {algorithm: greedy}
baselines:
- {name: "1e-3", search: {algorithm: random}}
- {name: "yes", heuristic: open, search: {algorithm: minimax, depth: 2}, weight: 0.5}
openings: {plies: 2}
budget: {trials: 5, pairs: 6, finalists: 7, final_pairs: 8, verdict_pairs: 19}
seed: 3
"""

# Written by hand from the file above.
OWN_DECIDES = {
    "game": "isolation-7x7",
    "heuristic": {
        "parameters": {
            "a": {"default": 1.0, "low": 1e-9, "high": 1e300, "log": True, "integer": False},
            "b": {"default": 1.0, "low": 0.0, "high": 2.0, "log": False, "integer": True},
        },
        "where": {"no": "moves(own)", "tenth": "0.1"},
        "formula": "a * no + b * tenth",
        "features": [],
    },
    "tune": {"a": {"low": 1e-9, "high": 1e300, "log": True, "integer": False}},
    "search": {"algorithm": "greedy", "ties": "random"},
    "baselines": [
        {
            "name": "1e-3",
            "heuristic": {"parameters": {}, "where": {}, "formula": "0", "features": []},
            "values": {},
            "search": {"algorithm": "random", "ties": "random"},
            "weight": 1.0,
        },
        {
            "name": "yes",
            "heuristic": {"parameters": {}, "where": {}, "formula": "moves(own)", "features": []},
            "values": {},
            "search": {"algorithm": "minimax", "depth": 2, "ties": "random"},
            "weight": 0.5,
        },
    ],
    "objective": "score",
    "openings": {"plies": 2},
    "budget": {"trials": 5, "pairs": 6, "finalists": 7, "final_pairs": 8, "verdict_pairs": 19},
    "sampler": "cmaes",
    "pruner": "none",
    "seed": 3,
}


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return load(tmp_path, MINIMAL)


def without_texts(tree: Any) -> Any:
    """A copy without the keys that decide nothing."""
    if isinstance(tree, Mapping):
        texts = {"summary", "variant"}
        return {key: without_texts(value) for key, value in tree.items() if key not in texts}
    return [without_texts(item) for item in tree] if isinstance(tree, list) else tree


def test_nothing_is_left_to_guess(tmp_path: Path) -> None:
    written = without_texts(effective_config(load(tmp_path, OWN)))
    expected = {"name": "own", **OWN_DECIDES, "warm_start": "none"}
    # The digest has it, as it always had; a file need not.
    del expected["pruner"]
    for heuristic, name in [
        (written["heuristic"], "custom"),
        (written["baselines"][0]["heuristic"], "null"),
        (written["baselines"][1]["heuristic"], "open"),
    ]:
        assert heuristic.pop("name") == name
    written["heuristic"]["formula"] = " ".join(written["heuristic"]["formula"].split())
    assert written == expected


def test_a_preset_is_written_out(study: Study) -> None:
    written = effective_config(study)["heuristic"]
    assert written["where"] == {"w": "max(progress(), floor)"}
    assert written["parameters"]["floor"]["default"] == 0.3


def test_json_holds_it(study: Study) -> None:
    config = effective_config(study)
    assert json.loads(json.dumps(config, allow_nan=False)) == config


@pytest.mark.parametrize(
    "text",
    [
        MINIMAL,
        OWN,
        MINIMAL + "tune: {floor: {low: -3}}",
        *(
            MINIMAL.replace("pressure", f"{preset.name}:{preset.variant}".rstrip(":"))
            for preset in presets()
            if preset.family == "isolation" and preset.parameters
        ),
    ],
)
def test_what_is_written_is_read_back_as_the_same_study(tmp_path: Path, text: str) -> None:
    study = load(tmp_path, text)
    again = load(tmp_path, write_effective_yaml(study), "again.yaml")
    assert again == study
    assert effective_config(again) == effective_config(study)
    assert study_digest(again) == study_digest(study)


def test_it_is_read_from_any_folder(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    (tmp_path / "here" / "features.py").write_text(OWN_FEATURES)
    own = "{parameters: {a: {default: 1, low: 0, high: 2}}, formula: a, features: [features.py]}"
    study = load(tmp_path / "here", MINIMAL.replace("pressure", own))
    again = load(tmp_path / "there", write_effective_yaml(study))
    assert again == study


def test_the_digest_is_that_of_the_canonical_json(tmp_path: Path) -> None:
    text = json.dumps(OWN_DECIDES, separators=(",", ":"))
    expected = hashlib.sha256(text.encode()).hexdigest()
    assert study_digest(load(tmp_path, OWN)) == expected


def test_a_file_of_an_earlier_version_is_the_same_study(tmp_path: Path) -> None:
    """It has two keys of one value each, which are read and left out."""
    earlier = load(tmp_path, f"{OWN}pruner: none\nstorage: sqlite\n", "earlier.yaml")
    assert earlier == load(tmp_path, OWN)
    text = json.dumps(OWN_DECIDES, separators=(",", ":"))
    assert study_digest(earlier) == hashlib.sha256(text.encode()).hexdigest()


def test_the_digest_does_not_depend_on_what_decides_no_game(tmp_path: Path) -> None:
    lines = OWN.replace("name: own", "name: other").replace("    + b", "    +   b")
    lines = lines.replace("summary: ", "name: mine\n  summary: 'another text'\n  variant: ")
    shuffled = "seed: 3\n" + lines.replace("seed: 3\n", "# a comment\n")
    other = load(tmp_path, shuffled, "elsewhere.yaml")
    assert other.name == "other"
    assert study_digest(other) == study_digest(load(tmp_path, OWN))


PRESSURE = find_preset("pressure")


@pytest.mark.parametrize(
    "change",
    [
        {"game": find_game("isolation-5x5")},
        {"heuristic": find_preset("mirror")},
        {"heuristic": PRESSURE.with_defaults({"floor": 0.4})},
        {"heuristic": replace(PRESSURE, parameters=PRESSURE.parameters[::-1])},
        {"tuned": ("floor",)},
        {"search": make_search("alphabeta", depth=4)},
        {"search": make_search("alphabeta", depth=3, ties="ordered")},
        {"baselines": ()},
        {"objective": WORST},
        {"opening_plies": 2},
        {"budget": Budget(301, 200, 10, 5000, 20000)},
        {"budget": Budget(300, 200, 10, 5000, 20001)},
        {"sampler": "random"},
        {"seed": 2},
    ],
    ids=str,
)
def test_the_digest_depends_on_what_decides_games(study: Study, change: dict[str, Any]) -> None:
    assert study_digest(replace(study, **change)) != study_digest(study)


def test_the_digest_depends_on_a_baselines_values_and_weight(study: Study) -> None:
    random, *others = study.baselines
    heavier = replace(study, baselines=(replace(random, weight=2.0), *others))
    assert study_digest(heavier) != study_digest(study)
    fixed = replace(random, heuristic=PRESSURE, values=(0.5, 1.0))
    other = replace(random, heuristic=PRESSURE, values=(0.6, 1.0))
    assert study_digest(replace(study, baselines=(fixed,))) != study_digest(
        replace(study, baselines=(other,))
    )


def test_the_digest_depends_on_the_content_of_own_features(tmp_path: Path) -> None:
    own = "{parameters: {a: {default: 1, low: 0, high: 2}}, formula: a, features: [features.py]}"
    digests = []
    for code in (OWN_FEATURES, OWN_FEATURES.replace("return 1.0", "return 2.0"), OWN_FEATURES):
        (tmp_path / "features.py").write_text(code)
        digests.append(study_digest(load(tmp_path, MINIMAL.replace("pressure", own))))
    assert digests[0] == digests[2] != digests[1]


def test_equal_configurations_do_not_differ(study: Study) -> None:
    assert difference(effective_config(study), effective_config(study)) == []


def test_each_difference_is_a_line_with_key_old_and_new_value() -> None:
    old = {"seed": 1, "budget": {"trials": 100, "pairs": 2}, "baselines": [{"name": "A"}]}
    new = {"seed": 1.0, "budget": {"trials": 200}, "baselines": [{"name": "B"}, {"name": "C"}]}
    assert difference(old, new) == [
        "budget.trials: 100 -> 200",
        "budget.pairs: 2 -> (absent)",
        'baselines[0].name: "A" -> "B"',
        'baselines[1]: (absent) -> {"name": "C"}',
    ]


def test_another_order_is_a_difference_too() -> None:
    old = {"parameters": {"a": 1, "b": 2, "c": 3}}
    new = {"parameters": {"b": 2, "a": 1, "d": 4}}
    assert difference(old, new) == [
        "parameters.c: 3 -> (absent)",
        "parameters.d: (absent) -> 4",
        "order of parameters: a, b -> b, a",
    ]


def test_a_study_file_that_is_written_loads_without_its_folder(
    study: Study, tmp_path: Path
) -> None:
    file = tmp_path / "written.yaml"
    file.write_text(write_effective_yaml(study))
    assert load_study(str(file)) == study
