"""What lies on the table of a simulated round, to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tracker.cards import UNKNOWN, Card
from tracker.hands import Total
from tracker.insurance import insurable
from tracker.legality import must_offer_double
from tracker.outcomes import Bet
from tracker.referee import Referee
from tracker.settle import settle_round
from tracker.state import Box, Hand


class TableView:
    """Looks at a round through its referee.

    Args:
        referee: knows the round.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    @property
    def seen(self) -> Counter[Card]:
        """Copies of each card seen in this shoe, this round included."""
        return self._referee.shoe

    @property
    def bets(self) -> Sequence[Bet]:
        """Every bet and what becomes of it, as the cards lie now."""
        return settle_round(self._referee.round)

    def bet(self, ref: str) -> Bet | None:
        """One bet by its reference, or None if there is none."""
        return next((bet for bet in self.bets if bet.bet == ref), None)

    @property
    def hands(self) -> Sequence[Hand]:
        """Hands in the order of play."""
        return self._referee.round.hands()

    def hand(self, ref: str) -> Hand:
        """The hand of that reference.

        Raises:
            LookupError: if there is none.
        """
        hand = self._referee.round.hand(ref)
        if hand is None:
            raise LookupError(f"no hand {ref} in round {self._referee.no}")
        return hand

    def box(self, no: int) -> Box:
        """The box of that number; an empty one if nobody bets there."""
        return self._referee.round.boxes.get(no) or Box(no)

    def insurable(self, box: int, by: str) -> int:
        """Half of what one bettor of a box can still insure."""
        return insurable(self._referee.round, self.box(box), by=by)[0]

    @property
    def play_started(self) -> bool:
        """Whether anybody has decided or the dealer has gone on to play."""
        return self._referee.round.play_started

    @property
    def up(self) -> Card:
        """The dealer's upcard; unknown while it is not there."""
        cards, index = self.dealer_cards, self._up_index
        return cards[index] if index < len(cards) else UNKNOWN

    @property
    def dealer_cards(self) -> Sequence[Card]:
        """The dealer's cards; one that lies face down is unknown."""
        return self._referee.round.dealer.cards

    @property
    def dealer_total(self) -> Total | None:
        """The dealer's total, if all his cards lie open."""
        return self._referee.round.dealer.totals.exact

    def must_offer_double(self, hand: Hand) -> bool:
        """Whether the dealer has to offer a double to a hand and has not yet."""
        round_ = self._referee.round
        return hand.ref not in round_.offered_double and must_offer_double(round_, hand)

    @property
    def hole_index(self) -> int | None:
        """Which of the dealer's cards, from 0, is dealt face down."""
        return self._referee.round.dealer.hole

    @property
    def _up_index(self) -> int:
        return 1 if self.hole_index == 0 else 0
