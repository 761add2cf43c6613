"""Cards that should not come to a player's hand, and cards that should not move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from tracker.hands import BUST_OVER
from tracker.simulate.game import Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip
from tracker.simulate.slips.moments import (
    hand_in_turn,
    hands_before,
    is_bust,
    last_dealt,
    total,
)
from tracker.simulate.wish import TENS, Wish
from tracker.state import Hand

Where: TypeAlias = Callable[[Game], Sequence[Hand]]


def _give(game: Game, hand: Hand) -> Slip:
    return Slip(hand.ref, game.deal(hand.ref))


def _just_dealt(fits: Callable[[Game, Hand], bool]) -> Where:
    """Where the hand that got the last card is so and so."""

    def where(game: Game) -> Sequence[Hand]:
        hand = last_dealt(game)
        return [hand] if hand is not None and not hand.owed and fits(game, hand) else ()

    return where


def _is_one_card_ace(game: Game, hand: Hand) -> bool:
    return hand.split_ace is True and game.profile.split_aces_one_card and len(hand.cards) > 1


def _is_plain_21(game: Game, hand: Hand) -> bool:
    if hand.is_doubled or hand.is_natural or _is_one_card_ace(game, hand):
        return False
    return total(hand) == BUST_OVER


def _is_doubled(_: Game, hand: Hand) -> bool:
    return hand.is_doubled and not is_bust(hand)


def _is_finished_ace(game: Game, hand: Hand) -> bool:
    return _is_one_card_ace(game, hand) and len(hand.cards) == 2 and hand.ranks != "AA"


def _blackjacks(game: Game) -> Sequence[Hand]:
    """Blackjacks before the hand in turn or beside it."""
    return [hand for hand in game.hands if hand.is_natural] if hand_in_turn(game) else ()


def _stood(game: Game) -> Sequence[Hand]:
    """Hands that were heard to stand, once a later one took a third card: only then do the cards show it."""
    last = last_dealt(game)
    if last is None or len(last.cards) < 3:
        return ()
    heard = {action.actor for action in game.actions if action.verb == "stand"}
    return [
        hand
        for hand in hands_before(game, last)
        if hand.ref in heard and hand.stood and not hand.is_doubled and 12 <= total(hand) < BUST_OVER
    ]


def _surrendered(game: Game) -> Sequence[Hand]:
    """Hands that gave up half of their stake, while others still play."""
    return [hand for hand in game.hands if hand.surrendered] if hand_in_turn(game) else ()


def _hands_to_move(game: Game) -> Sequence[tuple[Hand, Hand]]:
    """A hand that has just taken a third card or more, with each later hand of another box that has still to decide."""
    last = last_dealt(game)
    if last is None or len(last.cards) < 3 or is_bust(last) or last.is_doubled:
        return ()
    hands = list(game.hands)
    return [
        (last, other)
        for other in hands[hands.index(last) + 1 :]
        if other.box != last.box
        and len(other.cards) == 2
        and not other.is_natural
        and not other.acted_at
        and not other.split_ace
    ]


def _move_last_card(game: Game, hands: tuple[Hand, Hand]) -> Slip:
    source, target = hands
    return Slip(source.ref, game.do(f"d move {source.ref} {len(source.cards)} {target.ref}"))


KINDS: Final = (
    Kind("card-on-21", "give a card on 21", _just_dealt(_is_plain_21), _give, need=needs.CLOSED_21),
    Kind("card-on-blackjack", "give a card on a blackjack", _blackjacks, _give, wish=Wish(hand=("A", TENS))),
    Kind("card-after-bust", "give a card to a bust hand", _just_dealt(lambda _, hand: is_bust(hand)), _give),
    Kind("card-after-double", "give a second card to a double", _just_dealt(_is_doubled), _give),
    Kind(
        "card-on-split-ace",
        "give a second card to a split ace",
        _just_dealt(_is_finished_ace),
        _give,
        need=needs.ONE_CARD_ACES,
        wish=Wish(hand=("A", "A")),
    ),
    Kind("card-after-stand", "give a card to a hand that stood", _stood, _give),
    Kind(
        "card-after-surrender",
        "give a card to a hand that surrendered",
        _surrendered,
        _give,
        need=needs.SURRENDER,
        wish=Wish(hand=(TENS, "6"), up=TENS),
    ),
    Kind("cards-moved", "move a card to another hand", _hands_to_move, _move_last_card),
)
