"""A real server, answers that are lost, a kill, and everything sent again: nothing is done twice."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from api.archive.archive import AUDITS
from api.store.house_journal import HOUSE_JOURNAL
from api.store.journal import read_entries
from api.trials.running import Running, running

REC = "/api/v1/recordings/session"
CASE = "/api/v1/cases/CASE"
WRITES: list[tuple[str, dict[str, Any]]] = [
    ("/api/v1/cases", {"title": "Box 2"}),
    (f"{CASE}/notes", {"note": "seen"}),
    (f"{CASE}/people", {"person": "Ivan", "part": "dealer"}),
    (f"{CASE}/pins", {"recording": "session", "finding": "FINDING"}),
    (f"{REC}/findings/FINDING/steps", {"step": "right"}),
    (f"{REC}/findings/FINDING/ruling", {"ruling": "warn"}),
    (f"{REC}/rounds/1/review", {"verdict": "clean"}),
]
"""What is sent, in this order."""
TIMEOUT_S = 60.0


def send(connection: HTTPConnection, number: int, names: dict[str, str]) -> None:
    path, text = WRITES[number][0], json.dumps(WRITES[number][1])
    for name, stands_for in names.items():
        path, text = path.replace(name, stands_for), text.replace(name, stands_for)
    headers = {"Content-Type": "application/json", "Idempotency-Key": f"write-number-{number}"}
    connection.request("POST", path, text, headers)


def ask(server: Running, number: int, names: dict[str, str]) -> tuple[int, Any]:
    with closing(server.connect()) as connection:
        send(connection, number, names)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


def get(server: Running, path: str) -> Any:
    with closing(server.connect()) as connection:
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())


def rows(data: Path) -> int:
    """Return how many rows the journals have that the requests write to."""
    journals = (data / HOUSE_JOURNAL, data / AUDITS / "session" / "journal.db")
    return sum(1 for journal in journals if journal.exists() for _ in read_entries(journal))


def wait_for(data: Path, wanted: int) -> None:
    until = monotonic() + TIMEOUT_S
    while rows(data) < wanted:
        assert monotonic() < until, "what was sent was not written"
        sleep(0.05)


def test_what_was_written_and_never_answered_is_sent_again_and_not_written_again(data: Path) -> None:
    names: dict[str, str] = {}
    server = Running(data)
    names["FINDING"] = get(server, f"{REC}/findings")[0]["id"]
    for number in range(len(WRITES)):
        before, connection = rows(data), server.connect()
        send(connection, number, names)
        wait_for(data, before + 1)
        connection.close()  # nobody reads the answer
        if number == 0:
            names["CASE"] = get(server, "/api/v1/cases")[0]["id"]
    before = rows(data)
    first = [ask(server, number, names) for number in range(len(WRITES))]
    server.kill()
    with running(data) as another:
        second = [ask(another, number, names) for number in range(len(WRITES))]
        (case,) = get(another, "/api/v1/cases")
    assert [status for status, _ in first + second] == [201] * 2 * len(WRITES), first + second
    assert rows(data) == before
    assert [note["text"] for note in case["notes"]] == ["seen"]
    assert (len(case["people"]), len(case["pins"])) == (1, 1)
    assert [told for _, told in first] == [told for _, told in second]
