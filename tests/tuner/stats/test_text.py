"""Words for numbers, as people say them."""

from __future__ import annotations

import pytest

from tuner.stats.text import p_value_text, seconds_text


@pytest.mark.parametrize(
    ("number", "said"),
    [("0", "0 seconds"), ("1", "1 second"), ("1.2", "1.2 seconds"), ("11", "11 seconds")],
)
def test_one_second_is_no_seconds(number: str, said: str) -> None:
    assert seconds_text(number) == said


def test_p_values_have_two_digits_that_count() -> None:
    assert p_value_text(0.99999e-4) == "p < 0.0001"
    assert p_value_text(0.0312) == "p = 0.031"
    assert p_value_text(1.0) == "p = 1.00"
