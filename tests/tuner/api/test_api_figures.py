"""Figures of a run in Python: what each shows, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import tuner
from tuner.api.figures import FIGURES

pytest.importorskip("plotly")


def test_the_search_is_a_figure_with_a_point_for_each_trial(finished_once: Path) -> None:
    run = tuner.load_run(finished_once)
    trials = run.trials()
    figure = run.figure("search_history")
    (points,) = [one for one in figure.data if one.mode == "markers" and len(one.x) == len(trials)]
    assert list(points.y) == pytest.approx(list(100 * trials["value"]))
    assert figure.layout.meta["caption"].startswith("The search as it went")
    assert "plotly" in figure._repr_html_()


def test_a_slice_is_of_one_parameter(finished_once: Path) -> None:
    run = tuner.load_run(finished_once)
    figure = run.figure("slice", "floor")
    assert sorted(figure.data[0].x) == pytest.approx(sorted(run.trials()["params_floor"]))


WRONG = {
    ("pie",): "unknown figure 'pie'; known: accuracy_by_stage, ",
    ("slice",): "the figure 'slice' is of one parameter; name as many, not 0",
    ("claims", "floor"): "the figure 'claims' is of no parameter; name as many, not 1",
    ("slice", "flor"): "unknown parameter 'flor'; did you mean 'floor'?",
    ("accuracy_by_stage",): "has nothing to show as 'accuracy_by_stage'; ",
}


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_what_cannot_be_drawn_is_one_error(words: tuple[str, ...], finished_once: Path) -> None:
    with pytest.raises(tuner.TuneError) as error:
        tuner.load_run(finished_once).figure(*words)
    assert WRONG[words] in str(error.value)


def test_every_figure_is_named_where_people_read() -> None:
    assert tuner.Run.figure.__doc__ is not None
    for name in FIGURES:
        assert name in tuner.Run.figure.__doc__


def test_no_figure_is_drawn_without_plotly(
    finished_once: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tuner.figures.libraries.find_spec", lambda name: None)
    with pytest.raises(tuner.TuneError, match="plotly, which is not installed"):
        tuner.load_run(finished_once).figure("search_history")
