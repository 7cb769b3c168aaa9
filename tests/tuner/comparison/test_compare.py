"""Comparisons whose outcome is known: equals, mirrors, and players of very different strength."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.errors import TuneError
from engine.games import find_game
from engine.play.search import Search
from engine.play.searches import make_search
from features.heuristic import Heuristic
from features.presets import find_preset
from tuner.comparison.compare import compare_agents
from tuner.comparison.files import comparison_json
from tuner.comparison.model import Comparison, Matches, comparison_lines
from tuner.matches.agent import Agent, agents_of, find_baselines
from tuner.matches.progress import Silent

GAME = find_game("isolation")
NONE: tuple[str, Sequence[Agent]] = ("none", ())


def agent(name: str, preset: str, search: Search, weight: float = 1.0) -> Agent:
    heuristic = find_preset(preset)
    return Agent(name, heuristic, heuristic.defaults, search, weight)


def ahead(depth: int, ties: str = "random") -> Search:
    return make_search("alphabeta", depth=depth, ties=ties)


RANDOM = agent("random", "null", make_search("random"))
SHALLOW = agent("shallow", "improved", ahead(1))
DEEP = agent("deep", "improved", ahead(3))


def compared(
    runs: Path,
    agents: Sequence[Agent],
    opponents: tuple[str, Sequence[Agent]] = NONE,
    pairs: int = 200,
    threads: int = 1,
) -> Comparison:
    matches = Matches(pairs, 6, 1, threads)
    return compare_agents(GAME, agents, opponents, matches, runs, Silent())


def test_equals_are_undecided_around_a_half(tmp_path: Path) -> None:
    """Minimax and alpha-beta of one depth value moves alike: the players are equally strong."""
    plain = agent("plain", "improved", make_search("minimax", depth=2))
    (duel,) = compared(tmp_path, [plain, agent("pruned", "improved", ahead(2))], pairs=500).duels
    assert duel.result.score.low < 0.5 < duel.result.score.high
    assert duel.result.elo.low < 0 < duel.result.elo.high
    assert duel.verdict == "undecided"
    assert duel.result.score.high - duel.result.score.low < 0.08


def test_a_limit_in_time_is_said_to_be_not_reproducible(tmp_path: Path) -> None:
    timed = agent("timed", "improved", make_search("alphabeta", time_ms=0.1))
    said = "Not reproducible: with limits in time"
    for agents, reproducible in (([RANDOM, SHALLOW], True), ([RANDOM, timed], False)):
        comparison = compared(tmp_path, agents, pairs=3)
        assert comparison_json(comparison)["reproducible"] == reproducible
        assert any(line.startswith(said) for line in comparison_lines(comparison)) != reproducible


def test_the_stronger_one_is_named_whoever_comes_first(tmp_path: Path) -> None:
    for pair in ([RANDOM, DEEP], [DEEP, RANDOM]):
        (duel,) = compared(tmp_path, pair).duels
        assert (duel.first, duel.second) == (pair[0].name, pair[1].name)
        assert duel.verdict == "deep is better"
        estimate = duel.result.score.estimate
        assert (estimate if pair[0] is DEEP else 1 - estimate) > 0.9


def test_swapped_agents_without_chance_score_exactly_the_rest(tmp_path: Path) -> None:
    """With ties in order nothing is random but the openings, and both duels begin at the same."""
    one = agent("one", "improved", ahead(2, "ordered"))
    other = agent("other", "open", ahead(2, "ordered"))
    (there,) = compared(tmp_path / "there", [one, other]).duels
    (back,) = compared(tmp_path / "back", [other, one]).duels
    assert there.result.score.estimate == pytest.approx(1 - back.result.score.estimate, abs=1e-12)
    assert there.result.score.low == pytest.approx(1 - back.result.score.high, abs=1e-12)
    assert there.result.elo.estimate == pytest.approx(-back.result.elo.estimate, abs=1e-9)
    assert there.result.score.estimate != 0.5


def test_all_pairs_of_agents_meet(tmp_path: Path) -> None:
    found = compared(tmp_path, [RANDOM, SHALLOW, DEEP], pairs=50)
    assert [(duel.first, duel.second) for duel in found.duels] == [
        ("random", "shallow"),
        ("random", "deep"),
        ("shallow", "deep"),
    ]
    assert found.games == 3 * 2 * 50
    assert all(duel.result.pairs == 50 for duel in found.duels)


def test_against_baselines_the_mean_is_the_mean_of_the_rows(tmp_path: Path) -> None:
    opponents = (RANDOM, agent("open", "open", ahead(1), weight=3.0))
    found = compared(tmp_path, [SHALLOW, DEEP], ("two", opponents), pairs=100)
    assert found.baselines == "two"
    assert found.games == 2 * 100 * (1 + 2 * 2)
    for one in found.against:
        assert [other for other, _ in one.rows] == ["random", "open"]
        easy, hard = (value.estimate for _, value in one.rows)
        assert one.mean.estimate == pytest.approx(0.25 * easy + 0.75 * hard)
    first, second = found.against
    assert first.difference is None
    assert second.difference is not None
    gained = second.mean.estimate - first.mean.estimate
    assert second.difference.estimate == pytest.approx(gained)
    assert second.difference.low > 0  # two plies more are worth something


def test_agents_that_are_one_function_do_not_meet_and_score_alike(tmp_path: Path) -> None:
    written = [
        agent(name, f"{name}:as_written", ahead(1))
        for name in ("weighted_center", "weighted_space")
    ]
    found = compared(tmp_path, written, ("one", (RANDOM,)), pairs=50)
    assert found.duels == ()
    (same,) = found.same
    assert same.names == ("weighted_center", "weighted_space")
    # Common random numbers: the same moves against the same opponent from the same seeds.
    difference = found.against[1].difference
    assert difference is not None
    # 50 pairs alike do not prove that all are: at most 1 - 0.05 ** (1 / openings) differ.
    most = 1 - 0.05 ** (1 / found.openings)
    assert (difference.estimate, difference.low, difference.high) == pytest.approx((0, -most, most))
    (line,) = [line for line in comparison_lines(found) if "same function" in line]
    assert line.endswith("They choose the same moves, so a difference between them is noise.")


def test_one_function_under_two_searches_does_meet(tmp_path: Path) -> None:
    found = compared(tmp_path, [SHALLOW, DEEP], pairs=100)
    assert [same.names for same in found.same] == [("shallow", "deep")]
    (duel,) = found.duels
    assert duel.verdict == "deep is better"
    (line,) = [line for line in comparison_lines(found) if "same function" in line]
    assert line.endswith("What they score differs by their searches only.")


def test_two_openings_say_little(tmp_path: Path) -> None:
    """Two won pairs of two: 1 - sqrt(0.05) is all that can be said of the score."""
    worst = Heuristic("worst", "isolation", (), (), "moves(opp) - moves(own)")
    weak, strong = (
        Agent("weak", worst, (), make_search("greedy")),
        agent("strong", "improved", ahead(5)),
    )
    (duel,) = compared(tmp_path, [strong, weak], pairs=2).duels
    assert (duel.result.score.estimate, duel.result.score.bound) == (1.0, "at least")
    assert duel.result.score.low == pytest.approx(0.05**0.5)
    assert duel.verdict == "undecided"


def test_threads_change_nothing(tmp_path: Path) -> None:
    agents, opponents = [SHALLOW, DEEP], ("one", (RANDOM,))
    one = compared(tmp_path / "one", agents, opponents, pairs=300, threads=1)
    two = compared(tmp_path / "two", agents, opponents, pairs=300, threads=2)
    assert comparison_json(one) == comparison_json(two)


def test_the_published_opponents_are_as_strong_as_their_names_say(tmp_path: Path) -> None:
    """Published win rates against these seven fall from Random to AB_improved."""
    published = find_baselines("udacity-2017-02")
    found = compared(tmp_path, [SHALLOW, DEEP], (published.name, agents_of(published)), pairs=200)
    scores = {name: value.estimate for name, value in found.against[1].rows}
    assert scores["Random"] > scores["MM_null"] > scores["MM_improved"] > scores["AB_improved"]
    # Minimax to depth 3 with this evaluation is the same player as DEEP.
    assert 0.4 < scores["MM_improved"] < 0.6


def test_one_agent_is_no_comparison(tmp_path: Path) -> None:
    with pytest.raises(TuneError, match=r"^a comparison needs at least two agents; name another"):
        compared(tmp_path, [DEEP])
    assert list(tmp_path.iterdir()) == []


def test_names_must_differ(tmp_path: Path) -> None:
    with pytest.raises(TuneError, match=r"^two agents are called 'deep'; leave one out, or give"):
        compared(tmp_path, [DEEP, SHALLOW, DEEP])
