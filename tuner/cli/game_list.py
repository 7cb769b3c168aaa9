"""Hold the command that lists the games of a run, shows one, and writes all."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tuner.cli.options import AGENT, DEFAULT_THREADS, MOST, Json, Run, Threads
from tuner.cli.output import print_json, print_lines, print_text

if TYPE_CHECKING:
    from tuner.replay.find import FoundGames
    from tuner.replay.games import RunGames

__all__ = ["games"]


class Result(StrEnum):
    """Name how a game ended for the agent that is named first."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Sort(StrEnum):
    """Name the order in which games are listed."""

    LEDGER = "ledger"
    SHORTEST = "shortest"
    LONGEST = "longest"


_RESULTS = {Result.WON: 1, Result.DRAWN: 0, Result.LOST: -1}

_PROOF_NODES = 20_000_000


def games(  # noqa: PLR0913, PLR0917 - one option a parameter
    run_path: Run,
    openings: Annotated[
        str | None, typer.Option("--openings", help="Of this set: search, verdict ...")
    ] = None,
    agent: Annotated[
        str | None, typer.Option("--agent", help="Of this agent, by the name in the list.")
    ] = None,
    opponent: Annotated[
        str | None, typer.Option("--opponent", help="Against this agent, such as a baseline.")
    ] = None,
    trial: Annotated[
        int | None, typer.Option("--trial", min=0, help="Of the agent of this trial.")
    ] = None,
    result: Annotated[
        Result | None, typer.Option("--result", help="As the agent named first sees it.")
    ] = None,
    sort: Annotated[
        Sort, typer.Option("--sort", help="The order; of equal length, that of the ledger.")
    ] = Sort.LEDGER,
    thrown_away: Annotated[
        bool,
        typer.Option(
            "--thrown-away",
            help="Only where a proven win was given away; plays up to 1,000 games again.",
        ),
    ] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, max=MOST, help="Games to list.")] = 20,
    show: Annotated[
        int | None,
        typer.Option("--show", min=1, max=MOST, help="Play this number of the list, ply by ply."),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option("--to", help="Write all these games to a .csv or .parquet file."),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            help=f"Who played in a comparison or a tournament, again for each: {AGENT}.",
        ),
    ] = None,
    game_name: Annotated[
        str | None, typer.Option("--game", help="Of a tournament that is not finished.")
    ] = None,
    threads: Threads = DEFAULT_THREADS,
    as_json: Json = False,
) -> None:
    """List the games of a run, show one ply by ply, or write all of them to a file.

    Results are as the agent sees them that is named first. A game is played again for --show, and
    must come out as it did; only limits in time can change it.

    Example: tune games runs/pressure-1a2b3c4d --opponent improved --result lost --sort shortest
    """
    from concurrent.futures import ThreadPoolExecutor

    from tuner.replay.find import find_games, wanted_games
    from tuner.replay.table import check_table_file, games_table, save_table
    from tuner.replay.thrown import find_thrown_away

    if to is not None and thrown_away:
        message = "a file has all games; leave one of both out"
        raise typer.BadParameter(message, param_hint="--thrown-away")
    if to is not None:
        check_table_file(to)
    found = _opened(run_path, game_name, player or [])
    ended = None if result is None else _RESULTS[result]
    wanted = wanted_games(found, openings, agent, opponent, trial, ended, sort.value)
    if to is not None:
        table = games_table(found, wanted)
        save_table(to, table)
        if as_json:
            print_json({"file": str(to), "games": len(table)})
        else:
            print_lines([f"wrote {to}: {len(table):,} games"])
        return
    most = max(limit, show or 0)
    if thrown_away:
        with ThreadPoolExecutor(threads, "tune") as executor:
            listed = find_thrown_away(found, wanted, most, executor)
    else:
        listed = find_games(found, wanted, most)
    if show is not None:
        _show(found, listed, show, (threads, as_json))
    else:
        _list(listed, as_json)


def _opened(run_path: Path, game_name: str | None, players: list[str]) -> RunGames:
    from tuner.config.games import resolve_game
    from tuner.replay.games import game_of, open_games
    from tuner.tuning.lookup import find_agent
    from tuner.tuning.run_folder import RunFolder

    folder = RunFolder(run_path)
    game = resolve_game(game_name) if game_name else None
    if not players:
        return open_games(folder, game)
    game = game or game_of(folder)
    return open_games(folder, game, [find_agent(word, game, None) for word in players])


def _list(found: FoundGames, as_json: bool) -> None:
    from tuner.replay.text import found_lines, row_json

    if as_json:
        looked = {} if found.looked_at is None else {"looked_at": found.looked_at}
        rows = [row_json(row) for row in found.rows]
        print_json({"count": found.count, **looked, "games": rows})
    else:
        print_lines(found_lines(found))


def _show(found: RunGames, listed: FoundGames, number: int, how: tuple[int, bool]) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from tuner.replay.play import replay_games
    from tuner.replay.text import replay_json, replay_lines

    if number > len(listed.rows):
        count = listed.count if listed.looked_at is None else len(listed.rows)
        has = f"there are {count:,} such games" if count else "no game is so"
        raise typer.BadParameter(f"{has}; list them without it", param_hint="--show")
    threads, as_json = how
    with ThreadPoolExecutor(threads, "tune") as executor:
        (replayed,) = replay_games(found, [listed.rows[number - 1]], _PROOF_NODES, executor)
    if as_json:
        print_json(replay_json(replayed))
        return
    # A board is one text of several lines.
    print_text("\n".join(replay_lines(replayed)))
