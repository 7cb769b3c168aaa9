"""Tournament files: what they mean, and the one line that refuses a malformed one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from small_tournaments import FAIR, GAUNTLET, ROUND_ROBIN, load

from engine.play.searches import make_search
from tuner.config.errors import ConfigError
from tuner.matches.agent import agents_of, find_baselines
from tuner.tournament.config import Claim, load_tournament, tournament_digest
from tuner.tournament.openings import FairOpenings, RandomOpenings
from tuner.tournament.published import PublishedValue

MINIMAL = """\
name: minimal
game: isolation
candidates: [{name: one, heuristic: improved, search: {algorithm: greedy}}]
opponents: udacity-2017-06
"""

CANDIDATE = "- {name: deep, heuristic: improved, search: {algorithm: alphabeta, depth: 3}}\n"
OPPONENT = "- {name: greedy, heuristic: open, search: {algorithm: greedy}}\n"


def test_what_is_left_out_has_the_documented_default(tmp_path: Path) -> None:
    found = load(tmp_path, MINIMAL)
    assert (found.name, found.game.name, found.about) == ("minimal", "isolation-7x7", "")
    assert [agent.name for agent in found.candidates] == ["one"]
    assert found.opponents == agents_of(find_baselines("udacity-2017-06"))
    assert (found.openings, found.pairs, found.seed) == (RandomOpenings(2), 1000, 1)
    assert (found.published, found.claims) == (None, ())


def test_what_is_given_is_taken(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        GAUNTLET
        + "seed: 9\n"
        + "published: {file: tables.csv, report: '007', table: one, names: {greedy: Greedy}}\n"
        + "claims: [{says: depth helps, better: deep, than: shallow}]\n",
    )
    assert [agent.search for agent in found.candidates] == [
        make_search("alphabeta", depth=1),
        make_search("alphabeta", depth=3),
    ]
    assert [agent.name for agent in found.opponents] == ["chance", "greedy"]
    assert (found.openings.plies, found.pairs, found.seed) == (4, 150, 9)
    assert found.claims == (Claim("depth helps", "deep", "shallow"),)
    assert found.published is not None
    assert found.published.cells["greedy", "chance"] == PublishedValue(5, 5, 10)


def test_without_opponents_the_candidates_meet_each_other(tmp_path: Path) -> None:
    assert load(tmp_path, ROUND_ROBIN).opponents == ()


def test_the_digest_is_of_what_decides_the_games(tmp_path: Path) -> None:
    found = load(tmp_path, GAUNTLET)
    digest = tournament_digest(found)
    said = replace(found, name="other", about="else", claims=(Claim("x", "deep", "shallow"),))
    assert tournament_digest(said) == digest
    for change in (
        {"pairs": 151},
        {"seed": 2},
        {"openings": RandomOpenings(5)},
        {"openings": FairOpenings()},
        {"candidates": found.candidates[::-1]},
        {"opponents": found.opponents[:1]},
    ):
        assert tournament_digest(replace(found, **change)) != digest


# What is changed in the gauntlet (the whole of it where nothing is), and what is said.
CASES = {
    "unknown key": (
        "pairs: 150",
        "pair: 150",
        ":11: pair: the key is unknown; did you mean 'pairs'? known: name, game, about, "
        "candidates, opponents, openings, pairs, seed, published, claims",
    ),
    "unknown mode": (
        "{plies: 4}",
        "{mode: fare}",
        ":10: openings.mode: unknown openings mode 'fare'; did you mean 'fair'? "
        "known: random, fair",
    ),
    "one pair": ("pairs: 150", "pairs: 1", ":11: pairs: 1 is too small; give at least 2"),
    "a study": (
        "candidates:",
        "baselines:",
        ":4: baselines: this file is a study, not a tournament; run it as a study",
    ),
    "unknown game": (
        "isolation-5x5",
        "go",
        ":2: game: unknown game 'go'; ",
    ),
    "unknown set": (
        GAUNTLET[GAUNTLET.index("opponents") : GAUNTLET.index("openings")],
        "opponents: udacity\n",
        ":7: opponents: unknown set of baselines 'udacity'; ",
    ),
    "no opponents in the list": (
        GAUNTLET[GAUNTLET.index("opponents") : GAUNTLET.index("openings")],
        "opponents: []\n",
        ":7: opponents: the list is empty; write at least one entry",
    ),
    "no candidates": (
        GAUNTLET[GAUNTLET.index("candidates") : GAUNTLET.index("opponents")],
        "candidates: []\n",
        ":4: candidates: the list is empty; write at least one entry",
    ),
    "two of one name": (
        "name: deep",
        "name: shallow",
        ":6: candidates[1].name: there is another agent 'shallow'; rename one of them",
    ),
    "a weight": (
        OPPONENT,
        OPPONENT.replace("}}", "}, weight: 2}"),
        ":9: opponents[1].weight: in a tournament all opponents weigh the same; remove it",
    ),
    "too long openings": (
        "{plies: 4}",
        "{plies: 25}",
        ":10: openings.plies: 25 plies fill the board of isolation-5x5; "
        "give at most 24; 2 to 6 are usual",
    ),
    "fair openings of other plies": (
        "{plies: 4}",
        "{mode: fair, plies: 4}",
        ":10: openings.plies: fair openings are always the agents' own first 2 plies; remove it",
    ),
    "unknown candidate in a claim": (
        "pairs: 150",
        "claims: [{says: x, better: deep, than: shalow}]",
        ":11: claims[0].than: no candidate is called 'shalow'; "
        "did you mean 'shallow'? known: shallow, deep",
    ),
    "an opponent in a claim": (
        "pairs: 150",
        "claims: [{says: x, better: chance, than: deep}]",
        ":11: claims[0].better: no candidate is called 'chance'; known: shallow, deep",
    ),
    "a claim about one": (
        "pairs: 150",
        "claims: [{says: x, better: deep, than: deep}]",
        ":11: claims[0].than: 'deep' cannot be better than itself; name another candidate",
    ),
    "missing published file": (
        "pairs: 150",
        "published: {file: gone.csv, report: '007'}",
        ":11: published: cannot read {folder}/gone.csv (No such file or directory); "
        "name a CSV of tables",
    ),
    "missing table": (
        "pairs: 150",
        "published: {file: tables.csv, report: '007', table: third}",
        ":11: published: {folder}/tables.csv has no table 'third' of report 007; name another",
    ),
    "unknown name beside a published one": (
        "pairs: 150",
        "published: {file: tables.csv, report: '007', table: one, names: {gredy: Greedy}}",
        ":11: published.names.gredy: no agent is called 'gredy'; "
        "did you mean 'greedy'? known: shallow, deep, chance, greedy",
    ),
}


def refused(folder: Path, text: str) -> str:
    """The message without the path of the file; nothing may have been written."""
    with pytest.raises(ConfigError) as caught:
        load(folder, text)
    assert sorted(path.name for path in folder.iterdir()) == ["tables.csv", "tournament.yaml"]
    message = str(caught.value)
    file = str(folder / "tournament.yaml")
    assert message.startswith(file)
    assert "\n" not in message
    return message.removeprefix(file)


@pytest.mark.parametrize(("old", "new", "said"), CASES.values(), ids=CASES)
def test_a_malformed_file_is_one_line_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert GAUNTLET.count(old) == 1
    message = refused(tmp_path, GAUNTLET.replace(old, new))
    said = said.replace("{folder}", str(tmp_path))
    # What ends in a semicolon goes on with a list of names that others keep.
    assert message.startswith(said) if said.endswith("; ") else message == said


def test_one_candidate_needs_opponents(tmp_path: Path) -> None:
    alone = GAUNTLET.replace(CANDIDATE, "").replace("opponents:\n", "")
    alone = "\n".join(line for line in alone.splitlines() if "chance" not in line)
    alone = alone.replace(OPPONENT, "")
    assert refused(tmp_path, alone) == (
        ":4: candidates: a round robin needs at least two candidates; add another one, or opponents"
    )


def test_fair_openings_and_a_limit_in_time_do_not_go_together(tmp_path: Path) -> None:
    """They are played again when a tournament goes on, and must then be the same."""
    timed = GAUNTLET.replace("depth: 3", "time_ms: 5")
    assert not load(tmp_path, timed).candidates[1].search.reproducible
    assert refused(tmp_path, timed.replace("openings: {plies: 4}", FAIR)) == (
        ":10: openings.mode: fair openings must be the same every time, and 'deep' has a limit in "
        "time; give it nodes or a depth, or use random openings"
    )


def test_a_table_about_others_is_refused(tmp_path: Path) -> None:
    text = ROUND_ROBIN.replace("chance", "dice").replace("deep", "far")
    text += "published: {file: tables.csv, report: '007', table: one}\n"
    assert refused(tmp_path, text) == (
        ":9: published.names: the table has none of these agents; give the published names here"
    )


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("000_h1_h3.yaml", "udacity_2017_h1_h3.yaml"),
        ("000_h4_h6.yaml", "udacity_2017_h4_h6.yaml"),
        ("001.yaml", "udacity_2017_pressure.yaml"),
        ("001_gives_up.yaml", "udacity_2017_pressure_gives_up.yaml"),
        ("002.yaml", "udacity_9x11_liberties.yaml"),
        ("003.yaml", "udacity_2017_place_values.yaml"),
    ],
)
def test_the_former_name_of_a_tournament_leads_to_the_one_of_today(former: str, now: str) -> None:
    folder = Path("configs/tournaments")
    with pytest.raises(ConfigError) as caught:
        load_tournament(folder / former)
    assert str(caught.value) == (
        f"{folder / former}: this file has another name now; use {folder / now}"
    )


def test_files_that_say_document_where_they_now_say_report_are_read(tmp_path: Path) -> None:
    text = GAUNTLET + "published: {file: tables.csv, report: '007', table: one}\n"
    today = load(tmp_path, text)
    tables = tmp_path / "tables.csv"
    former = tables.read_text(encoding="utf-8").replace("report,", "document,", 1)
    tables.write_text(former, encoding="utf-8")
    file = tmp_path / "former.yaml"
    file.write_text(text.replace("report:", "document:"), encoding="utf-8")
    assert load_tournament(file).published == today.published
