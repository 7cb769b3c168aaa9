"""Write a tournament as CSV, JSON and Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tuner.files import RESULTS, save_json, save_text
from tuner.stats.interval import Interval
from tuner.stats.json import interval_json
from tuner.stats.text import NOT_REPRODUCIBLE, score_text
from tuner.tournament.config import Tournament, tournament_digest
from tuner.tournament.play import tournament_folder
from tuner.tournament.results import Cell, Results, Standing
from tuner.tournament.text import (
    cell_text,
    claim_lines,
    played_text,
    published_lines,
    published_note,
    twin_of,
)
from tuner.tuning.repetition import Repetition, repetition_json

__all__ = [
    "repetition_of",
    "save_results",
    "tournament_csv",
    "tournament_json",
    "tournament_markdown",
    "write_markdown",
]

_COLUMNS = ("candidate", "opponent", "won", "lost", "drawn", "score", "low", "high")


def save_results(results: Results, runs: Path) -> Path:
    """Write results.csv and results.json into the tournament's folder, and name it."""
    folder = tournament_folder(results.tournament, runs).path
    save_text(folder / "results.csv", tournament_csv(results))
    save_json(folder / RESULTS, tournament_json(results))
    return folder


def write_markdown(path: Path, command: str, results: Sequence[Results], title: str = "") -> None:
    """Write a page with a section for each tournament, and the command that writes it again.

    Args:
        path: of the page.
        command: that plays the tournaments and writes the page.
        results: of each of them.
        title: of the page; "" names the tournaments.
    """
    kind = "Tournament" if len(results) == 1 else "Tournaments"
    names = f"{kind} {', '.join(one.tournament.name for one in results)}"
    head = f"# {' '.join(title.split()) or names}\n\nWritten by\n\n```sh\n{command}\n```\n\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    save_text(path, head + "\n".join(tournament_markdown(one) for one in results))


def tournament_csv(results: Results) -> str:
    """Return one row a cell, then one with the opponent "all" for each candidate."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*_COLUMNS, "first_score", "first_low", "first_high"])
    for standing in results.standings:
        for cell in standing.cells:
            counts = (cell.won, cell.lost, cell.drawn)
            numbers = (*_ends(cell.score), *_ends(cell.as_first))
            writer.writerow([cell.candidate, cell.opponent, *counts, *map(repr, numbers)])
        sums = [sum(getattr(cell, name) for cell in standing.cells) for name in _COLUMNS[2:5]]
        writer.writerow(
            [standing.candidate, "all", *sums, *map(repr, _ends(standing.score)), "", "", ""]
        )
    return stream.getvalue()


def tournament_json(results: Results) -> dict[str, Any]:
    """Return the tournament as JSON: scores are shares, intervals are 95%."""
    tournament = results.tournament
    return {
        "tournament": tournament.name,
        "about": tournament.about,
        "game": tournament.game.name,
        "pairs": tournament.pairs,
        "seed": tournament.seed,
        "openings_mode": tournament.openings.mode,
        "openings_plies": tournament.openings.plies,
        "openings": results.openings,
        "reproducible": results.reproducible,
        "candidates": [_standing(one, results) for one in results.standings],
        "opponents": [
            {"name": agent.name, "plays": agent.describe()} for agent in tournament.opponents
        ],
        "claims": [
            {
                "says": one.claim.says,
                "better": one.claim.better,
                "than": one.claim.than,
                "verdict": one.verdict,
                **_named("difference", one.difference),
            }
            for one in results.claims
        ],
        "games": results.games,
        "played": played_text(results),
        "repeat": repetition_json(tournament.game, repetition_of(tournament)),
        "notes": [*_notes(results), *([] if results.reproducible else [NOT_REPRODUCIBLE])],
    }


def repetition_of(tournament: Tournament) -> Repetition:
    """Return what plays a tournament again."""
    return Repetition(
        tournament.candidates,
        tournament.opponents,
        (tournament.openings.mode, tournament.openings.plies),
        tournament.seed,
        tournament_digest(tournament),
    )


def tournament_markdown(results: Results) -> str:
    """Return a section with our table, the published totals beside it, and the claims."""
    tournament = results.tournament
    opponents = [agent.name for agent in tournament.opponents or tournament.candidates]
    lines = [f"## {tournament.name}", ""]
    lines += [tournament.about, ""] if tournament.about else []
    lines += [f"- {one.candidate}: {one.plays}" for one in results.standings]
    lines.append("")
    lines += [
        f"| agent | {' | '.join(opponents)} | all |",
        f"| --- |{' ---: |' * len(opponents)} --- |",
    ]
    for standing in results.standings:
        cells = {cell.opponent: cell for cell in standing.cells}
        shown = [_markdown_cell(cells.get(name), results) for name in opponents]
        note = published_note(standing, tournament.published)
        total = _once(standing.candidate, score_text(standing.score), results)
        total += f"; {note}" if note else ""
        lines.append(f"| {standing.candidate} | {' | '.join(shown)} | {total} |")
    lines += ["", _legend(results), ""]
    lines += [f"- {line}" for line in _notes(results)]
    return "\n".join(lines).rstrip() + "\n"


def _notes(results: Results) -> list[str]:
    """Return what is to be said of the published table and of the claims, a sentence each."""
    claims = [line.strip() for line in claim_lines(results) if line != "Claims:"]
    return [*published_lines(results.tournament.published), *claims]


def _legend(results: Results) -> str:
    table = results.tournament.published
    sentences = [
        "Share of the row's points in percent with 95% intervals over openings",
        played_text(results),
    ]
    if table is not None:
        sentences.append("behind the slash the published cell")
    if table is not None and table.percent:
        sentences.append(
            "cells are the games in which the row moves first, as published without their number, "
            'while "all" and the claims count all games'
        )
    text = "; ".join(sentences) + "."
    return text if results.reproducible else f"{text} {NOT_REPRODUCIBLE}"


def _markdown_cell(cell: Cell | None, results: Results) -> str:
    if cell is None:
        return ""
    table = results.tournament.published
    value = "" if table is None else cell_text(table, cell.candidate, cell.opponent)
    shown = cell.as_first if table is not None and table.percent else cell.score
    low, high = 100 * shown.low, 100 * shown.high
    ours = _once(cell.candidate, f"{100 * shown.estimate:.1f} ({low:.1f} to {high:.1f})", results)
    return f"{ours} / {value}" if value else ours


def _once(candidate: str, number: str, results: Results) -> str:
    """Return a number of a candidate; of one agent under several names each is shown once."""
    twin = twin_of(candidate, results)
    return number if twin == candidate else f"as {twin}"


def _standing(standing: Standing, results: Results) -> dict[str, Any]:
    twin = twin_of(standing.candidate, results)
    return {
        "name": standing.candidate,
        "plays": standing.plays,
        **_named("score", standing.score),
        "published": published_note(standing, results.tournament.published) or None,
        "same_as": None if twin == standing.candidate else twin,
        "cells": [
            {
                "opponent": cell.opponent,
                "won": cell.won,
                "lost": cell.lost,
                "drawn": cell.drawn,
                "late": cell.late[0],
                "opponent_late": cell.late[1],
                **_named("score", cell.score),
                "as_first": _named("score", cell.as_first),
            }
            for cell in standing.cells
        ],
    }


def _named(name: str, interval: Interval) -> dict[str, float | str]:
    return {**interval_json(interval, name), "bound": interval.bound}


def _ends(interval: Interval) -> Sequence[float]:
    return interval.estimate, interval.low, interval.high
