"""Find the terms that a heuristic sums up, switch them on and off, and write it without some.

A term is a summand of the formula, or of a term of `where` that is summed up there. Where the two
sides of a feature stand in one sum as two summands, both together are a term as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from features.heuristic import Heuristic
from features.language.summands import (
    Summand,
    read_summands,
    switched_text,
    text_without,
)
from features.language.zeros import is_zero
from features.parameter import Parameter

__all__ = [
    "FORMULA",
    "FormulaTerm",
    "SwitchedHeuristic",
    "formula_terms",
    "idle_terms",
    "switched",
    "without",
]

FORMULA = "formula"
"""The place of a term that stands in the formula itself; of others it is a name of `where`."""


@dataclass(frozen=True)
class FormulaTerm:
    """A term is one or two summands that stand in the same text.

    Attributes:
        name: as it is written.
        place: `FORMULA`, or the name in `where` in whose text it stands.
        summands: their numbers in this text.
    """

    name: str
    place: str
    summands: tuple[int, ...]


def formula_terms(heuristic: Heuristic) -> tuple[FormulaTerm, ...]:
    """Return the terms of a heuristic: those of the formula first, then those of `where`.

    A text with one summand only has no term of its own: to leave it out is to leave out whatever it
    stands in. A term of `where` is looked into if it is a summand somewhere, or a factor of one.
    """
    return tuple(
        term
        for place, text in _summed(heuristic).items()
        for term in _terms_of(place, read_summands(text))
    )


def _summed(heuristic: Heuristic) -> dict[str, str]:
    """Return the texts that are summed up, by their place."""
    idle = heuristic.unused_terms()
    where = {name: text for name, text in heuristic.where if name not in idle}
    texts = {FORMULA: heuristic.formula, **where}
    reached = {FORMULA}
    # Later terms use earlier ones only: backwards each is reached after all that it stands in.
    for place in (FORMULA, *reversed(where)):
        if place in reached:
            reached.update(name for one in read_summands(texts[place]) for name in one.factors)
    return {place: text for place, text in texts.items() if place in reached}


def _terms_of(place: str, summands: Sequence[Summand]) -> Iterator[FormulaTerm]:
    if len(summands) < 2:
        return
    for number, one in enumerate(summands):
        yield FormulaTerm(one.text, place, (number,))
    for first, second in _both_sides(summands):
        if len(summands) > 2:
            texts = summands[first].text, summands[second].text
            joint = " " if texts[1].startswith("- ") else " + "
            yield FormulaTerm(joint.join(texts), place, (first, second))


def _both_sides(summands: Sequence[Summand]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of summands that are the same features of either side."""
    for first, one in enumerate(summands):
        for second in range(first + 1, len(summands)):
            other = summands[second]
            if one.side and other.side and one.side != other.side and one.calls == other.calls:
                yield first, second
                break


def idle_terms(
    heuristic: Heuristic, terms: Sequence[FormulaTerm], values: Mapping[str, float]
) -> tuple[FormulaTerm, ...]:
    """Return the terms that add 0 in every position, since a parameter is 0.

    Args:
        heuristic: whose terms they are.
        terms: some of its terms.
        values: of its parameters, by name.
    """
    zeros = {name for name, value in values.items() if value == 0}
    for name, text in heuristic.where:
        if is_zero(text, zeros):
            zeros.add(name)
    summands = {place: read_summands(text) for place, text in _texts(heuristic).items()}
    return tuple(
        term
        for term in terms
        if all(is_zero(summands[term.place][one].text, zeros) for one in term.summands)
    )


@dataclass(frozen=True)
class SwitchedHeuristic:
    """Hold a heuristic whose terms are left out by numbers alone, so that it is compiled once.

    Attributes:
        heuristic: with a further parameter for each switch, behind all others.
        switches: which summands they are for, as (place, number), in the order of the parameters.
    """

    heuristic: Heuristic
    switches: tuple[tuple[str, int], ...]

    def values(
        self, values: Sequence[float], left_out: FormulaTerm | None = None
    ) -> tuple[float, ...]:
        """Return values of the parameters, with one term left out or with all terms there."""
        out = {(left_out.place, one) for one in left_out.summands} if left_out else set()
        return (*values, *(0.0 if switch in out else 1.0 for switch in self.switches))


def switched(heuristic: Heuristic, terms: Sequence[FormulaTerm]) -> SwitchedHeuristic:
    """Return a heuristic with a switch for each summand of these terms.

    With all switches on it gives the same values as before, to the last bit.

    Raises:
        FormulaError: if it is too long with the switches.
    """
    switches = tuple(dict.fromkeys((one.place, number) for one in terms for number in one.summands))
    prefix = _free_prefix(heuristic)
    names = {switch: f"{prefix}{index}" for index, switch in enumerate(switches, 1)}
    texts = {
        place: switched_text(
            text, {number: name for (other, number), name in names.items() if other == place}
        )
        for place, text in _texts(heuristic).items()
        if place in {other for other, _ in switches}
    }
    parameters = tuple(Parameter(name, 1.0, 0.0, 1.0) for name in names.values())
    return SwitchedHeuristic(_with_texts(heuristic, texts, parameters), switches)


def _free_prefix(heuristic: Heuristic) -> str:
    taken = [*(one.name for one in heuristic.parameters), *_texts(heuristic), *heuristic.features]
    prefix = "keep_"
    while any(name.startswith(prefix) for name in taken):
        prefix += "it_"
    return prefix


def without(heuristic: Heuristic, terms: Sequence[FormulaTerm]) -> Heuristic | None:
    """Return the heuristic without some of its terms; None if nothing of the formula is left.

    What stands for nothing any more is left out with them: summands with such a factor, terms of
    `where`, parameters and tables that nothing uses.
    """
    out = {(one.place, number) for one in terms for number in one.summands}
    texts = _texts(heuristic)
    while True:
        left = {
            place: text_without(text, {number for other, number in out if other == place})
            for place, text in texts.items()
            if place in {other for other, _ in out}
        }
        if FORMULA in left and left[FORMULA] is None:
            return None
        empty = {place for place, text in left.items() if text is None}
        more = out | _with_factors(heuristic, empty)
        if more == out:
            break
        out = more
    # Where it stands in a function or a condition, its value is still wanted.
    kept = {place: text or "0" for place, text in left.items()}
    return _without_unused(_with_texts(heuristic, kept))


def _with_factors(heuristic: Heuristic, empty: Set[str]) -> set[tuple[str, int]]:
    """Return the summands of which one of these terms of `where` is a factor."""
    return {
        (place, number)
        for place, text in _summed(heuristic).items()
        for number, one in enumerate(read_summands(text))
        if not empty.isdisjoint(one.factors)
    }


def _texts(heuristic: Heuristic) -> dict[str, str]:
    return {FORMULA: heuristic.formula, **dict(heuristic.where)}


def _with_texts(
    heuristic: Heuristic, texts: Mapping[str, str], parameters: Sequence[Parameter] = ()
) -> Heuristic:
    """Return the heuristic with other texts at some places, and parameters that they need."""
    return replace(
        heuristic,
        formula=texts.get(FORMULA, heuristic.formula),
        where=tuple((name, texts.get(name, text)) for name, text in heuristic.where),
        parameters=(*heuristic.parameters, *parameters),
    )


def _without_unused(heuristic: Heuristic) -> Heuristic:
    terms, idle = set(heuristic.unused_terms()), set(heuristic.unused_parameters())
    tables = tuple(one for one in heuristic.tables if not idle.issuperset(one.parameters))
    kept = {name for table in tables for name in table.parameters}
    return replace(
        heuristic,
        where=tuple(one for one in heuristic.where if one[0] not in terms),
        parameters=tuple(
            one for one in heuristic.parameters if one.name not in idle or one.name in kept
        ),
        tables=tables,
    )
