"""The speed of a stage is that of its last half minute."""

from __future__ import annotations

from tuner.matches.pace import Pace, StageState


def test_what_is_read_at_once_counts_for_half_a_minute_only() -> None:
    now = [0.0]
    pace = Pace("search", 10_000, "games", lambda: now[0])
    assert pace.state() == StageState("search", 0, 10_000, "games", None, None)
    # From the ledger.
    pace.add(5_000)
    assert pace.state() == StageState("search", 5_000, 10_000, "games", None, None)
    for _ in range(20):
        now[0] += 1.0
        pace.add(100)
    # 7,000 in 20 seconds; 3,000 are left.
    assert pace.state() == StageState("search", 7_000, 10_000, "games", 350.0, 3_000 / 350)
    for _ in range(20):
        now[0] += 1.0
        pace.add(100)
    state = pace.state()
    assert state.per_second == 100.0
    assert state.seconds_left == 10.0
    # At the end, or beyond what was announced, nothing is left.
    pace.add(1_000)
    assert pace.state().seconds_left is None
    pace.add(1_000)
    assert pace.state().seconds_left is None
