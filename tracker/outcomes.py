"""A bet and what becomes of it: outcome, price, winnings, and each bettor's share where a box has several."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from tracker.ratio import Ratio

OutcomeName = Literal[
    "win", "lose", "push", "blackjack", "surrender", "even-money", "void", "open", "unknown"
]
Kind = Literal["main", "side", "insurance", "bonus"]
PAID: Final = ("win", "blackjack", "even-money")
UNDECIDED: Final = ("open", "unknown")


class Share(NamedTuple):
    """One bettor's part of a bet; the shares of a bet sum to it exactly (docs/decisions, several bettors).

    Attributes:
        by: the bettor; `""` for one whom nobody named.
        stake: his part of the whole stake, what he put to a double included.
        outcome: the bet's outcome, or `even-money` where only he took that.
        pays: his winnings without the stake; None while undecided.
        net: his gain or loss; None while undecided.
    """

    by: str
    stake: int
    outcome: OutcomeName
    pays: int | None
    net: int | None


class Bet(NamedTuple):
    """One bet and what becomes of it. Amounts are minor units.

    Attributes:
        bet: reference as in `d pay BET`: `1.1`, `1.side`, `1.insurance`, `1.1.bonus`.
        kind: what sort of bet it is.
        stake: whole stake, a double included.
        outcome: `open` while play can still change it, `unknown` where a card that matters was never read.
        ratio: the price at which it pays, None where that is open or not one price for all of its bettors.
        pays: winnings without the stake; None while undecided.
        net: the player's gain or loss; None while undecided.
        name: tier of a side bet or bonus.
        shares: each bettor's part, in the order in which they bet; empty where there is only one.
        is_proven: False where it is so only if every card came by the rules, because one of them was not read: a hand
            that may have had 21 got a card, a dealer who may have had to stand drew. Nobody is accused by it, and no
            amount is named.
    """

    bet: str
    kind: Kind
    stake: int
    outcome: OutcomeName
    ratio: Ratio | None
    pays: int | None
    net: int | None
    name: str | None = None
    shares: tuple[Share, ...] = ()
    is_proven: bool = True

    @property
    def is_decided(self) -> bool:
        """Whether nothing can change the outcome any more."""
        return self.outcome not in UNDECIDED

    @property
    def box(self) -> int:
        """Number of the box that it is on."""
        return int(self.bet[0])

    @property
    def is_apart(self) -> bool:
        """Whether its bettors' shares end differently: only some of them took even money."""
        return len({share.outcome for share in self.shares}) > 1

    @property
    def due(self) -> tuple[str, int]:
        """What the dealer has to do: `pay`, `take` or `push`, and how much; `""` while undecided."""
        if self.net is None:
            return "", 0
        if self.outcome in PAID:
            return "pay", self.net
        return ("take", -self.net) if self.net < 0 else ("push", 0)

    def as_proven(self) -> Bet:
        """Return the bet as far as the cards that were read prove it."""
        if self.is_proven:
            return self
        shares = tuple(share._replace(outcome="unknown", pays=None, net=None) for share in self.shares)
        return self._replace(outcome="unknown", ratio=None, pays=None, net=None, shares=shares)

    def share_of(self, by: str) -> Share | None:
        """Return the part of one of several bettors."""
        return next((share for share in self.shares if share.by == by), None)
