"""Whose turn it was: what the next hand's act says about the hands before it.

A stand cannot be seen. A hand that could have gone on is told to have stood when a later hand acts or the dealer plays,
unless it shows afterwards that it had not been asked: it goes on with a total that nobody stands on, or with a decision
of its own (a stake, a split, a switch). A mere card to a hand that was passed is a card after its stand.
"""

from __future__ import annotations

from tracker.facts import CardMoved, CardPlaced, CardRead, ChipsSeen, Fact
from tracker.interpret.scene import DEALER, Hand, Scene

_NOBODY_STANDS_ON = 11


def turn_reaches(scene: Scene, hand: Hand) -> None:
    """A hand acts: the hands before it have finished."""
    for earlier in scene.in_turn():
        if earlier is hand:
            return
        _finish(scene, earlier)


def dealer_plays(scene: Scene) -> None:
    """The dealer's own play begins: every hand has finished."""
    if scene.dealer_played:
        return
    for hand in scene.in_turn():
        _finish(scene, hand)
    scene.dealer_played = True


def is_closed(scene: Scene, hand: Hand) -> bool:
    """Whether the rules surely leave a hand no decision, as far as its cards are read."""
    if hand.surrendered or hand.double is not None or hand.is_natural:
        return True
    if hand.from_split and scene.profile.split_aces_one_card and _is_split_ace(hand):
        return True
    totals = hand.totals
    return totals.surely_bust or (scene.profile.stand_on_21 and totals.surely(21))


def _is_split_ace(hand: Hand) -> bool:
    return len(hand.cards) == 2 and hand.cards[0].card.rank == "A"


def _finish(scene: Scene, hand: Hand) -> None:
    open_still = len(hand.cards) >= 2 and not hand.stood and not hand.gone and not is_closed(scene, hand)
    if open_still and not _goes_on_unasked(scene, hand):
        hand.stood = True
        scene.emit(hand.place, "stand", inferred=True, shown_by=[scene.now.id])


def _goes_on_unasked(scene: Scene, hand: Hand) -> bool:
    low = hand.totals.high <= _NOBODY_STANDS_ON
    return any(_shows_a_decision(scene, hand, fact, low=low) for fact in scene.later())


def _shows_a_decision(scene: Scene, hand: Hand, fact: Fact, *, low: bool) -> bool:
    match fact.body:
        case CardPlaced(place=place):
            return low and place == hand.place
        case CardMoved(track=track):
            return any(laid.track == track for laid in hand.cards)
        case ChipsSeen(spot=spot, amount=amount) if spot == hand.place and len(hand.cards) == 2:
            return amount > scene.spot(spot).amount and gets_a_card(scene, hand.place)
        case _:
            return False


def gets_a_card(scene: Scene, place: str) -> bool:
    """Whether a card comes to a place later in the chapter."""
    return any(isinstance(fact.body, CardPlaced) and fact.body.place == place for fact in scene.later())


def dealer_will_play(scene: Scene) -> bool:
    """Whether the dealer turns or takes a card later in the chapter."""
    dealers = {laid.track for laid in scene.dealer}
    return any(
        (isinstance(fact.body, CardPlaced) and fact.body.place == DEALER)
        or (isinstance(fact.body, CardRead) and fact.body.track in dealers)
        for fact in scene.later()
    )
