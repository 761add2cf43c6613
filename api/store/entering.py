"""Facts that people and other machines enter: under an idempotency key the same ones are written once.

A fact's id is made of who enters it, the key and its number, so the journal itself knows what was entered before,
whoever was killed since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence

from api.errors import FactRefused
from tracker.facts import Fact, FactBody


def entered_facts(
    bodies: Sequence[FactBody],
    *,
    table: str,
    source: str,
    pts_us: int,
    key: str,
    known: Callable[[str], Fact | None],
    ages_us: Sequence[int] = (),
) -> list[Fact]:
    """Return what was entered as facts.

    Args:
        bodies: what was entered.
        table: the table's name.
        source: who or what entered it.
        pts_us: the media time that it is now, microseconds.
        key: idempotency key; empty where none was given.
        known: returns the journal's fact of an id. What was acknowledged and is sent again came at another time; it is
            the same fact all the same.
        ages_us: how long ago each happened, microseconds; empty: all happen now.

    Raises:
        FactRefused: if the key was used for more, fewer or other facts.
    """
    facts = [
        Fact(
            table=table,
            source=source,
            pts_us=max(0, pts_us - age_us),
            body=body,
            id=id_of(key, source, number),
        )
        for number, (body, age_us) in enumerate(zip(bodies, ages_us or [0] * len(bodies), strict=True))
    ]
    if not key:
        return facts
    before = [fact for fact in (known(fact.id) for fact in facts) if fact is not None]
    has_more = known(id_of(key, source, len(facts))) is not None
    if not before and not has_more:
        return facts
    if has_more or [fact.body for fact in before] != list(bodies):
        raise FactRefused(f"the key {key!r} was used for something else")
    return before


def entered_before(facts: Iterable[Fact], source: str, key: str) -> Fact | None:
    """Return the first fact that somebody entered under a key; None if there is none, or no key."""
    wanted = id_of(key, source, 0)
    return next((fact for fact in facts if fact.id == wanted), None) if key else None


def id_of(key: str, source: str, number: int) -> str:
    """Return the id of a fact that came under an idempotency key; empty (the fact's own) where none was given."""
    return hashlib.sha256(f"{source}\n{key}\n{number}".encode()).hexdigest()[:16] if key else ""
