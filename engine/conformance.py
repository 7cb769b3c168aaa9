"""Check what every game must pass: what `engine.game.Game` promises, and that its kernels agree.

`check_game` plays seeded random games by the plain rules and compares everything that can be said
in two ways: text and position, position and state, an image and its original, compiled and plain.
"""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.drawing_faults import fault_of_drawings
from engine.errors import EngineError, IllegalError
from engine.game import Game, check_limits
from engine.kernels.limits import STATE_SLOTS
from engine.play.batches import Openings
from engine.play.compiler import NOTHING, compile_chooser
from engine.play.driver import decided, play_games, random_positions
from engine.play.perft import Line, count_lines
from engine.play.player import make_player
from engine.play.replay import replay
from engine.play.searches import RandomMoves

__all__ = ["ConformanceError", "check_game"]

LARGEST_TREE = 2_000
"""Lines of play that plain Python counts below one position."""

CHECKED_MOVES = 4_000
"""Legal moves of the positions that are checked one by one: of more, only every so many is."""

SEEDS = 40
"""Random openings that are compared with plain play."""


class ConformanceError(EngineError, AssertionError):
    """A game does not keep what `engine.game.Game` promises; the message names the position."""


@dataclass(frozen=True)
class _Sample:
    """Hold a position of a random game.

    Attributes:
        position: the position.
        plies: how many led to it.
        moves: the number of its moves.
        followed: how many plies the game went on for.
    """

    position: Any
    plies: int
    moves: int
    followed: int


def check_game(game: Game[Any], games: int = 6, seed: int = 0, compiled: bool = True) -> None:
    """Check a game; takes a second or two, and some more where its kernels must be compiled.

    Args:
        game: the game.
        games: number of random games whose positions are checked, or a part of these.
        seed: of these games.
        compiled: whether kernels are compiled and compared; else nothing of them is run.

    Raises:
        ConformanceError: at the first promise that the game does not keep.
        EngineError: if the game is larger than kernels are made for.
    """
    check_limits(game)
    generator = random.Random(seed)
    samples = [sample for _ in range(games) for sample in _random_game(game, generator)]
    by_position = (_check_notation, _check_views, _check_states, _check_symmetry, _check_drawings)
    some = _some_of(samples)
    for sample in some:
        _check_moves(game, sample)
    for check in (*by_position, *((_check_lines,) if compiled else ())):
        for sample in some:
            check(game, sample.position)
    if compiled:
        _check_random_positions(game)
        _check_results(game, samples)


def _require(kept: bool, game: Game[Any], position: Any, complaint: str) -> None:
    if not kept:
        raise ConformanceError(f"{game.name}, {position!r}: {complaint}")


def _some_of(samples: list[_Sample]) -> list[_Sample]:
    """Return positions at equal distances, and all finished ones."""
    step = 1 + sum(sample.moves for sample in samples) // CHECKED_MOVES
    return [
        sample for index, sample in enumerate(samples) if index % step == 0 or sample.moves == 0
    ]


def _random_game(game: Game[Any], generator: random.Random) -> list[_Sample]:
    position, plies, player = game.initial(), 0, 1
    passed: list[tuple[Any, int]] = []
    while True:
        ply = getattr(position, "ply", None)
        _require(ply == plies, game, position, f"its ply is {ply} after {plies} plies")
        moves = game.legal_moves(position)
        passed.append((position, len(moves)))
        _require(len(moves) <= game.max_moves, game, position, "has more moves than max_moves")
        _require(game.player_to_move(position) == player, game, position, "players take no turns")
        if not moves:
            return [_Sample(one, ply, of, plies - ply) for ply, (one, of) in enumerate(passed)]
        _require(plies < game.max_plies, game, position, "goes on after max_plies")
        position = game.play(position, generator.choice(moves))
        plies, player = plies + 1, 3 - player


def _check_moves(game: Game[Any], sample: _Sample) -> None:
    position, kept = sample.position, copy.deepcopy(sample.position)
    moves = game.legal_moves(position)
    winner = game.winner(position)
    _require(len(set(moves)) == len(moves), game, position, "a move is listed twice")
    _require(winner in (None, 0, 1, 2), game, position, f"the winner is {winner!r}")
    _require((winner is None) == bool(moves), game, position, "has moves and a winner, or neither")
    for move in moves:
        child = game.play(position, move)
        _require(child != position, game, position, f"move {move} changes nothing")
        _require(game.play(position, move) == child, game, position, f"move {move} is no function")
    _require(position == kept, game, kept, "play changes its argument")
    # A game that has its rules as kernels alone knows more of them.
    fault_in_kernels = getattr(game, "fault_in_kernels", lambda *_: "")
    fault = fault_in_kernels(position, sample.followed)
    _require(not fault, game, position, fault)
    for move in (-1, max(moves, default=0) + 1):
        try:
            game.play(position, move)
        except IllegalError:
            continue
        raise ConformanceError(f"{game.name}, {position!r}: the illegal move {move} can be played")


def _check_notation(game: Game[Any], position: Any) -> None:
    text = game.format_position(position)
    _require(len(text.splitlines()) == 1, game, position, "its text has more than one line")
    _require(game.parse_position(text) == position, game, position, f"'{text}' reads differently")
    for move in game.legal_moves(position):
        name = game.format_move(move)
        read = game.parse_move(name, position)
        _require(read == move, game, position, f"move {move} is written '{name}', read as {read}")


def _check_views(game: Game[Any], position: Any) -> None:
    for player in (1, 2):
        swap = getattr(game.view(position, 3 - player), "swapped", None)
        kept = swap is not None and swap() == game.view(position, player)
        _require(kept, game, position, "swapped() of a view is not the other player's view")


def _check_states(game: Game[Any], position: Any) -> None:
    states = game.pack([position, position])
    shape = (2, STATE_SLOTS)
    fits = states.dtype == np.uint64 and states.shape == shape
    _require(fits, game, position, f"is packed as {states.dtype} of shape {states.shape}")
    for state in states:
        _require(game.unpack(state) == position, game, position, "comes back changed from pack")
    twice = game.seen_by_other(game.seen_by_other(states))
    _require(np.array_equal(twice, states), game, position, "two changes of sides change it")
    known = [game.are_positions(seen).all() for seen in (states, game.seen_by_other(states))]
    _require(all(known), game, position, "are_positions refuses its states")
    taken = game.are_positions(np.full(shape, ~np.uint64(0))).any()
    _require(not taken, game, position, "are_positions takes states that are full of ones")


def _check_symmetry(game: Game[Any], position: Any) -> None:
    images = game.images(position)
    _require(position in images, game, position, "is none of its own images")
    forms = game.canonical(game.pack(images))
    one = bool((forms == forms[0]).all())
    _require(one, game, position, "its images have different canonical forms")
    _require(game.unpack(forms[0]) in images, game, position, "its canonical form is no image")
    expected = _facts(game, position)
    for image in images:
        same = _facts(game, image) == expected
        _require(same, game, position, f"its image {image!r} is another position by the rules")


def _facts(game: Game[Any], position: Any) -> tuple[Any, ...]:
    """Return what all images of a position have in common."""
    children = [game.play(position, move) for move in game.legal_moves(position)]
    forms = game.canonical(game.pack(children)).tolist() if children else []
    return game.player_to_move(position), game.winner(position), sorted(forms)


def _check_drawings(game: Game[Any], position: Any) -> None:
    fault = fault_of_drawings(game, position)
    _require(not fault, game, position, fault)


def _check_lines(game: Game[Any], position: Any) -> None:
    lines = _plain_lines(game, position)
    counted = count_lines(game, position, len(lines) - 1)
    _require(counted == lines, game, position, f"compiled {counted}, plain {lines}")


def _plain_lines(game: Game[Any], position: Any) -> tuple[Line, ...]:
    """Count lines of play in plain Python, as deep as LARGEST_TREE allows and 3 plies at most."""
    level, lines = [position], []
    for _ in range(4):
        going = [one for one in level if game.winner(one) is None]
        lines.append(Line(len(level), len(level) - len(going)))
        if sum(len(game.legal_moves(one)) for one in going) > LARGEST_TREE:
            break
        level = [game.play(one, move) for one in going for move in game.legal_moves(one)]
    return tuple(lines)


def _check_random_positions(game: Game[Any]) -> None:
    """Check that kernels list moves in the order of the rules, else a number picks another move."""
    seeds = np.arange(SEEDS, dtype=np.uint64)
    for plies in sorted({1, 2, 5, game.max_plies}):
        states, going = random_positions(game, plies, seeds)
        for seed, state, goes_on in zip(seeds, states, going, strict=True):
            expected = replay(game, plies, int(seed))
            reached = game.unpack(state)
            _require(reached == expected, game, expected, f"the kernels reach {reached!r}")
            over = game.winner(expected) is not None
            _require(goes_on != over, game, expected, "the kernels disagree whether it is over")


def _check_results(game: Game[Any], samples: list[_Sample]) -> None:
    """Check that finished games have their winner, and that a search sees results of one ply."""
    over = [sample for sample in samples if game.winner(sample.position) is not None]
    going = [sample.position for sample in samples if game.winner(sample.position) is None]
    player = make_player(game, compile_chooser(game, NOTHING), (), RandomMoves())
    movers = [game.player_to_move(sample.position) - 1 for sample in over]
    openings = Openings(
        game.pack([sample.position for sample in over]),
        np.array(movers, dtype=np.int64),
        np.zeros(len(over), dtype=np.uint64),
    )
    played = play_games(game, (player, player), openings)
    for sample, result, plies in zip(over, played.results, played.plies, strict=True):
        expected = {0: 0, 1: 1, 2: -1}[game.winner(sample.position) or 0]
        _require(result == expected, game, sample.position, f"the kernels' result is {result}")
        _require(plies == sample.plies, game, sample.position, f"the kernels count {plies} plies")
    proven = decided(game, game.pack(going), 1)
    for position, found in zip(going, proven, strict=True):
        _require(
            found == _decided_at_once(game, position),
            game,
            position,
            "the search sees a win or loss of one ply that is none, or misses one",
        )


def _decided_at_once(game: Game[Any], position: Any) -> bool:
    mover = game.player_to_move(position)
    winners = [game.winner(game.play(position, move)) for move in game.legal_moves(position)]
    return mover in winners or all(winner == 3 - mover for winner in winners)
