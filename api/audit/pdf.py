"""The audit's report as PDF, drawn from the same content as the page. Its Latin, Greek and Cyrillic come along."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from fpdf import FPDF
from fpdf.enums import Align, TableBordersLayout, TableHeadingsDisplay
from fpdf.fonts import FontFace

from api.audit.content import Content, DealingBlock, FindingLine, RoundBlock, Rows
from api.audit.form import BLANK
from api.audit.plot import HEIGHT, WIDTH, plot_of
from tracker import __version__

FONT: Final = "DejaVu"
_FONTS: Final = Path(__file__).parent / "fonts"
_INK: Final = (23, 33, 29)
_SOFT: Final = (86, 101, 94)
_LINE: Final = (213, 221, 216)
_COLOURS: Final = {
    "alarm": (161, 18, 31),
    "error": (163, 74, 0),
    "check": (122, 98, 0),
    "info": (29, 90, 166),
}
_STILL_MM: Final = 72.0
_LABEL_MM: Final = 44.0
_MM_A_UNIT: Final = 0.32
"""A plot's unit on paper."""


def pdf_of(content: Content, folder: Path, *, made_at: datetime) -> bytes:
    """Return the report as a PDF file.

    Args:
        content: what it says.
        folder: where the stills lie that it shows.
        made_at: when the audit ended; the same audit gives the same bytes.
    """
    paper = _Paper(content, folder, made_at)
    paper.head()
    paper.findings()
    paper.dealing()
    paper.statistics()
    paper.rounds()
    return bytes(paper.output())


class _Paper(FPDF):
    """A report on A4."""

    def __init__(self, content: Content, folder: Path, made_at: datetime) -> None:
        super().__init__(format="A4")
        self._content, self._folder, self._words = content, folder, content.words
        self.add_font(FONT, "", _FONTS / "DejaVuSans.ttf")
        self.add_font(FONT, "B", _FONTS / "DejaVuSans-Bold.ttf")
        self.set_creation_date(made_at)
        self.set_title(f"{content.title}: {content.subject}")
        self.set_creator(f"Pitwatch {__version__}")
        self.set_lang(content.words.language)
        self.set_margins(16, 16)
        self.set_auto_page_break(True, 18)
        self.add_page()
        self._plain()

    def footer(self) -> None:
        """Number the pages; called by the library."""
        self.set_y(-12)
        self._plain(7.5, _SOFT)
        self.cell(0, 5, f"Pitwatch {__version__} · {self._content.subject}")
        self.set_x(self.l_margin)
        self.cell(0, 5, f"{self.page_no()} / {{nb}}", align=Align.R)

    def head(self) -> None:
        content = self._content
        self._text(content.title, size=17, bold=True)
        self._text(content.subject, colour=_SOFT)
        if content.warning:
            self.ln(2)
            self._text(content.warning, bold=True, colour=_COLOURS["error"])
        self.ln(3)
        self._rows(content.form)
        self.ln(3)
        self._rows(content.header)
        self.ln(3)
        self._rows(content.rates)

    def findings(self) -> None:
        content = self._content
        self._heading(f"{self._words('findings.title')} ({len(content.findings)})")
        self._text("    ".join(f"{shape} {words}: {count}" for shape, words, count in content.counts))
        if not content.findings:
            self._text(self._words("findings.none"), colour=_SOFT)
        for finding in content.findings:
            self._finding(finding)

    def dealing(self) -> None:
        self._heading(self._words("report.dealing"))
        for block in self._content.dealing:
            self._dealing(block)

    def statistics(self) -> None:
        block = self._content.statistics
        self._heading(self._words("statistics.title"))
        if not block.findings:
            self._text(self._words("statistics.none", n=block.looks), colour=_SOFT)
        for line in block.findings:
            self.ln(2)
            self._text(
                f"{block.shape(line)} {line.severity_words} · {line.title}",
                bold=True,
                colour=_COLOURS[line.severity],
            )
            names = ("statistics.who", "finding.expected", "finding.seen")
            values = (line.subject, line.expected, f"{line.seen} (n = {line.n})")
            self._rows(tuple(zip(map(self._words, names), values, strict=True)))
            self._text(self._words("statistics.looks", n=block.looks, p=line.p), colour=_SOFT)
        self.ln(2)
        self._rows(block.rows)
        self._plots()

    def rounds(self) -> None:
        rounds = self._content.rounds
        self._heading(f"{self._words('report.all-rounds')} ({len(rounds)})")
        if not rounds:
            self._text(self._words("report.no-rounds"), colour=_SOFT)
        for block in rounds:
            self._round(block)

    def _finding(self, finding: FindingLine) -> None:
        still = self._folder / finding.still if finding.still else None
        self._keep_together(62)
        self.ln(3)
        top = self.get_y()
        right = self.epw - _STILL_MM - 4 if still else self.epw
        self._text(
            f"{finding.shape} {finding.severity_words} · {finding.title}",
            bold=True,
            colour=_COLOURS[finding.severity],
            width=right,
        )
        told = (
            ("report.round", str(finding.round_no or "")),
            ("report.time", finding.time),
            ("report.place", finding.place),
            ("report.whose", finding.whose),
            ("report.dealer", finding.dealer),
            ("finding.expected", finding.expected),
            ("finding.seen", finding.seen),
            ("finding.money", finding.money),
            ("finding.rule", finding.rule),
            ("report.disposition", BLANK),
        )
        self._rows(tuple((self._words(key), value) for key, value in told if value), width=right)
        if still:
            below = self.get_y()
            placed = self.image(
                still,
                x=self.l_margin + right + 4,
                y=top,
                w=_STILL_MM,
                alt_text=self._words("finding.still", title=finding.title),
            )
            self.set_y(max(below, top + placed.rendered_height))
        else:
            self._text(self._words("report.no-still"), colour=_SOFT)

    def _dealing(self, block: DealingBlock) -> None:
        self._keep_together(30)
        self.ln(2)
        self._text(block.title, bold=True, size=10)
        self._rows(block.rows)
        if block.kinds:
            names = ("report.kind", "report.whose", "report.count", "report.per-100")
            head = [*map(self._words, names), "95 %", self._words("finding.money")]
            lines = [
                (kind.title, kind.whose, str(kind.count), kind.rate, kind.interval, kind.money)
                for kind in block.kinds
            ]
            self._table(head, lines, (34, 14, 10, 12, 16, 14), "LLRRRR")

    def _plots(self) -> None:
        for chart in self._content.statistics.charts:
            plot = plot_of(chart)
            self._keep_together(HEIGHT * _MM_A_UNIT + 10)
            self.ln(2)
            x0, y0 = self.l_margin, self.get_y()

            def at(x: float, y: float, x0: float = x0, y0: float = y0) -> tuple[float, float]:
                return x0 + x * _MM_A_UNIT, y0 + y * _MM_A_UNIT

            self.set_draw_color(*_LINE)
            self.polyline([at(26, 6), at(26, 134), at(WIDTH - 6, 134)])
            self._plain(6, _SOFT)
            for x, label in plot.across:
                self.text(*at(x - 5, 146), label)
            for y, label in plot.up:
                self.text(*at(8, y + 3), label)
            self.set_fill_color(*_COLOURS["info"])
            for point in plot.points:
                self.circle(*at(*point), radius=0.7, style="F")
            if plot.line:
                self.set_draw_color(*_COLOURS["alarm"])
                self.polyline([at(*end) for end in plot.line])
            self.set_y(y0 + HEIGHT * _MM_A_UNIT + 1)
            self._text(f"{chart.title}: {self._words('report.plot-axes')}", colour=_SOFT, size=7.5)

    def _round(self, block: RoundBlock) -> None:
        self._keep_together(26)
        self.ln(2.5)
        told = f"{self._words('round.title', no=block.no)} · {block.time} · {block.state}"
        self._text(told, bold=True)
        for finding in block.findings:
            self._text(f"{finding.shape} {finding.title}", colour=_COLOURS[finding.severity])
        for doubt in block.doubts:
            self._text(f"{self._words('report.doubt')}: {doubt}", colour=_SOFT)
        names = ("place", "hand-cards", "total", "outcome", "stake", "net")
        lines = [
            (hand.place, "  ".join(hand.cards), hand.total, hand.outcome, hand.stake, hand.net)
            for hand in block.hands
        ]
        self._table([self._words(f"report.{n}") for n in names], lines, (22, 30, 12, 12, 12, 12), "LLLLRR")

    def _table(
        self, head: Sequence[str], lines: Sequence[Sequence[str]], widths: tuple[int, ...], sides: str
    ) -> None:
        self._plain(8)
        self.set_draw_color(*_LINE)
        with self.table(
            col_widths=widths,
            text_align=tuple(sides),
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            headings_style=FontFace(emphasis="", color=_SOFT),
            repeat_headings=TableHeadingsDisplay.ON_TOP_OF_EVERY_PAGE,
            line_height=4.6,
        ) as table:
            for line in (head, *lines):
                row = table.row()
                for cell in line:
                    row.cell(cell)
        self.ln(1)

    def _rows(self, rows: Rows, width: float | None = None) -> None:
        """Write names with their values beside them."""
        room = (width or self.epw) - _LABEL_MM
        for name, value in rows:
            self._keep_together(5)
            y = self.get_y()
            self._plain(8.5, _SOFT)
            self.multi_cell(_LABEL_MM - 2, 4.6, name, align=Align.L)
            left_end, page = self.get_y(), self.page
            self.set_xy(self.l_margin + _LABEL_MM, y)
            self._plain(8.5)
            self.multi_cell(room, 4.6, value, align=Align.L)
            self.set_y(max(left_end, self.get_y()) if self.page == page else self.get_y())

    def _heading(self, words: str) -> None:
        self._keep_together(30)
        self.ln(5)
        self._text(words, size=12.5, bold=True)
        self.set_draw_color(*_LINE)
        self.line(self.l_margin, self.get_y() + 0.5, self.l_margin + self.epw, self.get_y() + 0.5)
        self.ln(2)

    def _text(
        self,
        words: str,
        *,
        size: float = 8.5,
        bold: bool = False,
        colour: tuple[int, int, int] = _INK,
        width: float = 0,
    ) -> None:
        self._plain(size, colour, bold=bold)
        self.set_x(self.l_margin)
        self.multi_cell(width, size * 0.55, words, align=Align.L)
        self.set_x(self.l_margin)

    def _plain(self, size: float = 8.5, colour: tuple[int, int, int] = _INK, *, bold: bool = False) -> None:
        self.set_font(FONT, "B" if bold else "", size)
        self.set_text_color(*colour)

    def _keep_together(self, height_mm: float) -> None:
        """Begin a new page where so much would not fit on this one."""
        if self.will_page_break(height_mm):
            self.add_page()
