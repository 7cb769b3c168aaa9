"""Markdown: names are text, tables keep their cells, fences their content."""

from __future__ import annotations

import pytest

from tuner.report.markdown import bullets, code_block, image, numbered, plain, table


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("MM_open", r"MM\_open"),
        ("<script>", "&lt;script&gt;"),
        ("a & b", "a &amp; b"),
        ("[x](javascript:y)", r"\[x\](javascript:y)"),
        ("a|b", r"a\|b"),
        ("`*~#$\\", r"\`\*\~\#\$" + "\\\\"),
        ("two\nlines", r"two\\nlines"),
        ('\N{SNOWMAN} "it\'s"', '\N{SNOWMAN} "it\'s"'),
    ],
)
def test_what_markdown_or_html_would_read_is_text(name: str, written: str) -> None:
    assert plain(name) == written


def test_a_cell_cannot_begin_another_column() -> None:
    assert table(("name", "score"), [("a|b", "50%")]) == (
        "| name | score |\n| :--- | :--- |\n| a\\|b | 50% |"
    )


def test_lists() -> None:
    assert bullets(["a_b", "c"]) == "- a\\_b\n- c"
    assert numbered(["first", "second"]) == "1. first\n2. second"


def test_a_fence_is_longer_than_those_in_the_text() -> None:
    assert code_block("a") == "```\na\n```"
    assert code_block("```\nx\n````\n") == "`````\n```\nx\n````\n`````"


def test_a_picture_has_its_caption_below() -> None:
    assert image("plots/a.png", "A_b", "What it is.") == "![A\\_b](plots/a.png)\n\n*What it is.*"
