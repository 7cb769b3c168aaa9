"""Measure every sampler at equal games, and write the page and the data of what came of it.

Run as `python -m makers.samplers_page docs/samplers.md`; it takes some 15 minutes of one core. With
`--again` it writes the page from the data that there are.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from makers.sampler_problems import PROBLEMS, STRENGTH_PAIRS
from makers.sampler_runs import measure_samplers
from tuner.config.samplers import DEFAULT_SAMPLER
from tuner.files import save_text
from tuner.stats.independent import over_seeds
from tuner.stats.interval import Interval
from tuner.tuning.sampler_advice import LANDSCAPE, MEASURED

__all__ = ["page"]

_Row = dict[str, Any]

_HEAD = """\
# Samplers, measured

Each sampler tuned the same problems with equal games, {seeds} seeds each; a seed has openings,
games and proposals of its own, and on a made-up landscape its own optimum. All of it went through
the program's own search and selection (8 finalists, 1,000 pairs each); the tables show the
strength of what the selection took, as means over the seeds with 95% intervals (Student's t). Each
interval is for itself: none is corrected for how many there are.
Equal games are those of the search. The selection comes on top and is not counted: up to nine
finalists, so at most 18,000 games, but of `spsa` at most four finalists and 8,000 games. Seconds
are processor time of the sampler alone, in one search.
`python -m makers.samplers_page docs/samplers.md` writes this page and the data for `tune check`.
"""

_LANDSCAPES = """\
## A made-up landscape

The hand-set vector has 0 Elo and the optimum 100, in a bowl that is up to seven times as steep
along one parameter as along another. What is lost is a sum of what each parameter loses alone, and
each optimum is at most 0.3 of its range from the hand-set value. This suits samplers that begin
there and go step by step (`spsa`, `cmaes`, `cmaes-noise`), and the smooth process of `gp`; where
parameters hang together, or the best values are far away, they may find less. Half of the variance
of a game is that of its opening, which all trials share. {trials} trials of {pairs} pairs against
one opponent of 0 Elo: {games:,} games{fewer}.
True Elo of what was taken:
"""

_STUDIES = """\
## Real studies

7x7 Isolation at depth 1 against own minus opponent's moves at depth 1, {trials} trials of {pairs}
pairs: {games:,} games{fewer}. The table has the score of what was taken in percent, on
{strength_pairs:,} pairs of fresh openings. These are the same for all seeds and samplers, so their
luck is in no interval over seeds. The row of the hand-set vector shows how large it is: its
interval is over these openings. It cancels in part where two samplers are compared.
"""

_PAIRS = {one.name: one.pairs for one in PROBLEMS}
"""Those of a trial, by the name of the problem."""


def page(rows: Sequence[_Row]) -> str:
    """Return the page that says what was measured.

    Args:
        rows: of `makers.sampler_runs.measure_samplers`.
    """
    made_up = [row for row in rows if row["problem"] == LANDSCAPE]
    real = [row for row in rows if row["problem"] != LANDSCAPE]
    seeds = len(rows[0]["strength"])
    return "\n".join(
        [
            _HEAD.format(seeds=seeds),
            *_part(_LANDSCAPES, made_up),
            *_part(_STUDIES, real),
            *_leads(rows),
        ]
    )


def _part(text: str, rows: Sequence[_Row]) -> Iterator[str]:
    problems = list(dict.fromkeys((row["problem"], row["parameters"]) for row in rows))
    games = rows[0]["games"]
    yield text.format(
        trials=rows[0]["trials"],
        pairs=_PAIRS[rows[0]["problem"]],
        games=games,
        fewer=_fewer(rows, games),
        strength_pairs=STRENGTH_PAIRS,
    )
    names = [
        f"{count} parameters" if problem == LANDSCAPE else f"{problem}, {count} parameters"
        for problem, count in problems
    ]
    yield f"| sampler | {' | '.join(names)} | seconds |"
    yield f"| --- |{' ---: |' * len(names)} ---: |"
    for sampler in dict.fromkeys(row["sampler"] for row in rows):
        mine = {row["parameters"]: row for row in rows if row["sampler"] == sampler}
        cells = [_strength(mine[count]) for _, count in problems]
        spent = sorted(row["seconds"] for row in mine.values())
        seconds = "" if sampler == "hand-set" else f"{spent[0]:.2f} to {spent[-1]:.2f}"
        yield f"| `{sampler}` | {' | '.join(cells)} | {seconds} |"
    yield ""


def _fewer(rows: Sequence[_Row], games: int) -> str:
    """Return which samplers played fewer games than the others, having no more vectors."""
    fewer = [
        f"`{row['sampler']}` with {row['parameters']} only {row['games']:,}"
        for row in rows
        if 0 < row["games"] < games
    ]
    return f"\n({', '.join(fewer)}: there were no more points)" if fewer else ""


def _strength(row: _Row) -> str:
    """Return what a sampler found; the strength of the hand-set vector is known or measured."""
    if row["sampler"] != "hand-set":
        return _cell(over_seeds(row["strength"]))
    value = row["strength"][0]
    return _cell(Interval(value, row["low"], row["high"])) if "low" in row else f"{value:z.1f}"


def _leads(rows: Sequence[_Row]) -> Iterator[str]:
    """Return what each sampler found beside the default, seed by seed."""
    yield "## Beside the default\n"
    yield (
        f"Each sampler minus `{DEFAULT_SAMPLER}`, seed by seed, in Elo on landscapes, in points in "
        "studies:\n"
    )
    problems = list(dict.fromkeys((row["problem"], row["parameters"]) for row in rows))
    yield f"| sampler | {' | '.join(f'{name} {count}' for name, count in problems)} |"
    yield f"| --- |{' ---: |' * len(problems)}"
    found = {(row["problem"], row["parameters"], row["sampler"]): row["strength"] for row in rows}
    for sampler in dict.fromkeys(row["sampler"] for row in rows):
        if sampler in (DEFAULT_SAMPLER, "hand-set"):
            continue
        cells = []
        for problem in problems:
            pairs = zip(found[*problem, sampler], found[*problem, DEFAULT_SAMPLER], strict=True)
            cells.append(_cell(over_seeds([one - two for one, two in pairs]), "+"))
        yield f"| `{sampler}` | {' | '.join(cells)} |"
    yield ""


def _cell(interval: Interval, sign: str = "") -> str:
    low, high = f"{interval.low:{sign}.1f}", f"{interval.high:{sign}.1f}"
    return f"{interval.estimate:{sign}.1f} ({low} to {high})"


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m makers.samplers_page", description=__doc__)
    parser.add_argument("page", type=Path, help="Markdown file to write")
    parser.add_argument("--again", action="store_true", help="measure nothing anew")
    words = parser.parse_args()
    if not words.again:
        text = ",\n".join(json.dumps(row) for row in measure_samplers(_say))
        save_text(MEASURED, f"[\n{text}\n]\n")
    save_text(words.page, page(json.loads(MEASURED.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()
