"""When a statistic may speak, and how surely it must be no chance. A house sets its own numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The numbers behind the statistics; docs/statistics.md says why they are what they are.

    Attributes:
        false_alarms: chance that all looks together bring even one finding where nothing is behind it, 0..1.
        looks: reports like this one that the house makes in the time for which it wants that chance (tables x shifts x
            days); within one report every test is counted besides.
        least_rounds_of_pace: rounds timed before the pace is judged.
        break_s: seconds without a round after which the table is taken to have paused.
        slow_hands, fast_hands: hands an hour, the dealer's own with them, that are too few and too many for the house.
        least_hands_of_errors: hands seen before the rate of errors is judged.
        errors_per_100_hands: rate that the house accepts.
        least_signed_errors: errors with money before their signs are judged.
        least_rounds_of_count: rounds of a player with a known count before his bets are judged.
        least_correlation: correlation of bets with the count below which nobody is named, however sure it is.
        most_unread: part of a shoe's cards that may be unread before its count is not used.
        least_telling_decisions: decisions on which the hole card matters before they are judged.
        least_excess: part of these by which right ones must exceed what ignorance would give.
    """

    false_alarms: float = 0.01
    looks: int = 1
    least_rounds_of_pace: int = 30
    break_s: float = 600.0
    slow_hands: float = 200.0
    fast_hands: float = 500.0
    least_hands_of_errors: int = 200
    errors_per_100_hands: float = 2.0
    least_signed_errors: int = 6
    least_rounds_of_count: int = 100
    least_correlation: float = 0.3
    most_unread: float = 0.05
    least_telling_decisions: int = 40
    least_excess: float = 0.15

    def __post_init__(self) -> None:
        if not 0 < self.false_alarms < 1:
            raise ValueError(f"expected a chance of false alarms between 0 and 1, got {self.false_alarms}")
        if self.looks < 1:
            raise ValueError(f"expected a number of looks from 1, got {self.looks}")
