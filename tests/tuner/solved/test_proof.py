"""What was proven, in words."""

from __future__ import annotations

import pytest

from engine.play.proving import Truth
from tuner.solved.proof import ProvenPosition, proof_lines


@pytest.mark.parametrize(("seconds", "said"), [(1.0, "1 second"), (1.25, "1.25 seconds")])
def test_one_second_is_no_seconds(seconds: float, said: str) -> None:
    proven = Truth("win", 0, None, 1, seconds)
    proof = ProvenPosition("isolation-3x3", "1..", 1, proven, "a1")
    assert proof_lines(proof)[1] == f"Proven with 1 node in {said}."
