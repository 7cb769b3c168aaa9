"""Hold the command by which a person plays against an agent."""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.errors import TuneError, UnknownNameError
from tuner.cli.options import AGENT, Depth, GameName, Nodes, TieSeed, Variant, chosen_search
from tuner.cli.output import print_lines, with_hint

if TYPE_CHECKING:
    from engine.game import Game
    from tuner.play.dialogue import Dialogue
    from tuner.play.record import GameRecord

__all__ = ["play"]


class First(Enum):
    """Name who makes the first move."""

    ME = "me"
    AGENT = "agent"


_INTERRUPTED = 130


def play(  # noqa: PLR0913, PLR0917 - one option a parameter
    agent: Annotated[str, typer.Argument(help=f"Whom you play against: {AGENT}.")],
    game_name: GameName = None,
    variant: Variant = None,
    depth: Depth = None,
    nodes: Nodes = None,
    first: Annotated[
        First | None, typer.Option("--first", help="Who makes the first move; without it you.")
    ] = None,
    position: Annotated[
        str | None, typer.Option("--position", help="Where the game begins, as for tune explain.")
    ] = None,
    go_on: Annotated[
        Path | None, typer.Option("--continue", help="A saved game to go on with.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", help="A file that gets the game, however it ends.")
    ] = None,
    seed: TieSeed = 1,
) -> None:
    """Play against an agent: type moves, and words such as hint, back, value or proof.

    Lines from a pipe are answered one by one. A game that is not saved is lost.

    Example: tune play pressure --depth 5 --first agent
    """
    from tuner.files import refusal
    from tuner.play.dialogue import Dialogue
    from tuner.play.table import Table
    from tuner.tuning.lookup import find_agent

    if go_on is not None and (position is not None or first is not None):
        raise typer.BadParameter(
            "a saved game says where it stands and who you are; leave the "
            "position and who is first out"
        )
    game, record, player = _begun(agent, game_name, position, go_on)
    if first is not None or player == 0:
        mover = game.player_to_move(record.position)
        player = 3 - mover if first is First.AGENT else mover
    search = chosen_search(depth, nodes)

    def found(word: str) -> Any:
        return find_agent(word, game, search, variant)

    own = frozenset(() if go_on is None else (go_on.resolve(),))
    if save is not None and save.exists() and save.resolve() not in own:
        raise typer.BadParameter(f"{save} is there already; name another file")
    reason = "" if save is None else refusal(save.parent)
    if reason:
        raise typer.BadParameter(f"cannot write {save} ({reason}); name another file")
    dialogue = Dialogue(Table(game, found(agent), player, seed, found), record, own)
    interrupted = _talk(dialogue)
    _leave(dialogue, save)
    if interrupted:
        raise typer.Exit(_INTERRUPTED)


def _begun(
    agent: str, game_name: str | None, position: str | None, go_on: Path | None
) -> tuple[Game[Any], GameRecord, int]:
    """Return the game, how far it is played, and whom the person plays, 0 where nothing says it."""
    from tuner.config.games import resolve_game
    from tuner.play.record import GameRecord, PlayError, read_saved, replayed
    from tuner.tuning.lookup import find_common_game

    if go_on is None:
        game = resolve_game(game_name) if game_name else find_common_game([agent], position or "")
        start = game.initial() if position is None else game.parse_position(position)
        if game.winner(start) is not None:
            raise PlayError(f"the game is over in {position}; begin in another position")
        return game, GameRecord((start,)), 0
    saved = read_saved(go_on)
    try:
        game = resolve_game(game_name or saved.game)
    except UnknownNameError as error:
        if game_name:
            raise
        raise PlayError(
            f"{go_on} is a game of {saved.game}, which does not come with the package; name its "
            "file or folder",
            hint="game",
        ) from error
    if game.name != saved.game:
        raise PlayError(
            f"{go_on} is a game of {saved.game}, not {game.name}; name that", hint="game"
        )
    return game, replayed(game, saved), saved.player


def _talk(dialogue: Dialogue) -> bool:
    """Answer line after line; return whether Ctrl-C ended it."""
    from concurrent.futures import ThreadPoolExecutor

    if isinstance(sys.stdin, io.TextIOWrapper):
        # What is no text is neither a move nor a word.
        sys.stdin.reconfigure(errors="replace")
    # Ctrl-C is heard at once, while the agent still thinks in a thread of its own.
    executor = ThreadPoolExecutor(1, "tune")
    try:
        print_lines(executor.submit(dialogue.begin).result())
        while not dialogue.ended:
            line = _next_line()
            if line is None:
                return False
            try:
                said = executor.submit(dialogue.answer, line).result()
            except TuneError as error:
                said = [with_hint(error)]
            except OSError as error:
                said = [f"{error.filename or 'a file'}: {error.strerror or error}"]
            print_lines(said)
    except KeyboardInterrupt:
        if sys.stdin.isatty():
            # Ends the line of the prompt.
            print_lines([""])
        return True
    finally:
        executor.shutdown(wait=False)
    return False


def _next_line() -> str | None:
    """Return what the person types, or the next line of a pipe, which is shown; None at the end."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            # Lets the person edit the line, and find earlier ones.
            import readline  # noqa: F401
        with suppress(EOFError):
            return input("> ")
        print_lines([""])
        return None
    line = sys.stdin.readline()
    if not line:
        return None
    print_lines([f"> {line.rstrip()}"])
    return line


def _leave(dialogue: Dialogue, save: Path | None) -> None:
    """Write the game where that was asked for, else say that it is lost."""
    if save is not None:
        print_lines(dialogue.save(save))
    elif dialogue.unsaved:
        print_lines(["The game was not saved."])
