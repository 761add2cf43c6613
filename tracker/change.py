"""Making change: the fewest pieces of given values that make an amount exactly."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import NamedTuple


class Supply(NamedTuple):
    """Pieces of one value, and how many there are; None: as many as it takes."""

    value: int
    pieces: int | None = None


def fewest(amount: int, supplies: Sequence[Supply]) -> tuple[int, ...] | None:
    """Return how many pieces of each supply make an amount with the fewest pieces; None if they cannot.

    Of two ways that are as short, the one that takes more of an earlier supply is returned.

    Args:
        amount: from 0.
        supplies: values above 0, the highest first.
    """
    if amount < 0:
        return None
    search = _Search(supplies)
    search.go(0, amount, 0, ())
    return search.best


class _Search:
    """Depth first, greedy first; a branch that cannot be shorter than the best way is left."""

    def __init__(self, supplies: Sequence[Supply]) -> None:
        self.supplies = supplies
        self.best: tuple[int, ...] | None = None
        self._dead: set[tuple[int, int]] = set()
        self._steps = [gcd(*(supply.value for supply in supplies[i:])) for i in range(len(supplies))]

    def go(self, i: int, rest: int, used: int, counts: tuple[int, ...]) -> bool:
        """Make `rest` of the supplies from `i` on; whether that is possible at all, as far as it was tried."""
        if rest == 0:
            if self._is_better(used):
                self.best = (*counts, *[0] * (len(self.supplies) - i))
            return True
        if i == len(self.supplies) or rest % self._steps[i] or (i, rest) in self._dead:
            return False
        value, made = self.supplies[i].value, False
        for count in self._choices(i, rest):
            left = rest - count * value
            if not self._is_better(used + count + self._at_least(i + 1, left)):
                made = True
                break
            made |= self.go(i + 1, left, used + count, (*counts, count))
        if not made:
            self._dead.add((i, rest))
        return made

    def _choices(self, i: int, rest: int) -> range:
        """Counts worth trying, the most first.

        Of pieces below `value`, `value / step` or more always hold some whose sum is a multiple of `value`
        (pigeonholes); they would be fewer in pieces of `value`. So they get no more than that, unless these run out.
        """
        value, supply = self.supplies[i].value, self.supplies[i].pieces
        most = rest // value
        if supply is not None and supply <= most:
            return range(supply, -1, -1)
        return range(most, max(-1, most - value // self._steps[i] - 1), -1)

    def _at_least(self, i: int, rest: int) -> int:
        return -(-rest // self.supplies[i].value) if i < len(self.supplies) else 0

    def _is_better(self, used: int) -> bool:
        return self.best is None or used < sum(self.best)
