import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

import tuner.stats.sprt
from tuner.stats.interval import StatisticsError
from tuner.stats.pentanomial import Pentanomial
from tuner.stats.sprt import NORMALIZED_ELO_LIMIT, Model, Sprt, log_likelihood_ratio

CELLS = st.one_of(st.integers(0, 3), st.integers(0, 10**6))
COUNTS = st.one_of(
    st.lists(CELLS, min_size=3, max_size=3), st.lists(CELLS, min_size=5, max_size=5)
).filter(any)

# Public test values of fastchess, recomputed exactly: 5 counts of pairs, 3 counts of games.
PUBLISHED: list[tuple[Model, float, float, tuple[int, ...], float]] = [
    ("normalized", 0, 2, (365, 16618, 36229, 16974, 390), 2.250368),
    ("normalized", -1.75, 0.25, (127, 4883, 10712, 5150, 104), 3.010154),
    ("normalized", 0, 5, (0, 0, 0, 0, 5550), 111.797555),
    ("logistic", 0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.074126),
    ("logistic", 0, 2, (871, 26175, 55983, 26678, 821), -4.978673),
    ("normalized", 0, 2, (36027, 68692, 36433), 0.923293),
    ("logistic", 0.5, 2.5, (21184, 40708, 21404), -1.571889),
]

# Games without draws: pairs LL, WL, WW; logistic [0, 10], [0, 20], normalized [0, 10], [0, 20].
NO_DRAWS = [
    ((20, 50, 30), (0.494045, 0.823522, 0.493176, 0.821507)),
    ((200, 500, 300), (4.940417, 8.235200, 4.931752, 8.215073)),
    ((10, 80, 10), (-0.205738, -0.807788, -0.082912, -0.332463)),
    ((0, 0, 50), (1.418464, 2.795543, 1.993286, 3.900844)),
    ((0, 50, 0), (-1.452045, -2.952647, -0.078194, -0.324314)),
]


@pytest.mark.parametrize(("model", "elo0", "elo1", "counts", "ratio"), PUBLISHED)
def test_published_likelihood_ratios(
    model: Model, elo0: float, elo1: float, counts: tuple[int, ...], ratio: float
) -> None:
    assert log_likelihood_ratio(counts, elo0, elo1, model) == pytest.approx(ratio, abs=6e-7)


@pytest.mark.parametrize(("triple", "ratios"), NO_DRAWS)
def test_likelihood_ratios_of_a_game_without_draws(
    triple: tuple[int, int, int], ratios: tuple[float, float, float, float]
) -> None:
    ll, wl, ww = triple
    result = Pentanomial(ll=ll, wl=wl, ww=ww)
    models: list[Model] = ["logistic", "logistic", "normalized", "normalized"]
    tests = [Sprt(0, elo1, model=model) for model, elo1 in zip(models, (10, 20) * 2, strict=True)]
    computed = [test.log_likelihood_ratio(result) for test in tests]
    assert computed == pytest.approx(ratios, abs=6e-7)


@given(COUNTS, st.floats(-1000, 1000), st.floats(-1000, 1000))
@settings(derandomize=True, deadline=None)
def test_logistic_ratio_is_antisymmetric(counts: list[int], elo0: float, elo1: float) -> None:
    ratio = log_likelihood_ratio(counts, elo0, elo1)
    mirrored = log_likelihood_ratio(counts[::-1], -elo1, -elo0)
    assert mirrored == pytest.approx(-ratio, rel=1e-12, abs=1e-12)


@given(
    COUNTS,
    st.floats(-NORMALIZED_ELO_LIMIT, NORMALIZED_ELO_LIMIT),
    st.floats(-NORMALIZED_ELO_LIMIT, NORMALIZED_ELO_LIMIT),
)
@settings(derandomize=True, deadline=None)
def test_normalized_ratio_is_antisymmetric(counts: list[int], elo0: float, elo1: float) -> None:
    ratio = log_likelihood_ratio(counts, elo0, elo1, "normalized")
    mirrored = log_likelihood_ratio(counts[::-1], -elo1, -elo0, "normalized")
    assert mirrored == pytest.approx(-ratio, rel=1e-12, abs=1e-12)


def best_log_likelihood(counts: Sequence[int], elo: float, model: Model) -> float:
    """The highest log-likelihood under the hypothesis, by a general constrained optimizer."""
    scores = np.linspace(0, 1, len(counts))
    shares = np.array(counts) / sum(counts)
    pairs = math.sqrt(2) if len(counts) == 5 else 1.0

    def violation(p: np.ndarray) -> float:
        mean = p @ scores
        if model == "logistic":
            return float(mean - 1 / (1 + 10 ** (-elo / 400)))
        deviation = math.sqrt(p @ (scores - mean) ** 2)
        return float(mean - 0.5 - elo * math.log(10) / 800 * pairs * deviation)

    found = minimize(
        lambda p: -shares @ np.log(p),
        shares,
        method="SLSQP",
        bounds=[(1e-9, 1)] * len(counts),
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": violation},
        ],
        options={"ftol": 1e-15, "maxiter": 500},
    )
    assert found.success
    return -float(found.fun) * sum(counts)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("counts", [(20, 30, 15), (12, 31, 40, 25, 9), (3, 10, 20, 60, 70)])
def test_ratio_is_that_of_the_constrained_maxima(counts: tuple[int, ...], model: Model) -> None:
    ratio = best_log_likelihood(counts, 60, model) - best_log_likelihood(counts, -30, model)
    assert log_likelihood_ratio(counts, -30, 60, model) == pytest.approx(ratio, rel=1e-4)


@pytest.mark.parametrize("counts", [(10**8, 0, 0), (0, 10**8, 1, 0, 0), (1, 0, 0, 0, 0)])
def test_lopsided_results_have_a_finite_ratio(counts: tuple[int, ...]) -> None:
    # Nearly all weight is in one cell: the root lies a billionth away from a pole.
    for model, bound in (("logistic", 1000.0), ("normalized", NORMALIZED_ELO_LIMIT)):
        assert log_likelihood_ratio(counts, -bound, bound, model) < 0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("alpha", "beta", "lower", "upper"),
    [(0.05, 0.05, -2.944438979, 2.944438979), (0.05, 0.10, -2.251291799, 2.890371758)],
)
def test_bounds(alpha: float, beta: float, lower: float, upper: float) -> None:
    test = Sprt(0, 10, alpha, beta)
    assert (test.lower, test.upper) == pytest.approx((lower, upper), abs=1e-9)


def test_decision_follows_the_ratio() -> None:
    # Ratios of the table above: 4.940 passes, 0.494 does not, and neither fails.
    test = Sprt(0, 10)
    assert test.decision(Pentanomial(200, 0, 500, 0, 300)) == "pass"
    assert test.decision(Pentanomial(20, 0, 50, 0, 30)) == "continue"
    assert test.decision(Pentanomial(wl=50)) == "continue"
    # 50 shared pairs have -2.952647 on [0, 20], below -2.944439; 49 are not enough.
    assert Sprt(0, 20).decision(Pentanomial(wl=50)) == "fail"
    assert Sprt(0, 20).decision(Pentanomial(wl=49)) == "continue"
    assert test.decision(Pentanomial()) == "continue"


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ((1, 2), "2 counts"),
        ((1, 2, 3, 4), "4 counts"),
        ((0, 0, 0), "not all 0"),
        ((1, -1, 3), "no result"),
        ((1, math.nan, 3), "no result"),
        ((1, math.inf, 3), "no result"),
    ],
)
def test_counts_that_are_no_result_are_refused(counts: tuple[int, ...], message: str) -> None:
    with pytest.raises(StatisticsError, match=message):
        log_likelihood_ratio(counts, 0, 10)


@pytest.mark.parametrize(
    ("elo0", "elo1", "model", "message"),
    [
        (0, 10, "bayesian", "unknown Elo model 'bayesian'"),
        (0, 3000, "logistic", "outside"),
        (-201, 0, "normalized", "outside"),
        (math.nan, 10, "logistic", "is no number"),
    ],
)
def test_hypotheses_too_far_or_unknown_are_refused(
    elo0: float, elo1: float, model: Model, message: str
) -> None:
    with pytest.raises(StatisticsError, match=message):
        log_likelihood_ratio([1, 1, 1], elo0, elo1, model)
    with pytest.raises(StatisticsError, match=message):
        Sprt(elo0, elo1, model=model)


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "beta"),
    [(10, 10, 0.05, 0.05), (10, 0, 0.05, 0.05), (0, 10, 0, 0.05), (0, 10, 0.5, 0.5)],
)
def test_tests_that_cannot_decide_are_refused(
    elo0: float, elo1: float, alpha: float, beta: float
) -> None:
    with pytest.raises(StatisticsError):
        Sprt(elo0, elo1, alpha, beta)


def test_an_iteration_that_does_not_settle_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuner.stats.sprt, "_ITERATIONS", 1)
    with pytest.raises(StatisticsError, match="test nearer to 0"):
        log_likelihood_ratio([10, 20, 30], 0, 10, "normalized")
