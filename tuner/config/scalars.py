"""Say what a plain YAML scalar stands for, by the core schema of YAML 1.2 without surprises.

Three kinds of text mean different things to YAML 1.1 and 1.2 readers. They are refused where
they stand without quotes, rather than silently read in one of the two ways: `yes`, `no`, `on` and
`off`; whole numbers with a leading zero; dates and clock times.
"""

from __future__ import annotations

import math
import re

from tuner.config.limits import LONGEST_NUMBER

__all__ = ["Scalar", "ScalarError", "explain_comma", "quoted_text", "resolve_scalar"]

Scalar = str | int | float | bool | None

_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_DIGITS = r"[0-9]+(?:_[0-9]+)*"
_WHOLE = re.compile(rf"[-+]?{_DIGITS}")
_OTHER_BASE = re.compile(r"[-+]?0(?:x[0-9a-fA-F]+|o[0-7]+|b[01]+)")
_FRACTION = re.compile(
    rf"[-+]?(?:{_DIGITS}\.(?:{_DIGITS})?|\.{_DIGITS}|{_DIGITS}(?=[eE]))(?:[eE][-+]?[0-9]+)?"
)
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_SWITCH = re.compile(r"yes|no|on|off", re.IGNORECASE)
_CLOCK = re.compile(r"[-+]?[0-9]+(?::[0-5]?[0-9])+(?:\.[0-9]*)?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?")


_COMMA = re.compile(r"([-+]?[0-9]+),([0-9]+)")


class ScalarError(ValueError):
    """Refuse a plain scalar that would surprise somebody; `cause` and `cure` say what to do."""

    def __init__(self, cause: str, cure: str) -> None:
        super().__init__(f"{cause}; {cure}")
        self.cause = cause
        self.cure = cure


def explain_comma(text: str) -> tuple[str, str] | None:
    """Return cause and cure for a number with a comma, such as `0,5`; None if it is none."""
    match = _COMMA.fullmatch(text)
    if match is None:
        return None
    whole, rest = match.groups()
    cure = f"write {whole}.{rest}"
    if len(rest) == 3:
        cure = f"write {whole}{rest}, or {whole}.{rest} if it is a fraction"
    return f"{text} has a comma, and numbers take a decimal point", cure


def resolve_scalar(text: str) -> Scalar:
    """Return the value of a plain (not quoted) scalar.

    `1e-3`, `.5`, `1_000` and `0x1F` are numbers, `n` and `y` are texts.

    Raises:
        ScalarError: if the text is not finite as a number, or means different things to
            different YAML readers.
    """
    if text in _WORDS:
        return _WORDS[text]
    whole = _WHOLE.fullmatch(text) or _OTHER_BASE.fullmatch(text)
    if whole or _FRACTION.fullmatch(text):
        if len(text) > LONGEST_NUMBER:
            # A long fraction would be read as the nearest float, such as 0.999...9 as 1.
            raise ScalarError("the number is too long", f"give at most {LONGEST_NUMBER} characters")
        return _whole(text) if whole else _fraction(text)
    _refuse(text)
    return text


def quoted_text(text: str) -> str:
    """Return the text of a scalar in quotes, whose escapes were replaced.

    Raises:
        ScalarError: if an escape stands for what can be in no text.
    """
    if "\0" in text:
        raise ScalarError(f"'{text}' holds the character U+0000", "remove it")
    try:
        # JSON writes a character beyond U+FFFF as two escapes, each of them half of it.
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        cause = f"'{text}' holds an escape for half a character"
        raise ScalarError(cause, "write the character itself") from None


def _whole(text: str) -> int:
    if _OTHER_BASE.fullmatch(text):
        return int(text, 0)
    digits = text.lstrip("+-")
    if len(digits) > 1 and digits.startswith("0"):
        plain = text.replace("_", "").replace("+", "")
        sign = "-" if plain.startswith("-") else ""
        cure = f"write {sign}{plain.lstrip('-0') or '0'}, or put it in quotes where it is a text"
        raise ScalarError(f"{text} with a leading zero is octal to some YAML readers", cure)
    return int(text)


def _fraction(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ScalarError(f"{text} is too large to be a finite number", "give a finite number")
    mantissa = re.split("[eE]", text)[0]
    if value == 0.0 and re.search("[1-9]", mantissa):
        raise ScalarError(f"{text} is too small to differ from 0", "write 0 if that is meant")
    return value


def _refuse(text: str) -> None:
    if _NOT_FINITE.fullmatch(text):
        raise ScalarError(f"{text} is not a finite number", "give a finite number")
    quoted = f"write '{text}' with the quotes"
    if _SWITCH.fullmatch(text):
        word = "true" if text.lower() in {"yes", "on"} else "false"
        cause = f"{text} without quotes means {word} to some YAML readers"
        raise ScalarError(cause, f"write {word}, or '{text}' with the quotes where it is a name")
    if _CLOCK.fullmatch(text):
        cure = f"write one number, such as 90 or 1.5, or '{text}' with the quotes"
        raise ScalarError(f"{text} is a number in base 60 to some YAML readers", cure)
    if _DATE.fullmatch(text):
        raise ScalarError(f"{text} is a date to some YAML readers", quoted)
