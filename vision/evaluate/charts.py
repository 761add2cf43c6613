"""Curves of an evaluation as SVG: shares with their intervals over ordered bands, and reliability."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from vision.evaluate.reliability import Reliability
from vision.evaluate.shares import Share

WIDTH, HEIGHT = 460, 230
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 12, 40


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a chart: its name, its class in the style sheet, and a share for each band."""

    name: str
    style: str
    shares: Sequence[Share]


def banded(bands: Sequence[str], curves: Sequence[Curve], *, low: float = 0.0) -> Markup:
    """Draw shares over bands, each with its 95 % interval.

    Args:
        bands: their names, from left to right.
        curves: one or two.
        low: the share at the bottom of the chart.
    """
    step = (WIDTH - LEFT - RIGHT) / max(1, len(bands))
    parts = [_grid(low)]
    for number, name in enumerate(bands):
        parts.append(_text(LEFT + step * (number + 0.5), HEIGHT - BOTTOM + 16, name, "middle"))
    for place, curve in enumerate(curves):
        shift = (place - (len(curves) - 1) / 2) * min(8.0, step / 4)
        points = [
            (LEFT + step * (number + 0.5) + shift, share)
            for number, share in enumerate(curve.shares)
            if share.of
        ]
        parts.append(_line([(x, _y(share.value or 0.0, low)) for x, share in points], curve.style))
        parts += [_bar(x, share, low, f"{curve.name}: {share}", curve.style) for x, share in points]
    return _svg(parts, "; ".join(curve.name for curve in curves))


def reliability_chart(told: Reliability) -> Markup:
    """Draw how often answers were right against how sure they were said to be; on the diagonal they can be believed."""
    across = WIDTH - LEFT - RIGHT
    parts = [_grid(0.0)]
    for p in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(_text(LEFT + across * p, HEIGHT - BOTTOM + 16, f"{p:.2f}", "middle"))
    parts.append(_line([(LEFT, _y(0, 0)), (LEFT + across, _y(1, 0))], "even"))
    for one in told.bins:
        if one.mean_p is not None:
            said = f"said {one.mean_p:.3f}, right {one.right}, n = {one.right.of}"
            parts.append(_bar(LEFT + across * one.mean_p, one.right, 0.0, said, "main"))
    return _svg(parts, "how often right against how sure")


def _svg(parts: Iterable[Markup], title: str) -> Markup:
    return Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        WIDTH, HEIGHT, title, Markup("").join(parts)
    )


def _y(share: float, low: float) -> float:
    return TOP + (1 - (max(share, low) - low) / (1 - low)) * (HEIGHT - TOP - BOTTOM)


def _grid(low: float) -> Markup:
    shares = [low + (1 - low) * k / 4 for k in range(5)]
    lines = [
        Markup('<line class="grid" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>{}').format(
            LEFT, WIDTH - RIGHT, _y(s, low), _y(s, low), _text(LEFT - 6, _y(s, low) + 4, f"{s:.0%}", "end")
        )
        for s in shares
    ]
    return Markup("").join(lines)


def _text(x: float, y: float, words: str, anchor: str) -> Markup:
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
        x, y, anchor, escape(words)
    )


def _line(points: Sequence[tuple[float, float]], style: str) -> Markup:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return Markup('<polyline class="{}" points="{}"/>').format(style, path)


def _bar(x: float, share: Share, low: float, title: str, style: str) -> Markup:
    bottom, top = (_y(end, low) for end in share.interval)
    return Markup(
        '<g class="{}"><title>{}</title><line x1="{:.1f}" x2="{:.1f}" y1="{:.1f}" y2="{:.1f}"/>'
        '<circle cx="{:.1f}" cy="{:.1f}" r="3.5"/></g>'
    ).format(style, title, x, x, bottom, top, x, _y(share.value or 0.0, low))
