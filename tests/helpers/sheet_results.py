"""Results of comparisons and tournaments that are written by hand."""

from __future__ import annotations

from typing import Any

SCORE = {"score": 0.6, "low": 0.55, "high": 0.65}

COMPARISON: dict[str, Any] = {
    "game": "isolation-7x7",
    "agents": [
        {"name": "one", "plays": "open, depth 3"},
        {"name": "two", "plays": "null, depth 3"},
    ],
    "pairs": 1000,
    "openings": 950,
    "head_to_head": [
        {
            "first": "one",
            "second": "two",
            "verdict": "one is better",
            **SCORE,
            **{"elo": 70.4, "elo_low": 34.9, "elo_high": 107.5},
        }
    ],
    "baselines": "mine",
    "against_baselines": [
        {"name": "one", **SCORE, "by_baseline": [{"name": "Random", **SCORE}]},
        {
            "name": "two",
            **{"score": 0.5, "low": 0.45, "high": 0.55},
            **{
                "difference_to_first": -0.1,
                "difference_low": -0.14,
                "difference_high": -0.06,
            },
            "by_baseline": [{"name": "Random", "score": 0.5, "low": 0.45, "high": 0.55}],
        },
    ],
    "notes": ["Note: a thing to mind"],
}

CELL = {"opponent": "foe", "won": 120, "lost": 80, "drawn": 0, **SCORE, "as_first": SCORE}
TOURNAMENT: dict[str, Any] = {
    "tournament": "cup",
    "about": "Two against one.",
    "game": "isolation-7x7",
    "played": "100 pairs of games in each cell",
    "candidates": [
        {"name": "one", "plays": "open", **SCORE, "cells": [CELL], "same_as": None}
        | {"published": None},
        {"name": "two", "plays": "null", **SCORE, "cells": [{**CELL, "won": 90, "lost": 110}]}
        | {"published": None, "same_as": None},
    ],
    "opponents": [{"name": "foe", "plays": "random"}],
    "notes": [],
}

RATINGS: dict[str, Any] = {
    "anchor": "two",
    "asked_anchor": "",
    "agents": [
        {"name": "one", "elo": None, "low": 400.0, "high": None, "said": "at least +400 Elo"},
        {"name": "two", "elo": 0.0, "low": 0.0, "high": 0.0, "said": "0 Elo, the anchor"},
    ],
    "scale": "Bradley-Terry, two is 0",
    "notes": ["Whoever moves first has less."],
}
LEAGUE = [
    {"name": "one", "role": "tuned", "from": ["runs/a"]},
    {"name": "two", "role": "hand-set", "from": ["runs/b"]},
]

SEQUENTIAL: dict[str, Any] = {
    "game": "isolation-7x7",
    "agents": COMPARISON["agents"],
    "verdict": "one is stronger than two by the test of 0 against 20 Elo",
    **{"elo0": 0.0, "elo1": 20.0, "lower": -2.944, "upper": 2.944, "cap": 500},
    **{"log_likelihood_ratio": 3.1, "decision": "pass", "alpha": 0.05, "beta": 0.05},
    "model": "logistic",
    "course": [[64, -0.7], [80, 3.1]],
    **SCORE,
    "pairs": 80,
    "pentanomial": [10, 0, 44, 0, 26],
    "openings": 80,
    "more_pairs": None,
    "expected": {
        **{"pair_variance": 0.1, "from_pairs": 64, "openings": 500, "rough": True},
        "lengths": [{"elo": 20.0, "least": 90.0, "likely": 100.0, "most": 120.0, "passes": 0.95}],
    },
    "notes": [],
}

NOISE: dict[str, Any] = {
    "agent": COMPARISON["agents"][0],
    "game": "isolation-7x7",
    "pairs": 1000,
    "matches": [{"score": 0.52, "low": 0.49, "high": 0.55, "bound": "two-sided"}] * 10,
    "intervals_without_half": 0,
    "said": ["One match: within 2 points.", "A smaller difference is no evidence of strength."],
}
