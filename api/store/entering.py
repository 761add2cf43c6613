"""Facts that people and other machines enter: under an idempotency key the same ones are written once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from tracker.facts import Fact, FactBody


def entered_facts(
    bodies: Sequence[FactBody], *, table: str, source: str, pts_us: int, key: str, known: Mapping[str, Fact]
) -> list[Fact]:
    """Return what was entered as facts.

    Args:
        bodies: what was entered.
        table: the table's name.
        source: who or what entered it.
        pts_us: the media time that it is now, microseconds.
        key: idempotency key; empty where none was given.
        known: the facts of the journal by id. What was acknowledged and is sent again came at another time; it is the
            same fact all the same.
    """
    facts = [
        Fact(table=table, source=source, pts_us=pts_us, body=body, id=id_of(key, source, number))
        for number, body in enumerate(bodies)
    ]
    before = [known.get(fact.id) for fact in facts]
    return [old if old and old.body == new.body else new for old, new in zip(before, facts, strict=True)]


def id_of(key: str, source: str, number: int) -> str:
    """Return the id of a fact that came under an idempotency key; empty (the fact's own) where none was given."""
    return hashlib.sha256(f"{source}\n{key}\n{number}".encode()).hexdigest()[:16] if key else ""
