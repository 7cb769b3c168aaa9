"""Measure what races save, and what they cost in strength, and write docs/racing.md.

Run as `python -m makers.racing_page docs/racing.md`; it takes ten minutes of two cores.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean

from makers.racing_arms import CHECKED_PAIRS, Found, Tried, tune_both_ways
from makers.racing_problems import PROBLEMS, STRENGTH_PAIRS, Problem
from tuner.files import save_text
from tuner.stats.independent import over_seeds
from tuner.stats.interval import Interval, wilson
from tuner.stats.text import points_text, score_text

__all__ = ["Measured", "measure", "racing_page"]

Measured = Mapping[Problem, Sequence[Tried]]
"""What each problem gave, by seed."""

_SEEDS = range(1, 21)

_ENOUGH = 0.3
"""The share of games that a default must save on each problem."""

_ABOUT = {
    "landscape": "a made-up landscape of five parameters, whose strength is known: games are drawn "
    "with an ease of opening and seed that all vectors share and noise that near vectors share",
    "two-parameters": "`pressure` on 7x7 at depth 1 against own minus opponent's moves",
    "five-parameters": "a sum of five features on 7x7 at depth 1 against own minus opponent's "
    "moves, and own moves",
}

_HEAD = """\
# Pairs where they decide

Written by

```sh
{command}
```

`pruner: paired` stops a trial that its shared openings show to be worse than the best so far, and
`selection: race` lets finalists leave that are shown to lead the leader by less than half a point
([studies.md](studies.md#pairs-where-they-decide)). What do they save, and what does it cost? Each
problem was tuned by `tpe` with {seeds} seeds, each with openings, games and trials of its own. All
ways of one seed play the same openings and games, so they are compared seed by seed; brackets are
95% intervals of the mean over seeds (Student's t). What was found is measured where no search has
been: by its known strength, or on {pairs:,} fresh pairs against each baseline. These pairs are the
same for all seeds and all ways, so their own error is in no bracket over seeds: the brackets of the
hand-set vector, which are over these openings, show how large it is. Between two ways it cancels in
part, and wholly where both selected the same vector. Where they did so with every seed, brackets
have no width: no loss was seen in {seeds} seeds, which is no proof that there is none. Stopped
trials, and the best before each, are measured on {checked:,} of these pairs where their
strength is not known: which of two scored more is by luck where they are about as strong.
"""


def measure(workers: int) -> Measured:
    """Tune every problem with every seed, on so many processes."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        jobs = {
            problem: [pool.submit(tune_both_ways, problem, seed) for seed in _SEEDS]
            for problem in PROBLEMS
        }
        return {problem: [one.result() for one in found] for problem, found in jobs.items()}


def racing_page(measured: Measured, command: str) -> str:
    """Return the page.

    Args:
        measured: all problems.
        command: that writes it.
    """
    seeds = len(next(iter(measured.values())))
    lines = [
        _HEAD.format(command=command, seeds=seeds, pairs=STRENGTH_PAIRS, checked=CHECKED_PAIRS)
    ]
    lines += _conclusions(measured)
    for problem, tried in measured.items():
        lines += ["", f"## {problem}", "", f"This is {_ABOUT[problem]}.", ""]
        lines += [*_search_table(tried), "", _stopped(tried), "", *_selection_table(tried)]
    return "\n".join(lines) + "\n"


def _search_table(tried: Sequence[Tried]) -> list[str]:
    ways: dict[str, Callable[[Tried], Found]] = {
        "all trials to their end": lambda one: one.plain,
        "stopping trials, as many trials": lambda one: one.same_trials,
        "the same, half of the saved games to the ten best trials": lambda one: one.replayed,
        "stopping trials, as many games": lambda one: one.same_games,
    }
    rows = []
    for way, of in ways.items():
        gains = over_seeds([of(one).equal - one.plain.equal for one in tried])
        rows.append(
            f"| {way} | {fmean(of(one).trials for one in tried):,.0f} "
            f"| {fmean(of(one).search_games for one in tried):,.0f} "
            f"| {score_text(over_seeds([of(one).equal for one in tried]))} "
            f"| {'' if way.startswith('all') else points_text(gains)} |"
        )
    hand_set = tried[0].hand_set
    known = hand_set.low == hand_set.high
    score = f"{100 * hand_set.estimate:.1f}%" if known else score_text(hand_set)
    return [
        f"The search; the hand-set vector scores {score}. After it all "
        "finalists play all selection pairs.",
        "",
        "| search | trials | games | true score of what is selected | minus the first row |",
        "| --- | ---: | ---: | ---: | ---: |",
        *rows,
    ]


def _stopped(tried: Sequence[Tried]) -> str:
    stopped = fmean(one.stopped.trials for one in tried)
    better = sum(one.stopped.better for one in tried)
    checked = sum(one.stopped.checked for one in tried)
    share = score_text(wilson(better, checked)) if checked else "none"
    return (
        f"{stopped:.0f} of {tried[0].plain.trials} trials are stopped, which saves "
        f"{_percent(_saved_by_pruner(tried))} of the search's games. Of {checked} stopped ones "
        f"that were measured {share} scored more than the best trial before them where no search "
        "has been: that one was chosen on these very openings, partly by luck. These brackets are "
        "Wilson's, of up to ten trials of each seed as if they were independent, and a lead over "
        "the best that is smaller than the error of both measurements may fall either way."
    )


def _selection_table(tried: Sequence[Tried]) -> list[str]:
    equal = _mean(tried, lambda one: one.plain.equal)
    race = _mean(tried, lambda one: one.plain.race)
    games = fmean(one.plain.equal_games for one in tried)
    raced = fmean(one.plain.race_games for one in tried)
    return [
        "The selection, after the search of the first row:",
        "",
        "| selection | games | true score of what is selected | minus equal shares |",
        "| --- | ---: | ---: | ---: |",
        f"| equal shares | {games:,.0f} | {score_text(equal)} | |",
        f"| race | {raced:,.0f} | {score_text(race)} | {points_text(_race_gain(tried))} |",
        "",
        f"The race saves {_percent(_saved_by_race(tried))} of the selection's games.",
    ]


def _mean(tried: Sequence[Tried], of: Callable[[Tried], float]) -> Interval:
    return over_seeds([of(one) for one in tried])


def _saved_by_pruner(tried: Sequence[Tried]) -> Interval:
    return _mean(tried, lambda one: 1 - one.same_trials.search_games / one.plain.search_games)


def _pruner_gain(tried: Sequence[Tried]) -> Interval:
    return _mean(tried, lambda one: one.same_trials.equal - one.plain.equal)


def _saved_by_race(tried: Sequence[Tried]) -> Interval:
    return _mean(tried, lambda one: 1 - one.plain.race_games / one.plain.equal_games)


def _race_gain(tried: Sequence[Tried]) -> Interval:
    return _mean(tried, lambda one: one.plain.race - one.plain.equal)


def _percent(share: Interval) -> str:
    return f"{100 * share.estimate:.0f}% ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _allowed(loss: float) -> str:
    """Return which loss, a share of a game, is not excluded; figures have two decimals."""
    if loss < 0.00005:
        return "no interval holds one of 0.01 points"
    return f"the intervals still allow one of {100 * loss:.2f} points"


def _conclusions(measured: Measured) -> list[str]:
    """Return what is on by default, and why."""
    lines = ["What follows from it:", ""]
    for way, saves, gain in (
        ("pruner: paired", _saved_by_pruner, _pruner_gain),
        ("selection: race", _saved_by_race, _race_gain),
    ):
        saved = [saves(tried) for tried in measured.values()]
        lost = sum(gain(tried).high < 0 for tried in measured.values())
        strength = f"{lost} of {len(saved)} problems show" if lost else "no problem shows"
        largest = max(-gain(tried).low for tried in measured.values())
        least = min(one.estimate for one in saved)
        default = "is so" if least >= _ENOUGH and not lost else "is not, so it must be asked for"
        lines.append(
            f"- `{way}` saves {', '.join(map(_percent, saved))} of the games of its stage, and "
            f"{strength} a loss of strength; {_allowed(largest)}. What is on by default must save "
            f"{100 * _ENOUGH:.0f}% on each problem with no loss shown: this {default}."
        )
    replayed = [
        points_text(_mean(tried, lambda one: one.replayed.equal - one.same_trials.equal))
        for tried in measured.values()
    ]
    return [
        *lines,
        "- Playing the ten best trials again on fresh openings, with half of the games that "
        f"stopping others saved, changes what is selected by {', '.join(replayed)}: the selection "
        "plays them again anyway. It is left out.",
    ]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m makers.racing_page", description=__doc__)
    parser.add_argument("page", type=Path, help="Markdown file to write")
    parser.add_argument("--workers", type=int, default=2, help="processes that tune")
    words = parser.parse_args()
    command = f"python -m makers.racing_page {words.page.as_posix()}"
    save_text(words.page, racing_page(measure(words.workers), command))


if __name__ == "__main__":
    main()
