"""What the YAML parser's complaints mean to somebody who wrote the file by hand."""

from __future__ import annotations

from ruamel.yaml.error import MarkedYAMLError

__all__ = ["explain_syntax"]

_QUOTES = "check the indentation, and put a text that holds ': ' in quotes"
_WHOLE = "remove it, or put the whole value in quotes"

_MEANINGS = (
    ("mapping values are not allowed", False, "a ':' where no key can stand", _QUOTES),
    ("could not find expected ':'", True, "a line without ':'", "write it as 'key: value'"),
    ("unexpected end of stream", True, "a quote is never closed", "close the quote"),
    ("document separator", True, "a quote is never closed", "close the quote"),
    ("expected ',' or ']'", True, "a '[' is never closed", "close the list with ']'"),
    ("expected ',' or '}'", True, "a '{' is never closed", "close it with '}'"),
    ("character '\\t'", False, "a tab between the words", "use spaces"),
    ("cannot start any token", False, "a text begins with a special character", "put it in quotes"),
    ("but found '<block", False, "the indentation does not fit", "align the keys of a mapping"),
    ("but found '-'", False, "the indentation does not fit", "indent the list below its key"),
    ("expected <block end>", False, "a text after the end of the value", _WHOLE),
    ("expected alphabetic or numeric", False, "a text begins with '*' or '&'", "put it in quotes"),
    ("unknown escape", False, "an escape that YAML does not know", "write \\\\ for a backslash"),
)
"""Part of the parser's problem; whether its context names the line to look at; cause; cure."""


def explain_syntax(error: MarkedYAMLError) -> tuple[int, str, str]:
    """Return the 1-based line, the cause and the cure of a syntax error."""
    problem = str(error.problem or "")
    here = error.problem_mark or error.context_mark
    for part, at_context, cause, cure in _MEANINGS:
        if part in problem:
            mark = error.context_mark if at_context and error.context_mark else here
            return (mark.line + 1 if mark else 1), f"not valid YAML: {cause}", cure
    return (here.line + 1 if here else 1), f"not valid YAML: {problem}", "correct the line"
