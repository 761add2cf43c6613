"""Bets against the count: whether a player bets more when the shoe is good for him."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tracker.actions import format_amount
from tracker.statistics.intervals import ends
from tracker.statistics.regression import Line, fit_line


@dataclass(frozen=True, slots=True)
class BetsOnCount:
    """One player's bets over rounds whose count was known.

    Attributes:
        player: a bettor's name, or the box where nobody is named.
        n: rounds.
        least, most: his smallest and greatest bet, minor units.
        line: bet (in his smallest bets) on the true count; None where his bet or the count never changed.
        points: the true count and the bet (in his smallest bets) of each round, for drawing.
    """

    player: str
    n: int
    least: int
    most: int
    line: Line | None
    points: tuple[tuple[float, float], ...] = ()

    def to_json(self, minor_units: int) -> dict[str, Any]:
        """Return plain JSON values; the slope is in his smallest bets for one more of the true count."""
        line = self.line
        return {
            "player": self.player,
            "n": self.n,
            "least": format_amount(self.least, minor_units),
            "most": format_amount(self.most, minor_units),
            "slope": None if line is None else round(line.slope, 4),
            "slope_95": None if line is None else ends(line.slope_95, 4),
            "r": None if line is None else round(line.r, 4),
            "n_effective": None if line is None else round(line.n_effective, 1),
            "p": None if line is None else line.p,
        }


class BetBook:
    """Collects bets with the true count at which they were made, shoe by shoe."""

    def __init__(self) -> None:
        self._points: dict[str, dict[int, list[tuple[float, int]]]] = defaultdict(lambda: defaultdict(list))

    def note(self, player: str, shoe: int, true_count: float, amount: int) -> None:
        """Note a bet.

        Args:
            player: who.
            shoe: which shoe of the session; bets of one shoe are neighbours.
            true_count: before the round's first card.
            amount: on all his hands in the round, minor units.
        """
        self._points[player][shoe].append((true_count, amount))

    def forget(self, shoe: int) -> None:
        """Forget the bets of a shoe whose count turned out to be none."""
        for shoes in self._points.values():
            shoes.pop(shoe, None)

    def lines(self) -> Iterable[BetsOnCount]:
        """Yield each player's bets."""
        for player, shoes in sorted(self._points.items()):
            if not shoes:
                continue
            amounts = [amount for points in shoes.values() for _, amount in points]
            least = min(amounts)
            series = [[(count, amount / least) for count, amount in points] for points in shoes.values()]
            line = fit_line(series) if least else None
            points = tuple(point for one in series for point in one)
            yield BetsOnCount(player, len(amounts), least, max(amounts), line, points)
