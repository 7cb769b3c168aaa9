"""Measure nodes and games a second of one game, against C, plain Python, and more threads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.cases import Case
from benchmarks.checks import (
    check_games,
    check_own_games,
    check_searches,
    check_yardstick,
    check_yardstick_games,
)
from benchmarks.contestants import (
    engine_games,
    engine_searches,
    game_pieces,
    measured_by,
    part_of,
    piece_size,
    plain_games,
    plain_searches,
)
from benchmarks.figures import Ratio, Row, Spread, Target, median_of
from benchmarks.laps import Duel, Lap, Patience, compare, pieces_of
from benchmarks.threads import machine_ratio, threads_ratio
from benchmarks.yardsticks import Yardstick
from engine.play.driver import analyse, play_games

__all__ = ["Effort", "game_rows", "search_row"]

PLAIN = "the plain Python board"
C_PROGRAM = "the C program"

LAP_SECONDS = 0.01
"""A machine's clock does not change often within so few milliseconds. In 5 ms the Python of one
call, some tenths of a millisecond where caches are cold, would count for much: C has none."""


@dataclass(frozen=True)
class Effort:
    """Say how much is measured.

    Attributes:
        patience: with each ratio; ratios to plain Python, which are large, need not be as narrow.
        threads: the number that is compared with one.
    """

    patience: Patience
    threads: int

    @property
    def patience_with_python(self) -> Patience:
        """Return that with ratios to plain Python."""
        return Patience(4 * self.patience.width, self.patience.seconds / 10)


def _by_cpu(lap: Lap) -> float:
    return lap.by_cpu


def search_row(case: Case, effort: Effort, yardstick: Yardstick | None) -> Row:
    """Measure nodes a second of CPU time, searching seeded positions on one thread.

    Raises:
        YardstickError: if the C program finds other values or visits other numbers of nodes.
        BenchError: if the plain board does.
    """
    openings = case.searched()
    states, seeds = openings.states, np.zeros(len(openings.states), dtype=np.uint64)
    few = states[: case.counts.plain_positions]
    check_searches(case, few)
    player = case.player(case.depth, "ordered")
    size = piece_size(
        lambda piece: analyse(case.game, player, states[piece], seeds[piece]),
        len(states),
        LAP_SECONDS,
    )
    pieces = pieces_of(len(states), size)
    engine = engine_searches(case, player, states, pieces)
    duel = compare(engine, plain_searches(case, few), _by_cpu, effort.patience_with_python)
    ratios = [_ratio(f"{PLAIN} (depth {case.plain_depth})", duel)]
    if yardstick is not None:
        found = analyse(case.game, player, states, seeds)
        with yardstick.started(openings) as running:
            check_yardstick(running, case.depth, found)
            compared = measured_by(
                lambda piece: running.search(case.depth, piece),
                pieces,
                [int(found.nodes[piece].sum()) for piece in pieces],
            )
            duel = compare(engine, compared, _by_cpu, effort.patience)
        ratios.insert(0, _ratio(C_PROGRAM, duel, case.target))
    what = f"plain alpha-beta at depth {case.depth}, {len(states):,} positions"
    return Row(what, "nodes a second of CPU time", _speed(duel), ratios=tuple(ratios))


def game_rows(case: Case, effort: Effort, yardstick: Yardstick | None) -> list[Row]:
    """Measure whole games a second of CPU time by depth, both players the same.

    Raises:
        YardstickError: if the C program plays other games, or visits other numbers of nodes.
        BenchError: if the plain board plays other games, or a search of the game's own does.
    """
    first = min(case.counts.plain_games)
    check_games(case, first, case.openings(case.counts.plain_games[first]))
    return [_game_row(case, depth, effort, yardstick) for depth in case.counts.games]


def _game_row(case: Case, depth: int, effort: Effort, yardstick: Yardstick | None) -> Row:
    openings, player = case.openings(case.counts.games[depth]), case.own_player(depth)
    pieces = game_pieces(case, depth, openings, LAP_SECONDS)
    engine = engine_games(case, player, openings, pieces)
    speed, ratios = None, []
    if yardstick is not None and case.games_target:
        played = play_games(case.game, (player, player), openings)
        with yardstick.started(openings) as running:
            check_yardstick_games(running, depth, played)
            compared = measured_by(
                lambda piece: running.play(depth, piece),
                pieces,
                [piece.stop - piece.start for piece in pieces],
            )
            duel = compare(engine, compared, _by_cpu, effort.patience)
        speed = _speed(duel)
        ratios.append(_ratio(f"{C_PROGRAM}'s games", duel, case.games_target.get(depth)))
    if depth in case.counts.searched_plainly:
        ratios.append(_search_ratio(case, depth, effort))
    if depth in case.counts.plain_games:
        few = part_of(openings, slice(0, case.counts.plain_games[depth]))
        duel = compare(engine, plain_games(case, depth, few), _by_cpu, effort.patience_with_python)
        speed = speed or _speed(duel)
        ratios.append(_ratio(PLAIN, duel))
    if effort.threads > 1:
        ratios.append(threads_ratio(case, depth, openings, effort.patience, effort.threads))
        if yardstick is not None and depth == case.machine_depth:
            several = (yardstick, effort.threads)
            ratios.append(machine_ratio(case, depth, openings, effort.patience, several))
    if speed is None:
        speed = _speed(compare(engine, engine, _by_cpu, effort.patience))
    what = f"games at depth {depth}"
    return Row(what, "games a second of CPU time", speed, None, tuple(ratios))


def _search_ratio(case: Case, depth: int, effort: Effort) -> Ratio:
    """Return what the game's own search is worth: the same games by it and by plain alpha-beta."""
    openings = case.openings(case.counts.searched_plainly[depth])
    check_own_games(case, depth, openings)
    pieces = game_pieces(case, depth, openings, LAP_SECONDS)
    own, plain = (
        engine_games(case, player, openings, pieces)
        for player in (case.own_player(depth), case.player(depth))
    )
    duel = compare(own, plain, _by_cpu, effort.patience)
    return _ratio("plain alpha-beta of the same engine", duel, case.search_target.get(depth))


def _ratio(to: str, duel: Duel, target: float | None = None) -> Ratio:
    return Ratio(to, median_of(duel.ratios(_by_cpu)), None if target is None else Target(target))


def _speed(duel: Duel) -> Spread:
    return median_of([lap.by_cpu for lap in duel.ours])
