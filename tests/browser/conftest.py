"""The real server on filmed tables, and Debian's Chromium."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from api.app import Server, address_of, create_app, listen
from api.archive.archive import AUDITS, Archive
from api.auth.door import Door
from api.auth.people import People
from api.auth.roles import Role
from api.catalogue import catalogue_of
from api.evidence.casebook import CaseBook
from api.live.feeder import Feeder
from api.live.station import Station
from api.routes.context import House
from api.store.feeds import chip_feed
from api.store.house_journal import HouseJournal
from api.upkeep.alarms import Alarm
from tests.browser.running import Open, Running, Serve
from tests.unit.api.audits import kept_audit
from tests.unit.api.films import Film
from tests.unit.api.hashing import CHEAP
from tracker.profile import load_profile

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
LONGEST_MS = 30_000
"""A machine that does other things, too, takes its time."""
expect.set_options(timeout=LONGEST_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here, and skip where there is no Chromium."""
    missing = not Path(CHROMIUM).exists()
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if missing:
                item.add_marker(pytest.mark.skip(reason="needs Debian's chromium"))


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start servers; they are stopped after the test."""
    started: list[tuple[Running, threading.Thread]] = []
    journals: list[HouseJournal] = []

    def start(
        station: Station,
        password: str | None = None,
        archive: Archive | None = None,
        troubles: Sequence[Alarm] = (),
    ) -> Running:
        door = None
        if password is not None:
            people = People(tmp_path / "people.db", CHEAP)
            people.add("anna", Role.SURVEILLANCE, password)
            door = Door(people)
        profiles = [table.session.profile for table in station.tables.values()]
        journal = HouseJournal(tmp_path / "house.db")
        journals.append(journal)
        house = House(
            station.hub,
            dict(station.tables),
            catalogue_of(profiles, model="oracle@1"),
            door,
            archive=archive,
            cases=CaseBook(journal, tmp_path / "cases"),
            troubles=(lambda: troubles,),
        )
        listener = listen("127.0.0.1", 0)
        server = Server(create_app(house), house)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        running = Running(address_of(listener), station, server)
        started.append((running, thread))
        return running

    yield start
    for running, thread in started:
        running.stop()
        thread.join(timeout=10)
        for table in running.station.tables.values():
            table.close()
    for journal in journals:
        journal.close()


@pytest.fixture(scope="session")
def watched_data(film: Film, switch_film: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the journals of two tables that watched their films to the end."""
    station = Station(tmp_path_factory.mktemp("watched"))
    for each in (switch_film, film):
        live = station.add(each.table, load_profile(each.table.profile))
        feed = chip_feed([each.chips], each.table.name)
        feeder = Feeder(live, each.eyes(), feed=feed)
        feeder.start()
        feeder.join()
        live.close()
    return station.data


@pytest.fixture
def station(watched_data: Path, film: Film, switch_film: Film, tmp_path: Path) -> Station:
    """The two tables as they stood when their films had ended, each with a picture, in a folder of the test's own."""
    data = tmp_path / "data"
    shutil.copytree(watched_data, data)
    station = Station(data)
    for each in (switch_film, film):
        live = station.add(each.table, load_profile(each.table.profile))
        source = each.open(each.oracle())
        frame = next(iter(source))
        live.picture_taken(frame.pts_us, frame.image())
        live.camera_is("live")
        source.close()
    return station


@pytest.fixture(scope="session")
def audited_data(film: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the audit of a film, `evening`."""
    data = tmp_path_factory.mktemp("audited")
    kept_audit(film, data, "evening")
    return data


@pytest.fixture
def archive(audited_data: Path, tmp_path: Path) -> Archive:
    """The audit as it was written, in a folder of the test's own."""
    shutil.copytree(audited_data / AUDITS, tmp_path / AUDITS)
    return Archive(tmp_path / AUDITS)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one module: Playwright keeps an event loop running, in which others could not run theirs."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Open pages; a test fails if any of them had an error on its console."""
    troubles: list[str] = []
    contexts = []

    def start(
        address: str, *, width: int = 1440, height: int = 900, language: str = "en", allow: str = ""
    ) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, locale=language)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LONGEST_MS)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console",
            lambda message: (
                troubles.append(message.text)
                if message.type in ("error", "warning") and not (allow and allow in message.text)
                else None
            ),
        )
        page.goto(address)
        return page

    yield start
    for context in contexts:
        context.close()
    assert troubles == [], "errors on the browser's console"
