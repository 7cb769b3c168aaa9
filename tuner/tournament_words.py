"""A tournament in words: the courses' table, the published one beside it, and the claims."""

from __future__ import annotations

from tuner.published import PublishedTable, allowed_range
from tuner.sameness import SameFunction
from tuner.tournament_results import Cell, Results, Standing
from tuner.words import NOT_REPRODUCIBLE, chance_notes, points_text, score_text

__all__ = ["claim_lines", "played_text", "published_note", "tournament_lines"]


def tournament_lines(results: Results) -> list[str]:
    """The tournament for people; rates are shares of the points, intervals 95% over openings."""
    tournament = results.tournament
    lines = [f"{tournament.name}, {tournament.game.name}: {tournament.about}".rstrip(": ")]
    lines.append(f"{played_text(results)}; as the agent named first in a block sees it:")
    for standing in results.standings:
        lines += _block(standing, tournament.published)
    lines += claim_lines(results)
    if not results.reproducible:
        lines.append(NOT_REPRODUCIBLE)
    return lines


def played_text(results: Results) -> str:
    """How many pairs, and where they begin."""
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
    """What the document concludes, and what these games say of it."""
    lines = [same_text(one) for one in results.same]
    if not results.claims:
        return lines
    where = "over all opponents" if results.tournament.opponents else "head to head"
    lines += [
        "Claims:",
        *(
            f"  {one.claim.says}: {one.verdict}; {one.claim.better} minus {one.claim.than} "
            f"{where} is {points_text(one.difference)}"
            for one in results.claims
        ),
    ]
    err = "be confirmed or contradicted"
    return lines + chance_notes(len(results.claims), "claims about", err)


def same_text(same: SameFunction) -> str:
    """That some candidates are one and the same."""
    names = f"{', '.join(same.names[:-1])} and {same.names[-1]}"
    alike = "up to a positive factor" if same.factor else "bit for bit"
    return (
        f"{names} evaluate by the same function, {alike} in {same.views:,} views of sampled "
        "positions: a difference between them is their search or noise."
    )


def published_note(standing: Standing, published: PublishedTable | None) -> str:
    """The published total, and whether so many games can differ so much from ours; "" for none."""
    value = None if published is None else published.totals.get(standing.candidate)
    if value is None:
        return ""
    rate = f"published {100 * value.rate:.1f}%"
    if value.games is None:
        return rate
    low, high = allowed_range(standing.score, value.games)
    where = "inside" if low <= value.rate <= high else "outside"
    return (
        f"{rate} of {value.games:,} games, {where} the {100 * low:.1f} to {100 * high:.1f} that so "
        "many games allow around ours"
    )


def _block(standing: Standing, published: PublishedTable | None) -> list[str]:
    label = "Points" if any(cell.drawn for cell in standing.cells) else "Win rate"
    width = max(len(label), *(len(cell.opponent) for cell in standing.cells))
    lines = [f"{standing.candidate} ({standing.plays})"]
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
    value = None if published is None else published.cells.get((cell.candidate, cell.opponent))
    return (
        text if value is None else f"{text}; published {value.text}{_as_first(cell, value.games)}"
    )


def _as_first(cell: Cell, games: int | None) -> str:
    """Tables in percent are of the games in which the row's agent moved first."""
    return f", ours when it moves first {score_text(cell.as_first)}" if games is None else ""
