"""Choose names for C: those of the kernels where C has no other use for them."""

from __future__ import annotations

import re
from collections.abc import Container

from engine.c99.helpers import HELPERS

__all__ = ["FIELDS", "free_name", "is_constant_name"]

FIELDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The parts of a struct that stands for a tuple."""

_KEYWORDS = """
auto bool break case char const continue default do double else enum extern false float for goto if
inline int long main register restrict return short signed sizeof static struct switch true typedef
union unsigned void volatile while asm typeof
"""

_MATH = """
acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim
floor fma fmax fmin fmod frexp hypot ilogb isfinite isinf isnan isnormal ldexp lgamma log log10
log1p log2 logb lrint lround memcpy modf nan nearbyint nextafter pow remainder remquo rint round
scalbln scalbn signbit sin sinh sqrt tan tanh tgamma trunc
"""

_LIBRARY = """
abort abs atexit atof atoi atol bsearch cabs calloc div double_t exit fclose feof fgets float_t
fopen fpclassify fprintf fputs free gamma getc getchar getenv gets index j0 j1 jn labs llabs llrint
llround malloc memcmp memmove memset perror printf putc putchar puts qsort raise rand random realloc
remove rename rewind rindex scanf significand sprintf srand sscanf stderr stdin stdout strcat strchr
strcmp strcpy strlen strtod strtol system time ungetc y0 y1 yn
"""

_OURS = "evaluate square_of"

_MACROS = """
EOF FILE HUGE_VAL INFINITY NAN NULL BUFSIZ RAND_MAX EXIT_SUCCESS EXIT_FAILURE FP_NAN FP_ZERO
FP_INFINITE FP_NORMAL FP_SUBNORMAL DOMAIN SING OVERFLOW UNDERFLOW PLOSS TLOSS I NDEBUG
"""

_RESERVED_HERE = frozenset(f"{_KEYWORDS} {_MATH} {_MACROS}".split()) | HELPERS.keys()
_RESERVED = _RESERVED_HERE | frozenset(f"{_LIBRARY} {_OURS}".split())

_MACRO = re.compile(r"(U?INT|INT_|UINT|SIZE_|PTRDIFF_|WCHAR_|M_|SEEK_|_)[A-Z0-9_]*")


def is_constant_name(name: str) -> bool:
    """Return whether a name reads as a constant and no macro of C has it."""
    usual = re.fullmatch(r"[A-Z][A-Z0-9_]*", name) is not None
    return usual and name not in _RESERVED and _MACRO.fullmatch(name) is None


def free_name(name: str, taken: Container[str], local: bool = False) -> str:
    """Return a name that C allows: the name itself, or with a number behind it.

    Args:
        name: what the kernel calls it.
        taken: other names that it must differ from.
        local: whether it is a variable, which may hide library functions that no kernel calls.
    """
    plain = re.sub(r"\W", "_", name, flags=re.ASCII).strip("_") or "value"
    if not plain[0].isalpha():
        plain = f"name_{plain}"
    if local and plain.isupper():
        # Constants, tables and macros have such names.
        plain = plain.lower()
    reserved = _RESERVED_HERE if local else _RESERVED
    candidate, number = plain, 1
    while candidate in reserved or candidate in taken:
        number += 1
        candidate = f"{plain}_{number}"
    return candidate
