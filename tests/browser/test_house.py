"""The other screens in a real browser: the floor, the queue of findings, people, the dealer's tablet."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from api.live.station import Station
from api.store.journal import read_entries
from tests.browser.looks import looks_right
from tests.browser.running import LOOKS, Open, Serve
from tracker.facts import ChipsSeen, Correction, FindingHandled, FloorCalled

SCREENS = ["", "#screen=findings", "#screen=tablet&table=BJ-05"]


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_every_screen_looks_right_and_axe_finds_nothing(
    serve: Serve, station: Station, open_page: Open, language: str, theme: str
) -> None:
    address = serve(station).address
    page = open_page(f"{address}?lang={language}", width=1024, height=768)
    page.evaluate(f"localStorage.setItem('pitwatch-theme', '{theme}')")
    for screen in SCREENS:
        page.goto("about:blank")
        page.goto(f"{address}?lang={language}{screen}")
        expect(page.locator("#main")).to_be_visible()
        expect(page.locator(".table-card, .queue-row, .seat").first).to_be_visible()
        looks_right(page)
        found = Axe().run(page).response["violations"]
        assert [(v["id"], [n["html"][:160] for n in v["nodes"]]) for v in found] == [], (screen, theme)


def test_twice_the_size_still_fits(serve: Serve, station: Station, open_page: Open) -> None:
    address = serve(station).address
    page = open_page(f"{address}?lang=ru", width=720, height=450)
    for screen in SCREENS:
        page.goto("about:blank")
        page.goto(f"{address}?lang=ru{screen}")
        expect(page.locator(".table-card, .queue-row, .seat").first).to_be_visible()
        looks_right(page)


def test_the_floor_leads_to_a_table(serve: Serve, station: Station, open_page: Open) -> None:
    page = open_page(f"{serve(station).address}?lang=en")
    expect(page.locator(".table-card")).to_have_count(2)
    page.get_by_role("link", name=re.compile("BJ-07")).click()
    expect(page.locator("#picture")).to_be_visible()
    assert "table=BJ-07" in page.url
    page.go_back()
    expect(page.locator(".table-card")).to_have_count(2)


def test_a_finding_is_handled_by_keyboard_alone_and_the_journal_keeps_it(
    serve: Serve, station: Station, open_page: Open
) -> None:
    page = open_page(f"{serve(station).address}?lang=en#screen=findings")
    expect(page.locator(".finding[aria-current=true]")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator(".handling .chip").first).to_have_text("Seen")
    page.get_by_label("Note", exact=True).fill("shown to the dealer")
    page.get_by_role("heading", name=re.compile("."), level=3).first.click()
    page.keyboard.press("e")
    page.keyboard.press("5")
    expect(page.locator(".handling .chip").first).to_have_text("Resolved")
    steps = [
        entry.fact.body
        for table in station.tables.values()
        for entry in read_entries(table.journal_path)
        if isinstance(entry.fact.body, FindingHandled)
    ]
    assert [(body.step, body.note) for body in steps] == [
        ("acknowledge", ""),
        ("resolve", "shown to the dealer"),
    ]


def test_many_are_resolved_at_once_with_a_reason(serve: Serve, station: Station, open_page: Open) -> None:
    page = open_page(f"{serve(station).address}?lang=en#screen=findings")
    expect(page.locator(".queue-row").first).to_be_visible()
    count = page.locator(".queue-row").count()
    for _ in range(count):
        page.keyboard.press("x")
        page.keyboard.press("j")
    expect(page.locator(".bulk")).to_contain_text(f"Marked: {count}")
    page.locator(".bulk input").fill("all spoken about")
    page.locator(".bulk button").click()
    page.get_by_label("State").select_option("resolved")
    expect(page.locator("#queue-title")).to_have_text(f"Findings: {count}")
    assert "state=resolved" in page.url


def test_a_bet_is_entered_by_chips_and_a_card_corrected_in_two_taps(
    serve: Serve, station: Station, open_page: Open
) -> None:
    live = station.tables["BJ-07"]
    page = open_page(f"{serve(station).address}?lang=en#screen=tablet&table=BJ-07", width=1024, height=768)
    page.get_by_role("button", name="Bets").click()
    page.get_by_role("button", name="Box 4").click()
    for value in ("25", "25", "5"):
        page.get_by_role("button", name=value, exact=True).click()
    expect(page.locator(".bet-amount")).to_have_text("€55")
    page.get_by_role("button", name="Enter").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Dispute").click()
    expect(page.get_by_text("Not sent yet")).to_be_hidden()
    bodies = [entry.fact.body for entry in read_entries(live.journal_path)]
    assert ChipsSeen(spot="4.1", amount=5500) in bodies
    assert FloorCalled(reason="dispute", by="local") in bodies
    assert not any(isinstance(body, Correction) for body in bodies)


def test_what_is_entered_without_a_connection_is_kept_and_sent_once(
    serve: Serve, station: Station, open_page: Open
) -> None:
    live = station.tables["BJ-07"]
    page = open_page(f"{serve(station).address}?lang=en#screen=tablet&table=BJ-07", allow="ERR_")
    expect(page.locator("#prompt")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Call the floor").click()
    page.get_by_role("button", name="Misdeal").click()
    expect(page.get_by_text("Not sent yet: 1")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Not sent yet: 1")).to_be_hidden(timeout=15_000)
    bodies = [entry.fact.body for entry in read_entries(live.journal_path)]
    assert bodies.count(FloorCalled(reason="misdeal", by="local")) == 1


def test_a_tablet_with_an_old_state_locks(serve: Serve, station: Station, open_page: Open) -> None:
    running = serve(station)
    page = open_page(f"{running.address}?lang=en#screen=tablet&table=BJ-07", allow="ERR_")
    expect(page.locator(".seat").first).to_be_visible()
    running.stop()
    expect(page.locator("#prompt strong")).to_contain_text("No connection for", timeout=15_000)
    expect(page.locator(".seat")).to_have_count(0)
