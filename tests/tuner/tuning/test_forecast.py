"""How long a study will take: counted by hand, timed by its limits, and asked before it is long."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import typer
from command_line import TINY, CommandLine
from small_studies import small_study

from engine.play.batches import Games, Openings
from engine.play.driver import prepare_games
from tuner.cli.console import ConsoleProgress
from tuner.tuning.forecast import Forecast, forecast, forecast_text
from tuner.tuning.study_run import draw_all_openings


def busy(seconds: float) -> None:
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        pass


HOURS = Forecast(9_000_000, 4000.0, 2)


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Forecast(4_112_000, 25.4, 2), "about 4.1 million games, about 25 s on 2 threads"),
        (Forecast(400, 0.01, 1), "about 400 games, about 1 s on 1 thread"),
        (Forecast(268_000, 250.0, 8), "about 268,000 games, about 4 min on 8 threads"),
        (Forecast(268_000, 12_600.0, 8), "about 268,000 games, about 3.5 hours on 8 threads"),
        (Forecast(10**9, 864_000.0, 2), "about 1000.0 million games, about 10 days on 2 threads"),
    ],
)
def test_in_words(found: Forecast, text: str) -> None:
    assert forecast_text(found) == (
        f"at most {text} if nothing else runs; starting, compiling and the report come on top"
    )


def test_an_hour_is_long() -> None:
    assert HOURS.long
    assert not Forecast(9_000_000, 3600.0, 2).long


def test_limits_in_time_are_counted_and_not_played(tmp_path: Path) -> None:
    """Ten seconds a move: what is forecast is far more than a test may take."""
    timed = "{algorithm: alphabeta, time_ms: 10000}"
    study = small_study(
        tmp_path,
        search=timed,
        baselines=f"[{{name: improved, heuristic: improved, search: {timed}}}]",
        budget="{trials: 8, pairs: 10, finalists: 2, final_pairs: 20, verdict_pairs: 32}",
    )
    found = forecast(study, draw_all_openings(study), 2)
    # Games against the baseline in the search, the selection and the verdict, and head to head.
    timed_games = 2 * 8 * 10 + 2 * 3 * 20 + 2 * 32 * 4
    assert found.games > timed_games
    # 25 squares, four of them opening plies: 21 moves at most.
    assert found.seconds > timed_games * 21 * 10 / 2
    # A game against the baseline lasts as long in each stage; there are 160, 120 and 256.
    seconds = found.stages
    assert seconds["search"] / seconds["selection"] == pytest.approx(160 / 120)
    assert seconds["verdict"] / seconds["selection"] == pytest.approx(256 / 120, rel=0.2)
    # Ten seconds a move at equal time as well: three matches of both agents, one head to head.
    assert seconds["further"] > 3 * (2 * 2 + 2) * (32 // 4) * 21 * 10 / 2
    assert sum(seconds.values()) == pytest.approx(found.seconds)


def test_few_openings_and_games_tell_what_all_do(tmp_path: Path) -> None:
    """What is counted are the games of the study, not those openings that are drawn for it."""
    study = small_study(tmp_path, budget="{trials: 8, pairs: 40, verdict_pairs: 400}")
    few, many = (forecast(study, draw_all_openings(study, most), 1) for most in (16, 400))
    assert few.games == many.games
    assert few.seconds == pytest.approx(many.seconds, rel=0.5)


def test_what_is_met_the_first_time_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a process still loads what it plays: the first games take a tenth of a second."""
    study = small_study(tmp_path)
    openings, slow = draw_all_openings(study, 64), set[str]()

    def prepare_slow_games(game: Any, players: Any, begins: Openings) -> Callable[..., Games]:
        play = prepare_games(game, players, begins)

        def play_slowly(*executor: Any) -> Games:
            if (pair := repr([one.agent for one in players])) not in slow:
                slow.add(pair)
                busy(0.1)
            return play(*executor)

        return play_slowly

    usual = forecast(study, openings, 1).seconds
    monkeypatch.setattr("tuner.tuning.game_times.prepare_games", prepare_slow_games)
    monkeypatch.setattr("tuner.tuning.forecast._SECONDS", 5.0)
    assert forecast(study, openings, 1).seconds == pytest.approx(usual, rel=0.5)
    assert slow


def test_a_tuned_search_is_timed_over_its_range(tmp_path: Path) -> None:
    """Depths 2, 4 and 6 stand for 1 to 7: the search is taken to play all of them, the verdict the
    one that takes longest.
    """

    def stages(depth: int, tune: str = "{floor: {low: 0.0, high: 1.0}}") -> Mapping[str, float]:
        study = small_study(
            tmp_path,
            game="isolation",
            search=f"{{algorithm: alphabeta, depth: {depth}}}",
            baselines="[{name: random, search: {algorithm: random}}]",
            tune=tune,
        )
        return forecast(study, draw_all_openings(study, 64), 1).stages

    tuned, fixed = stages(1, "{search.depth: {low: 1, high: 7}}"), [stages(2), stages(4), stages(6)]
    searches = [one["search"] for one in fixed]
    assert searches[2] > 4 * searches[0]
    assert tuned["search"] * 8 / 7 == pytest.approx(sum(searches) / 3, rel=0.4)
    assert tuned["verdict"] == pytest.approx(fixed[2]["verdict"], rel=0.4)


@pytest.fixture
def long_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A study of which a forecast says that it takes more than an hour."""
    monkeypatch.setattr("tuner.tuning.run.forecast", lambda *_: HOURS)
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY)
    return file


def test_a_long_study_in_a_pipe_says_so_and_goes_on(tune: CommandLine, long_study: Path) -> None:
    ended = tune("run", long_study, "--runs", long_study.parent / "runs")
    assert ended.status == 0
    assert "about 9.0 million games, about 67 min on 2 threads" in ended.err


def test_a_long_study_on_a_terminal_asks(
    tune: CommandLine, long_study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decline(*_: object, **_more: object) -> None:
        raise typer.Abort

    monkeypatch.setattr(ConsoleProgress, "on_terminal", True)
    monkeypatch.setattr(typer, "confirm", decline)
    runs = long_study.parent / "runs"
    ended = tune("run", long_study, "--runs", runs)
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.splitlines()[-1] == "error: not begun; nothing was written"
    assert not runs.exists()
    assert tune("run", long_study, "--runs", runs, "--yes").status == 0


def test_a_run_that_goes_on_is_not_forecast(tune: CommandLine, long_study: Path) -> None:
    words = ("run", long_study, "--runs", long_study.parent / "runs")
    tune(*words)
    assert "million games" not in tune(*words).err


def test_check_counts_the_games_under_further_conditions(tune: CommandLine, tmp_path: Path) -> None:
    """All figures by hand, for 4 trials, 2 finalists and the hand-set one, and one baseline."""
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY)
    search, selection, verdict = 2 * 4 * 20, 2 * 3 * 20, 2 * 30 * (3 + 1)
    # On an eighth of the pairs with three other searches, head to head, and both agents against one
    # that the study never met; at equal time on a quarter, thrice, both agents against the baseline
    # and head to head.
    further = 2 * (3 + 2) * (30 // 8) + 3 * 2 * (30 // 4) * (2 + 1)
    (line,) = (one for one in tune("check", file).lines if one.startswith("  games, "))
    assert line == (
        f"  games, at most: {search} in the search (about 1 s), {selection} in the selection "
        f"(about 1 s), {verdict} in the verdict (about 1 s), {further} more under its further "
        "conditions (about 1 s)"
    )
    assert tune("check", file, "--json").json["games"] == search + selection + verdict + further


def test_what_is_forecast_is_the_most_that_is_played(tune: CommandLine, tmp_path: Path) -> None:
    """With one trial the hand-set values are the only ones: no verdict's games but their own."""
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY.replace("trials: 4", "trials: 1"))
    most = tune("check", file, "--json").json["games"]
    ended = tune("run", file, "--runs", tmp_path)
    assert f"at most about {most:,} games" in ended.err
    (played,) = re.findall(r"^([\d,]+) games in .*Results: ", ended.out, re.MULTILINE)
    assert 0 < int(played.replace(",", "")) < most


def test_check_says_how_long(tune: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY)
    (line,) = (
        one for one in tune("check", file, "--threads", "1").lines if one.startswith("  in all")
    )
    assert line.startswith("  in all: at most about ")
    assert " on 1 thread if nothing else runs; starting, compiling" in line
    assert tune("check", file, "--json").json["games"] > 0
