"""Facts as tests need them."""

from __future__ import annotations

from tracker.facts import CardPlaced, Fact


def card_fact(number: int, card: str = "Th") -> Fact:
    """Return the `number`-th card that came to rest, one every second."""
    body = CardPlaced(track=number, place="1.1", card=card, p=0.99, face_up=True)
    return Fact(table="BJ-01", source="camera:overhead", pts_us=number * 1_000_000, body=body)
