"""One round being dealt: the cards come from a shoe, what is legal comes from the referee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from tracker.actions import Action, format_amount, parse_action
from tracker.cards import UNKNOWN, Card
from tracker.dealing import is_dealing
from tracker.hands import is_natural
from tracker.next_actions import next_actions, phase_of
from tracker.notation import RecordedRound
from tracker.order import peeks
from tracker.profile import Profile
from tracker.referee import Referee
from tracker.settle import settle_round
from tracker.simulate.manner import BY_THE_BOOK, Manner
from tracker.simulate.shoe import Shoe
from tracker.simulate.stakes import Stakes
from tracker.simulate.table_view import TableView
from tracker.state import Hand

DEALER: Final = "d"
MONEY: Final = ("pay", "take", "push")
CLEAR: Final = "d clear"


class _Moment(NamedTuple):
    """What the referee says between two actions."""

    phase: str
    legal: list[str]


class Game(TableView):
    """A round in progress. `do` and `deal` apply anything, legal or not.

    What happens without being seen or said (`pretend`) moves the round on and is not recorded.

    Args:
        profile: the rules.
        shoe: where the cards come from.
        rng: chance.
        no: the round's number.
        minor_units: the currency's smallest units in one.
        seats: numbers of the table's boxes.
        boxes: those that bet.
        fresh_shoe: whether this is the first round of a shoe.
        manner: how the round is run.
        seen: copies of each card seen in this shoe in earlier rounds.
    """

    def __init__(
        self,
        profile: Profile,
        shoe: Shoe,
        rng: Random,
        *,
        no: int,
        minor_units: int,
        seats: Sequence[int],
        boxes: Sequence[int],
        fresh_shoe: bool = False,
        manner: Manner = BY_THE_BOOK,
        seen: Mapping[Card, int] | None = None,
    ) -> None:
        self.profile = profile
        self.shoe = shoe
        self.rng = rng
        self.no = no
        self.minor_units = minor_units
        self.seats = tuple(seats)
        self.boxes = tuple(boxes)
        self.stakes = Stakes(profile, minor_units, rng)
        self.manner = manner
        super().__init__(Referee(profile, minor_units=minor_units, no=no, shoe=seen))
        self._record: list[Action] = []
        self._hole: Card | None = None
        self._hidden: Card | None = None
        self._moment: _Moment | None = None
        self._options: Sequence[str] | None = None
        self._left_out: set[str] = set()
        self._starved: set[str] = set()
        self._drawn: list[Card] = []
        self.burn_due = False
        self.stood_unheard = False
        if fresh_shoe and profile.burn_first_card:
            self.do("d shuffle")
            self.burn_due = True

    # What was done

    @property
    def actions(self) -> Sequence[Action]:
        """What was recorded so far."""
        return self._record

    def record(self) -> RecordedRound:
        """Return the round as it was recorded."""
        return RecordedRound(no=self.no, shoe=self.shoe.no, actions=tuple(self._record))

    # What is legal

    @property
    def phase(self) -> str:
        """Where the round stands, as the verdict's `state`."""
        return self._now.phase

    @property
    def options(self) -> Sequence[str]:
        """What comes next, in order of turn: what is legal, less what was left out; cards are not named.

        After a dealer who stood too early only money remains; an upcard that lies face down is turned before he plays.
        """
        if self._options is None:
            self._options = self._next() or [CLEAR]
        return self._options

    def _next(self) -> list[str]:
        if self._hidden is not None and self.phase == "dealer":
            return [f"d turn {self._up_index + 1}"]
        dealer = self._referee.round.dealer
        stopped = dealer.stood_at > self._referee.round.last_dealer_card
        return [
            self._or_stand(text)
            for text in self._now.legal
            if self._bet_of(text) not in self._left_out and (not stopped or text.split()[1] in MONEY)
        ]

    @property
    def money_due(self) -> list[str]:
        """The money that is due now, as actions."""
        return [text for text in self.options if text.split()[1] in MONEY]

    def leave_out(self, bet: str) -> None:
        """Never settle a bet."""
        self._left_out.add(bet)
        self._options = None

    def starve(self, hand: str) -> None:
        """Never deal a hand the card that it lacks: when its turn comes it stands on what it has."""
        self._starved.add(hand)
        self._options = None

    def _or_stand(self, text: str) -> str:
        words = text.split()
        starved = words[1] == "deal" and words[2] in self._starved
        return f"{words[2]} stand" if starved else text

    @staticmethod
    def _bet_of(text: str) -> str:
        _, verb, *rest = text.split()
        return rest[0] if verb in MONEY else ""

    @property
    def _now(self) -> _Moment:
        if self._moment is None:
            round_ = self._referee.round
            bets = [] if is_dealing(round_) else settle_round(round_)
            phase = phase_of(round_, bets)
            self._moment = _Moment(phase, next_actions(round_, bets, phase, self.minor_units))
        return self._moment

    # What is done

    def do(self, text: str) -> int:
        """Do one thing; `d deal SEAT` draws a card, `d turn K` shows the one that lies there.

        Returns:
            The action's number.
        """
        words = text.split()
        if words[:2] == [DEALER, "deal"] and len(words) == 3:
            return self.deal(words[2])
        if words[:2] == [DEALER, "turn"] and len(words) == 3:
            return self._turn(int(words[2]))
        return self._do(parse_action(text, self.minor_units))

    def pretend(self, text: str) -> None:
        """Let the round go on as if this had been done."""
        self._apply(parse_action(text, self.minor_units))

    def stand_unheard(self, hand: Hand) -> None:
        """Let a hand stand without a word of it in the record."""
        self.stood_unheard = True
        self.pretend(f"{hand.ref} stand")

    def hear_stands(self) -> None:
        """Write down every stand from here on."""
        self.manner = replace(self.manner, hears_stands=True)

    def deal(self, seat: str, *, hidden: bool = False, shown: bool = False) -> int:
        """Draw a card and give it to a hand or the dealer, face down where the game says so.

        Args:
            seat: a hand or the dealer.
            hidden: the dealer's upcard is laid face down.
            shown: the dealer's hole card is laid face up.

        Returns:
            The action's number.
        """
        if self.shoe.is_empty:
            self.do("d shuffle")
            self.shoe.refill(self._drawn)
        card = self.shoe.draw()
        self._drawn.append(card)
        if hidden:
            self._hidden, card = card, UNKNOWN
        elif seat == DEALER and len(self.dealer_cards) == self.hole_index and not shown:
            self._hole, card = card, UNKNOWN
        return self._do(Action(DEALER, "deal", (seat, card)))

    def burn(self) -> None:
        """Burn the first card of a shoe, face down, if the game says so."""
        if self.burn_due:
            self.burn_due = False
            self.shoe.draw()
            self._do(Action(DEALER, "burn", (UNKNOWN,)))

    def peek(self) -> None:
        """Let the dealer look at his hole card if the game says so now; a blackjack is turned up at once."""
        round_ = self._referee.round
        if not peeks(round_) or round_.dealer.peeked or self.play_started or self._hole is None:
            return
        self.do("d peek")
        if is_natural(self._hole.rank + self.up.rank):
            self.do(f"d turn {(self.hole_index or 0) + 1}")

    def say(self, amount: int) -> str:
        """Write an amount of minor units in major ones."""
        return format_amount(amount, self.minor_units)

    def _turn(self, number: int) -> int:
        if number - 1 == self.hole_index:
            card = self._hole
        else:
            card, self._hidden = self._hidden, None
        return self._do(Action(DEALER, "turn", (number, card or UNKNOWN)))

    def _do(self, action: Action) -> int:
        self._record.append(action)
        self._apply(action)
        return len(self._record)

    def _apply(self, action: Action) -> None:
        self._referee.apply(action)
        self._moment = self._options = None
