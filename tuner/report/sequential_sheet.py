"""Make the sheet of a sequential match from the results in its folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuner.figures.chart import CourseChart, IntervalChart, Row, score_mark
from tuner.report.blocks import Block, Bullets, Lead, Table, named_columns
from tuner.report.comparison_sheet import agents_part, notes_part
from tuner.report.matches_condition import condition_sentence
from tuner.report.repeat_matches import repeat_sequential
from tuner.report.results import AGENT, interval_of
from tuner.report.sheet import Part, Sheet
from tuner.stats.elo import elo_of_interval
from tuner.stats.shared_openings import PairsNeeded
from tuner.stats.text import elo_text, needed_text, score_text

__all__ = ["sequential_sheet"]

_ENDS = ("both lost", "one lost, one drawn", "one each, or both drawn", "one won, one drawn")
_DECISIONS = {"pass": "passed", "fail": "failed", "continue": "has not decided"}


def sequential_sheet(content: Mapping[str, Any]) -> Sheet:
    """Return the sheet of a sequential match.

    Args:
        content: of its results.json, as `tuner.sequential.files.sequential_json` gives it.

    Raises:
        KeyError: if something is not there.
    """
    first, second = (one["name"] for one in content["agents"])
    return Sheet(
        f"{first} against {second}, until a test decides",
        f"{content['game']}, {content['pairs']:,} pairs of games of at most {content['cap']:,}, "
        f"from {content['openings']:,} openings that differ up to symmetry; a pair is two games "
        f"from one opening with the sides swapped. All is as {first} sees it.",
        (
            _test(content),
            _score(content),
            *_lengths(content),
            agents_part(content),
            notes_part(content),
            repeat_sequential(content),
        ),
    )


def _test(content: Mapping[str, Any]) -> Part:
    said = str(content["verdict"])
    ratio = content["log_likelihood_ratio"]
    unit = "Elo" if content["model"] == "logistic" else "normalized Elo"
    rows = (
        ("the test", _DECISIONS.get(content["decision"], "says nothing of other openings")),
        ("log-likelihood ratio", "none" if ratio is None else f"{ratio:+z.2f}"),
        ("passes at", f"{content['upper']:+.2f}"),
        ("fails at", f"{content['lower']:+.2f}"),
        (f"passes wrongly where the truth is {content['elo0']:g} {unit}", _share(content, "alpha")),
        (f"fails wrongly where the truth is {content['elo1']:g} {unit}", _share(content, "beta")),
    )
    caption = "The test looks again and again while games are played, and keeps its error rates."
    table = Table(caption, named_columns("what", "value"), rows)
    more = content["more_pairs"]
    blocks: tuple[Block, ...] = ()
    if more is not None and more["least"] is not None:
        needed = needed_text(PairsNeeded(**more), "more ")
        blocks = (f"If the difference is what it was here, {needed} decide, on average.",)
    condition = condition_sentence(content, opponents=False)
    lead = Lead(f"{said[:1].upper()}{said[1:]}. {condition}")
    return Part("test", "What the test says", (lead, table, *blocks, *_course(content)))


def _course(content: Mapping[str, Any]) -> tuple[CourseChart, ...]:
    """Return how the ratio went; nothing for results of before it was kept, and for one look."""
    looks = content.get("course", ())
    if len(looks) < 2:
        return ()
    first, second = (one["name"] for one in content["agents"])
    unit = "Elo" if content["model"] == "logistic" else "normalized Elo"
    elo0, elo1 = (f"{content[key]:g}" for key in ("elo0", "elo1"))
    (begun, begin), (pairs, end) = looks[0], looks[-1]
    ratios = [ratio for _, ratio in looks]
    caption = (
        f"The log-likelihood ratio after looks of the test, as {first} sees it: it goes up where "
        f"{first} scores as if it were {elo1} {unit} stronger than {second} rather than {elo0}, "
        f"down in the other case. It began with {begin:+z.2f} after {begun:,} pairs and was "
        f"{end:+z.2f} after {pairs:,} pairs; the {len(looks)} looks that are shown lie between "
        f"{min(ratios):+z.2f} and {max(ratios):+z.2f}. "
        f"From {content['upper']:+.2f} up the test passes, from {content['lower']:+.2f} down it "
        "fails."
    )
    return (
        CourseChart(
            caption,
            "log-likelihood ratio",
            tuple(pairs for pairs, _ in looks),
            tuple(round(ratio, 4) for ratio in ratios),
            ((content["upper"], "passes"), (content["lower"], "fails")),
        ),
    )


def _share(content: Mapping[str, Any], key: str) -> str:
    return f"in {100 * content[key]:g} of 100 matches at most"


def _score(content: Mapping[str, Any]) -> Part:
    score = interval_of(content)
    first, second = (one["name"] for one in content["agents"])
    elo = elo_text(elo_of_interval(score))
    pairs = content["pentanomial"]
    rows = tuple(
        (text, f"{count:,}", f"{100 * count / max(1, content['pairs']):.1f}%")
        for text, count in zip((*_ENDS, "both won"), pairs, strict=True)
    )
    table = Table(
        f"How the pairs ended for {first}.", named_columns("pair", "pairs", "share"), rows
    )
    chart = IntervalChart(
        f"Score of {first} with its 95% interval; at 50% both are equal.",
        "score (%)",
        (Row(f"{first} against {second}", (score_mark(AGENT, score),)),),
    )
    said = f"{first} scores {score_text(score)}, {elo}, with the 95% interval over openings."
    return Part("score", "Score", (said, chart, table))


def _lengths(content: Mapping[str, Any]) -> tuple[Part, ...]:
    expected = content["expected"]
    if expected is None:
        return ()
    rows = tuple(
        (
            f"{one['elo']:g} Elo",
            needed_text(PairsNeeded(one["least"], one["likely"], one["most"])),
            f"{100 * one['passes']:.0f}%",
        )
        for one in expected["lengths"]
    )
    caption = (
        f"What was to be expected after the first {expected['from_pairs']:,} pairs, on average, "
        "where the true difference is that on the left."
    )
    table = Table(caption, named_columns("truth", "length", "passes", words=2), rows)
    blocks: list[Block] = [table]
    if expected["rough"]:
        blocks.append(Bullets(("These are rough figures, since few pairs decide.",)))
    return (Part("length", "How long it was likely to take", tuple(blocks)),)
