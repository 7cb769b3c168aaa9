"""The page of a report in a browser: complete, quiet, reachable, on a phone and on paper."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from reports import HOSTILE, SECTIONS, report_with, unfinished_report
from sheet_results import COMPARISON, TOURNAMENT
from verdicts import HAND_MADE, verdict_with

from engine.games import find_game
from tuner.matches.agent import agents_of, find_baselines
from tuner.replay.chosen import replay_chosen
from tuner.replay.fragment import replay_fragment
from tuner.report.comparison_sheet import comparison_sheet
from tuner.report.model import AgentEffort
from tuner.report.page import page_html
from tuner.report.runs_sheet import runs_sheet
from tuner.report.sheet import Sheet, write_sheet
from tuner.report.tournament_sheet import tournament_sheet
from tuner.report.write import report_page
from tuner.tuning.repetition import Repetition, repetition_json
from tuner.tuning.run_folder import RunFolder

CHROMIUM = shutil.which("chromium")
if CHROMIUM is None:
    pytest.skip("there is no chromium on the PATH", allow_module_level=True)
pytest.importorskip("playwright", reason="playwright is not installed")

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
PAPER = 688
"""Pixels that A4 has between the margins of the page."""


@dataclass
class Opened:
    """A page in the browser, and all that it said and asked for."""

    page: Any
    messages: list[str]
    requests: list[str]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory, finished_once: Path) -> Path:
    """The page of a finished run, one of whose baselines has a hostile name."""
    folder = tmp_path_factory.mktemp("browser")
    base = unfinished_report(folder)
    _, last = HAND_MADE.against_baselines.by_baseline
    versus = replace(HAND_MADE.against_baselines, by_baseline=((HOSTILE, *last[1:]), last))
    efforts = (AgentEffort("tuned", "alphabeta depth 3", 40, HAND_MADE.search_claim.value, None),)
    report = report_with(
        base, verdict_with(against_baselines=versus), notes=(HOSTILE,), efforts=efforts
    )
    replays = replay_fragment(replay_chosen(RunFolder(finished_once), 1))
    file = folder / "report.html"
    file.write_text(page_html(report_page(report, replays, "")), encoding="utf-8")
    return file


def opened(browser: Any, path: Path, **settings: Any) -> Opened:
    page = browser.new_page(**settings)
    found = Opened(page, [], [])
    page.on("console", lambda message: found.messages.append(message.text))
    page.on("pageerror", lambda error: found.messages.append(str(error)))
    page.on("request", lambda request: found.requests.append(request.url))
    page.goto(path.as_uri())
    if settings.get("java_script_enabled", True):
        page.wait_for_selector("html[data-drawn]", state="attached")
    return found


@pytest.fixture(scope="module")
def desk(browser: Any, path: Path) -> Opened:
    return opened(browser, path, viewport={"width": 1400, "height": 900}, color_scheme="light")


@contextmanager
def seen(desk: Opened, width: int, **media: str) -> Iterator[Any]:
    """The page of the desk as it is on another screen, or on paper."""
    desk.page.set_viewport_size({"width": width, "height": 900})
    desk.page.emulate_media(**media)
    yield desk.page
    desk.page.emulate_media(media="screen", color_scheme="light")
    desk.page.set_viewport_size({"width": 1400, "height": 900})


def test_nothing_is_said_and_nothing_is_asked_for(desk: Opened, path: Path) -> None:
    assert desk.messages == []
    assert desk.requests == [path.as_uri()]


def test_every_section_and_every_figure_is_there(desk: Opened) -> None:
    assert tuple(desk.page.locator("h2").all_inner_texts()) == SECTIONS
    plots = desk.page.locator(".plot")
    assert plots.count() > 5
    drawn = "all => all.every(one => one.querySelector('svg.main-svg').clientWidth > 100)"
    assert plots.evaluate_all(drawn)


def test_hostile_names_are_seen_as_text(desk: Opened) -> None:
    assert desk.page.locator("#baselines td").filter(has_text=HOSTILE).count() == 1
    assert desk.page.locator("#warnings li").filter(has_text=HOSTILE).count() == 1


def test_without_javascript_every_number_is_there(browser: Any, path: Path, desk: Opened) -> None:
    plain = opened(browser, path, java_script_enabled=False)
    words = "all => all.map(one => one.textContent)"
    for part in ("main p:not([class^=tune])", "main td", "main figcaption"):
        assert plain.page.locator(part).evaluate_all(words) == desk.page.locator(part).evaluate_all(
            words
        )
    plain.page.close()


def test_a_game_is_replayed_by_keyboard(desk: Opened) -> None:
    page = desk.page
    state = page.locator(".tune-replay-state")
    page.locator(".tune-replay-first").focus()
    page.keyboard.press("Home")
    first = state.inner_text()
    page.keyboard.press("ArrowRight")
    second = state.inner_text()
    page.keyboard.press("End")
    last = state.inner_text()
    page.keyboard.press("Home")
    assert len({first, second, last}) == 3
    assert state.inner_text() == first


def test_a_phone_never_scrolls_sideways(desk: Opened) -> None:
    require_no_sideways_scrolling(desk)
    assert desk.messages == []


def require_no_sideways_scrolling(desk: Opened) -> None:
    widths = "[document.documentElement.scrollWidth, document.body.scrollWidth]"
    with seen(desk, 360, color_scheme="dark") as page:
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        # Figures follow the width of the screen a moment later.
        narrow = "all => all.every(one => one.clientWidth < 360)"
        waits = 0
        while not page.locator("svg.main-svg").evaluate_all(narrow) and waits < 50:
            page.wait_for_timeout(100)
            waits += 1
        assert page.locator("svg.main-svg").evaluate_all(narrow)
        assert page.evaluate(widths) == [360, 360]


def test_a_wide_table_is_scrolled_by_itself_and_reached_by_keyboard(desk: Opened) -> None:
    wide = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.tabIndex)"
    with seen(desk, 360) as page:
        found = page.locator(".scroll").evaluate_all(wide)
    assert len(found) > 0
    assert set(found) == {0}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(desk: Opened, scheme: str) -> None:
    assert serious_faults(desk, scheme) == []


def serious_faults(desk: Opened, scheme: str) -> list[tuple[str, list[str]]]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with seen(desk, 800, color_scheme=scheme) as page:
        found = axe.Axe().run(page).response["violations"]
    return [
        (one["id"], [node["html"][:120] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def test_on_paper_nothing_is_cut(desk: Opened) -> None:
    beyond = (
        "all => all.filter(one => one.getBoundingClientRect().right > innerWidth + 1)"
        ".map(one => one.outerHTML.slice(0, 100))"
    )
    overflow = "all => all.map(one => getComputedStyle(one).overflowX)"
    with seen(desk, PAPER, media="print") as page:
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        for part in ("table", "td", "math", "p", "pre", "svg.main-svg"):
            assert page.locator(part).evaluate_all(beyond) == []
        assert set(page.locator(".scroll").evaluate_all(overflow)) == {"visible"}
        assert page.pdf(format="A4").startswith(b"%PDF")


def hostile_sheet(kind: str, folder: Path) -> Sheet:
    """A page without any game of its own, in which somebody has a hostile name."""
    if kind == "runs":
        one = report_with(unfinished_report(folder))
        return runs_sheet((one, replace(one, folder=HOSTILE)))
    agents = agents_of(find_baselines("udacity-2017-02"))
    repetition = Repetition((replace(agents[0], name=HOSTILE), *agents), (), ("random", 6), 1, "5")
    repeat = repetition_json(find_game("isolation-7x7"), repetition)
    content = COMPARISON if kind == "comparison" else {**TOURNAMENT, "pairs": 100}
    named = json.dumps(content).replace('"one"', json.dumps(HOSTILE))
    make = comparison_sheet if kind == "comparison" else tournament_sheet
    return make({**json.loads(named), "repeat": repeat})


@pytest.fixture(scope="module", params=["comparison", "tournament", "runs"])
def other(
    request: pytest.FixtureRequest, browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> Opened:
    folder = tmp_path_factory.mktemp("other")
    path = write_sheet(hostile_sheet(request.param, folder), "html", folder)
    return opened(browser, path, viewport={"width": 1400, "height": 900}, color_scheme="light")


def test_a_page_of_several_is_quiet_complete_and_fits_a_phone(other: Opened) -> None:
    assert other.messages == []
    assert [Path(url).name for url in other.requests] == ["report.html"]
    assert HOSTILE in other.page.locator("main").text_content()
    drawn = "all => all.map(one => one.querySelector('svg.main-svg').clientWidth > 100)"
    assert set(other.page.locator(".plot").evaluate_all(drawn)) == {True}
    require_no_sideways_scrolling(other)
    assert other.messages == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_a_page_of_several(other: Opened, scheme: str) -> None:
    assert serious_faults(other, scheme) == []
