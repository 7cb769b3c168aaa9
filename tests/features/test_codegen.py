"""Generated kernels compute what the plain walk computes, and call no feature more often."""

from __future__ import annotations

import ast
import itertools
from collections import Counter

import numba
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_features import CORNERS, TOYS, Pair, compile_formula, same, toy

from engine.errors import UnknownNameError
from features.codegen import MAX_LINES, formula_source
from features.errors import FormulaError
from features.heuristic import Heuristic
from features.interpret import explain_value, interpret
from features.language.syntax import MAX_DEPTH
from features.parameter import Parameter

compiles = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="reads memory by address, which only compiled code can"
)

POSITIONS = [Pair(5.0, 3.0), Pair(0.0, 2.0), Pair(-1.5, -1.5), Pair(1.0, 0.0)]


def text_of(heuristic: Heuristic) -> str:
    return formula_source(heuristic, TOYS).text


def check(heuristic: Heuristic, vectors: list[tuple[float, ...]]) -> None:
    """The kernel and the walk give the same values and evaluate the same features, once each."""
    run = compile_formula(heuristic)
    for values, pair in itertools.product(vectors, POSITIONS):
        value, calls = run(values, pair)
        assert same(value, interpret(heuristic, values, pair)), (values, pair)
        needed = explain_value(heuristic, values, pair).features
        assert calls == Counter(call.feature for call in needed), (values, pair)


def test_text_of_a_small_formula() -> None:
    heuristic = toy("w * height(own) - gap()", "unused a", w="max(a, 0.5)")
    assert text_of(heuristic) == (
        "def formula(board, parameters, own, opp):\n"
        "    _p_a = load_number(parameters, np.int64(1))\n"
        "    _v_1 = maximum(_p_a, 0.5)\n"
        "    _t_w_2 = _v_1\n"
        "    _f_height_3 = np.float64(height(board, own))\n"
        "    _f_gap_4 = np.float64(gap(board, own))\n"
        "    return ((_t_w_2 * _f_height_3) - _f_gap_4)\n"
    )


def test_names_are_the_free_names() -> None:
    source = formula_source(toy("ratio(scaled(opp, 2), a, inf) + height(own)"), TOYS)
    names = {node.id for node in ast.walk(ast.parse(source.text)) if isinstance(node, ast.Name)}
    free = {name for name in names if not name.startswith("_")}
    assert free - {"board", "parameters", "own", "opp"} == set(source.names)
    assert source.names["height"] is TOYS["height"].kernel


def test_expensive_branch_is_written_inside_its_branch() -> None:
    lines = text_of(toy("gap() if height(own) > 0 else scaled(own, 2)")).splitlines()
    indents = {
        name: len(line) - len(line.lstrip())
        for line in lines
        for name in ("height(", "gap(", "scaled(")
        if name in line
    }
    assert indents == {"height(": 4, "gap(": 8, "scaled(": 8}


def test_branches_that_exclude_each_other_need_no_flags() -> None:
    assert "_has" not in text_of(toy("gap() + t if a > 1 else gap() - t", t="height(own)"))
    assert "_has" in text_of(toy("(gap() if a > 1 else 1) + (gap() if b > 1 else 1)"))


def test_feature_that_the_catalogue_lacks() -> None:
    with pytest.raises(UnknownNameError, match="unknown feature 'gap'; known: height"):
        formula_source(toy("gap()"), {"height": TOYS["height"]})


def test_terms_that_double_with_each_term_are_refused() -> None:
    terms = {"t0": "gap()"}
    for index in range(1, 20):
        terms[f"t{index}"] = f"t{index - 1} if a > {index} else t{index - 1} if b > 1 else 0"
    with pytest.raises(FormulaError, match=f"its kernel is longer than {MAX_LINES} lines"):
        text_of(toy("t19", **terms))


@compiles
@pytest.mark.parametrize(
    "formula",
    [
        "0",
        "-inf",
        "height(own) - height(opp) + gap() + scaled(opp, -2)",
        # needed by the condition, then by a branch
        "height(own) * a if height(own) > height(opp) else gap()",
        # the second operand runs on some paths only, and both branches may need it
        "gap() + height(own) if height(own) > 1 and gap() > 1 else gap() - 1",
        "gap() if height(own) > 1 or gap() > a or scaled(own, 2) < 0 else scaled(own, 2)",
        # needed after a branch that may have computed it
        "(gap() if a > 1 else 1) + (gap() if b > 1 else 2) + gap()",
        "(gap() if a > 1 else gap() * 2) + gap()",
        # terms are as lazy as features
        "(t if a > 1 else 1) + (u if b > 1 else height(own)) + (t if a > b else 3)",
        "1 if not (t > 1 and not u < 1) or u > 2 else t",
        "max(t, u, height(own), a) - min(b, gap())",
    ],
)
def test_kernel_agrees_with_the_walk(formula: str) -> None:
    heuristic = toy(formula, "a b", t="gap() * 2", u="t + height(opp)")
    check(heuristic, [(0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 2.5)])


def formulas() -> st.SearchStrategy[str]:
    """Text of random formulas with the operations whose results IEEE 754 fixes to the bit."""
    leaf = st.sampled_from(
        ["0", "2.5", "inf", "a", "b", "height(own)", "height(opp)", "gap()", "scaled(own, 2)"]
    )

    def grow(number: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        def form(pattern: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
            return st.tuples(*parts).map(lambda texts: pattern.format(*texts))

        comparison = form(
            "{} {} {}", number, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), number
        )
        condition = st.one_of(
            comparison,
            form("not {}", comparison),
            form("({} and {})", comparison, comparison),
            form("({} or {} or not {})", comparison, comparison, comparison),
        )
        return st.one_of(
            form("({} {} {})", number, st.sampled_from("+-*/"), number),
            form("-{}", number),
            form("min({}, {})", number, number),
            form("max({}, {}, {})", number, number, number),
            form("clamp({}, {}, {})", number, number, number),
            form("ratio({}, {}, {})", number, number, number),
            form("sqrt(abs({}))", number),
            form("({} if {} else {})", number, condition, number),
        )

    return st.recursive(leaf, grow, max_leaves=10)


@compiles
@settings(derandomize=True, max_examples=12, deadline=None, database=None)
@given(formulas(), formulas(), formulas())
def test_random_kernels_agree_with_the_walk(t: str, u: str, formula: str) -> None:
    heuristic = toy(f"({formula}) - (t if {u} < {t} else u)", "a b", t=t, u=f"({u}) * t")
    check(heuristic, [(0.0, 1.0), (1.5, -2.0), (2.0, 2.0)])


@compiles
def test_functions_and_corner_cases_agree_with_ieee_754() -> None:
    for formula, cases in itertools.groupby(CORNERS, key=lambda corner: corner[0]):
        run = compile_formula(toy(formula))
        for _, values, expected in cases:
            value, _ = run((*values, 0.0, 0.0)[:3], POSITIONS[0])
            assert same(value, expected), (formula, values)


@compiles
def test_transcendental_functions_agree_with_the_walk() -> None:
    heuristic = toy("exp(a) + log(b) * tanh(c) + (a + 0.3) ** (b - 1.7)")
    run = compile_formula(heuristic)
    for values in [(0.1, 0.2, 0.3), (1.7, 3.0, -2.0), (-0.2, 9.0, 0.01)]:
        value, _ = run(values, POSITIONS[0])
        assert value == pytest.approx(interpret(heuristic, values, POSITIONS[0]), rel=1e-13)


@compiles
@pytest.mark.parametrize(
    "formula",
    [
        "1 if a > 5 else " * (MAX_DEPTH - 3) + "gap()",
        "1 if a < 5 and " + "a < 5 and " * (MAX_DEPTH - 6) + "gap() > 0 else 2",
        "-(" * (MAX_DEPTH - 2) + "gap()" + ")" * (MAX_DEPTH - 2),
        "max(1" + ", a" * 300 + ")",
    ],
    ids=["branches", "logic", "signs", "arguments"],
)
def test_largest_formulas_compile(formula: str) -> None:
    check(toy(formula, "a"), [(1.0,)])


def test_parameters_may_have_any_allowed_name() -> None:
    names = ["np", "board", "formula", "load_number", "minimum", "_", "print"]
    parameters = tuple(Parameter(name, 1, 0, 2) for name in names)
    heuristic = Heuristic("names", "toy", parameters, (), " + ".join(names))
    text = text_of(heuristic)
    assert all(f"_p_{name} = load_number(parameters, np.int64(" in text for name in names)
