"""The manner in which a round is run: what is said aloud, when money moves. All of it is legal."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """Habits of a dealer and of those who write down what they hear.

    Attributes:
        hears_hits: a card that a player asks for is written down before it comes; else the card speaks for itself.
        hears_stands: a stand after a hit is written down; else the next hand's act says it.
        settles_at_once: bets are paid and taken as soon as they are decided; else all at the end.
        fills_splits_at_once: both halves of a split get their card before either plays, where the game leaves it open.
    """

    hears_hits: bool = True
    hears_stands: bool = True
    settles_at_once: bool = True
    fills_splits_at_once: bool = False


BY_THE_BOOK: Final = Manner()


def any_manner(rng: Random) -> Manner:
    """Choose a manner."""
    hits, stands, settles, fills = (rng.random() < 0.5 for _ in range(4))
    return Manner(hears_hits=hits, hears_stands=stands, settles_at_once=settles, fills_splits_at_once=fills)
