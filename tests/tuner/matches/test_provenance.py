"""A result names the version of a user's features that was played."""

from __future__ import annotations

import hashlib
from pathlib import Path

from own_features import ROW

from features.catalogue import load_features
from features.heuristic import Heuristic
from tuner.matches.provenance import feature_digests


def heuristic_of(file: Path) -> Heuristic:
    features = load_features(file)
    return Heuristic("own", "isolation", (), (), "rank(own)", extra_features=(*features.values(),))


def test_a_file_that_is_edited_after_it_was_loaded_keeps_its_digest(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_bytes(ROW.encode())
    loaded = heuristic_of(file)
    edited = ROW.replace("Row of", "The row of").encode()
    file.write_bytes(edited)
    assert feature_digests(loaded) == (hashlib.sha256(ROW.encode()).hexdigest(),)
    assert feature_digests(heuristic_of(file)) == (hashlib.sha256(edited).hexdigest(),)
