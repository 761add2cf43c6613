"""Cases on screen: a finding's footage is kept, held, and leaves the house as a package that can be checked."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from api.archive.archive import Archive
from api.evidence.package_check import check_package
from api.live.station import Station
from api.upkeep.alarms import Alarm
from tests.browser.looks import looks_right
from tests.browser.running import LOOKS, Open, Serve
from tests.browser.waiting import wait_until


def test_a_finding_leaves_the_house_as_a_package_that_can_be_checked(
    serve: Serve, archive: Archive, tmp_path: Path, open_page: Open
) -> None:
    recorded = archive.get("evening")
    assert recorded is not None
    finding = recorded.session.findings[0].id
    address = serve(Station(tmp_path / "live"), archive=archive).address
    page = open_page(f"{address}?lang=en#screen=replay&recording=evening&finding={finding}")
    page.get_by_role("button", name="Keep in a case").click()
    page.get_by_role("button", name="Open a new case").click()
    expect(page.locator("#case .pins li")).to_contain_text("Dealer drew on 17 or more")
    page.locator("#case video").evaluate("(video) => { video.preload = 'auto'; video.load(); }")
    wait_until(page, "document.querySelector('#case video').duration > 1")
    page.get_by_role("button", name="Hold footage").click()
    expect(page.locator("#case .chip.warn")).to_have_text("Legal hold")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export the package").click()
    package = tmp_path / download.value.suggested_filename
    download.value.save_as(package)
    assert check_package(package).whole
    page.reload()
    expect(page.locator("#case")).to_contain_text("Packages that were exported")


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_cases_and_alarms_of_the_house_look_right_and_axe_finds_nothing(
    serve: Serve, archive: Archive, tmp_path: Path, open_page: Open, language: str, theme: str
) -> None:
    full = Alarm("disk-full", "/var/lib/pitwatch", "the disk is full", time.time() - 125)
    address = serve(Station(tmp_path / "live"), archive=archive, troubles=[full]).address
    page = open_page(f"{address}?lang={language}", width=1440, height=900)
    page.evaluate(f"localStorage.setItem('pitwatch-theme', '{theme}')")
    page.evaluate(
        """fetch("/api/v1/cases", { method: "POST", body: JSON.stringify({ title: "=1+1 <b>late bets</b>" }),
             headers: { "Content-Type": "application/json", "Idempotency-Key": "one-and-only" } })"""
    )
    page.goto("about:blank")
    page.goto(f"{address}?lang={language}#screen=cases")
    expect(page.locator("#case-title")).to_have_text("=1+1 <b>late bets</b>")
    expect(page.locator(".house-alarms")).to_contain_text("/var/lib/pitwatch")
    for width, height in ((1440, 900), (1024, 768), (720, 450)):
        page.set_viewport_size({"width": width, "height": height})
        looks_right(page)
    found = Axe().run(page).response["violations"]
    assert [(v["id"], [n["html"][:160] for n in v["nodes"]]) for v in found] == [], theme


LOSES_THE_FIRST_ANSWER = """
const send = window.fetch;
window.keys = [];
window.fetch = async (path, request) => {
  const answer = await send(path, request);
  if (String(path).endsWith("/notes")) window.keys.push(request.headers["Idempotency-Key"]);
  if (window.keys.length === 1) throw new TypeError("the connection broke before the answer came");
  return answer;
};
"""


def test_a_note_whose_answer_is_lost_is_sent_again_and_written_once_and_a_refusal_speaks_ones_language(
    serve: Serve, archive: Archive, tmp_path: Path, open_page: Open
) -> None:
    address = serve(Station(tmp_path / "live"), archive=archive).address
    page = open_page("about:blank", allow="ailed to load resource")
    page.request.post(
        f"{address}api/v1/cases", data={"title": "Box 1"}, headers={"Idempotency-Key": "one-and-only"}
    )
    page.add_init_script(LOSES_THE_FIRST_ANSWER)
    page.goto(f"{address}?lang=ru#screen=cases")
    page.get_by_label("Примечание").fill("seen twice?")
    page.get_by_role("button", name="Записать").click()
    expect(page.locator("#case")).to_contain_text("seen twice?")
    first, second = page.evaluate("keys")
    assert first == second
    (case,) = page.request.get(f"{address}api/v1/cases").json()
    assert [note["text"] for note in case["notes"]] == ["seen twice?"]

    note = page.get_by_label("Примечание")
    note.evaluate("(field) => field.removeAttribute('maxlength')")
    note.fill("x" * 4001)
    page.get_by_role("button", name="Записать").click()
    expect(page.locator("#case [role=alert]")).to_have_text("Так не подходит: проверьте введённое. (note)")
