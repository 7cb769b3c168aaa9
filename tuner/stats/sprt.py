"""Test two Elo hypotheses by a generalized sequential probability ratio (GSPRT)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tuner.stats.elo import ELO_LIMIT, NORMALIZED_ELO_SCALE
from tuner.stats.interval import StatisticsError
from tuner.stats.pentanomial import Pentanomial

__all__ = [
    "LEAST_ERROR",
    "MOST_ERROR",
    "NORMALIZED_ELO_LIMIT",
    "Decision",
    "Model",
    "Sprt",
    "asked_test",
    "log_likelihood_ratio",
]

Model = Literal["logistic", "normalized"]
Decision = Literal["pass", "fail", "continue"]

# Where hypotheses in normalized Elo end: beyond, the uniform start cannot reach them.
NORMALIZED_ELO_LIMIT = 200.0

# Stands for a count of zero, as in fishtest and fastchess: no outcome is taken to be impossible.
_EMPTY_CELL = 0.001
_TOLERANCE = 1e-9
_ITERATIONS = 1000

LEAST_ERROR, MOST_ERROR = 1e-6, 0.5
"""Between these are the error rates that a user may ask for."""


@dataclass(frozen=True)
class Sprt:
    """A test of "the Elo is elo1" (pass) against "the Elo is elo0" (fail) on pairs of games.

    Args:
        elo0: the lower hypothesis.
        elo1: the higher hypothesis.
        alpha: probability of a pass when the Elo is elo0.
        beta: probability of a fail when the Elo is elo1; alpha + beta < 1.
        model: in which Elo the hypotheses are, "logistic" or "normalized".

    Raises:
        StatisticsError: a number is outside its range.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        _check_model(self.model, self.elo0, self.elo1)
        if not self.elo0 < self.elo1:
            raise StatisticsError(
                f"the test's Elo bounds [{_plain(self.elo0)}, {_plain(self.elo1)}] are not "
                "ascending; make the second larger than the first, such as [0, 5]"
            )
        if not (min(self.alpha, self.beta) > 0 and self.alpha + self.beta < 1):
            raise StatisticsError(
                f"error rates {self.alpha} and {self.beta} must be above 0 and sum to below 1; "
                "try 0.05 and 0.05"
            )

    @property
    def truths(self) -> tuple[float, float, float]:
        """Return the differences for which a length is told: elo0, the middle, and elo1."""
        return self.elo0, (self.elo0 + self.elo1) / 2, self.elo1

    @property
    def lower(self) -> float:
        """Return the log-likelihood ratio at which the test fails, ln(beta / (1 - alpha))."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Return the log-likelihood ratio at which the test passes, ln((1 - beta) / alpha)."""
        return math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, result: Pentanomial) -> float:
        """Return the test's log-likelihood ratio for a result; see the function of this name."""
        return log_likelihood_ratio(result.counts, self.elo0, self.elo1, self.model)

    def decision(self, result: Pentanomial) -> Decision:
        """Return what the test says after this result; "continue" as long as there are no pairs."""
        if result.pairs == 0:
            return "continue"
        return self.judge(self.log_likelihood_ratio(result))

    def judge(self, ratio: float) -> Decision:
        """Return what the test says of a log-likelihood ratio."""
        if ratio >= self.upper:
            return "pass"
        return "fail" if ratio <= self.lower else "continue"


def asked_test(
    elo0: float, elo1: float, alpha: float, beta: float, model: Model = "logistic"
) -> Sprt:
    """Return the test that a user asks for; a study makes the errors of its later ones smaller.

    Raises:
        StatisticsError: a number is outside its range; an error rate is below `LEAST_ERROR` or
            above `MOST_ERROR`.
    """
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if not LEAST_ERROR <= rate <= MOST_ERROR:
            raise StatisticsError(
                f"the error rate {name} is {rate:g}; give one from {LEAST_ERROR:f} to "
                f"{MOST_ERROR:g}, 0.05 is usual"
            )
    return Sprt(elo0, elo1, alpha, beta, model)


def log_likelihood_ratio(
    counts: Sequence[int], elo0: float, elo1: float, model: Model = "logistic"
) -> float:
    """Return the generalized log-likelihood ratio of elo1 against elo0, by exact
    maximum likelihood.

    LLR = N sum p_i ln(p_i(1) / p_i(0)), p(j) the most likely distribution with the Elo elo_j;
    a count of zero stands as 0.001. Sources: Van den Bergh, "Comments on the support of the MLE
    of a multinomial distribution", Prop. 1.1 (logistic), and "Normalized Elo: practical", section
    4.1 (normalized).

    Args:
        counts: low to high, of single games (3: lost, drawn, won) or of pairs (5).
        elo0: the lower hypothesis, within +-ELO_LIMIT or +-NORMALIZED_ELO_LIMIT.
        elo1: the higher hypothesis.
        model: "logistic" or "normalized".

    Raises:
        StatisticsError: the counts are not 3 or 5, all zero or negative, or the Elo is too far.
    """
    _check_model(model, elo0, elo1)
    if len(counts) not in (3, 5):
        raise StatisticsError(f"{len(counts)} counts; give 3 of games or 5 of pairs, low to high")
    if any(not (count >= 0 and math.isfinite(count)) for count in counts) or not any(counts):
        raise StatisticsError(
            f"counts {list(counts)} are no result; give counts of 0 or more, not all 0"
        )
    filled = [float(count) or _EMPTY_CELL for count in counts]
    total = math.fsum(filled)
    shares = [count / total for count in filled]
    fit = _fit_deviation if model == "normalized" else _fit_score
    null, alternative = fit(shares, elo0), fit(shares, elo1)
    return math.fsum(
        count * (low - high)
        for count, low, high in zip(filled, null.logs, alternative.logs, strict=True)
    )


class _Tilt(NamedTuple):
    """Hold a distribution p_i / d_i, and ln d_i."""

    shares: list[float]
    logs: list[float]


def _fit_score(shares: list[float], elo: float) -> _Tilt:
    """Return the most likely distribution with the mean score of a logistic Elo."""
    # Around 1/2, so that the mirrored test is computed from the same numbers.
    target = math.tanh(elo / NORMALIZED_ELO_SCALE) / 2
    return _tilt(shares, [score - target for score in _centered_scores(len(shares))])


def _fit_deviation(shares: list[float], elo: float) -> _Tilt:
    """Return the most likely distribution with a normalized Elo, iterated from the uniform one."""
    scores = _centered_scores(len(shares))
    # Normalized Elo is in deviations of a game; a pair's is smaller by sqrt 2.
    target = elo / NORMALIZED_ELO_SCALE * (math.sqrt(2) if len(shares) == 5 else 1)
    fitted = [1 / len(shares)] * len(shares)
    for _ in range(_ITERATIONS):
        mean = math.fsum(p * a for p, a in zip(fitted, scores, strict=True))
        variance = math.fsum(p * (a - mean) ** 2 for p, a in zip(fitted, scores, strict=True))
        half = target * math.sqrt(variance) / 2
        tilt = _tilt(shares, [a - half * (1 + (a - mean) ** 2 / variance) for a in scores])
        change = max(abs(new - old) for new, old in zip(tilt.shares, fitted, strict=True))
        if change < _TOLERANCE:
            return tilt
        fitted = tilt.shares
    raise StatisticsError(f"no distribution found for a normalized Elo of {elo}; test nearer to 0")


def _tilt(shares: list[float], moments: list[float]) -> _Tilt:
    """Return the most likely distribution under which the moments phi_i have mean zero.

    It is p_i / (1 + x phi_i), x the root of sum p_i phi_i / (1 + x phi_i). The root may lie next to
    the pole of the extreme phi_e, where 1 + x phi_e cancels; so w = 1 + x phi_e is solved for. No
    share exceeds 1, so that w is at least p_e.
    """
    from scipy.optimize import brentq  # noqa: PLC0415 - slow to import

    mean = math.fsum(p * phi for p, phi in zip(shares, moments, strict=True))
    extreme = max(moments) if mean < 0 else min(moments)
    share = shares[moments.index(extreme)]
    ratios = [phi / extreme for phi in moments]

    def balance(w: float) -> float:
        return math.fsum(
            p * ratio / (1 - ratio + w * ratio) for p, ratio in zip(shares, ratios, strict=True)
        )

    root = float(brentq(balance, share / 2, 1.0, xtol=1e-300, rtol=1e-15))
    return _Tilt(
        [p / (1 - ratio + root * ratio) for p, ratio in zip(shares, ratios, strict=True)],
        [math.log1p((root - 1) * ratio) for ratio in ratios],
    )


def _centered_scores(cells: int) -> list[float]:
    return [cell / (cells - 1) - 0.5 for cell in range(cells)]


def _check_model(model: Model, elo0: float, elo1: float) -> None:
    limits = {"logistic": ELO_LIMIT, "normalized": NORMALIZED_ELO_LIMIT}
    if model not in limits:
        raise StatisticsError(f"unknown Elo model {model!r}; use 'logistic' or 'normalized'")
    for elo in (elo0, elo1):
        if math.isnan(elo):
            raise StatisticsError(f"{model} Elo bound {elo} is no number; write one such as 5")
        if not abs(elo) <= limits[model]:
            raise StatisticsError(
                f"{model} Elo bound {_plain(elo)} is outside +-{limits[model]:.0f}; choose it "
                "nearer to 0"
            )


def _plain(number: float) -> str:
    """Return a number as people write it: "5" and "1000000000", not "5.0" and "1e+09"."""
    return f"{number:.15g}"
