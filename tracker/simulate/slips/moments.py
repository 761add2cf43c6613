"""Moments of a round at which mistakes offer themselves: whose turn it is, what is due, what came last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tracker.actions import Action, parse_action
from tracker.hands import BUST_OVER
from tracker.outcomes import Bet
from tracker.simulate.game import DEALER, Game
from tracker.state import Hand

CARDS_IN_DEAL = 2
STANDS_ON = 17
NOBODY_STANDS_ON = 8
"""A hand of up to this total is sure to take a card, and no double has to be offered to it."""


def total(hand: Hand) -> int:
    """The hand's total; 0 where it is not known."""
    exact = hand.totals.exact
    return exact.value if exact else 0


def is_bust(hand: Hand) -> bool:
    """Whether the hand is over 21."""
    return hand.totals.surely_bust


def is_dealt_hand(hand: Hand) -> bool:
    """Whether the hand is as it was dealt, with respect to splits."""
    return not (hand.from_split or hand.was_split)


# The deal


def seat_due(game: Game) -> str | None:
    """Whose card of the deal comes next, while nobody has played."""
    words = game.options[0].split()
    if game.play_started or words[:2] != [DEALER, "deal"] or len(words) != 3 or game.phase != "dealing":
        return None
    return words[2]


def hand_due(game: Game) -> Hand | None:
    """The hand whose card of the deal comes next."""
    seat = seat_due(game)
    return game.hand(seat) if seat and seat != DEALER else None


def later_in_pass(game: Game, hand: Hand) -> list[Hand]:
    """Hands that come after a hand in the same round of the deal and still lack that card."""
    hands = list(game.hands)
    return [other for other in hands[hands.index(hand) + 1 :] if len(other.cards) == len(hand.cards)]


def dealer_follows(game: Game, hand: Hand) -> bool:
    """Whether the dealer gets a card at the end of this round of the deal."""
    return not hand.cards or game.profile.hole_card


# Play


def hand_in_turn(game: Game) -> Hand | None:
    """The hand that has to decide now; money that is due goes first where bets are settled at once."""
    if game.manner.settles_at_once and game.money_due:
        return None
    for text in game.options:
        actor, verb = text.split()[:2]
        if verb == "stand" and actor != DEALER:
            return game.hand(actor)
    return None


def untouched_in_turn(game: Game) -> Hand | None:
    """The hand in turn, if it has its two dealt cards, has done nothing yet and no offer is due to it."""
    hand = hand_in_turn(game)
    if hand is None or len(hand.cards) != CARDS_IN_DEAL or hand.acted_at or game.must_offer_double(hand):
        return None
    return hand


def must_be_asked(game: Game, hand: Hand) -> bool:
    """Whether passing over a hand that has not acted is surely a mistake."""
    closed_ace = hand.split_ace and game.profile.split_aces_one_card
    return not (hand.acted_at or hand.is_natural or closed_ace) and total(hand) < BUST_OVER


def option(game: Game, verb: str) -> Action | None:
    """What is legal now with that verb, if anything; money that is due goes first where bets are settled at once."""
    if game.manner.settles_at_once and game.money_due:
        return None
    return next(
        (parse_action(text, game.minor_units) for text in game.options if text.split()[1] == verb), None
    )


def last_dealt(game: Game) -> Hand | None:
    """The hand that got the last card in play, if a card is what came last."""
    last = game.actions[-1]
    if last.verb != "deal" or last.args[0] == DEALER or not game.play_started:
        return None
    return game.hand(str(last.args[0]))


def in_play_after_hit(game: Game) -> Hand | None:
    """The hand in turn, if it has taken a third card and is no half of a split."""
    hand = hand_in_turn(game)
    return hand if hand is not None and len(hand.cards) > 2 and is_dealt_hand(hand) else None


def hands_before(game: Game, hand: Hand) -> list[Hand]:
    """Hands that play before a hand."""
    hands = list(game.hands)
    return hands[: hands.index(hand)]


def hands_after(game: Game, hand: Hand) -> list[Hand]:
    """Hands that play after a hand."""
    hands = list(game.hands)
    return hands[hands.index(hand) + 1 :]


def box_hands(game: Game, hand: Hand) -> list[Hand]:
    """All hands of a hand's box."""
    return game.box(hand.box).hands


def is_insured(game: Game, box: int) -> bool:
    """Whether a box has insurance."""
    return bool(game.box(box).insurance)


# The dealer


def dealer_finished(game: Game) -> bool:
    """Whether the dealer has just finished his hand, his last card in sight."""
    last = game.actions[-1]
    dealers = last.verb == "turn" or (last.verb == "deal" and last.args[0] == DEALER)
    return dealers and game.play_started and game.phase == "settling" and len(game.dealer_cards) > 1


def dealer_must_draw(game: Game) -> bool:
    """Whether the dealer has two cards or more in sight, on which nobody could think that he stands, and must draw."""
    exact = game.dealer_total
    return (
        game.phase == "dealer"
        and "d deal d" in game.options
        and "d stand" not in game.options
        and len(game.dealer_cards) > 1
        and exact is not None
    )


# Money


def due(game: Game) -> list[tuple[Action, Bet]]:
    """The money that has to move now, and the bets that it settles."""
    texts = game.money_due
    if not texts:
        return []
    bets = {bet.bet: bet for bet in game.bets}
    actions = [parse_action(text, game.minor_units) for text in texts]
    return [(action, bets[str(action.args[0])]) for action in actions]


def due_of(game: Game, verb: str, *kinds: str, outcomes: Sequence[str] = ()) -> list[Bet]:
    """Bets that now have to be paid, taken or pushed.

    Args:
        game: the round.
        verb: `pay`, `take` or `push`.
        kinds: sorts of bet.
        outcomes: only these; all if empty.
    """
    return [
        bet
        for action, bet in due(game)
        if action.verb == verb and bet.kind in kinds and (not outcomes or bet.outcome in outcomes)
    ]


PAID = ("win", "blackjack", "even-money")
"""Outcomes for which money is paid."""


def where_due(verb: str, *kinds: str, outcomes: Sequence[str] = ()) -> Callable[[Game], Sequence[Bet]]:
    """Make a precondition: bets that now have to be paid, taken or pushed (see `due_of`)."""
    return lambda game: due_of(game, verb, *kinds, outcomes=outcomes)
