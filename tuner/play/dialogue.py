"""Answer a person who plays against an agent: each line is a move or a word, each answer lines."""

from __future__ import annotations

from pathlib import Path

from engine.errors import NotationError
from tuner.explanation.position import explain_position
from tuner.explanation.text import evaluation_lines
from tuner.files import save_text
from tuner.play.record import GameRecord, PlayError, record_text
from tuner.play.table import Table, choose, proof_line

__all__ = ["WORDS", "Dialogue"]

WORDS = {
    "moves [TEXT]": "list all legal moves, or those that begin with the text",
    "hint [AGENT]": "show what the agent, or another one, would play for you, with its value",
    "back": "take back your last move and the answer to it",
    "value": "explain what the agent makes of the position",
    "proof": "prove who wins with perfect play, where that takes some seconds at most",
    "save FILE": "write the game as a list of positions, one a line, each with its move",
    "help": "list these words",
    "quit": "end",
}
"""What may be said beside a move, and what it does."""

_FEW = 24
"""So many moves are shown without being asked for."""


class Dialogue:
    """Play one game with a person; it ends when the person ends it, so that a move can go back.

    Args:
        table: who plays what.
        record: the game as far as it is played.
        own: the file that the game was read from, which may be written over; empty for a new game.
    """

    def __init__(self, table: Table, record: GameRecord, own: frozenset[Path] = frozenset()):
        self._table, self._record = table, record
        self._start = record.first(0)
        self._own = own
        self._saved = record if own else None
        self._resigned = False
        self.ended = False

    @property
    def unsaved(self) -> bool:
        """Return whether there are moves that no file has."""
        return bool(self._record.moves) and self._record != self._saved

    def begin(self) -> list[str]:
        """Return what is said first; where the agent is to move, it does."""
        table = self._table
        lines = [
            f"{table.game.name}: you are player {table.player}, and player {3 - table.player} is "
            f"{table.agent.name} ({table.agent.search}). Type a move or a word; 'help' lists them."
        ]
        return lines + self._go_on(self._record)

    def answer(self, line: str) -> list[str]:
        """Return what is said to a line.

        Raises:
            TuneError: if it is neither a move nor a word, or cannot be done; nothing has changed
                then.
            OSError: if a file cannot be written.
        """
        word, _, rest = line.strip().partition(" ")
        name = word.lower()
        if name in _ALONE:
            if rest:
                raise PlayError(f"'{name}' stands alone; leave {rest!r} out")
            return _ALONE[name](self)
        if name in _WITH_TEXT:
            return _WITH_TEXT[name](self, rest.strip())
        return self._play(line.strip())

    def save(self, path: Path) -> list[str]:
        """Write the game into a file, which must be a new one or one of this game.

        Raises:
            PlayError: if there is another file of this name.
            OSError: if it cannot be written.
        """
        if path.exists() and path.resolve() not in self._own:
            raise PlayError(f"{path} is there already; name another file")
        table = self._table
        path.parent.mkdir(parents=True, exist_ok=True)
        save_text(path, record_text(table.game, self._record, table.player, table.agent))
        self._own |= {path.resolve()}
        self._saved = self._record
        return [f"Saved: {path}, {_plies(len(self._record.moves))}."]

    def _play(self, text: str) -> list[str]:
        game = self._table.game
        self._refuse_when_over()
        try:
            move = game.parse_move(text, self._record.position)
        except NotationError as error:
            raise PlayError(f"{error}; 'help' lists the words that may stand here") from error
        return self._go_on(self._record.after(game, move))

    def _go_on(self, record: GameRecord) -> list[str]:
        """Let the agent move, if it is its turn, and return how the game stands then.

        The game is as before where the agent's formula fails.
        """
        table, resigned = self._table, False
        game, position = table.game, record.position
        said = []
        if game.winner(position) is None and game.player_to_move(position) != table.player:
            choice = choose(table, table.agent, position)
            resigned = choice.resigns
            if resigned:
                said = ["", f"{table.agent.name} gives up, which loses the game."]
            else:
                record = record.after(game, choice.move)
                said = ["", f"{table.agent.name} plays {choice.text}."]
        self._record, self._resigned = record, resigned
        return [*said, *self._standing()]

    def _standing(self) -> list[str]:
        """Return the board, whose turn it is, and the moves that there are."""
        game, position = self._table.game, self._record.position
        lines = ["", *game.draw(position).splitlines(), ""]
        result = self._result()
        if result:
            return [*lines, result, "The game is over: 'save FILE', 'back' or 'quit'."]
        moves = [game.format_move(move) for move in game.legal_moves(position)]
        shown = f"{len(moves)} legal moves, such as {moves[0]}; 'moves' lists them."
        if len(moves) <= _FEW:
            shown = f"Legal moves: {' '.join(moves)}"
        return [*lines, f"Ply {position.ply + 1}, you are player {self._table.player}. {shown}"]

    def _result(self) -> str:
        """Return how the game ended as the person sees it, "" while it goes on."""
        player, position = self._table.player, self._record.position
        winner = player if self._resigned else self._table.game.winner(position)
        if winner is None:
            return ""
        length = f"{_plies(position.ply)}{self._length_here()}"
        if winner == 0:
            return f"Nobody won: a draw in {length}; you were player {player}."
        return f"You {'won' if winner == player else 'lost'} as player {player} in {length}."

    def _length_here(self) -> str:
        earlier = self._start.position.ply
        return f", {len(self._record.moves)} of them from the given position on" if earlier else ""

    def _refuse_when_over(self) -> None:
        if self._result():
            raise PlayError("the game is over; take a move back, save the game, or quit")

    def _back(self) -> list[str]:
        game, record = self._table.game, self._record
        own = [
            number
            for number, position in enumerate(record.positions[:-1])
            if game.player_to_move(position) == self._table.player
        ]
        if not own:
            raise PlayError("there is no move of yours to take back; play one")
        self._record, self._resigned = record.first(own[-1]), False
        return self._standing()

    def _value(self) -> list[str]:
        agent = self._table.agent
        report = explain_position(self._table.game, agent, self._record.position)
        return evaluation_lines(report, agent)

    def _proof(self) -> list[str]:
        said = proof_line(self._table.game, self._record.position)
        return [f"{said} You are player {self._table.player}."]

    def _help(self) -> list[str]:
        return [
            f"{'a move':<12}  play it, such as {self._example()}",
            *(f"{word:<12}  {does}" for word, does in WORDS.items()),
        ]

    def _example(self) -> str:
        game = self._table.game
        positions = reversed([game.initial(), *self._record.positions])
        moves = (game.legal_moves(position) for position in positions)
        return game.format_move(next(filter(None, moves))[0])

    def _quit(self) -> list[str]:
        self.ended = True
        return []

    def _moves(self, beginning: str) -> list[str]:
        self._refuse_when_over()
        game = self._table.game
        legal = map(game.format_move, game.legal_moves(self._record.position))
        moves = [text for text in legal if text.startswith(beginning)]
        if not moves:
            raise PlayError(f"no legal move begins with {beginning!r}; 'moves' alone lists all")
        return [f"{len(moves)} {'move' if len(moves) == 1 else 'moves'}: {' '.join(moves)}"]

    def _hint(self, word: str) -> list[str]:
        self._refuse_when_over()
        agent = self._table.find_agent(word) if word else self._table.agent
        choice = choose(self._table, agent, self._record.position)
        value = f": {choice.value}, as player {self._table.player} sees it" if choice.value else ""
        return [f"{agent.name} ({agent.search}) would play {choice.text} for you{value}."]

    def _save(self, name: str) -> list[str]:
        if not name:
            raise PlayError("name the file, such as 'save game.txt'")
        return self.save(Path(name).expanduser())


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


_ALONE = {
    "back": Dialogue._back,
    "value": Dialogue._value,
    "proof": Dialogue._proof,
    "help": Dialogue._help,
    "quit": Dialogue._quit,
}
_WITH_TEXT = {"moves": Dialogue._moves, "hint": Dialogue._hint, "save": Dialogue._save}
