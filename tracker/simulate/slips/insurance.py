"""Mistakes with insurance and even money: against what, for how much, when, and whether it was offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.actions import Action
from tracker.simulate.game import Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip, here, shown_later
from tracker.simulate.slips.moments import (
    box_hands,
    hand_in_turn,
    is_dealt_hand,
    is_insured,
    last_dealt,
    option,
    total,
)
from tracker.simulate.wish import Wish
from tracker.state import Hand


def _insurable(game: Game) -> Sequence[Action]:
    """Insurance that may be taken now, on a box with one bettor."""
    insure = option(game, "insure")
    return [insure] if insure is not None and len(game.box(int(insure.actor)).bettors) == 1 else ()


def _for_wrong_amount(game: Game, insure: Action) -> Slip:
    """Put the whole stake, or less than half of it."""
    half = insure.args[0]
    assert isinstance(half, int)
    amount = game.rng.choice((half * 2, half // 2))
    return Slip(f"{insure.actor}.insurance", game.do(f"{insure.actor} insure {game.say(amount)}"))


def _insure(game: Game, hand: Hand) -> Slip:
    half = sum(other.stake for other in box_hands(game, hand)) // 2
    return Slip(f"{hand.box}.insurance", game.do(f"{hand.box} insure {game.say(half)}"))


def _not_against_ace(game: Game) -> Sequence[Hand]:
    """The first hand that decides, before anybody has, against an upcard that is no ace."""
    hand = hand_in_turn(game)
    return [hand] if hand is not None and game.up.rank in "23456789TJQK" and not game.play_started else ()


def _after_hit(game: Game) -> Sequence[Hand]:
    """A hand that has just taken its third card, in a box without a split or insurance."""
    hand = last_dealt(game)
    if hand is None or game.up.rank != "A" or len(hand.cards) != 3 or hand.is_doubled or total(hand) >= 21:
        return ()
    whole = all(is_dealt_hand(other) for other in box_hands(game, hand))
    return [hand] if whole and not is_insured(game, hand.box) else ()


def _split_against_ace(game: Game) -> Sequence[Hand]:
    """A half of a split that plays against an ace, in a box without insurance."""
    hand = hand_in_turn(game)
    if hand is None or game.up.rank != "A" or is_dealt_hand(hand) or is_insured(game, hand.box):
        return ()
    return [hand]


def _offer_due(game: Game) -> Sequence[None]:
    """Where insurance has to be offered before anybody takes it or plays."""
    return here("d offer insurance" in game.options)


def _close_unoffered(game: Game, _: None) -> Slip:
    """Go on to play: the first decision shows that nobody was asked."""
    game.do("d insurance-closed")
    cards = [f"d deal {hand.ref}" for hand in game.hands]
    decisions = [f"{hand.ref} " for hand in game.hands]
    switches = [f"{box} switch" for box in game.boxes]
    return shown_later(game, "d", "d peek", *decisions, *switches, *cards, "d deal d", "d turn")


def _plain_hands(game: Game) -> Sequence[Hand]:
    """Hands that are no blackjack, of boxes with one hand, when even money may be asked for."""
    if game.phase != "insurance" and hand_in_turn(game) is None:
        return ()
    return [hand for hand in game.hands if not any(other.is_natural for other in box_hands(game, hand))]


def _first_hand(game: Game, box: int) -> Hand:
    return game.box(box).hands[0]


def _take_evens(game: Game, hand: Hand) -> Slip:
    return Slip(_first_hand(game, hand.box).ref, game.do(f"{hand.box} even-money"))


def _blackjacks_in_vain(game: Game) -> Sequence[Hand]:
    """Blackjacks against an upcard that allows no even money, whose bet was not paid."""
    if (
        not game.dealer_cards
        or game.up.rank in (*game.profile.even_money_upcards, "?")
        or game.phase == "dealing"
    ):
        return ()
    moved = {str(action.args[0]) for action in game.actions if action.verb == "pay"}
    return [hand for hand in game.hands if hand.is_natural and hand.ref not in moved]


def _ask_in_vain(game: Game, hand: Hand) -> Slip:
    """A box speaks for its first blackjack."""
    first = next(other for other in box_hands(game, hand) if other.is_natural)
    return Slip(first.ref, game.do(f"{hand.box} even-money"))


_ACE_UP: Final = Wish(up="A")

KINDS: Final = (
    Kind(
        "insurance-wrong-amount",
        "insure for another sum than half",
        _insurable,
        _for_wrong_amount,
        wish=_ACE_UP,
    ),
    Kind("insurance-without-ace", "insure against no ace", _not_against_ace, _insure),
    Kind("insurance-late", "insure after a hit", _after_hit, _insure, wish=_ACE_UP),
    Kind(
        "insurance-after-split",
        "insure after a split",
        _split_against_ace,
        _insure,
        need=needs.NO_INSURANCE_AFTER_SPLIT,
        wish=Wish(hand=("8", "8"), up="A"),
    ),
    Kind(
        "insurance-not-offered",
        "never offer insurance",
        _offer_due,
        _close_unoffered,
        observable=needs.NEVER,
        need=needs.OFFERS_INSURANCE,
        wish=_ACE_UP,
    ),
    Kind(
        "even-money-without-blackjack",
        "ask for even money without a blackjack",
        _plain_hands,
        _take_evens,
        takes=0.5,
        observable=needs.NEVER,
    ),
    Kind(
        "even-money-without-ace",
        "ask for even money against no ace",
        _blackjacks_in_vain,
        _ask_in_vain,
        observable=needs.NEVER,
        wish=Wish(hand=("A", "TJQK"), up="TJQK"),
    ),
)
