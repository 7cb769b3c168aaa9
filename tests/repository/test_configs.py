"""Every configuration that comes with the program is valid."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkout import ROOT

from tuner.config.shipped import KINDS, shipped_files
from tuner.config.study import load_study
from tuner.matches.openings import draw_openings
from tuner.tournament.config import load_tournament
from tuner.tuning.opening_notes import opening_notes
from tuner.tuning.preflight import preflight

CONFIGS = ROOT / "configs"
TOURNAMENTS = sorted((CONFIGS / "tournaments").rglob("*.yaml"))
HEURISTICS = sorted((CONFIGS / "heuristics").rglob("*.yaml"))
STUDIES = sorted(set(CONFIGS.rglob("*.yaml")) - set(TOURNAMENTS) - set(HEURISTICS))


def test_there_are_configurations() -> None:
    assert STUDIES
    assert TOURNAMENTS


def test_no_file_lies_where_no_name_finds_it() -> None:
    named = [path for kind in KINDS for path in shipped_files(kind).values()]
    assert {path.resolve() for path in named} == set(CONFIGS.rglob("*.yaml"))


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_a_study_loads(file: Path) -> None:
    assert load_study(file).baselines


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_a_study_has_no_parameter_too_many_and_nothing_else_to_mend(file: Path) -> None:
    study = load_study(file)
    first = draw_openings(study.game, study.opening_plies, "verdict", 256, study.seed)
    notes = [*preflight(study), *opening_notes(study, first)]
    if file.stem == "place_partition":
        # The published blocks are of four and of three rows and columns.
        (note,) = notes
        assert "mirror image" in note
    else:
        assert notes == []


@pytest.mark.parametrize("file", TOURNAMENTS, ids=lambda file: file.stem)
def test_a_tournament_loads_and_all_that_is_published_stands_in_it(file: Path) -> None:
    """Agents that have no published row may play beside those that have one."""
    found = load_tournament(file)
    assert found.name == file.stem
    assert found.published is not None
    agents = {agent.name for agent in (*found.candidates, *found.opponents)}
    cells = found.published.cells
    assert {name for cell in cells for name in cell} <= agents
    if found.opponents:
        rows = {candidate for candidate, _ in cells}
        assert len(rows) == 4
        assert len(cells) == len(rows) * len(found.opponents)
