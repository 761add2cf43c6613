"""What a round is: boxes, hands, dealer and chips as they lie on the table. Data and plain questions, no order of play.

The referee is the only writer. Amounts are minor units; action numbers count from 1 in their round.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, NamedTuple

from tracker.actions import format_amount
from tracker.cards import UNREAD, Card
from tracker.findings import FindingLog
from tracker.hands import NO_CARDS, Endings, Total, Totals, ranks_of, totals_of_ranks
from tracker.outcomes import Bet
from tracker.profile import Profile
from tracker.rulings import LETS_STAND, VOIDS_BOX, Ruled, in_effect

Owed = Literal["", "hit", "double", "split"]


@dataclass(slots=True)
class Hand:
    """One hand of a box, with its stake.

    Attributes:
        root: number of the dealt hand that it came from by splitting (its own number if dealt).
        stakes: who put which part of the stake, in the order in which they bet; `""` is a bettor without a name.
        doubled: what was put beside the stake for a double.
        doubles: who put which part of that.
        owed: the card that the dealer owes the hand: after a hit, a double, or a split.
        acted_at: numbers of the actions by which it decided something.
        switched_at: number of the action by which one of its cards changed places with its box's other hand.
        split_at: number of the last action by which it was split, or came out of a split.
        split_ace: it began as one of two split aces; None: the card was not read.
        double_unsure: it may have been closed when it doubled, as far as cards were read, so that nothing came of it.
        endings: where it may have ended before a card that came all the same, as far as its cards were read.
        was_natural: it was a blackjack, closed or paid, when its box switched all the same; None: that was not read.
        out: it got no cards, so that it is out of the round.
        late: its bet came after no more bets, so that it does not count.
        void: the floor took it out of the round.
        missing_found: that it lacks a card was found already.
        evened: those of its several bettors who took even money; `even_money` says that all did.
        even_money_unsure: it may be no blackjack, as far as its cards were read, so that nothing came of that.
    """

    ref: str
    box: int
    n: int
    root: int
    stake: int = 0
    stakes: dict[str, int] = field(default_factory=dict)
    doubled: int = 0
    doubles: dict[str, int] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)
    ranks: str = ""
    totals: Totals = NO_CARDS
    endings: Endings = ()
    owed: Owed = ""
    acted_at: list[int] = field(default_factory=list)
    from_split: bool = False
    was_split: bool = False
    split_ace: bool | None = False
    split_at: int = 0
    switched_at: int = 0
    stood: bool = False
    is_doubled: bool = False
    double_unsure: bool = False
    surrendered: bool = False
    even_money: bool = False
    even_money_unsure: bool = False
    evened: tuple[str, ...] = ()
    was_natural: bool | None = False
    out: bool = False
    late: bool = False
    void: bool = False
    missing_found: bool = False
    burned: list[Card] = field(default_factory=list)

    def add(self, card: Card) -> None:
        """Lay a card to the hand."""
        self.cards.append(card)
        self.ranks += card.rank
        self.totals = totals_of_ranks(self.ranks, self.endings)

    def add_unless_ended(self, card: Card, ended: frozenset[Total]) -> None:
        """Lay a card to the hand that counts only if the hand, of which a card is unread, had none of these totals."""
        if ended:
            self.endings += ((len(self.cards), ended),)
        self.add(card)

    def put(self, cards: list[Card]) -> None:
        """Replace the hand's cards."""
        self.cards, self.endings = cards, ()
        self.ranks = ranks_of(cards)
        self.totals = totals_of_ranks(self.ranks)

    def bet(self, amount: int, by: str) -> None:
        """Add to the stake."""
        self.stake += amount
        self.stakes[by] = self.stakes.get(by, 0) + amount

    def restake(self, amount: int) -> None:
        """The stake is seen to be another. Whose it is stays known where it is one bettor's."""
        if amount != self.stake:
            by = next(iter(self.stakes), "") if len(self.stakes) < 2 else ""
            self.stake, self.stakes = amount, {by: amount}

    def put_double(self, parts: dict[str, int]) -> None:
        """What is beside the stake for a double is this now."""
        self.doubles = parts
        self.doubled = sum(parts.values())

    @property
    def whole_stakes(self) -> dict[str, int]:
        """Who put which part of the stake, a double included."""
        names = dict.fromkeys((*self.stakes, *self.doubles))
        return {by: self.stakes.get(by, 0) + self.doubles.get(by, 0) for by in names}

    @property
    def whole_stake(self) -> int:
        """The stake with what a double added."""
        return self.stake + self.doubled

    @property
    def counts(self) -> bool:
        """Whether the hand is in the round and its bet counts."""
        return not (self.out or self.late or self.void)

    @property
    def natural(self) -> bool | None:
        """Whether the hand is a blackjack, ace and ten-value from the deal; None where its cards were not read."""
        natural = self.totals.natural
        return self.was_natural if natural is False or not self._is_as_dealt else natural

    @property
    def natural_as_played(self) -> bool | None:
        """Whether the hand is a blackjack if nothing was done with it that may not be done with one."""
        if self.natural is None and (len(self.cards) > 2 or self.switched_at):
            return False
        return self.natural

    @property
    def takes_even_money(self) -> bool:
        """Whether all of its bettors took even money, for a blackjack as far as its cards were read."""
        return self.even_money or (self.even_money_unsure and len(self.evened) == len(self.stakes))

    @property
    def is_unsure(self) -> bool:
        """Whether something came to it or was decided that an unread card may have made void."""
        return bool(self.endings) or self.is_stake_unsure or self.was_natural is None

    @property
    def is_stake_unsure(self) -> bool:
        """Whether an unread card may have made a double or even money void."""
        return self.double_unsure or self.even_money_unsure

    @property
    def is_natural(self) -> bool:
        """Whether the hand surely is a blackjack."""
        return self.natural is True

    @property
    def may_be_natural(self) -> bool:
        """Whether the hand can be a blackjack, as far as its cards were read."""
        return self.natural is not False

    @property
    def _is_as_dealt(self) -> bool:
        return not (self.from_split or self.was_split or self.switched_at)


@dataclass(slots=True)
class Insurance:
    """Insurance that a box, one of its hands or one of its bettors took."""

    amount: int
    hand: str | None = None
    by: str | None = None


@dataclass(slots=True)
class SideStake:
    """A side bet of a box."""

    name: str
    amount: int
    late: bool = False
    by: str = ""


@dataclass(slots=True)
class Box:
    """One box: its hands as they are played, its bets beside them, and its bettors, of whom the first decides."""

    no: int
    hands: list[Hand] = field(default_factory=list)
    bettors: list[str] = field(default_factory=list)
    sides: list[SideStake] = field(default_factory=list)
    insurance: list[Insurance] = field(default_factory=list)
    switched: bool = False
    skipped: bool = False
    first_ranks: str = ""

    @property
    def has_bet(self) -> bool:
        """Whether the box has a main bet."""
        return bool(self.hands)

    def hand(self, n: int) -> Hand | None:
        """Return hand N of the box."""
        for hand in self.hands:
            if hand.n == n:
                return hand
        return None


@dataclass(slots=True)
class Dealer:
    """The dealer's cards.

    Attributes:
        hole: index of the card that is dealt face down, or None.
        dealt: how many cards he gets before play.
        upcard_late: his upcard was turned up only in play, so that he cannot have looked for a blackjack before it.
    """

    hole: int | None
    dealt: int = 2
    cards: list[Card] = field(default_factory=list)
    ranks: str = ""
    totals: Totals = NO_CARDS
    endings: Endings = ()
    hole_shown: bool = False
    upcard_late: bool = False
    stood_at: int = 0
    peeked: bool = False
    burned: list[Card] = field(default_factory=list)

    def add(self, card: Card) -> None:
        """Lay a card to the dealer's hand."""
        self.cards.append(card)
        self.ranks += card.rank
        self.totals = totals_of_ranks(self.ranks, self.endings)

    def add_unless_ended(self, card: Card, ended: frozenset[Total]) -> None:
        """Lay a card that counts only if the dealer, of whose cards one is unread, did not have to stand before it."""
        if ended:
            self.endings += ((len(self.cards), ended),)
        self.add(card)

    def turn(self, index: int, card: Card) -> None:
        """Turn or reread a card that lies there."""
        self.cards[index] = card
        self.ranks = ranks_of(self.cards)
        self.totals = totals_of_ranks(self.ranks, self.endings)

    @property
    def up_rank(self) -> str:
        """Rank of the upcard; `?` while it is not there or unread."""
        index = 1 if self.hole == 0 else 0
        return self.ranks[index] if len(self.ranks) > index else UNREAD

    @property
    def hole_down(self) -> bool:
        """Whether a card surely lies face down."""
        return self.hole is not None and not self.hole_shown


class Move(NamedTuple):
    """Money that was seen to move: `pay`, `take` or `push` of a bet, or of one bettor's share of it."""

    number: int
    verb: str
    bet: str
    amount: int
    decided: bool
    by: str | None = None


class Overtaking(NamedTuple):
    """Someone acted while a hand that comes before was still to decide."""

    number: int
    by: str


class Limits(NamedTuple):
    """A profile's limits in minor units; None: no limit."""

    minimum: int | None
    maximum: int | None
    side_maximum: int | None
    check_from: int | None

    @classmethod
    def of(cls, profile: Profile, minor_units: int) -> Limits:
        """Convert a profile's limits."""
        return cls(
            _in_minor_units(profile.minimum, minor_units),
            _in_minor_units(profile.maximum, minor_units),
            _in_minor_units(profile.side_maximum, minor_units),
            _in_minor_units(profile.check_from, minor_units),
        )


@dataclass(slots=True)
class Round:
    """A round as it stands after some actions.

    Attributes:
        minor_units: the currency's smallest units in one.
        line: the hands in the order of play (see `line_up`).
        by_ref: the same hands by their references.
        number: number of the action that is being applied.
        betting_closed: no more bets was said, or a card came.
        stakes_seen: some bet was recorded; where none was, boxes are in play by their cards and stakes are 0.
        play_started: somebody decided, or the dealer went on to play.
        strays: cards dealt to places that are no hand (`stray_seats`).
        order_found: kinds of disorder that were found, by the pass of the deal.
        overtaken: hands that were still to decide when a later hand acted, by reference.
        dealer_early: the dealer's first card (or turned card) while hands were still to decide.
        waiting: those hands.
        last_dealer_card: number of the last action that gave or turned a card of the dealer in play.
        last_card: number of the last action that dealt a card, and its seat.
        shoe: copies of each fully read card seen in this shoe.
        rulings: what the floor ruled, by finding code.
        kept: cards that came by mistake and lie ready to be dealt next.
        settled: the bets as they stand, once somebody asked; None again as soon as anything but money moves.
    """

    profile: Profile
    limits: Limits
    dealer: Dealer
    log: FindingLog
    minor_units: int = 100
    boxes: dict[int, Box] = field(default_factory=dict)
    line: list[Hand] = field(default_factory=list)
    by_ref: dict[str, Hand] = field(default_factory=dict)
    number: int = 0
    betting_closed: bool = False
    stakes_seen: bool = False
    dealing_started: bool = False
    play_started: bool = False
    insurance_offered: bool = False
    insurance_closed: bool = False
    offered_double: set[str] = field(default_factory=set)
    stray_seats: set[str] = field(default_factory=set)
    strays: list[Card] = field(default_factory=list)
    burn_due: bool = False
    order_found: dict[int, set[str]] = field(default_factory=dict)
    overtaken: dict[str, Overtaking] = field(default_factory=dict)
    dealer_early: Overtaking | None = None
    hole_early: bool = False
    waiting: tuple[str, ...] = ()
    last_dealer_card: int = 0
    last_card: tuple[int, str] = (0, "")
    moves: list[Move] = field(default_factory=list)
    cleared_at: int = 0
    void: bool = False
    shoe: dict[Card, int] = field(default_factory=dict)
    rulings: dict[str, Ruled] = field(default_factory=dict)
    kept: list[Card] = field(default_factory=list)
    settled: tuple[Bet, ...] | None = None

    def find(self, code: str, subject: str, *, expected: str = "", seen: str = "", at: int = 0) -> None:
        """Record a mistake that the present action (or an earlier one) shows, and go on as the house rules."""
        self.log.add(code, at or self.number, subject, expected=expected, seen=seen)
        if code not in self.rulings:
            self.void_as_the_house_rules(code, subject)

    def in_effect(self, code: str) -> str:
        """Return the ruling by which the round goes on after findings of a code: the floor's, else the house's."""
        ruled = self.rulings.get(code)
        return in_effect(code, ruled.ruling if ruled else None, self.profile.rulings)

    def stands(self, code: str) -> bool:
        """Whether what was done holds in spite of findings of a code."""
        return self.in_effect(code) in LETS_STAND

    def set_aside(self, code: str, card: Card, burned: list[Card]) -> None:
        """An extra card does not count: it is burned or, where that is ruled, kept as the next one to be dealt."""
        (self.kept if self.in_effect(code) == "keep" else burned).append(card)

    def undoes(self, code: str | None) -> bool:
        """Whether an act that breaks a rule (None: it breaks none) has no effect."""
        return code is not None and self.in_effect(code) == "take-back"

    def void_as_the_house_rules(self, code: str, subject: str) -> None:
        """Take out what the house's profile voids after a finding."""
        match self.profile.rulings.get(code):
            case "void-round":
                self.void_round()
            case "void-hand":
                self.void_hands(code, subject)

    def void_round(self) -> None:
        """Take every bet out: no stake is won or lost."""
        self.void = True
        self.settled = None

    def void_hands(self, code: str, subject: str) -> None:
        """Take the hand that a finding is about out of the round; a wrong number of cards takes all of its box."""
        box = self.boxes.get(int(subject[0])) if subject[0].isdigit() else None
        for hand in box.hands if box else ():
            if hand.ref == subject or "." not in subject or code in VOIDS_BOX:
                hand.void = True
        self.settled = None

    def say(self, amount: int) -> str:
        """Write an amount of minor units in major ones."""
        return format_amount(amount, self.minor_units)

    def write_move(self, verb: str, bet: str, amount: int) -> str:
        """Write what is done with a bet's money in the notation."""
        return f"d {verb} {bet}" if verb == "push" else f"d {verb} {bet} {self.say(amount)}"

    def hands(self) -> list[Hand]:
        """All hands that have a stake, in the order of play."""
        return self.line

    def box(self, no: int) -> Box:
        """Return the box of that number; it is in the round from now on."""
        box = self.boxes.get(no)
        if box is None:
            box = self.boxes[no] = Box(no)
        return box

    def line_up(self) -> None:
        """Put the hands in the order of play again, after one came or went."""
        self.line = [hand for no in sorted(self.boxes) for hand in self.boxes[no].hands]
        self.by_ref = {hand.ref: hand for hand in self.line}

    def hand(self, ref: str) -> Hand | None:
        """Return the hand of that reference, such as `1.2`."""
        return self.by_ref.get(ref)

    @property
    def has_moves(self) -> bool:
        """Whether any money action was recorded."""
        return bool(self.moves)


def new_round(profile: Profile, minor_units: int = 100) -> Round:
    """Return an empty table under a profile."""
    hole = None if not profile.hole_card else (0 if profile.up_card == "second" else 1)
    dealer = Dealer(hole, dealt=1 if hole is None else 2, hole_shown=hole is None)
    return Round(profile, Limits.of(profile, minor_units), dealer, FindingLog(profile), minor_units)


def _in_minor_units(amount: Decimal | None, minor_units: int) -> int | None:
    return None if amount is None else int(amount * minor_units)
