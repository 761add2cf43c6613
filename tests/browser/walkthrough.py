"""The way of a new user, walked in a real browser, with a picture of each step: `python -m tests.browser.walkthrough`.

It runs the commands of docs/walkthrough.md on a film made for it: with the shipped model, at the film's own speed.
"""

from __future__ import annotations

import argparse
import html
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.processes import free_port, running
from tests.browser.waiting import wait_until

SCREENS: Final = Path(__file__).parents[2] / "docs" / "screens"
FILM: Final = (
    "simulate --profile blackjack-switch --rounds 3 --planted 1 --kind underpaid --seed 16 --out film --video"
    " --height 720"
)
WATCH: Final = (
    "watch film/table.toml --source film/session.mp4 --facts film/chips.facts.jsonl --data house"
    " --port {port}"
)
AUDIT: Final = "audit film/session.mp4 --table film/table.toml --facts film/chips.facts.jsonl --data house"
COLOURS: Final = 256
"""A picture of a screen needs no more; so all of them together stay small."""
LONG_S: Final = 300.0


def main() -> None:
    """Walk, and write the pictures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=SCREENS)
    options.add_argument("--film", type=Path, help="a folder that `pitwatch simulate` wrote before")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        if chosen.film:
            shutil.copytree(chosen.film, home / "film")
        else:
            pitwatch(FILM.split(), home)
        walk(home, chosen.out)


def walk(home: Path, out: Path) -> None:
    """Watch the film, find the mispay, rule on it, export it, verify it; then audit the film and replay it."""
    out.mkdir(parents=True, exist_ok=True)
    port = free_port()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1180, "height": 860}, locale="en")
        page.set_default_timeout(LONG_S * 1000)
        expect.set_options(timeout=LONG_S * 1000)
        with running(WATCH.format(port=port).split(), home, port):
            watch(page, f"http://127.0.0.1:{port}/?lang=en", out)
            package = export(page, home, out)
        said = pitwatch(["verify", package.name], package.parent)
        show_terminal(page, f"$ pitwatch verify {package.name}\n{said}")
        keep(page, out / "6-verified.png")
        pitwatch(AUDIT.split(), home, may_find=True)
        with running(["serve", "--data", "house", "--port", str(port)], home, port):
            replay(page, f"http://127.0.0.1:{port}/?lang=en", out)
        browser.close()


def watch(page: Page, address: str, out: Path) -> None:
    """See the table being dealt, until the finding is there."""
    page.goto(address)
    page.locator(".table-card .chip.live").wait_for()
    wait_until(page, "/[1-9]/.test(document.querySelector('.table-card dd').textContent)", longest_s=LONG_S)
    keep(page, out / "1-floor.png")
    page.locator(".table-card").click()
    page.locator(".card-mark").nth(11).wait_for(state="attached")
    keep(page, out / "2-table.png")
    page.locator(".finding", has_text="Player got too little").first.wait_for()
    page.goto(f"{address}#screen=findings")
    page.locator(".detail h3", has_text="Player got too little").wait_for()
    wait_until(page, "document.querySelector('.detail .still img')?.complete", longest_s=LONG_S)
    keep(page, out / "3-finding.png")
    page.get_by_role("button", name="Rule: pay").click()
    page.locator(".detail .chip", has_text="Ruled: pay").wait_for()
    page.keyboard.press("v")
    page.locator(".detail [aria-pressed=true]").wait_for()
    page.locator(".detail").evaluate("(detail) => detail.scrollTo(0, 0)")
    keep(page, out / "4-ruled.png")


def export(page: Page, home: Path, out: Path) -> Path:
    """Keep the finding in a case, and export the case into another folder."""
    page.get_by_role("button", name="Keep in a case").click()
    page.get_by_role("button", name="Open a new case").click()
    page.locator("#case .pins li").wait_for()
    page.wait_for_timeout(1000)
    keep(page, out / "5-case.png")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export the package").click()
    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    package = elsewhere / download.value.suggested_filename
    download.value.save_as(package)
    return package


def replay(page: Page, address: str, out: Path) -> None:
    """Look at the finding again in the recording."""
    page.goto(f"{address}#screen=recordings")
    page.get_by_role("link", name="session").click()
    page.locator("#overlay").wait_for(state="attached")
    page.keyboard.press("n")
    page.locator(".wrong[aria-pressed=true]").wait_for()
    page.locator(".charts canvas").first.wait_for()
    page.wait_for_timeout(1000)
    keep(page, out / "7-replay.png", whole=True)


def keep(page: Page, path: Path, *, whole: bool = False) -> None:
    """Write a small picture of what is shown; `whole`: of what one sees by scrolling, too."""
    picture = Image.open(io.BytesIO(page.screenshot(full_page=whole))).convert("RGB")
    picture.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)


def show_terminal(page: Page, text: str) -> None:
    """Show what a command printed as a page."""
    style = "background:#0c1411;color:#e8eeea;font:15px/1.5 monospace;padding:24px;white-space:pre-wrap"
    page.goto("about:blank")
    page.set_content(f'<body style="margin:0;{style}">{html.escape(text)}</body>')


def pitwatch(arguments: Sequence[str], folder: Path, *, may_find: bool = False) -> str:
    """Run a command of pitwatch in a folder, with a data folder of its own; returns what it printed."""
    env = {**os.environ, "XDG_DATA_HOME": str(folder / "own"), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "api", *arguments]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode not in ((0, 1) if may_find else (0,)):
        raise SystemExit(f"pitwatch {' '.join(arguments)}: {done.stderr}")
    return re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)


if __name__ == "__main__":
    main()
