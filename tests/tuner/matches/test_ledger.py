"""The ledger: what was played is kept whole, whatever happens."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from small_studies import small_study, start_python

from engine.games import find_game
from tuner.matches import ledger as ledger_module
from tuner.matches.batch_key import BatchKey
from tuner.matches.ledger import Ledger
from tuner.matches.ledger_errors import LedgerError
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.matches.pairs import Pairs
from tuner.tuning.records import read_openings, read_pairs, read_progress
from tuner.tuning.run_folder import run_folder

GAME = find_game("isolation-5x5")
KEY = BatchKey("search", "tuned", "random", 0)


def some_pairs(count: int) -> Pairs:
    random = np.random.default_rng(count)
    return Pairs.untimed(
        random.integers(-1, 2, (count, 2)).astype(np.int8),
        random.integers(5, 26, (count, 2)).astype(np.int16),
        # Beyond 32 bits.
        random.integers(0, 2**40, (count, 2, 2)),
    )


def equal(one: Pairs | None, other: Pairs) -> bool:
    return one is not None and all(
        np.array_equal(getattr(one, name), getattr(other, name))
        and getattr(one, name).dtype == getattr(other, name).dtype
        for name in ("results", "plies", "nodes", "cut", "late")
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


def test_a_batch_comes_back_as_it_was(path: Path) -> None:
    pairs = some_pairs(5)
    with Ledger(path, "digest") as ledger:
        assert ledger.find(KEY, 5) is None
        ledger.add(KEY, pairs)
        assert equal(ledger.find(KEY, 5), pairs)
    with Ledger(path, "digest") as ledger:
        assert equal(ledger.find(KEY, 5), pairs)
        assert ledger.games() == 10


def test_what_time_limits_did_comes_back_too(path: Path) -> None:
    random = np.random.default_rng(2)
    timed = some_pairs(5).delayed(
        cut=random.integers(0, 25, (5, 2, 2)),
        late=random.integers(0, 2, (5, 2, 2)).astype(np.int8),
    )
    with Ledger(path, "digest") as ledger:
        ledger.add(KEY, timed)
        assert equal(ledger.find(KEY, 5), timed)
        # Nothing of it stays behind when the batch is replaced.
        ledger.add(KEY, some_pairs(5))
        assert equal(ledger.find(KEY, 5), some_pairs(5))


@pytest.mark.parametrize(
    "other",
    [
        BatchKey("verdict", "tuned", "random", 0),
        BatchKey("search", "hand", "random", 0),
        BatchKey("search", "tuned", "improved", 0),
        BatchKey("search", "tuned", "random", 128),
    ],
)
def test_another_batch_is_another_batch(path: Path, other: BatchKey) -> None:
    with Ledger(path, "digest") as ledger:
        ledger.add(KEY, some_pairs(5))
        assert ledger.find(other, 5) is None


def test_a_batch_of_another_size_is_not_taken_for_it(path: Path) -> None:
    with Ledger(path, "digest") as ledger:
        ledger.add(KEY, some_pairs(5))
        assert ledger.find(KEY, 4) is None


def test_a_batch_is_seen_by_others_as_soon_as_it_is_added(path: Path) -> None:
    with Ledger(path, "digest") as ledger:
        ledger.add(KEY, some_pairs(5))
        assert read_progress(path).games == 10


def test_after_a_moment_the_file_alone_holds_what_was_added(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "after a power cut"
    monkeypatch.setattr(ledger_module, "_FLUSH_SECONDS", 0.0)
    with Ledger(path, "digest") as ledger:
        ledger.add(KEY, some_pairs(5))
        # Without ledger.db-wal, which is not flushed by itself.
        shutil.copy(path, left)
    assert read_progress(left).games == 10


def test_openings_come_back_as_they_were(path: Path) -> None:
    openings = draw_openings(GAME, 3, "search", 100, 2)
    with Ledger(path, "digest") as ledger:
        ledger.add_openings(openings)
        ledger.add_openings(openings)
    read = read_openings(path)
    assert list(read) == ["search"]
    assert np.array_equal(read["search"].states, openings.states)
    assert np.array_equal(read["search"].clusters, openings.clusters)
    assert read["search"].seed == openings.seed


def test_other_openings_under_the_same_name_are_refused(path: Path) -> None:
    with Ledger(path, "digest") as ledger:
        ledger.add_openings(draw_openings(GAME, 3, "search", 100, 2))
        with pytest.raises(LedgerError, match="has other 'search' openings than this version"):
            ledger.add_openings(draw_openings(GAME, 3, "search", 99, 3))


def test_of_openings_and_their_beginning_the_longer_are_kept(path: Path) -> None:
    """A match of fewer pairs may be asked for again; what was drawn before is not forgotten."""
    with Ledger(path, "digest") as ledger:
        for pairs in (50, 100, 99):
            ledger.add_openings(draw_openings(GAME, 3, "search", pairs, 2))
    with closing(sqlite3.connect(path)) as file:
        ((states,),) = file.execute("SELECT states FROM openings").fetchall()
    longest = draw_openings(GAME, 3, "search", 100, 2).states
    assert len(states) == longest.nbytes


def test_the_ledger_of_another_study_is_refused(path: Path) -> None:
    with Ledger(path, "digest"):
        pass
    with pytest.raises(LedgerError, match=r"ledger\.db belongs to another study; move it away"):
        Ledger(path, "other digest")


@pytest.mark.parametrize("content", [b"no database at all" * 100, b"SQLite format 3\0" + b"x" * 99])
def test_a_file_that_is_no_ledger_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(LedgerError, match=r"ledger\.db: .*; restore it, or move the run"):
        Ledger(path, "digest")
    with pytest.raises(LedgerError, match=r"ledger\.db: .*; restore it, or move the run"):
        read_pairs(path, GAME)


def test_a_missing_ledger_is_an_error_or_empty(path: Path) -> None:
    with pytest.raises(LedgerError, match="there is no ledger"):
        read_pairs(path, GAME)
    assert read_progress(path).games == 0
    assert not path.exists()


def test_a_full_disk_is_a_ledger_error(path: Path) -> None:
    with Ledger(path, "digest") as ledger:
        ledger.commit()
        # No page more than there are.
        ledger._file.execute("PRAGMA max_page_count = 1")
        with pytest.raises(LedgerError, match=r"ledger\.db: database or disk is full; see to that"):
            ledger.add(KEY, some_pairs(10_000))
        ledger._file.execute("PRAGMA max_page_count = 1000000")


def test_a_measurement_is_made_once(path: Path) -> None:
    with Ledger(path, "digest") as ledger:
        assert ledger.noted("nodes", lambda: "17") == "17"
    with Ledger(path, "digest") as ledger:
        assert ledger.noted("nodes", lambda: "18") == "17"


def test_seconds_add_up_over_starts_that_play(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A ledger looks at the clock when it is opened and at every commit; the first one commits the
    # version that plays.
    clock = iter([0.0, 1.0, 10.0, 12.0, 100.0, 103.0, 104.0, 200.0, 205.0, 206.0])
    monkeypatch.setattr("tuner.matches.ledger.time.monotonic", lambda: next(clock))
    with Ledger(path, "digest") as ledger:
        ledger.keep_trial("trial 0", "[0.5]")
        assert ledger.seconds() == 10.0
    # Closed at 12 and opened at 100; three seconds with a new trial, and five without any.
    with Ledger(path, "digest") as ledger:
        ledger.keep_trial("trial 1", "[0.25]")
        assert ledger.seconds() == 13.0
    with Ledger(path, "digest") as ledger:
        ledger.keep_trial("trial 1", "[0.25]")
        assert ledger.seconds() == 13.0


def test_a_trial_keeps_its_first_vector(path: Path) -> None:
    with Ledger(path, "digest") as ledger:
        assert ledger.keep_trial("trial 3", "[0.5]") == "[0.5]"
        assert ledger.keep_trial("trial 3", "[0.75]") == "[0.5]"


def test_a_ledger_of_another_version_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger(path, "digest"):
        pass
    monkeypatch.setattr("tuner.matches.ledger.sources_digest", lambda: "another version")
    with pytest.raises(LedgerError, match=r"played by another version .*; move the folder away"):
        Ledger(path, "digest")


def test_progress_counts_pairs_by_candidate(path: Path) -> None:
    with Ledger(path, "digest") as ledger:
        for candidate, opponent, pairs in [("a", "x", 4), ("a", "y", 4), ("b", "x", 4)]:
            ledger.add(BatchKey("search", candidate, opponent, 0), some_pairs(pairs))
        ledger.add(BatchKey("verdict", "a", "x", 0), some_pairs(2))
    progress = read_progress(path)
    assert progress.games == 28
    assert progress.finished("search", 8) == 1
    assert progress.finished("search", 4) == 2
    assert progress.finished("selection", 1) == 0


INTERRUPTED = """
import sys, time
from pathlib import Path
from tuner.config.study import load_study
from tuner.matches.progress import Silent
from tuner.tuning.records import read_openings, read_pairs, read_progress
from tuner.tuning.run import run_study

class Told(Silent):
    def trial(self, number, trials, best, best_number):
        print(number, flush=True)

run_study(load_study(sys.argv[1]), Path(sys.argv[2]), 2, Told())
"""


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """The ledger of a run that was killed while it played its third trial."""
    study = small_study(
        tmp_path,
        search="{algorithm: alphabeta, depth: 3}",
        budget="{trials: 500, pairs: 1000, finalists: 1, final_pairs: 9, verdict_pairs: 16}",
    )
    with start_python(INTERRUPTED, tmp_path / "study.yaml", tmp_path) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == ["0\n", "1\n"]
        process.kill()
    assert process.returncode == -9
    return run_folder(study, tmp_path).ledger


def test_a_killed_process_leaves_whole_batches(killed: Path) -> None:
    with closing(sqlite3.connect(killed)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        batches = file.execute("SELECT first, pairs, length(results), length(nodes) FROM batches")
        sizes = dict.fromkeys((0, 250, 500, 750), 250)
        rows = batches.fetchall()
    # Two trials of 1000 pairs against each of the two baselines are safe; the third may be there.
    assert len(rows) >= 2 * 2 * len(sizes)
    for first, pairs, results, nodes in rows:
        assert pairs == sizes[first]
        assert (results, nodes) == (2 * pairs, 32 * pairs)
    assert read_progress(killed).finished("search", 2000) >= 2


def test_unknown_sets_are_not_invented(path: Path) -> None:
    with Ledger(path, "digest"):
        pass
    assert read_openings(path) == {}
    assert len(read_pairs(path, GAME)) == 0


def test_openings_of_a_ledger_serve_like_drawn_ones(path: Path) -> None:
    drawn = draw_openings(GAME, 4, "search", 20, 1)
    with Ledger(path, "digest") as ledger:
        ledger.add_openings(drawn)
    read: OpeningSet = read_openings(path)["search"]
    assert (len(read), read.distinct, read.name) == (20, drawn.distinct, "search")
