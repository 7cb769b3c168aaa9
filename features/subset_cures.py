"""Say what to write in place of what cannot be compiled."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

__all__ = ["CALLABLE", "CALLS", "CONSTANTS", "PARTS", "READ", "VARIABLES"]

CALLABLE = ("abs", "bool", "float", "int", "max", "min", "range", "round")
"""Python's own functions that may be called."""

COUNT = "write a loop that counts or adds up"
VARIABLES = "use one variable for each number"
READ = "read a position with the functions for it, such as is_blank(board, side, r, c)"

PARTS: Mapping[type[ast.AST], tuple[str, str]] = MappingProxyType(
    {
        ast.Try: ("try", "test with 'if' before, so that nothing can fail"),
        ast.With: ("with", "take it out, a feature reads nothing but the position"),
        ast.Raise: ("raise", "return a number in every case"),
        ast.Assert: ("assert", "take it out, or test with 'if'"),
        ast.Delete: ("del", "take it out"),
        ast.Global: ("global", "give the number as an argument, or return it"),
        ast.Nonlocal: ("nonlocal", "give the number as an argument, or return it"),
        ast.Import: ("an import in a function", "import at the top of the file"),
        ast.ImportFrom: ("an import in a function", "import at the top of the file"),
        ast.Match: ("match", "write if, elif and else"),
        ast.List: ("a list", f"{VARIABLES}, and loops that count or add up"),
        ast.Dict: ("a dict", "write if, elif and else, or a NumberTable of the squares"),
        ast.Set: ("a set", COUNT),
        ast.ListComp: ("a comprehension", COUNT),
        ast.SetComp: ("a comprehension", COUNT),
        ast.DictComp: ("a comprehension", COUNT),
        ast.GeneratorExp: ("a comprehension", COUNT),
        ast.JoinedStr: ("a text", "use numbers"),
        ast.NamedExpr: ("':='", "set the variable in a line of its own"),
        ast.Starred: ("'*'", "write the arguments out, one by one"),
        ast.Slice: ("a slice", VARIABLES),
        ast.Yield: ("yield", "return one number"),
        ast.YieldFrom: ("yield", "return one number"),
        ast.Await: ("await", "take it out"),
        ast.Lambda: ("lambda", "write a function of its own at the top of the file"),
        ast.FunctionDef: (
            "a function in a function",
            "write it at the top of the file, and give it what it needs as arguments",
        ),
        ast.AsyncFunctionDef: ("an async function", "write an ordinary one"),
        ast.ClassDef: ("a class", VARIABLES),
        ast.In: ("'in'", "compare with == and or"),
        ast.NotIn: ("'not in'", "compare with != and and"),
        ast.Is: ("'is'", "compare numbers with =="),
        ast.IsNot: ("'is not'", "compare numbers with !="),
        ast.MatMult: ("'@'", "write the sums out"),
    }
)
"""What a part of Python is called, and what to write in its place."""

CONSTANTS: Mapping[type[Any], tuple[str, str]] = MappingProxyType(
    {
        str: ("a text", "use numbers"),
        bytes: ("a text", "use numbers"),
        complex: ("a complex number", "use ordinary ones"),
        type(None): ("None", "use a number that means nothing, such as -1"),
        type(...): ("'...'", "write what the function does"),
    }
)

CALLS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("sum", "any", "all", "len"), COUNT),
        **dict.fromkeys(("list", "tuple", "set", "dict"), VARIABLES),
        **dict.fromkeys(("enumerate", "zip", "map", "filter", "sorted"), "loop over range(...)"),
        "reversed": "write range(last, first - 1, -1)",
        "str": "use numbers",
        "print": "take it out",
        "pow": "write x ** y",
        "divmod": "write x // y and x % y",
    }
)
"""What to write in place of a function of Python."""
