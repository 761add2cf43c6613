"""The audit replayer in a real browser."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from api.archive.archive import AUDITS, Archive
from api.archive.views import cards_of
from api.audit.record import RECORD
from api.live.station import Station
from api.routes.facts import correction_of
from tests.browser.looks import looks_right
from tests.browser.numbered import READ_NUMBER, numbered_audit
from tests.browser.running import LOOKS, Open, Serve
from tests.browser.waiting import wait_until
from tests.unit.api.audits import unfilmed_audit

REPLAY = "#screen=replay&recording=evening"

WATCH = f"""
async ([times, ms]) => {{
  const number = {READ_NUMBER};
  const canvas = document.querySelector("#replay-picture");
  const seen = new Set();
  const wrong = [];
  const until = performance.now() + ms;
  while (performance.now() < until) {{
    await new Promise(requestAnimationFrame);
    const k = number(canvas);
    const overlay = document.querySelector("#overlay");
    seen.add(k);
    const corner = overlay ? Number(overlay.querySelector("polygon").getAttribute("points").split(",")[0]) - 100 : null;
    const at = Number(canvas.dataset.pts);
    if (Math.abs(at - times[k]) > 999 || corner !== k) wrong.push([k, at, corner]);
  }}
  return {{ seen: seen.size, wrong }};
}}
"""


@pytest.fixture
def replayer(serve: Serve, archive: Archive, tmp_path: Path) -> str:
    """The address of a server that has the audit of a film."""
    return serve(Station(tmp_path / "live"), archive=archive).address


@pytest.mark.parametrize("speed", [1, 4])
def test_while_playing_the_overlay_is_that_of_the_very_picture_that_is_shown(
    serve: Serve, open_page: Open, tmp_path: Path, speed: float
) -> None:
    times = numbered_audit(tmp_path)
    running = serve(Station(tmp_path), archive=Archive(tmp_path / AUDITS))
    page = open_page(f"{running.address}?lang=en#screen=replay&recording=numbered&t=0", allow="Canvas2D")
    expect(page.locator("#overlay polygon")).to_be_attached()
    page.get_by_label("Speed").select_option(str(speed))
    page.keyboard.press(" ")
    wait_until(page, "Number(document.querySelector('#replay-picture').dataset.pts) > 0")
    seen = page.evaluate(WATCH, [times, 1800])
    assert seen["wrong"] == []
    assert seen["seen"] > 15


def test_paused_every_single_picture_can_be_stepped_to_and_has_its_own_overlay(
    serve: Serve, open_page: Open, tmp_path: Path
) -> None:
    times = numbered_audit(tmp_path, pictures=40)
    running = serve(Station(tmp_path), archive=Archive(tmp_path / AUDITS))
    page = open_page(f"{running.address}?lang=en#screen=replay&recording=numbered&t=0", allow="Canvas2D")
    expect(page.locator("#overlay polygon")).to_be_attached()
    for key, numbers in ((".", range(1, 6)), (",", range(4, -1, -1))):
        for number in numbers:
            page.keyboard.press(key)
            expect(page.locator("#replay-picture")).to_have_attribute("data-pts", str(times[number]))
            assert page.locator("#replay-picture").evaluate(READ_NUMBER) == number
            corner = page.locator("#overlay polygon").first.get_attribute("points")
            assert corner and corner.startswith(f"{100 + number},")


def test_steps_by_action_round_and_finding_and_the_address_keeps_the_place(
    replayer: str, archive: Archive, open_page: Open
) -> None:
    recorded = archive.get("evening")
    assert recorded is not None
    finding = str(recorded.session.findings[0].pts_us)
    page = open_page(f"{replayer}?lang=en{REPLAY}")
    picture = page.locator("#replay-picture")
    expect(page.locator("#overlay")).to_be_attached()
    page.keyboard.press("]")
    expect(page.locator(".happened tr[aria-current=step]")).to_be_visible()
    page.keyboard.press("n")
    expect(picture).to_have_attribute("data-pts", finding)
    expect(page.locator(".wrong[aria-pressed=true]")).to_be_visible()
    page.keyboard.press("]")
    expect(page.locator(".card-mark.meant").first).to_be_attached()
    page.keyboard.press("PageDown")
    expect(page.locator("#replay-round-title")).to_have_text("Round 2")
    page.keyboard.press("N")
    expect(picture).to_have_attribute("data-pts", finding)
    page.wait_for_url(re.compile(f"t={finding}"))
    page.reload()
    expect(picture).to_have_attribute("data-pts", finding)
    expect(page.locator(".wrong[aria-pressed=true]")).to_be_visible()


def test_pauses_between_rounds_are_skipped(replayer: str, archive: Archive, open_page: Open) -> None:
    recorded = archive.get("evening")
    assert recorded is not None
    first, second = (judged.told for judged in recorded.session.rounds)
    page = open_page(f"{replayer}?lang=en{REPLAY}&t={first.end_us + 10_000}")
    expect(page.locator("#replay-picture")).not_to_have_attribute("data-pts", "")
    page.keyboard.press("d")
    page.keyboard.press("+")
    page.keyboard.press(" ")
    wait_until(page, f"document.querySelector('#replay-picture').dataset.pts >= {second.start_us}")
    page.keyboard.press(" ")


def test_a_corrected_card_changes_the_verdict_before_ones_eyes(replayer: str, open_page: Open) -> None:
    page = open_page(f"{replayer}?lang=en{REPLAY}")
    expect(page.locator(".wrong")).to_contain_text("Dealer drew on 17 or more")
    page.locator(".cards-read button", has_text="Dealer").first.click()
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_role("button", name="Clubs").click()
    expect(page.locator(".difference")).to_contain_text("vanishes: Dealer drew on 17 or more")
    expect(page.locator(".cards-read")).to_contain_text("read as")
    expect(page.locator(".wrong", has_text="Dealer drew on 17 or more")).to_have_count(0)


def test_judged_by_other_rules_the_difference_is_told(replayer: str, open_page: Open) -> None:
    page = open_page(f"{replayer}?lang=en{REPLAY}")
    page.locator(".rejudge select").select_option("profile=blackjack-switch")
    expect(page.locator(".difference strong")).to_contain_text("Russian Blackjack → Blackjack Switch")
    expect(page.locator(".difference .rows li").first).to_be_visible()


def test_compared_with_another_audit_of_the_film_the_difference_is_told(
    serve: Serve, archive: Archive, open_page: Open, tmp_path: Path
) -> None:
    shutil.copytree(tmp_path / AUDITS / "evening", tmp_path / AUDITS / "other-model")
    other = tmp_path / AUDITS / "other-model" / RECORD
    other.write_text(other.read_text().replace("oracle@1", "oracle@2"))
    recorded = archive.get("other-model")
    assert recorded is not None
    dealer = next(card for card in cards_of(recorded.session.rounds[0], recorded) if card.place == "d")
    misread = correction_of(
        {fact.id: fact for fact in recorded.facts}.get,
        dealer.fact,
        "2c",
        by="reader",
        reason="as another model read it",
    )
    recorded.enter([misread], source="reader")

    running = serve(Station(tmp_path / "live"), archive=archive)
    page = open_page(f"{running.address}?lang=en{REPLAY}")
    choice = page.locator(".rejudge select")
    expect(choice.locator("optgroup").last).to_have_attribute("label", "As another audit read it")
    expect(choice.locator("optgroup").last.locator("option")).to_have_text(
        ["other-model: oracle@2, Russian Blackjack"]
    )
    choice.select_option("other=other-model")
    expect(page.locator(".difference strong")).to_contain_text("oracle@1, russian-blackjack → oracle@2")
    expect(page.locator(".difference")).to_contain_text("vanishes: Dealer drew on 17 or more")
    looks_right(page)


def test_bets_against_the_count_and_errors_over_time_are_drawn_and_lead_to_their_rounds(
    serve: Serve, open_page: Open, tmp_path: Path
) -> None:
    unfilmed_audit(tmp_path, "shift", rounds=25, seed=3, game="blackjack-s17-peek")
    running = serve(Station(tmp_path), archive=Archive(tmp_path / AUDITS))
    page = open_page(f"{running.address}?lang=en#screen=replay&recording=shift", allow="409")
    told = page.request.get(f"{running.address}api/v1/recordings/shift/charts").json()
    charts = page.locator(".charts")
    expect(charts.locator("canvas")).to_have_count(2)
    assert all(_has_ink(canvas) for canvas in charts.locator("canvas").all())
    charts.get_by_text("As a table").first.click()
    expect(charts.locator("tbody").first.locator("tr")).to_have_count(25)
    second = told["bets"][1]
    charts.get_by_label("Player").select_option("1")
    expect(charts).to_contain_text(
        f"{second['slope']} smallest bets for one more of the count, n = {len(second['counts'])}"
    )
    over = charts.locator(".u-over").first
    box = over.bounding_box()
    assert box is not None
    over.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
    expect(page.locator("#replay-round-title")).to_have_text("Round 25")
    charts.get_by_text("As a table").last.click()
    for theme in ("dark", "light", "dim"):
        page.evaluate(f"localStorage.setItem('pitwatch-theme', '{theme}')")
        page.goto("about:blank")
        page.goto(f"{running.address}?lang=ru#screen=replay&recording=shift")
        expect(charts.locator("canvas")).to_have_count(2)
        for width, height in ((1440, 900), (720, 450)):
            page.set_viewport_size({"width": width, "height": height})
            looks_right(page)
        found = Axe().run(page).response["violations"]
        assert [(v["id"], [n["html"][:160] for n in v["nodes"]]) for v in found] == [], theme


def _has_ink(canvas: Locator) -> bool:
    drawn: bool = canvas.evaluate(
        "c => c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v > 0)"
    )
    return drawn


def test_blind_review_hides_every_finding_until_one_has_judged(replayer: str, open_page: Open) -> None:
    page = open_page(f"{replayer}?lang=en{REPLAY}")
    expect(page.locator(".wrong, .flag").first).to_be_visible()
    page.get_by_role("button", name="Blind review").click()
    expect(page.locator(".review")).to_contain_text("Judge this round yourself")
    assert page.locator(".wrong, .flag, .due").count() == 0
    page.get_by_role("button", name="Error", exact=True).click()
    expect(page.locator(".review")).to_contain_text("judged blind")
    expect(page.locator(".wrong").first).to_be_visible()


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_the_replayer_looks_right_and_axe_finds_nothing(
    replayer: str, open_page: Open, language: str, theme: str
) -> None:
    page = open_page(f"{replayer}?lang={language}", width=1440, height=900)
    page.evaluate(f"localStorage.setItem('pitwatch-theme', '{theme}')")
    sizes = ((1440, 900), (1024, 768), (720, 450))
    for screen, there in ((REPLAY, ".wrong"), ("#screen=recordings", ".rows li")):
        page.goto("about:blank")
        page.goto(f"{replayer}?lang={language}{screen}")
        expect(page.locator(there).first).to_be_visible()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            looks_right(page)
        found = Axe().run(page).response["violations"]
        assert [(v["id"], [n["html"][:160] for n in v["nodes"]]) for v in found] == [], (screen, theme)
