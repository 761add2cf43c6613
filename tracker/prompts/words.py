"""The words of prompts, in English and Russian, with the trade's own: «дабл», «перебор», «равные деньги», `3/13`.

Every prompt has a main text, verb first and short enough for a tablet that shows one at a time, and perhaps a detail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, get_args

Language = Literal["en", "ru"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


class Text(NamedTuple):
    """A text in both languages, with the prompt's fields in braces."""

    en: str
    ru: str


TEXTS: Final[Mapping[str, Text]] = {
    # betting
    "open-bets": Text("Call: place your bets", "Скажите: «Ваши ставки, господа»"),
    "raise-bet": Text("Ask {bet} for at least {amount}", "Попросите {bet}: не меньше {amount}"),
    "lower-bet": Text("Bring {bet} down to {amount}", "Снизьте ставку, {bet}: до {amount}"),
    "level-bets": Text("Make the stakes of {bet} equal", "Уравняйте ставки: {bet}"),
    "refuse-side-bet": Text("Return {bet}: no main bet", "Верните {bet}: нет основной ставки"),
    "refuse-bettor": Text("Allow {bet} only {number} bettors", "Оставьте игроков, {bet}: не больше {number}"),
    "refuse-box": Text("Return {bet} its bet: {number} boxes at most", "Верните ставку, {bet}: боксов до {number}"),
    "close-bets": Text("Call: no more bets", "Объявите: «Ставки сделаны»"),
    # the deal
    "burn-card": Text("Burn the first card", "Сбросьте первую карту"),
    "deal-card": Text("Deal a card to {hand}", "Сдайте карту: {hand}"),
    "deal-dealer": Text("Deal yourself a card", "Сдайте карту себе"),
    "deal-dealer-down": Text("Deal yourself a card, face down", "Сдайте карту себе, рубашкой вверх"),
    # insurance
    "offer-insurance": Text("Offer insurance", "Предложите страховку"),
    "close-insurance": Text("Take insurance, then close it", "Примите страховки и закройте"),
    "ask-insurance": Text("Ask {bet}: insurance for {amount}?", "Спросите {bet}: страховка на {amount}?"),
    "ask-bettor": Text("Ask {by}, {bet}: insurance for {amount}?", "Спросите {by}, {bet}: страховка на {amount}?"),
    "ask-even-money": Text("Ask {bet}: even money?", "Спросите {bet}: равные деньги?"),
    "peek": Text("Look at the hole card, turn a blackjack", "Проверьте закрытую карту, блэкджек откройте"),
    # turns
    "ask-switch": Text("Ask {bet}: switch?", "Спросите {bet}: обмен?"),
    "offer-double": Text("Offer {hand} a double on {total}", "Предложите дабл на {total}: {hand}"),
    "ask-hand": Text("Ask {hand}: {total}", "Спросите {hand}: {total}"),
    "ask-follower": Text("Ask {by}, {hand}: {amount} too?", "Спросите {by}, {hand}: тоже {amount}?"),
    "give-card": Text("Give a card to {hand}", "Дайте карту: {hand}"),
    "give-double-card": Text("Give one card, across, to {hand}", "Дайте одну карту, поперёк: {hand}"),
    "give-split-card": Text("Give the split its card: {hand}", "Дайте карту на сплит: {hand}"),
    "call-total": Text("Call {hand}: {total}", "Объявите {hand}: {total}"),
    # the dealer
    "turn-hole": Text("Turn up your card", "Откройте свою карту"),
    "must-draw": Text("Draw a card on {total}", "Возьмите карту на {total}"),
    "must-stand": Text("Stand on {total}", "Остановитесь на {total}"),
    "call-too-many": Text("Call: dealer {total}, too many", "Объявите: у крупье {total}, перебор"),
    "call-22": Text("Call: dealer 22, push", "Объявите: у крупье 22, ничья"),
    "call-blackjack": Text("Call: dealer has blackjack", "Объявите: у крупье блэкджек"),
    "take-no-card": Text("Take no card: no bet needs it", "Карту не берите: ставок в игре нет"),
    # money
    "pay": Text("Pay {bet}: {ratio} = {amount}", "Оплатите {bet}: {ratio} = {amount}"),
    "pay-blackjack": Text("Pay blackjack, {bet}: {ratio} = {amount}", "Оплатите блэкджек, {bet}: {ratio} = {amount}"),
    "pay-even-money": Text("Pay even money, {bet}: {amount}", "Оплатите равные деньги, {bet}: {amount}"),
    "take": Text("Take {bet}: {amount}", "Снимите {bet}: {amount}"),
    "take-too-many": Text("Take {bet}: too many, {amount}", "Снимите {bet}: перебор, {amount}"),
    "take-half": Text("Take half of {bet}: {amount}", "Снимите половину, {bet}: {amount}"),
    "push": Text("Call a push: {bet}", "Объявите ничью: {bet}"),
    "return-bet": Text("Return the bet: {bet}", "Верните ставку: {bet}"),
    "pay-more": Text("Pay {bet} another {amount}", "Доплатите, {bet}: {amount}"),
    "take-more": Text("Take another {amount} from {bet}", "Снимите ещё, {bet}: {amount}"),
    "take-back": Text("Take back {amount} from {bet}", "Заберите обратно, {bet}: {amount}"),
    # the end
    "clear": Text("Clear the cards", "Уберите карты"),
    "void-round": Text("Return every bet: the round is void", "Верните все ставки: раздача недействительна"),
    # uncertainty
    "confirm-cards": Text("Wait. Confirm the cards: {hands}", "Подождите. Подтвердите карты: {hands}"),
    "wait": Text("Wait: the table is being checked", "Подождите: стол проверяется"),
}  # fmt: skip
"""Main text of every prompt."""

ACTS: Final[Mapping[str, Text]] = {
    "hit": Text("card", "карту"),
    "stand": Text("stand", "достаточно"),
    "double": Text("double {amount}", "дабл {amount}"),
    "split": Text("split {amount}", "сплит {amount}"),
    "surrender": Text("surrender", "сарендер"),
    "switch": Text("switch", "обмен"),
    "even-money": Text("even money", "равные деньги"),
    "insure": Text("insurance {amount}", "страховка {amount}"),
}
"""What players may do, in the words in which they say it."""

TIERS: Final[Mapping[str, Text]] = {
    "pair": Text("a pair", "пара"),
    "two-pair": Text("two pairs", "две пары"),
    "three-of-a-kind": Text("three of a kind", "тройка"),
    "four-of-a-kind": Text("four of a kind", "каре"),
    "6-7-8-suited": Text("6-7-8 of one suit", "6-7-8 одной масти"),
    "6-7-8": Text("6-7-8", "6-7-8"),
    "7-7-7-suited": Text("7-7-7 of one suit", "7-7-7 одной масти"),
    "7-7-7": Text("7-7-7", "7-7-7"),
    "five-card-21": Text("21 of five cards or more", "21 из пяти карт или больше"),
}
"""Tiers of the shipped games' side bets and bonuses; a house's own is told by its name without the hyphens."""

_AGAINST: Final = Text("{total} against {dealer}", "{total} против {dealer}")
_CHECK: Final = Text("say the sum, pay on “check!”", "назовите сумму, платите после «чек!»")
_FLOOR: Final = Text("call the floor first", "сначала позовите пит-босса")
_UNNAMED: Final = Text("bettor without a name", "игрок без имени")
_DEALER: Final = Text("the dealer", "крупье")
_BOX: Final = Text("box {box}", "бокс {box}")
_HAND: Final = Text("box {box}, hand {hand}", "бокс {box}, рука {hand}")
_BESIDE: Final[Mapping[str, Text]] = {
    "side": Text("box {box}, side bet", "бокс {box}, доп. ставка"),
    "insurance": Text("box {box}, insurance", "бокс {box}, страховка"),
}
_BONUS: Final = Text("{hand}, bonus", "{hand}, бонус")
_PLACES: Final = frozenset({"hand", "hands", "bet"})


def main_text(code: str, fields: Mapping[str, str], language: Language) -> str:
    """Return a prompt's main text.

    Raises:
        KeyError: if there is no such prompt, or a field of its text is missing.
    """
    text = _in(TEXTS[code], language).format(**{name: _said(name, fields[name], language) for name in fields})
    return text[:1].upper() + text[1:]


def detail_text(
    fields: Mapping[str, str], choices: Sequence[str], shares: Sequence[tuple[str, str]], language: Language
) -> str:
    """Return what is worth knowing beside a prompt's main text: why, in which chips, whose, what may be done.

    Args:
        fields: the prompt's.
        choices: what players may do, as verb and perhaps amount, such as `double 100`.
        shares: bettors and what each gets.
        language: of the text.
    """
    makers: tuple[tuple[str, Callable[[], str]], ...] = (
        ("check", lambda: _in(_CHECK, language)),
        ("tier", lambda: tier_in_words(fields["tier"], language)),
        ("dealer", lambda: _in(_AGAINST, language).format(**fields)),
        ("chips", lambda: fields["chips"]),
        ("floor", lambda: _in(_FLOOR, language)),
    )
    parts = [make() for name, make in makers if name in fields]
    parts.append(", ".join(f"{person(by, language)} {amount}" for by, amount in shares))
    parts.append(", ".join(act_in_words(choice, language) for choice in choices))
    return " · ".join(filter(None, parts))


def place_in_words(place: str, language: Language) -> str:
    """Return a place or bet in words: `3` is box 3, `1.2` its second hand, `1.side` its side bet, `d` the dealer."""
    if place == "d":
        return _in(_DEALER, language)
    box, _, rest = place.partition(".")
    if not rest:
        return _in(_BOX, language).format(box=box)
    if rest in _BESIDE:
        return _in(_BESIDE[rest], language).format(box=box)
    hand, _, bonus = rest.partition(".")
    words = _in(_HAND, language).format(box=box, hand=hand)
    if hand == "bonus":
        return _in(_BONUS, language).format(hand=_in(_BOX, language).format(box=box))
    return _in(_BONUS, language).format(hand=words) if bonus else words


def tier_in_words(tier: str, language: Language) -> str:
    """Return a tier of a side bet or bonus in words."""
    return _in(TIERS[tier], language) if tier in TIERS else tier.replace("-", " ")


def act_in_words(act: str, language: Language) -> str:
    """Return what a player may do in the words of the trade, such as `double 100`."""
    verb, _, amount = act.partition(" ")
    return _in(ACTS[verb], language).format(amount=amount)


def person(name: str, language: Language) -> str:
    """Return a bettor's name, or that he has none."""
    return name or _in(_UNNAMED, language)


def _said(name: str, value: str, language: Language) -> str:
    if name in _PLACES:
        return "; ".join(place_in_words(place, language) for place in value.split())
    return person(value, language) if name == "by" else value


def _in(text: Text, language: Language) -> str:
    return text.en if language == "en" else text.ru
