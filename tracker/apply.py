"""From an action of the notation to what it does at the table: one small function for each verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tracker.actions import Action
from tracker.bets import close_betting, place_bet, place_side_bet, see_chips
from tracker.cards import Card
from tracker.dealer_play import draw
from tracker.dealing import (
    CARDS_IN_DEAL,
    begin_deal,
    deal_dealer_card,
    deal_extra_card,
    deal_first_card,
    is_dealing,
    seat_for,
    turn_card,
)
from tracker.decisions import (
    double,
    find_missing_cards,
    find_unoffered_insurance,
    give_card,
    hit,
    insure,
    move_card,
    split,
    stand,
    surrender,
    switch,
    take_even_money,
)
from tracker.judging import findings_of
from tracker.order import dealer_ended_round, must_decide, note_dealer
from tracker.payments import note_move
from tracker.settle import settle_round
from tracker.shoe import cards_on_table, count_card
from tracker.state import Hand, Round

LEAVES_BETS: Final = frozenset({"pay", "take", "push", "clear"})
"""What changes no bet. (Clearing does where one was open, and says so itself.)"""


def apply_action(round_: Round, action: Action, number: int) -> None:
    """Do to the round what the action says, legal or not, and find what is wrong with it.

    Args:
        round_: the round, which is changed.
        action: what was done; what corrections and rulings change of earlier actions is replayed by the referee.
        number: the action's number in its round, from 1.
    """
    round_.number = number
    _APPLY[action.verb](round_, action)
    if action.verb not in LEAVES_BETS:
        round_.settled = None


def _deal(round_: Round, action: Action) -> None:
    seat, card, *up = action.args
    assert isinstance(seat, str) and isinstance(card, Card)
    begin_deal(round_)
    round_.last_card = (round_.number, seat)
    count_card(round_, card)
    if seat == "d":
        if len(round_.dealer.cards) < round_.dealer.dealt or is_dealing(round_):
            deal_dealer_card(round_, card, face_up=bool(up))
        else:
            draw(round_, card)
        return
    hand = seat_for(round_, seat)
    if hand is None:
        round_.strays.append(card)
    elif len(hand.cards) < CARDS_IN_DEAL and not (hand.from_split or hand.was_split):
        deal_first_card(round_, hand, card)
    elif is_dealing(round_) and not hand.owed:
        deal_extra_card(round_, hand, card)
    else:
        give_card(round_, hand, card)


def _turn(round_: Round, action: Action) -> None:
    number, card = action.args
    assert isinstance(number, int) and isinstance(card, Card)
    dealt = round_.dealer.cards[number - 1 : number]
    if dealt and not dealt[0].is_known:
        count_card(round_, card)
    in_deal = is_dealing(round_)
    turn_card(round_, number, card)
    if not in_deal and dealer_ended_round(round_):
        find_unoffered_insurance(round_)
    if round_.play_started and not any(must_decide(round_, hand) for hand in round_.hands()):
        find_missing_cards(round_)


def _offer(round_: Round, action: Action) -> None:
    if action.args[0] == "insurance":
        round_.insurance_offered = True
    else:
        round_.offered_double.add(str(action.args[1]))


def _money(round_: Round, action: Action) -> None:
    bet = str(action.args[0])
    amount = action.args[1] if len(action.args) > 1 else 0
    assert isinstance(amount, int)
    note_move(round_, action.verb, bet, amount, action.by)


def _clear(round_: Round, _: Action) -> None:
    find_missing_cards(round_)
    round_.cleared_at = round_.number
    if round_.settled is not None and not all(bet.is_decided for bet in round_.settled):
        round_.settled = None


def _shuffle(round_: Round, _: Action) -> None:
    round_.shoe.clear()
    for card in cards_on_table(round_):
        count_card(round_, card)
    round_.burn_due = round_.profile.burn_first_card and not round_.dealing_started


def _burn(round_: Round, action: Action) -> None:
    round_.burn_due = False
    card = action.args[0]
    assert isinstance(card, Card)
    count_card(round_, card)


def _close_insurance(round_: Round, _: Action) -> None:
    round_.insurance_closed = True


def _peek(round_: Round, _: Action) -> None:
    find_unoffered_insurance(round_)
    round_.dealer.peeked = True
    round_.insurance_closed = True


def _dealer_stands(round_: Round) -> None:
    round_.dealer.stood_at = round_.number
    note_dealer(round_, turned=False)


def _correction(round_: Round, action: Action) -> None:
    round_.find("correction", str(action.args[0]), expected=str(action.args[1]), seen="corrected")


def _rule(round_: Round, action: Action) -> None:
    """The floor takes hands or the round out from now on; its other rulings say how earlier actions are taken."""
    code, ruling = action.args
    if ruling not in ("void-hand", "void-round"):
        return
    found = findings_of(round_, settle_round(round_))
    if ruling == "void-round":
        round_.log.found = found
        round_.void_round()
        return
    for finding in found:
        if finding.code == code:
            round_.void_hands(finding.code, finding.subject)


def _nothing(_: Round, __: Action) -> None:
    """Some actions change nothing by themselves."""


def _bet(round_: Round, action: Action) -> None:
    place_bet(round_, action.actor, _amount(action), action.by)


def _side(round_: Round, action: Action) -> None:
    place_side_bet(round_, int(action.actor), str(action.args[0]), _amount(action), action.by)


def _chips(round_: Round, action: Action) -> None:
    see_chips(round_, action.actor, _amount(action))


def _insure(round_: Round, action: Action) -> None:
    box = round_.boxes.get(int(action.actor[0]))
    if box is not None:
        hand = box.hand(int(action.actor[2:])) if len(action.actor) > 1 else None
        insure(round_, box, hand, _amount(action), action.by)


def _even_money(round_: Round, action: Action) -> None:
    box = round_.boxes.get(int(action.actor))
    if box is not None:
        take_even_money(round_, box, action.by)


def _switch(round_: Round, action: Action) -> None:
    box = round_.boxes.get(int(action.actor))
    if box is not None:
        i, j = action.args or (2, 2)
        assert isinstance(i, int) and isinstance(j, int)
        switch(round_, box, (i, j))


def _move(round_: Round, action: Action) -> None:
    source, number, target = action.args
    from_hand, to_hand = round_.hand(str(source)), round_.hand(str(target))
    assert isinstance(number, int)
    if from_hand is not None and to_hand is not None and from_hand is not to_hand:
        move_card(round_, from_hand, number, to_hand)


def _stand(round_: Round, action: Action) -> None:
    if action.actor == "d":
        _dealer_stands(round_)
    elif hand := round_.hand(action.actor):
        stand(round_, hand)


def _hand_act(act: Callable[..., None], *, amount: bool = False) -> Callable[[Round, Action], None]:
    def apply(round_: Round, action: Action) -> None:
        hand: Hand | None = round_.hand(action.actor)
        if hand is not None:
            act(round_, hand, *([_amount(action), action.by] if amount else []))

    return apply


def _amount(action: Action) -> int:
    amount: Any = action.args[-1]
    assert isinstance(amount, int)
    return amount


_APPLY: Final[Mapping[str, Callable[[Round, Action], None]]] = {
    "bet": _bet,
    "side": _side,
    "chips": _chips,
    "nmb": lambda round_, _: close_betting(round_),
    "deal": _deal,
    "turn": _turn,
    "burn": _burn,
    "move": _move,
    "peek": _peek,
    "stand": _stand,
    "shuffle": _shuffle,
    "cut": _nothing,
    "offer": _offer,
    "insurance-closed": _close_insurance,
    "insure": _insure,
    "even-money": _even_money,
    "switch": _switch,
    "hit": _hand_act(hit),
    "double": _hand_act(double, amount=True),
    "split": _hand_act(split, amount=True),
    "surrender": _hand_act(surrender),
    "pay": _money,
    "take": _money,
    "push": _money,
    "clear": _clear,
    "fix": _correction,
    "rule": _rule,
}
