"""What findings say in the words of the notation (`d deal 1.1`, `stood on 16`), turned into words for people.

The referee says what was expected and what was seen in a small language of its own. `PHRASES` is that language: a
pattern and its words in English and Russian. Parts of a pattern are named by what they hold: `p` a place, `c` cards,
`a` (`b`, `e`) an amount, `n` a number, `q` a second place, `s` a side bet. A bettor's name comes behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from api.schemas import Words
from tracker.actions import format_amount
from tracker.prompts import Language, person

COUNTED: Final = frozenset({"card-count-exceeded"})
"""Codes whose plain numbers are counts and no amounts."""
PRICED: Final = frozenset({"bet-below-minimum", "bet-above-maximum"})
"""Codes whose plain numbers are amounts; elsewhere `1.1` is a hand."""

_P = r"(?P<p>d|[1-7](?:\.(?:side|insurance|\d+(?:\.bonus)?))?)"
_HAND = r"(?P<p>[1-7]\.\d+)"
_C = r"(?P<c>[A2-9TJQK?][cdhs?](?: [A2-9TJQK?][cdhs?])*)"
_A = r"(?P<a>\d+(?:\.\d+)?)"
_B = r"(?P<b>\d+(?:\.\d+)?)"
_N = r"(?P<n>\d+)"
_M = r"(?P<m>\d+)"
_S = r"(?P<s>[a-z0-9]+(?:-[a-z0-9]+)*)"
_NAMED: Final = re.compile(r"(?:@\S+ )?(?P<text>.+?)(?: by (?P<name>.+))?")
"""An action of the notation may begin with a time and end with the bettor's name."""
_AMOUNT: Final = re.compile(_A)

PHRASES: Final = tuple(
    (re.compile(pattern), en, ru)
    for pattern, en, ru in (
        # bets
        (r"no bet after d nmb", "no bet after “no more bets”", "нет ставок после «Ставки сделаны»"),
        (r"no side bet after d nmb", "no side bet after “no more bets”", "нет доп. ставок после «Ставки сделаны»"),
        (rf"{_P} bet", "a bet: {p}", "ставка: {p}"),
        (rf"{_P} bet {_A}", "a bet of {a}: {p}", "ставка {a}: {p}"),
        (r"d nmb", "no more bets", "«Ставки сделаны»"),
        (rf"{_P} side {_S} {_A}", "a side bet of {a}, {s}: {p}", "доп. ставка {a}, {s}: {p}"),
        (rf"{_P} side", "a side bet: {p}", "доп. ставка: {p}"),
        (rf"{_P} chips {_A}", "{a} on the spot: {p}", "{a} на поле: {p}"),
        (r"no main bet", "no main bet", "нет основной ставки"),
        (r"one stake on each hand", "the same stake on each hand", "равные ставки на обе руки"),
        (rf"{_A} and {_B}", "{a} and {b}", "{a} и {b}"),
        (rf"at most {_N} boxes", "boxes: at most {n}", "боксов: не больше {n}"),
        (rf"{_N} boxes", "boxes: {n}", "боксов: {n}"),
        (rf"at most {_N} bettors", "bettors: at most {n}", "игроков на боксе: не больше {n}"),
        (rf"{_N} bettors", "bettors: {n}", "игроков на боксе: {n}"),
        (rf"at least {_A}", "at least {a}", "не меньше {a}"),
        (rf"at most {_A}", "at most {a}", "не больше {a}"),
        # the dealer's hand
        (r"d stand", "the dealer stands", "крупье останавливается"),
        (rf"stood on soft {_N}", "the dealer stood on soft {n}", "крупье остановился на мягких {n}"),
        (rf"stood on {_N}", "the dealer stood on {n}", "крупье остановился на {n}"),
        (rf"d deal d {_C} on soft {_N}", "the dealer drew {c} on soft {n}", "крупье взял {c} на мягких {n}"),
        (rf"d deal d {_C} on {_N}", "the dealer drew {c} on {n}", "крупье взял {c} на {n}"),
        (r"d deal d \?\? up", "the dealer's card face up", "карта крупье открыта"),
        (rf"d deal d {_C} up", "the dealer's card {c} face up", "карта крупье {c} открыта"),
        (r"d deal d \?\?", "the dealer's card face down", "карта крупье рубашкой вверх"),
        (rf"d deal d {_C}", "the dealer's card {c}", "карта крупье {c}"),
        (r"d deal d before", "the dealer's card before it", "сначала карта крупье"),
        (r"d deal d", "a card for the dealer", "карта крупье"),
        (rf"d turn {_N} {_C}", "the dealer's card {n} is {c}", "карта {n} крупье: {c}"),
        (r"d turn \d+|d turn", "the dealer's card was turned up", "карта крупье открыта"),
        (r"an upcard before play", "an upcard before play", "открытая карта до начала игры"),
        (r"d peek", "the dealer looks at the hole card", "крупье смотрит закрытую карту"),
        # the deal
        (rf"d deal {_HAND}", "a card for {p}", "карта: {p}"),
        (rf"d deal {_HAND} {_C}", "{c} for {p}", "{c}: {p}"),
        (rf"{_HAND} before", "{p} first", "сначала {p}"),
        (r"passed over", "passed over", "пропуск"),
        (r"two cards", "two cards", "две карты"),
        (r"no card", "no card", "без карты"),
        (r"d burn", "a burned card", "карта в отбой"),
        (r"a card in play", "a card in play", "карта в игре"),
        (r"play began", "play began", "игра началась"),
        # decisions
        (rf"{_P} decides", "a decision: {p}", "решение: {p}"),
        (rf"no card to {_P}", "no card for {p}", "без карты: {p}"),
        (rf"{_C} on {_N}", "{c} on {n}", "{c} на {n}"),
        (_C, "{c}", "{c}"),
        (rf"{_P} double {_A} on two cards", "a double for {a} on two cards: {p}", "дабл на {a} на двух картах: {p}"),
        (rf"{_P} double {_A} on {_N} to 11", "a double for {a} on {n} to 11: {p}", "дабл на {a} на {n}-11 очках: {p}"),
        (rf"{_P} double {_A} on soft {_N}", "a double for {a} on soft {n}: {p}", "дабл на {a} на мягких {n}: {p}"),
        (rf"{_P} double {_A} on {_N}", "a double for {a} on {n}: {p}", "дабл на {a} на {n} очках: {p}"),
        (rf"{_P} double {_A} on {_N} cards", "a double for {a}, cards {n}: {p}", "дабл на {a}, карт {n}: {p}"),
        (rf"{_P} split {_A} on two alike cards, as the game allows",
         "a split for {a} of two alike cards, as the game allows: {p}",
         "сплит на {a} двух одинаковых карт, как разрешает игра: {p}"),
        (rf"{_P} split {_A} on no card", "a split for {a} without cards: {p}", "сплит на {a} без карт: {p}"),
        (rf"{_P} split {_A} on {_C}", "a split for {a} of {c}: {p}", "сплит на {a} из {c}: {p}"),
        (rf"{_P} double {_A}", "a double for {a}: {p}", "дабл на {a}: {p}"),
        (rf"{_P} split {_A}", "a split for {a}: {p}", "сплит на {a}: {p}"),
        (rf"{_P} (?:hit|double|split|stand|surrender)", "a decision: {p}", "решение: {p}"),
        (rf"surrender on {_N} cards", "surrender; cards: {n}", "отказ; карт: {n}"),
        (rf"no more decisions of {_P}", "no more decisions: {p}", "больше без решений: {p}"),
        (r"a first act on two cards", "a first act on two cards", "первое решение на двух картах"),
        (r"no double after a split", "no double after a split", "без дабла после сплита"),
        (r"no more splits", "no more splits", "больше без сплитов"),
        (r"no more splits of aces", "no more splits of aces", "больше без сплитов тузов"),
        (r"no split after insurance", "no split after insurance", "без сплита после страховки"),
        (r"a surrender before the turn has passed", "a surrender before the turn has passed",
         "отказ, пока очередь не прошла"),
        (r"no surrender after a split", "no surrender after a split", "без отказа после сплита"),
        (r"no surrender against an ace", "no surrender against an ace", "без отказа против туза"),
        (r"no surrender", "no surrender", "без отказа"),
        (r"one switch", "one switch", "один обмен"),
        (r"a switch before the first act", "a switch before the first act", "обмен до первого решения"),
        (r"no switch after insurance", "no switch after insurance", "без обмена после страховки"),
        (r"no switch of a blackjack", "no switch of a blackjack", "без обмена при блэкджеке"),
        (r"no switch", "no switch", "без обмена"),
        (r"[1-7] switch(?: (?P<n>\d+) (?P<m>\d+))?", "a switch of cards {n} and {m}", "обмен карт {n} и {m}"),
        (r"a decision on one card", "a decision on one card", "решение на одной карте"),
        (rf"cards stay at {_P}", "the cards stay: {p}", "карты остаются: {p}"),
        (rf"card to {_P}", "a card moved to: {p}", "карта перемещена: {p}"),
        (rf"d move {_HAND} {_N} (?P<q>[1-7]\.\d+)", "card {n} moved: {p}, to {q}",
         "карта {n} перемещена: {p}, куда: {q}"),
        # insurance, offers
        (rf"{_P} insure {_A}", "insurance for {a}: {p}", "страховка на {a}: {p}"),
        (rf"{_P} even-money", "even money: {p}", "равные деньги: {p}"),
        (r"d insurance-closed", "insurance is closed", "страховка закрыта"),
        (rf"insure {_A}", "insurance for {a}", "страховка на {a}"),
        (rf"insure {_A} in time", "insurance for {a} in time", "страховка на {a} вовремя"),
        (rf"insure {_A} or (?P<b>\d+(?:\.\d+)?) in time", "insurance for {a} or {b} in time",
         "страховка на {a} или {b} вовремя"),
        (r"no insurance after a split", "no insurance after a split", "без страховки после сплита"),
        (rf"insure {_A} against an ace", "insurance for {a} against an ace", "страховка на {a} против туза"),
        (rf"insure {_A} or {_B} against an ace", "insurance for {a} or {b} against an ace",
         "страховка на {a} или {b} против туза"),
        (rf"insure {_A} or {_B} or (?P<e>\d+(?:\.\d+)?) against an ace", "insurance for {a}, {b} or {e} against an ace",
         "страховка на {a}, {b} или {e} против туза"),
        (r"a blackjack against an ace", "a blackjack against an ace", "блэкджек против туза"),
        (r"d offer insurance", "the dealer offers insurance", "крупье предлагает страховку"),
        (rf"d offer double {_P}", "the dealer offers a double: {p}", "крупье предлагает дабл: {p}"),
        (r"no offer", "no offer", "не предложено"),
        # money
        (rf"d pay {_P} {_A}", "{a} paid: {p}", "выплата {a}: {p}"),
        (rf"d pay {_P}", "payment: {p}", "выплата: {p}"),
        (rf"d take {_P} {_A}", "{a} taken: {p}", "снято {a}: {p}"),
        (rf"d take {_P}", "stake taken: {p}", "ставка снята: {p}"),
        (rf"d push {_P}", "stake left: {p}", "ставка остаётся: {p}"),
        (r"d clear", "cards were cleared", "карты убраны"),
        (r"later", "later", "позже"),
        (rf"{_N} times", "number of times: {n}", "сколько раз: {n}"),
        (r"no such bet", "there is no such bet", "такой ставки нет"),
        # the shoe, the floor, the system
        (rf"d burn {_C}", "{c} burned", "{c} в отбой"),
        (r"d shuffle", "a shuffle", "тасовка"),
        (rf"d cut {_N}", "a cut, cards: {n}", "срез, карт: {n}"),
        (rf"f rule {_S} [a-z-]+", "the floor's ruling", "решение пит-босса"),
        (r"corrected", "corrected by hand", "исправлено вручную"),
        (r"dark", "the picture is dark", "картинка тёмная"),
        (r"covered", "the camera is covered", "камера закрыта"),
        (r"frozen", "the picture stands still", "картинка застыла"),
        (r"wrong table", "the cards do not lie where this table has its places: wrong table for the camera",
         "карты лежат не там, где места этого стола: камера смотрит на другой стол"),
        (r"moved", "the camera or the table was moved", "камеру или стол сдвинули"),
        # statistics
        (rf"at least {_N} hands an hour", "at least {n} hands an hour", "не меньше {n} рук в час"),
        (rf"at most {_N} hands an hour", "at most {n} hands an hour", "не больше {n} рук в час"),
        (rf"{_N} hands an hour", "{n} hands an hour", "{n} рук в час"),
        (r"at most (?P<n>[0-9.]+) errors in 100 hands", "at most {n} errors in 100 hands",
         "не больше {n} ошибок на 100 рук"),
        (rf"{_N} errors in {_M} hands", "{n} errors in {m} hands", "{n} ошибок на {m} рук"),
        (r"errors on both sides", "errors on both sides", "ошибки в обе стороны"),
        (rf"{_N} of {_M} errors favour the players", "{n} of {m} errors favour the players",
         "{n} из {m} ошибок в пользу игроков"),
        (rf"{_N} of {_M} errors favour the house", "{n} of {m} errors favour the house",
         "{n} из {m} ошибок в пользу заведения"),
        (r"bets that do not follow the count", "bets that do not follow the count", "ставки, не следующие за счётом"),
        (r"(?P<n>[+-][0-9.]+) bets for each true count, r (?P<m>[0-9.-]+)",
         "{n} smallest bets for each true count, r {m}", "{n} наименьшей ставки на единицу счёта, r {m}"),
        (rf"about {_N} of {_M} decisions right for the hole card",
         "about {n} of {m} decisions right for the hole card", "около {n} из {m} решений верны при закрытой карте"),
        (rf"{_N} of {_M} decisions right for the hole card", "{n} of {m} decisions right for the hole card",
         "{n} из {m} решений верны при закрытой карте"),
        (rf"{_P}", "{p}", "{p}"),
    )
)  # fmt: skip

_PLACES: Final = {
    "en": ("the dealer", "box {box}", "box {box}, hand {hand}", "box {box}, side bet", "box {box}, insurance",
           "box {box}, hand {hand}, bonus"),
    "ru": ("крупье", "бокс {box}", "бокс {box}, рука {hand}", "бокс {box}, доп. ставка", "бокс {box}, страховка",
           "бокс {box}, рука {hand}, бонус"),
}  # fmt: skip
_SUITS: Final = str.maketrans({"c": "♣", "d": "♦", "h": "♥", "s": "♠"})
_UNREAD: Final = {"en": "an unread card", "ru": "непрочитанная карта"}


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """Turns phrases of one table into words.

    Attributes:
        currency: three letters, put behind amounts.
        minor_units: the currency's smallest units in one.
        hands_per_box: with one, a hand is called by its box.
    """

    currency: str
    minor_units: int
    hands_per_box: int

    def words(self, text: str, code: str) -> Words:
        """Return a phrase of a finding in words; what is no phrase stays as it is.

        Args:
            text: what the referee expected or saw.
            code: the finding's code, which says whether plain numbers are amounts.
        """
        if not text:
            return Words(en="", ru="")
        if code in COUNTED:
            return Words(en=text, ru=text.replace("at most", "не больше"))
        if code in PRICED and _AMOUNT.fullmatch(text):
            return Words(en=self._money(text), ru=self._money(text))
        found = _NAMED.fullmatch(text)
        phrase, name = (found["text"], found["name"]) if found else (text, None)
        for pattern, en, ru in PHRASES:
            if found := pattern.fullmatch(phrase):
                behind = f" ({name})" if name else ""
                return Words(en=self._fill(en, found, "en") + behind, ru=self._fill(ru, found, "ru") + behind)
        return Words(en=text, ru=text)

    def place(self, place: str, language: Language) -> str:
        """Return a place or bet in words: `1.2` is `box 1, hand 2`; an unknown one stays as it is."""
        dealer, box, hand, side, insurance, bonus = _PLACES[language]
        if place == "d":
            return dealer
        number, _, rest = place.partition(".")
        if not number.isdecimal():
            return place
        if rest.endswith(".bonus"):
            return bonus.format(box=number, hand=rest.removesuffix(".bonus"))
        if rest.isdecimal() and not (self.hands_per_box == 1 and rest == "1"):
            return hand.format(box=number, hand=rest)
        form = {"side": side, "insurance": insurance}.get(rest, box)
        return form.format(box=number)

    def shared(self, whole: int, parts: Sequence[tuple[str, int]], language: Language) -> str:
        """Return an amount without its currency, and whose part of it is which: `160 (Ann 100, Bob 60)`."""
        amount = format_amount(whole, self.minor_units)
        each = ", ".join(
            f"{person(by, language)} {format_amount(part, self.minor_units)}" for by, part in parts
        )
        return f"{amount} ({each})" if each else amount

    def amount(self, minor: int) -> str:
        """Return an amount in minor units with its currency."""
        return f"{format_amount(minor, self.minor_units)} {self.currency}"

    def signed(self, minor: int) -> str:
        """Return an amount with its sign and currency; empty where there is none."""
        sign = "+" if minor > 0 else ""
        return f"{sign}{self.amount(minor)}".replace("-", "\N{MINUS SIGN}") if minor else ""

    def _money(self, text: str) -> str:
        return f"{text} {self.currency}"

    def _fill(self, form: str, found: re.Match[str], language: Language) -> str:
        as_words: dict[str, Callable[[str], str]] = {
            "p": lambda text: self.place(text, language),
            "q": lambda text: self.place(text, language),
            "s": lambda text: text.replace("-", " "),
            "c": lambda text: cards_in_words(text, language),
            "a": self._money,
            "b": self._money,
            "e": self._money,
        }
        parts = {name: as_words.get(name, str)(text) for name, text in found.groupdict(default="2").items()}
        return form.format(**parts)


def cards_in_words(cards: str, language: Language) -> str:
    """Return cards as people write them: `Th` is `10♥`."""
    return " ".join(_card(card, language) for card in cards.split())


def _card(card: str, language: Language) -> str:
    if card == "??":
        return _UNREAD[language]
    return ("10" if card[0] == "T" else card[0]) + card[1].translate(_SUITS)
