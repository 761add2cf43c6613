"""The moment at which acts are legal or not, worked out once for all of them."""

from __future__ import annotations

from typing import Final, NamedTuple

from tracker.acts.act import Refusal
from tracker.hands import BUST_OVER
from tracker.next_actions import active_hand, is_peek_due, phase_of
from tracker.order import dealer_ended_round, is_finished_ace
from tracker.outcomes import Bet
from tracker.settle import settle_round
from tracker.state import Hand, Round

BEFORE_PLAY: Final = ("betting", "dealing")
CLOSED: Final = frozenset(
    {
        "gave-up",
        "took-even-money",
        "out-of-round",
        "stood",
        "bust",
        "doubled",
        "has-blackjack",
        "has-21",
        "split-ace",
        "dealer-has-blackjack",
    }
)
"""Reasons of `why_closed`."""


class Moment(NamedTuple):
    """A round between two actions.

    Attributes:
        round_: the round.
        bets: its bets as they stand, as far as the cards that were read prove it.
        phase: the verdict's `state`.
        in_turn: the hand whose turn it is, if players are to decide.
    """

    round_: Round
    bets: tuple[Bet, ...]
    phase: str
    in_turn: Hand | None

    @classmethod
    def of(cls, round_: Round) -> Moment:
        """Look at a round as it stands."""
        bets = tuple(bet.as_proven() for bet in settle_round(round_))
        phase = phase_of(round_, bets)
        return cls(round_, bets, phase, active_hand(round_) if phase == "playing" else None)

    @property
    def is_over(self) -> bool:
        """Whether the round is cleared or void."""
        return bool(self.round_.cleared_at) or self.phase == "void"

    def not_yet(self) -> Refusal | None:
        """Say what has to come before anybody decides or the dealer plays, or that it is too late."""
        if self.is_over:
            return Refusal("round-over")
        if self.phase in BEFORE_PLAY:
            return Refusal("deal-first")
        if self.phase == "insurance":
            return Refusal("insurance-open")
        return Refusal("peek-first") if is_peek_due(self.round_) else None


def why_closed(round_: Round, hand: Hand) -> str | None:  # noqa: PLR0911 one line a state
    """Return why a hand surely takes no more decisions, as a reason; None where it may (see `order.is_closed`)."""
    if hand.surrendered:
        return "gave-up"
    if hand.even_money:
        return "took-even-money"
    if hand.out or hand.void:
        return "out-of-round"
    if hand.stood:
        return "stood"
    if hand.totals.surely_bust:
        return "bust"
    if hand.is_doubled and not hand.owed:
        return "doubled"
    if hand.is_natural:
        return "has-blackjack"
    if round_.profile.stand_on_21 and hand.totals.surely(BUST_OVER):
        return "has-21"
    if is_finished_ace(round_, hand):
        return "split-ace"
    return "dealer-has-blackjack" if dealer_ended_round(round_) else None
