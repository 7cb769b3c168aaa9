"""What the launcher asks of a GPU and says of it, told by one that is made up."""

from __future__ import annotations

import importlib.util
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.cuda.errors import CudaError, GpuMemoryError, NotForGpuError

if importlib.util.find_spec("numba_cuda") is None:
    pytest.skip("numba-cuda is not installed: the extra 'cuda' has it", allow_module_level=True)

from engine.cuda import device, gpu
from engine.cuda.games import CudaGames, CudaMatch
from engine.cuda.program import CudaProgram, Prepared
from engine.games import find_game
from engine.play.batches import Openings
from engine.play.driver import random_positions
from engine.play.searches import make_search

GIGABYTE = 10**9


class MadeUp:
    """A GPU of 20 multiprocessors with 4 GB, on which a thread takes 10,000 bytes of stack."""

    def __init__(self) -> None:
        self.capability, self.driver_version = (8, 6), (13, 1)
        self.available, self.free, self.fault = True, 4 * GIGABYTE, ""
        self.error: str | None = None
        self.launched: list[Any] = []
        self.gpus = ["the first"]
        self.cuda = SimpleNamespace(
            is_available=lambda: self.available,
            cuda_error=lambda: self.error,
            gpus=self.gpus,
            get_current_device=lambda: SimpleNamespace(
                name="GeForce Made Up",
                compute_capability=self.capability,
                MULTIPROCESSOR_COUNT=20,
                MAX_THREADS_PER_MULTIPROCESSOR=1536,
                MAX_REGISTERS_PER_MULTIPROCESSOR=65_536,
            ),
            current_context=lambda: SimpleNamespace(
                get_memory_info=lambda: SimpleNamespace(free=self.free, total=6 * GIGABYTE)
            ),
            synchronize=self.synchronize,
        )
        self.core = SimpleNamespace(
            launch=lambda *given: self.launched.append(given),
            Stream=SimpleNamespace(from_handle=lambda handle: f"stream {handle}"),
            LaunchConfig=lambda **given: given,
        )

    def synchronize(self) -> None:
        if self.fault:
            raise RuntimeError(self.fault)


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> MadeUp:
    made = MadeUp()
    monkeypatch.setattr(gpu, "cuda", made.cuda)
    monkeypatch.setattr(gpu, "core", made.core)
    version = SimpleNamespace(get_version=lambda: made.driver_version)
    monkeypatch.setattr(gpu, "driver", SimpleNamespace(driver=version))
    function = SimpleNamespace(kernel="kernel", attrs=SimpleNamespace(local=10_000))
    library = SimpleNamespace(get_cufunc=lambda: function)
    monkeypatch.setattr(gpu, "compiled", lambda program, capability: library)
    return made


def refusal(hint: str = "no device") -> str:
    with pytest.raises(CudaError) as failure:
        gpu.require_gpu()
    assert failure.value.hint == hint
    return str(failure.value)


def test_a_gpu_that_does_is_taken(made_up: MadeUp) -> None:
    gpu.require_gpu()


def test_what_is_missing_or_too_old_is_named(made_up: MadeUp) -> None:
    made_up.capability = (7, 0)
    assert refusal() == (
        "the GPU has compute capability 7.0, and programs are compiled for 7.5 and later; use a "
        "newer one"
    )
    made_up.driver_version = (12, 8)
    assert refusal() == (
        "a GPU needs NVIDIA's driver for CUDA 13, and the driver here is for CUDA 12.8; install a "
        "newer one"
    )
    made_up.available, made_up.error = False, "CUDA_ERROR_NO_DEVICE\n no device"
    assert refusal() == (
        "a GPU needs NVIDIA's driver for CUDA 13, and it says: CUDA_ERROR_NO_DEVICE no device; see "
        "what nvidia-smi says"
    )
    made_up.error = "\nCUDA driver library cannot be found.\nEnsure ..."
    assert refusal() == (
        "a GPU needs NVIDIA's driver for CUDA 13, and none is found; see what nvidia-smi says"
    )
    made_up.error = None
    assert refusal("cuda extra") == "a GPU needs NVIDIA's compiler, which is not installed"


def test_registers_say_how_many_threads_play_at_once(made_up: MadeUp) -> None:
    # 128 for a thread, of 65,536 on each of 20 multiprocessors.
    assert gpu.threads_at_once() == 20 * 512


def prepared() -> Any:
    return gpu.prepared(CudaProgram("", device, ()))


def test_every_game_has_a_thread_in_blocks_of_64(made_up: MadeUp) -> None:
    prepared().run(1000, (7, 2**47))
    ((stream, blocks, kernel, *arguments),) = made_up.launched
    assert (stream, kernel) == ("stream 0", "kernel")
    assert blocks == {"grid": (16, 1, 1), "block": (64, 1, 1)}
    assert [(type(one).__name__, one.value) for one in arguments] == [
        ("c_long", 7),
        ("c_long", 2**47),
    ]


def test_memory_that_is_too_small_is_told_before_any_game(made_up: MadeUp) -> None:
    made_up.free = 300_000_000
    with pytest.raises(CudaError) as failure:
        prepared()
    # 20 times 1,536 threads with 10,000 bytes.
    assert str(failure.value) == (
        "the GPU has too little memory (0.30 GB are free, and 0.31 GB are needed); end other "
        "programs that use it"
    )
    assert made_up.launched == []


def test_memory_that_the_stacks_leave_is_for_the_games(made_up: MadeUp) -> None:
    # 20 times 1,536 threads with 10,000 bytes.
    assert prepared().room == 4 * GIGABYTE - 307_200_000


def test_a_gpu_is_described_so_that_its_speed_can_be_told_to_others(made_up: MadeUp) -> None:
    said = (
        "GeForce Made Up, compute capability 8.6, 20 multiprocessors, 4.00 GB of 6.00 GB free, "
        "driver for CUDA 13.1"
    )
    assert gpu.described() == said
    made_up.gpus.append("the second")
    assert gpu.described() == f"{said}, 1 more not used (CUDA_VISIBLE_DEVICES chooses which one is)"


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (
            "CUDA_ERROR_OUT_OF_MEMORY:\n  too much",
            "the GPU has too little memory (CUDA_ERROR_OUT_OF_MEMORY: too much); end other "
            "programs that use it",
        ),
        ("CUDA_ERROR_LAUNCH_TIMEOUT", "the GPU has failed: CUDA_ERROR_LAUNCH_TIMEOUT"),
    ],
)
def test_what_the_driver_says_is_one_line(made_up: MadeUp, fault: str, message: str) -> None:
    run = prepared().run
    made_up.fault = fault
    with pytest.raises(CudaError) as failure:
        run(1, (0,))
    assert str(failure.value) == message
    assert failure.value.hint == "no device"


def test_a_formula_that_cannot_be_compiled_is_no_failure_of_the_gpu(
    made_up: MadeUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_for_gpu(_program: object, _capability: object) -> Any:
        raise NotForGpuError("a formula cannot be compiled for a GPU")

    monkeypatch.setattr(gpu, "compiled", not_for_gpu)
    with pytest.raises(NotForGpuError):
        prepared()


class Failing:
    """Machine operations of a GPU whose memory is used up, on the way there or back."""

    def __init__(self, when: str, room: int = GIGABYTE) -> None:
        self.when, self.room = when, room
        self.sent: list[Any] = []

    def fail(self, when: str) -> None:
        if when == self.when:
            raise RuntimeError("[2] Call to cuMemAlloc results in\nCUDA_ERROR_OUT_OF_MEMORY")

    def to_device(self, array: object) -> Any:
        self.fail("to the GPU")
        self.sent.append(array)
        return SimpleNamespace(copy_to_host=lambda: self.fail("back"))

    def address_of(self, _array: object) -> int:
        return 0

    def prepared(self, _program: object) -> Prepared:
        return Prepared(lambda count, arguments: None, self.room)


def refused(failing: Failing) -> str:
    """What is said of one game on such a GPU."""
    games = CudaGames(find_game("isolation-5x5"), CudaProgram("", failing, ()), (0,))  # type: ignore[arg-type]
    player = games.player(0, (), make_search("alphabeta", depth=1))
    states, _ = random_positions(games.game, 2, np.arange(1, dtype=np.uint64))
    openings = Openings(states, np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.uint64))
    with pytest.raises(GpuMemoryError) as failure:
        games.play([CudaMatch((player, player), openings)])
    assert failure.value.hint == "no device"
    return str(failure.value)


@pytest.mark.parametrize("when", ["to the GPU", "back"])
def test_memory_that_is_used_up_by_the_games_is_one_line(when: str) -> None:
    assert refused(Failing(when)) == (
        "the GPU has too little memory ([2] Call to cuMemAlloc results in "
        "CUDA_ERROR_OUT_OF_MEMORY); end other programs that use it"
    )


def test_games_that_have_no_room_beside_the_stacks_are_refused_before_any_is_sent() -> None:
    # Nine arrays of a few bytes; a driver gives 2 MiB for each.
    failing = Failing("never", room=16_000_000)
    assert refused(failing) == (
        "the GPU has too little memory (16 MB are free beside the stacks of the threads, and the "
        "games need 18 MB); end other programs that use it"
    )
    assert failing.sent == []
