"""Play a league: tuned agents, hand-set ones and others all against each other, and rate them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from tuner.comparison.compare import compare_agents, comparison_folder
from tuner.comparison.entrants import Entrant
from tuner.comparison.files import comparison_json
from tuner.comparison.model import Comparison, Matches, comparison_lines
from tuner.comparison.sources import LeftOut
from tuner.files import RESULTS, save_json
from tuner.matches.progress import Progress
from tuner.tuning.run_folder import RunFolder

__all__ = ["League", "league_folder", "league_json", "league_lines", "play_league", "save_league"]


@dataclass(frozen=True)
class League:
    """Hold a league.

    Attributes:
        entrants: who played.
        comparison: what the matches say, with the ratings.
        left_out: runs that did not play, and why.
    """

    entrants: tuple[Entrant, ...]
    comparison: Comparison
    left_out: tuple[LeftOut, ...] = ()

    def __str__(self) -> str:
        return "\n".join(league_lines(self))


def play_league(
    game: Game[Any],
    entrants: Sequence[Entrant],
    matches: Matches,
    runs: Path | None,
    progress: Progress,
    left_out: Sequence[LeftOut] = (),
) -> League:
    """Let all entrants meet each other on the same openings, and rate them.

    Leagues of the same game, pairs, plies and seed share their games: one that has a new entrant
    plays the matches of that one alone.

    Args:
        game: the rules.
        entrants: two or more.
        matches: how it is played, and who is rated 0.
        runs: the folder of runs, in which the games are kept; None to keep none.
        progress: who listens.
        left_out: runs that do not play, which is told.

    Raises:
        TuneError: if there are fewer than two entrants, or they cannot meet.
    """
    if len(entrants) < 2:
        raise TuneError(
            f"a league needs at least two different agents, and these are {len(entrants)}; name "
            f"another run, preset or file{''.join(f'; {one}' for one in left_out)}"
        )
    for one in left_out:
        progress.note(str(one))
    agents = [one.agent for one in entrants]
    league = replace(matches, kind="league")
    found = compare_agents(game, agents, ("none", ()), league, runs, progress)
    return League(tuple(entrants), found, tuple(left_out))


def league_folder(game: Game[Any], matches: Matches, runs: Path) -> RunFolder:
    """Return the folder of all leagues that are played so, whoever plays in them."""
    return comparison_folder(game, replace(matches, kind="league"), runs)


def league_lines(league: League) -> list[str]:
    """Return the league for people; intervals are 95%, over openings."""
    absent = [f"Note: {one}" for one in league.left_out]
    return [*absent, *comparison_lines(league.comparison)]


def league_json(league: League) -> dict[str, Any]:
    """Return the league as JSON: that of a comparison, who the entrants are, and who is not."""
    content = comparison_json(league.comparison)
    return {
        "league": [
            {"name": one.agent.name, "role": one.role, "from": list(one.words)}
            for one in league.entrants
        ],
        "left_out": [{"from": one.word, "reason": one.reason} for one in league.left_out],
        **content,
        "notes": [*map(str, league.left_out), *content["notes"]],
    }


def save_league(league: League, folder: RunFolder) -> None:
    """Write results.json into the folder, in place of that of the league before."""
    save_json(folder.path / RESULTS, league_json(league))
