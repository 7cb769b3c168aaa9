"""Ledgers that were cut off or changed: refused, or what they hold is what was written."""

from __future__ import annotations

import random
import resource
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from tuner.matches import ledger as ledger_module
from tuner.matches.batch_key import BatchKey
from tuner.matches.ledger import Ledger
from tuner.matches.ledger_errors import LedgerError
from tuner.matches.pairs import Pairs
from tuner.tuning.records import read_batches

PAGE = 4096
"""Of SQLite's files."""

FRAME = 24 + PAGE
"""Of SQLite's file of what was committed and is not in the main file yet, behind 32 bytes."""

BATCHES = 12


def batch(number: int) -> tuple[BatchKey, Pairs]:
    random = np.random.default_rng(number)
    pairs = Pairs.untimed(
        random.integers(-1, 2, (40, 2)).astype(np.int8),
        random.integers(5, 26, (40, 2)).astype(np.int16),
        random.integers(0, 2**40, (40, 2, 2)),
    )
    return BatchKey("search", "tuned", f"opponent {number:02}", 0), pairs


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a process that is killed after its last batch leaves: three files."""
    folder = tmp_path_factory.mktemp("killed")
    path = folder / "open" / "ledger.db"
    path.parent.mkdir()
    with Ledger(path, "digest") as ledger:
        for number in range(BATCHES):
            ledger.add(*batch(number))
        shutil.copytree(path.parent, folder / "left")
    return folder / "left"


@pytest.fixture
def left(killed: Path, tmp_path: Path) -> Path:
    """The ledger of that process, in a folder that may be changed."""
    return shutil.copytree(killed, tmp_path / "left") / "ledger.db"


def kept(path: Path) -> list[int]:
    """The numbers of the batches that a ledger says it holds, each as it was written."""
    with Ledger(path, "digest") as ledger:
        found = []
        for number in range(BATCHES):
            key, pairs = batch(number)
            read = ledger.find(key, len(pairs))
            if read is not None:
                assert read.results.tolist() == pairs.results.tolist()
                assert read.nodes.tolist() == pairs.nodes.tolist()
                found.append(number)
        assert ledger.games() == 80 * len(found)
    assert [key for key, _ in read_batches(path)] == [batch(number)[0] for number in found]
    return found


def test_a_killed_process_has_lost_no_batch(left: Path) -> None:
    assert kept(left) == list(range(BATCHES))


def cuts(size: int, parts: range) -> Iterator[int]:
    """Lengths at the start, at each part, and just before and behind."""
    edges = {0, 16, 100, *parts}
    yield from sorted({edge + off for edge in edges for off in (-1, 0, 1)} & set(range(size)))


def test_wherever_the_last_commits_are_cut_off_those_before_are_kept(
    left: Path, killed: Path
) -> None:
    waiting = left.with_name("ledger.db-wal")
    size = waiting.stat().st_size
    lengths = list(cuts(size, range(32, size, FRAME)))
    counts = []
    for length in lengths:
        for file in killed.iterdir():
            shutil.copy(file, left.parent)
        waiting.write_bytes(waiting.read_bytes()[:length])
        found = kept(left)
        # Batches that were committed before are in the ledger, later ones are played again.
        assert found == list(range(len(found)))
        counts.append(len(found))
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] >= BATCHES - 1


def flip(seed: int) -> Callable[[Path], None]:
    def flipped(path: Path) -> None:
        content, stream = bytearray(path.read_bytes()), random.Random(seed)
        for _ in range(8):
            content[stream.randrange(len(content))] ^= 1 << stream.randrange(8)
        path.write_bytes(content)

    return flipped


def empty(path: Path) -> None:
    path.write_bytes(b"")


def noise(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(3 * PAGE))


def remove(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("harm", [empty, noise, remove, *map(flip, range(20))])
@pytest.mark.parametrize("name", ["ledger.db-wal", "ledger.db-shm"])
def test_damage_beside_a_ledger_costs_the_last_commits_at_most(
    left: Path, name: str, harm: Callable[[Path], None]
) -> None:
    harm(left.with_name(name))
    found = kept(left)
    assert found == list(range(len(found)))
    assert name == "ledger.db-wal" or len(found) == BATCHES


def closed(left: Path) -> Path:
    """The ledger when it was opened and closed again: one file."""
    with Ledger(left, "digest"):
        pass
    assert [file.name for file in left.parent.iterdir()] == ["ledger.db"]
    return left


def refusal_of(path: Path) -> str:
    """Why a ledger is refused; "" where it holds all that was written."""
    try:
        assert kept(path) == list(range(BATCHES))
    except LedgerError as error:
        return str(error)
    return ""


def test_a_ledger_that_is_cut_off_is_refused_or_whole(left: Path) -> None:
    whole = closed(left).read_bytes()
    for length in cuts(len(whole), range(0, len(whole), PAGE)):
        left.write_bytes(whole[:length])
        if length < 2:
            # SQLite begins a new file there; a run that has results misses its games.
            assert kept(left) == []
        elif refusal := refusal_of(left):
            assert str(left) in refusal
        else:
            # The last byte was 0, which SQLite adds.
            assert length == len(whole) - 1


@pytest.mark.parametrize("seed", range(40))
def test_a_ledger_in_which_bits_have_changed_is_refused_or_whole(left: Path, seed: int) -> None:
    flip(seed)(closed(left))
    # Where SQLite keeps nothing they do no harm.
    assert str(left) in (refusal_of(left) or str(left))


@pytest.mark.parametrize("name", ["ledger.db", "ledger.db-wal", "ledger.db-shm"])
def test_a_folder_in_the_place_of_a_file_is_named(left: Path, name: str) -> None:
    place = left.with_name(name)
    place.unlink()
    place.mkdir()
    message = f"{place} is a folder where a file of SQLite should be; move it away"
    for read in (lambda: Ledger(left, "digest"), lambda: list(read_batches(left))):
        with pytest.raises(LedgerError) as caught:
            read()
        assert str(caught.value) == message


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """No file can grow beyond a size, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def add_until_refused(path: Path) -> tuple[int, str]:
    """How many batches a ledger takes before it is refused, and why that is."""
    added = 0
    try:
        with Ledger(path, "digest") as ledger:
            for number in range(BATCHES):
                ledger.add(*batch(number))
                added += 1
    except LedgerError as error:
        return added, str(error)
    return added, ""


@pytest.mark.parametrize("pages", [0, 1, 2, 4, 8, 12, 16, 20, 24])
def test_whenever_the_disk_becomes_full_what_was_added_before_is_kept(
    tmp_path: Path, pages: int
) -> None:
    path = tmp_path / "ledger.db"
    with files_of_at_most(pages * PAGE):
        added, refusal = add_until_refused(path)
    assert refusal.endswith("; see to that and run again, finished games are kept")
    assert kept(path) == list(range(added))


def test_a_ledger_that_is_moved_away_while_it_grows_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, elsewhere = tmp_path / "run", tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.setattr(ledger_module, "_FLUSH_SECONDS", 0.0)
    with Ledger(folder / "ledger.db", "digest") as ledger:
        ledger.add(*batch(0))
        folder.rename(elsewhere)
        folder.mkdir()
        with pytest.raises(LedgerError, match=r"ledger\.db was moved or removed while its games"):
            ledger.add(*batch(1))
        # It is back before it is closed.
        folder.rmdir()
        elsewhere.rename(folder)
    assert kept(folder / "ledger.db") == [0, 1]
