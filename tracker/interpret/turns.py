"""Whose turn it was: what the next hand's act says about the hands before it.

A stand cannot be seen. A hand that could have gone on is told to have stood when a later hand acts or the dealer plays,
unless it shows afterwards that it had not been asked: it goes on with a total that nobody stands on, or with a decision
of its own (a stake, a split, a switch). A mere card to a hand that was passed is a card after its stand.
"""

from __future__ import annotations

from tracker.facts import CardMoved, CardPlaced, CardRead, ChipsSeen
from tracker.interpret.scene import DEALER, Hand, Scene

_NOBODY_STANDS_ON = 11


def turn_reaches(scene: Scene, hand: Hand) -> None:
    """A hand acts: the hands before it have finished, up to one that was passed over and goes on later."""
    _note_one_card_hands(scene)
    hands = scene.in_turn()
    for earlier in hands[: hands.index(hand)]:
        if not finish(scene, earlier):
            return


def dealer_plays(scene: Scene) -> None:
    """The dealer plays: every hand has finished, up to one that goes on later."""
    scene.dealer_played = True
    for hand in scene.in_turn():
        if not finish(scene, hand):
            return


def note_early_end(scene: Scene) -> None:
    """A dealer whose card came too early, and who drew no other, has played when no card comes any more."""
    drew_early = scene.is_dealt and len(scene.dealer) > scene.initial(DEALER)
    if not scene.chapter.cleared or scene.dealer_played or not drew_early:
        return
    if not any(isinstance(fact.body, CardPlaced) for fact in scene.later()):
        dealer_plays(scene)


def _note_one_card_hands(scene: Scene) -> None:
    """A hand with one card when play begins: its second was dealt unseen, or really not; nobody can tell."""
    for hand in scene.hands.values():
        if len(hand.cards) == 1 and not hand.from_split and scene.is_in_play(hand):
            scene.doubt(f"only one card of hand {hand.place} was seen")


def finish(scene: Scene, hand: Hand) -> bool:
    """Tell that a hand stood, if it could have gone on.

    Returns:
        Whether it has finished: False if it shows later that it was not asked.
    """
    open_still = len(hand.cards) >= 2 and not hand.stood and not hand.gone and not is_closed(scene, hand)
    if not open_still:
        return True
    if _goes_on_unasked(scene, hand):
        return False
    hand.stood = True
    scene.emit(hand.place, "stand", inferred=True, shown_by=[scene.now.id])
    return True


def is_closed(scene: Scene, hand: Hand) -> bool:
    """Whether the rules surely leave a hand no decision, as far as its cards are read."""
    if hand.surrendered or hand.double is not None or hand.is_natural:
        return True
    if hand.from_split and scene.profile.split_aces_one_card and _is_split_ace(hand):
        return True
    totals = hand.totals
    return totals.surely_bust or (scene.profile.stand_on_21 and totals.surely(21))


def is_over(hand: Hand) -> bool:
    """Whether nothing that the dealer may get matters to a hand any more: its cards may leave."""
    return hand.surrendered or hand.is_natural or hand.totals.high > 21


def takes_no_card(scene: Scene, hand: Hand) -> bool:
    """Whether a card to this hand surely does not belong to it: the deal goes on elsewhere, or the hand is done."""
    if len(hand.cards) < 2:
        return False
    if not scene.is_dealt and not hand.from_split:
        return True
    doubled = hand.double is not None
    return hand.stood or (is_closed(scene, hand) and not (doubled and len(hand.cards) == 2))


def _is_split_ace(hand: Hand) -> bool:
    return len(hand.cards) == 2 and hand.cards[0].card.rank == "A"


def _goes_on_unasked(scene: Scene, hand: Hand) -> bool:
    """Whether the next thing that happens to a hand shows that it had still to decide."""
    dealer_plays_on = scene.dealer_played
    low = hand.totals.high <= _NOBODY_STANDS_ON
    for fact in scene.later():
        match fact.body:
            case CardPlaced(place=place) if place == hand.place:
                if fact.body.sideways and len(hand.cards) == 2 and not scene.chapter.sees_order:
                    return True  # a double's card, which had lain face down until the dealer's was turned
                if not low and hand.totals.low <= _NOBODY_STANDS_ON and hand.totals.exact is None:
                    scene.doubt(f"whether hand {hand.place} had stood depends on a card that was not read")
                return low
            case CardPlaced(place=place) if place == DEALER:
                dealer_plays_on = True
            case CardMoved(track=track) if any(laid.track == track for laid in hand.cards):
                return True
            case ChipsSeen(spot=spot, amount=amount) if spot == hand.place and not dealer_plays_on:
                raised = amount > scene.spot(spot).amount
                return len(hand.cards) == 2 and raised and gets_a_card(scene, spot)
            case _:
                pass
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


def deal_goes_on(scene: Scene) -> bool:
    """Whether the next card goes to a seat that still lacks one of the deal; if none came yet, it may."""
    following = next((fact.body for fact in scene.later() if isinstance(fact.body, CardPlaced)), None)
    if following is None:
        return True
    hand = scene.hands.get(following.place)
    cards = scene.dealer if following.place == DEALER else hand.cards if hand else []
    return not following.sideways and len(cards) < scene.initial(following.place)
