"""The published heuristics can be found by name, and every number in them is a parameter."""

from __future__ import annotations

import re

import pytest

from engine.errors import UnknownNameError
from features.heuristic import Heuristic
from features.presets import find_preset, presets, spelling

TWO_VARIANTS = {
    "weighted_center",
    "weighted_space",
    "weighted_center_space",
    "weighted_center_path",
    "weighted_space_path",
    "weighted_center_space_path",
}
READINGS = {"liberty_center"}
ONE_VARIANT = {
    *("null", "open", "improved", "center"),
    *("edge", "mirror", "pressure"),
    *("place_sum", "place_difference", "place_partition"),
}


def test_all_heuristics_of_the_isolation_7x7_documents_are_there() -> None:
    assert {preset.name for preset in presets()} >= TWO_VARIANTS | ONE_VARIANT


def test_spellings_are_unique() -> None:
    spellings = [spelling(preset) for preset in presets()]
    assert len(spellings) == len(set(spellings))


@pytest.mark.parametrize("preset", presets(), ids=spelling)
def test_every_preset_is_found_by_its_spelling(preset: Heuristic) -> None:
    assert find_preset(spelling(preset)) is preset
    assert find_preset(preset.name, preset.variant) is preset


@pytest.mark.parametrize("name", sorted(TWO_VARIANTS))
def test_what_the_document_describes_is_the_default(name: str) -> None:
    assert find_preset(name).variant == "as_described"
    assert find_preset(f"{name}:as_written") is find_preset(name, "as_written")
    assert find_preset(name, "as_written").formula != find_preset(name).formula


@pytest.mark.parametrize(
    ("name", "variant", "message"),
    [
        ("wieghted_center", None, "unknown preset .*did you mean 'weighted_center'"),
        ("weighted_center:as_told", None, "'weighted_center:as_told'.*as_described"),
        ("weighted_center", "as_told", "'weighted_center:as_told'.*as_described"),
        ("open", "as_written", "'open:as_written'"),
        ("", None, "unknown preset ''"),
    ],
)
def test_unknown_presets_name_what_exists(name: str, variant: str | None, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        find_preset(name, variant)


@pytest.mark.parametrize("preset", presets(), ids=spelling)
def test_presets_and_their_parameters_are_explained(preset: Heuristic) -> None:
    assert preset.summary
    assert all(parameter.summary for parameter in preset.parameters)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("weighted_center", {"own_weight": 0.4, "opp_weight": 0.6, "center_weight": 1 / 20}),
        ("weighted_space", {"own_weight": 0.4, "opp_weight": 0.6, "space_weight": 1 / 60}),
        ("weighted_center_space", {"center_weight": 1 / 20, "space_weight": 1 / 60}),
        ("weighted_center_path", {"endgame_threshold": 15, "path_weight": 1 / 2}),
        ("mirror", {"distance_weight": 1}),
        ("pressure", {"floor": 0.3, "distance_weight": 1}),
        ("place_difference", {"opp_weight": 1}),
        ("liberty_center", {"penalty": 1e6, "power": 2, "least_lead": 1}),
        ("liberty_center:prose", {"penalty": 1e6, "power": 2, "parity_weight": 1}),
        ("place_partition", {"opp_weight": 1, "row_split": 4, "column_split": 4}),
    ],
)
def test_published_numbers_are_parameters(name: str, expected: dict[str, float]) -> None:
    preset = find_preset(name)
    defaults = {one.name: one.default for one in preset.parameters}
    assert expected.items() <= defaults.items()


@pytest.mark.parametrize(
    "preset",
    [preset for preset in presets() if preset.name in TWO_VARIANTS | ONE_VARIANT | READINGS],
    ids=spelling,
)
def test_no_number_hides_in_a_formula(preset: Heuristic) -> None:
    """What is left: the radius of the patch, 0 and 1, and the splits that a parameter chooses."""
    allowed = {"0", "1"}
    allowed |= {"2"} if "space" in preset.name else set()
    allowed |= {"3", "4"} if preset.name == "place_partition" else set()
    texts = [preset.formula, *(text for _, text in preset.where)]
    numbers = {number for text in texts for number in re.findall(r"\b[0-9.]+\b", text)}
    assert numbers <= allowed
