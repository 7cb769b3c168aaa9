"""The page part on what tuning on solved positions gains, as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tuner.config import load_study
from tuner.tuning_ways import BY_GAMES, FIRST_POSITIONS, ON_POSITIONS, Ways, tune_in_all_ways
from tuner.words import points_text, score_text

__all__ = ["PROBLEMS", "tuning_part", "ways_lines"]

CONFIGS = Path(__file__).parents[1] / "configs"

PROBLEMS: Mapping[str, Mapping[str, int]] = {
    "all_features.yaml": {BY_GAMES: 300, ON_POSITIONS: 280, FIRST_POSITIONS: 155},
    "pressure.yaml": {BY_GAMES: 200, ON_POSITIONS: 1400, FIRST_POSITIONS: 190},
}
"""The example studies, and trials of each way that take about as long on the machine on which the
page was written."""

_INTRODUCTION = """\
Each example study was tuned in three ways, with searches of about the same wall time: by games
against its baselines, as it stands; on the search half of the solved positions (`objective:
accuracy`); and on those first, with the best of it as the first trials by games (`warm_start:
accuracy`). Selection and verdict play games in all three. Then all met on openings that no study
ever sees, each against the study's own baselines and head to head.
"""


def tuning_part(runs: Path, threads: int) -> list[str]:
    """Tune all problems and write what came of it.

    Args:
        runs: folder for the runs.
        threads: that play.

    Raises:
        ConfigError: if an example study is not there.
    """
    lines = ["## What tuning on accuracy gains in games\n", _INTRODUCTION]
    for name, trials in PROBLEMS.items():
        study = load_study(CONFIGS / name)
        lines += ways_lines(name, tune_in_all_ways(study, trials, runs, threads))
    return lines


def ways_lines(name: str, ways: Ways) -> list[str]:
    """One problem: a table of the ways, and the matches between them."""
    scores = {agent: (score, other) for agent, score, other in ways.comparison.scores}
    rows = []
    for one in ways.tuned:
        score, difference = scores[one.way]
        search = f"{one.trials:,} trials, {one.seconds:.1f} s" if one.trials else ""
        gain = "" if difference is None else points_text(difference)
        cells = (one.way, search, score_text(score), gain, score_text(one.accuracy))
        rows.append(f"| {' | '.join(cells)} |")
    return [
        f"### configs/{name}\n",
        f"{ways.comparison.pairs:,} pairs of each two that met, 95% intervals.\n",
        "| values | search | score over the baselines | minus by games, paired | accuracy |",
        "| --- | --- | ---: | ---: | ---: |",
        *rows,
        "",
        *_duels(ways),
        "",
    ]


def _duels(ways: Ways) -> Sequence[str]:
    return [
        f"- Head to head, as *{duel.first}* sees it against *{duel.second}*: "
        f"{score_text(duel.result.score)}, {duel.verdict}."
        for duel in ways.comparison.duels
        if "hand-set" not in (duel.first, duel.second)
    ]
