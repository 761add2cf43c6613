"""The costs of a floor as a page for the documentation: a chart (SVG), what was measured, and the arithmetic."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from markupsafe import Markup, escape

from api.trials.cost import MANY, PARTS, Cost

NAME: Final = "floor-cost"
_WIDTH, _HEIGHT = 300, 210
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 12, 40, 34
_COLOURS: Final = ("#0b6e4f", "#a23b1d", "#27538f")
_STEPS: Final = (1, 2, 2.5, 5, 10)


def write_cost(cost: Cost, folder: Path, command: str) -> list[Path]:
    """Write `floor-cost.json`, `.svg` and `.md`; return their paths.

    Args:
        cost: what was measured.
        folder: is made where there is none.
        command: that measured it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "json": json.dumps({"command": command, **cost.to_json()}, indent=1) + "\n",
        "svg": str(chart(cost)) + "\n",
        "md": page(cost, command),
    }
    paths = []
    for suffix, text in texts.items():
        paths.append(folder / f"{NAME}.{suffix}")
        paths[-1].write_text(text, encoding="utf-8")
    return paths


def page(cost: Cost, command: str) -> str:
    """Return the page as Markdown."""
    rows = [
        f"| {r.floor.tables} | {r.rate} | {r.p50_ms:.0f} | {r.p99_ms:.0f} | {r.missed} | "
        + " | ".join(
            f"{r.used[p].cores:.3f} | {r.used[p].memory_start_mib:.0f} → {r.used[p].memory_end_mib:.0f}"
            for p in _parts(cost)
        )
        + " |"
        for r in cost.reports
    ]
    parts = "".join(f" {part}: cores | {part}: MiB |" for part in _parts(cost))
    reckoned = [f"| {name} | {growth.reckoned(MANY)} |" for name, growth in cost.growths().items()]
    floor = cost.reports[-1].floor
    lines = [
        "# What a floor costs",
        "",
        f"Measured with `{command}`: {floor.hosts} hosts, {floor.screens} screens that listen to all tables, "
        f"{cost.pace:.2g} facts a second at each table, {floor.seconds:.0f} s at each size.",
        "",
        f"![Processors, memory and the way to a screen by tables]({NAME}.svg)",
        "",
        f"| tables | facts/s | p50 ms | p99 ms | missed |{parts}",
        f"|{'---|' * (5 + 2 * len(_parts(cost)))}",
        *rows,
        "",
        f"## What {MANY} tables would need",
        "",
        "A straight line through the measured sizes, for what grows with them; what one fact takes up, times a day's "
        "facts, for the rest. Watching itself is not in it: that is the camera hosts' work, told in the README.",
        "",
        f"| | {MANY} tables |",
        "|---|---|",
        *reckoned,
        "",
    ]
    return "\n".join(lines)


def chart(cost: Cost) -> Markup:
    """Draw processors, memory and the way to a screen over the tables, one beside the other."""
    shown: Sequence[tuple[str, Mapping[str, Sequence[float]]]] = (
        ("cores", {part: cost.cores(part) for part in _parts(cost)}),
        ("memory, MiB", {part: cost.memory(part) for part in _parts(cost)}),
        (
            "fact to screen, ms",
            {
                "p50": [report.p50_ms for report in cost.reports],
                "p99": [report.p99_ms for report in cost.reports],
            },
        ),
    )
    panels = [
        Markup('<g transform="translate({} 0)">{}</g>').format(
            _WIDTH * number, _panel(title, cost.tables, lines)
        )
        for number, (title, lines) in enumerate(shown)
    ]
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img" '
        'aria-label="What a floor costs by tables" font-family="sans-serif" font-size="11" fill="#444">'
        '<rect width="100%" height="100%" fill="#fff"/>{}</svg>'
    ).format(_WIDTH * len(panels), _HEIGHT, Markup("").join(panels))


def _parts(cost: Cost) -> list[str]:
    return [part for part in PARTS if part in cost.reports[0].used]


def _panel(title: str, tables: Sequence[int], lines: Mapping[str, Sequence[float]]) -> Markup:
    top = _round_up(max(max(values) for values in lines.values()))
    drawn = [_text(_LEFT, 14, title, weight="bold")]
    for step in range(5):
        y = _y(top * step / 4, top)
        drawn.append(
            Markup('<line stroke="#ddd" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>').format(
                _LEFT, _WIDTH - _RIGHT, y, y
            )
        )
        drawn.append(_text(_LEFT - 5, y + 4, f"{top * step / 4:g}", anchor="end"))
    drawn += [_text(_x(size, tables), _HEIGHT - _BOTTOM + 15, str(size), anchor="middle") for size in tables]
    drawn.append(_text(_WIDTH - _RIGHT, _HEIGHT - 5, "tables", anchor="end"))
    for number, (name, values) in enumerate(lines.items()):
        points = [(_x(size, tables), _y(value, top)) for size, value in zip(tables, values, strict=True)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        colour = _COLOURS[number]
        drawn.append(
            Markup('<polyline fill="none" stroke-width="2" stroke="{}" points="{}"/>').format(colour, path)
        )
        drawn += [
            Markup('<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>').format(x, y, colour)
            for x, y in points
        ]
        drawn.append(
            Markup('<text x="{}" y="{}" fill="{}">{}</text>').format(_LEFT + 58 * number, 27, colour, name)
        )
    return Markup("").join(drawn)


def _x(size: int, tables: Sequence[int]) -> float:
    first, last = math.log(tables[0]), math.log(tables[-1])
    share = (math.log(size) - first) / (last - first) if last > first else 0.5
    return _LEFT + 6 + share * (_WIDTH - _LEFT - _RIGHT - 14)


def _y(value: float, top: float) -> float:
    return _TOP + (1 - value / top) * (_HEIGHT - _TOP - _BOTTOM)


def _round_up(value: float) -> float:
    """Return the next round number, for the top of an axis."""
    power = 10.0 ** math.floor(math.log10(max(value, 1e-6)))
    return next(step * power for step in _STEPS if step * power >= value)


def _text(x: float, y: float, words: str, *, anchor: str = "start", weight: str = "normal") -> Markup:
    return Markup('<text font-weight="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
        weight, x, y, anchor, escape(words)
    )
