"""One round being dealt: the cards come from a shoe, what is legal comes from the referee."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from tracker.actions import Action, parse_action
from tracker.cards import UNKNOWN, Card
from tracker.dealing import is_dealing
from tracker.hands import Total, is_natural
from tracker.legality import must_offer_double
from tracker.next_actions import next_actions, phase_of
from tracker.notation import RecordedRound
from tracker.order import peeks
from tracker.profile import Profile
from tracker.referee import Referee
from tracker.settle import Bet, settle_round
from tracker.simulate.shoe import Shoe
from tracker.state import Hand

DEALER: Final = "d"
MONEY: Final = ("pay", "take", "push")
AT_THE_END: Final = 0
"""Number of an action that is not known yet: the round's last one."""


class _Moment(NamedTuple):
    """What the referee says between two actions."""

    phase: str
    legal: list[str]


class Game:
    """A round in progress. `do` and `deal` apply anything, legal or not."""

    def __init__(self, profile: Profile, shoe: Shoe, rng: Random, *, no: int, minor_units: int) -> None:
        self.profile = profile
        self.rng = rng
        self.minor_units = minor_units
        self.no = no
        self.shoe = shoe
        self._referee = Referee(profile, minor_units=minor_units, no=no)
        self._hole: Card | None = None
        self._moment: _Moment | None = None
        self._left_out: list[list[str]] = []

    @property
    def actions(self) -> tuple[Action, ...]:
        """What was done so far."""
        return self._referee.actions

    @property
    def bets(self) -> list[Bet]:
        """Every bet and what becomes of it, as the cards lie now."""
        return settle_round(self._referee.round)

    @property
    def phase(self) -> str:
        """Where the round stands, as the verdict's `state`."""
        return self._now.phase

    @property
    def _now(self) -> _Moment:
        if self._moment is None:
            round_ = self._referee.round
            bets = [] if is_dealing(round_) else settle_round(round_)
            phase = phase_of(round_, bets)
            self._moment = _Moment(phase, next_actions(round_, bets, phase, self.minor_units))
        return self._moment

    @property
    def options(self) -> tuple[str, ...]:
        """What comes next, in order of turn: what is legal, less what was left out; cards are not named.

        After a dealer who stood too early only money remains.
        """
        options = [text for text in self._now.legal if text.split()[2:3] not in self._left_out]
        dealer = self._referee.round.dealer
        if dealer.stood_at > self._referee.round.last_dealer_card:
            options = [text for text in options if text.split()[1] in MONEY]
        return tuple(options) or ("d clear",)

    def leave_out(self, bet: str) -> int:
        """Never settle a bet.

        Returns:
            `AT_THE_END`: only the cleared table shows it.
        """
        self._left_out.append([bet])
        return AT_THE_END

    @property
    def hands(self) -> list[Hand]:
        """Hands in the order of play."""
        return list(self._referee.round.hands())

    @property
    def up(self) -> Card:
        """The dealer's upcard; unknown while it is not there."""
        cards, index = self.dealer_cards, 1 if self._hole_index == 0 else 0
        return cards[index] if index < len(cards) else UNKNOWN

    @property
    def dealer_cards(self) -> list[Card]:
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

    def peek(self) -> None:
        """Let the dealer look at his hole card if the game says so now; a blackjack is turned up at once."""
        round_ = self._referee.round
        if not peeks(round_) or round_.dealer.peeked or self.play_started or self._hole is None:
            return
        self.do("d peek")
        if is_natural(self._hole.rank + self.up.rank):
            self.do(f"d turn {(self._hole_index or 0) + 1}")

    @property
    def play_started(self) -> bool:
        """Whether anybody has decided or the dealer has gone on to play."""
        return self._referee.round.play_started

    @property
    def _hole_index(self) -> int | None:
        return self._referee.round.dealer.hole

    def hand(self, ref: str) -> Hand:
        """The hand of that reference.

        Raises:
            LookupError: if there is none.
        """
        hand = self._referee.round.hand(ref)
        if hand is None:
            raise LookupError(f"no hand {ref} in round {self.no}")
        return hand

    def has_moved(self, bet: str) -> bool:
        """Whether money of that bet was seen to move."""
        return any(move.bet == bet for move in self._referee.round.moves)

    def do(self, text: str) -> int:
        """Do one thing; `d deal SEAT` draws a card, `d turn K` shows the one that lies there.

        Returns:
            The action's number.
        """
        words = text.split()
        if words[:2] == [DEALER, "deal"] and len(words) == 3:
            return self.deal(words[2])
        if words[:2] == [DEALER, "turn"] and len(words) == 3:
            return self._apply(Action(DEALER, "turn", (int(words[2]), self._turned())))
        return self._apply(parse_action(text, self.minor_units))

    def deal(self, seat: str) -> int:
        """Draw a card and give it to a hand or the dealer, face down where the game says so.

        Returns:
            The action's number.
        """
        card = self.shoe.draw()
        if seat == DEALER and len(self.dealer_cards) == self._hole_index:
            self._hole, card = card, UNKNOWN
        return self._apply(Action(DEALER, "deal", (seat, card)))

    def record(self) -> RecordedRound:
        """Return the round as it was dealt."""
        return RecordedRound(no=self.no, shoe=self.shoe.no, actions=self.actions)

    def _turned(self) -> Card:
        return self._hole or UNKNOWN

    def _apply(self, action: Action) -> int:
        self._referee.apply(action)
        self._moment = None
        return len(self._referee.actions)
