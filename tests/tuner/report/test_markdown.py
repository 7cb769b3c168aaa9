"""Markdown: names are text, tables keep their cells, fences their content."""

from __future__ import annotations

from html import escape

import pytest
from markdown_it import MarkdownIt

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
        ("see https://a.b/c and FTP://d", r"see https\://a.b/c and FTP\://d"),
        ("www.a.b", r"www\.a.b"),
        ('\N{SNOWMAN} "it\'s"', '\N{SNOWMAN} "it\'s"'),
    ],
)
def test_what_markdown_or_html_would_read_is_text(name: str, written: str) -> None:
    assert plain(name) == written


@pytest.mark.parametrize(
    "text",
    [
        *("1. one", "12) twelve", "1.", "- minus", "+ plus", "* star", "# big", "> said"),
        *("-", "---", "===", "- - -", "-5.0 (-6.0 to -4.0)", "+2.00 points", "1.5", "a - b"),
        "https://a.b",
    ],
)
def test_no_text_begins_a_list_a_heading_or_a_rule(text: str) -> None:
    """A reader of Markdown that we did not write says what it sees."""
    read = MarkdownIt("commonmark").render
    assert read(plain(text)) == f"<p>{escape(text)}</p>\n"
    # The line above it is not made a heading, either.
    assert "<h" not in read(f"above\n{plain(text)}")


@pytest.mark.parametrize("number", ["-5.0", "+2.00 points", "1.5"])
def test_numbers_stay_as_they_are(number: str) -> None:
    assert plain(number) == number


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
