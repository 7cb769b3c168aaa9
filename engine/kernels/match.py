"""Play whole batches: games between two agents, and analysed positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.entries import (
    AGENT_BOARD,
    AGENT_CHOOSER,
    AGENT_PARAMETERS,
    AGENT_SETTINGS,
    AGENT_SLOTS,
    ANALYSIS_MOVE,
    ANALYSIS_NODES,
    ANALYSIS_SLOTS,
    ANALYSIS_VALUE,
)
from engine.intrinsics import (
    call_chooser,
    load_integer,
    load_number,
    load_word,
    local_words,
    nanoseconds,
    store_integer,
    store_number,
    store_word,
)
from engine.kernels.choose import stage_of
from engine.kernels.evaluation import (
    FAULT_STATE,
    FAULTS,
    GAVE_UP,
    NODES,
    OUT_OF_MEMORY,
    REPORT_SLOTS,
    VALUE,
    is_cut,
)
from engine.kernels.generator import GOLDEN, mix
from engine.kernels.interface import (
    DRAWN,
    GOING,
    LOST,
    WON,
    Memory,
    load_state,
    open_moves,
    outcome,
    play,
    plies_played,
    store_state,
)
from engine.kernels.limits import STATE_SLOTS
from engine.kernels.settings import TIME_LIMIT

__all__ = [
    "CUT",
    "ENDLESS",
    "GAME_SLOTS",
    "GRACE",
    "LATE",
    "PLIES",
    "RESULT",
    "SPENT",
    "analyse",
    "play_games",
]

# Slots of a game's record: result for agent 0 (1, 0, -1), plies, then for agent 0 and agent 1 the
# nodes, the moves that a limit cut short, and whether it lost by being late.
RESULT = 0
PLIES = 1
SPENT = 2
CUT = 4
LATE = 6
GAME_SLOTS = 8

# The result of a game that was broken off, since it went on after its last possible ply.
ENDLESS = 2

# A player that exceeds its time limit by more nanoseconds than this loses.
GRACE = 20_000_000


def call_agent(
    agents: Memory, side: np.int64, position: Any, seed: np.uint64, report: Memory
) -> np.int64:
    """Return the move that the agent at slot `side` chooses."""
    agent = side * AGENT_SLOTS
    return call_chooser(
        load_integer(agents, agent + AGENT_CHOOSER),
        load_integer(agents, agent + AGENT_BOARD),
        load_integer(agents, agent + AGENT_PARAMETERS),
        load_integer(agents, agent + AGENT_SETTINGS),
        position,
        seed,
        report,
    )


def play_games(
    agents: Memory,
    count: np.int64,
    max_plies: np.int64,
    openings: Memory,
    movers: Memory,
    seeds: Memory,
    records: Memory,
    faults: Memory,
) -> np.int64:
    """Play games to their end, or until they have gone on for too long.

    Args:
        agents: address of two agents of AGENT_SLOTS slots.
        count: number of games.
        max_plies: after so many plies from the start a game that goes on is ENDLESS.
        openings: address of the states, STATE_SLOTS slots each, seen by the side to move.
        movers: address of int64s, the agent (0 or 1) that is to move in each opening.
        seeds: address of uint64s, one for each game.
        records: address of GAME_SLOTS slots for each game.
        faults: address of a report that receives FAULTS, FAULT_STATE, FAULT_WAITING and
            OUT_OF_MEMORY.

    Returns:
        The number of games.
    """
    board = int(load_integer(agents, np.int64(AGENT_BOARD)))
    report = local_words(REPORT_SLOTS)
    position = local_words(STATE_SLOTS)
    for game in range(count):
        state = load_state(openings, game * STATE_SLOTS)
        side = load_integer(movers, game)
        counter = load_word(seeds, game)
        record = game * GAME_SLOTS
        for slot in range(GAME_SLOTS):
            store_integer(records, record + slot, 0)
        ended = outcome(board, state, open_moves(board, state))
        left = max_plies - plies_played(board, state)
        while ended == GOING and left > 0:
            left -= 1
            counter += GOLDEN
            store_state(position, np.int64(0), state)
            open_report(report)
            row = row_of(agents, side, plies_played(board, state))
            limit = load_integer(row, TIME_LIMIT)
            began = nanoseconds() if limit != 0 else np.int64(0)
            move = call_agent(agents, side, position, mix(counter), report)
            add_to(records, record + SPENT + side, load_integer(report, NODES))
            keep_fault(report, faults)
            if is_cut(row, report):
                add_to(records, record + CUT + side, np.int64(1))
            if limit != 0 and nanoseconds() - began > limit + GRACE:
                add_to(records, record + LATE + side, np.int64(1))
                ended = LOST
            if ended == GOING and load_integer(report, GAVE_UP) != 0:
                ended = LOST
            if ended == GOING:
                state = play(board, state, move)
                side = 1 - side
                ended = outcome(board, state, open_moves(board, state))
        result = np.int64(0)
        if ended == GOING:
            result = np.int64(ENDLESS)
        elif ended != DRAWN:
            mover_won = ended == WON
            result = np.int64(1) if mover_won == (side == 0) else np.int64(-1)
        store_integer(records, record + RESULT, result)
        store_integer(records, record + PLIES, plies_played(board, state))
    return count


def row_of(agents: Memory, side: np.int64, ply: np.int64) -> int:
    """Return the address of the row of settings of an agent's move at this ply."""
    settings = int(load_integer(agents, side * AGENT_SLOTS + AGENT_SETTINGS))
    return stage_of(settings, ply)


def add_to(memory: Memory, slot: np.int64, amount: np.int64) -> None:
    """Add to an int64."""
    store_integer(memory, slot, load_integer(memory, slot) + amount)


def open_report(report: Memory) -> None:
    """Begin with the report of a move."""
    store_integer(report, NODES, 0)
    store_integer(report, FAULTS, 0)
    store_integer(report, OUT_OF_MEMORY, 0)
    store_integer(report, GAVE_UP, 0)


def keep_fault(report: Memory, faults: Memory) -> None:
    """Add the faults of one move; the first position and the first lack of memory are kept."""
    if load_integer(faults, OUT_OF_MEMORY) == 0:
        store_integer(faults, OUT_OF_MEMORY, load_integer(report, OUT_OF_MEMORY))
    new = load_integer(report, FAULTS)
    if new > 0:
        old = load_integer(faults, FAULTS)
        if old == 0:
            for word in range(FAULT_STATE, REPORT_SLOTS):
                store_word(faults, word, load_word(report, word))
        store_integer(faults, FAULTS, old + new)


def analyse(
    agents: Memory,
    count: np.int64,
    states: Memory,
    seeds: Memory,
    records: Memory,
    faults: Memory,
) -> np.int64:
    """Let the agent at slot 0 choose a move in each of `count` positions that are not over.

    `records` receives ANALYSIS_SLOTS slots for each.
    """
    report = local_words(REPORT_SLOTS)
    for index in range(count):
        open_report(report)
        position = states + index * STATE_SLOTS * 8
        move = call_agent(agents, np.int64(0), position, load_word(seeds, index), report)
        record = index * ANALYSIS_SLOTS
        store_integer(records, record + ANALYSIS_MOVE, move)
        store_number(records, record + ANALYSIS_VALUE, load_number(report, VALUE))
        store_integer(records, record + ANALYSIS_NODES, load_integer(report, NODES))
        keep_fault(report, faults)
    return count
