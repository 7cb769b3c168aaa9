"""A file of solved positions is whole, or refused in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.games import find_game
from tuner.solved.file import SolvedError, SolvedFile, load_solved, save_solved


def small_file(**changes: Any) -> SolvedFile:
    game = find_game("isolation-5x5")
    position = game.parse_position("2xxxx/xx.xx/x.xxx/x..xx/xxxx1")
    content: dict[str, Any] = {
        "header": {"game": game.name, "seed": 7},
        "states": game.pack([position, position]),
        "plies": np.array([21, 21], dtype=np.uint8),
        "won": np.array([True, False]),
        "moves": np.array([3, 3], dtype=np.uint64),
        "keep": np.array([1, 3], dtype=np.uint64),
    }
    return SolvedFile(**{**content, **changes})


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    written = small_file()
    save_solved(tmp_path / "one.npz", written)
    read = load_solved(tmp_path / "one.npz")
    assert read.header == {"game": "isolation-5x5", "seed": 7}
    for name, array in written.arrays().items():
        assert array.dtype == read.arrays()[name].dtype
        assert np.array_equal(array, read.arrays()[name])
        assert not read.arrays()[name].flags.writeable


def test_the_digest_covers_every_part() -> None:
    changes: list[dict[str, Any]] = [
        {},
        {"header": {"game": "isolation-5x5", "seed": 8}},
        {"states": small_file().states + np.uint64(1)},
        {"plies": np.array([21, 22], dtype=np.uint8)},
        {"won": np.array([True, True])},
        {"moves": np.array([3, 7], dtype=np.uint64)},
        {"keep": np.array([2, 3], dtype=np.uint64)},
    ]
    assert len({small_file(**change).digest for change in changes}) == len(changes)


def refusal(file: Path) -> str:
    """Why a file is not read; "" if it is."""
    try:
        assert load_solved(file).digest == small_file().digest
    except SolvedError as error:
        return str(error)
    return ""


def test_a_damaged_file_is_never_read(tmp_path: Path) -> None:
    file = tmp_path / "one.npz"
    save_solved(file, small_file())
    whole = file.read_bytes()
    found = []
    for place in range(0, len(whole), 5):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        found.append(refusal(file))
    refused = [message for message in found if message]
    # Some bytes of an archive say nothing, such as those of dates.
    assert len(refused) > 2 / 3 * len(found)
    for message in refused:
        assert message.startswith(f"the solved positions in {file} cannot be used: it")


@pytest.mark.parametrize("part", [0.0, 0.3, 0.9])
def test_half_a_file_is_refused(tmp_path: Path, part: float) -> None:
    file = tmp_path / "one.npz"
    save_solved(file, small_file())
    file.write_bytes(file.read_bytes()[: int(part * file.stat().st_size)])
    with pytest.raises(SolvedError, match="it is damaged; install tune again, or make them with"):
        load_solved(file)


def test_arrays_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    save_solved(tmp_path / "one.npz", small_file(won=np.array([True])))
    with pytest.raises(SolvedError, match="it is damaged"):
        load_solved(tmp_path / "one.npz")


def test_another_format_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("tuner.solved.file.FORMAT", 2)
        save_solved(tmp_path / "one.npz", small_file())
    with pytest.raises(SolvedError, match="its format is 2, not 1"):
        load_solved(tmp_path / "one.npz")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SolvedError, match="No such file or directory"):
        load_solved(tmp_path / "none.npz")
