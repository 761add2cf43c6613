"""What was told of each card that lay on a filmed table, against the facts of a perfect camera."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tracker.cards import Card
from tracker.facts import CardPlaced, CardRead, CardTaken, Fact, fact_from_json
from vision.calibrate.zones import index_height_px
from vision.errors import SourceError
from vision.evaluate.outcomes import Outcome, Reading, Shown
from vision.sightings import F32
from vision.table import Table

NEAR_MM = 40.0
NEAR_US = 4_000_000
"""A tracked card is the one that came to rest so near in place and time."""
FAN_MM = 20.0
FAN_US = 1_000_000
"""The step of a fan and the beat of dealing: the units in which nearness is weighed."""


@dataclass(frozen=True, slots=True)
class TrackedCard:
    """A card from when it came to rest to when it was taken.

    Attributes:
        track: its number in the facts.
        place: where it came to rest.
        at_mm: where on the felt.
        placed_us: when.
        shown_us: when its face was read for the last time.
        card: what its face was last read as; rank and suit are `?` if it never was.
        p: how surely.
        quad: float32 `(4, 2)`, its corners in the picture at that time; None if no fact says.
    """

    track: int
    place: str
    at_mm: tuple[float, float]
    placed_us: int
    shown_us: int
    card: Card
    p: float
    quad: F32 | None = None


def tracked_cards(facts: Iterable[Fact]) -> list[TrackedCard]:
    """Follow each card through the facts; a track's number may be used again after its card was taken."""
    lying: dict[int, TrackedCard] = {}
    gone: list[TrackedCard] = []
    for fact in facts:
        body = fact.body
        if isinstance(body, CardPlaced):
            if body.track in lying:
                gone.append(lying.pop(body.track))
            lying[body.track] = TrackedCard(
                body.track, body.place, (body.x_mm, body.y_mm), fact.pts_us, fact.pts_us, Card.parse(body.card),
                body.p, _quad_of(fact),
            )  # fmt: skip
        elif isinstance(body, CardRead) and body.track in lying:
            card = lying[body.track]
            quad = card.quad if fact.evidence is None else _quad_of(fact)
            lying[body.track] = replace(
                card, card=Card.parse(body.card), p=body.p, shown_us=fact.pts_us, quad=quad
            )
        elif isinstance(body, CardTaken) and body.track in lying:
            gone.append(lying.pop(body.track))
    return sorted([*gone, *lying.values()], key=lambda card: card.placed_us)


def read_true_facts(path: Path) -> list[Fact]:
    """Read the facts of a perfect camera, `truth.facts.jsonl`.

    Raises:
        SourceError: if it cannot be read or a line of it is no fact.
    """
    try:
        lines = path.read_text(encoding="utf8").splitlines()
        return [fact_from_json(json.loads(line)) for line in lines]
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"{path}: not the facts of a filmed session: {error}") from error


def outcomes_of(
    film: str, truth: Sequence[TrackedCard], told: Sequence[TrackedCard], table: Table
) -> list[Outcome]:
    """Pair the cards that lay on the table with those that were told, by where and when they came to rest.

    Cards of which the film never shows the face are left out, and so is what was told of them.
    """
    partner = _pairs(truth, told)
    rows: list[tuple[TrackedCard | None, TrackedCard | None]] = []
    for number, card in enumerate(truth):
        if card.card.is_known:
            rows.append((card, told[partner[number]] if number in partner else None))
    met = set(partner.values())
    rows += [(None, card) for number, card in enumerate(told) if number not in met and card.card.is_known]
    return [
        Outcome(
            picture=str((seen or shown or card).shown_us),
            group=film,
            shown=None if shown is None else _shown(shown, table),
            read=None if seen is None or not seen.card.is_known else _reading(seen, table),
        )
        for shown, seen in rows
    ]


def _pairs(truth: Sequence[TrackedCard], told: Sequence[TrackedCard]) -> dict[int, int]:
    """For each true card's number that of the told one: the nearest in place and time first."""
    near = sorted(
        (apart, a, b)
        for a, card in enumerate(truth)
        for b, seen in enumerate(told)
        if (apart := _apart(card, seen)) is not None
    )
    partner: dict[int, int] = {}
    for _, a, b in near:
        if a not in partner and b not in partner.values():
            partner[a] = b
    return partner


def _apart(a: TrackedCard, b: TrackedCard) -> float | None:
    """How far apart two cards came to rest, in steps of a fan; None if they cannot be one card."""
    apart_mm = float(np.hypot(a.at_mm[0] - b.at_mm[0], a.at_mm[1] - b.at_mm[1]))
    apart_us = abs(a.placed_us - b.placed_us)
    if apart_mm > NEAR_MM or apart_us > NEAR_US:
        return None
    return apart_mm / FAN_MM + apart_us / FAN_US


def _shown(card: TrackedCard, table: Table) -> Shown:
    return Shown(card=card.card, index_height_px=_height(card, table), quad=card.quad)


def _reading(card: TrackedCard, table: Table) -> Reading:
    return Reading(card=card.card, p=card.p, index_height_px=_height(card, table), quad=card.quad)


def _height(card: TrackedCard, table: Table) -> float:
    row = table.row(card.place)
    return index_height_px(table, row.model_copy(update={"at_mm": card.at_mm}))


def _quad_of(fact: Fact) -> F32 | None:
    return None if fact.evidence is None else np.array(fact.evidence.quad_px, np.float32)
