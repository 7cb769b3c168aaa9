"""The table of entry points says what the kernels behind them say."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from engine import entries
from engine.entries import EntryPoint
from engine.isolation import solver as isolation_solver
from engine.isolation.solver import search as isolation_proof
from engine.kernels import choose, evaluation, interface, limits, match, perft, random_play
from engine.pentago import solver as pentago_solver
from engine.pentago.search import leaves
from engine.pentago.solver import search as pentago_proof

KERNELS = [
    (entries.CHOOSER, choose.choose),
    (entries.VALUE_WRITER, evaluation.write_values),
    (entries.EVALUATOR, interface.evaluator),
    (entries.EVALUATOR, leaves.evaluator),
    (entries.PROVER, isolation_solver.prove_move),
    (entries.PROVER, pentago_solver.prove_move),
    (entries.PROVE, isolation_proof.prove),
    (entries.PROVE, pentago_proof.prove),
    (entries.PLAY_GAMES, match.play_games),
    (entries.ANALYSE, match.analyse),
    (entries.PLAY_RANDOMLY, random_play.play_randomly),
    (entries.COUNT_LINES, perft.count_lines),
    (entries.STORE_WORDS, limits.store_words),
]
TYPES = {"Memory": "intp", "np.int64": "int64", "np.uint64": "uint64"}
"""Numba's type of what the annotation of a kernel says."""


@pytest.mark.parametrize(("entry", "kernel"), KERNELS)
def test_an_entry_point_has_the_arguments_of_its_kernel(
    entry: EntryPoint, kernel: Callable[..., Any]
) -> None:
    parameters = inspect.signature(kernel).parameters.values()
    said = [(parameter.name, TYPES[parameter.annotation]) for parameter in parameters]
    assert list(entry.arguments.items()) == said
    assert inspect.signature(kernel).return_annotation == "np.int64"


def test_every_entry_point_is_compared() -> None:
    table = [value for value in vars(entries).values() if isinstance(value, EntryPoint)]
    assert {entry.name for entry in table} == {entry.name for entry, _ in KERNELS}


def test_arguments_go_in_the_order_of_the_table_whatever_the_order_of_the_call() -> None:
    values = {"depth": 3, "counts": 4, "board": 1, "start": 2}
    assert entries.COUNT_LINES.in_order(values) == (1, 2, 3, 4)


def test_an_argument_too_few_is_no_call() -> None:
    with pytest.raises(TypeError, match=r"prover takes \(board, position, nodes, proof\), not"):
        entries.PROVER.in_order({"board": 1, "position": 2, "nodes": 3})


def test_an_agent_has_its_slots_in_the_order_of_the_table_and_lacks_none() -> None:
    slots = {"settings": 4, "parameters": 3, "chooser": 1, "board": 2}
    assert entries.agent_slots(**slots) == (1, 2, 3, 4)
    with pytest.raises(TypeError, match=r"an agent has the slots .*, not \('chooser', 'board'\)"):
        entries.agent_slots(chooser=1, board=2)
