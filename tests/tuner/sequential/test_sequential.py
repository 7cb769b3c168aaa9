"""Sequential matches: where they stop, what they say, and that they are played once."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tuner
from engine.games import find_game
from engine.play.search import Search
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.comparison.model import Matches
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena, Enough
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import Meeting
from tuner.matches.pairs import Pairs
from tuner.matches.progress import Silent
from tuner.sequential.files import sequential_json
from tuner.sequential.match import play_match, sequential_folder
from tuner.sequential.model import SequentialMatch, sequential_lines
from tuner.stats.interval import clustered_mean
from tuner.stats.pentanomial import Pentanomial
from tuner.stats.sprt import Model, Sprt
from tuner.tuning.records import read_matches, read_openings
from tuner.verdict.duel_text import sequential_verdict
from tuner.verdict.model import HeadToHead, head_to_head

GAME = find_game("isolation")
WIDE = Sprt(0, 50)
CAP = 2000


def agent(name: str, preset: str, search: Search) -> Agent:
    heuristic = find_preset(preset)
    return Agent(name, heuristic, heuristic.defaults, search)


def ahead(depth: int, ties: str = "random") -> Search:
    return make_search("alphabeta", depth=depth, ties=ties)


SHALLOW = agent("shallow", "improved", ahead(1))
DEEP = agent("deep", "improved", ahead(2))
PLAIN = agent("plain", "improved", make_search("minimax", depth=1))


class Heard(Silent):
    """Keep what is told."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.facts: list[str] = []
        self.games = 0

    def note(self, text: str) -> None:
        self.notes.append(text)

    def fact(self, text: str) -> None:
        self.facts.append(text)

    def played(self, amount: int) -> None:
        self.games += amount


def played(
    runs: Path | None,
    agents: tuple[Agent, Agent] = (DEEP, SHALLOW),
    test: Sprt = WIDE,
    pairs: int = CAP,
    threads: int = 1,
    heard: Heard | None = None,
) -> SequentialMatch:
    matches = Matches(pairs, 6, 1, threads)
    return play_match(GAME, agents, test, matches, runs, heard or Heard())


def kept_pairs(runs: Path) -> int:
    folder = sequential_folder(GAME, Matches(CAP, 6, 1, 1), runs)
    (kept,) = read_matches(folder.ledger, "compare").values()
    return len(kept)


def test_the_stronger_one_passes_and_the_weaker_one_fails(tmp_path: Path) -> None:
    there = played(tmp_path)
    assert there.verdict == "deep is stronger than shallow by the test of 0 against 50 Elo"
    assert there.passed
    back = played(tmp_path, (SHALLOW, DEEP))
    assert not back.passed
    assert back.verdict == (
        "shallow is less than 50 Elo stronger than deep by the test of 0 against 50 Elo, "
        "if it is stronger at all"
    )


def test_the_result_is_that_of_the_pairs_up_to_the_stop(tmp_path: Path) -> None:
    match = played(tmp_path)
    folder = sequential_folder(GAME, Matches(CAP, 6, 1, 1), tmp_path)
    clusters = read_openings(folder.ledger)["compare"].clusters
    (pairs,) = read_matches(folder.ledger, "compare").values()
    stop = match.duel.pairs
    assert 64 <= stop < CAP
    assert len(pairs) >= stop
    assert match.duel.counts == Pentanomial.from_pair_scores(pairs.scores[:stop])
    assert match.duel.score == clustered_mean(pairs.scores[:stop], clusters[:stop])
    assert match.openings == len(np.unique(clusters[:stop]))


def test_threads_and_starts_change_nothing(tmp_path: Path) -> None:
    once = played(tmp_path / "one")
    assert played(tmp_path / "two", threads=2) == once
    assert played(None, threads=2) == once
    kept = kept_pairs(tmp_path / "one")
    assert played(tmp_path / "one", threads=2) == once
    # What was enough is not followed by further games.
    assert kept_pairs(tmp_path / "one") == kept


def test_a_match_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C behind the third batch: three are kept, and the rest is what was missing."""
    whole = played(tmp_path / "whole", (PLAIN, SHALLOW), Sprt(0, 5), pairs=1000)
    assert whole.duel.decision == "continue"

    add: Callable[..., None] = Ledger.add
    batches = []

    def stopping(self: Ledger, *row: object) -> None:
        add(self, *row)
        batches.append(row)
        if len(batches) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Ledger, "add", stopping)
    with pytest.raises(KeyboardInterrupt):
        played(tmp_path / "cut", (PLAIN, SHALLOW), Sprt(0, 5), pairs=1000)
    monkeypatch.undo()
    heard = Heard()
    assert played(tmp_path / "cut", (PLAIN, SHALLOW), Sprt(0, 5), 1000, 2, heard) == whole
    assert heard.games == 2 * 1000


def test_more_pairs_go_on_where_fewer_ended(tmp_path: Path) -> None:
    few = played(tmp_path, (PLAIN, SHALLOW), Sprt(0, 5), pairs=200)
    assert few.duel.decision == "continue"
    assert few.verdict == "no decision by the test of 0 against 5 Elo after 200 pairs"
    more = played(tmp_path, (PLAIN, SHALLOW), Sprt(0, 5), pairs=500)
    assert more == played(None, (PLAIN, SHALLOW), Sprt(0, 5), pairs=500)
    # And back: a smaller cap in the same folder has the beginning of the longer draw.
    assert played(tmp_path, (PLAIN, SHALLOW), Sprt(0, 5), pairs=200) == few


def test_the_expected_length_is_told_once_and_follows_from_the_first_pairs(tmp_path: Path) -> None:
    heard = Heard()
    match = played(tmp_path, heard=heard)
    (note,) = heard.notes
    assert note.startswith("expected length: about ")
    assert match.expected is not None
    assert [one.elo for one in match.expected.lengths] == [0, 25, 50]
    variance = f"the first 64 pairs only (their variance is {match.expected.pair_variance:.3f})"
    assert variance in note
    assert heard.facts[-1].startswith(f"{match.duel.pairs} pairs, log-likelihood ratio +")
    assert heard.facts[-1].endswith(" so far")


def test_what_the_first_pairs_wait_for_is_not_in_the_expected_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads that start take a second: 2,000 pairs at depths 2 and 1 take far less in all."""
    meet_until = Arena.meet_until

    def start_slowly(self: Arena, meeting: Meeting, enough: Enough) -> Pairs:
        time.sleep(1.0)
        return meet_until(self, meeting, enough)

    monkeypatch.setattr(Arena, "meet_until", start_slowly)
    heard = Heard()
    played(tmp_path, heard=heard)
    assert "at most 2,000 pairs (1 s), from" in heard.notes[0]
    # What was played before takes no time, and is not timed again.
    played(tmp_path, heard=heard)
    assert "at most 2,000 pairs, from" in heard.notes[1]


def test_a_ratio_that_is_rounded_to_zero_has_no_minus(tmp_path: Path) -> None:
    match = played(tmp_path, (PLAIN, SHALLOW), Sprt(0, 5), pairs=200)
    near = replace(match, duel=replace(match.duel, likelihood=-0.004))
    assert "  Its log-likelihood ratio is +0.00; it passes at +2.94 and fails at -2.94" in str(near)


def scripted(monkeypatch: pytest.MonkeyPatch, score: float) -> None:
    """Let all pairs of every match end with one score: 0, 1/2 by draws, or 1."""
    result = np.int8(round(2 * score - 1))

    def meet_until(_arena: Arena, meeting: Meeting, enough: Enough) -> Pairs:
        count = len(meeting.openings)
        results = np.full((count, 2), result, np.int8)
        pairs = Pairs.untimed(
            results, np.full((count, 2), 30, np.int16), np.ones((count, 2, 2), np.int64)
        )
        enough(pairs)
        return pairs

    monkeypatch.setattr(Arena, "meet_until", meet_until)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("pairs", [2, 64, 500])
@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_results_of_one_kind_have_finite_words_and_numbers(
    monkeypatch: pytest.MonkeyPatch, score: float, pairs: int, model: Model
) -> None:
    scripted(monkeypatch, score)
    match = played(None, test=Sprt(0, 20, model=model), pairs=pairs)
    text, content = "\n".join(sequential_lines(match)), sequential_json(match)
    written = json.dumps(content, allow_nan=False)
    for word in ("nan", "inf"):
        assert not re.search(rf"\b{word}\b", text + written, re.IGNORECASE)
    assert content["score"] == score
    assert content["decision"] in ("pass", "fail", "continue")
    if pairs == 2:
        assert match.duel.decision == "continue"
        assert match.to_go is not None
        assert match.to_go.least is not None
        assert match.to_go.least > 0


@pytest.mark.parametrize(
    ("decision", "elo0", "elo1", "said"),
    [
        ("pass", 0, 5, "a is stronger than b by the test of 0 against 5 Elo"),
        ("pass", 2, 5, "a is more than 2 Elo stronger than b by the test of 2 against 5 Elo"),
        (
            "pass",
            -5,
            0,
            "a is less than 5 Elo weaker than b by the test of -5 against 0 Elo, "
            "if it is weaker at all",
        ),
        (
            "fail",
            0,
            5,
            "a is less than 5 Elo stronger than b by the test of 0 against 5 Elo, "
            "if it is stronger at all",
        ),
        ("fail", -5, 0, "a is weaker than b by the test of -5 against 0 Elo"),
        ("fail", -9, -5, "a is more than 5 Elo weaker than b by the test of -9 against -5 Elo"),
    ],
)
def test_what_a_decision_rules_out_is_said(
    decision: str, elo0: float, elo1: float, said: str
) -> None:
    test = Sprt(elo0, elo1)
    ratio = test.upper if decision == "pass" else test.lower
    duel = replace(some_duel(), test=test, likelihood=ratio)
    assert duel.decision == decision
    assert sequential_verdict(duel, "a", "b") == said


def some_duel() -> HeadToHead:
    results = np.array([[1, -1], [1, 1]], dtype=np.int8)
    pairs = Pairs.untimed(results, np.full((2, 2), 30, np.int16), np.ones((2, 2, 2), np.int64))
    return head_to_head(pairs, np.arange(2))


def test_python_plays_the_match_of_the_command_line(tmp_path: Path) -> None:
    words = {"elo1": 50, "pairs": CAP, "threads": 1, "game": "isolation"}
    there = tuner.sprt(DEEP, SHALLOW, **words, runs=tmp_path)  # type: ignore[arg-type]
    assert isinstance(there, tuner.SequentialMatch)
    assert there == tuner.sprt(DEEP, SHALLOW, **words) == played(None)  # type: ignore[arg-type]
    assert str(there).splitlines()[3] == f"Test: {there.verdict}."
    with pytest.raises(tuner.TuneError, match="not ascending"):
        tuner.sprt("improved", "open", elo0=5, elo1=0)
