"""Several matches at once: who is named after the correction, and what is still missing."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.comparison.compare import compare_agents
from tuner.comparison.correction import (
    Correction,
    correct_all,
    corrected_text,
)
from tuner.comparison.duels import Met, duels_of, ratings_of
from tuner.comparison.files import comparison_json
from tuner.comparison.model import Comparison, Matches, comparison_lines, comparison_notes
from tuner.matches.agent import Agent
from tuner.matches.pairs import Pairs
from tuner.matches.progress import Silent
from tuner.stats.pentanomial import Pentanomial
from tuner.stats.shared_openings import PairsNeeded

GAME = find_game("isolation-5x5")


def agent(name: str, preset: str, depth: int = 1) -> Agent:
    heuristic = find_preset(preset)
    search = make_search("alphabeta", depth=depth)
    return Agent(name, heuristic, heuristic.defaults, search)


def pairs(won: int, split: int, lost: int) -> Pairs:
    """Pairs that an agent won, shared and lost, one opening each."""
    results = np.array([[1, 1]] * won + [[1, -1]] * split + [[-1, -1]] * lost, dtype=np.int8)
    shape = results.shape
    return Pairs.untimed(results, np.zeros(shape, np.int16), np.zeros((*shape, 2), np.int64))


def compared(runs: Path | None, *agents: Agent, count: int = 40) -> Comparison:
    return compare_agents(GAME, agents, ("none", ()), Matches(count, 4, 1, 1), runs, Silent())


def test_one_match_is_judged_by_its_interval_and_several_after_the_correction() -> None:
    """A score of 57.5% of 100 pairs has p = 0.033: enough alone, and not as one of two."""
    close, even = pairs(35, 45, 20), pairs(25, 50, 25)
    (alone,) = duels_of([("a", "b", close)], np.arange(100))
    assert (alone.correction, alone.verdict) == (None, "a is better")
    first, second = duels_of([("a", "b", close), ("a", "c", even)], np.arange(100))
    assert first.correction is not None
    assert first.correction.p_value < 0.05 < first.correction.adjusted
    assert first.correction.adjusted == pytest.approx(2 * first.correction.p_value)
    assert (first.verdict, second.verdict) == ("undecided", "undecided")
    assert first.result == alone.result


def test_the_pairs_that_are_missing_follow_from_the_variance_and_the_correction() -> None:
    """For 10 Elo, 0.014387 of a score; z of 1 - 0.05 / 4 is 2.2414, that of 80% 0.8416."""
    match = pairs(25, 50, 25)
    variance = Pentanomial(25, 0, 50, 0, 25).variance
    (one, _) = duels_of([("a", "b", match), ("a", "c", match)], np.arange(100))
    assert one.correction is not None
    needed = variance * ((2.241403 + 0.841621) / 0.0143867) ** 2
    more = one.correction.more_pairs
    assert more.least == more.likely == more.most == pytest.approx(needed - 100, abs=3)
    # Ten openings, nearly all of whose pairs end alike, are worth ten pairs, however many play.
    (shared, _) = duels_of([("a", "b", match), ("a", "c", match)], np.arange(100) // 10)
    assert shared.correction is not None
    assert shared.correction.more_pairs == PairsNeeded(None, None, None)
    assert corrected_text(shared.correction).endswith(
        "no difference shown; no number of pairs from these openings shows 10 Elo"
    )


def test_of_tables_of_equals_5_in_100_name_a_winner() -> None:
    """Four equal agents, six matches of 60 pairs each, some of which share an opening."""
    chance = np.random.default_rng(12)
    repeats, named = 200, 0
    for _ in range(repeats):
        clusters = np.sort(chance.integers(0, 200, 60))
        favour = chance.random(200)[clusters]
        matches = [drawn(favour, chance) for _ in range(6)]
        named += any(one is not None and one.shown for one in correct_all(matches, clusters))
    assert named / repeats <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / repeats)


def drawn(favour: NDArray[np.float64], chance: np.random.Generator) -> Pairs:
    """Pairs of equals from openings in which whoever moves first wins with this probability."""
    first, second = chance.random((2, len(favour))) < favour
    results = np.stack([np.where(first, 1, -1), np.where(second, -1, 1)], axis=1).astype(np.int8)
    shape = results.shape
    return Pairs.untimed(results, np.zeros(shape, np.int16), np.zeros((*shape, 2), np.int64))


def test_ratings_of_matches_that_were_lost_on_time_say_so() -> None:
    agents = [agent(name, "open") for name in "abc"]
    games = pairs(10, 10, 10)
    late = games.delayed(np.zeros((30, 2, 2), np.int64), np.full((30, 2, 2), 1, np.int8))
    met = [("a", "b", games), ("a", "c", late)]
    (line,) = [one for one in comparison_lines(comparison(agents, met, 30)) if "clock" in one]
    assert line.endswith("and so tell of the clock as well: a against c.")


def test_what_five_looks_cost_is_said_for_few_agents_and_for_many() -> None:
    """17.4 of 100 for two matches, 20.3 for 190 (tests/tuner/stats/test_multiple.py)."""
    agents = [agent(name, "open") for name in "abc"]
    met = [("a", "b", pairs(10, 10, 10)), ("a", "c", pairs(10, 10, 10))]
    (line,) = [one for one in comparison_lines(comparison(agents, met, 30)) if "one look" in one]
    assert line.endswith("it is 17 to 20 of 100 after five looks.")


def test_what_is_said_of_a_match() -> None:
    assert (
        corrected_text(Correction(0.001, 0.004, PairsNeeded(800, 800, 800)))
        == "p = 0.004 corrected"
    )
    assert corrected_text(Correction(0.2, 0.6, PairsNeeded(12_345, 12_345, 12_345))) == (
        "p = 0.60 corrected, no difference shown; about 13,000 more pairs to see 10 Elo"
    )
    assert corrected_text(Correction(0.2, 0.6, PairsNeeded(0, 0, 900))) == (
        "p = 0.60 corrected, no difference shown; a difference of 10 Elo would show in 4 of 5 such "
        "matches"
    )


def test_two_agents_have_no_rating_and_no_correction(tmp_path: Path) -> None:
    found = compared(tmp_path, agent("one", "improved"), agent("two", "open"))
    assert found.ratings is None
    content = comparison_json(found)
    assert "ratings" not in content
    assert "p_value" not in content["head_to_head"][0]
    assert not any("corrected" in line for line in comparison_lines(found))


def test_three_agents_are_rated_in_the_order_of_their_points(tmp_path: Path) -> None:
    """In a whole round robin the order of ratings is that of the points (Ford 1957)."""
    agents = [agent("null", "null"), agent("deep", "improved", 3), agent("open", "open")]
    found = compared(tmp_path, *agents)
    points = dict.fromkeys(("null", "deep", "open"), 0.0)
    for duel in found.duels:
        points[duel.first] += duel.result.score.estimate
        points[duel.second] += 1 - duel.result.score.estimate
    content = comparison_json(found)
    json.dumps(content, allow_nan=False)
    assert [one["name"] for one in content["ratings"]["agents"]] == sorted(
        points, key=lambda name: -points[name]
    )
    assert {"p_value", "p_corrected", "more_pairs", "said"} <= set(content["head_to_head"][0])
    assert sum(one["elo"] for one in content["ratings"]["agents"]) == pytest.approx(0)
    lines = comparison_lines(found)
    start = next(at for at, line in enumerate(lines) if line.startswith("Ratings, Bradley-Terry"))
    assert lines[start + 1].startswith("  deep: +")
    assert any(line.startswith("  Whoever moves first has ") for line in lines[start:])
    assert any(line.startswith("  One rating for each agent ") for line in lines[start:])


@pytest.mark.parametrize("kind", ["won", "split", "lost"])
@pytest.mark.parametrize("count", [1, 2, 30])
def test_matches_that_all_end_alike_have_finite_numbers(kind: str, count: int) -> None:
    ends = [count if kind == end else 0 for end in ("won", "split", "lost")]
    agents = [agent(name, "open") for name in "abc"]
    match = pairs(*ends)
    met = [("a", "b", match), ("a", "c", match), ("b", "c", match)]
    found = comparison(agents, met, count)
    json.dumps(comparison_json(found), allow_nan=False)
    text = "\n".join(comparison_lines(found))
    assert "nan" not in text
    assert "inf " not in text


def comparison(agents: Sequence[Agent], met: Sequence[Met], count: int) -> Comparison:
    """What is made of matches of so many pairs, each from an opening of its own; "c" is 0."""
    clusters = np.arange(count)
    return Comparison(
        game=GAME.name,
        agents=tuple((one.name, one.describe()) for one in agents),
        searches=("alphabeta depth 1",) * 3,
        same=(),
        duels=duels_of(met, clusters),
        pairs=count,
        openings=count,
        baselines="",
        against=(),
        games=2 * count * len(met),
        reproducible=True,
        ratings=ratings_of(agents, met, clusters, "c"),
        anchor="c",
    )


def test_no_games_leave_no_ratings() -> None:
    agents = [agent(name, "open") for name in "abc"]
    assert ratings_of(agents, [], np.arange(0), "") is None


@pytest.mark.parametrize(("count", "few"), [(99, True), (100, False)])
def test_a_comparison_on_few_openings_says_what_it_may_not_have_seen(count: int, few: bool) -> None:
    agents = [agent(name, "open") for name in "abc"]
    match = pairs(40, count - 60, 20)
    met = [("a", "b", match), ("a", "c", match), ("b", "c", match)]
    found = comparison(agents, met, count)
    said = f"{count} different openings may hold none of the large losses that are rare"
    assert any(said in note for note in comparison_notes(found)) is few
    assert (said in str(found)) is few
