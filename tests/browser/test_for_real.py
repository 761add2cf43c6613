"""What happens to screens in a house: two people at once, cables, crashes, wrong clocks, ten thousand findings."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from api.archive.archive import Archive
from api.auth.people import People
from api.auth.roles import Role
from api.live.feed import TableFeed
from api.live.station import PEOPLE_FILE, Station
from api.schemas import FindingView
from api.store.feeds import read_facts
from api.store.journal import read_entries
from tests.browser.cable import cable_to
from tests.browser.looks import looks_right
from tests.browser.processes import free_port, serving
from tests.browser.running import LOOKS, Open, Serve
from tests.unit.api.audits import unfilmed_audit
from tests.unit.api.films import Film
from tracker.facts import CardPlaced, Correction, FindingHandled
from tracker.profile import load_profile

HOUR_MS = 3_600_000


@pytest.fixture
def midway(film: Film, tmp_path: Path) -> Station:
    """A table in the middle of its first round: six cards lie on it, the newest of a player."""
    station = Station(tmp_path / "midway")
    live = station.add(film.table, load_profile(film.table.profile))
    facts = list(read_facts(film.folder / "truth.facts.jsonl"))
    placed = [k for k, fact in enumerate(facts) if isinstance(fact.body, CardPlaced)]
    live.take(facts[: placed[5] + 1])
    source = film.open(film.oracle())
    frame = next(iter(source))
    live.picture_taken(frame.pts_us, frame.image())
    live.camera_is("live")
    source.close()
    return station


def steps_in(station: Station) -> list[tuple[str, str]]:
    """The steps with findings that the journals keep."""
    entries = (entry for table in station.tables.values() for entry in read_entries(table.journal_path))
    return [(e.fact.body.step, e.fact.body.by) for e in entries if isinstance(e.fact.body, FindingHandled)]


def test_two_people_at_once_see_what_the_other_does(serve: Serve, station: Station, open_page: Open) -> None:
    running = serve(station)
    one = open_page(f"{running.address}?lang=en#screen=findings")
    other = open_page(f"{running.address}?lang=en#screen=findings")
    for page in (one, other):
        expect(page.locator(".detail .chip").first).to_have_text("Open")
    one.keyboard.press("a")
    expect(other.locator(".detail .chip").first).to_have_text("Seen")
    other.keyboard.press("e")
    other.keyboard.press("6")
    expect(one.locator(".detail .chip").first).to_have_text("Resolved")
    assert steps_in(station) == [("acknowledge", "local"), ("resolve", "local")]


def test_a_lost_connection_is_told_and_what_was_missed_is_caught_up(
    serve: Serve, station: Station, open_page: Open
) -> None:
    with cable_to(serve(station).address) as cable:
        page = open_page(f"{cable.address}?lang=en#table=BJ-05", allow="ERR_")
        expect(page.locator(".chip.live")).to_be_visible()
        cable.pull()
        expect(page.locator("#banner")).to_contain_text("Connection to the server lost", timeout=20_000)
        station.tables["BJ-05"].camera_is("ended")
        cable.plug_in()
        expect(page.locator("#banner")).to_be_hidden(timeout=20_000)
        expect(page.locator("#prompt strong")).to_have_text("The recording is over")


def test_a_killed_server_that_comes_back_finds_its_screens_waiting(
    watched_data: Path, tmp_path: Path, open_page: Open
) -> None:
    data, port = tmp_path / "data", free_port()
    shutil.copytree(watched_data, data)
    with serving(data, port) as process:
        page = open_page(f"http://127.0.0.1:{port}/?lang=en#table=BJ-05", allow="ERR_")
        expect(page.locator(".finding").first).to_be_visible()
        process.kill()
        expect(page.locator("#banner")).to_contain_text("Connection to the server lost")
    with serving(data, port):
        expect(page.locator("#banner")).to_be_hidden(timeout=20_000)
        page.keyboard.press("a")
        expect(page.locator(".detail .chip").first).to_have_text("Seen")


def test_the_page_opens_without_a_server_and_shows_no_prompt(
    watched_data: Path, tmp_path: Path, open_page: Open
) -> None:
    data, port = tmp_path / "data", free_port()
    shutil.copytree(watched_data, data)
    address = f"http://127.0.0.1:{port}/?lang=en#screen=tablet&table=BJ-05"
    with serving(data, port):
        page = open_page(address, allow="ERR_")
        expect(page.locator("#prompt")).to_be_visible()
        page.evaluate("navigator.serviceWorker.ready.then((kept) => kept.active.state)")
        manifest = page.evaluate("fetch('/static/pitwatch.webmanifest').then((answer) => answer.json())")
        assert manifest["display"] == "standalone"
        page.reload()
        expect(page.locator("#prompt")).to_be_visible()
    page.reload()
    expect(page.locator("#main")).to_contain_text("No connection for", timeout=15_000)
    assert page.locator("#prompt, .seat, .finding").count() == 0
    with serving(data, port):
        expect(page.locator("#prompt")).to_be_visible(timeout=20_000)


@pytest.mark.parametrize("wrong_by_ms", [HOUR_MS, -HOUR_MS])
def test_a_screen_whose_clock_is_wrong_by_an_hour_shows_the_right_ages(
    serve: Serve, midway: Station, open_page: Open, wrong_by_ms: int
) -> None:
    live = midway.tables["BJ-07"]
    address = serve(midway).address
    page = open_page("about:blank")
    page.add_init_script(f"const now = Date.now; Date.now = () => now() + {wrong_by_ms};")
    page.goto(f"{address}?lang=en#screen=tablet&table=BJ-07")
    expect(page.locator(".seat").first).to_be_visible()
    expect(page.locator(".tablet .header .chip.live")).to_be_visible()
    live._seen_at = live._clock() - 42
    live.camera_is("live")
    expect(page.locator("#prompt strong")).to_have_text("The table is not seen")
    page.goto("about:blank")
    page.goto(f"{address}?lang=en")
    expect(page.locator(".table-card .chip.bad")).to_contain_text(re.compile(r"4\d sec"))


def test_a_card_on_the_tablet_is_put_right_in_two_taps(
    serve: Serve, midway: Station, open_page: Open
) -> None:
    page = open_page(f"{serve(midway).address}?lang=en#screen=tablet&table=BJ-07", width=1024, height=768)
    page.locator(".seat:not(.dealer) .card-key").first.click()
    looks_right(page)
    page.locator(".card-grid").get_by_role("button", name="7♦", exact=True).click()
    expect(page.locator("#correct")).to_be_hidden()
    expect(page.locator(".seat .mini[aria-label='7♦']")).to_be_visible()
    bodies = [entry.fact.body for entry in read_entries(midway.tables["BJ-07"].journal_path)]
    fixes = [body for body in bodies if isinstance(body, Correction)]
    assert [(fix.body["card"], fix.by) for fix in fixes] == [("7d", "local")]


def test_the_whole_way_by_keyboard_alone(serve: Serve, station: Station, open_page: Open) -> None:
    running = serve(station, password="correct horse")
    page = open_page(f"{running.address}?lang=en", allow="status of 40")
    expect(page.locator("#sign-in")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.type("anna")
    page.keyboard.press("Tab")
    page.keyboard.type("correct horse")
    page.keyboard.press("Enter")
    expect(page.locator(".table-card").first).to_be_visible()
    page.keyboard.press("q")
    expect(page.locator(".detail")).to_be_visible()
    state = page.locator(".detail .chip").first
    page.keyboard.press("a")
    expect(state).to_have_text("Seen")
    page.keyboard.press("w")
    expect(page.locator(".detail [aria-pressed=true]")).to_have_text("Wrong")
    page.keyboard.press("e")
    expect(page.locator("#choice")).to_be_visible()
    page.keyboard.press("6")
    expect(state).to_have_text("Resolved")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    assert steps_in(station) == [
        ("acknowledge", "anna"),
        ("wrong", "anna"),
        ("resolve", "anna"),
    ]


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_dialogs_sign_in_and_the_tablet_in_play_look_right_and_axe_finds_nothing(
    serve: Serve, midway: Station, open_page: Open, language: str, theme: str
) -> None:
    address = serve(midway).address
    page = open_page(f"{address}?lang={language}", width=1024, height=768)
    page.evaluate(f"localStorage.setItem('pitwatch-theme', '{theme}')")
    page.goto("about:blank")
    page.goto(f"{address}?lang={language}#screen=tablet&table=BJ-07")
    expect(page.locator(".card-key").first).to_be_visible()
    _fine(page, theme)
    for button in range(2):
        page.locator(".tablet-actions .button").nth(button).click()
        _fine(page, theme)
        page.keyboard.press("Escape")
    page.goto(f"{address}?lang={language}#screen=floor")
    page.reload()
    expect(page.locator(".table-card")).to_be_visible()
    page.keyboard.press("?")
    _fine(page, theme)


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_signing_in_and_the_people_look_right_at_every_size_and_axe_finds_nothing(
    tmp_path: Path, open_page: Open, language: str, theme: str
) -> None:
    data, port = tmp_path / "data", free_port()
    unfilmed_audit(data)
    people = People(data / PEOPLE_FILE)
    people.add("boss", Role.ADMINISTRATOR, "correct horse battery")
    people.add("<b>=1+1</b>", Role.DEALER, "470815")
    people.close()
    with serving(data, port):
        page = open_page(f"http://127.0.0.1:{port}/?lang={language}", allow="status of 40")
        page.evaluate(f"localStorage.setItem('pitwatch-theme', '{theme}')")
        page.reload()
        expect(page.locator("#sign-in")).to_be_visible()
        _fine_at_every_size(page, theme)
        page.fill("#name", "boss")
        page.fill("#password", "correct horse battery")
        page.keyboard.press("Enter")
        expect(page.locator("#header")).to_be_visible()
        page.goto(f"http://127.0.0.1:{port}/?lang={language}#screen=people")
        expect(page.locator(".people strong").first).to_have_text("<b>=1+1</b>")
        _fine_at_every_size(page, theme)
        page.close()


def _fine_at_every_size(page: Page, what: str) -> None:
    for width, height in ((1440, 900), (720, 450)):
        page.set_viewport_size({"width": width, "height": height})
        looks_right(page)
    _fine(page, what)


def _fine(page: Page, what: str) -> None:
    looks_right(page)
    found = Axe().run(page).response["violations"]
    assert [(v["id"], [n["html"][:160] for n in v["nodes"]]) for v in found] == [], what


@dataclass
class Crowded:
    """A table whose findings are many: its own, again and again under other numbers."""

    feed: TableFeed
    count: int

    def __getattr__(self, name: str) -> object:
        return getattr(self.feed, name)

    def findings(self) -> list[FindingView]:
        own = self.feed.findings()
        numbered = ((k, own[k % len(own)]) for k in range(self.count))
        return [finding.model_copy(update={"id": f"{finding.id}-{k}"}) for k, finding in numbered]


SCROLL = """
async () => {
  const list = document.querySelector(".queue-list");
  const frames = [];
  let most = 0;
  for (let k = 0; k < 120; k++) {
    const from = performance.now();
    list.scrollTop += 700;
    list.dispatchEvent(new Event("scroll"));
    await Promise.resolve();
    list.getBoundingClientRect();
    frames.push(performance.now() - from);
    most = Math.max(most, document.querySelectorAll(".queue-row").length);
    await new Promise(requestAnimationFrame);
  }
  frames.sort((one, other) => one - other);
  return { median: frames[frames.length >> 1], most, top: list.scrollTop };
}
"""


def test_ten_thousand_findings_scroll_as_ten(serve: Serve, station: Station, open_page: Open) -> None:
    station.tables["BJ-05"] = Crowded(station.tables["BJ-05"], 10_000)  # type: ignore[assignment]
    page = open_page(f"{serve(station).address}?lang=en#screen=findings")
    expect(page.locator("#queue-title")).to_contain_text(re.compile(r"Findings: 100\d\d"))
    page.wait_for_url(re.compile("finding="))
    done = page.evaluate(SCROLL)
    assert done["top"] > 80_000
    assert done["most"] < 40, "only the lines in view exist"
    assert done["median"] < 16, "the page's own work leaves room in a frame of a sixtieth of a second"
    page.keyboard.press("End")
    expect(page.locator(".queue-row .finding[aria-current=true]")).to_be_visible()


END_AS_SOON_AS_DRAWN = """
() => new MutationObserver((_, watcher) => {
  if (document.querySelector(".detail .chip").textContent !== "Seen") return;
  watcher.disconnect();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "End" }));
}).observe(document.querySelector(".detail"), { childList: true, subtree: true, characterData: true })
"""


def test_a_key_between_the_drawing_of_news_and_what_follows_it_is_heeded(
    serve: Serve, station: Station, open_page: Open
) -> None:
    station.tables["BJ-05"] = Crowded(station.tables["BJ-05"], 1_000)  # type: ignore[assignment]
    page = open_page(f"{serve(station).address}?lang=en#screen=findings")
    page.wait_for_url(re.compile("finding=BJ-07"))
    expect(page.locator(".detail .chip").first).to_have_text("Open")
    before = page.url
    page.evaluate(END_AS_SOON_AS_DRAWN)
    feed = station.tables["BJ-07"]
    feed.enter([FindingHandled(finding=feed.findings()[0].id, step="acknowledge", by="Ann")], source="desk")
    page.wait_for_url(lambda url: "finding=" in url and url != before)
    expect(page.locator(".queue-row .finding[aria-current=true]")).to_be_visible()
    page.wait_for_timeout(2_500)
    expect(page.locator(".queue-row .finding[aria-current=true]")).to_be_visible()


READY = "() => performance.getEntriesByName('pitwatch-ready')[0]?.startTime ?? 0"


def test_the_dashboard_is_ready_within_a_second(serve: Serve, station: Station, open_page: Open) -> None:
    page = open_page("about:blank")
    page.add_init_script(
        """
        new MutationObserver((_, watcher) => {
          if (!document.querySelector(".table-card")) return;
          performance.mark("pitwatch-ready");
          watcher.disconnect();
        }).observe(document, { childList: true, subtree: true });
        """
    )
    address = serve(station).address
    times = list(_ready_times(page, address, 3))
    assert 0 < min(times) < 1000, times


def _ready_times(page: Page, address: str, count: int) -> Iterable[float]:
    for _ in range(count):
        page.goto("about:blank")
        page.goto(f"{address}?lang=en")
        expect(page.locator(".table-card")).to_have_count(2)
        yield page.evaluate(READY)


def test_the_way_from_a_recording_in_the_list_to_its_finding_is_a_link(
    serve: Serve, archive: Archive, tmp_path: Path, open_page: Open
) -> None:
    recorded = archive.get("evening")
    assert recorded is not None
    finding = recorded.session.findings[0]
    address = serve(Station(tmp_path / "live"), archive=archive).address
    page = open_page(f"{address}?lang=en#screen=recordings")
    page.get_by_role("link", name="evening").click()
    expect(page.locator("#replay-title")).to_contain_text("evening")
    page.goto("about:blank")
    page.goto(f"{address}?lang=en#screen=replay&recording=evening&finding={finding.id}")
    expect(page.locator("#replay-picture")).to_have_attribute("data-pts", str(finding.pts_us))
