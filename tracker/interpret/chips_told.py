"""What chips show: late and changed bets, doubles, splits, surrenders, insurance, and how each bet was settled."""

from __future__ import annotations

from tracker.facts import ChipsSeen
from tracker.interpret.opening import side_name
from tracker.interpret.scene import DEALER, Draft, Hand, Scene, Spot
from tracker.interpret.simultaneous import is_half
from tracker.interpret.turns import deal_goes_on, dealer_will_play, gets_a_card, is_closed, turn_reaches


def chips_seen(scene: Scene, body: ChipsSeen) -> None:
    """A spot holds another amount than before."""
    spot = scene.spot(body.spot)
    before, spot.amount = spot.amount, body.amount
    spot.facts.append(scene.now.id)
    spot.pts_us = scene.now.pts_us
    if spot.amount == before or not scene.bets_closed or spot.settled in ("taken", "pushed", "collected"):
        return
    if spot.settled == "paid" and spot.amount < before:
        spot.settled = "collected"
        return
    match body.spot.split("."):
        case [_, "side"]:
            _side_changed(scene, spot, before)
        case [_, "insurance"]:
            _insurance_changed(scene, spot, before)
        case [_, _, "bonus"]:
            if spot.amount > before:
                _pay(scene, spot, spot.amount - before)
        case _:
            _main_changed(scene, spot, before)


def push_if_unsettled(scene: Scene, spot: Spot) -> None:
    """A stake that lies untouched when its cards are gone was left to the player."""
    if spot.stake and spot.amount and not spot.settled:
        spot.settled = "pushed"
        scene.emit(DEALER, "push", spot.name, inferred=True, shown_by=[*spot.facts[-1:], scene.now.id])


def _pay(scene: Scene, spot: Spot, winnings: int) -> None:
    if spot.settled == "paid" and winnings != spot.last_pay:
        return
    spot.settled, spot.last_pay = "paid", winnings
    scene.emit_seen(DEALER, "pay", spot.name, winnings)


def _take(scene: Scene, spot: Spot, before: int) -> None:
    if spot.settled:
        return
    spot.settled = "taken"
    scene.emit_seen(DEALER, "take", spot.name, before - spot.amount)


def _side_changed(scene: Scene, spot: Spot, before: int) -> None:
    box = spot.name.partition(".")[0]
    if not spot.stake:
        if not scene.is_dealt:
            spot.stake = spot.amount
            scene.emit_seen(box, "side", side_name(scene), spot.amount)
    elif spot.amount > before:
        _pay(scene, spot, spot.amount - before)
    else:
        _take(scene, spot, before)


def _insurance_changed(scene: Scene, spot: Spot, before: int) -> None:
    box = spot.name.partition(".")[0]
    put = scene.announced.get(("insure", box))
    still_put = put is None or not any(
        draft.verb == "deal" for draft in scene.drafts[scene.drafts.index(put) :]
    )
    if spot.amount > before and not scene.dealer_played and not spot.settled and still_put:
        spot.stake = spot.amount
        if put is None:
            scene.announced["insure", box] = scene.emit_seen(box, "insure", spot.amount)
        else:
            _add(scene, put, spot.amount)
    elif spot.amount > before and spot.stake:
        _pay(scene, spot, spot.amount - before)
    elif spot.stake:
        _peeked(scene)
        _take(scene, spot, before)


def _peeked(scene: Scene) -> None:
    """Bets that wait for the dealer's look at his hole card are settled while it lies face down: he has looked."""
    acted = scene.dealer_played or any(hand.acted or hand.stood for hand in scene.hands.values())
    told = any(draft.verb == "peek" for draft in scene.drafts)
    if scene.profile.peek != "none" and not acted and not told:
        scene.emit_seen(DEALER, "peek", inferred=True)


def _add(scene: Scene, draft: Draft, amount: int) -> None:
    """A stake put down in several steps is one action of the whole amount."""
    draft.args = (amount,)
    draft.facts.append(scene.now.id)


def _main_changed(scene: Scene, spot: Spot, before: int) -> None:
    hand = scene.hands.get(spot.name)
    if hand is None:
        _empty_hand_changed(scene, spot, before)
    elif not spot.stake and scene.dealer_played:
        return  # the next round's bet, on a spot that had none in this
    elif spot.amount > before:
        _raised(scene, spot, hand, spot.amount - before)
    else:
        _lowered(scene, spot, hand, before)


def _empty_hand_changed(scene: Scene, spot: Spot, before: int) -> None:
    """Chips where no card lies: a split's stake, a late bet, or (once the deal is over) the next round's bet."""
    if not scene.is_starting(spot.name) or scene.is_dealt:
        return
    if spot.stake:
        scene.emit_seen(spot.name, "chips", spot.amount)
    else:
        spot.stake = spot.amount
        scene.emit_seen(spot.name, "bet", spot.amount - before)


def _raised(scene: Scene, spot: Spot, hand: Hand, more: int) -> None:
    if _stakes_a_split(scene, spot, hand):
        _add_split_stake(scene, spot)
    elif scene.dealer_played or spot.settled:
        _pay(scene, spot, more)
    elif not scene.is_dealt:
        _changed_in_deal(scene, spot)
    elif hand.is_natural:
        if not _takes_even_money(scene, spot, hand, more):
            _peeked(scene)
        _pay(scene, spot, more)
    elif hand.double is not None and (hand.double.inferred or len(hand.cards) == 2):
        _complete_double(scene, spot, hand, more)
    elif len(hand.cards) == 2 and _doubles(scene, hand):
        turn_reaches(scene, hand)
        spot.stake = spot.amount
        hand.double = scene.emit_seen(spot.name, "double", more)
    elif is_closed(scene, hand) or (len(hand.cards) == 2 and scene.chapter.cleared):
        _pay(scene, spot, more)
    elif hand.totals.exact is None:
        scene.doubt(f"whether hand {hand.place} was over depends on a card that was not read")
    else:
        scene.emit_seen(spot.name, "chips", spot.amount)


def _changed_in_deal(scene: Scene, spot: Spot) -> None:
    """A bet is changed while the deal goes on; if no card of the deal follows, one that was dealt was not seen."""
    scene.emit_seen(spot.name, "chips", spot.amount)
    if not deal_goes_on(scene):
        scene.doubt(f"the bet of hand {spot.name} changed before all cards of the deal were seen")


def _doubles(scene: Scene, hand: Hand) -> bool:
    """Whether a raise on two cards is a double: its card comes or may still come, or the dealer plays only later."""
    return gets_a_card(scene, hand.place) or not scene.chapter.cleared or dealer_will_play(scene)


def _complete_double(scene: Scene, spot: Spot, hand: Hand, more: int) -> None:
    """The stake of a double that was told already: said before, put down after its card, or put in steps."""
    double = hand.double
    if double is None:
        return
    spot.stake = spot.amount
    stepwise = not double.inferred and ("double", spot.name) not in scene.announced
    put = double.args[0] if stepwise and isinstance(double.args[0], int) else 0
    double.inferred = False
    _add(scene, double, put + more)


def _stakes_a_split(scene: Scene, spot: Spot, hand: Hand) -> bool:
    return hand.from_split and not spot.stake and len(hand.cards) == 1


def _add_split_stake(scene: Scene, spot: Spot) -> None:
    """The stake of a split that came after its card."""
    spot.stake = spot.amount
    box = spot.name.partition(".")[0]
    for draft in reversed(scene.drafts):
        if draft.verb == "split" and draft.actor.partition(".")[0] == box:
            _add(scene, draft, spot.amount)
            return


def _takes_even_money(scene: Scene, spot: Spot, hand: Hand, winnings: int) -> bool:
    """Whether a blackjack is paid 1:1 against an upcard that allows it, before the dealer plays: even money."""
    profile = scene.profile
    if profile.natural_pays == "at-once" or winnings != spot.stake:
        return False
    if scene.up_rank not in profile.even_money_upcards:
        return False
    scene.emit_seen(hand.box, "even-money", inferred=True)
    return True


def _lowered(scene: Scene, spot: Spot, hand: Hand, before: int) -> None:
    if not scene.is_dealt and not scene.dealer_played:
        _changed_in_deal(scene, spot)
    elif spot.amount == 0 or scene.dealer_played:
        _take(scene, spot, before)
    elif spot.settled:
        return
    elif _surrenders(scene, hand, spot, before):
        turn_reaches(scene, hand)
        hand.surrendered = True
        if ("surrender", spot.name) not in scene.announced:
            scene.emit_seen(spot.name, "surrender")
        _take(scene, spot, before)
    else:
        scene.emit_seen(spot.name, "chips", spot.amount)


def _surrenders(scene: Scene, hand: Hand, spot: Spot, before: int) -> bool:
    """Whether a smaller stake is a surrender: exactly half of it is gone."""
    if hand.double is not None or scene.profile.surrender == "none":
        return False
    return is_half(spot.amount, before)
