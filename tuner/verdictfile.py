"""The verdict of a finished run, read back from its folder."""

from __future__ import annotations

from typing import Any

from tuner.folder import RunError, RunFolder, load_json

__all__ = ["read_verdict"]


def read_verdict(folder: RunFolder) -> dict[str, Any]:
    """The content of verdict.json, with the keys that `tuner.verdict.verdict_json` describes.

    Raises:
        RunError: if the file cannot be read, or is no verdict.
    """
    content = load_json(folder.verdict)
    if not _is_verdict(content):
        raise RunError(f"{folder.verdict} is no verdict; remove it and run 'tune run' again")
    return content


def _is_verdict(content: dict[str, Any]) -> bool:
    """Whether what others read of a verdict is there."""
    versus, tuned, hand_set = (
        content.get(key) for key in ("against_baselines", "tuned", "hand_set")
    )
    return (
        isinstance(content.get("verdict"), str)
        and content.get("exported") in ("tuned", "hand_set")
        and isinstance(tuned, dict)
        and isinstance(hand_set, dict)
        and tuned.keys() == hand_set.keys()
        and isinstance(versus, dict)
        and all(isinstance(versus.get(key), float | int) for key in ("difference", "low", "high"))
    )
