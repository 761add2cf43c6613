"""A second referee, slow and obvious, written from the rules alone: it shares no code with the product.

It plays one box of either rule book's game, or of the casino game with a peek, and says what the player may do, whose
card is next and what every bet wins. Everything is a plain list; every question is asked anew from the cards.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

Rank = str
CardText = str  # "Th"


@dataclass(frozen=True)
class Game:
    """One of the three games; the comments give the line of the rules."""

    hands: int
    dealer: Literal["second up", "one card", "second down"]
    peeks: bool
    ties_lose: bool
    pushes_on_22: bool
    hits_soft_17: bool
    blackjack: float
    suited_blackjack: float
    paid_at_once: bool
    even_money: bool
    split_same: Literal["rank", "value"]
    most_hands: int
    most_ace_hands: int
    aces_get_one_card: bool
    both_cards_after_split: bool
    surrender: bool
    surrender_split_hands: bool
    switch: bool
    split_when_insured: bool
    closed_at_21: bool
    bonuses: bool


# 6D S17 DAS DOA RS1 IOA NSAI ESAS; ties lose; 22 gives the stakes back; blackjack 1:1 at once.
SWITCH = Game(
    hands=2, dealer="second up", peeks=False, ties_lose=True, pushes_on_22=True, hits_soft_17=False,
    blackjack=1, suited_blackjack=1, paid_at_once=True, even_money=False, split_same="rank", most_hands=2,
    most_ace_hands=2, aces_get_one_card=False, both_cards_after_split=True, surrender=True,
    surrender_split_hands=True, switch=True, split_when_insured=False, closed_at_21=True, bonuses=False,
)  # fmt: skip
# One card to the dealer; 3:2, of one suit 2:1; any number of splits, three hands of aces; bonuses.
RUSSIAN = Game(
    hands=1, dealer="one card", peeks=False, ties_lose=False, pushes_on_22=False, hits_soft_17=False,
    blackjack=1.5, suited_blackjack=2, paid_at_once=False, even_money=True, split_same="value", most_hands=99,
    most_ace_hands=3, aces_get_one_card=True, both_cards_after_split=False, surrender=True,
    surrender_split_hands=False, switch=False, split_when_insured=True, closed_at_21=True, bonuses=True,
)  # fmt: skip
# Hole card looked at under ace and ten; four hands, aces once with one card each; no surrender.
PEEK = Game(
    hands=1, dealer="second down", peeks=True, ties_lose=False, pushes_on_22=False, hits_soft_17=False,
    blackjack=1.5, suited_blackjack=1.5, paid_at_once=False, even_money=True, split_same="value", most_hands=4,
    most_ace_hands=2, aces_get_one_card=True, both_cards_after_split=False, surrender=False,
    surrender_split_hands=False, switch=False, split_when_insured=True, closed_at_21=False, bonuses=False,
)  # fmt: skip


@dataclass
class SlowHand:
    name: str
    stake: float
    dealt_hand: str  # the dealt hand that it comes from
    cards: list[CardText] = field(default_factory=list)
    from_split: bool = False
    switched: bool = False
    acted: bool = False
    stands: bool = False
    doubled: bool = False
    surrendered: bool = False
    even_money: bool = False
    split_aces: bool = False
    waits_for: Literal["", "hit", "double", "split"] = ""


class SlowRound:
    """One round of one box.

    Args:
        game: which game.
        stake: on each hand.
        side: on Super Game, or 0.
    """

    def __init__(self, game: Game, stake: float, side: float = 0) -> None:
        self.game = game
        self.side = side
        self.hands = [SlowHand(f"1.{n}", stake, f"1.{n}") for n in range(1, game.hands + 1)]
        self.dealer: list[CardText] = []
        self.first_four: list[CardText] = []
        self.insured: float = 0
        self.insurance_over = False
        self.somebody_acted = False
        self.has_switched = False
        self.looked = False

    # ---- what comes next

    def card_for(self) -> str | None:
        """The place that the next card goes to, or None if somebody decides or all is over."""
        for k in (1, 2):
            for hand in self.hands:
                if len(hand.cards) < k and not hand.from_split and not hand.waits_for:
                    return hand.name
            if len(self.dealer) < k and not (k == 2 and self.game.dealer == "one card"):
                return "d"
        if self.choices():
            return None
        for hand in self.hands:
            if hand.waits_for and (hand.waits_for != "split" or self.game.both_cards_after_split):
                return hand.name
            if hand.waits_for == "split" and all(
                self.is_done(h) for h in self.hands[: self.hands.index(hand)]
            ):
                return hand.name
        return "d" if self.dealer_draws() else None

    def choices(self) -> list[str]:
        """What the player may decide now; nothing if it is not his turn."""
        if not self.somebody_acted and not self.is_dealt():
            return []
        if self.insurance_is_open():
            return self.insurance_choices()
        if any(hand.waits_for and hand.waits_for != "split" for hand in self.hands):
            return []
        if self.game.both_cards_after_split and any(hand.waits_for for hand in self.hands):
            return []
        for hand in self.hands:
            if not self.is_done(hand):
                return [] if hand.waits_for else self.hand_choices(hand)
        return []

    def is_dealt(self) -> bool:
        return all(len(h.cards) == 2 for h in self.hands) and len(self.dealer) == (
            1 if self.game.dealer == "one card" else 2
        )

    def is_over(self) -> bool:
        return self.card_for() is None and not self.choices()

    # ---- insurance

    def insurance_is_open(self) -> bool:
        if self.upcard()[0] != "A" or self.insurance_over or self.somebody_acted:
            return False
        return bool(self.can_be_insured()) or any(self.is_blackjack(hand) for hand in self.hands)

    def can_be_insured(self) -> list[SlowHand]:
        """A blackjack that was paid already has nothing to insure; nor has one that took even money."""
        return [
            hand
            for hand in self.hands
            if not hand.even_money and not (self.is_blackjack(hand) and self.game.paid_at_once)
        ]

    def insurance_choices(self) -> list[str]:
        choices = []
        insurable = self.can_be_insured()
        if insurable and not self.insured:
            choices.append(f"1 insure {number(sum(hand.stake for hand in insurable) / 2)}")
        if self.game.even_money and any(self.is_blackjack(h) and not h.even_money for h in self.hands):
            choices.append("1 even-money")
        return [*choices, "d insurance-closed"] if insurable or choices else []

    # ---- play

    def hand_choices(self, hand: SlowHand) -> list[str]:
        if hand.split_aces and self.game.aces_get_one_card:
            return [f"{hand.name} stand", f"{hand.name} split {number(hand.stake)}"]  # another ace came
        choices = [f"{hand.name} hit", f"{hand.name} stand"]
        two = len(hand.cards) == 2
        if two:
            choices.append(f"{hand.name} double {number(hand.stake)}")
        if two and self.may_split(hand):
            choices.append(f"{hand.name} split {number(hand.stake)}")
        may_give_up = not hand.from_split or self.game.surrender_split_hands
        if two and self.game.surrender and may_give_up and not hand.acted:
            choices.append(f"{hand.name} surrender")
        natural = any(self.is_blackjack(h) for h in self.hands)
        untouched = not any(h.acted or h.from_split for h in self.hands)
        if self.game.switch and not self.has_switched and untouched and not natural:
            choices.append("1 switch")
        return choices

    def may_split(self, hand: SlowHand) -> bool:
        one, two = hand.cards
        same = one[0] == two[0] if self.game.split_same == "rank" else pips(one) == pips(two)
        if not same or (self.insured and not self.game.split_when_insured):
            return False
        family = [h for h in self.hands if h.dealt_hand == hand.dealt_hand]
        aces = hand.cards[0][0] == "A" and self.game.aces_get_one_card
        return len(family) < (
            min(self.game.most_ace_hands, self.game.most_hands) if aces else self.game.most_hands
        )

    def is_done(self, hand: SlowHand) -> bool:
        """Nothing more can be decided for the hand."""
        if hand.waits_for:
            return False
        if self.game.peeks and self.looked and self.dealer_has_blackjack():
            return True
        if hand.stands or hand.doubled or hand.surrendered or hand.even_money or self.is_blackjack(hand):
            return True
        if total(hand.cards) > 21 or (total(hand.cards) == 21 and self.game.closed_at_21):
            return True
        if hand.split_aces and self.game.aces_get_one_card and len(hand.cards) == 2:
            return not (hand.cards[1][0] == "A" and self.may_split(hand))
        return False

    def decide(self, choice: str) -> None:
        who, what, *amount = choice.split()
        if what == "insurance-closed":
            self.insurance_over = True
            self.look()
            return
        if what == "insure":
            self.insured = float(amount[0])
            return
        if what == "even-money":
            next(hand for hand in self.hands if self.is_blackjack(hand)).even_money = True
            return
        self.somebody_acted = True
        if what == "switch":
            one, two = self.hands
            one.cards[1], two.cards[1] = two.cards[1], one.cards[1]
            one.switched = two.switched = self.has_switched = True
            return
        hand = next(hand for hand in self.hands if hand.name == who)
        hand.acted = True
        if what == "stand":
            hand.stands = True
        elif what == "hit":
            hand.waits_for = "hit"
        elif what == "double":
            hand.waits_for = "double"
        elif what == "surrender":
            hand.surrendered = True
        else:
            self.split(hand)

    def split(self, hand: SlowHand) -> None:
        new = SlowHand(f"1.{len(self.hands) + 1}", hand.stake, hand.dealt_hand, from_split=True)
        new.cards = [hand.cards.pop()]
        hand.from_split = True
        for half in (hand, new):
            half.waits_for, half.acted = "split", False
            half.split_aces = half.cards[0][0] == "A"
        self.hands.insert(self.hands.index(hand) + 1, new)

    # ---- cards

    def deal(self, card: CardText) -> None:
        place = self.card_for()
        if place == "d":
            self.dealer.append(card)
        else:
            hand = next(hand for hand in self.hands if hand.name == place)
            hand.cards.append(card)
            hand.doubled = hand.doubled or hand.waits_for == "double"
            hand.waits_for = ""
        if not self.first_four and all(len(hand.cards) == 2 for hand in self.hands):
            self.first_four = [card for hand in self.hands for card in hand.cards]
        self.look()

    def look(self) -> None:
        """The dealer looks at his hole card as soon as insurance is over."""
        ready = self.is_dealt() and not self.somebody_acted and not self.insurance_is_open()
        if self.game.peeks and ready and pips(self.upcard()) in (1, 10):
            self.looked = True

    def upcard(self) -> CardText:
        return self.dealer[1] if self.game.dealer == "second up" else self.dealer[0]

    def dealer_has_blackjack(self) -> bool:
        return len(self.dealer) == 2 and total(self.dealer) == 21

    def is_blackjack(self, hand: SlowHand) -> bool:
        return len(hand.cards) == 2 and total(hand.cards) == 21 and not hand.from_split and not hand.switched

    def is_live(self, hand: SlowHand) -> bool:
        """The hand is compared with the dealer's total."""
        return not (hand.surrendered or hand.even_money or self.is_blackjack(hand) or total(hand.cards) > 21)

    def dealer_draws(self) -> bool:
        live = any(self.is_live(hand) for hand in self.hands)
        if len(self.dealer) == 1:
            could_be_blackjack = pips(self.dealer[0]) in (1, 10)
            waits = any(self.is_blackjack(hand) and not hand.even_money for hand in self.hands)
            return live or (could_be_blackjack and (waits or self.insured > 0))
        soft_17 = total(self.dealer) == 17 and is_soft(self.dealer)
        return live and (total(self.dealer) < 17 or (soft_17 and self.game.hits_soft_17))

    # ---- money

    def nets(self) -> dict[str, float]:
        """What the player gains or loses on each bet, when all is over."""
        nets: dict[str, float] = {}
        for hand in self.hands:
            nets[hand.name] = self.hand_net(hand)
            if times := self.bonus(hand):
                nets[f"{hand.name}.bonus"] = times * hand.stake
        if self.side:
            nets["1.side"] = self.side * super_game(self.first_four)
        if self.insured:
            nets["1.insurance"] = self.insured * (2 if self.dealer_has_blackjack() else -1)
        return nets

    def hand_net(self, hand: SlowHand) -> float:  # noqa: PLR0911 one line a rule
        stake = hand.stake * (2 if hand.doubled else 1)
        if hand.surrendered:
            return -hand.stake / 2
        if hand.even_money:
            return hand.stake
        if self.is_blackjack(hand):
            if self.dealer_has_blackjack() and not self.game.paid_at_once:
                return 0
            suited = hand.cards[0][1] == hand.cards[1][1]
            return hand.stake * (self.game.suited_blackjack if suited else self.game.blackjack)
        mine, dealers = total(hand.cards), total(self.dealer)
        if mine > 21 or self.dealer_has_blackjack():
            return -stake
        if dealers > 21:
            return 0 if dealers == 22 and self.game.pushes_on_22 else stake
        if mine == dealers:
            return -stake if self.game.ties_lose else 0
        return stake if mine > dealers else -stake

    def bonus(self, hand: SlowHand) -> int:
        if not self.game.bonuses or hand.from_split or hand.doubled or total(hand.cards) != 21:
            return 0
        ranks = sorted(card[0] for card in hand.cards)
        if ranks in (["6", "7", "8"], ["7", "7", "7"]):
            return 5 if len({card[1] for card in hand.cards}) == 1 else 3
        return 3 if len(hand.cards) >= 5 else 0


def pips(card: CardText) -> int:
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def total(cards: Sequence[CardText]) -> int:
    low = sum(pips(card) for card in cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def is_soft(cards: Sequence[CardText]) -> bool:
    return total(cards) != sum(pips(card) for card in cards)


def super_game(cards: Sequence[CardText]) -> int:
    """What one unit gains: four of a kind 40, two pair 8, three of a kind 5, a pair 1."""
    ranks = [card[0] for card in cards]
    copies = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return {(4,): 40, (2, 2): 8, (3, 1): 5, (2, 1, 1): 1}.get(tuple(copies), -1)


def number(amount: float) -> str:
    return f"{amount:g}"


def rounds(start: SlowRound, shoe: dict[CardText, int]) -> Iterator[SlowRound]:
    """Every way in which the round can end: every card that the shoe can give, every decision that the rules allow."""
    if start.is_over():
        yield start
        return
    if start.card_for() is None:
        for choice in start.choices():
            after = copy.deepcopy(start)
            after.decide(choice)
            yield from rounds(after, shoe)
        return
    for card, left in shoe.items():
        if left:
            after = copy.deepcopy(start)
            after.deal(card)
            yield from rounds(after, {**shoe, card: left - 1})
