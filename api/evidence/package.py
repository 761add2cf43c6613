"""A case as one file that leaves the house: pins, notes, rules, a page to read, and a manifest that vouches for all.

`pitwatch verify` checks it on a machine that has never seen the house (`api.evidence.package_check`).
"""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

from jinja2 import Environment, PackageLoader, select_autoescape

from api.evidence.casebook import Case, CaseBook
from api.evidence.listing import LISTING, write_listing
from api.evidence.overlay import draw_clip
from api.evidence.pins import ROUND, STILL, read_pin
from tracker import __version__

Language = Literal["en", "ru"]
CASE_FILE: Final = "case.json"
PAGE: Final = "report.html"
DRAWN: Final = "read"
"""Folder of the clips with what was read drawn on them, each named by its pin."""
_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "opened": "opened", "closed": "closed", "held": "legal hold", "people": "People", "notes": "Notes",
        "read": "With what was read drawn on it",
        "footage": "Footage", "no_footage": "No footage of this time was kept.", "round": "Round",
        "expected": "Expected", "seen": "Seen", "money": "Money",
        "rule": "Rule", "ruled": "Ruled", "source": "Source", "models": "Models",
        "pinned": "Pinned", "check": "Whether this package is as it was made:",
    },
    "ru": {
        "opened": "открыто", "closed": "закрыто", "held": "хранить бессрочно", "people": "Люди", "notes": "Заметки",
        "read": "С разметкой прочитанного",
        "footage": "Запись", "no_footage": "Записи за это время нет.", "round": "Раунд", "expected": "Ожидалось",
        "seen": "Видно", "money": "Деньги", "rule": "Правило", "ruled": "Решение", "source": "Источник",
        "models": "Модели", "pinned": "Закреплено", "check": "Цел ли этот пакет, проверяет:",
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Package:
    """A package that was made: its file, and the hash of its manifest, which vouches for everything in it."""

    path: Path
    sha256: str


def make_package(
    book: CaseBook,
    case: Case,
    path: Path,
    *,
    by: str,
    now: datetime,
    language: Language = "en",
    drawn: bool = False,
) -> Package:
    """Write a case as one zip file; it is there whole or not at all.

    Args:
        book: where the case stands.
        case: which one.
        path: the file to write.
        by: who asked for it.
        now: the wall clock, UTC.
        language: of the page.
        drawn: whether each clip is there a second time, with what was read drawn on it.

    Raises:
        SourceError: if a clip is to be drawn on and cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix=".package-", dir=path.parent) as scratch:
        root = Path(scratch) / "package"
        pins = root / "pins"
        pins.mkdir(parents=True)
        for pin in case.pins:
            if (folder := book.pin_folder(case, pin.no)).is_dir():
                shutil.copytree(folder, pins / pin.no)
        if drawn:
            _draw(pins, root / DRAWN)
        (root / CASE_FILE).write_text(
            json.dumps(_document(case, by, now), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
        )
        (root / PAGE).write_text(_page(case, root, language), encoding="utf-8")
        sha256 = write_listing(root, "pitwatch-package")
        packed = Path(scratch) / path.name
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
            for file in [root / LISTING, *sorted(p for p in root.rglob("*") if p.is_file())]:
                name = file.relative_to(root).as_posix()
                if name not in out.namelist():
                    out.write(file, name, zipfile.ZIP_STORED if file.suffix in (".mp4", ".jpg") else None)
        packed.replace(path)
    return Package(path, sha256)


def _draw(pins: Path, target: Path) -> None:
    """Write the clip of each pin with what was read drawn on it."""
    target.mkdir()
    for folder in sorted(pins.iterdir()):
        draw_clip(folder, target / f"{folder.name}.mp4")


def _document(case: Case, by: str, now: datetime) -> dict[str, Any]:
    return {
        "format": "pitwatch-case",
        "version": 1,
        "program": __version__,
        "packed_at": now.astimezone(UTC).isoformat(timespec="seconds"),
        "packed_by": by,
        **asdict(case),
    }


def _page(case: Case, root: Path, language: Language) -> str:
    pins = root / "pins"
    templates = Environment(
        loader=PackageLoader("api.evidence"), autoescape=select_autoescape(), trim_blocks=True
    )
    shown = [
        (
            pin.no,
            read_pin(pins / pin.no),
            (pins / pin.no / ROUND).read_text(encoding="utf-8") if (pins / pin.no / ROUND).exists() else "",
        )
        for pin in case.pins
        if (pins / pin.no).is_dir()
    ]
    told = {
        "id": case.id,
        "title": case.title,
        "opened": _when(case.opened_us),
        "closed": _when(case.closed_us) if case.closed_us else "",
        "held": case.held,
        "people": dict(case.people),
        "notes": [{"at": _when(note.at_us), "by": note.by, "text": note.text} for note in case.notes],
    }
    stills = {no: (pins / no / STILL).exists() for no, _, _ in shown}
    drawn = {no: (root / DRAWN / f"{no}.mp4").exists() for no, _, _ in shown}
    page = templates.get_template("case.html")
    return page.render(
        case=told, pins=shown, stills=stills, drawn=drawn, w=_WORDS[language], language=language
    )


def _when(at_us: int) -> str:
    return datetime.fromtimestamp(at_us / 1e6, UTC).strftime("%Y-%m-%d %H:%M UTC")
