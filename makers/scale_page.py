"""Write a page on what a cluster gains: python -m makers.scale_page docs/scale.md."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from makers.scale_measures import Played, Slept, batch_of, measure_games, measure_sleepers
from makers.scale_study import Searched, measure_study
from tuner.files import save_text
from tuner.matches.provenance import machine_text

__all__ = ["limit_of", "main", "scale_page"]

_PLAYING = (1, 2, 4)
_SLEEPING = (8, 64, 128)
_SECONDS = (0.1, 1.0, 10.0)
_LARGE = (16, 64, 256, 500, 1000)

_HOW = """\
Games are real ones of 7x7 Isolation, improved against itself with alpha-beta to depth 4, in batches
that take one thread here about 0.1, 1 or 10 seconds. Workers are processes of Dask on this very
machine, and share its processors with the coordinator (the process of the study) and the scheduler.
The speed of threads in one process is measured before and after each, with as many threads as the
machine has processors; the share is that of the two. So a share near 1 says that the cluster
itself costs little, not that more workers than processors play more.
"""

_SLEEP = """\
To stand for more machines than there are, workers sleep instead of playing. *Busy* is the share of
their time in which they slept. What the coordinator and the scheduler spend is their own processor
time, divided by the number of batches. Batches of 0.1 s are sent about ten at a time. The workers
of this table share few processes here, which need processor time for each, too, and more of it
than machines of their own would notice: so *busy* is a lower bound.
"""

_STUDIES = ((1, 6), (4, 3), (16, 1))
"""Batches of each match, and how often trials are asked for: 64, 256 and 1,024 batches at once."""

_SEARCH = """\
A study's search on 64 workers, with `sampler: {name: tpe, batch: 8}` and eight baselines: the study
asks for eight trials at once, and its workers sleep a second for each batch instead of playing it.
The first trial, which is tried alone, is not counted. Everything else is: the sampler, the ledger,
and the wait for the last batch of each eight trials. At 100% every worker sleeps all the time.
"""


def limit_of(slept: Sequence[Slept], workers: int) -> tuple[float, float]:
    """Return which shares of a processor coordinator and scheduler need for so many workers.

    The workers play batches of a second. What the scheduler spends on a batch is taken to grow in
    a straight line with the number of workers, which it looks through for each.

    Args:
        slept: measurements with batches of a second, for at least two numbers of workers.
        workers: of the cluster that is asked for.
    """
    counts = [one.workers for one in slept]
    coordinator = max(one.coordinator for one in slept)
    slope, start = np.polyfit(counts, [one.scheduler for one in slept], 1)
    scheduler = max(0.0, start) + max(0.0, slope) * workers
    return workers * coordinator, workers * scheduler


def scale_page(
    played: Sequence[Played], slept: Sequence[Slept], searched: Sequence[Searched], command: str
) -> str:
    """Return the page as Markdown.

    Args:
        played: speeds of real games.
        slept: what batches that sleep cost.
        searched: how busy a study's search kept workers that sleep.
        command: that writes the page.
    """
    seconds = [one for one in slept if one.seconds == 1.0]
    shares = [(workers, *limit_of(seconds, workers)) for workers in _LARGE]
    full = [workers for workers, *both in shares if max(both) < 1.0]
    return "\n".join(
        [
            f"# What a cluster gains\n\nWritten by\n\n```sh\n{command}\n```\n",
            f"on {machine_text()}, in about five minutes; other programs that run meanwhile slow "
            "it down.\n",
            "## Real games\n",
            _HOW,
            "| workers | seconds a batch | games a second | share of the threads' speed |",
            "| ---: | ---: | ---: | ---: |",
            *(
                f"| {one.workers} | {one.seconds:.1f} | {one.games_a_second:,.0f} "
                f"| {one.of_threads:.2f} |"
                for one in played
            ),
            "\n## Workers that sleep\n",
            _SLEEP,
            "| workers | seconds a batch | busy | coordinator, ms each | scheduler, ms each |",
            "| ---: | ---: | ---: | ---: | ---: |",
            *(
                f"| {one.workers} | {one.seconds:.1f} | {one.busy:.0%} "
                f"| {1000 * one.coordinator:.1f} | {1000 * one.scheduler:.1f} |"
                for one in slept
            ),
            "\n## A study whose workers sleep\n",
            _SEARCH,
            "| workers | batches at once | seconds a batch | busy |",
            "| ---: | ---: | ---: | ---: |",
            *(
                f"| {one.workers} | {one.at_once:,} | {one.seconds:.1f} | {one.busy:.0%} |"
                for one in searched
            ),
            "\n## How far it goes\n",
            "From these figures, for batches of a second: the share of one processor that the "
            "coordinator and the scheduler need. Each works on one processor, so near 100% it is "
            "the limit. These are calculated, not measured.\n",
            "| workers | coordinator | scheduler |",
            "| ---: | ---: | ---: |",
            *(f"| {workers:,} | {ours:.0%} | {theirs:.0%} |" for workers, ours, theirs in shares),
            "",
            _conclusion(full),
            "",
        ]
    )


def _conclusion(full: Sequence[int]) -> str:
    most = max(full, default=0)
    limit = (
        f"Of these sizes, {most:,} workers are the most that they keep up with, if each batch "
        "takes a second."
        if most
        else "They keep up with none of these sizes, if each batch takes a second."
    )
    return (
        f"{limit} The study is a limit, too: the workers that it can keep busy are the batches "
        "that it can play at once, which are those of a trial times the `batch` of its sampler. "
        "More workers than that wait."
    )


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path, help="such as docs/scale.md")
    page = parser.parse_args(words).page
    threads = os.cpu_count() or 1
    batches = [batch_of(seconds) for seconds in _SECONDS]
    played = [one for workers in _PLAYING for one in measure_games(workers, batches, threads)]
    slept = [one for workers in _SLEEPING for one in measure_sleepers(workers, (0.1, 1.0), 5.0)]
    searched = [measure_study(64, batches, rounds) for batches, rounds in _STUDIES]
    command = f"python -m makers.scale_page {page.as_posix()}"
    save_text(page, scale_page(played, slept, searched, command))


if __name__ == "__main__":
    main()
