# ruff: noqa: E501 (rounds read best in one piece)
"""Prompts: each one at its moment, in words of the trade in both languages, the first one first."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.tracker.prompted import PromptedRound
from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH
from tracker.actions import parse_action
from tracker.chips import Chip, ChipSet
from tracker.profile import SHIPPED, load_profile
from tracker.prompts import WAITING, Prompt, detail_of, text_of
from tracker.prompts.words import ACTS, TEXTS, TIERS, place_in_words
from tracker.referee import Referee

CHIPS = ChipSet(tuple(Chip(c, v * 100) for c, v in (("black", 100), ("green", 25), ("red", 5), ("white", 1))))
RAW = re.compile(
    r"\bd [a-z]|\b[1-7]\.\d|\b[1-7]\.(side|insurance|bonus)|[{}]|\b[A2-9TJQK][cdhs]\b|[a-z]-[a-z]+-"
)


def prompts(profile: str, text: str, chips: ChipSet | None = None, **rules: object) -> tuple[Prompt, ...]:
    referee = Referee(load_profile(profile, rules))
    for part in text.split(";"):
        if part.strip():
            referee.apply(parse_action(part.strip()))
    return referee.prompts(chips)


def said(profile: str, text: str, **rules: object) -> list[str]:
    return [text_of(prompt, "en") for prompt in prompts(profile, text, CHIPS, **rules)]


def deal(first: str, second: str, up: str, bets: str = "1 bet 100") -> str:
    return f"{bets}; d nmb; d deal 1.1 {first}; d deal d {up}; d deal 1.1 {second};"


TWO = "1 bet 100 by Ann; 1 bet 60 by Bob"
SWITCHED = "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 {}; d deal 1.2 {}; d deal d ??; d deal 1.1 {}; d deal 1.2 {}; d deal d {};"
STOOD = deal("Ts", "9h", "9d") + "1.1 stand;"
ACE = deal("Ts", "9h", "Ad")

MOMENTS: list[tuple[str, str, str, dict[str, Any], str, str]] = [
    ("open-bets", RUSSIAN, "", {}, "Call: place your bets", "Скажите: «Ваши ставки, господа»"),
    ("raise-bet", RUSSIAN, "1 bet 20", {"minimum": 50}, "Ask box 1 for at least 50", "Попросите бокс 1: не меньше 50"),
    ("lower-bet", RUSSIAN, "1 bet 500", {"maximum": 200}, "Bring box 1 down to 200", "Снизьте ставку, бокс 1: до 200"),
    ("lower-bet", SWITCH, "1 bet 50; 1 side super-game 50", {"side_maximum": 20}, "Bring box 1, side bet down to 20", "Снизьте ставку, бокс 1, доп. ставка: до 20"),
    ("level-bets", SWITCH, "1.1 bet 50; 1.2 bet 60", {}, "Make the stakes of box 1 equal", "Уравняйте ставки: бокс 1"),
    ("refuse-side-bet", SWITCH, "2 bet 50; 1 side super-game 20", {}, "Return box 1, side bet: no main bet", "Верните бокс 1, доп. ставка: нет основной ставки"),
    ("refuse-bettor", RUSSIAN, "1 bet 10 by A; 1 bet 10 by B; 1 bet 10 by C; 1 bet 10 by D", {}, "Allow box 1 only 3 bettors", "Оставьте игроков, бокс 1: не больше 3"),
    ("refuse-box", SWITCH, "1 bet 10; 2 bet 10; 3 bet 10; 4 bet 10", {}, "Return box 4 its bet: 3 boxes at most", "Верните ставку, бокс 4: боксов до 3"),
    ("close-bets", RUSSIAN, "1 bet 20", {}, "Call: no more bets", "Объявите: «Ставки сделаны»"),
    ("burn-card", PEEK, "d shuffle; 1 bet 20; d nmb", {"burn_first_card": True}, "Burn the first card", "Сбросьте первую карту"),
    ("deal-card", SWITCH, "1 bet 20; d nmb; d deal 1.1 Ts", {}, "Deal a card to box 1, hand 2", "Сдайте карту: бокс 1, рука 2"),
    ("deal-dealer", RUSSIAN, "1 bet 20; d nmb; d deal 1.1 Ts", {}, "Deal yourself a card", "Сдайте карту себе"),
    ("deal-dealer-down", SWITCH, "1 bet 20; d nmb; d deal 1.1 Ts; d deal 1.2 9s", {}, "Deal yourself a card, face down", "Сдайте карту себе, рубашкой вверх"),
    ("offer-insurance", RUSSIAN, ACE, {}, "Offer insurance", "Предложите страховку"),
    ("close-insurance", RUSSIAN, ACE + "d offer insurance", {}, "Take insurance, then close it", "Примите страховки и закройте"),
    ("ask-insurance", RUSSIAN, ACE, {}, "Ask box 1: insurance for 50?", "Спросите бокс 1: страховка на 50?"),
    ("ask-bettor", RUSSIAN, deal("Ts", "9h", "Ad", TWO) + "d offer insurance; 1 insure 50 by Ann", {}, "Ask Bob, box 1: insurance for 30?", "Спросите Bob, бокс 1: страховка на 30?"),
    ("ask-even-money", RUSSIAN, deal("Ts", "Ah", "Ad"), {}, "Ask box 1: even money?", "Спросите бокс 1: равные деньги?"),
    ("peek", PEEK, "1 bet 20; d nmb; d deal 1.1 Ts; d deal d Kc; d deal 1.1 8s; d deal d ??", {}, "Look at the hole card, turn a blackjack", "Проверьте закрытую карту, блэкджек откройте"),
    ("ask-switch", SWITCH, SWITCHED.format("Ts", "9c", "5d", "Kh", "7d") + "d take 1.side 20", {}, "Ask box 1: switch?", "Спросите бокс 1: обмен?"),
    ("offer-double", RUSSIAN, deal("6s", "5h", "9d"), {}, "Offer box 1 a double on 11", "Предложите дабл на 11: бокс 1"),
    ("ask-hand", RUSSIAN, deal("6s", "Ah", "9d"), {}, "Ask box 1: 7/17", "Спросите бокс 1: 7/17"),
    ("ask-follower", RUSSIAN, deal("6s", "5h", "9d", TWO) + "d offer double 1.1; 1.1 double 100 by Ann", {}, "Ask Bob, box 1: 60 too?", "Спросите Bob, бокс 1: тоже 60?"),
    ("give-card", RUSSIAN, deal("6s", "2h", "9d") + "1.1 hit", {}, "Give a card to box 1", "Дайте карту: бокс 1"),
    ("give-double-card", RUSSIAN, deal("6s", "2h", "9d") + "1.1 double 100", {}, "Give one card, across, to box 1", "Дайте одну карту, поперёк: бокс 1"),
    ("give-split-card", RUSSIAN, deal("8s", "8h", "9d") + "1.1 split 100", {}, "Give the split its card: box 1, hand 1", "Дайте карту на сплит: бокс 1, рука 1"),
    ("call-total", RUSSIAN, deal("6s", "2h", "9d") + "1.1 double 100; d deal 1.1 Ad", {}, "Call box 1: 9/19", "Объявите бокс 1: 9/19"),
    ("turn-hole", SWITCH, SWITCHED.format("Ts", "9c", "Jd", "Kh", "7d") + "d take 1.side 20; 1.1 stand; 1.2 stand", {}, "Turn up your card", "Откройте свою карту"),
    ("must-draw", RUSSIAN, STOOD + "d deal d 2c", {}, "Draw a card on 11", "Возьмите карту на 11"),
    ("must-stand", RUSSIAN, STOOD + "d deal d 8c", {}, "Stand on 17", "Остановитесь на 17"),
    ("must-stand", RUSSIAN, deal("Ts", "9h", "6d") + "1.1 stand; d deal d Ac", {}, "Stand on 7/17", "Остановитесь на 7/17"),
    ("must-draw", RUSSIAN, deal("Ts", "9h", "6d") + "1.1 stand; d deal d Ac", {"soft17": "hit"}, "Draw a card on 7/17", "Возьмите карту на 7/17"),
    ("call-too-many", RUSSIAN, STOOD + "d deal d 6c; d deal d 7c", {}, "Call: dealer 22, too many", "Объявите: у крупье 22, перебор"),
    ("call-22", SWITCH, SWITCHED.format("Ts", "9c", "Jd", "Kh", "7d") + "d take 1.side 20; 1.1 stand; 1.2 stand; d turn 1 9h; d deal d 6s", {}, "Call: dealer 22, push", "Объявите: у крупье 22, ничья"),
    ("call-blackjack", RUSSIAN, deal("Ts", "9h", "Kd") + "1.1 stand; d deal d Ac", {}, "Call: dealer has blackjack", "Объявите: у крупье блэкджек"),
    ("take-no-card", RUSSIAN, deal("Ts", "9h", "9d") + "1.1 hit; d deal 1.1 5c; d take 1.1 100", {}, "Take no card: no bet needs it", "Карту не берите: ставок в игре нет"),
    ("pay", RUSSIAN, STOOD + "d deal d 8c; d stand", {}, "Pay box 1: 1:1 = 100", "Оплатите бокс 1: 1:1 = 100"),
    ("pay", SWITCH, SWITCHED.format("Ts", "9c", "Td", "9h", "7d"), {}, "Pay box 1, side bet: 8:1 = 160", "Оплатите бокс 1, доп. ставка: 8:1 = 160"),
    ("pay", RUSSIAN, deal("7s", "7h", "9d") + "1.1 hit; d deal 1.1 7c", {}, "Pay box 1, bonus: 3:1 = 300", "Оплатите бокс 1, бонус: 3:1 = 300"),
    ("pay", RUSSIAN, ACE + "d offer insurance; 1 insure 50; d insurance-closed; 1.1 stand; d deal d Kc", {}, "Pay box 1, insurance: 2:1 = 100", "Оплатите бокс 1, страховка: 2:1 = 100"),
    ("pay-blackjack", RUSSIAN, deal("Ts", "Ah", "9d"), {}, "Pay blackjack, box 1: 3:2 = 150", "Оплатите блэкджек, бокс 1: 3:2 = 150"),
    ("pay-even-money", RUSSIAN, deal("Ts", "Ah", "Ad") + "d offer insurance; 1 even-money", {}, "Pay even money, box 1: 100", "Оплатите равные деньги, бокс 1: 100"),
    ("take", RUSSIAN, STOOD + "d deal d Ac; d stand", {}, "Take box 1: 100", "Снимите бокс 1: 100"),
    ("take-too-many", RUSSIAN, deal("Ts", "9h", "9d") + "1.1 hit; d deal 1.1 5c", {}, "Take box 1: too many, 100", "Снимите бокс 1: перебор, 100"),
    ("take-half", RUSSIAN, deal("Ts", "6h", "9d") + "1.1 surrender", {}, "Take half of box 1: 50", "Снимите половину, бокс 1: 50"),
    ("push", RUSSIAN, STOOD + "d deal d Tc; d stand", {}, "Call a push: box 1", "Объявите ничью: бокс 1"),
    ("return-bet", RUSSIAN, "1 bet 100; d nmb; 2 bet 50; d deal 1.1 Ts; d deal d 9c; d deal 1.1 8s", {}, "Return the bet: box 2", "Верните ставку: бокс 2"),
    ("pay-more", RUSSIAN, deal("Ts", "Ah", "9d") + "d pay 1.1 100", {}, "Pay box 1 another 50", "Доплатите, бокс 1: 50"),
    ("take-more", RUSSIAN, STOOD + "d deal d Ac; d take 1.1 60", {}, "Take another 40 from box 1", "Снимите ещё, бокс 1: 40"),
    ("take-back", RUSSIAN, STOOD + "d deal d 8c; d pay 1.1 150", {}, "Take back 50 from box 1", "Заберите обратно, бокс 1: 50"),
    ("clear", RUSSIAN, STOOD + "d deal d 8c; d pay 1.1 100", {}, "Clear the cards", "Уберите карты"),
    ("void-round", RUSSIAN, STOOD + "d deal 1.1 2c; f rule card-after-stand void-round by Floor", {}, "Return every bet: the round is void", "Верните все ставки: раздача недействительна"),
    ("confirm-cards", RUSSIAN, deal("T?", "??", "9d"), {}, "Wait. Confirm the cards: box 1", "Подождите. Подтвердите карты: бокс 1"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "profile", "text", "rules", "en", "ru"),
    MOMENTS,
    ids=lambda value: value if isinstance(value, str) and value in TEXTS else "",
)
def test_a_prompt_at_its_moment(
    code: str, profile: str, text: str, rules: dict[str, Any], en: str, ru: str
) -> None:
    found = [prompt for prompt in prompts(profile, text, CHIPS, **rules) if prompt.code == code]
    assert found, [prompt.code for prompt in prompts(profile, text, CHIPS, **rules)]
    assert (text_of(found[0], "en"), text_of(found[0], "ru")) == (en, ru)


def test_every_prompt_has_its_moment() -> None:
    assert {code for code, *_ in MOMENTS} | {"wait"} == set(TEXTS)


def test_texts_are_short_begin_with_a_verb_and_say_the_same_in_both_languages() -> None:
    for code, text in [*TEXTS.items(), *ACTS.items(), *TIERS.items()]:
        assert set(re.findall(r"{\w+}", text.en)) == set(re.findall(r"{\w+}", text.ru)), code
        assert code in ("6-7-8", "7-7-7") or re.search("[а-яё]", text.ru), code
    for _, _, _, _, en, ru in MOMENTS:
        assert len(en) <= 48 and len(ru) <= 56, (en, ru)
        assert re.match(r"[A-Z][a-z]+\b", en) and re.match("[А-Я][а-я]+", ru)


FIRST: list[tuple[str, str, str, list[str]]] = [
    # Russian rules, line by line: insurance before the first act, even money at once, blackjack as soon as it is safe.
    (RUSSIAN, "insurance and even money", deal("Ts", "Ah", "Ad"), ["offer-insurance", "ask-insurance", "ask-even-money"]),
    (RUSSIAN, "a blackjack that is safe", deal("Ts", "Ah", "9d"), ["pay-blackjack"]),
    (RUSSIAN, "a bonus before the next hand", "1 bet 10; 2 bet 10; d nmb; d deal 1.1 7s; d deal 2.1 Tc; d deal d 9d; d deal 1.1 7h; d deal 2.1 8c; 1.1 hit; d deal 1.1 7c", ["call-total", "pay", "ask-hand"]),
    # Switch: Super Game first, then blackjacks, then insurance, then switching.
    (SWITCH, "Super Game, blackjack, insurance", SWITCHED.format("As", "9c", "Kd", "9h", "Ad"), ["pay", "pay-blackjack", "offer-insurance", "ask-insurance"]),
    (SWITCH, "a blackjack locks the switch", SWITCHED.format("As", "9c", "Kd", "9h", "7d") + "d pay 1.side 20; d pay 1.1 100", ["ask-hand"]),
    (PEEK, "the peek before the first turn", "1 bet 20; d nmb; d deal 1.1 Ts; d deal d Kc; d deal 1.1 8s; d deal d ??", ["peek", "ask-hand"]),
]  # fmt: skip


@pytest.mark.parametrize(("profile", "what", "text", "codes"), FIRST, ids=[what for _, what, _, _ in FIRST])
def test_what_comes_first(profile: str, what: str, text: str, codes: list[str]) -> None:
    assert [prompt.code for prompt in prompts(profile, text)] == codes


def test_bets_are_settled_from_the_last_box_taking_before_paying() -> None:
    text = (
        "1 bet 10; 2 bet 20; 3 bet 30; d nmb; d deal 1.1 Ts; d deal 2.1 9s; d deal 3.1 8s; d deal d 8d; d deal 1.1 9h;"
        "d deal 2.1 9h; d deal 3.1 8h; 1.1 stand; 2.1 stand; 3.1 split 30; d deal 3.1 Tc; d deal 3.2 2c; 3.1 stand; 3.2 stand;"
        "d deal d Kc; d stand"
    )
    assert said(RUSSIAN, text) == [
        "Take box 3, hand 2: 30",
        "Call a push: box 3, hand 1",
        "Call a push: box 2",
        "Pay box 1: 1:1 = 10",
    ]


def test_insurance_is_settled_before_the_bets() -> None:
    text = ACE + "d offer insurance; 1 insure 50; d insurance-closed; 1.1 stand; d deal d 7c; d stand"
    assert said(RUSSIAN, text) == ["Take box 1, insurance: 50", "Pay box 1: 1:1 = 100"]


def detail(profile: str, text: str, language: str = "en", **rules: object) -> str:
    first = prompts(profile, text, CHIPS, **rules)[0]
    return detail_of(first, "en" if language == "en" else "ru")


def test_details_say_why_and_in_which_chips() -> None:
    assert detail(RUSSIAN, STOOD + "d deal d 8c; d stand") == "19 against 17 · 1×100"
    assert detail(RUSSIAN, STOOD + "d deal d 8c; d stand", "ru") == "19 против 17 · 1×100"
    assert detail(RUSSIAN, deal("Ts", "Ah", "9d")) == "1×100 2×25"
    assert detail(SWITCH, SWITCHED.format("Ts", "9c", "Td", "9h", "7d"), "ru") == "две пары · 32×5".replace(
        "32×5", "1×100 2×25 2×5"
    )
    assert detail(RUSSIAN, deal("6s", "Ah", "9d")) == "card, stand, double 100, surrender"
    assert detail(RUSSIAN, deal("8s", "8h", "9d"), "ru") == "карту, достаточно, дабл 100, сплит 100, сарендер"
    assert detail(RUSSIAN, deal("Ts", "Ah", "9d") + "d pay 1.1 100") == "call the floor first"


@pytest.mark.parametrize(("check_from", "is_checked"), [(150, True), ("150.01", False), (None, False)])
def test_a_big_payout_waits_for_the_floors_check(check_from: object, is_checked: bool) -> None:
    """The trade's own way: the dealer says the sum, the inspector compares and answers (field/calls_and_chips.md)."""
    text = deal("Ts", "Ah", "9d")
    assert (
        detail(RUSSIAN, text, check_from=check_from).startswith("say the sum, pay on “check!” · ")
        is is_checked
    )
    assert ("«чек!»" in detail(RUSSIAN, text, "ru", check_from=check_from)) is is_checked
    (pay, *_) = prompts(RUSSIAN, text, check_from=check_from)
    assert (pay.actions, "check" in pay.fields) == (("d pay 1.1 150",), is_checked)


def test_what_is_taken_needs_no_check() -> None:
    lost = STOOD + "d deal d Ah; d stand"
    (take, *_) = prompts(RUSSIAN, lost, check_from=1)
    assert (take.code, "check" in take.fields) == ("take", False)


def test_an_amount_that_the_chips_cannot_make_is_told_without_chips() -> None:
    (prompt, *_) = prompts(RUSSIAN, deal("Ts", "Ah", "9d", "1 bet 25"), CHIPS)
    assert text_of(prompt, "en") == "Pay blackjack, box 1: 3:2 = 37.5"
    assert "chips" not in prompt.fields


def test_each_bettor_is_told_his_share() -> None:
    text = deal("Ts", "Ah", "9d", TWO)
    assert said(RUSSIAN, text)[0] == "Pay blackjack, box 1: 3:2 = 240"
    assert detail(RUSSIAN, text) == "Ann 150 (1×100 2×25), Bob 90 (3×25 3×5)"
    even = deal("Ts", "Ah", "Ad", TWO) + "d offer insurance; 1 even-money by Ann"
    first = prompts(RUSSIAN, even)[0]
    assert (text_of(first, "en"), detail_of(first, "en")) == ("Pay even money, box 1: 100", "Ann 100")
    assert first.actions == ("d pay 1.1 100 by Ann",)


def test_while_a_card_that_matters_is_unread_there_is_one_prompt_and_no_amount() -> None:
    for text in (
        deal("T?", "??", "9d"),
        deal("Ts", "9h", "??"),
        STOOD + "d deal d ??",
        STOOD + "d deal d 7c; d deal d ??",
    ):
        (prompt,) = prompts(RUSSIAN, text, CHIPS)
        assert prompt.code == "confirm-cards" and set(prompt.fields) == {"hands"}
    assert prompts(RUSSIAN, deal("?s", "9h", "9d"))[0].code == "confirm-cards"
    assert prompts(RUSSIAN, deal("T?", "9h", "9d"))[0].code == "ask-hand", "its suit does not matter"


def test_a_finding_that_the_floor_lets_stand_is_not_put_right() -> None:
    text = STOOD + "d deal d 8c; d pay 1.1 150"
    assert prompts(RUSSIAN, text)[0].code == "take-back"
    assert prompts(RUSSIAN, text + "; f rule overpaid stands by Floor")[0].code == "clear"


def test_an_uncertain_table_says_so() -> None:
    (prompt,) = WAITING
    assert text_of(prompt, "en") == "Wait: the table is being checked"
    assert text_of(prompt, "ru") == "Подождите: стол проверяется"


def test_json_has_both_languages() -> None:
    (prompt, *_) = prompts(RUSSIAN, deal("Ts", "Ah", "9d", TWO), CHIPS)
    document = prompt.to_json()
    assert document["code"] == "pay-blackjack"
    assert document["actions"] == ["d pay 1.1 240"]
    assert document["shares"] == [
        {"by": "Ann", "gets": "150 (1×100 2×25)"},
        {"by": "Bob", "gets": "90 (3×25 3×5)"},
    ]
    assert document["text"] == {
        "en": "Pay blackjack, box 1: 3:2 = 240",
        "ru": "Оплатите блэкджек, бокс 1: 3:2 = 240",
    }
    assert set(document["detail"]) == {"en", "ru"}


@pytest.mark.parametrize(
    ("place", "en", "ru"),
    [
        ("d", "the dealer", "крупье"),
        ("3", "box 3", "бокс 3"),
        ("1.2", "box 1, hand 2", "бокс 1, рука 2"),
        ("1.side", "box 1, side bet", "бокс 1, доп. ставка"),
        ("1.bonus", "box 1, bonus", "бокс 1, бонус"),
        ("1.2.bonus", "box 1, hand 2, bonus", "бокс 1, рука 2, бонус"),
    ],
)
def test_places_are_told_in_words(place: str, en: str, ru: str) -> None:
    assert (place_in_words(place, "en"), place_in_words(place, "ru")) == (en, ru)


def check_words(prompt: Prompt) -> None:
    for words in (
        text_of(prompt, "en"),
        text_of(prompt, "ru"),
        detail_of(prompt, "en"),
        detail_of(prompt, "ru"),
    ):
        assert not RAW.search(words), words


@pytest.mark.parametrize("name", SHIPPED)
def test_a_dealer_who_does_what_he_is_told_makes_no_error(name: str) -> None:
    profile = load_profile(name)
    for seed in range(200):
        round_ = PromptedRound(profile, random.Random(f"{name} {seed}"))
        for prompts_now in round_.play():
            assert prompts_now
            if seed < 20:
                for prompt in prompts_now:
                    check_words(prompt)
        verdict = round_.referee.verdict()
        played = [str(action) for action in round_.referee.actions]
        assert (verdict.state, verdict.findings) == ("settled", ()), played
        assert all(bet.is_decided for bet in verdict.bets), played


HOUSES: list[dict[str, object]] = [
    {}, {"soft17": "hit"}, {"split_deal": "sequential", "stand_on_21": False},
    {"split_deal": "both", "max_ace_hands": 0, "split_aces_one_card": False},
    {"surrender": "late", "peek": "ace-ten", "hole_card": True},
    {"hole_card": False, "up_card": "first", "original_bets_only": True},
    {"ties": "push", "dealer_22": "push", "bonus_after_split": True, "bonus_after_double": True},
    {"natural_pays": "at-once", "insure_after_split": True, "double": "9-11", "rs1_scope": "box"},
    {"max_bettors": 3, "followers_must_match": False}, {"max_bettors": 3, "followers_must_match": True},
    {"must_offer": [], "surrender": "late"}, {"must_offer": ["double-9-10-11", "insurance"]},
]  # fmt: skip


@given(
    name=st.sampled_from(SHIPPED),
    one=st.sampled_from(HOUSES),
    two=st.sampled_from(HOUSES),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=60, deadline=None)
def test_that_holds_in_other_houses_too(
    name: str, one: dict[str, object], two: dict[str, object], seed: int
) -> None:
    round_ = PromptedRound(load_profile(name, {**one, **two}), random.Random(seed))
    for prompts_now in round_.play():
        assert prompts_now
    verdict = round_.referee.verdict()
    assert (verdict.state, verdict.findings) == ("settled", ())


@given(name=st.sampled_from(SHIPPED), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_unread_cards_get_one_prompt(name: str, seed: int) -> None:
    round_ = PromptedRound(load_profile(name), random.Random(seed), unread=0.2)
    try:
        for prompts_now in round_.play():
            if any(prompt.code == "confirm-cards" for prompt in prompts_now):
                assert len(prompts_now) == 1
                check_words(prompts_now[0])
            if round_.referee.verdict().state == "uncertain" and not round_.referee.round.cleared_at:
                assert prompts_now[0].code == "confirm-cards"
    except AssertionError as error:
        # Nobody confirms here: the dealer waits, as he should.
        assert "nothing to do: ['confirm-cards']" in str(error)
    assert round_.referee.verdict().findings == ()
