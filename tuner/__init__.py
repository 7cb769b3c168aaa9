"""Tune the numbers of a board game heuristic by playing; this is the surface for Python.

The names below are all that is promised; docs/python.md shows them at work. Each is imported where
it is first used, so `import tuner` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.errors import TuneError
    from features.heuristic import Heuristic
    from features.parameter import Parameter
    from tuner.api.agents import AgentLike, agent, evaluate, heuristic
    from tuner.api.leagues import league
    from tuner.api.matches import Match, compare, match
    from tuner.api.played import PlayedGame
    from tuner.api.positions import Position, position
    from tuner.api.runs import Run, load_run
    from tuner.api.sequential import sprt
    from tuner.api.studies import run, study
    from tuner.comparison.league import League
    from tuner.comparison.model import Comparison
    from tuner.config.study import Study, load_study
    from tuner.matches.agent import Agent
    from tuner.sequential.model import SequentialMatch
    from tuner.stats.interval import Interval

__all__ = [
    "Agent",
    "AgentLike",
    "Comparison",
    "Heuristic",
    "Interval",
    "League",
    "Match",
    "Parameter",
    "PlayedGame",
    "Position",
    "Run",
    "SequentialMatch",
    "Study",
    "TuneError",
    "agent",
    "compare",
    "evaluate",
    "heuristic",
    "league",
    "load_run",
    "load_study",
    "match",
    "position",
    "run",
    "sprt",
    "study",
]

_HOMES = {
    "engine.errors": ("TuneError",),
    "features.heuristic": ("Heuristic",),
    "features.parameter": ("Parameter",),
    "tuner.api.agents": ("AgentLike", "agent", "evaluate", "heuristic"),
    "tuner.api.leagues": ("league",),
    "tuner.api.matches": ("Match", "compare", "match"),
    "tuner.api.played": ("PlayedGame",),
    "tuner.api.positions": ("Position", "position"),
    "tuner.api.runs": ("Run", "load_run"),
    "tuner.api.sequential": ("sprt",),
    "tuner.api.studies": ("run", "study"),
    "tuner.comparison.league": ("League",),
    "tuner.comparison.model": ("Comparison",),
    "tuner.config.study": ("Study", "load_study"),
    "tuner.matches.agent": ("Agent",),
    "tuner.sequential.model": ("SequentialMatch",),
    "tuner.stats.interval": ("Interval",),
}
"""Each name is written in this module; type checkers read the same above."""

if not TYPE_CHECKING:

    def __getattr__(name):
        for home, names in _HOMES.items():
            if name in names:
                globals()[name] = getattr(import_module(home), name)
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__})
