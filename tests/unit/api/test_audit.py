"""A recording goes in; a folder with journal, findings, rounds, CSV and report comes out, whole, and can be checked."""

from __future__ import annotations

import csv
import json
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest
from pypdf import PdfReader

from api.audit.content import content_of
from api.audit.documents import write_documents
from api.audit.form import Form
from api.audit.manifest import verify_path, write_manifest
from api.audit.report import write_report
from api.audit.run import Audit, Job, audit
from api.store.feeds import chip_feed
from api.store.journal import read_entries
from api.store.projections import session_of
from tests.unit.api.films import Film
from tracker.codes import CODES
from tracker.facts import DealerChanged, Fact
from tracker.notation import format_bjh, parse_bjh
from tracker.profile import load_profile
from tracker.prompts import Language
from tracker.statistics.exact import poisson_interval
from vision.errors import TableFileError
from vision.sources import Source, open_recording
from vision.table import Table


def run(film: Film, folder: Path, *, table: Table | None = None, recording: Path | None = None) -> Audit:
    at = table or film.table
    job = Job(
        recording=recording or film.video,
        table=at,
        profile=load_profile(at.profile),
        feed=chip_feed([film.chips], at.name),
    )
    oracle = film.oracle()
    source: Source = film.open(oracle)
    if recording is not None:
        oracle_source = film.open(oracle)
        oracle_source.close()
        source = type(source)(open_recording(recording), oracle)  # type: ignore[call-arg]
    return audit(job, source, oracle, folder, models=("oracle@1",))


@pytest.fixture(scope="module")
def audited(film: Film, tmp_path_factory: pytest.TempPathFactory) -> tuple[Audit, Path]:
    folder = tmp_path_factory.mktemp("audit")
    result = run(film, folder)
    write_documents(result, folder)
    write_report(result, folder, form=Form(auditor="A. <b>Uditor</b>"))
    write_manifest(folder, result.head)
    return result, folder


def test_what_was_planted_is_found_and_nothing_else(audited: tuple[Audit, Path], film: Film) -> None:
    result, _ = audited
    assert [(p.round_no, p.finding.code) for p in result.findings] == [
        (p.round, p.code) for p in film.planted
    ]
    assert result.end.complete
    assert all(judged.told.is_certain for judged in result.session.rounds)


def test_the_folder_is_whole_and_says_so(audited: tuple[Audit, Path]) -> None:
    result, folder = audited
    report = verify_path(folder)
    assert report.whole
    assert report.chain.head == result.head.hash


def test_the_journal_alone_gives_the_same_findings(audited: tuple[Audit, Path]) -> None:
    result, folder = audited
    facts = [entry.fact for entry in read_entries(folder / "journal.db")]
    again = session_of(facts, result.job.profile, minor_units=result.job.table.minor_units)
    assert again.findings == result.findings
    assert again.rounds == result.session.rounds


def test_findings_json_names_still_facts_and_titles(audited: tuple[Audit, Path]) -> None:
    _, folder = audited
    document = json.loads((folder / "findings.json").read_text(encoding="utf-8"))
    rows = {entry.fact.id for entry in read_entries(folder / "journal.db")}
    assert (document["format"], document["version"], document["uncertain"]) == ("pitwatch-findings", 1, [])
    for finding in document["findings"]:
        assert set(finding["facts"]) <= rows
        assert (folder / finding["still"]).read_bytes().startswith(b"\xff\xd8")
        assert finding["title"]["ru"]


def test_the_rounds_are_a_hand_history_that_is_stable(audited: tuple[Audit, Path]) -> None:
    _, folder = audited
    text = (folder / "rounds.bjh").read_text(encoding="utf-8")
    history = parse_bjh(text)
    assert format_bjh(history) == text
    assert [record.no for record in history.rounds] == [1, 2]


def test_csv_has_a_line_for_each_finding_and_hand(audited: tuple[Audit, Path]) -> None:
    result, folder = audited
    with (folder / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len(result.findings)
    assert {(line["title"], line["error_by"]) for line in lines} == {("Dealer drew on 17 or more", "dealer")}
    with (folder / "rounds.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["round"] for row in rows} == {"1", "2"}
    assert {row["hand"] for row in rows} >= {"d", "1.1"}


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.sources: list[str] = []
        self.targets: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.sources += [named["src"]] if "src" in named else []
        self.links += [named["href"]] if "href" in named else []
        self.targets |= {named["id"]} if "id" in named else set()


@pytest.mark.parametrize("language", get_args(Language))
def test_the_report_needs_nothing_from_elsewhere_and_every_link_leads_somewhere(
    audited: tuple[Audit, Path], tmp_path: Path, language: Language
) -> None:
    result, folder = audited
    shutil.copytree(folder / "stills", tmp_path / "stills")
    write_report(result, tmp_path, language=language)
    page = _Page()
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    page.feed(text)
    assert page.sources
    for address in [*page.sources, *page.links]:
        assert ":" not in address, "nothing is loaded from elsewhere"
        assert (
            address.removeprefix("#") in page.targets
            if address.startswith("#")
            else (folder / address).is_file()
        )
    assert "n = 2" in text
    assert bool(re.search("[А-я]", text)) is (language == "ru")


def test_what_people_typed_is_text_in_the_report(audited: tuple[Audit, Path]) -> None:
    _, folder = audited
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "A. &lt;b&gt;Uditor&lt;/b&gt;" in text


@pytest.mark.parametrize("language", get_args(Language))
def test_the_pdf_says_what_the_page_says_and_shows_the_stills(
    audited: tuple[Audit, Path], tmp_path: Path, language: Language
) -> None:
    result, folder = audited
    shutil.copytree(folder / "stills", tmp_path / "stills")
    form = Form(auditor="Ёлкина", property="Casino Łódź", remarks="<b>=1+1</b>")
    write_report(result, tmp_path, language=language, form=form)
    pages = PdfReader(tmp_path / "report.pdf").pages
    text = " ".join(" ".join(page.extract_text().split()) for page in pages)
    code = CODES[result.findings[0].finding.code]
    for said in ("Ёлкина", "Casino Łódź", "<b>=1+1</b>", result.head.hash, getattr(code, language)):
        assert said in text
    assert "n = 2" in text and "♥" in text
    assert sum(len(page.images) for page in pages) == len(result.stills) > 0


def test_the_same_audit_gives_the_same_pdf(audited: tuple[Audit, Path], tmp_path: Path) -> None:
    result, folder = audited
    shutil.copytree(folder / "stills", tmp_path / "stills")
    write_report(result, tmp_path)
    once = (tmp_path / "report.pdf").read_bytes()
    write_report(result, tmp_path)
    assert (tmp_path / "report.pdf").read_bytes() == once


def test_errors_are_told_by_kind_for_the_table_and_each_dealer(audited: tuple[Audit, Path]) -> None:
    result, _ = audited
    second = result.session.rounds[1].told.start_us
    changed = Fact(table="BJ-07", source="tablet", pts_us=second, body=DealerChanged(dealer="Boris"), id="x")
    relieved = replace(result, job=replace(result.job, dealer="Anna"), facts=(*result.facts, changed))
    table, anna, boris = content_of(relieved, "en", Form()).dealing
    assert [block.title for block in (table, anna, boris)] == [
        "The whole table",
        "Dealer Anna",
        "Dealer Boris",
    ]
    assert table.kinds == (
        replace(anna.kinds[0], rate=table.kinds[0].rate, interval=table.kinds[0].interval),
    )
    assert (anna.kinds[0].count, anna.kinds[0].whose, boris.kinds) == (1, "Dealer", ())
    hands = len(result.session.rounds[0].verdict.hands)
    low, high = poisson_interval(1)
    assert anna.kinds[0].rate == f"{100 / hands:.2f}"
    assert anna.kinds[0].interval == f"{100 * low / hands:.2f} – {100 * high / hands:.2f}"
    findings = content_of(relieved, "en", Form()).findings
    assert [line.dealer for line in findings] == ["Anna"] * len(findings)


def test_a_russian_audit_names_findings_in_russian_in_its_table_too(
    audited: tuple[Audit, Path], tmp_path: Path
) -> None:
    result, _ = audited
    named = replace(result, job=replace(result.job, dealer="=HYPERLINK(1)"))
    write_documents(named, tmp_path, language="ru")
    with (tmp_path / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file))
    assert {line["title"] for line in lines} == {"Крупье взял карту на 17 или больше"}
    assert {line["dealer"] for line in lines} == {"'=HYPERLINK(1)"}


def test_of_a_truncated_video_what_can_be_read_is_audited_and_the_report_says_where_it_ended(
    film: Film, tmp_path: Path
) -> None:
    whole = film.video.read_bytes()
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(whole[: int(len(whole) * 0.6)])
    folder = tmp_path / "audit"
    folder.mkdir()
    result = run(film, folder, recording=cut)
    write_report(result, folder)
    assert not result.end.complete
    assert result.session.totals.rounds >= 1
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert result.end.reason in text
    assert "could not be read to its end" in text


def test_the_wrong_table_for_the_camera_is_told(film: Film, tmp_path: Path) -> None:
    camera = film.table.camera.model_copy(update={"width": 1920, "height": 1080})
    with pytest.raises(TableFileError, match="wrong table for the camera"):
        run(film, tmp_path, table=film.table.model_copy(update={"camera": camera}))


@pytest.mark.parametrize("backwards", [False, True])
def test_another_tables_file_is_refused_though_its_pictures_have_the_same_size(
    film: Film, switch_film: Film, tmp_path: Path, backwards: bool
) -> None:
    seen, other = (switch_film, film) if backwards else (film, switch_film)
    file = other.table.model_copy(update={"name": seen.table.name})
    with pytest.raises(TableFileError, match=r"wrong table for the camera: \d+ .*cards .*\(session\.mp4\)"):
        run(seen, tmp_path, table=file)
