"""How many games go to a GPU in one launch, told by one whose speed is known."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tuner.device.pace import Pace

BATCH = 256


def batches(count: int, depth: int, game: str = "isolation") -> list[Any]:
    agent = SimpleNamespace(search=f"depth {depth}")
    one = SimpleNamespace(
        game=SimpleNamespace(key=(game, "")), agents=(agent, agent), seeds=range(BATCH)
    )
    return [one] * count


class Gpu:
    """One with so many threads at once, on which a game of a depth takes so many seconds."""

    def __init__(self, threads: int, seconds: dict[int, float]) -> None:
        self.threads, self.seconds = threads, seconds

    def took(self, tasks: list[Any]) -> float:
        """No launch is over before its longest game, nor before its threads have done their sum."""
        times = [self.seconds[int(one.agents[0].search[-1])] for one in tasks]
        return max(*times, sum(times) * BATCH / self.threads)


def launches(gpu: Gpu, waiting: list[Any], pace: Pace) -> list[tuple[int, float]]:
    """Games and seconds of each launch until nothing waits."""
    found = []
    while waiting:
        chosen = pace.launch(waiting)
        tasks = [waiting[number] for number in chosen]
        waiting = [one for number, one in enumerate(waiting) if number not in set(chosen)]
        found.append((len(tasks) * BATCH, gpu.took(tasks)))
        pace.learn(tasks, found[-1][1])
    return found


# 132 multiprocessors with 512 threads; 0.2 s for a game of depth 7, at 0.33 million a second.
LARGE = Gpu(132 * 512, {3: 0.0006, 7: 0.2, 9: 8.0})
SMALL = Gpu(20 * 512, {3: 0.0006, 7: 0.2, 9: 8.0})


@pytest.mark.parametrize("gpu", [LARGE, SMALL])
@pytest.mark.parametrize("depth", [3, 7, 9])
def test_a_launch_is_over_after_two_seconds_or_with_its_longest_game(gpu: Gpu, depth: int) -> None:
    found = launches(gpu, batches(2000, depth), Pace())
    assert sum(games for games, _ in found) == 2000 * BATCH
    assert max(seconds for _, seconds in found) <= max(2.0, gpu.seconds[depth])


def test_a_gpu_is_full_once_it_is_known() -> None:
    games = [games for games, _ in launches(SMALL, batches(2000, 7), Pace())]
    assert games[0] == 8192
    # 51,200 games a second for two seconds, but for a batch.
    assert max(games) == pytest.approx(2 * 51_200, abs=2 * BATCH)
    # The large one would play 675,840; more than half a million are never sent at once.
    assert max(games for games, _ in launches(LARGE, batches(6000, 7), Pace())) == 524_288


def test_deep_searches_after_flat_ones_begin_with_few_games() -> None:
    pace = Pace()
    launches(LARGE, batches(2000, 3), pace)
    assert launches(LARGE, batches(100, 7), pace)[0] == (8192, 0.2)


def test_searches_that_were_timed_share_a_launch_and_games_do_not() -> None:
    pace = Pace()
    launches(LARGE, [*batches(32, 3), *batches(32, 7)], pace)
    both = [*batches(5, 7), *batches(5, 3), *batches(5, 3, "pentago"), *batches(5, 7)]
    assert [games for games, _ in launches(LARGE, both, pace)] == [15 * BATCH, 5 * BATCH]
