"""Write what matches of an agent against itself show as JSON, which their report is made from."""

from __future__ import annotations

from typing import Any

from engine.games import find_game
from tuner.comparison.noise_band import NoiseBand, noise_lines
from tuner.files import RESULTS, save_json
from tuner.stats.json import interval_json
from tuner.tuning.repetition import repetition_json
from tuner.tuning.run_folder import RunFolder

__all__ = ["noise_json", "save_noise"]


def noise_json(band: NoiseBand) -> dict[str, Any]:
    """Return the noise band as JSON: scores are shares, intervals and bands are 95%.

    The "elo" of a band is null where any score is within it.
    """
    name, plays = band.agent
    return {
        "agent": {"name": name, "plays": plays},
        "game": band.game,
        "pairs": band.pairs,
        "matches": [{**interval_json(one, "score"), "bound": one.bound} for one in band.scores],
        "standard_error": {"value": band.error, "low": band.known[0], "high": band.known[1]},
        "bands": [
            {
                "largest_of": count,
                "points": 100 * band.band(count),
                "elo": band.elo(count),
            }
            for count in (1, len(band.scores))
        ],
        "largest_seen": 100 * band.largest,
        "intervals_without_half": band.excluded,
        "games": 2 * band.pairs * len(band.scores),
        "said": [line.strip() for line in noise_lines(band)[1:]],
        **_repeat(band),
    }


def _repeat(band: NoiseBand) -> dict[str, Any]:
    if band.repetition is None:
        return {}
    return {"repeat": repetition_json(find_game(band.game), band.repetition)}


def save_noise(band: NoiseBand, folder: RunFolder) -> None:
    """Write results.json into the folder, in place of that of the agent before."""
    save_json(folder.path / RESULTS, noise_json(band))
