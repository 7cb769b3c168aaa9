"""What `tune list presets` says of a preset: its formula, its parameters, where it comes from."""

from __future__ import annotations

from typing import Any

from features.heuristic import Heuristic
from features.presets import report_of

__all__ = ["preset_fields", "preset_lines"]


def preset_fields(preset: Heuristic) -> dict[str, Any]:
    """Return a preset as JSON, but for its name and summary."""
    return {
        "game": preset.family,
        "report": report_of(preset),
        "parameters": [
            {
                "name": one.name,
                "default": one.default,
                "low": one.low,
                "high": one.high,
                "summary": one.summary,
            }
            for one in preset.parameters
        ],
        "where": dict(preset.where),
        "formula": preset.formula,
    }


def preset_lines(fields: dict[str, Any]) -> list[str]:
    """Return the same for people."""
    lines = [f"{fields['game']}, {fields['report']}"]
    numbers = [
        f"{one['name']} {one['default']:g} ({one['low']:g} to {one['high']:g})"
        for one in fields["parameters"]
    ]
    if numbers:
        lines.append(f"parameters: {', '.join(numbers)}")
    lines += [f"{name} = {text}" for name, text in fields["where"].items()]
    return [*lines, f"formula: {fields['formula']}"]
