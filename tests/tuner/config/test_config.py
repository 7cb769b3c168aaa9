"""A study file becomes a study: defaults, names and ranges are resolved."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies import MINIMAL, OWN_FEATURES, load

from engine.play.search import Search
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.config.canonical import write_effective_yaml
from tuner.config.errors import ConfigError
from tuner.config.study import Budget, Study
from tuner.matches.agent import agents_of, find_baselines
from tuner.matches.objective import SCORE, WORST


def ranges(study: Study) -> dict[str, tuple[float, float]]:
    return {parameter.name: (parameter.low, parameter.high) for parameter in study.tune}


def test_what_is_left_out_has_the_documented_default(tmp_path: Path) -> None:
    study = load(tmp_path, MINIMAL)
    assert study.name == "small"
    assert study.game.name == "isolation-7x7"
    assert study.heuristic == find_preset("pressure")
    assert study.tune == find_preset("pressure").parameters
    assert study.search == make_search("alphabeta", depth=3)
    assert study.baselines == agents_of(find_baselines("udacity-2017-02"))
    assert study.objective == SCORE
    assert study.opening_plies == 4
    assert study.budget == Budget(300, 200, 10, 5000, 20000)
    assert (study.sampler, study.seed) == ("cmaes", 1)


def test_what_is_given_is_taken(tmp_path: Path) -> None:
    study = load(
        tmp_path,
        """\
        name: given
        game: isolation-5x6
        heuristic: weighted_space
        variant: as_written
        search: {algorithm: minimax, depth: 2, ties: ordered}
        baselines: udacity-2017-06
        objective: worst
        openings: {plies: 2}
        budget: {trials: 1, pairs: 2, finalists: 3, final_pairs: 4, verdict_pairs: 25}
        sampler: cmaes
        seed: 9223372036854775807
        """,
    )
    assert study.game.max_plies == 5 * 6
    assert study.heuristic == find_preset("weighted_space:as_written")
    assert study.search == make_search("minimax", depth=2, ties="ordered")
    assert study.baselines == agents_of(find_baselines("udacity-2017-06"))
    assert study.objective == WORST
    assert study.opening_plies == 2
    assert study.budget == Budget(1, 2, 3, 4, 25)
    assert (study.sampler, study.seed) == ("cmaes", 2**63 - 1)


GREEDY = "{algorithm: greedy, ties: ordered}"


@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("{algorithm: alphabeta, time_ms: 150}", make_search("alphabeta", time_ms=150)),
        ("{algorithm: alphabeta, time_ms: 1e-1}", make_search("alphabeta", time_ms=0.1)),
        (
            f"{{algorithm: staged, switch_ply: 45, first: {GREEDY}, "
            "then: {algorithm: alphabeta, time_ms: 5}}",
            make_search(
                "staged",
                switch_ply=45,
                first=make_search("greedy", ties="ordered"),
                then=make_search("alphabeta", time_ms=5),
            ),
        ),
        (
            "{algorithm: staged, switch_ply: 2, first: {algorithm: random}, "
            "then: {algorithm: minimax, depth: 3}}",
            make_search(
                "staged",
                switch_ply=2,
                first=make_search("random"),
                then=make_search("minimax", depth=3),
            ),
        ),
    ],
)
def test_searches_of_studies_and_baselines(tmp_path: Path, text: str, search: Search) -> None:
    study = load(tmp_path, MINIMAL + f"search: {text}\n")
    assert study.search == search
    baseline = f"[{{name: A, heuristic: open, search: {text}}}]"
    study = load(tmp_path, MINIMAL.replace("udacity-2017-02", baseline))
    assert study.baselines[0].search == search
    # Written out and read again it is the same.
    again = load(tmp_path, write_effective_yaml(study), "effective.yaml")
    assert again.baselines == study.baselines


@pytest.mark.parametrize("hundred", ["100", "100.0", "1e2", "0x64", "1_00"])
def test_whole_numbers_may_be_written_in_any_way(tmp_path: Path, hundred: str) -> None:
    trials = load(tmp_path, MINIMAL + f"budget: {{trials: {hundred}}}").budget.trials
    assert (trials, type(trials)) == (100, int)


@pytest.mark.parametrize(
    ("tune", "wanted"),
    [
        ("", {"floor": (0.0, 1.0), "distance_weight": (-2.0, 2.0)}),
        ("tune: [distance_weight]", {"distance_weight": (-2.0, 2.0)}),
        ("tune: {floor: }", {"floor": (0.0, 1.0)}),
        ("tune: {floor: {high: 0.5}}", {"floor": (0.0, 0.5)}),
        ("tune: {floor: {low: -3, high: 1e3}}", {"floor": (-3.0, 1000.0)}),
        # The order is the heuristic's: it decides what a sampler proposes.
        (
            "tune: [distance_weight, floor]",
            {"floor": (0.0, 1.0), "distance_weight": (-2.0, 2.0)},
        ),
    ],
)
def test_which_parameters_are_tuned_and_where(
    tmp_path: Path, tune: str, wanted: dict[str, tuple[float, float]]
) -> None:
    study = load(tmp_path, MINIMAL + tune)
    assert list(ranges(study).items()) == list(wanted.items())


def test_a_tuned_parameter_keeps_its_hand_set_value_and_its_meaning(tmp_path: Path) -> None:
    study = load(tmp_path, MINIMAL + "tune: {distance_weight: {low: 1e-3, log: true}}")
    (tuned,) = study.tune
    original = find_preset("pressure").parameters[1]
    assert (tuned.default, tuned.summary) == (original.default, original.summary)
    assert (tuned.low, tuned.high, tuned.log, tuned.integer) == (0.001, 2.0, True, False)


def test_a_value_from_a_wider_range_can_become_the_heuristics_own(tmp_path: Path) -> None:
    study = load(tmp_path, MINIMAL + "tune: {floor: {low: -3}}")
    assert study.heuristic.with_defaults({"floor": -2.5}).defaults == (-2.5, 1.0)


def test_a_heuristic_that_is_written_out(tmp_path: Path) -> None:
    study = load(
        tmp_path,
        MINIMAL.replace(
            "heuristic: pressure",
            """\
heuristic:
  name: own
  parameters:
    weight: {default: 2, low: 1, high: 9, integer: true, summary: of the opponent}
  where:
    mine: moves(own)
    half: 0.5
  formula: |
    mine * half
    - weight * moves(opp)""",
        ),
    )
    heuristic = study.heuristic
    assert (heuristic.name, heuristic.family) == ("own", "isolation")
    assert heuristic.where == (("mine", "moves(own)"), ("half", "0.5"))
    assert heuristic.formula == "mine * half\n- weight * moves(opp)"
    (weight,) = heuristic.parameters
    assert (weight.default, weight.low, weight.high, weight.integer) == (2.0, 1.0, 9.0, True)
    assert weight.summary == "of the opponent"


def write_heuristic_file(folder: Path, formula: str) -> None:
    (folder / "parts").mkdir()
    (folder / "parts" / "features.py").write_text(OWN_FEATURES)
    (folder / "parts" / "mine.yaml").write_text(
        "# One's own evaluation.\n"
        "parameters: {a: {default: 1, low: 0, high: 2}}\n"
        "features: [features.py]\n"
        f"formula: {formula}\n"
    )


def test_a_heuristic_in_a_file_of_its_own_with_own_features(tmp_path: Path) -> None:
    write_heuristic_file(tmp_path, "a * open_squares()")
    study = load(tmp_path, MINIMAL.replace("pressure", "parts/mine.yaml"))
    assert [one.name for one in study.heuristic.extra_features] == ["open_squares"]
    assert [call.feature for call in study.heuristic.features_used] == ["open_squares"]


def test_an_error_in_that_file_names_it(tmp_path: Path) -> None:
    write_heuristic_file(tmp_path, "a * closed_squares()")
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, MINIMAL.replace("pressure", "parts/mine.yaml"))
    error = caught.value
    assert (error.file, error.line) == (str(tmp_path / "parts" / "mine.yaml"), 4)
    assert error.key == "formula"
    assert error.cause.startswith("unknown feature or function 'closed_squares'")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import no_such_module", "ModuleNotFoundError"),
        ("x = (", "SyntaxError"),
        ("x = 1", "no feature in it"),
        (OWN_FEATURES.replace('"isolation"', '"pentago"'), "no feature for isolation"),
        (OWN_FEATURES.replace("open_squares", "moves"), "there is another feature 'moves'"),
    ],
)
def test_own_features_that_cannot_be_used(tmp_path: Path, code: str, said: str) -> None:
    write_heuristic_file(tmp_path, "a")
    (tmp_path / "parts" / "features.py").write_text(code)
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, MINIMAL.replace("pressure", "parts/mine.yaml"))
    assert (caught.value.line, caught.value.key) == (3, "features[0]")
    assert said in caught.value.cause


def test_baselines_that_are_listed(tmp_path: Path) -> None:
    study = load(
        tmp_path,
        MINIMAL.replace(
            "baselines: udacity-2017-02",
            """\
baselines:
  - name: chance
    search: {algorithm: random}
  - name: far
    heuristic: mirror
    values: {distance_weight: -0.5}
    search: {algorithm: alphabeta, nodes: 1e3}
    weight: 3""",
        ),
    )
    chance, far = study.baselines
    assert (chance.describe(), chance.weight) == ("random", 1.0)
    assert far.describe() == "mirror (distance_weight -0.5), alphabeta 1000 nodes"
    assert (far.values, far.weight) == ((-0.5,), 3.0)


def test_a_baseline_may_be_a_heuristic_with_parameters_that_is_written_out(tmp_path: Path) -> None:
    agent = "{name: A, heuristic: {formula: moves(own)}, search: {algorithm: greedy}}"
    study = load(tmp_path, MINIMAL.replace("udacity-2017-02", f"[{agent}]"))
    assert study.baselines[0].describe() == "custom, greedy"


@pytest.mark.parametrize("name", ["a", "2017", "with-dash_dot.and.more", "x" * 64])
def test_a_name_that_is_safe_for_a_folder(tmp_path: Path, name: str) -> None:
    assert load(tmp_path, MINIMAL.replace("small", f"'{name}'")).name == name


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "a\\b", "a b", "a.", "-a", "con", "NUL.txt", "ä", "x" * 65]
)
def test_a_name_that_is_not(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="cannot be the name of a folder"):
        load(tmp_path, MINIMAL.replace("small", f"'{name}'"))


def test_a_name_that_windows_keeps_is_told_so(tmp_path: Path) -> None:
    message = (
        "'CON' cannot be the name of a folder: Windows keeps it for a device; take another name"
    )
    with pytest.raises(ConfigError, match=message):
        load(tmp_path, MINIMAL.replace("small", "CON"))
