"""A server is killed while people enter facts, again and again: nothing acknowledged may be lost, nothing be double.

Writers send facts under idempotency keys without a pause. Whoever gets no answer sends the same again to the next
server, as every tablet does. In the end the journal is compared with what was sent.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from http.client import HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from api.store.journal import read_entries
from api.store.verify import verify_journal
from api.trials.running import TIMEOUT_S, Running, lay_out, post_chips
from tracker.facts import ChipsSeen

WRITERS: Final = 4
LIVES_S: Final = (0.05, 0.6)
"""So long a server lives after its first answer, at random."""


@dataclass(frozen=True, slots=True)
class KillReport:
    """What became of the facts.

    Attributes:
        kills: how often the server was killed.
        in_flight: how often a kill left a writer without an answer.
        acknowledged: facts whose writing a server said was done.
        lost: of these, not in the journal.
        double: facts that are there more than once.
        foreign: rows that nobody sent.
        whole: whether every journal's chain is.
        seconds: how long it took.
    """

    kills: int
    in_flight: int
    acknowledged: int
    lost: int
    double: int
    foreign: int
    whole: bool
    seconds: float

    @property
    def holds(self) -> bool:
        """Whether nothing is lost, double or broken."""
        return self.whole and not (self.lost or self.double or self.foreign)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {**asdict(self), "holds": self.holds}


@dataclass(slots=True)
class _Writer:
    """One that enters facts: what it was told is done, and what it must still send."""

    number: int
    table: str
    acknowledged: dict[str, str] = field(default_factory=dict)
    sent: int = 0
    unanswered: int = 0
    waiting: bool = False

    def write(self, server: Running, stop: threading.Event, answered: threading.Event) -> None:
        """Send facts until the server is gone."""
        connection = server.connect()
        try:
            while not stop.is_set():
                if not self.waiting:
                    self.sent += 1
                    self.waiting = True
                amounts = [f"{self.number}{self.sent:05}.{part:02}" for part in range(1 + self.sent % 3)]
                key = f"writer-{self.number}-{self.sent}"
                status, answer = post_chips(connection, self.table, key, amounts)
                answered.set()
                if status == 201:
                    self.acknowledged.update(zip(answer["facts"], amounts, strict=True))
                    self.waiting = False
        except (OSError, HTTPException, ValueError):
            self.unanswered += 1
        finally:
            connection.close()


def run_kills(
    data: Path, *, kills: int, seed: int = 1, progress: Callable[[float], None] = lambda _: None
) -> KillReport:
    """Kill a server so many times and tell what became of the facts.

    Args:
        data: an empty folder.
        kills: how often.
        seed: of the times between.
        progress: is told how much is done, 0..1.

    Raises:
        TrialFailed: if a server does not start again.
    """
    began, chance = monotonic(), random.Random(seed)
    tables = lay_out(data, 2)
    writers = [_Writer(number, tables[number % len(tables)]) for number in range(1, WRITERS + 1)]
    for kill in range(kills):
        _one_life(data, writers, chance.uniform(*LIVES_S), killed=True)
        progress((kill + 1) / (kills + 1))
    _one_life(data, writers, LIVES_S[1], killed=False)
    return _compare(data, tables, writers, kills, monotonic() - began)


def _one_life(data: Path, writers: list[_Writer], lives_s: float, *, killed: bool) -> None:
    """Start a server, let the writers write, and kill it in the midst of it; or let them finish, and stop it."""
    server, stop, answered = Running(data), threading.Event(), threading.Event()
    threads = [threading.Thread(target=writer.write, args=(server, stop, answered)) for writer in writers]
    for thread in threads:
        thread.start()
    answered.wait(TIMEOUT_S)
    sleep(lives_s)
    if killed:
        server.kill()
    stop.set()
    for thread in threads:
        thread.join()
    if not killed:
        server.stop()


def _compare(data: Path, tables: list[str], writers: list[_Writer], kills: int, seconds: float) -> KillReport:
    rows: Counter[str] = Counter()
    amounts: Counter[int] = Counter()
    for table in tables:
        for entry in read_entries(data / table / "journal.db"):
            rows[entry.fact.id] += 1
            if isinstance(entry.fact.body, ChipsSeen):
                amounts[entry.fact.body.amount] += 1
    acknowledged = {name: amount for writer in writers for name, amount in writer.acknowledged.items()}
    known = set(acknowledged)
    # What a writer still waits for at the end may be there or not: it was never acknowledged.
    waiting = {f"{w.number}{w.sent:05}".lstrip("0") for w in writers if w.waiting}
    foreign = [a for a in amounts if a not in {_minor(v) for v in acknowledged.values()}]
    foreign = [a for a in foreign if str(a)[:-2] not in waiting]
    return KillReport(
        kills=kills,
        in_flight=sum(writer.unanswered for writer in writers),
        acknowledged=len(acknowledged),
        lost=len(known - set(rows)),
        double=sum(count - 1 for count in [*rows.values(), *amounts.values()]),
        foreign=len(foreign),
        whole=all(verify_journal(data / table / "journal.db").whole for table in tables),
        seconds=round(seconds, 1),
    )


def _minor(amount: str) -> int:
    whole, part = amount.split(".")
    return int(whole) * 100 + int(part)
