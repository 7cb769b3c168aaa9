"""Hold the command that explains what agents see and choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tuner.cli.options import (
    AGENT,
    DEFAULT_THREADS,
    MOST,
    Depth,
    GameName,
    Json,
    Nodes,
    Variant,
    chosen_search,
)
from tuner.cli.output import print_json, print_lines, print_text

if TYPE_CHECKING:
    from engine.game import Game
    from tuner.matches.agent import Agent

__all__ = ["explain"]

_POSITION = typer.Argument(
    metavar="[POSITION]",
    help="Rows from the top, joined by /: . x 1 2 or . B W; or as a course prints it. With --diff "
    f"another agent: {AGENT}.",
)


def explain(  # noqa: PLR0913, PLR0917 - one option a parameter
    heuristic: Annotated[str, typer.Argument(help=f"Whose: {AGENT}.")],
    position: Annotated[str | None, _POSITION] = None,
    game_name: GameName = None,
    variant: Variant = None,
    depth: Depth = None,
    nodes: Nodes = None,
    latex: Annotated[
        bool, typer.Option("--latex", help="Print the formula as mathematics; no position needed.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Name two agents: find where they choose differently.")
    ] = False,
    positions: Annotated[
        int, typer.Option("--positions", min=10, max=MOST, help="Sampled by --diff.")
    ] = 400,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the sample of --diff.")] = 1,
    as_json: Json = False,
) -> None:
    """Explain what a heuristic sees in a position: features, parts of its value, the chosen move.

    Example: tune explain pressure ......./......./..1..../......./....2../......./.......

    Example: tune explain --diff pressure edge
    """
    from tuner.tuning.lookup import find_agents, find_common_game

    if latex and (diff or position is not None):
        raise typer.BadParameter("a formula as mathematics needs no more; give it alone to --latex")
    agents = [heuristic, position] if diff and position else [heuristic]
    where = "" if diff else position or ""
    game = _named_game(game_name) if game_name else find_common_game(agents, where)
    found = find_agents(agents, game, chosen_search(depth, nodes), variant)
    # What is unknown is told before what is missing.
    if position is None and not latex:
        wanted = (
            "another agent for --diff"
            if diff
            else "a position, or ask for the formula alone by --latex"
        )
        raise typer.BadParameter(f"name {wanted}")
    if latex:
        _print_formula(found[0])
    elif diff:
        _print_differences(game, (found[0], found[1]), (positions, seed), as_json)
    else:
        _print_position(game, found[0], where, as_json)


def _named_game(name: str) -> Game[Any]:
    from tuner.config.games import resolve_game

    return resolve_game(name)


def _print_formula(agent: Agent) -> None:
    from features.latex import heuristic_latex

    # Comments of LaTeX: the values are not a part of the formula.
    rows = zip(agent.heuristic.parameters, agent.values, strict=True)
    values = "".join(f"% {one.name} = {value:.6g}\n" for one, value in rows)
    print_text(heuristic_latex(agent.heuristic, agent.name) + values)


def _print_position(game: Game[Any], agent: Agent, position: str, as_json: bool) -> None:
    from tuner.explanation.position import explain_position
    from tuner.explanation.text import report_json, report_lines

    report = explain_position(game, agent, game.parse_position(position))
    if as_json:
        print_json(report_json(report))
        return
    # The board is one text of several lines.
    print_text("\n".join(report_lines(report, agent)))


def _print_differences(
    game: Game[Any], agents: tuple[Agent, Agent], sample: tuple[int, int], as_json: bool
) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from tuner.explanation.difference import find_differences
    from tuner.explanation.difference_text import differences_json, differences_lines

    with ThreadPoolExecutor(DEFAULT_THREADS, "tune") as executor:
        differences = find_differences(game, agents, *sample, executor)
    if as_json:
        print_json(differences_json(differences))
        return
    print_lines(differences_lines(differences))
