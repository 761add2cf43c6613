"""Dealing errors over rounds: how many in a hundred hands, and in whose favour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tracker.actions import format_amount
from tracker.findings import Finding
from tracker.statistics.exact import SignTest, poisson_at_least, poisson_interval, sign_test
from tracker.statistics.intervals import ends
from tracker.statistics.rounds import SeenRound

COUNTED: Final = ("error", "alarm")
"""Severities that count as errors; notes and looks do not."""
PATRONS: Final = frozenset(
    {
        "bet-late", "bet-changed", "bet-below-minimum", "bet-above-maximum", "bets-unequal", "side-bet-without-bet",
        "side-bet-late", "too-many-bettors", "too-many-boxes",
    }
)  # fmt: skip
"""What players do; all other errors are the dealer's."""
NOT_COUNTED: Final = frozenset({"correction"})
PER: Final = 100
"""Hands for which the rate is told."""


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """Errors in so many hands.

    Attributes:
        n: players' hands.
        errors: the dealer's.
        patrons: the players'.
        codes: all by their code.
    """

    n: int
    errors: int
    patrons: int
    codes: tuple[tuple[str, int], ...]

    @property
    def per_100(self) -> float | None:
        """The dealer's errors in a hundred hands; None where no hand was seen."""
        return PER * self.errors / self.n if self.n else None

    @property
    def per_100_95(self) -> tuple[float, float] | None:
        """Its exact interval."""
        low, high = poisson_interval(self.errors)
        return (PER * low / self.n, PER * high / self.n) if self.n else None

    def p_at_least(self, per_100: float) -> float:
        """Return the chance of that many errors or more at a given rate."""
        return poisson_at_least(self.errors, per_100 * self.n / PER)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        interval = self.per_100_95
        return {
            "n": self.n,
            "errors": self.errors,
            "per_100_hands": None if self.per_100 is None else round(self.per_100, 3),
            "per_100_hands_95": None if interval is None else ends(interval, 3),
            "patrons": self.patrons,
            "codes": dict(self.codes),
        }


@dataclass(frozen=True, slots=True)
class SignedMoney:
    """Errors that cost somebody money, by whom they favoured; amounts in minor units.

    Attributes:
        signs: errors in the players' favour (plus) and in the house's (minus), with the sign test.
        gained, lost: what the players wrongly gained and lost; both from 0.
    """

    signs: SignTest
    gained: int
    lost: int

    @property
    def n(self) -> int:
        """Errors with money."""
        return self.signs.plus + self.signs.minus

    def to_json(self, minor_units: int) -> dict[str, Any]:
        """Return plain JSON values; amounts as decimal strings in major units."""
        return {
            "n": self.n,
            "player_favour": self.signs.plus,
            "house_favour": self.signs.minus,
            "p": self.signs.p_two_sided,
            "player_gained": format_amount(self.gained, minor_units),
            "player_lost": format_amount(self.lost, minor_units),
            "net": format_amount(self.gained - self.lost, minor_units),
        }


def error_rate(rounds: Sequence[SeenRound]) -> ErrorRate:
    """Count errors over rounds."""
    codes = Counter(finding.code for round_ in rounds for finding in round_.findings if is_error(finding))
    patrons = sum(n for code, n in codes.items() if code in PATRONS)
    by_number = tuple(sorted(codes.items(), key=lambda item: (-item[1], item[0])))
    return ErrorRate(sum(r.hands for r in rounds), codes.total() - patrons, patrons, by_number)


def signed_money(findings: Iterable[Finding]) -> SignedMoney:
    """Sum up the money of errors by its sign."""
    money = [finding.money for finding in findings if finding.money]
    plus = [amount for amount in money if amount > 0]
    minus = [-amount for amount in money if amount < 0]
    return SignedMoney(sign_test(len(plus), len(minus)), sum(plus), sum(minus))


def is_error(finding: Finding) -> bool:
    """Whether a finding is an error, the dealer's or a player's."""
    return finding.severity in COUNTED and finding.code not in NOT_COUNTED
