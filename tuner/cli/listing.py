"""List what there is: presets, features, files of the package, games, and so on, and runs.

Each kind imports what it needs: a list of presets has no use for what reads studies and runs.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import UnknownNameError
from tuner.cli.row import Row

if TYPE_CHECKING:
    from features.feature import Feature
    from features.heuristic import Heuristic
    from tuner.config.shipped import ShippedKind
    from tuner.tuning.run_folder import RunFolder

__all__ = ["KINDS", "list_kind", "list_remark"]


def _presets(_runs: Path) -> list[Row]:
    from features.presets import presets, report_of, spelling

    return [
        _heuristic(spelling(preset), preset, {"game": preset.family, "report": report_of(preset)})
        for preset in presets()
    ]


def _heuristics(_runs: Path) -> list[Row]:
    from tuner.config.shipped_heuristics import shipped_heuristics

    return [
        _heuristic(one.name, one.heuristic, {"game": one.game.name, "origin": one.origin})
        for one in shipped_heuristics()
    ]


def _heuristic(name: str, one: Heuristic, source: dict[str, Any]) -> Row:
    """Return the row of a heuristic; its game and where it comes from go before all else."""
    fields = source | {
        "parameters": [
            {key: getattr(parameter, key) for key in ("name", "default", "low", "high", "summary")}
            for parameter in one.parameters
        ],
        "where": dict(one.where),
        "formula": one.formula,
    }
    lines = [", ".join(source.values()), *_formula_lines(one)]
    return Row(name, one.summary, one.family, fields, tuple(lines))


def _formula_lines(one: Heuristic) -> list[str]:
    """Return the parameters, the terms and the formula of a heuristic for people."""
    numbers = [
        f"{parameter.name} {parameter.default:g} ({parameter.low:g} to {parameter.high:g})"
        for parameter in one.parameters
    ]
    lines = [f"parameters: {', '.join(numbers)}"] if numbers else []
    lines += [f"{name} = {text}" for name, text in one.where]
    return [*lines, f"formula: {one.formula}"]


def _features(_runs: Path) -> list[Row]:
    from engine.games import names_by_family
    from features.catalogue import find_features

    # Families may share names, such as progress().
    return [
        _feature(family, feature)
        for family in names_by_family()
        for feature in find_features(family).values()
    ]


def _feature(family: str, feature: Feature) -> Row:
    from features.costs import recorded_costs

    summary, cost = f"{family}: {feature.summary}", recorded_costs().of(family, feature.name)
    if cost is None:
        return Row(feature.usage, summary, family)
    fields = {"nanoseconds": cost.nanoseconds, "low": cost.low, "high": cost.high}
    return Row(feature.usage, summary, family, fields, note=f"{cost.text} ns")


def _studies(_runs: Path) -> list[Row]:
    from tuner.config.shipped import STUDIES

    return _shipped(STUDIES)


def _tournaments(_runs: Path) -> list[Row]:
    from tuner.config.shipped import TOURNAMENTS

    return _shipped(TOURNAMENTS)


def _shipped(kind: ShippedKind) -> list[Row]:
    from tuner.config.shipped import shipped_files

    return [_shipped_row(name, path) for name, path in shipped_files(kind).items()]


def _shipped_row(name: str, path: Path) -> Row:
    from engine.games import find_game
    from tuner.config.reader import read_document
    from tuner.config.shipped import shipped_summary

    game = read_document(path).tree["game"]
    fields = {"game": game, "file": str(path)}
    return Row(name, shipped_summary(path), find_game(game).family, fields)


def _games(_runs: Path) -> list[Row]:
    from engine.games import find_game, names_by_family

    rows = []
    for family, names in names_by_family().items():
        for name in names:
            played = "H rows, W columns" if "HxW" in name else find_game(name).name
            rows.append(Row(name, played, family))
    return rows


def _baselines(_runs: Path) -> list[Row]:
    from features.presets import baseline_sets

    return [Row(one.name, one.summary, one.family) for one in baseline_sets()]


def _samplers(_runs: Path) -> list[Row]:
    from tuner.samplers.table import SAMPLERS

    return [Row(name, "") for name in SAMPLERS]


def _formats(_runs: Path) -> list[Row]:
    from tuner.export.formats import find_format, format_names

    return [Row(name, find_format(name).summary) for name in format_names()]


def _list_runs(runs: Path) -> list[Row]:
    from tuner.tuning.lookup import find_runs

    return [_run(folder) for folder in find_runs(runs)]


def _run(folder: RunFolder) -> Row:
    """Return the row of a run: its start, its verdict, the difference behind that, its games."""
    from tuner.files import RunError
    from tuner.verdict.json import read_verdict

    fields: dict[str, Any] = {"started": _started(folder)}
    if not folder.verdict.exists():
        return _run_row(folder, fields, "no verdict yet")
    try:
        verdict = read_verdict(folder.verdict)
    except RunError:
        # The other runs are listed all the same; 'tune status' says what is wrong.
        return _run_row(folder, fields, "verdict.json cannot be read")
    versus = verdict["against_baselines"]
    fields |= {"verdict": verdict["verdict"], "games": verdict.get("games")}
    fields |= {key: versus[key] for key in ("difference", "low", "high")}
    points = [f"{100 * versus[key]:+.2f}" for key in ("difference", "low", "high")]
    difference = "{} points ({} to {}, 95%)".format(*points)
    games = f", {fields['games']:,} games" if isinstance(fields["games"], int) else ""
    words = f"{verdict['verdict']}, tuned minus hand-set {difference}{games}"
    return _run_row(folder, fields, words)


def _run_row(folder: RunFolder, fields: dict[str, Any], text: str) -> Row:
    date = f"{fields['started'][:16].replace('T', ' ')} UTC: " if fields["started"] else ""
    return Row(str(folder.path), f"{date}{text}", "", fields)


def _started(folder: RunFolder) -> str:
    """Return when a run was started first, "" if its manifest does not say."""
    from tuner.files import RunError, load_json

    try:
        (first, *_) = load_json(folder.manifest)["starts"]
        return str(first["at"])
    except (RunError, KeyError, TypeError, ValueError):
        return ""


KINDS: dict[str, Callable[[Path], list[Row]]] = {
    "presets": _presets,
    "features": _features,
    "studies": _studies,
    "heuristics": _heuristics,
    "tournaments": _tournaments,
    "games": _games,
    "baselines": _baselines,
    "samplers": _samplers,
    "formats": _formats,
    "runs": _list_runs,
}
"""These kinds can be listed, each by its function."""


_REMARKS = {
    "heuristics": "tune compare NAME improved tries one; docs/heuristics.md has their speeds.",
    "studies": "tune run NAME plays one; a file or folder of that name comes first.",
    "tournaments": "tune tournament NAME plays one; a file of that name comes first.",
}


def list_kind(kind: str, runs: Path, word: str = "", game_name: str = "") -> list[Row]:
    """Return the rows of one of `KINDS` that hold a word and belong to a game.

    Raises:
        UnknownNameError: if there is no such kind or game.
        EngineError: if the game's board is too small or too large.
    """
    if kind not in KINDS:
        raise UnknownNameError("kind of list", kind, KINDS)
    family = _family(game_name) if game_name else ""
    return [
        row
        for row in KINDS[kind](runs)
        if row.holds(word) and (not family or row.family in ("", family))
    ]


def _family(game_name: str) -> str:
    from tuner.config.games import resolve_game

    return resolve_game(game_name).family


def list_remark(kind: str) -> str:
    """Return what must be said of a list as a whole, "" if it needs nothing."""
    if kind == "features":
        from features.costs import recorded_costs

        return (
            f"ns: what one value takes in compiled code on {recorded_costs().machine}; "
            "docs/features.md has the ranges."
        )
    return _REMARKS.get(kind, "")
