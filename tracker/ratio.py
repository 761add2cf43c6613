"""Exact ratios such as 3:2, and what happens to an amount that the currency cannot hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

_RATIO = re.compile(r"([1-9][0-9]{0,5}):([1-9][0-9]{0,5})")


class Rounding(StrEnum):
    """What to do with a fraction of the smallest unit."""

    EXACT = "exact"
    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Ratio:
    """A price: `pays` to `per`, written `3:2`."""

    pays: int
    per: int

    @classmethod
    def parse(cls, text: str) -> Ratio:
        """Read `3:2`.

        Raises:
            ValueError: if the text is not two positive numbers with a colon.
        """
        match = _RATIO.fullmatch(text)
        if not match:
            raise ValueError(f"expected a ratio such as '3:2', got {text!r}")
        return cls(int(match[1]), int(match[2]))

    def of(self, amount: int, rounding: Rounding = Rounding.EXACT) -> int:
        """Return the winnings on an amount, in the same minor units.

        With `exact` limits no fraction can come up; where it does all the same it is left to the house.
        """
        whole, rest = divmod(amount * self.pays, self.per)
        return whole + 1 if rest and rounding is Rounding.UP else whole

    def fair(self, amount: int, rounding: Rounding) -> tuple[int, ...]:
        """Return every amount that is right: two where a fraction comes up that the house does not round."""
        whole = self.of(amount, rounding)
        left_open = rounding is Rounding.EXACT and amount * self.pays % self.per
        return (whole, whole + 1) if left_open else (whole,)

    def __str__(self) -> str:
        return _text(self.pays, self.per)


@lru_cache(maxsize=256)
def _text(pays: int, per: int) -> str:
    return f"{pays}:{per}"


EVENS = Ratio(1, 1)
HALF = Ratio(1, 2)
