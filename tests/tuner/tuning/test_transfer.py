"""Where else tuned values hold: which searches and which opponent, and what both agents score."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_studies import small_study
from verdicts import verdict_with

from tuner.config.study import Study
from tuner.files import save_json
from tuner.matches.arena import agent_key
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning.records import read_matches, read_openings
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.transfer import other_searches
from tuner.tuning.trials import tuned_agent
from tuner.tuning.unmet import unmet_opponent
from tuner.verdict.condition_text import condition_lines
from tuner.verdict.findings import Condition
from tuner.verdict.json import verdict_json
from tuner.verdict.reader import load_verdict

IMPROVED = "[{name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}]"
RANDOM = "[{name: random, search: {algorithm: random}}]"


@pytest.mark.parametrize(
    ("search", "others"),
    [
        ("{algorithm: alphabeta, depth: 3}", ["alphabeta depth 4", "alphabeta depth 5"]),
        ("{algorithm: minimax, depth: 1}", ["minimax depth 2", "minimax depth 3"]),
        ("{algorithm: greedy}", ["alphabeta depth 3", "alphabeta depth 5"]),
    ],
)
def test_two_more_depths_and_a_number_of_nodes(
    tmp_path: Path, search: str, others: list[str]
) -> None:
    found = [one.phrase for one in other_searches(small_study(tmp_path, search=search))]
    assert found == [*(f"at {one}" for one in others), "with 2,000 nodes"]


@pytest.mark.parametrize(
    ("depth", "others"),
    [(1, ["alphabeta depth 2"]), (2, ["alphabeta depth 3", "alphabeta depth 1"])],
)
def test_with_hundreds_of_moves_one_depth_is_less(
    tmp_path: Path, depth: int, others: list[str]
) -> None:
    """Pentago has 288 first moves: 36 cells, and 4 quadrants that turn in 2 directions."""
    search = f"{{algorithm: alphabeta, depth: {depth}}}"
    study = small_study(
        tmp_path, game="pentago", heuristic="straights", baselines="pentago-classic", search=search
    )
    found = [one.phrase for one in other_searches(study)]
    assert found == [*(f"at {one}" for one in others), "with 2,000 nodes"]


def test_a_search_by_these_very_nodes_is_not_asked_twice(tmp_path: Path) -> None:
    study = small_study(tmp_path, search="{algorithm: alphabeta, nodes: 2000}")
    assert [one.phrase for one in other_searches(study)] == [
        "at alphabeta depth 3",
        "at alphabeta depth 5",
    ]


@pytest.mark.parametrize(
    ("game", "heuristic", "baselines", "name"),
    [
        ("isolation-5x5", "pressure", RANDOM, "improved"),
        ("isolation-5x5", "pressure", IMPROVED, "open"),
        ("isolation-5x5", "pressure", "udacity-2017-02", "weighted_center:as_described"),
        ("pentago", "straights", "pentago-classic", "straights:runs_d4"),
    ],
)
def test_the_opponent_is_none_of_the_baselines(
    tmp_path: Path, game: str, heuristic: str, baselines: str, name: str
) -> None:
    study = small_study(tmp_path, game=game, heuristic=heuristic, baselines=baselines)
    opponent = unmet_opponent(study)
    assert opponent is not None
    assert (opponent.name, opponent.search) == (name, study.search)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, Path]:
    folder = tmp_path_factory.mktemp("transfer")
    study = small_study(folder, baselines=IMPROVED)
    run_study(study, folder, 2, Silent())
    return study, run_folder(study, folder).path


def test_what_the_verdict_says_of_it_is_what_the_ledger_holds(
    finished: tuple[Study, Path],
) -> None:
    study, path = finished
    verdict = load_verdict(path / "verdict.json")
    (found,) = (one for one in verdict.conditions if one.opponent)
    assert found.opponent == "open"
    assert found.hand_set is not None
    opponent = unmet_opponent(study)
    assert opponent is not None
    matches = read_matches(path / "ledger.db", "conditions")
    means = [
        matches[agent_key(tuned_agent(study, vector)), agent_key(opponent)].scores.mean()
        for vector in (tuple(verdict.tuned.values()), tuple(verdict.hand_set.values()))
    ]
    assert [found.tuned.estimate, found.hand_set.estimate] == pytest.approx(means)
    assert found.difference.estimate == pytest.approx(means[0] - means[1])
    # The games of the verdict itself have openings of their own.
    openings = read_openings(path / "ledger.db")
    conditions = {bytes(one) for one in openings["conditions"].states}
    assert not conditions & {bytes(one) for one in openings["verdict"].states}


NEVER_MET = Condition(
    "against open, which is no baseline of this study",
    Interval(0.8, 0.78, 0.82),
    Interval(0.75, 0.73, 0.77),
    Interval(0.05, 0.03, 0.07),
    True,
    opponent="open",
)


def test_in_words() -> None:
    (line,) = condition_lines([NEVER_MET])
    assert line == (
        "  Better against open, which is no baseline of this study: tuned 80.0% (78.0 to 82.0), "
        "hand-set 75.0% (73.0 to 77.0); paired +5.00 points (+3.00 to +7.00)."
    )


def duel(name: str, low: float) -> Condition:
    score, difference = Interval(0.56, low, 0.6), Interval(0.06, low - 0.5, 0.1)
    return Condition(f"head to head {name}", score, None, difference, True)


def test_duels_of_which_the_same_is_said_share_a_line() -> None:
    conditions = [duel("at depth 4", 0.52), duel("at depth 5", 0.49), duel("with greedy", 0.53)]
    assert condition_lines([*conditions, NEVER_MET])[:2] == [
        "  Better head to head: the tuned agent scores 56.0% (52.0 to 60.0) at depth 4 and 56.0% "
        "(53.0 to 60.0) with greedy.",
        "  Not shown head to head at depth 5: the tuned agent scores 56.0% (49.0 to 60.0).",
    ]


def test_verdicts_with_and_without_one_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "verdict.json"
    for conditions in ((NEVER_MET,), ()):
        verdict = verdict_with(conditions=conditions)
        save_json(file, verdict_json(verdict))
        assert load_verdict(file) == verdict
