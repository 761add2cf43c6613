"""How smoothly a long queue of findings scrolls, and how soon the dashboard is there: a real browser, a real server.

The findings are real: sessions with planted errors are dealt into the journals of many tables. Needs Playwright (extra
`dev`) and Debian's Chromium.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from statistics import quantiles
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from api.errors import InputError
from api.store.journal import Journal
from api.trials.running import known_tables, lay_out, running
from tracker.profile import load_profile
from tracker.simulate import perform, simulate

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAME: Final = "russian-blackjack"
ROUNDS: Final = 250
"""Rounds a table, each with an error planted."""
FOUND: Final = 0.95
"""So many of the errors are surely found: what a blackout or a doubtful round hides accuses nobody."""
FRAME_MS: Final = 1000 / 60
LOADS: Final = 7
FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--no-first-run")
READY_S: Final = 120.0

_WATCH_FOR_TABLES: Final = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector(".table-card")) return;
  performance.mark("pitwatch-ready");
  watcher.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
_READY: Final = "performance.getEntriesByName('pitwatch-ready')[0]?.startTime ?? 0"
_SCROLL: Final = """
async ([frames, step]) => {
  const list = document.querySelector(".queue-list");
  const gaps = [], work = [];
  const channel = new MessageChannel();
  const painted = () => new Promise((done) => { channel.port1.onmessage = done; channel.port2.postMessage(0); });
  let last = await new Promise(requestAnimationFrame);
  for (let k = 0; k < frames; k++) {
    list.scrollTop += step;
    const at = await new Promise(requestAnimationFrame);
    const from = performance.now();
    await painted();  // runs when the frame's scripts, styles, layout and paint are done
    gaps.push(at - last);
    work.push(performance.now() - from);
    last = at;
  }
  return { gaps, work, top: list.scrollTop };
}
"""


@dataclass(frozen=True, slots=True)
class Scrolling:
    """What was measured; times in milliseconds.

    Attributes:
        findings: in the queue.
        frames: that were scrolled.
        gap_p50, gap_p95, gap_worst: from one frame to the next.
        work_p50, work_p95: what a frame's own scripts, layout and paint took.
        in_time: share of frames whose work fits into a sixtieth of a second.
        dropped: share of frames that came a frame late or more.
        ready_p50, ready_worst: until the dashboard shows its tables, over some loads.
        start: until the server, stopped and started again, answers.
    """

    findings: int
    frames: int
    gap_p50: float
    gap_p95: float
    gap_worst: float
    work_p50: float
    work_p95: float
    in_time: float
    dropped: float
    ready_p50: float
    ready_worst: float
    start: float

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {name: round(value, 4) for name, value in asdict(self).items()}


def run_scrolling(
    folder: Path,
    *,
    findings: int,
    frames: int = 600,
    step_px: int = 90,
    progress: Callable[[float], None] = lambda _: None,
) -> Scrolling:
    """Deal findings into a data folder, serve it, scroll them.

    Args:
        folder: a data folder to fill.
        findings: at least so many.
        frames: how many frames to scroll.
        step_px: how far from frame to frame.
        progress: is told which part of the tables is dealt, 0..1.

    Raises:
        InputError: if there is no browser.
    """
    chromium = shutil.which("chromium")
    if chromium is None:
        raise InputError("expected Debian's chromium on the path to measure screens with")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError as error:
        raise InputError("expected Playwright to measure screens with: install the extra `dev`") from error
    _deal(folder, findings, progress)
    began = monotonic()
    with running(folder) as server, sync_playwright() as playwright:
        start_ms = (monotonic() - began) * 1000
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        address = f"http://{server.host}:{server.port}/?lang=en"
        ready = sorted(_ready_times(browser, address))
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        total = _open_queue(page, address)
        seen = page.evaluate(_SCROLL, [frames, step_px])
        browser.close()
    return _told(total, seen, ready, start_ms)


def _deal(folder: Path, findings: int, progress: Callable[[float], None]) -> None:
    profile = load_profile(GAME)
    names = lay_out(folder, ceil(findings / (ROUNDS * FOUND)))
    for number, name in enumerate(names):
        dealt = simulate(profile, rounds=ROUNDS, seed=number, errors=ROUNDS, table=name)
        with Journal(folder / name / "journal.db") as journal:
            journal.append(perform(dealt.history, profile).facts)
        progress((number + 1) / len(names))
    for table in known_tables(folder).tables.values():
        table.close()  # as a server that watched them leaves them


def _ready_times(browser: Browser, address: str) -> Iterator[float]:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.add_init_script(_WATCH_FOR_TABLES)
    for _ in range(LOADS):
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector(".table-card", timeout=READY_S * 1000)
        yield float(page.evaluate(_READY))
    page.close()


def _open_queue(page: Page, address: str) -> int:
    page.goto(f"{address}#screen=findings")
    page.wait_for_selector(".queue-row", timeout=READY_S * 1000)
    told = page.request.get(f"{address.split('?', maxsplit=1)[0]}api/v1/findings?limit=1").json()
    return int(told["total"])


def _told(total: int, seen: dict[str, Any], ready: list[float], start_ms: float) -> Scrolling:
    gaps, work = seen["gaps"], seen["work"]
    return Scrolling(
        findings=total,
        frames=len(gaps),
        gap_p50=_part(gaps, 50),
        gap_p95=_part(gaps, 95),
        gap_worst=max(gaps),
        work_p50=_part(work, 50),
        work_p95=_part(work, 95),
        in_time=sum(ms <= FRAME_MS for ms in work) / len(work),
        dropped=sum(ms > 1.5 * FRAME_MS for ms in gaps) / len(gaps),
        ready_p50=_part(ready, 50),
        ready_worst=ready[-1],
        start=start_ms,
    )


def _part(values: list[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1]
