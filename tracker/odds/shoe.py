"""What is left in a shoe, by value: the ace, two to nine, and the ten-valued cards as one."""

from __future__ import annotations

from typing import Final, TypeAlias

from tracker.hands import VALUES as PIPS

Shoe: TypeAlias = tuple[int, ...]
"""Ten counts: index 0 is the ace, 1 to 8 are two to nine, 9 is ten, jack, queen and king together."""

VALUES: Final = range(10)
"""The places of a shoe: a card's pip value less one, an ace counting one."""
ACE: Final = 0
TEN: Final = 9


def full_shoe(decks: int) -> Shoe:
    """Return a shoe of so many packs."""
    return (4 * decks,) * 9 + (16 * decks,)


def without(shoe: Shoe, *values: int) -> Shoe:
    """Return the shoe after cards of these values were taken out.

    Raises:
        ValueError: if there are not so many.
    """
    counts = list(shoe)
    for value in values:
        counts[value] -= 1
    if min(counts) < 0:
        raise ValueError(f"expected a shoe with cards of the values {values}, got {shoe}")
    return tuple(counts)


def value_of_rank(rank: str) -> int:
    """Return the index of a rank's count."""
    return PIPS[rank] - 1
