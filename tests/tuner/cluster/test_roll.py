"""Who may play: a worker is refused for what it has, never for being slow or lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tuner.cluster.roll import Roll

ADDRESS = "tcp://10.0.0.7:4000"
THERE = {ADDRESS: {"name": "seven", "nthreads": 3, "resources": {}}}


class Answering:
    """Stands for a client of Dask: a worker gives these answers, one after the other."""

    def __init__(self, *answers: Any) -> None:
        self._answers = list(answers)

    async def run(self, _function: Any, *_arguments: Any, **_more: Any) -> dict[str, Any]:
        return {ADDRESS: self._answers.pop(0)}


@pytest.mark.parametrize("lost", [OSError("closed"), TimeoutError(), RuntimeError("ending")])
def test_a_worker_that_gives_no_answer_is_asked_again(lost: Exception) -> None:
    notes: list[str] = []
    roll = Roll("digest", notes.append)
    client = Answering(lost, "digest", None)
    asyncio.run(roll.examine(client, THERE))
    assert (roll.accepted, roll.refused, notes) == ({}, set(), [])
    asyncio.run(roll.examine(client, THERE))
    assert (roll.threads, roll.refused, notes) == (3, set(), [])


@pytest.mark.parametrize(
    ("answer", "cause"),
    [("other", "other sources of tune"), (ModuleNotFoundError("No tune"), "No tune")],
)
def test_a_worker_with_another_version_is_refused_once_until_it_goes(
    answer: Any, cause: str
) -> None:
    notes: list[str] = []
    roll = Roll("digest", notes.append)
    client = Answering(answer, "digest", None)
    for _ in range(2):
        asyncio.run(roll.examine(client, THERE))
    (note,) = notes
    assert cause in note
    assert f"{ADDRESS} (seven)" in note
    roll.keep({})
    asyncio.run(roll.examine(client, THERE))
    assert roll.threads == 3
