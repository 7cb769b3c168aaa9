"""Compute Elo differences and their intervals: logistic Elo, normalized Elo, superiority."""

from __future__ import annotations

import math

from tuner.stats.interval import Interval, StatisticsError, normal_quantile
from tuner.stats.pentanomial import Pentanomial
from tuner.stats.special import ndtr

__all__ = [
    "ELO_LIMIT",
    "NORMALIZED_ELO_SCALE",
    "elo_interval",
    "elo_of_interval",
    "elo_of_score",
    "likelihood_of_superiority",
    "normalized_elo",
    "score_of_elo",
]

# The ends of the Elo scale, where the score is a millionth away from 0 and 1.
ELO_LIMIT = 2400.0

# Slope of logistic Elo at a score of 1/2 for a deviation of 1: 347.4 per unit of score.
NORMALIZED_ELO_SCALE = 800 / math.log(10)


def elo_of_score(score: float) -> float:
    """Return the logistic Elo difference of an expected score, -400 log10(1 / score - 1).

    The scale ends at +-ELO_LIMIT, so that scores of 0 and 1 have a finite Elo, too.

    Args:
        score: from 0 to 1.

    Raises:
        StatisticsError: the score is outside 0 to 1.
    """
    if not 0 <= score <= 1:
        raise StatisticsError(f"score {score} is outside 0 to 1; give a mean score, not a sum")
    if score in (0.0, 1.0):
        return math.copysign(ELO_LIMIT, score - 0.5)
    elo = 400 * (math.log10(score) - math.log10(1 - score))
    return min(max(elo, -ELO_LIMIT), ELO_LIMIT)


def score_of_elo(elo: float) -> float:
    """Return the expected score at a logistic Elo difference, 1 / (1 + 10^(-elo / 400)).

    Raises:
        StatisticsError: the Elo is not a finite number.
    """
    if not math.isfinite(elo):
        raise StatisticsError(f"Elo {elo} is not finite; give a number such as 20")
    # The same function, which cannot overflow.
    return (1 + math.tanh(elo / NORMALIZED_ELO_SCALE)) / 2


def elo_of_interval(score: Interval) -> Interval:
    """Return the interval of a score, end by end on the logistic Elo scale.

    Raises:
        StatisticsError: the interval leaves 0 to 1.
    """
    return Interval(
        elo_of_score(score.estimate),
        elo_of_score(score.low),
        elo_of_score(score.high),
        score.confidence,
        score.bound,
    )


def elo_interval(result: Pentanomial, confidence: float = 0.95, effect: float = 1.0) -> Interval:
    """Return the logistic Elo of a result: elo(mu) from elo(mu - z se) to elo(mu + z se).

    `margin` is the error that match programs print. With all pairs won or all lost the interval is
    one-sided (see `Pentanomial.score_interval`) and its other end is the end of the scale.

    Args:
        result: of a match.
        confidence: of the interval.
        effect: by what factor shared openings raise the variance of the score, at least 1.

    Raises:
        StatisticsError: there are no pairs.
    """
    return elo_of_interval(result.score_interval(confidence, effect))


def normalized_elo(
    result: Pentanomial, confidence: float = 0.95, effect: float = 1.0
) -> Interval | None:
    """Return the normalized Elo of a result, C (mu - 1/2) / sigma +- C z sqrt(effect / (2 pairs)),
    C = 800 / ln 10.

    Sigma is the deviation of one game, sqrt(2 variance of a pair). It measures how many games
    show the difference, whatever the share of draws. Source: Van den Bergh, "Normalized Elo".

    Args:
        result: of a match.
        confidence: of the interval.
        effect: by what factor shared openings raise the variance of the score, at least 1.

    Returns:
        None where all pairs have the same score: without any deviation it is undefined.

    Raises:
        StatisticsError: there are no pairs.
    """
    sigma = math.sqrt(2 * result.variance)
    if sigma == 0:
        return None
    elo = NORMALIZED_ELO_SCALE * (result.score - 0.5) / sigma
    error = math.sqrt(effect / (2 * result.pairs))
    margin = NORMALIZED_ELO_SCALE * normal_quantile(confidence) * error
    return Interval(elo, elo - margin, elo + margin, confidence)


def likelihood_of_superiority(result: Pentanomial) -> float:
    """Return the normal probability Phi((mu - 1/2) / se) that the candidate is the stronger.

    Where all pairs have the same score, it is 0, 1/2 or 1 by the side of 1/2 they are on.

    Raises:
        StatisticsError: there are no pairs.
    """
    lead = result.score - 0.5
    error = result.standard_error
    if error == 0:
        return 0.5 + math.copysign(0.5, lead) if lead else 0.5
    return float(ndtr(lead / error))
