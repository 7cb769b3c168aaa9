"""Say what a heuristic uses, what was tuned in it, and what the search shows of its parameters."""

from __future__ import annotations

from collections.abc import Iterator

from tuner.report.markdown import bullets, code_block, plain, table
from tuner.report.model import ParameterRow, RunReport
from tuner.report.search_sentences import no_importance
from tuner.report.search_table import search_table
from tuner.report.sentences import number_text
from tuner.stats.interval import Interval
from tuner.stats.text import join_names

__all__ = ["features_text", "importance_sentence", "sign_sentences"]


def features_text(report: RunReport) -> list[str]:
    """Return the blocks of the answer to what the heuristic uses, and why."""
    heuristic = report.heuristic
    lines = [f"{name} = {formula}" for name, formula in heuristic.where]
    lines.append(f"value = {heuristic.formula}")
    return [
        *([plain(_sentence(heuristic.summary))] if heuristic.summary else []),
        "A position is worth this much to the side that searches:",
        code_block("\n".join(lines)),
        "It reads these features of a position:",
        bullets(f"{one.call}: {one.summary}" for one in report.features),
        "These numbers were tuned:",
        _parameters(report),
        *map(plain, _why(report)),
    ]


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}."


def _parameters(report: RunReport) -> str:
    known = report.verdict is not None
    header = ("number", "hand-set", *(["tuned"] if known else []), "range", "meaning")
    return table(header, (_parameter(one) for one in report.parameters))


def _parameter(one: ParameterRow) -> tuple[str, ...]:
    kinds = [word for word, is_so in (("whole", one.integer), ("log", one.log)) if is_so]
    span = f"{one.low:g} to {one.high:g}{f' ({join_names(kinds)})' if kinds else ''}"
    tuned = [] if one.tuned is None else [number_text(one.tuned)]
    return (one.name, number_text(one.hand_set), *tuned, span, one.summary)


def _why(report: RunReport) -> Iterator[str]:
    yield "Why they matter: the list says what each feature sees; play says which number decides."
    search = search_table(report)
    missing = no_importance(report)
    if missing or search is None:
        yield missing
    else:
        yield importance_sentence(dict(search.importances), len(search.distinct))
    yield from sign_sentences(report)


def importance_sentence(shares: dict[str, Interval], trials: int) -> str:
    """Return which parameter decides most, and whether the trials tell it from the next one.

    Args:
        shares: of each parameter, the greatest first.
        trials: different vectors that they rest on.
    """
    (first, most), (second, next_most), *_ = shares.items()
    source = (
        f"(PED-ANOVA, an estimate from {trials:,} trials, which lie where the search chose; in "
        "brackets what ten draws of their noise make of it)"
    )
    decides = f"of the {len(shares)} tuned numbers decides most whether a trial is among the best"
    if most.low > next_most.high:
        return (
            f"Which {decides} tenth: {first}, with {_share(most)} of the importance {source}, more "
            f"than {second} with {_share(next_most)} in every draw."
        )
    return (
        f"It is not shown which {decides} tenth: {first} has {_share(most)} of the importance and "
        f"{second} {_share(next_most)} {source}."
    )


def _share(share: Interval) -> str:
    low, estimate, high = (f"{100 * end:.0f}" for end in (share.low, share.estimate, share.high))
    return f"{estimate}% ({low} to {high})"


def sign_sentences(report: RunReport) -> list[str]:
    """Return the numbers that tuning has given the other sign."""
    turned = [
        f"{one.name} ({number_text(one.hand_set)} to {number_text(one.tuned)})"
        for one in report.parameters
        if one.tuned is not None and one.tuned * one.hand_set < 0
    ]
    if not turned:
        return []
    return [
        "Tuned and hand-set have opposite signs, so that what the one rewards the other punishes: "
        f"{join_names(turned)}."
    ]
