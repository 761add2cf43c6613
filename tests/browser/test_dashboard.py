"""The dashboard in a real browser: what people see, in both languages, at a desk and on a tablet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from api.live.station import Station
from tests.browser.looks import cut_texts, overlapping_texts, small_targets
from tests.browser.running import Open, Serve
from tests.unit.api.films import Film
from tracker.codes import CODES
from tracker.profile import load_profile

SIZES = {"desktop": (1440, 900), "tablet": (1024, 768)}
RAW = re.compile(
    r"\bd (deal|turn|pay|take|push|clear|stand)\b|\b[1-7]\.(side|insurance)|\b[A2-9TJQK][cdhs]\b"
    r"|blackjack-switch|undefined|NaN"
)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("table", ["BJ-05", "BJ-07"])
def test_nothing_overlaps_is_cut_or_speaks_in_codes(
    serve: Serve,
    station: Station,
    open_page: Open,
    language: str,
    size: str,
    table: str,
) -> None:
    width, height = SIZES[size]
    running = serve(station)
    page = open_page(f"{running.address}?lang={language}#table={table}", width=width, height=height)
    expect(page.locator(".seat.dealer .mini").first).to_be_visible()
    expect(page.locator("#live-picture")).to_be_visible()
    assert overlapping_texts(page) == []
    assert cut_texts(page) == []
    assert small_targets(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    text = page.locator("body").inner_text()
    assert not RAW.search(text), RAW.search(text)
    assert not [code for code in CODES if "-" in code and code in text]
    assert bool(re.search("[А-я]{4}", text)) is (language == "ru")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_axe_finds_nothing(serve: Serve, station: Station, open_page: Open, language: str) -> None:
    page = open_page(f"{serve(station).address}?lang={language}#table=BJ-05")
    expect(page.locator(".finding").first).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found] == []


def test_findings_show_their_still_and_keys_lead_through_them(
    serve: Serve, station: Station, open_page: Open
) -> None:
    page = open_page(f"{serve(station).address}?lang=en#table=BJ-05")
    rows = page.locator(".finding")
    expect(rows.first).to_have_attribute("aria-current", "true")
    natural = page.locator(".detail .still img").evaluate(
        "async (image) => { await image.decode(); return image.naturalWidth; }"
    )
    assert natural == 640
    count = rows.count()
    for _ in range(count + 2):
        page.keyboard.press("j")
    expect(rows.nth(count - 1)).to_have_attribute("aria-current", "true")
    page.keyboard.press("k")
    expect(rows.nth(max(0, count - 2))).to_have_attribute("aria-current", "true")
    assert "finding=" in page.url
    page.keyboard.press("Enter")
    expect(page.locator("#still")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#still")).to_be_hidden()


def test_keys_choose_table_language_and_help(serve: Serve, station: Station, open_page: Open) -> None:
    page = open_page(f"{serve(station).address}?lang=en")
    expect(page.locator(".table-card")).to_have_count(2)
    page.keyboard.press("2")
    expect(page.locator(".tables [aria-current=page]")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#table=BJ-07")
    expect(page.get_by_role("link", name="BJ-07")).to_have_attribute("aria-current", "page")
    page.keyboard.press("l")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(page.locator("#findings-title")).to_have_text("Нарушения")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    assert overlapping_texts(page.locator("#help").page) is not None
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")  # the address says so
    page.goto(page.url.replace("?lang=en", ""))
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_severity_is_told_without_colour(serve: Serve, station: Station, open_page: Open) -> None:
    page = open_page(f"{serve(station).address}?lang=en#table=BJ-05")
    expect(page.locator(".finding").first).to_be_visible()
    for row in page.locator(".finding").all():
        word = row.locator("svg.mark").get_attribute("aria-label")
        assert word in ("Alarm", "Error", "Check", "Note")
        assert row.locator(".where").inner_text().startswith(word)


def test_an_old_picture_is_greyed_with_its_age_and_gives_no_advice(
    serve: Serve, station: Station, open_page: Open
) -> None:
    live = station.tables["BJ-05"]
    live._seen_at = live._clock() - 42
    live.camera_is("live")
    page = open_page(f"{serve(station).address}?lang=en#table=BJ-05")
    expect(page.locator("#picture")).to_have_class(re.compile("stale"))
    expect(page.locator("#banner")).to_contain_text(re.compile(r"No new picture for 4\d s"))
    expect(page.locator(".frame .age")).to_contain_text(re.compile(r"4\d s"))
    expect(page.locator("#prompt strong")).to_have_text("The table is not seen")
    assert overlapping_texts(page) == []


def test_a_lost_camera_is_told(serve: Serve, station: Station, open_page: Open) -> None:
    station.tables["BJ-05"].camera_is("lost", "no answer")
    page = open_page(f"{serve(station).address}?lang=ru#table=BJ-05")
    expect(page.locator("#banner")).to_contain_text("Камера не отвечает")
    expect(page.locator(".chip.bad")).to_contain_text("Камера молчит")


def test_a_table_whose_footage_is_not_kept_here_offers_no_replay(
    serve: Serve, station: Station, open_page: Open
) -> None:
    page = open_page(f"{serve(station).address}?lang=en#table=BJ-05")
    expect(page.locator("#picture-title")).to_be_visible()
    assert page.get_by_role("link", name="Replay").count() == 0


def test_a_table_without_rounds_says_what_it_waits_for(
    serve: Serve, film: Film, tmp_path: Path, open_page: Open
) -> None:
    station = Station(tmp_path / "empty")
    station.add(film.table, load_profile(film.table.profile))
    page = open_page(f"{serve(station).address}?lang=en#table=BJ-07")
    expect(page.locator("#round")).to_contain_text("No round has begun")
    expect(page.locator("#findings")).to_contain_text("No dealing error so far")
    expect(page.locator(".veil")).to_have_text("Waiting for the first picture")
    assert overlapping_texts(page) == []


def test_a_server_that_goes_away_is_told_and_found_again(
    serve: Serve, station: Station, open_page: Open
) -> None:
    running = serve(station)
    page = open_page(f"{running.address}?lang=en#table=BJ-05", allow="ERR_")
    expect(page.locator(".finding").first).to_be_visible()
    running.stop()
    expect(page.locator("#banner")).to_contain_text("Connection to the server lost")
    expect(page.locator(".finding").first).to_be_visible()


def test_changes_arrive_by_themselves(serve: Serve, station: Station, open_page: Open) -> None:
    page = open_page(f"{serve(station).address}?lang=en#table=BJ-05")
    expect(page.locator(".chip.live")).to_be_visible()
    station.tables["BJ-05"].camera_is("ended")
    expect(page.locator("#prompt strong")).to_have_text("The recording is over")


def test_signing_in(serve: Serve, station: Station, open_page: Open) -> None:
    running = serve(station, password="correct horse")
    page = open_page(f"{running.address}?lang=en#table=BJ-05", allow="status of 40")
    expect(page.locator("#sign-in")).to_be_visible()
    expect(page.locator(".finding")).to_have_count(0)
    page.fill("#name", "anna")
    page.fill("#password", "wrong horse")
    page.keyboard.press("Enter")
    expect(page.locator("#sign-in [role=alert]")).to_have_text("Name and password do not belong together.")
    page.fill("#password", "correct horse")
    page.keyboard.press("Enter")
    expect(page.locator(".finding").first).to_be_visible()
    expect(page.locator("#sign-in")).to_be_hidden()


def test_the_source_is_offered_even_before_signing_in(
    serve: Serve, station: Station, open_page: Open
) -> None:
    page = open_page(f"{serve(station, password='correct horse').address}?lang=en", allow="status of 40")
    expect(page.locator("#footer a")).to_have_attribute("href", re.compile("^https://"))
