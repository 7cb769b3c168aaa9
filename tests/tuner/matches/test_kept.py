"""Values that were used last are kept; others are made again."""

from __future__ import annotations

import threading

from tuner.matches.kept import Kept


def test_the_value_that_was_used_longest_ago_is_forgotten() -> None:
    made: list[str] = []

    def use(key: str) -> str:
        def make() -> str:
            made.append(key)
            return key.upper()

        return kept.get(key, make)

    kept: Kept[str, str] = Kept(2, threading.Lock())
    assert [use(key) for key in "abacab"] == ["A", "B", "A", "C", "A", "B"]
    # When c came, b was used longest ago; when b came again, c was.
    assert made == ["a", "b", "c", "b"]
    assert use("a") == "A"
    assert made == ["a", "b", "c", "b"]


def test_what_is_kept_is_found_while_another_value_is_made() -> None:
    kept: Kept[str, int] = Kept(2, threading.Lock())
    kept.get("old", lambda: 1)

    def make() -> int:
        return 1 + kept.get("old", lambda: 100)

    assert kept.get("new", make) == 2
