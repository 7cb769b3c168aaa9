"""Write the few functions that C lacks and kernels use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["HELPERS"]

_POPCOUNT = """\
/* Number of set bits. */
static inline uint64_t popcount(uint64_t word)
{
#if defined(__GNUC__)
    return (uint64_t)__builtin_popcountll(word);
#else
    uint64_t bits = 0;
    for (; word != 0; word &= word - 1) {
        bits++;
    }
    return bits;
#endif
}
"""

_LOWEST_BIT = """\
/* Index of the lowest set bit; the word must not be 0. */
static inline uint64_t lowest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return (uint64_t)__builtin_ctzll(word);
#else
    uint64_t index = 0;
    for (; (word & 1) == 0; word >>= 1) {
        index++;
    }
    return index;
#endif
}
"""

_WHOLE = """\
/* The number without its fraction; the least int64_t where that is no int64_t. */
static inline int64_t whole(double number)
{
    if (number >= -9223372036854775808.0 && number < 9223372036854775808.0) {
        return (int64_t)number;
    }
    return INT64_MIN;
}
"""

_MAGNITUDE = """\
/* The number without its sign. */
static inline int64_t magnitude(int64_t number)
{
    return number < 0 && number != INT64_MIN ? -number : number;
}
"""

_FLOOR_DIVISION = """\
/* The quotient, rounded down; 0 for a divisor of 0. */
static inline int64_t floor_division(int64_t number, int64_t divisor)
{
    if (divisor == 0) {
        return 0;
    }
    if (divisor == -1) {
        return number == INT64_MIN ? number : -number;
    }
    return number / divisor - (number % divisor != 0 && (number < 0) != (divisor < 0));
}
"""

_FLOOR_REMAINDER = """\
/* What a division that is rounded down leaves; 0 for a divisor of 0. */
static inline int64_t floor_remainder(int64_t number, int64_t divisor)
{
    if (divisor == 0 || divisor == -1) {
        return 0;
    }
    const int64_t left = number % divisor;
    return left != 0 && (left < 0) != (divisor < 0) ? left + divisor : left;
}
"""

_WORD_DIVISION = """\
/* The quotient, rounded down; 0 for a divisor of 0. */
static inline uint64_t word_division(uint64_t word, uint64_t divisor)
{
    return divisor == 0 ? 0 : word / divisor;
}
"""

_WORD_REMAINDER = """\
/* What a division leaves; 0 for a divisor of 0. */
static inline uint64_t word_remainder(uint64_t word, uint64_t divisor)
{
    return divisor == 0 ? 0 : word % divisor;
}
"""

_NUMBER_REMAINDER = """\
/* What a division that is rounded down leaves; NaN for a divisor of 0. */
static inline double number_remainder(double number, double divisor)
{
    const double left = fmod(number, divisor);
    if (left == 0.0) {
        return copysign(0.0, divisor);
    }
    return (left < 0.0) != (divisor < 0.0) ? left + divisor : left;
}
"""

_INTEGER_POWER = """\
/* The number times itself, so many times; it wraps as unsigned numbers do. */
static inline int64_t integer_power(int64_t number, int64_t times)
{
    uint64_t power = 1;
    for (; times > 0; times--) {
        power *= (uint64_t)number;
    }
    return (int64_t)power;
}
"""

_NUMBER_AT = """\
/* The double that is kept in a word. */
static inline double number_in(const uint64_t *word)
{
    double number;
    memcpy(&number, word, sizeof number);
    return number;
}
"""

_KEEP_NUMBER = """\
/* Keep a double in a word. */
static inline void keep_number(uint64_t *word, double number)
{
    memcpy(word, &number, sizeof number);
}
"""


def _choice(name: str, c_type: str, sign: str) -> str:
    """Return Python's `min` or `max` of two: the first one unless the second is beyond it."""
    what = "smaller" if sign == "<" else "larger"
    return (
        f"/* The {what} one; the first where neither is. */\n"
        f"static inline {c_type} {name}({c_type} first, {c_type} second)\n"
        f"{{\n    return second {sign} first ? second : first;\n}}\n"
    )


def _propagating(name: str, sign: str) -> str:
    what = "smaller" if sign == "<" else "larger"
    return (
        f"/* The {what} number; NaN if one of them is NaN. */\n"
        f"static inline double {name}(double first, double second)\n"
        f"{{\n    return first {sign} second || isnan(first) ? first : second;\n}}\n"
    )


HELPERS: Mapping[str, str] = MappingProxyType(
    {
        "popcount": _POPCOUNT,
        "lowest_bit": _LOWEST_BIT,
        "whole": _WHOLE,
        "magnitude": _MAGNITUDE,
        "floor_division": _FLOOR_DIVISION,
        "floor_remainder": _FLOOR_REMAINDER,
        "word_division": _WORD_DIVISION,
        "word_remainder": _WORD_REMAINDER,
        "number_remainder": _NUMBER_REMAINDER,
        "integer_power": _INTEGER_POWER,
        "number_in": _NUMBER_AT,
        "keep_number": _KEEP_NUMBER,
        "smaller_number": _choice("smaller_number", "double", "<"),
        "larger_number": _choice("larger_number", "double", ">"),
        "smaller_integer": _choice("smaller_integer", "int64_t", "<"),
        "larger_integer": _choice("larger_integer", "int64_t", ">"),
        "smaller_word": _choice("smaller_word", "uint64_t", "<"),
        "larger_word": _choice("larger_word", "uint64_t", ">"),
        "lesser_of": _propagating("lesser_of", "<"),
        "greater_of": _propagating("greater_of", ">"),
    }
)
"""The text of each function, by its name."""
