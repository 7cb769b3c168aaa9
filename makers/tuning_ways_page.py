"""Write as Markdown what tuning on solved positions gains."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from makers.tuning_ways import BY_GAMES, FIRST_POSITIONS, ON_POSITIONS, Ways, tune_in_all_ways
from tuner.config.study import load_study
from tuner.stats.independent import over_seeds
from tuner.stats.text import points_text, score_text

__all__ = ["PROBLEMS", "SEEDS", "tuning_part", "ways_lines"]

SEEDS = (1, 2, 3, 4, 5)

CONFIGS = Path(__file__).parents[1] / "configs"


PROBLEMS: Mapping[str, Mapping[str, int]] = {
    "eight_weights.yaml": {BY_GAMES: 300, ON_POSITIONS: 280, FIRST_POSITIONS: 155},
}
"""These are the example studies, and trials of each way that took about as long on the machine on
which the page was written."""

_INTRODUCTION = """\
One example study was tuned in three ways, with searches of about the same wall time: by games
against its baselines, as it stands; on the search half of the solved positions (`objective:
accuracy`); and on those first, with the best of it as the first trials by games (`warm_start:
accuracy`). Selection and verdict play games in all three. Then all met on openings that no study
ever sees, each against the study's own baselines and head to head. All of this was done with five
seeds, each with openings, games and trials drawn anew. What one seed finds is luck as well as
method, so the tables show means over the seeds with 95% intervals (Student's t), and behind them
the standard deviation of a seed, in points; what a way gains is judged by these.
"""

_PAIRS = 4000
"""Verdict and comparison have so many pairs for each seed: five seeds have as many as one study."""


def tuning_part(runs: Path, threads: int) -> list[str]:
    """Tune all problems with all seeds and write what came of it.

    Args:
        runs: folder for the runs.
        threads: that play.

    Raises:
        ConfigError: if an example study is not there.
    """
    lines = ["## What tuning on accuracy gains in games\n", _INTRODUCTION]
    for name, trials in PROBLEMS.items():
        study = load_study(CONFIGS / name)
        study = replace(study, budget=replace(study.budget, verdict_pairs=_PAIRS))
        ways = [
            tune_in_all_ways(replace(study, seed=seed), trials, runs / f"seed-{seed}", threads)
            for seed in SEEDS
        ]
        lines += ways_lines(name, ways)
    return lines


def ways_lines(name: str, ways: Sequence[Ways]) -> list[str]:
    """Return one problem: a table of the ways, the matches between them, means over seeds."""
    first, rows = ways[0], []
    budget = first.study.budget
    for index, one in enumerate(first.tuned):
        tuned = [way.tuned[index] for way in ways]
        seconds = statistics.fmean(found.seconds for found in tuned)
        search = f"{one.trials:,} trials, {seconds:.1f} s" if one.trials else ""
        scores = [_score(way, one.way) for way in ways]
        gains = [score - _score(way, BY_GAMES) for way, score in zip(ways, scores, strict=True)]
        gain = "" if one.way == BY_GAMES else f"{points_text(over_seeds(gains))}{_spread(gains)}"
        accuracy = [found.accuracy.estimate for found in tuned]
        rows.append(f"| {one.way} | {search} | {_mean(scores)} | {gain} | {_mean(accuracy)} |")
    return [
        f"### configs/{name}\n",
        f"{len(ways)} seeds, each with {budget.pairs:,} pairs of games against each baseline in "
        f"the search, {budget.final_pairs:,} in the selection, and {first.comparison.pairs:,} of "
        "each two that met.\n",
        "| values | search | score over the baselines | minus by games | accuracy |",
        "| --- | --- | ---: | ---: | ---: |",
        *rows,
        "",
        *_duels(ways),
        *_conclusions(ways),
        "",
    ]


def _score(ways: Ways, way: str) -> float:
    """Return what the values of a way score over the baselines."""
    return next(one.mean.estimate for one in ways.comparison.against if one.agent == way)


def _mean(shares: Sequence[float]) -> str:
    return f"{score_text(over_seeds(shares))}{_spread(shares)}"


def _spread(values: Sequence[float]) -> str:
    return f", SD {100 * statistics.stdev(values):.2f}"


def _duels(ways: Sequence[Ways]) -> Sequence[str]:
    """Write head to head between the ways; two of the same values do not meet and score a half."""
    names = [one.way for one in ways[0].tuned if one.trials]
    lines = []
    for index, first in enumerate(names):
        for second in names[index + 1 :]:
            scores = [_met(one, first, second) for one in ways]
            lines.append(
                f"- Head to head, as *{first}* sees it against *{second}*: {_mean(scores)}."
            )
    return lines


def _met(ways: Ways, first: str, second: str) -> float:
    for duel in ways.comparison.duels:
        if {duel.first, duel.second} == {first, second}:
            score = duel.result.score.estimate
            return score if duel.first == first else 1.0 - score
    return 0.5


def _conclusions(ways: Sequence[Ways]) -> Sequence[str]:
    """Return what the seeds show of each way beside tuning by games."""
    lines = []
    for way in (ON_POSITIONS, FIRST_POSITIONS):
        gain = over_seeds([_score(one, way) - _score(one, BY_GAMES) for one in ways])
        if gain.low > 0:
            shown = f"*{way}* is better than *{BY_GAMES}*"
        elif gain.high < 0:
            shown = f"*{BY_GAMES}* is better than *{way}*"
        else:
            shown = f"neither *{BY_GAMES}* nor *{way}* is shown better"
        lines.append(f"- Over {len(ways)} seeds {shown} against the baselines.")
    return lines
