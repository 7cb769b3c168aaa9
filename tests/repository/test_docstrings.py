"""A docstring is a sentence that stands alone; that of a function begins with a verb."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("benchmarks", "engine", "features", "makers", "tuner")

VERBS = Path(__file__).with_name("verbs.txt").read_text(encoding="utf-8").split()
"""How a docstring may begin, in the order of the alphabet; add a verb where one is missing."""

FINITE = {
    *("is", "are", "was", "were", "has", "have", "does", "do", "did", "can", "cannot", "could"),
    *(
        "may",
        "might",
        "must",
        "will",
        "would",
        "should",
        "gives",
        "gave",
        "takes",
        "says",
        "keeps",
        "knows",
    ),
    *("gets", "comes", "makes", "becomes", "holds", "belongs", "ends", "begins", "needs"),
}
"""One of these makes a sentence of a description that begins with its subject; none is a noun."""

SUBORDINATE = {"as", "how", "if", "that", "what", "when", "where", "whether", "which", "while"} | {
    *("who", "whom", "whose"),
}
"""What follows one of these describes a noun, or is no main clause."""

CLAUSES = {"How", "That", "What", "When", "Where", "Whether", "Which", "Who", "Why"}
"""What begins so is part of a sentence."""


def functions(path: Path) -> Iterator[tuple[str, str]]:
    """Name and docstring of the functions of a module.

    What a feature says of itself is no sentence about a function: formulas and lists name the
    feature beside it, and there it reads as what the feature is.
    """
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            features = [
                one for one in node.decorator_list if ast.unparse(one).startswith("feature(")
            ]
            text = ast.get_docstring(node)
            # Of a kernel with a direction the text is made for each.
            if text and not features and "{lines}" not in text:
                yield node.name, text


def classes(path: Path) -> Iterator[tuple[str, str]]:
    """Name and docstring of a module and its classes."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Module | ast.ClassDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "name", "the module"), text


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def is_sentence(text: str) -> bool:
    """Whether the first paragraph of a docstring is one.

    Its first word is a verb, or its main clause, which ends at the first mark, has a finite one.
    """
    paragraph = " ".join(text.partition("\n\n")[0].split())
    first, *others = re.findall(r"[\w']+", re.split(r"[:;,]|\.(?: |$)", paragraph)[0])
    clause = itertools.takewhile(lambda word: word not in SUBORDINATE, others)
    return (
        paragraph.endswith(".")
        and first not in CLAUSES
        and (first in VERBS or not FINITE.isdisjoint(clause))
    )


def test_the_verbs_are_sorted() -> None:
    assert sorted(set(VERBS)) == VERBS


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Hold a board.", True),
        ("A folder cannot be used.\n\nThe message names it.", True),
        ("`forecast` gives the next position.", True),
        ("Hold a board", False),
        ("A board of squares.", False),
        ("Two agents on the same positions: an exact test, which is that of McNemar.", False),
        ("Positions whose truth is known.", False),
        ("Games, tests and moves.", False),
        ("Joins kernels.", False),
        ("What a board holds.", False),
    ],
)
def test_a_sentence_has_a_verb_and_a_full_stop(text: str, sentence: bool) -> None:
    assert is_sentence(text) is sentence


@pytest.mark.parametrize("package", PACKAGES)
def test_the_docstring_of_a_function_begins_with_a_verb(package: str) -> None:
    wrong = {
        f"{named(path)}: {name}": text.partition("\n")[0]
        for path in modules(package)
        for name, text in functions(path)
        if text.split()[0].rstrip(".,:;") not in VERBS
    }
    assert wrong == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_docstring_of_a_class_or_a_module_is_a_sentence(package: str) -> None:
    wrong = {
        f"{named(path)}: {name}": text.partition("\n")[0]
        for path in modules(package)
        for name, text in classes(path)
        if not is_sentence(text)
    }
    assert wrong == {}


def attributes(path: Path) -> Iterator[tuple[str, set[str], set[str]]]:
    """The classes of a module, with the attributes that each documents, and those that it has."""
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.ClassDef):
            continue
        text = (ast.get_docstring(node) or "").partition("Attributes:\n")[2].partition("\n\n")[0]
        documented = set(re.findall(r"^ {4}(\w+):", text, re.MULTILINE))
        fields = {ast.unparse(one.target) for one in node.body if isinstance(one, ast.AnnAssign)}
        own = {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
        yield node.name, documented, fields | own


@pytest.mark.parametrize("package", PACKAGES)
def test_every_attribute_that_is_documented_is_there(package: str) -> None:
    found = [one for path in modules(package) for one in attributes(path)]
    assert [(name, names - own) for name, names, own in found if names - own] == []
