"""Facts that people and other machines tell of a table: chips, what was said, calls for the floor, corrections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from http import HTTPStatus
from time import time
from typing import Annotated, Final, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from api.auth.roles import Person, Right
from api.live.feed import TableFeed
from api.problems import Problem
from api.routes.context import AtTable, SeesTable, WritesKeyed, demand
from api.schemas import Accepted
from tracker.actions import parse_action, parse_amount
from tracker.errors import NotationError
from tracker.facts import (
    CardPlaced,
    CardRead,
    ChipsSeen,
    Correction,
    Fact,
    FactBody,
    FloorCalled,
    Said,
    body_from_json,
)

router = APIRouter(tags=["facts"])

MOST_FACTS: Final = 200
OLDEST_MS: Final = 600_000
"""Chips that were seen longer ago are of rounds that are over."""
AHEAD_MS: Final = 2_000
"""So much a sender's clock may be ahead of the server's; what it saw is then seen now."""
Text = Annotated[str, Field(max_length=200)]


class Chips(BaseModel, extra="forbid"):
    """A bet spot holds this much, in major units; 0: it is empty.

    `at_ms` is when it was seen by the sender's clock, milliseconds since 1970; without it, it is seen now.
    """

    kind: Literal["chips"]
    spot: Text
    amount: Text
    at_ms: Annotated[int, Field(ge=0)] | None = None


class Words(BaseModel, extra="forbid"):
    """Somebody at the table said or entered an action of the notation."""

    kind: Literal["said"]
    action: Text


class Call(BaseModel, extra="forbid"):
    """The floor is called to the table, or what the screen says is disputed."""

    kind: Literal["floor-called"]
    reason: Text


class Fix(BaseModel, extra="forbid"):
    """An earlier fact, by its id, should have been this card."""

    kind: Literal["correction"]
    corrects: Text
    card: Text
    reason: Text


Told = Annotated[Chips | Words | Call | Fix, Field(discriminator="kind")]


class Batch(BaseModel, extra="forbid"):
    """What is told at once: all of it is written, or nothing.

    `sent_ms` is when it was sent, by the clock that `at_ms` is from: then it does not matter how that clock is set.
    Without it that clock is taken to agree with the server's.
    """

    facts: Annotated[list[Told], Field(min_length=1, max_length=MOST_FACTS)]
    sent_ms: Annotated[int, Field(ge=0)] | None = None


@router.post("/tables/{name}/facts", status_code=HTTPStatus.CREATED)
def tell(batch: Batch, feed: AtTable, who: SeesTable, by: WritesKeyed) -> Accepted:
    """Write facts, at the media time that it is now, or was when they were seen: a feed says when with `at_ms`.

    The same batch under the same key is written once.

    A batch under a key that was used for another one is refused with 409.
    """
    bodies = [_body(told, feed, who) for told in batch.facts]
    written = feed.enter(bodies, source=by.source, key=by.key, ages_us=_ages_us(batch, now=time()))
    return Accepted(facts=tuple(fact.id for fact in written), seq=feed.state().seq)


def _ages_us(batch: Batch, *, now: float) -> list[int]:
    """How long ago each fact was seen, microseconds.

    Raises:
        Problem: 422 if that is longer than can be, or in the future.
    """
    sent_ms = round(now * 1000) if batch.sent_ms is None else batch.sent_ms
    ages_ms = [0 if at_ms is None else sent_ms - at_ms for at_ms in (_seen_ms(told) for told in batch.facts)]
    for age_ms in ages_ms:
        if not -AHEAD_MS <= age_ms <= OLDEST_MS:
            raise Problem(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "wrong-time",
                f"expected at_ms at most {OLDEST_MS // 60_000} minutes before sent_ms and not behind it, "
                f"got {age_ms / 1000:.1f} s before",
            )
    return [max(0, age_ms) * 1000 for age_ms in ages_ms]


def _seen_ms(told: Told) -> int | None:
    return told.at_ms if isinstance(told, Chips) else None


def _body(told: Told, feed: TableFeed, who: Person) -> FactBody:
    right = Right.CORRECT if isinstance(told, Fix) else Right.ENTER
    demand(who, right)
    try:
        match told:
            case Chips(spot=spot, amount=amount):
                units = feed.minor_units
                body: FactBody = ChipsSeen(spot=spot, amount=parse_amount(amount, units))
            case Words(action=action):
                parsed = parse_action(action, feed.minor_units)
                if parsed.actor in ("c", "f"):
                    raise ValueError("corrections and rulings are not told as words")
                body = Said(action=action, by=who.name)
            case Call(reason=reason):
                body = FloorCalled(reason=reason, by=who.name)
            case Fix():
                return correction_of(feed.fact, told.corrects, told.card, by=who.name, reason=told.reason)
        return body_from_json({"kind": body.kind, **{k: getattr(body, k) for k in body.__dataclass_fields__}})
    except (NotationError, ValueError) as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "no-such-fact", str(error)) from error


def correction_of(
    known: Callable[[str], Fact | None], corrects: str, card: str, *, by: str, reason: str
) -> FactBody:
    """Return the correction of a card: the corrected fact as it was, with another card, surely.

    Raises:
        Problem: 404 if no such fact tells of a card, 422 if the card is none.
    """
    earlier = known(corrects)
    if earlier is None or not isinstance(earlier.body, CardPlaced | CardRead):
        raise Problem(HTTPStatus.NOT_FOUND, "not-found", f"there is no card with the fact {corrects!r}")
    changes: dict[str, object] = {"card": card, "p": 1.0}
    if isinstance(earlier.body, CardPlaced):
        changes["face_up"] = True
    body = {"kind": earlier.body.kind, **asdict(earlier.body), **changes}
    try:
        body_from_json(body)
    except (NotationError, ValueError) as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "no-such-fact", str(error)) from error
    return Correction(corrects=corrects, body=body, by=by, reason=reason)
