"""Say how long a sequential test is likely to go on, and how it ends."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tuner.stats.elo import NORMALIZED_ELO_SCALE, score_of_elo
from tuner.stats.interval import StatisticsError
from tuner.stats.sprt import Sprt

__all__ = ["SprtPlan"]

# Below this, the formulas are 0 / 0 to rounding and their limit is exact enough.
_BALANCED = 1e-6

# A random walk of normal steps passes a bound by so many standard deviations of a step, on average.
_OVERSHOOT = 0.5826


@dataclass(frozen=True)
class SprtPlan:
    """Say how long a sequential test is on average, and with what chance it passes.

    The log-likelihood ratio is taken as a Brownian motion between the bounds of the test (Wald
    1947, "Sequential Analysis", chapter 3). It is looked at after whole blocks only, and is then
    beyond its bound already: both bounds stand 0.5826 deviations of a block's step further out
    (Siegmund 1985, "Sequential Analysis", section 3.3). This holds as long as a block moves the
    ratio by less than about a quarter of a bound; see `coarse`.

    Args:
        test: what is tested.
        pair_variance: variance of one pair's score, above 0 and at most 1/4. Tests in normalized
            Elo do not depend on it.
        block: pairs between two looks; 0 for looks all the time, which is without overshoot.
        ratio: where the test stands already, between its bounds.

    Raises:
        StatisticsError: a number is outside its range.
    """

    test: Sprt
    pair_variance: float
    block: int = 0
    ratio: float = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.pair_variance <= 0.25:
            raise StatisticsError(
                f"pair variance {self.pair_variance} is not in (0, 0.25]; try 0.1"
            )
        if self.block < 0:
            raise StatisticsError(f"a block of {self.block} pairs is none; try 32")
        if not self.test.lower < self.ratio < self.test.upper:
            raise StatisticsError(
                f"a test that stands at {self.ratio} has ended; plan one between its bounds "
                f"{self.test.lower:.2f} and {self.test.upper:.2f}"
            )

    @property
    def coarse(self) -> bool:
        """Return whether a block decides so much that the mean length is a rough figure only."""
        return self._step > min(-self.test.lower, self.test.upper) / 4

    def pass_probability(self, elo: float) -> float:
        """Return the probability that the test passes when the true Elo is `elo`
        (in the test's model).

        P = (1 - e^(-h lower)) / (e^(-h upper) - e^(-h lower)), h = (2 s - s0 - s1) / (s1 - s0),
        with the bounds as they are seen from where the test stands.

        Raises:
            StatisticsError: the Elo is not a finite number.
        """
        lower, upper = self._bounds
        drift, span = self._drift(elo), upper - lower
        if drift == 0:
            return -lower / span
        # Divided by the greater exponential, so that nothing overflows far from the hypotheses.
        if drift > 0:
            return math.expm1(drift * lower) / math.expm1(-drift * span)
        tilt = math.exp(drift * upper)
        return tilt * math.expm1(-drift * lower) / math.expm1(drift * span)

    def expected_pairs(self, elo: float) -> float:
        """Return the mean number of pairs until the test ends when the true Elo is `elo`.

        Half of (2 / h) (upper P + lower (1 - P)) / w2, at h = 0 of -lower upper / w2, games;
        w2 = (s1 - s0)^2 / v with v = 2 pair_variance. No test is shorter than a block.

        Raises:
            StatisticsError: the Elo is not a finite number.
        """
        lower, upper = self._bounds
        drift = self._drift(elo)
        if abs(drift) < _BALANCED:
            games = -lower * upper / self._information
        else:
            chance = self.pass_probability(elo)
            games = 2 / drift * (upper * chance + lower * (1 - chance)) / self._information
        return max(games / 2, float(self.block))

    @property
    def _bounds(self) -> tuple[float, float]:
        beyond = _OVERSHOOT * self._step
        return self.test.lower - beyond - self.ratio, self.test.upper + beyond - self.ratio

    @property
    def _step(self) -> float:
        """Return the standard deviation of what a block adds to the ratio."""
        return math.sqrt(2 * self.block * self._information)

    @property
    def _information(self) -> float:
        """Return w2, of a game."""
        low, high = self._score(self.test.elo0), self._score(self.test.elo1)
        variance = 1.0 if self.test.model == "normalized" else 2 * self.pair_variance
        return (high - low) ** 2 / variance

    def _drift(self, elo: float) -> float:
        """Return h: 1 at the upper hypothesis, -1 at the lower one."""
        if not math.isfinite(elo):
            raise StatisticsError(f"Elo {elo} is not finite; give a number such as 20")
        score, low, high = map(self._score, (elo, self.test.elo0, self.test.elo1))
        return (2 * score - low - high) / (high - low)

    def _score(self, elo: float) -> float:
        """Return the score at an Elo; a normalized one is a score in deviations of a game."""
        normalized = self.test.model == "normalized"
        return elo / NORMALIZED_ELO_SCALE if normalized else score_of_elo(elo)
