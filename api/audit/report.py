"""The audit's report on pages: one in HTML for screens, one in PDF for paper and files; both say the same."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from api.audit.content import Content, content_of
from api.audit.form import BLANK, Form
from api.audit.pdf import pdf_of
from api.audit.plot import plot_of
from api.audit.run import Audit
from tracker import __version__
from tracker.prompts import Language
from vision.pages import filled

REPORT: Final = "report.html"
REPORT_PDF: Final = "report.pdf"


def write_report(audit: Audit, folder: Path, *, language: Language = "en", form: Form | None = None) -> None:
    """Write report.html and report.pdf into the audit's folder, which holds the stills already."""
    content = content_of(audit, language, form or Form())
    (folder / REPORT).write_text(_page(content), encoding="utf-8")
    (folder / REPORT_PDF).write_bytes(pdf_of(content, folder, made_at=audit.ended_at))


def _page(content: Content) -> str:
    return filled(
        Path(__file__).parent / "templates",
        "report.html",
        t=content.words,
        report=content,
        plots=[(chart.title, plot_of(chart)) for chart in content.statistics.charts],
        blank=BLANK,
        version=__version__,
    )
