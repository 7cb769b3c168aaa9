"""Measure what each feature costs: python -m makers.feature_costs docs/features.md.

Every feature becomes a formula of its own, which is evaluated on positions of random games, in turn
with the formula `0`. What it takes longer is the cost of the feature. The page gets a table, and
the package the same numbers (`features/costs.json`), which `tune list features` shows.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.laps import on_clock, race
from engine.entries import VALUE_WRITER
from engine.game import Game, States
from engine.games import names_by_family, usual_game
from engine.play.compiler import compile_values
from features.catalogue import find_features
from features.compiled import formula_kernels
from features.conformance import random_positions
from features.costs import COSTS_FILE, FeatureCost, RecordedCosts, rounded
from features.feature import Feature
from features.heuristic import Heuristic
from features.language.expression import FeatureCall
from makers.node_rates import NodeRates, machine_text, rate_cells, rate_head, recorded_rates
from tuner.files import save_text

__all__ = [
    "COMMAND",
    "USUAL",
    "Plan",
    "cost_of",
    "costs_json",
    "features_page",
    "main",
    "measure_costs",
    "usual_call",
]

COMMAND = "python -m makers.feature_costs docs/features.md"

Plan = tuple[int, int]
"""Passes over all positions in one lap, and rounds."""

USUAL: Plan = (100, 41)

POSITIONS = 3_000
SEED = 1
CHOSEN_INTEGER = 3
"""What a whole number of a feature is in the measurement: a radius, some steps, some stones."""

NOTHING = "0"

_MEANING = """\
`own` may be `opp` everywhere; a feature without it belongs to both sides. A whole number, such as a
radius, is written out in a formula. `tune list features WORD --game GAME` lists the same, shortened
to what holds the word.

The cost is that of one value inside compiled code, in nanoseconds: of a formula that is nothing but
this feature, less that of the formula `0`. Behind the median of {rounds} rounds stands the range of
the middle four fifths of them. Where the range reaches 0 the cost is too small to be measured so.
Whole numbers were {integer}. What two features of a formula have in common is mostly computed once,
so together they cost less than the sum. In plain Python the costs are others.

The last columns are of an alpha-beta search whose leaves are worth this feature and nothing else:
how many positions a second it visits, and what that is beside the same search with a preset.
[heuristics.md](heuristics.md) says how that was measured.

The positions of the costs are those of random games on {games}, from the
first to the last. `longest_path` has no value in many of them, and takes longer in the others. On
boards of more than 64 squares features of sets of squares cost two to four times as much
(`squares_at`, `territory_at` and `territory_difference` on isolation-9x11).
"""


def measure_costs(
    families: Iterable[str], plan: Plan = USUAL, say: Callable[[str], None] = print
) -> RecordedCosts:
    """Return the costs of all features of families of games.

    Args:
        families: such as "isolation".
        plan: how much is measured.
        say: told what is measured, for progress.
    """
    costs: dict[str, dict[str, FeatureCost]] = {}
    for family in families:
        game = usual_game(family)
        costs[family] = {}
        for name, one in find_features(family).items():
            costs[family][name] = cost_of(one, game, plan)
            say(f"{family} {costs[family][name].call}: {_cost_text(costs[family][name])}")
    return RecordedCosts(machine_text(), costs)


def cost_of(feature: Feature, game: Game[Any], plan: Plan = USUAL) -> FeatureCost:
    """Return the cost of one feature."""
    call = usual_call(feature)
    passes, rounds = plan
    states = game.pack(random_positions(game, POSITIONS, SEED))
    empty, own = race(
        [on_clock(_evaluation(game, text, states, passes)) for text in (NOTHING, str(call))], rounds
    )
    extra = [
        1e9 * (one.cpu / one.done - none.cpu / none.done)
        for none, one in zip(empty, own, strict=True)
    ]
    low, *_, high = statistics.quantiles(extra, n=10)
    return FeatureCost(str(call), *(round(x, 1) for x in (statistics.median(extra), low, high)))


def usual_call(feature: Feature) -> FeatureCall:
    """Return the call that is measured."""
    side = "own" if feature.sided else ""
    return FeatureCall(feature.name, side, (CHOSEN_INTEGER,) * feature.arguments)


def _evaluation(game: Game[Any], formula: str, states: States, passes: int) -> Callable[[int], int]:
    """Return a contestant that evaluates all states, as often as there are passes."""
    heuristic = Heuristic("measured", game.family, (), (), formula)
    compiled = compile_values(game, formula_kernels(heuristic).as_written)
    board, values = game.memory(compiled.tables), np.empty(len(states), dtype=np.float64)

    def work(_number: int) -> int:
        for _ in range(passes):
            VALUE_WRITER.call(
                compiled.write_values,
                board=board,
                parameters=np.zeros(1, dtype=np.float64),
                states=states,
                count=len(states),
                values=values,
            )
        return passes * len(states)

    return work


def costs_json(recorded: RecordedCosts) -> str:
    """Return the record as the package holds it."""
    costs = {
        family: {name: asdict(one) for name, one in measured.items()}
        for family, measured in recorded.costs.items()
    }
    record = {"machine": recorded.machine, "costs": costs}
    return json.dumps(record, indent=1) + "\n"


def features_page(recorded: RecordedCosts, rates: NodeRates, command: str, rounds: int) -> str:
    """Return the page as Markdown: what every feature means, costs and leaves of the speed."""
    games = " and ".join(usual_game(family).name for family in recorded.costs)
    meaning = _MEANING.format(rounds=rounds, integer=CHOSEN_INTEGER, games=games)
    return "\n".join(
        [
            f"# Features\n\nWritten by\n\n```sh\n{command}\n```\n",
            f"on {recorded.machine}.\n",
            meaning,
            *(line for family in recorded.costs for line in _table(family, recorded, rates)),
        ]
    )


def _table(family: str, recorded: RecordedCosts, rates: NodeRates) -> Sequence[str]:
    measured: Mapping[str, FeatureCost] = recorded.costs[family]
    game = usual_game(family).name
    rows = [
        f"| `{one.usage}` | {one.summary} | {_cost_text(measured[name])} | "
        f"{rate_cells(rates.features[game], rates.references[game], name)} |"
        for name, one in find_features(family).items()
        if name in measured
    ]
    head = [
        f"| feature | what it is | ns | {rate_head(game)} |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    return [f"## {family}\n", *head, *rows, ""]


def _cost_text(cost: FeatureCost) -> str:
    return f"{cost.text} ({rounded(cost.low)} to {rounded(cost.high)})"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m makers.feature_costs", description=__doc__)
    parser.add_argument("page", type=Path, help="Markdown file to write")
    options = parser.parse_args()
    recorded = measure_costs(names_by_family())
    save_text(COSTS_FILE, costs_json(recorded))
    save_text(options.page, features_page(recorded, recorded_rates(), COMMAND, USUAL[1]))


if __name__ == "__main__":
    main()
