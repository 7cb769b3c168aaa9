"""A tournament in words: the courses' table, the published one beside it, and the claims."""

from __future__ import annotations

from tuner.matches.same_function import SameFunction
from tuner.stats.text import (
    NOT_REPRODUCIBLE,
    chance_notes,
    join_names,
    late_note,
    points_text,
    score_text,
)
from tuner.tournament.published import PublishedTable
from tuner.tournament.published_text import cell_text, published_lines, published_note
from tuner.tournament.results import Cell, ClaimResult, Results, Standing

__all__ = ["claim_lines", "played_text", "tournament_lines", "twin_of"]


def tournament_lines(results: Results) -> list[str]:
    """Return the tournament for people; rates are shares of points, intervals 95% over openings."""
    tournament = results.tournament
    lines = [f"{tournament.name}, {tournament.game.name}: {tournament.about}".rstrip(": ")]
    lines.append(f"{played_text(results)}; as the agent named first in a block sees it:")
    for standing in results.standings:
        lines += _block(standing, results)
    lines += published_lines(tournament.published)
    lines += claim_lines(results)
    if not results.reproducible:
        lines.append(NOT_REPRODUCIBLE)
    return lines


def played_text(results: Results) -> str:
    """Say how many pairs were played, and where they begin."""
    tournament = results.tournament
    if tournament.mode == "fair":
        # Each cell has openings of its own.
        begin = "from fair openings, the agents' own first two plies, at least"
    else:
        begin = f"from openings of {tournament.opening_plies} random plies,"
    return (
        f"{tournament.pairs:,} pairs of games in each cell {begin} {results.openings:,} of them "
        "different up to symmetry"
    )


def claim_lines(results: Results) -> list[str]:
    """Return what the report concludes, and what these games say of it."""
    lines = [same_text(one) for one in results.same]
    if not results.claims:
        return lines
    lines.append("Claims:")
    asked: dict[tuple[str, str], str] = {}
    for one in results.claims:
        agents = (twin_of(one.claim.better, results), twin_of(one.claim.than, results))
        lines.append(f"  {one.claim.says}: {_found(one, asked.get(agents), results)}")
        if agents[0] != agents[1]:
            asked.setdefault(agents, one.claim.says)
    err = "be confirmed or contradicted"
    return lines + chance_notes(len(asked), "claims about", err)


def _found(result: ClaimResult, before: str | None, results: Results) -> str:
    where = "over all opponents" if results.tournament.opponents else "head to head"
    again = "" if before is None else f"; the same agents and games as in '{before}'"
    return (
        f"{result.verdict}; {result.claim.better} minus {result.claim.than} {where} is "
        f"{points_text(result.difference)}{again}"
    )


def twin_of(name: str, results: Results) -> str:
    """Return the first candidate that is the same agent with the same games, maybe this one."""
    group = next((one.names for one in results.same if name in one.names), (name,))
    scores = {
        standing.candidate: [(cell.opponent, cell.score) for cell in standing.cells]
        for standing in results.standings
    }
    return next(other for other in group if scores[other] == scores[name])


def same_text(same: SameFunction) -> str:
    """Say that some candidates are one and the same."""
    alike = "up to a positive factor" if same.factor else "bit for bit"
    return (
        f"{join_names(same.names)} evaluate by the same function, {alike} in {same.views:,} views "
        "of sampled positions: a difference between them is their search or noise."
    )


def _block(standing: Standing, results: Results) -> list[str]:
    published = results.tournament.published
    label = "Points" if any(cell.drawn for cell in standing.cells) else "Win rate"
    width = max(len(label), *(len(cell.opponent) for cell in standing.cells))
    twin = twin_of(standing.candidate, results)
    again = "" if twin == standing.candidate else f", the same games as {twin}"
    lines = [f"{standing.candidate} ({standing.plays}){again}"]
    lines += [_row(cell, width, published) for cell in standing.cells]
    note = published_note(standing, published)
    total = f"  {label:<{width}}  {score_text(standing.score)}"
    return [*lines, f"{total}; {note}" if note else total]


def _row(cell: Cell, width: int, published: PublishedTable | None) -> str:
    drawn = f", {cell.drawn:,} drawn" if cell.drawn else ""
    text = (
        f"  {cell.opponent:<{width}}  won {cell.won:>5,}  lost {cell.lost:>5,}{drawn}  "
        f"{score_text(cell.score)}"
    )
    late = cell.late
    if any(late):
        text += f"; lost on time: {late[0]:,}, the opponent {late[1]:,}"
        note = late_note(cell.won + cell.lost + cell.drawn, late)
        text += f" ({note})" if note else ""
    value = "" if published is None else cell_text(published, cell.candidate, cell.opponent)
    if published is None or not value:
        return text
    # Tables in percent are of the games in which the row's agent moved first.
    first = f", ours when it moves first {score_text(cell.as_first)}" if published.percent else ""
    return f"{text}; published {value}{first}"
