"""Chips: how an amount is paid in the house's colours.

The trade pays a bet in the colours it was made in, makes change where they do not fit, and converts to the fewest chips
where one colour would take more than a column of 20. Everything is exact: what the set cannot make is an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final, NamedTuple

from tracker.actions import format_amount
from tracker.change import Supply, fewest
from tracker.errors import ChipError

COLUMN: Final = 20
"""Most chips in one column."""
_MOST_TRIES: Final = 1000
"""So many ways to part an amount between a bet's colours and change are tried."""


class Chip(NamedTuple):
    """A colour of the house and what a chip of it is worth, in minor units."""

    colour: str
    value: int


@dataclass(frozen=True, slots=True)
class Pile:
    """Some chips: how many of each colour, the highest value first."""

    counts: tuple[tuple[Chip, int], ...] = ()

    @property
    def value(self) -> int:
        """What they are worth, in minor units."""
        return sum(chip.value * count for chip, count in self.counts)

    @property
    def size(self) -> int:
        """How many chips they are."""
        return sum(count for _, count in self.counts)

    @property
    def columns(self) -> tuple[tuple[Chip, int], ...]:
        """The chips as they are put down: columns of one colour, at most `COLUMN` high."""
        return tuple(
            (chip, min(COLUMN, count - done))
            for chip, count in self.counts
            for done in range(0, count, COLUMN)
        )

    def written(self, minor_units: int) -> str:
        """Write the columns by their values in major units: `1×100 2×25`."""
        return " ".join(f"{count}×{format_amount(chip.value, minor_units)}" for chip, count in self.columns)


@dataclass(frozen=True, slots=True)
class ChipSet:
    """The chips of a house.

    Attributes:
        chips: every colour once, the highest value first.
        minor_units: the currency's smallest units in one, for messages.

    Raises:
        ChipError: if there is no chip, a colour comes twice, or a value is not positive.
    """

    chips: tuple[Chip, ...]
    minor_units: int = 100

    def __post_init__(self) -> None:
        """Sort the colours and check them."""
        colours = [chip.colour for chip in self.chips]
        if not colours:
            raise ChipError("expected at least one colour of chips, got none")
        if len(set(colours)) != len(colours):
            raise ChipError(f"expected each colour of chips once, got {', '.join(colours)}")
        for chip in self.chips:
            if chip.value <= 0:
                raise ChipError(f"expected a positive value of {chip.colour} chips, got {chip.value}")
        object.__setattr__(self, "chips", tuple(sorted(self.chips, key=lambda chip: -chip.value)))

    def fewest(self, amount: int, tray: Mapping[str, int] | None = None) -> Pile:
        """Make an amount of the fewest chips; of two ways that are as short, the one with more of the higher values.

        Args:
            amount: in minor units.
            tray: how many chips of each colour are there; a colour that is not named has run out. None: enough of all.

        Raises:
            ChipError: if the chips cannot make it.
        """
        pile = self._made_of(self.chips, amount, tray)
        if pile is None:
            have = ", ".join(self._stock(chip, tray) for chip in self.chips)
            written = format_amount(amount, self.minor_units)
            raise ChipError(f"expected an amount that chips of {have} can make, got {written}")
        return pile

    def payout(self, amount: int, bet: Pile | None = None, tray: Mapping[str, int] | None = None) -> Pile:
        """Make a payout: in the colours of the bet, change for what they cannot make, fewest chips.

        Where that would take more than a column of one colour the whole is converted to the fewest chips of the house.

        Args:
            amount: in minor units.
            bet: the chips that the bet was made in; None where nobody knows.
            tray: as in `fewest`.

        Raises:
            ChipError: if the chips cannot make it.
        """
        converted = self.fewest(amount, tray)
        if bet is None or not amount:
            return converted
        in_colour = self._in_colours({chip for chip, count in bet.counts if count}, amount, tray)
        if in_colour is None or any(count > COLUMN for _, count in in_colour.counts):
            return converted
        return in_colour

    def _in_colours(self, colours: set[Chip], amount: int, tray: Mapping[str, int] | None) -> Pile | None:
        """Make as much of an amount as possible of these colours and the rest of others; None if none of it."""
        own = [chip for chip in self.chips if chip in colours]
        others = [chip for chip in self.chips if chip not in colours]
        step = gcd(*(chip.value for chip in own)) or 1
        held = None if tray is None else sum(chip.value * tray.get(chip.colour, 0) for chip in own)
        least = 0 if held is None else max(0, amount - held)
        change = least + (amount - least) % step
        for _ in range(_MOST_TRIES):
            if change >= amount:
                return None
            paid, rest = self._made_of(own, amount - change, tray), self._made_of(others, change, tray)
            if paid is not None and rest is not None:
                return Pile(
                    tuple(sorted(paid.counts + rest.counts, key=lambda part: self.chips.index(part[0])))
                )
            change += step
        return None

    def _made_of(self, chips: Sequence[Chip], amount: int, tray: Mapping[str, int] | None) -> Pile | None:
        supply = [Supply(chip.value, None if tray is None else tray.get(chip.colour, 0)) for chip in chips]
        counts = fewest(amount, supply)
        if counts is None:
            return None
        return Pile(tuple((chip, count) for chip, count in zip(chips, counts, strict=True) if count))

    def _stock(self, chip: Chip, tray: Mapping[str, int] | None) -> str:
        value = format_amount(chip.value, self.minor_units)
        return value if tray is None else f"{tray.get(chip.colour, 0)}×{value}"
