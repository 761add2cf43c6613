"""Cases: pinned footage outlives its source, leaves the house as one file, and every change in that file is named."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import av
import numpy as np
import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.archive.archive import AUDITS, Archive
from api.catalogue import catalogue_of
from api.cli import run
from api.evidence.casebook import CASES, CaseBook
from api.evidence.check import check
from api.evidence.pictures import U8
from api.evidence.pins import POST_ROLL_US, PRE_ROLL_US
from api.live.hub import Hub
from api.routes.context import House
from api.store.house_journal import HOUSE_JOURNAL, HouseJournal
from api.store.journal import read_entries
from tests.unit.api.films import Film
from tracker.facts import EvidenceViewed, FactBody
from tracker.house_bodies import PackageMade

KEY = {"Idempotency-Key": "open-the-case"}


@pytest.fixture
def client(data: Path) -> Iterator[TestClient]:
    archive, journal = Archive(data / AUDITS), HouseJournal(data / HOUSE_JOURNAL)
    house = House(
        Hub(), {}, catalogue_of([], model=None), archive=archive, cases=CaseBook(journal, data / CASES)
    )
    with TestClient(create_app(house), base_url="http://localhost") as client:
        yield client
    archive.close()
    journal.close()


def said(data: Path) -> list[FactBody]:
    return [entry.fact.body for entry in read_entries(data / HOUSE_JOURNAL)]


@pytest.fixture
def case(client: TestClient) -> str:
    """The address of a case with the film's finding pinned to it."""
    opened = client.post("/api/v1/cases", json={"title": "Box 2 <script>"}, headers=KEY)
    assert opened.status_code == 201, opened.text
    at = f"/api/v1/cases/{opened.json()['id']}"
    finding = client.get("/api/v1/recordings/session/findings").json()[0]
    pinned = client.post(f"{at}/pins", json={"recording": "session", "finding": finding["id"]})
    assert pinned.status_code == 201, pinned.text
    return at


@pytest.fixture
def package(client: TestClient, case: str, tmp_path: Path) -> Path:
    assert client.post(f"{case}/notes", json={"note": "=HYPERLINK(1) <b>bold</b>"}).status_code == 201
    assert client.post(f"{case}/people", json={"person": "Ivan", "part": "dealer"}).status_code == 201
    answer = client.get(f"{case}/package.zip")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    path = tmp_path / "elsewhere" / "case.zip"
    path.parent.mkdir()
    path.write_bytes(answer.content)
    return path


def test_a_pin_holds_the_clip_with_pre_roll_and_all_that_explains_it(
    client: TestClient, case: str, data: Path, film: Film
) -> None:
    (pin,) = client.get(case).json()["pins"]
    finding = client.get("/api/v1/recordings/session/findings").json()[0]
    assert (pin["code"], pin["finding"]) == (finding["code"], finding["id"])
    facts = {e.fact.id: e.fact for e in read_entries(data / AUDITS / "session" / "journal.db")}
    kept = Archive(data / AUDITS).get("session")
    assert kept is not None
    times = [facts[name].pts_us for name in kept.session.findings[0].facts]
    assert pin["from_us"] == max(0, min(times) - PRE_ROLL_US)
    assert pin["until_us"] == max(times) + POST_ROLL_US
    assert pin["clip_from_us"] <= pin["from_us"]
    clip = client.get(pin["clip"])
    assert clip.headers["content-type"] == "video/mp4"
    path = data / "clip.mp4"
    path.write_bytes(clip.content)
    with av.open(str(path)) as cut, av.open(str(film.video)) as whole:
        frames = [int(f.pts * f.time_base * 1_000_000) + pin["clip_from_us"] for f in cut.decode(video=0)]
        true = [int(f.pts * f.time_base * 1_000_000) for f in whole.decode(video=0)]
    expected = [us for us in true if pin["clip_from_us"] <= us <= pin["until_us"]]
    assert [round(us / 1000) for us in frames] == [round(us / 1000) for us in expected]
    assert client.get(pin["still"]).content.startswith(b"\xff\xd8")
    assert sum(isinstance(body, EvidenceViewed) for body in said(data)) == 2
    folder = data / CASES / case.rsplit("/", 1)[-1] / "1"
    assert (folder / "round.bjh").read_text().startswith("format")
    assert json.loads((folder / "sightings.json").read_text())


def test_a_pin_stays_when_the_recording_and_its_audit_are_gone(
    client: TestClient, case: str, data: Path
) -> None:
    shutil.rmtree(data / AUDITS / "session")
    assert client.get("/api/v1/recordings").json() == []
    (pin,) = client.get(case).json()["pins"]
    assert client.get(pin["clip"], headers={"Range": "bytes=0-9"}).status_code == 206
    assert client.get(f"{case}/package.zip").status_code == 200


def test_clips_are_exported_a_second_time_with_what_was_read_drawn_on(
    client: TestClient, case: str, tmp_path: Path
) -> None:
    answer = client.get(f"{case}/package.zip?drawn=true&language=ru")
    assert answer.status_code == 200
    packed = tmp_path / "drawn.zip"
    packed.write_bytes(answer.content)
    (report,) = check(packed)
    assert report.whole
    (pin,) = client.get(case).json()["pins"]
    with zipfile.ZipFile(packed) as package:
        package.extractall(tmp_path / "out")
    root = tmp_path / "out"
    clip, drawn = root / "pins" / pin["no"] / "clip.mp4", root / "read" / f"{pin['no']}.mp4"
    assert clip.read_bytes() == client.get(pin["clip"]).content, "the clip itself is untouched"
    assert f"read/{pin['no']}.mp4" in (root / "report.html").read_text()
    plain, marked = pictures(clip), pictures(drawn)
    assert [at for at, _ in plain] == [at for at, _ in marked], "every picture keeps its time"
    looks = json.loads((root / "pins" / pin["no"] / "sightings.json").read_text())
    for (at_ms, before), (_, after) in list(zip(plain, marked, strict=True))[:: len(plain) // 9]:
        at_us = pin["clip_from_us"] + at_ms * 1000
        cards = [look["cards"] for look in looks if look["pts_us"] <= at_us][-1:]
        changed = np.abs(before.astype(int) - after.astype(int)).max(axis=2) > 60
        for card in cards[0] if cards else []:
            low, high = np.min(card["quad"], axis=0).astype(int), np.max(card["quad"], axis=0).astype(int)
            assert changed[max(0, low[1] - 3) : high[1] + 3, max(0, low[0] - 3) : high[0] + 3].any()
        if not (cards and cards[0]):
            assert changed.mean() < 0.01, "nothing is drawn where nothing was read"
    assert any(look["cards"] for look in looks)


def pictures(path: Path) -> list[tuple[int, U8]]:
    """The pictures of a film with their times, milliseconds."""
    with av.open(str(path)) as film:
        return [
            (round(float(frame.pts * frame.time_base) * 1000), frame.to_ndarray(format="bgr24"))
            for frame in film.decode(video=0)
        ]


def test_a_case_is_opened_once_and_kept_over_a_restart(client: TestClient, case: str, data: Path) -> None:
    again = client.post("/api/v1/cases", json={"title": "Box 2 <script>"}, headers=KEY)
    assert again.json()["id"] == case.rsplit("/", 1)[-1]
    other = client.post("/api/v1/cases", json={"title": "Another"}, headers=KEY)
    assert (other.status_code, other.json()["code"]) == (409, "key-used")
    assert client.put(f"{case}/standing", json={"closed": True, "held": True}).json()["held"]
    before = client.get("/api/v1/cases").json()
    journal = HouseJournal(data / HOUSE_JOURNAL)
    book = CaseBook(journal, data / CASES)
    assert [(c.id, c.held, c.closed_us is not None, len(c.pins)) for c in book.cases()] == [
        (before[0]["id"], True, True, 1)
    ]
    journal.close()


@pytest.mark.parametrize(
    ("pin", "status"),
    [
        ({"recording": "session", "finding": "none"}, 404),
        ({"recording": "none", "finding": "x"}, 404),
        ({"table": "BJ-99", "finding": "x"}, 404),
        ({"recording": "session"}, 422),
        ({"recording": "session", "from_us": 5, "until_us": 5}, 422),
        ({"recording": "session", "from_us": 0, "until_us": 10**12}, 422),
        ({"finding": "x"}, 422),
    ],
)
def test_what_cannot_be_pinned_is_refused_and_leaves_nothing(
    client: TestClient, case: str, data: Path, pin: dict[str, object], status: int
) -> None:
    before = sorted(path.name for path in (data / CASES).rglob("*"))
    assert client.post(f"{case}/pins", json=pin).status_code == status
    assert sorted(path.name for path in (data / CASES).rglob("*")) == before


def test_a_time_can_be_pinned_without_a_finding(client: TestClient, case: str) -> None:
    pin = {"recording": "session", "from_us": 1_000_000, "until_us": 3_000_000}
    second = client.post(f"{case}/pins", json=pin).json()["pins"][1]
    assert (second["no"], second["finding"], second["still"]) == ("2", "", None)
    assert second["clip_from_us"] <= 1_000_000


def test_a_package_is_whole_on_a_machine_that_never_saw_the_house(
    package: Path, data: Path, case: str, client: TestClient
) -> None:
    (report,) = check(package)
    assert report.whole and report.kind == "package"
    (made,) = [body for body in said(data) if isinstance(body, PackageMade)]
    assert made.sha256 == report.hash
    assert check(package, expected=made.sha256)[0].whole
    assert not check(package, expected="0" * 64)[0].whole
    assert client.get(case).json()["packages"] == [made.sha256]
    with zipfile.ZipFile(package) as zipped:
        names = set(zipped.namelist())
        page = zipped.read("report.html").decode()
        told = json.loads(zipped.read("case.json"))
    assert {"manifest.json", "case.json", "report.html", "pins/1/clip.mp4", "pins/1/journal.jsonl"} <= names
    assert {"pins/1/still.jpg", "pins/1/profile.json", "pins/1/table.toml", "pins/1/round.bjh"} <= names
    assert "<script>" not in page and "<b>bold</b>" not in page and "Box 2 &lt;script&gt;" in page
    assert told["people"] == {"Ivan": "dealer"}
    assert not [p for p in (data / CASES).iterdir() if p.name.startswith(".")], "nothing half-made is left"


def changed(package: Path, name: str, change: Callable[[bytes], bytes | None]) -> Path:
    """A copy of a package with one file changed, or taken out (None)."""
    out = package.with_name(f"changed-{package.name}")
    with zipfile.ZipFile(package) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            data = old.read(info)
            after = change(data) if info.filename == name else data
            if after is not None:
                new.writestr(info.filename, after)
    return out


def edit_row(data: bytes) -> bytes:
    lines = data.decode().splitlines(keepends=True)
    row = json.loads(lines[2])
    row["content"] = row["content"].replace('"pts_us":', '"pts_us":1')
    lines[2] = json.dumps(row) + "\n"
    return "".join(lines).encode()


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("pins/1/clip.mp4", lambda data: data[:-1] + bytes([data[-1] ^ 1])),
        ("pins/1/still.jpg", lambda data: data + b"x"),
        ("pins/1/pin.json", lambda data: data.replace(b"Ivan", b"Igor") + b" "),
        ("pins/1/profile.json", lambda data: None),
        ("case.json", lambda data: data.replace(b"Box 2", b"Box 3")),
        ("report.html", lambda data: b""),
    ],
)
def test_whatever_is_changed_in_a_package_is_named(
    package: Path, name: str, change: Callable[[bytes], bytes | None]
) -> None:
    (report,) = check(changed(package, name, change))
    assert [fault.file for fault in report.faults] == [name]
    assert run(["verify", str(package.with_name("changed-case.zip"))]) == 1


def test_an_edited_row_of_the_journals_excerpt_is_named(
    package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile(package) as zipped:
        row = json.loads(zipped.read("pins/1/journal.jsonl").decode().splitlines()[2])["seq"]
    path = changed(package, "pins/1/journal.jsonl", edit_row)
    assert run(["verify", str(path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["broken_file"], told["broken_row"]) == ("pins/1/journal.jsonl", row)
    assert told["reason"] == "its content does not match its hash"


def test_a_file_slipped_into_a_package_is_named(package: Path) -> None:
    with zipfile.ZipFile(package, "a") as zipped:
        zipped.writestr("../../evil.txt", "x")
    (report,) = check(package)
    assert [fault.file for fault in report.faults] == ["../../evil.txt"]


def test_a_rewritten_manifest_is_told_by_the_hash_that_the_house_noted(package: Path, data: Path) -> None:
    (made,) = [body for body in said(data) if isinstance(body, PackageMade)]

    def without_a_file(manifest: bytes) -> bytes:
        listing = json.loads(manifest)
        listing["files"] = [f for f in listing["files"] if f["file"] != "pins/1/still.jpg"]
        return json.dumps(listing).encode()

    path = changed(changed(package, "manifest.json", without_a_file), "pins/1/still.jpg", lambda data: None)
    assert check(path)[0].whole
    (report,) = check(path, expected=made.sha256)
    assert report.faults[0].file == "manifest.json"


def test_a_data_folder_is_checked_whole_and_a_touched_pin_is_named(
    client: TestClient, case: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {part.kind for part in check(data)} == {"journal", "audit", "pin"}
    assert run(["verify", str(data)]) == 0
    clip = data / CASES / case.rsplit("/", 1)[-1] / "1" / "clip.mp4"
    clip.write_bytes(clip.read_bytes()[:-7])
    capsys.readouterr()
    assert run(["verify", str(data), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["broken_file"], told["reason"]) == (
        "clip.mp4",
        "the file's content does not match its hash",
    )


@pytest.mark.parametrize("garbage", [b"PK\x03\x04 no zip", b""])
def test_what_is_no_package_is_told_plainly(tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "case.zip"
    path.write_bytes(garbage)
    assert run(["verify", str(path)]) == 2
    with zipfile.ZipFile(path, "w") as zipped:
        zipped.writestr("hello.txt", "x")
    assert run(["verify", str(path)]) == 2
