"""A docstring of a function is a sentence that stands alone and begins with a verb."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    path
    for room in ("tuner", "features", "engine", "makers")
    for path in (ROOT / room).rglob("*.py")
)

NO_VERBS = {
    *("The", "A", "An", "One", "Two", "Both", "All", "Every", "Each", "Some", "No", "None", "Own"),
    *("What", "Whether", "Where", "When", "Which", "Who", "Why", "How", "That", "These", "Our"),
    *("As", "At", "By", "For", "From", "In", "Of", "Over", "With", "Number", "Names", "Share"),
    *("Value", "Values", "Positions", "Seconds", "Steps", "Types", "Pairs", "Games", "False"),
}


def described(path: Path) -> Iterator[tuple[str, str]]:
    """Name and docstring of the functions of a module.

    What a feature says of itself is no sentence about a function: formulas and lists name the
    feature beside it, and there it reads as what the feature is.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            features = [
                one for one in node.decorator_list if ast.unparse(one).startswith("feature(")
            ]
            text = ast.get_docstring(node)
            if text and not features:
                yield node.name, text


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_docstring_begins_with_a_verb(path: Path) -> None:
    wrong = {
        name: text.partition("\n")[0]
        for name, text in described(path)
        if text.split()[0] in NO_VERBS or not text[0].isupper()
    }
    assert wrong == {}
