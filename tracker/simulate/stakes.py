"""What simulated players bet: amounts within the table's limits, of which halves and prices are exact."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Final

from tracker.profile import Profile

NAMES: Final = ("Anna", "Boris", "Clara", "David", "Elena", "Fedor", "Galina", "Hasan")
"""Names of bettors who share a box."""
_UNIT: Final = Decimal(10)
"""Bets are multiples of this where the profile names no minimum; major units."""
_MULTIPLES: Final = tuple(
    Decimal(text) for text in ("1", "1.2", "1.5", "2", "2.5", "4", "5", "8", "10", "15")
)
_SIDES: Final = tuple(Decimal(text) for text in ("0.5", "1", "2", "4"))


class Stakes:
    """Chooses amounts, in minor units; all are even, so that a half is exact."""

    def __init__(self, profile: Profile, minor_units: int, rng: Random) -> None:
        self._minor_units = minor_units
        self._rng = rng
        unit = profile.minimum or _UNIT
        hands = profile.hands_per_box if profile.stake_scope == "box" else 1
        self._unit = self._even(unit / hands)
        self._stakes = self._fitting(unit / hands, _MULTIPLES, (profile.maximum or Decimal(0)) / hands)
        self._sides = self._fitting(unit, _SIDES, profile.side_maximum or Decimal(0))

    def main(self) -> int:
        """Choose a main bet (on each hand)."""
        return self._rng.choice(self._stakes)

    def other_than(self, amount: int) -> int:
        """Choose a main bet that differs from this one."""
        others = [stake for stake in self._stakes if stake != amount]
        return self._rng.choice(others) if others else amount + 2

    def side(self) -> int:
        """Choose a side bet."""
        return self._rng.choice(self._sides)

    def shared(self, bettors: int) -> list[int]:
        """Choose the parts of several bettors on one box; their sum is a main bet if it can be shared so."""
        whole = self.main()
        part = whole // (2 * bettors) * 2
        if part == 0:
            return [whole]
        return [whole - (bettors - 1) * part, *[part] * (bettors - 1)]

    @property
    def step(self) -> int:
        """A stack of chips that a bet changes by."""
        return self._unit

    def _fitting(self, unit: Decimal, multiples: tuple[Decimal, ...], most: Decimal) -> list[int]:
        amounts = [self._even(unit * multiple) for multiple in multiples]
        limit = int(most * self._minor_units)
        return [amount for amount in amounts if not limit or amount <= limit] or [limit // 2 * 2]

    def _even(self, amount: Decimal) -> int:
        """Round an amount up to an even number of minor units."""
        minor = -(-amount * self._minor_units // 1)
        return int(minor) + int(minor) % 2
