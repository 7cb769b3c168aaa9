"""What kind of file a configuration is, so that the wrong command can name the right one."""

from __future__ import annotations

import shlex

from tuner.config.reader import Document, Place

__all__ = ["require_study", "require_tournament"]


def require_study(document: Document) -> None:
    """Refuse a tournament or a heuristic where a study is wanted.

    Raises:
        ConfigError: naming the command that takes the file.
    """
    tree, place, file = document.tree, Place(document), shlex.quote(str(document.file))
    if "candidates" in tree:
        cause = "this file is a tournament, not a study"
        raise place.at("candidates").error(cause, f"play it with 'tune tournament {file}'")
    if "formula" in tree and "heuristic" not in tree:
        cause = "this file is a heuristic, not a study"
        cure = f"write 'heuristic: {document.file.name}' in a study, or 'tune compare {file} ...'"
        raise place.at("formula").error(cause, cure)


def require_tournament(document: Document) -> None:
    """Refuse a study where a tournament is wanted.

    Raises:
        ConfigError: naming the command that takes the file.
    """
    tree, file = document.tree, shlex.quote(str(document.file))
    found = next((key for key in ("baselines", "budget", "tune") if key in tree), None)
    if found is not None and "candidates" not in tree:
        cause = "this file is a study, not a tournament"
        raise Place(document).at(found).error(cause, f"play it with 'tune run {file}'")
