"""What the dealer should say and do now: data (code and fields), with texts in the words of the trade.

A soft hand is called `3/13`, a push is «ничья», a double «дабл». A hand with an unread card is called `?`, and no
amount is named that an unread card could change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tracker.actions import format_amount
from tracker.dealing import next_in_deal
from tracker.hands import BUST_OVER, Totals
from tracker.insurance import insurable
from tracker.legality import can_insure, can_switch, can_take_even_money
from tracker.next_actions import active_hand, is_offer_due, is_peek_due
from tracker.outcomes import Bet
from tracker.state import Hand, Round
from tracker.verdict import RoundVerdict


@dataclass(frozen=True, slots=True)
class Prompt:
    """One line for the dealer.

    Attributes:
        code: a key of `TEXTS`.
        fields: what the text names: hands, totals as called, amounts in major units.
    """

    code: str
    fields: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values, with the texts."""
        texts = {language: text_of(self, language) for language in ("en", "ru")}
        return {"code": self.code, "fields": dict(self.fields), "text": texts}


TEXTS: Final[dict[str, dict[str, str]]] = {
    "place-bets": {"en": "Place your bets", "ru": "Делайте ваши ставки"},
    "deal-card": {"en": "Card to {hand}", "ru": "Карта: {hand}"},
    "deal-dealer": {"en": "Dealer's card", "ru": "Карта крупье"},
    "offer-insurance": {"en": "Offer insurance", "ru": "Предложите страховку"},
    "insurance": {"en": "Insurance {box}: {amount}", "ru": "Страховка {box}: {amount}"},
    "even-money": {"en": "Even money {box}?", "ru": "Равные деньги, {box}?"},
    "close-insurance": {"en": "Insurance closed", "ru": "Страховка закрыта"},
    "peek": {"en": "Look at the hole card", "ru": "Проверьте закрытую карту"},
    "offer-switch": {"en": "{box}: switch?", "ru": "{box}: обмен?"},
    "offer-double": {"en": "{hand}: offer double on {total}", "ru": "{hand}: предложите дабл на {total}"},
    "hand-turn": {"en": "{hand}: {total}", "ru": "{hand}: {total}"},
    "give-card": {"en": "{hand}: card", "ru": "{hand}: карту"},
    "turn-hole": {"en": "Turn card {number}", "ru": "Откройте карту {number}"},
    "dealer-must-draw": {"en": "Dealer {total}: draw", "ru": "Крупье {total}: карту"},
    "dealer-must-stand": {"en": "Dealer {total}: stand", "ru": "Крупье {total}: достаточно"},
    "dealer-too-many": {"en": "Dealer {total}: too many", "ru": "Крупье {total}: перебор"},
    "dealer-22-push": {"en": "Dealer 22: push", "ru": "Крупье 22: ничья"},
    "dealer-blackjack": {"en": "Dealer has blackjack", "ru": "У крупье блэкджек"},
    "dealer-no-card": {"en": "No bet in play: no card", "ru": "Ставок в игре нет: без карты"},
    "confirm-card": {"en": "{hand}: card not read, confirm", "ru": "{hand}: карта не прочитана, подтвердите"},
    "pay": {"en": "Pay {bet}: {ratio}, {amount}", "ru": "Оплатите {bet}: {ratio}, {amount}"},
    "take": {"en": "Take {bet}: {amount}", "ru": "Снимите {bet}: {amount}"},
    "push": {"en": "{bet}: push", "ru": "{bet}: ничья"},
    "clear": {"en": "Clear the cards", "ru": "Уберите карты"},
}
"""Every prompt's text with its fields in braces."""

_BOX = {"en": "box {no}", "ru": "бокс {no}"}
_HAND = {"en": "box {no} hand {n}", "ru": "бокс {no} рука {n}"}
_KIND = {
    "side": {"en": "box {no} side bet", "ru": "бокс {no} доп. ставка"},
    "insurance": {"en": "box {no} insurance", "ru": "бокс {no} страховка"},
    "bonus": {"en": "{hand} bonus", "ru": "{hand} бонус"},
}


def prompts_of(round_: Round, verdict: RoundVerdict) -> tuple[Prompt, ...]:
    """Return what the dealer should do now, most urgent first.

    Args:
        round_: the table as it stands.
        verdict: the verdict on it, asked for after the same action.
    """
    return tuple(_prompts(round_, verdict))


def text_of(prompt: Prompt, language: str) -> str:
    """Return a prompt in `en` or `ru`, its first letter large."""
    fields = {name: _spoken(name, value, language) for name, value in prompt.fields.items()}
    text = TEXTS[prompt.code][language].format(**fields)
    return text[:1].upper() + text[1:]


def call_of(totals: Totals) -> str:
    """Return a total as the dealer calls it: `15`, `5/15` for a soft one, `?` where a card is unread."""
    exact = totals.exact
    if exact is None:
        return "?"
    return f"{exact.value - 10}/{exact.value}" if exact.soft and exact.value < BUST_OVER else str(exact.value)


def _prompts(round_: Round, verdict: RoundVerdict) -> Iterator[Prompt]:
    match verdict.state:
        case "betting":
            yield Prompt("place-bets", {})
        case "dealing":
            yield from _deal_prompts(round_)
        case "insurance":
            yield from _money_prompts(round_, verdict)
            yield from _insurance_prompts(round_, verdict.minor_units)
        case "playing":
            yield from _money_prompts(round_, verdict)
            if is_peek_due(round_):
                yield Prompt("peek", {})
            hand = active_hand(round_)
            if hand is not None:
                yield from _turn_prompts(round_, hand, verdict.next)
        case "dealer":
            yield from _money_prompts(round_, verdict)
            yield from _dealer_prompts(round_, verdict.next)
        case "uncertain":
            yield from _confirm_prompts(round_)
            yield from _money_prompts(round_, verdict)
        case "settling":
            yield from _end_prompts(round_)
            yield from _money_prompts(round_, verdict)
            if verdict.next == ("d clear",):
                yield Prompt("clear", {})


def _deal_prompts(round_: Round) -> Iterator[Prompt]:
    seat = next_in_deal(round_)
    if seat == "d":
        yield Prompt("deal-dealer", {})
    elif seat:
        yield Prompt("deal-card", {"hand": _name(round_, seat)})


def _insurance_prompts(round_: Round, minor_units: int) -> Iterator[Prompt]:
    if not round_.insurance_offered:
        yield Prompt("offer-insurance", {})
    for no, box in sorted(round_.boxes.items()):
        if can_insure(round_, box) and round_.stakes_seen:
            amount = format_amount(insurable(round_, box)[0], minor_units)
            yield Prompt("insurance", {"box": str(no), "amount": amount})
        if any(can_take_even_money(round_, hand) for hand in box.hands):
            yield Prompt("even-money", {"box": str(no)})
    if round_.insurance_offered:
        yield Prompt("close-insurance", {})


def _turn_prompts(round_: Round, hand: Hand, actions: Sequence[str]) -> Iterator[Prompt]:
    name = _name(round_, hand.ref)
    deal = next((action for action in actions if action.startswith("d deal ")), None)
    if deal is not None:
        yield Prompt("give-card", {"hand": _name(round_, deal.removeprefix("d deal "))})
        return
    if any(not card.is_known and card.rank == "?" for card in hand.cards):
        yield Prompt("confirm-card", {"hand": name})
    if can_switch(round_, round_.boxes[hand.box]):
        yield Prompt("offer-switch", {"box": str(hand.box)})
    total = call_of(hand.totals)
    if is_offer_due(round_, hand):
        yield Prompt("offer-double", {"hand": name, "total": total})
    yield Prompt("hand-turn", {"hand": name, "total": total})


def _dealer_prompts(round_: Round, actions: Sequence[str]) -> Iterator[Prompt]:
    dealer = round_.dealer
    plays = [action for action in actions if not action.startswith(("d pay", "d take", "d push"))]
    if plays and plays[0].startswith("d turn"):
        yield Prompt("turn-hole", {"number": plays[0].removeprefix("d turn ")})
    elif plays == ["d deal d"]:
        yield Prompt("dealer-must-draw", {"total": call_of(dealer.totals)})
    else:
        yield Prompt("confirm-card", {"hand": "d"})


def _end_prompts(round_: Round) -> Iterator[Prompt]:
    dealer = round_.dealer
    exact = dealer.totals.exact
    if not round_.last_dealer_card or exact is None:
        if len(dealer.cards) < 2 or dealer.hole_down:
            yield Prompt("dealer-no-card", {})
        return
    total = call_of(dealer.totals)
    if len(dealer.cards) == 2 and exact.value == BUST_OVER:
        yield Prompt("dealer-blackjack", {})
    elif exact.value == 22 and round_.profile.dealer_22 == "push":
        yield Prompt("dealer-22-push", {})
    elif exact.value > BUST_OVER:
        yield Prompt("dealer-too-many", {"total": total})
    elif exact.value >= 17:
        yield Prompt("dealer-must-stand", {"total": total})


def _confirm_prompts(round_: Round) -> Iterator[Prompt]:
    """Ask for every card that is not fully read: the tablet takes a tap instead of a guess."""
    if any(not card.is_known for card in round_.dealer.cards):
        yield Prompt("confirm-card", {"hand": "d"})
    for hand in round_.hands():
        if any(not card.is_known for card in hand.cards):
            yield Prompt("confirm-card", {"hand": _name(round_, hand.ref)})


def _money_prompts(round_: Round, verdict: RoundVerdict) -> Iterator[Prompt]:
    """What to take and pay, from the last box to the first, one box at a time, taking before paying."""
    if not round_.stakes_seen:
        return
    moved = {move.bet for move in round_.moves}
    order = {"take": 0, "push": 1, "pay": 2}
    due = [bet for bet in verdict.bets if bet.due[0] and bet.bet not in moved and bet.outcome != "void"]
    for bet in sorted(due, key=lambda bet: (-int(bet.bet[0]), order[bet.due[0]])):
        yield _money_prompt(round_, bet, verdict.minor_units)


def _money_prompt(round_: Round, bet: Bet, minor_units: int) -> Prompt:
    verb, amount = bet.due
    fields = {"bet": _name(round_, bet.bet) if bet.kind == "main" else bet.bet}
    if verb != "push":
        fields["amount"] = format_amount(amount, minor_units)
    if verb == "pay":
        fields["ratio"] = str(bet.ratio)
    return Prompt(verb, fields)


def _name(round_: Round, ref: str) -> str:
    """Name a hand by its box alone where the box has only that one."""
    box = round_.boxes.get(int(ref[0]))
    return ref[0] if box is not None and len(box.hands) == 1 else ref


def _spoken(name: str, value: str, language: str) -> str:
    if name not in ("hand", "box", "bet"):
        return value
    if value == "d":
        return {"en": "dealer", "ru": "крупье"}[language]
    no, _, rest = value.partition(".")
    if not rest:
        return _BOX[language].format(no=no)
    n, _, bonus = rest.partition(".")
    if n in _KIND:
        return _KIND[n][language].format(no=no)
    hand = _HAND[language].format(no=no, n=n)
    return _KIND[bonus][language].format(hand=hand) if bonus else hand
