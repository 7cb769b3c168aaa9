"""Write pages of speeds: python -m makers.heuristics_page docs/heuristics.md docs/features.md.

Each shipped heuristic and each feature alone becomes a player. All players of a game search the
same positions in turn, in many short laps, beside one that stands for all others: only the ratio to
it within a lap counts, so that what slows the machine down slows all of them down. The first page
lists the heuristics; the second is that of `makers.feature_costs`, whose costs stay as they are.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.laps import on_clock, race
from engine.errors import EvaluationError
from engine.game import Game, States
from engine.games import find_game, usual_game
from engine.play.driver import analyse, prepare_analysis, random_positions
from engine.play.lookahead import AlphaBeta
from engine.play.player import Player
from features.catalogue import find_features
from features.compiled import heuristic_player
from features.costs import recorded_costs
from features.heuristic import Heuristic
from features.presets import find_preset
from makers.feature_costs import COMMAND as FEATURES_COMMAND
from makers.feature_costs import USUAL, features_page, usual_call
from makers.node_rates import (
    RECORD,
    REFERENCES,
    NodeRate,
    NodeRates,
    Rates,
    machine_text,
    rate_cells,
    rate_head,
)
from tuner.config.shipped_heuristics import ShippedHeuristic, shipped_heuristics
from tuner.files import save_text
from tuner.matches.node_cost import game_positions, node_cost_ratios

__all__ = ["COMMAND", "features_alone", "heuristics_page", "main", "measure_rates"]

COMMAND = "python -m makers.heuristics_page docs/heuristics.md docs/features.md"

_OPENINGS = 64
_OPENING_PLIES = 4
_ROUNDS = 21
_SEED = 1

_MEANING = """\
These heuristics come with the package as files (`configs/heuristics/` in a checkout). Where a
study, a baseline or a command takes a heuristic, it takes the name of one:
`tune compare aggressive_moves improved`. `tune list heuristics WORD --game GAME` lists the same.
They are what people have published beside the presets (`tune list presets`), written as formulas
after what each computes; every number in them can be tuned, though not every one changes a choice
in every search: `tune check` says which do not. A test compares each with a plain function on
positions of real games.

The tables say how many positions a second an alpha-beta search visits that looks at its leaves with
the heuristic, on one thread, and what that is beside the same search with the reference: 0.50 is
half as many. All searched the same positions, from all stages of games of the reference against
itself, in turn, in 31 laps. The ratio is the median of the laps with its 95% interval, which is
never narrower than 7% to either side: so much it changes with what else the processor does. The
positions a second are the ratio times those of the reference.
"""


def measure_rates(heuristics: Sequence[Heuristic], game_name: str) -> tuple[float, Rates]:
    """Return the millions of positions a second of a game's reference, and all ratios to it.

    Args:
        heuristics: to measure, with names of their own.
        game_name: an entry of `REFERENCES`.
    """
    game = find_game(game_name)
    reference, depth = REFERENCES[game_name]
    search = AlphaBeta(depth=depth)

    def player(heuristic: Heuristic) -> Player:
        return heuristic_player(game, heuristic, heuristic.defaults, search)

    first = player(find_preset(reference))
    states = _states(game, first)
    players = {one.name: player(one) for one in heuristics}
    able = [name for name, one in players.items() if _has_values(game, one, states)]
    _, *ratios = node_cost_ratios(game, [first, *(players[name] for name in able)], states, _SEED)
    rates = {
        name: NodeRate(*(round(x, 3) for x in (one.estimate, one.low, one.high)))
        for name, one in zip(able, ratios, strict=True)
    }
    return _millions_a_second(game, first, states), {name: rates.get(name) for name in players}


def _states(game: Game[Any], player: Player) -> States:
    """Return positions of all stages of games that a player plays against itself."""
    seeds = np.arange(_OPENINGS, dtype=np.uint64)
    openings, going = random_positions(game, _OPENING_PLIES, seeds)
    return game_positions(game, [(player, player)], openings[going], _SEED)


def _has_values(game: Game[Any], player: Player, states: States) -> bool:
    try:
        analyse(game, player, states, np.zeros(len(states), dtype=np.uint64))
    except EvaluationError:
        return False
    return True


def _millions_a_second(game: Game[Any], player: Player, states: States) -> float:
    search = prepare_analysis(game, player, states, np.zeros(len(states), dtype=np.uint64))
    (laps,) = race([on_clock(lambda _: int(search(None).nodes.sum()))], _ROUNDS)
    return round(statistics.median(lap.by_cpu for lap in laps) / 1e6, 1)


def heuristics_page(shipped: Iterable[ShippedHeuristic], rates: NodeRates, command: str) -> str:
    """Return the page as Markdown: every heuristic with its speed, its origin and its formula."""
    every = list(shipped)
    lines = [f"# Heuristics\n\nWritten by\n\n```sh\n{command}\n```\n", f"on {rates.machine}.\n"]
    lines.append(_MEANING)
    for game in REFERENCES:
        own = [one for one in every if one.game.name == game]
        lines += [*_table(game, own, rates), ""]
        lines += [line for one in own for line in _entry(one)]
    return "\n".join(lines)


def _table(game: str, own: Sequence[ShippedHeuristic], rates: NodeRates) -> Iterator[str]:
    yield f"## {game}\n"
    yield f"| heuristic | what it is | {rate_head(game)} |"
    yield "| --- | --- | ---: | ---: |"
    for one in own:
        cells = rate_cells(rates.heuristics[game], rates.references[game], one.name)
        yield f"| [`{one.name}`](#{one.name}) | {one.heuristic.summary} | {cells} |"


def _entry(one: ShippedHeuristic) -> Iterator[str]:
    yield f"### {one.name}\n"
    yield f"Origin: {one.origin}.\n"
    for parameter in one.heuristic.parameters:
        numbers = f"{parameter.default:g} ({parameter.low:g} to {parameter.high:g})"
        yield f"- `{parameter.name}`, {numbers}: {parameter.summary}"
    yield "\n```"
    yield from (f"{name} = {text}" for name, text in one.heuristic.where)
    yield f"{one.heuristic.formula}\n```\n"


def _measured(shipped: Sequence[ShippedHeuristic]) -> NodeRates:
    references, heuristics, features = {}, {}, {}
    for name in REFERENCES:
        game = find_game(name)
        own = [one.heuristic for one in shipped if one.game.name == name]
        references[name], heuristics[name] = measure_rates(own, name)
        if name == usual_game(game.family).name:
            _, features[name] = measure_rates(features_alone(game.family), name)
    return NodeRates(machine_text(), references, heuristics, features)


def features_alone(family: str) -> tuple[Heuristic, ...]:
    """Return a heuristic for each feature: nothing but its value, with its name."""
    features = find_features(family)
    return tuple(
        Heuristic(name, family, (), (), str(usual_call(features[name]))) for name in features
    )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m makers.heuristics_page", description=__doc__)
    parser.add_argument("heuristics", type=Path, help="Markdown file to write")
    parser.add_argument("features", type=Path, help="Markdown file to write again")
    options = parser.parse_args()
    shipped = shipped_heuristics()
    rates = _measured(shipped)
    save_text(RECORD, rates.json)
    save_text(options.heuristics, heuristics_page(shipped, rates, COMMAND))
    page = features_page(recorded_costs(), rates, FEATURES_COMMAND, USUAL[1])
    save_text(options.features, page)


if __name__ == "__main__":
    main()
