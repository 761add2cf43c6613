"""A watched table in a real browser: its footage in the replayer, and how each of its cameras stands."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from api.archive.archive import AUDITS, Archive
from api.live.station import Station
from api.schemas import OneCameraView
from tests.browser.looks import looks_right
from tests.browser.running import LOOKS, Open, Serve
from tests.browser.waiting import wait_until
from tests.unit.api.films import Film
from tests.unit.api.watched import watched_folder


@pytest.fixture(scope="module")
def filmed_data(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a table that was watched over RTSP, and its camera's ring."""
    return watched_folder(film, tmp_path_factory.mktemp("filmed"), tmp_path_factory.mktemp("camera"))


def use_theme(page: Page, theme: str) -> None:
    page.evaluate(f"localStorage.setItem('pitwatch-theme', '{theme}')")
    page.reload()


@pytest.fixture
def filmed(filmed_data: Path, tmp_path: Path) -> Station:
    station = Station(Path(shutil.copytree(filmed_data, tmp_path / "data")))
    station.add_known()
    return station


def test_an_auditor_replays_a_watched_table_and_puts_a_card_right(
    serve: Serve, filmed: Station, film: Film, open_page: Open
) -> None:
    live = filmed.tables[film.table.name]
    archive = Archive(filmed.data / AUDITS, tables=filmed.tables)
    running = serve(filmed, archive=archive)
    page = open_page(f"{running.address}?lang=en#table={film.table.name}", allow="Canvas2D")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#replay-title")).to_contain_text(f"Table {film.table.name}, watched")
    picture, overlay = page.locator("#replay-picture"), page.locator("#overlay")
    expect(picture).not_to_have_attribute("data-pts", "")
    # To the planted mistake: picture and overlay are those of its moment, on the clock of the table's journal.
    finding = next(found for found in live.session.findings if found.pts_us)
    page.keyboard.press("n")
    expect(page.locator(".wrong[aria-pressed=true]")).to_be_visible()
    assert finding.pts_us is not None
    wait_until(
        page, f"Number(document.querySelector('#replay-picture').dataset.pts) > {finding.pts_us - 50_000}"
    )
    at_us = int(picture.get_attribute("data-pts") or 0)
    assert at_us <= finding.pts_us
    expect(overlay).to_have_attribute("data-pts", str(at_us))
    assert int(overlay.get_attribute("data-look") or 0) <= at_us
    page.keyboard.press(" ")
    wait_until(page, f"Number(document.querySelector('#replay-picture').dataset.pts) > {at_us + 300_000}")
    page.keyboard.press(" ")
    # What is put right stands in the table's own journal; one goes on looking at the same footage.
    rows = live.head().seq
    expect(page.locator(".wrong")).to_contain_text("Dealer drew on 17 or more")
    page.locator(".cards-read button", has_text="Dealer").first.click()
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="Clubs").click()
    expect(page.locator(".difference")).to_contain_text("vanishes: Dealer drew on 17 or more")
    assert live.head().seq > rows
    assert finding.id not in [found.id for found in live.session.findings]
    expect(page.locator("#footer")).to_contain_text("n / N findings")
    archive.close()


def test_footage_is_reviewed_blind(serve: Serve, filmed: Station, film: Film, open_page: Open) -> None:
    archive = Archive(filmed.data / AUDITS, tables=filmed.tables)
    running = serve(filmed, archive=archive)
    page = open_page(f"{running.address}?lang=en#screen=recordings")
    page.get_by_role("link", name=f"Table {film.table.name}, watched").click()
    expect(page.locator(".wrong").first).to_be_visible()
    page.get_by_role("button", name="Blind review").click()
    expect(page.locator(".wrong")).to_have_count(0)
    archive.close()


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_the_replayer_of_footage_looks_right(
    serve: Serve, filmed: Station, film: Film, open_page: Open, language: str, theme: str, tmp_path: Path
) -> None:
    archive = Archive(filmed.data / AUDITS, tables=filmed.tables)
    running = serve(filmed, archive=archive)
    for name, place in (
        ("list", "#screen=recordings"),
        ("replay", f"#screen=replay&recording=@{film.table.name}"),
    ):
        page = open_page(f"{running.address}?lang={language}{place}")
        use_theme(page, theme)
        expect(page.locator(".rows a, #overlay").first).to_be_attached()
        looks_right(page)
        assert Axe().run(page).response["violations"] == []
        page.screenshot(path=tmp_path / f"{name}-{language}-{theme}.png")
    archive.close()


CAMERAS = {
    "blind": ("1 of 2 cameras blind", "Не видит: 1 из 2 камер"),
    "lost": ("1 of 2 cameras lost", "Молчит: 1 из 2 камер"),
}


@pytest.mark.parametrize("state", ["blind", "lost"])
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_which_of_several_cameras_sees_stands_on_the_tile_and_beside_the_picture(
    serve: Serve, station: Station, open_page: Open, state: str, language: str, theme: str, tmp_path: Path
) -> None:
    running = serve(station)
    name, live = next(iter(station.tables.items()))
    reason = "covered" if state == "blind" else "lost"
    both = (
        OneCameraView(name="overhead", state="live", reason=""),
        OneCameraView.model_validate({"name": "side", "state": state, "reason": reason}),
    )
    live.cameras_are("live", "one camera of two", both)
    page = open_page(f"{running.address}?lang={language}")
    use_theme(page, theme)
    tile = page.locator(".table-card", has_text=name)
    expect(tile).to_contain_text(CAMERAS[state][language == "ru"])
    expect(page.locator(".cameras-out")).to_have_count(1)
    looks_right(page)
    page.screenshot(path=tmp_path / f"floor-{state}-{language}-{theme}.png")
    tile.click()
    cameras = page.locator(".cameras li")
    expect(cameras).to_have_count(2)
    expect(cameras.first).to_have_class(re.compile("live"))
    expect(cameras.last).to_have_class(re.compile("bad"))
    expect(cameras.last).to_contain_text("side: ")
    looks_right(page)
    assert Axe().run(page).response["violations"] == []
    page.screenshot(path=tmp_path / f"table-{state}-{language}-{theme}.png")
    live.cameras_are("live", "", (both[0], both[0].model_copy(update={"name": "side"})))
    expect(page.locator(".cameras li.bad")).to_have_count(0)


def test_each_screen_names_the_keys_that_work_on_it(
    serve: Serve, filmed: Station, film: Film, open_page: Open
) -> None:
    archive = Archive(filmed.data / AUDITS, tables=filmed.tables)
    running = serve(filmed, archive=archive)
    page = open_page(f"{running.address}?lang=en")
    shown = {
        "": ("1–9 tables", "1–9", "j"),
        f"#table={film.table.name}": ("j / k findings", "j", "N n"),
        "#screen=findings": ("j / k findings", "Home End", "N n"),
        f"#screen=replay&recording=@{film.table.name}": ("n / N findings", "N n", "j"),
        "#screen=recordings": ("? all keys", "?", "j"),
    }
    for place, (hint, named, absent) in shown.items():
        page.goto(f"{running.address}?lang=en{place}")
        expect(page.locator("#main")).to_be_visible()
        expect(page.locator("#footer")).to_contain_text(hint)
        page.keyboard.press("?")
        keys = page.locator("#help kbd").all_inner_texts()
        assert named in keys and absent not in keys, place
        page.keyboard.press("Escape")
    archive.close()
