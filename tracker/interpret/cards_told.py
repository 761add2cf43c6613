"""What cards show: deals, the hole card turned, hits, doubles laid sideways, splits, switches, moved cards."""

from __future__ import annotations

from dataclasses import replace

from tracker.cards import UNKNOWN, UNREAD, Card
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken
from tracker.interpret.chapters import AWAY
from tracker.interpret.chips_told import push_if_unsettled
from tracker.interpret.opening import open_round
from tracker.interpret.scene import DEALER, Hand, Laid, Scene
from tracker.interpret.turns import (
    deal_goes_on,
    dealer_plays,
    finish,
    gets_a_card,
    is_over,
    takes_no_card,
    turn_reaches,
)

LEFT_LATE_US = 300_000
"""A hand that leaves so soon after the dealer's first draw may have been on its way before it."""
UNSEEN_COMING = "a card lay on the table that was not seen to come"


def card_placed(scene: Scene, body: CardPlaced) -> None:
    """A card came to rest."""
    if body.track in scene.tracks:
        card_moved(scene, CardMoved(track=body.track, place=body.place, slot=body.slot))
        card_read(scene, CardRead(track=body.track, card=body.card, p=body.p))
    elif body.place == "tray":
        scene.emit_seen(DEALER, "burn", Card.parse(body.card))
    elif body.place == DEALER:
        open_round(scene)
        _to_dealer(scene, body)
    elif body.place not in AWAY:
        open_round(scene)
        _to_hand(scene, body)


def card_read(scene: Scene, body: CardRead) -> None:
    """A card is read, or read better; a dealer's card that lay face down is turned up."""
    laid = scene.tracks.get(body.track)
    if laid is None:
        _note_stranger(scene, body.track)
        return
    card = Card.parse(body.card)
    if laid.place == DEALER and not laid.face_up:
        _turn(scene, laid, card)
    elif laid.card != card:
        laid.card = card
        shown = laid.turned or laid.dealt
        shown.args = (shown.args[0], card)
        shown.facts.append(scene.now.id)


def card_moved(scene: Scene, body: CardMoved) -> None:
    """A card came to rest at another place."""
    laid = scene.tracks.get(body.track)
    if laid is None:
        _note_stranger(scene, body.track)
        return
    laid.slot = body.slot
    if body.place in AWAY:
        card_taken(scene, CardTaken(track=body.track))
    elif (
        body.place != laid.place and not _switches(scene, laid, body) and not _splits(scene, laid, body.place)
    ):
        _moves(scene, laid, body.place)


def card_taken(scene: Scene, body: CardTaken) -> None:
    """A card left the table. A hand whose cards go after the dealer's play was done with: its bet stays as it lies."""
    laid = scene.tracks.get(body.track)
    if laid is None:
        _note_stranger(scene, body.track)
        return
    laid.gone = True
    hand = scene.hands.get(laid.place)
    if hand is None or not hand.gone:
        return
    if scene.dealer_played:
        if _left_while_the_dealer_played(scene, hand):
            scene.doubt(f"the cards of hand {hand.place} left before it was played out")
        push_if_unsettled(scene, scene.spot(hand.place))
    elif not scene.has_chips:
        _gives_up(scene, hand)
    elif not is_over(hand) and (scene.is_in_play(hand) or scene.spot(hand.place).settled == "taken"):
        # A stake taken with its cards before the dealer plays is a bust hand's: the card that broke it was not seen.
        scene.doubt(f"the cards of hand {hand.place} left before it was played out")


def _left_while_the_dealer_played(scene: Scene, hand: Hand) -> bool:
    """Whether a hand whose stake was taken may have left before the dealer was done, as one does that is bust.

    As far as its cards were read it is not: its last one came and went unseen.
    """
    spot = scene.spot(hand.place)
    if spot.settled != "taken" or is_over(hand):
        return False
    began_us = _dealer_began_us(scene)
    left_us = scene.now.pts_us - scene.now.slack_us
    may_be_before = began_us is not None and max(left_us, spot.pts_us) <= began_us + LEFT_LATE_US
    return gets_a_card(scene, DEALER) or may_be_before


def _dealer_began_us(scene: Scene) -> int | None:
    """When, at the earliest, the dealer turned his hole card or drew; None if he did neither."""
    turned = [draft for draft in scene.drafts if draft.verb == "turn"]
    dealt = [draft for draft in scene.drafts if draft.verb == "deal" and draft.args[0] == DEALER]
    first = [*turned[:1], *dealt[scene.initial(DEALER) :][:1]]
    return min((draft.pts_us - draft.slack_us for draft in first), default=None)


def _note_stranger(scene: Scene, track: int) -> None:
    if track not in scene.chapter.leftovers:
        scene.doubt(UNSEEN_COMING)


def _lay(scene: Scene, body: CardPlaced, cards: list[Laid]) -> Laid:
    card = Card.parse(body.card)
    args = (body.place, card, "up") if _lies_open_unread(scene, body, len(cards)) else (body.place, card)
    dealt = scene.emit_seen(DEALER, "deal", *args)
    laid = Laid(body.track, body.place, card, body.face_up, body.sideways, body.slot, dealt)
    scene.tracks[body.track] = laid
    cards.append(laid)
    return laid


def _lies_open_unread(scene: Scene, body: CardPlaced, k: int) -> bool:
    """Whether a card of the dealer's lies open, yet unread, where the game deals one face down."""
    deals_down = body.place == DEALER and scene.profile.hole_card and k < scene.initial(DEALER)
    return deals_down and body.face_up and Card.parse(body.card) == UNKNOWN


def _to_dealer(scene: Scene, body: CardPlaced) -> None:
    hole = next((laid for laid in scene.dealer if not laid.face_up and laid.gone), None)
    if hole is not None and body.face_up:
        # Lifted, turned and laid down again: seen as another card, it is the hole card all the same.
        scene.tracks[body.track] = hole
        hole.track, hole.gone = body.track, False
        _turn(scene, hole, Card.parse(body.card))
        return
    if _was_turned_between_stills(scene, body):
        laid = _lay(scene, replace(body, card=str(UNKNOWN), face_up=False), scene.dealer)
        _turn(scene, laid, Card.parse(body.card))
        return
    if len(scene.dealer) >= scene.initial(DEALER) and not _still_deals(scene):
        dealer_plays(scene)
    _lay(scene, body, scene.dealer)


def _was_turned_between_stills(scene: Scene, body: CardPlaced) -> bool:
    """Whether a card of the dealer's lies open in the first still that shows it, and was dealt face down."""
    others = [laid.face_up for laid in scene.dealer]
    return not scene.chapter.sees_order and scene.profile.hole_card and body.face_up and others == [True]


def _turn(scene: Scene, laid: Laid, card: Card) -> None:
    """A dealer's card is turned: he plays, unless all of his lay face down. Then that is the upcard, shown late."""
    others = [other.face_up for other in scene.dealer if other is not laid]
    shows_upcard = bool(others) and not any(others)
    if not _still_deals(scene) and not shows_upcard:
        dealer_plays(scene)
    laid.card, laid.face_up = card, True
    laid.turned = scene.emit_seen(DEALER, "turn", scene.dealer.index(laid) + 1, card)


def _still_deals(scene: Scene) -> bool:
    """Whether a card of the deal is still to come, so that a dealer's card too early is no beginning of his play."""
    return not scene.is_dealt and deal_goes_on(scene)


def _to_hand(scene: Scene, body: CardPlaced) -> None:
    is_new = body.place not in scene.hands
    if is_new and (_splits_off_its_like(scene, body) or _splits_off_unseen(scene, body)):
        return
    hand = scene.hands.get(body.place) or _new_hand(scene, body.place)
    if takes_no_card(scene, hand):
        _lay(scene, body, hand.extra)
        if not scene.is_dealt and not deal_goes_on(scene):
            scene.doubt(f"hand {hand.place} got a card before all cards of the deal were seen")
        return
    if len(hand.cards) >= 2:
        if hand.totals.exact is None and hand.totals.high >= 21:
            scene.doubt(f"whether hand {hand.place} was due a card depends on one that was not read")
        turn_reaches(scene, hand)
        hand.acted = True
        if body.sideways and hand.double is None and len(hand.cards) == 2:
            _double_by_card(scene, hand)
    elif hand.from_split:
        _finish_siblings(scene, hand)
    _lay(scene, body, hand.cards)


def _new_hand(scene: Scene, place: str) -> Hand:
    if scene.is_starting(place):
        return scene.add_hand(place)
    scene.doubt(f"hand {place} began with a card that was not seen to come there from another hand")
    parent = _two_cards_of(scene, place)
    return scene.add_hand(place) if parent is None else _split(scene, parent, place)


def _splits_off_its_like(scene: Scene, body: CardPlaced) -> bool:
    """Whether a card of a pair was moved off while its very like was dealt to its place: that one was seen to come.

    Two copies of a card cannot be told apart; but a hand does not begin with a card from nowhere. If another card comes
    to its old place there was no copy: that place was noticed bare late.
    """
    parent = None if scene.is_starting(body.place) else _two_cards_of(scene, body.place)
    card = Card.parse(body.card)
    if parent is None or not card.is_known or parent.cards[1].card != card:
        return False
    moved = parent.cards[1]
    turn_reaches(scene, parent)
    _split(scene, parent, body.place, moved=moved)
    stays = CardPlaced(
        track=moved.track, place=parent.place, card=body.card, p=body.p, face_up=True, slot=moved.slot
    )
    old_place_noticed_late = replace(moved, place="")
    moved.track, moved.slot = body.track, body.slot
    if _place_is_taken(scene, stays):
        scene.tracks[stays.track] = old_place_noticed_late
    else:
        _lay(scene, stays, parent.cards)
    scene.tracks[body.track] = moved
    return True


def _splits_off_unseen(scene: Scene, body: CardPlaced) -> bool:
    """Whether a hand of one card, left by a split, was split again before its next card was seen to lie there.

    That card is first seen where it begins a hand of its own: it makes a pair with the one that stays. Of several hands
    of one card the first is at its turn.
    """
    box = body.place.partition(".")[0]
    rank = Card.parse(body.card).rank
    singles = [hand for hand in scene.turns.get(box, []) if hand.from_split and len(hand.cards) == 1]
    pairs = [hand for hand in singles if hand.cards[0].card.rank == rank != UNREAD]
    has_stake = bool(scene.spot(body.place).amount) or not scene.has_chips
    if scene.is_starting(body.place) or not pairs or not has_stake:
        return False
    if _two_cards_of(scene, body.place) is not None:
        return False
    parent = pairs[0]
    _finish_siblings(scene, parent)
    laid = _lay(scene, replace(body, place=parent.place), parent.cards)
    _split(scene, parent, body.place, moved=laid)
    return True


def _place_is_taken(scene: Scene, card: CardPlaced) -> bool:
    """Whether another card comes to lie just where a card is believed to lie."""
    return card.slot > 0 and any(
        isinstance(fact.body, CardPlaced) and (fact.body.place, fact.body.slot) == (card.place, card.slot)
        for fact in scene.later()
    )


def _two_cards_of(scene: Scene, place: str) -> Hand | None:
    box = place.partition(".")[0]
    pairs = [hand for hand in scene.turns.get(box, []) if len(hand.cards) == 2]
    return next((hand for hand in pairs if hand.cards[0].card.rank == hand.cards[1].card.rank), None) or next(
        iter(pairs), None
    )


def _finish_siblings(scene: Scene, hand: Hand) -> None:
    """A split hand gets its second card: those before it from the split that took cards of their own have finished."""
    turns = scene.turns[hand.box]
    for earlier in turns[: turns.index(hand)]:
        if earlier.from_split and earlier.acted:
            finish(scene, earlier)


def _double_by_card(scene: Scene, hand: Hand) -> None:
    """A third card laid sideways is a double's; its stake may be put down a moment later."""
    hand.double = scene.emit_seen(hand.place, "double", scene.spot(hand.place).stake, inferred=True)


def _switches(scene: Scene, laid: Laid, body: CardMoved) -> bool:
    """Whether the card is half of a switch; the switch is told when its second half is seen."""
    one, two = scene.hands.get(laid.place), scene.hands.get(body.place)
    if not scene.profile.switch or one is None or two is None or one is two or one.box != two.box:
        return False
    if not (scene.is_starting(one.place) and scene.is_starting(two.place)):
        return False
    if laid not in one.cards:
        return False
    partner = next((other for other in two.cards if other.place == one.place), None)
    laid.place = two.place
    if partner is not None:
        _complete_switch(scene, laid, one, partner, two)
    return True


def _complete_switch(scene: Scene, laid: Laid, one: Hand, partner: Laid, two: Hand) -> None:
    for hand in (one, two):
        hand.was_natural = hand.is_natural
        hand.switched = True
    i, j = one.cards.index(laid), two.cards.index(partner)
    one.cards[i], two.cards[j] = partner, laid
    if one.place > two.place:
        i, j = j, i
    turn_reaches(scene, scene.turns[one.box][0])
    if ("switch", one.box) not in scene.announced:
        scene.emit_seen(one.box, "switch", *(() if i == j == 1 else (i + 1, j + 1)))


def _splits(scene: Scene, laid: Laid, place: str) -> bool:
    parent = scene.hands.get(laid.place)
    if parent is None or laid not in parent.cards or place in scene.hands or len(parent.cards) < 2:
        return False
    if parent.box != place.partition(".")[0] or scene.is_starting(place):
        return False
    turn_reaches(scene, parent)
    _split(scene, parent, place, moved=laid)
    return True


def _split(scene: Scene, parent: Hand, place: str, moved: Laid | None = None) -> Hand:
    child = scene.add_hand(place, after=parent)
    laid = moved or parent.cards[1]
    parent.cards.remove(laid)
    child.cards.append(laid)
    laid.place = place
    parent.from_split = child.from_split = True
    spot = scene.spot(place)
    spot.stake = spot.amount
    if ("split", parent.place) not in scene.announced:
        scene.emit(
            parent.place,
            "split",
            spot.stake,
            shown_by=[*spot.facts[-1:], scene.now.id],
            inferred=moved is None,
        )
    return child


def _moves(scene: Scene, laid: Laid, place: str) -> None:
    source = scene.hands.get(laid.place)
    if source is None or laid not in source.cards or place == DEALER:
        scene.doubt(f"a card moved from {laid.place} to {place}")
        return
    target = scene.hands.get(place) or scene.add_hand(place)
    scene.emit_seen(DEALER, "move", source.place, source.cards.index(laid) + 1, place)
    source.cards.remove(laid)
    target.cards.append(laid)
    laid.place = place


def _gives_up(scene: Scene, hand: Hand) -> None:
    """Without chips, two cards that go before the dealer plays are a surrender, if they are no blackjack."""
    plays_on = gets_a_card(scene, hand.place) or scene.profile.surrender == "none"
    readable = hand.totals.exact is not None
    if len(hand.cards) == 2 and readable and not hand.is_natural and not plays_on and not hand.surrendered:
        turn_reaches(scene, hand)
        hand.surrendered = True
        scene.emit_seen(hand.place, "surrender", inferred=True)
