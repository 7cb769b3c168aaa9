"""Make heuristics and agents in code, and evaluate positions with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotationError
from engine.game import Game
from engine.games import DEFAULT_GAME, find_game, game_of_position, usual_game
from engine.play.search import Search
from features.compiled import evaluate as formula_values
from features.errors import FormulaError
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.presets import presets
from tuner.api.written import document_of, plain
from tuner.config.games import resolve_game
from tuner.config.heuristics import resolve_heuristic
from tuner.config.limits import LONGEST_LABEL
from tuner.config.reader import Place
from tuner.config.searches import resolve_search
from tuner.config.sections import HeuristicSection, SearchSection
from tuner.config.validation import validate
from tuner.matches.agent import DEFAULT_SEARCH, Agent, AgentError, check_game
from tuner.tuning.lookup import find_agent, named_game

__all__ = ["AgentLike", "agent", "evaluate", "game_for", "heuristic", "is_formula", "word_for"]

AgentLike = Agent | Heuristic | str | Path
"""An agent, a heuristic, a preset, a YAML file, a run folder or a formula stands for an agent."""


def heuristic(
    formula: str,
    *,
    parameters: Sequence[Parameter] = (),
    where: Mapping[str, str] | None = None,
    features: Sequence[str | Path] = (),
    tables: Mapping[str, Mapping[str, Any]] | None = None,
    game: str = DEFAULT_GAME,
    name: str = "custom",
    summary: str = "",
) -> Heuristic:
    """Return the heuristic of a formula.

    Args:
        formula: how good a position is for `own`, such as "moves(own) - weight * moves(opp)".
        parameters: the numbers that the formula names, with their ranges.
        where: parts of the formula by name; each may use those before it.
        features: Python files with features of your own. They are run.
        tables: tables of squares by name, with the keys of a study file, such as
            `{"place": {"symmetric": True, "low": 0, "high": 16}}`.
        game: whose features the formula may call.
        name: what results call it.
        summary: what it does, in one line.

    Raises:
        TuneError: if the formula, a name or a file cannot be used.
    """
    if not all(isinstance(one, Parameter) for one in parameters):
        raise FormulaError("parameters are a list of tuner.Parameter; make some", "parameters")
    names = [parameter.name for parameter in parameters]
    twice = next((one for one in names if names.count(one) > 1), None)
    if twice is not None:
        raise FormulaError("another parameter has this name; rename one", f"parameters.{twice}")
    written = {
        "name": name,
        "summary": summary,
        "parameters": {one.name: _parameter(one) for one in parameters},
        "where": where or {},
        "formula": formula,
        "features": list(features),
        "tables": tables or {},
    }
    document = document_of("heuristic", written)
    section = validate(HeuristicSection, document)
    return resolve_heuristic(section, None, resolve_game(game), Place(document))


def agent(
    source: AgentLike,
    *,
    game: str | None = None,
    name: str | None = None,
    values: Mapping[str, float] | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    search: Mapping[str, Any] | None = None,
) -> Agent:
    """Return the agent that a preset, a file, a run folder, a formula or a heuristic stands for.

    Args:
        source: such as "improved", "best.yaml", "runs/pressure-1a2b3c4d" or "moves(own)"; a text
            with brackets is a formula, unless it is a file.
        game: that it is to play; None for the one that the file names, or else 7x7 Isolation or
            the usual board of its family.
        name: what results call it; None for its own.
        values: of parameters, within their ranges; all others stay as they are.
        depth: of an alpha-beta search.
        nodes: of an alpha-beta search, a move.
        search: any other search, in the words of a study file, such as
            {"algorithm": "minimax", "depth": 3}.

    Raises:
        TuneError: if there is no such agent, or its parts do not fit together.
    """
    board = game_for([source], game)
    found = _found(source, board)
    check_game(found, board)
    if search is None and (depth, nodes) != (None, None):
        search = {"algorithm": "alphabeta", "depth": depth, "nodes": nodes}
    elif (depth, nodes) != (None, None):
        raise AgentError("a search has its own depth or nodes; leave one of them out")
    changes: dict[str, Any] = {"values": _values(found, values or {})}
    changes |= {} if name is None else {"name": name}
    changes |= {} if search is None else {"search": _search(search, board)}
    return replace(found, **changes)


def evaluate(
    source: AgentLike, positions: str | Sequence[str], *, game: str | None = None
) -> NDArray[np.float64]:
    """Return the value of each position as its side to move sees it, without any search.

    Args:
        source: an agent, or what stands for one.
        positions: in the game's notation, one or several.
        game: of the positions; None as for `agent`.

    Returns:
        One number a position; NaN where the formula is not a number.

    Raises:
        TuneError: if a position cannot be read or is not of the game, or there is no such agent.
    """
    texts = [positions] if isinstance(positions, str) else list(positions)
    if not all(isinstance(text, str) for text in texts):
        raise NotationError("positions are texts such as '.../1.2/...'; give one or a list of them")
    board = game_for([source], game, texts[0] if texts else "")
    found = agent(source, game=board.name)
    states = board.pack([board.parse_position(text) for text in texts])
    return formula_values(board, found.heuristic, found.values, states)


def game_for(
    sources: Sequence[AgentLike],
    game: str | None,
    position: str = "",
    played: Mapping[str, str] | None = None,
) -> Game[Any]:
    """Return the game of this name, or without a name the one that agents or a position tell.

    A file or run says its game; else a position may; else it is the usual board of the family of
    the first agent that has one, and 7x7 Isolation if none has. `played` has the games of runs that
    were read already, as for `named_game`.
    """
    if game is not None:
        return resolve_game(game)
    words = [
        word_for(one) for one in sources if isinstance(one, str | Path) and not is_formula(one)
    ]
    families = filter(None, map(_family, sources))
    told = named_game(words, played) or game_of_position(position)
    return find_game(told) if told else usual_game(next(families, DEFAULT_GAME))


def is_formula(source: object) -> bool:
    """Return whether something is a text with brackets, and no file."""
    if not isinstance(source, str) or "(" not in source:
        return False
    try:
        return not (source.endswith((".yaml", ".yml")) or Path(source).exists())
    except (OSError, ValueError):
        # No file has a name that long, or with such a character.
        return True


def word_for(source: str | Path) -> str:
    """Return what a command line would say; a path is never a preset."""
    if isinstance(source, Path) and len(source.parts) == 1:
        return f"./{source}"
    return str(source)


def _found(source: AgentLike, game: Game[Any]) -> Agent:
    if isinstance(source, Agent):
        return source
    if is_formula(source):
        text = str(source)
        made = heuristic(text, game=game.name)
        return Agent(_short(text), made, made.defaults, DEFAULT_SEARCH)
    if isinstance(source, Heuristic):
        return Agent(source.name, source, source.defaults, DEFAULT_SEARCH)
    return find_agent(word_for(source), game, None)


def _short(formula: str) -> str:
    """Return the text of a formula as the name of its agent."""
    text = " ".join(formula.split())
    return text if len(text) <= LONGEST_LABEL else f"{text[: LONGEST_LABEL - 3]}..."


def _family(source: AgentLike) -> str:
    if isinstance(source, Agent):
        return source.heuristic.family
    if isinstance(source, Heuristic):
        return source.family
    name = word_for(source).partition(":")[0]
    return next((one.family for one in presets() if one.name == name), "")


def _parameter(parameter: Parameter) -> dict[str, Any]:
    keys = ("default", "low", "high", "integer", "log", "summary")
    return {key: getattr(parameter, key) for key in keys}


def _values(found: Agent, given: Mapping[str, float]) -> tuple[float, ...]:
    if not isinstance(given, Mapping):
        raise AgentError("values must be a mapping; write {name of a parameter: number}")
    values = plain(given)
    for one in found.heuristic.parameters:
        value = values.get(one.name, one.default)
        if isinstance(value, int | float) and not one.low <= value <= one.high:
            raise AgentError(
                f"the value {value:g} of '{one.name}' is outside its range, {one.low:g} to "
                f"{one.high:g}; give another, or make a heuristic with a wider range"
            )
    checked = found.heuristic.with_defaults(values)
    kept = zip(checked.parameters, found.values, strict=True)
    return tuple(one.default if one.name in given else value for one, value in kept)


def _search(given: Mapping[str, Any], game: Game[Any]) -> Search:
    document = document_of("search", given)
    return resolve_search(validate(SearchSection, document), game, Place(document))
