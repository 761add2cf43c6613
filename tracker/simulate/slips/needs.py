"""What a game must have so that a kind of dealing error can occur in it, and why it cannot where that is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.profile import Profile


@dataclass(frozen=True, slots=True)
class Need:
    """A condition on the profile.

    Attributes:
        holds: whether the game has it.
        otherwise: why the error cannot occur where it does not.
    """

    holds: Callable[[Profile], bool]
    otherwise: str


ALWAYS: Final = Need(lambda _: True, "")
NEVER: Final = Need(lambda _: False, "")
HOLE_CARD: Final = Need(lambda p: p.hole_card, "the dealer gets no hole card")
NO_HOLE_CARD: Final = Need(lambda p: not p.hole_card, "the dealer gets a hole card")
STANDS_ON_SOFT_17: Final = Need(lambda p: p.soft17 == "stand", "the dealer hits soft 17")
HITS_SOFT_17: Final = Need(lambda p: p.soft17 == "hit", "the dealer stands on soft 17")
FRESH_SHOE: Final = Need(lambda p: p.fresh_shoe, "a shoe lasts over rounds, and nobody sees which one it is")
NO_PEEK: Final = Need(lambda p: p.peek == "none", "the dealer looks at his hole card")
BURN_CARD: Final = Need(lambda p: p.burn_first_card, "no card is burned")
CLOSED_21: Final = Need(lambda p: p.stand_on_21, "a card on 21 is allowed")
ONE_CARD_ACES: Final = Need(lambda p: p.split_aces_one_card, "split aces play on")
SWITCH: Final = Need(lambda p: p.switch, "the game has no switch")
NO_SWITCH: Final = Need(lambda p: not p.switch, "the game has a switch")
LOCKED_BY_BLACKJACK: Final = Need(
    lambda p: p.switch and p.natural_locks_switch, "no switch is locked by a blackjack"
)
LOCKED_BY_INSURANCE: Final = Need(
    lambda p: p.switch and not p.switch_after_insurance, "no switch is locked by insurance"
)
NO_DOUBLE_AFTER_SPLIT: Final = Need(lambda p: not p.double_after_split, "a double after a split is allowed")
DOUBLES_ON_SOME: Final = Need(lambda p: p.double != "any", "a double on any total is allowed")
OFFERS_DOUBLE: Final = Need(
    lambda p: "double-9-10-11" in p.must_offer and p.offers_heard, "no double has to be offered aloud"
)
OFFERS_INSURANCE: Final = Need(
    lambda p: "insurance" in p.must_offer and p.offers_heard, "no insurance has to be offered aloud"
)
SPLIT_LIMIT: Final = Need(lambda p: p.max_split_hands > 0, "hands may be split any number of times")
ACE_LIMIT: Final = Need(
    lambda p: p.split_aces_one_card and p.max_ace_hands > 0,
    "split aces play on: one split too many is split-over-limit",
)
NO_SPLIT_AFTER_INSURANCE: Final = Need(
    lambda p: not p.split_after_insurance, "a split after insurance is allowed"
)
NO_INSURANCE_AFTER_SPLIT: Final = Need(
    lambda p: not p.insure_after_split, "insurance after a split is allowed"
)
SURRENDER: Final = Need(lambda p: p.surrender != "none", "the game has no surrender")
NO_SURRENDER: Final = Need(lambda p: p.surrender == "none", "the game has surrender")
NO_SURRENDER_AFTER_SPLIT: Final = Need(
    lambda p: p.surrender != "none" and not p.surrender_after_split,
    "no surrender, or it is allowed after a split",
)
NO_SURRENDER_AGAINST_ACE: Final = Need(
    lambda p: p.surrender != "none" and not p.surrender_vs_ace,
    "no surrender, or it is allowed against an ace",
)
MINIMUM: Final = Need(lambda p: p.minimum is not None, "the profile has no minimum")
MAXIMUM: Final = Need(lambda p: p.maximum is not None, "the profile has no maximum")
SIDE_MAXIMUM: Final = Need(
    lambda p: bool(p.side_bets) and p.side_maximum is not None, "the profile has no maximum for side bets"
)
TWO_HANDS: Final = Need(lambda p: p.hands_per_box > 1, "a box has one hand")
ONE_HAND_NO_PEEK: Final = Need(
    lambda p: p.hands_per_box == 1 and p.peek == "none", "a box has two hands, or the dealer peeks first"
)
HOLE_CARD_FIRST: Final = Need(
    lambda p: p.hole_card and p.up_card == "second", "the hole card is no card of the first round of the deal"
)
SIDE_BET: Final = Need(lambda p: bool(p.side_bets), "the game has no side bet")
BONUS: Final = Need(lambda p: bool(p.bonuses), "the game has no bonus")
FEWER_BOXES: Final = Need(lambda p: p.max_boxes < 7, "every box of the notation is allowed")
PUSHES: Final = Need(lambda p: p.ties == "push" or p.dealer_22 == "push", "no bet is ever a push")
