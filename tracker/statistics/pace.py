"""How fast the game is dealt: rounds and hands an hour, from the times at which rounds began."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Any, Final

from tracker.statistics.exact import student_quantile, student_two_sided
from tracker.statistics.intervals import ends
from tracker.statistics.rounds import SeenRound

HOUR_S: Final = 3600.0
_DEALERS_HAND: Final = 1
_LEAST_ROUNDS: Final = 3


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of a session, from the beginning of each round to that of the next; breaks are left out.

    Attributes:
        n: rounds that were timed.
        breaks: pauses between rounds that were left out.
        rounds_per_hour: and
        hands_per_hour: the dealer's own hand with the players'; with its 95 % interval.
        seconds_a_hand: the same the other way round, with its standard error.
    """

    n: int
    breaks: int
    rounds_per_hour: float
    hands_per_hour: float
    hands_95: tuple[float, float]
    seconds_a_hand: float
    error_s: float

    def p_beyond(self, hands_per_hour: float) -> float:
        """Return the chance of a pace at least as far from a limit as this, if the limit were the pace."""
        if not self.error_s:
            return 1.0
        t = (self.seconds_a_hand - HOUR_S / hands_per_hour) / self.error_s
        return student_two_sided(t, self.n - 1) / 2

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "n": self.n,
            "breaks": self.breaks,
            "rounds_per_hour": round(self.rounds_per_hour, 1),
            "hands_per_hour": round(self.hands_per_hour, 1),
            "hands_per_hour_95": ends(self.hands_95, 1),
        }


def pace_of(rounds: Sequence[SeenRound], break_s: float) -> Pace | None:
    """Measure the pace; None where fewer than three rounds were timed.

    Args:
        rounds: of one session, in order.
        break_s: seconds from one round's beginning to the next's from which the table is taken to have paused.
    """
    timed = [
        (round_.start_us, round_.hands + _DEALERS_HAND) for round_ in rounds if round_.start_us is not None
    ]
    gaps = [((after - start) / 1e6, hands) for (start, hands), (after, _) in pairwise(timed)]
    cycles = [(seconds, hands) for seconds, hands in gaps if 0 < seconds <= break_s]
    n = len(cycles)
    if n < _LEAST_ROUNDS:
        return None
    seconds, hands = sum(s for s, _ in cycles), sum(h for _, h in cycles)
    each = seconds / hands
    # The standard error of a ratio of sums, as rounds have different numbers of hands.
    spread = sqrt(sum((s - each * h) ** 2 for s, h in cycles) / (n - 1))
    error = spread / sqrt(n) / (hands / n)
    half = student_quantile(n - 1) * error
    fastest = HOUR_S / (each - half) if each > half else float("inf")
    return Pace(
        n=n,
        breaks=len(gaps) - n,
        rounds_per_hour=HOUR_S * n / seconds,
        hands_per_hour=HOUR_S / each,
        hands_95=(HOUR_S / (each + half), fastest),
        seconds_a_hand=each,
        error_s=error,
    )
