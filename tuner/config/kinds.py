"""What kind of file a configuration is, so that a wrong one is refused."""

from __future__ import annotations

from tuner.config.reader import Document, Place

__all__ = ["require_study", "require_tournament"]


def require_study(document: Document) -> None:
    """Refuse a tournament or a heuristic where a study is wanted.

    Raises:
        ConfigError: saying what kind of file it is.
    """
    tree, place = document.tree, Place(document)
    if "candidates" in tree:
        cause = "this file is a tournament, not a study"
        raise place.at("candidates").error(cause, "play it as a tournament", hint="play tournament")
    if "formula" in tree and "heuristic" not in tree:
        cause = "this file is a heuristic, not a study"
        cure = f"write 'heuristic: {document.file.name}' in a study, or compare it with others"
        raise place.at("formula").error(cause, cure, hint="compare file")


def require_tournament(document: Document) -> None:
    """Refuse a study where a tournament is wanted.

    Raises:
        ConfigError: saying what kind of file it is.
    """
    tree = document.tree
    found = next((key for key in ("baselines", "budget", "tune") if key in tree), None)
    if found is not None and "candidates" not in tree:
        cause = "this file is a study, not a tournament"
        raise Place(document).at(found).error(cause, "run it as a study", hint="run file")
