"""What can be seen wrong on a page without eyes: texts over each other, texts cut off, targets too small."""

from __future__ import annotations

from playwright.sync_api import Page

_TEXTS = """
() => {
  const clip = (rect, element) => {
    let { left, top, right, bottom } = rect;
    for (let up = element; up; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible" && getComputedStyle(up).overflowY === "visible") continue;
      const box = up.getBoundingClientRect();
      left = Math.max(left, box.left); top = Math.max(top, box.top);
      right = Math.min(right, box.right); bottom = Math.min(bottom, box.bottom);
    }
    return { left, top, right, bottom };
  };
  const texts = [];
  // What a dialog covers is not read.
  const seen = document.querySelector("dialog[open]") ?? document.body;
  const walker = document.createTreeWalker(seen, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const isShown = node.data.trim() && element.checkVisibility();
    if (!isShown || element.closest("svg, .visually-hidden, noscript, script")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const { left, top, right, bottom } = clip(rect, element);
      if (right - left > 1 && bottom - top > 1) texts.push({ text: node.data.trim(), left, top, right, bottom });
    }
  }
  return texts;
}
"""

_CUT = """
() => [...document.querySelectorAll("header *, section *, footer *, dialog[open] *")]
  .filter((e) => e.childNodes.length && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => !e.closest("svg, .mini, .visually-hidden") && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
  .map((e) => e.textContent.trim())
"""

_SMALL = """
(least) => [...document.querySelectorAll("button")]
  .filter((e) => e.checkVisibility())
  .map((e) => [e.getAttribute("aria-label") || e.textContent.trim(), e.getBoundingClientRect()])
  .filter(([, box]) => box.width < least || box.height < least)
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)
"""

SLACK_PX = 2.0


def looks_right(page: Page) -> None:
    """Fail if a page's texts overlap or are cut off, a target is too small, or it has to be scrolled sideways."""
    assert overlapping_texts(page) == []
    assert cut_texts(page) == []
    assert small_targets(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def overlapping_texts(page: Page) -> list[tuple[str, str]]:
    """Pairs of texts that cover each other by more than a hair."""
    texts = page.evaluate(_TEXTS)
    pairs = []
    for number, one in enumerate(texts):
        for other in texts[number + 1 :]:
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            if across > SLACK_PX and down > SLACK_PX:
                pairs.append((one["text"], other["text"]))
    return pairs


def cut_texts(page: Page) -> list[str]:
    """Texts that do not fit their own element."""
    found: list[str] = page.evaluate(_CUT)
    return found


def small_targets(page: Page, least_px: float = 44.0) -> list[str]:
    """Buttons that a finger misses."""
    found: list[str] = page.evaluate(_SMALL, least_px - 0.5)
    return found
