"""A sequential test that is followed pair by pair, whoever plays how many at once."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tuner.stats.interval import StatisticsError
from tuner.stats.pentanomial import Pentanomial, design_effect
from tuner.stats.sprt import Sprt
from tuner.stats.sprt_course import BLOCK, FIRST_LOOK, MOST_LOOKS, FirstLook, SprtCourse, Standing

TEST = Sprt(0, 50)


def drawn(pairs: int, mean: float = 0.55) -> NDArray[np.float64]:
    """Scores of pairs, draws among them."""
    stream = np.random.default_rng(7)
    return np.asarray(stream.binomial(4, mean, size=pairs) / 4)


def followed(
    scores: NDArray[np.float64], clusters: NDArray[np.int64], parts: int, test: Sprt = TEST
) -> Standing:
    course = SprtCourse(test, clusters)
    for part in np.array_split(scores, parts):
        if course.add(part):
            break
    return course.standing


def test_where_it_stops_does_not_depend_on_how_the_pairs_come() -> None:
    scores, own = drawn(3000), np.arange(3000)
    once = followed(scores, own, 1)
    assert once.decision == "pass"
    assert all(followed(scores, own, parts) == once for parts in (2, 7, 100, 3000))


def test_it_stops_at_the_first_look_at_which_the_plain_test_decides() -> None:
    """A look after 64 pairs, then after each 16 more: every one of them by the ratio alone."""
    scores = drawn(3000)
    looks = range(FIRST_LOOK, 3001, BLOCK)
    ratios = [
        TEST.log_likelihood_ratio(Pentanomial.from_pair_scores(scores[:pairs])) for pairs in looks
    ]
    first = next(at for at, ratio in enumerate(ratios) if abs(ratio) >= TEST.upper)
    found = followed(scores, np.arange(3000), 5)
    assert first > 0
    assert (found.counts.pairs, found.effect) == (looks[first], 1.0)
    assert found.ratio == pytest.approx(ratios[first])
    assert found.first == FirstLook(Pentanomial.from_pair_scores(scores[:64]), 1.0)
    pairs, seen = zip(*found.course, strict=True)
    assert pairs == tuple(looks[: first + 1])
    assert seen == pytest.approx(ratios[: first + 1])


def test_of_a_long_test_evenly_many_looks_are_kept_with_the_last_one() -> None:
    """Hypotheses that are nearly the same are not told apart in 20,000 pairs, at 1,247 looks."""
    long = Sprt(-1, 1, 1e-6, 1e-6)
    found = followed(drawn(20_000, 0.5), np.arange(20_000), 9, long)
    *before, last = [pairs for pairs, _ in found.course]
    assert last == 20_000
    assert before[0] == FIRST_LOOK
    # Every eighth: each fourth would be 312 of them.
    assert set(np.diff(before)) == {8 * BLOCK}
    assert len(found.course) <= MOST_LOOKS
    assert last - before[-1] <= 8 * BLOCK


def test_pairs_that_share_openings_count_by_their_design_effect() -> None:
    # Each opening is there five times, and its pairs end alike: worth a fifth of as many.
    values = np.repeat(drawn(160, 0.52), 5)
    order = np.random.default_rng(3).permutation(800)
    scores, clusters = values[order], np.repeat(np.arange(160), 5)[order]
    course = SprtCourse(Sprt(0, 5), clusters)
    for part in np.array_split(scores, 13):
        course.add(part)
        pairs = course.standing.counts.pairs
        if pairs:
            effect = design_effect(scores[:pairs], clusters[:pairs])
            assert course.standing.effect == pytest.approx(effect)
    counts = Pentanomial.from_pair_scores(scores)
    assert course.standing.counts == counts
    assert course.standing.effect == pytest.approx(5.0)
    alone = Sprt(0, 5).log_likelihood_ratio(counts)
    assert course.standing.ratio == pytest.approx(alone / 5)


def test_a_thousand_pairs_of_one_opening_decide_nothing() -> None:
    found = followed(np.ones(1000), np.zeros(1000, np.int64), 3)
    assert (found.ratio, found.decision, found.counts.pairs) == (None, "continue", 1000)


@pytest.mark.parametrize("score", [0.0, 0.25, 0.5, 0.75, 1.0])
def test_pairs_that_all_end_alike(score: float) -> None:
    found = followed(np.full(500, score), np.arange(500), 1)
    assert found.decision == ("fail" if score <= 0.5 else "pass")
    assert found.effect == 1.0


@pytest.mark.parametrize(("pairs", "looked_at"), [(0, 0), (1, 1), (63, 63), (70, 70), (100, 100)])
def test_the_last_look_is_at_all_pairs(pairs: int, looked_at: int) -> None:
    course = SprtCourse(Sprt(0, 5), np.arange(pairs))
    assert course.add(np.full(pairs, 0.5))
    assert course.ended
    assert course.standing.counts.pairs == looked_at
    assert course.standing.decision == "continue"


def test_another_score_is_refused() -> None:
    with pytest.raises(StatisticsError, match=r"pair score 0\.3"):
        SprtCourse(TEST, np.arange(100)).add(np.array([0.5, 0.3]))
