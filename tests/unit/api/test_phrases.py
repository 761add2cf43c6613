# ruff: noqa: E501 (a table reads best with one row a line)
"""Findings speak to people in words, never in the notation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api.phrases import Phrasebook
from tracker.actions import FORMS, parse_action
from tracker.notation import parse_bjh
from tracker.profile import SHIPPED, load_profile
from tracker.referee import judge_history
from tracker.simulate import simulate
from tracker.verdict import RoundVerdict

BOOK = Phrasebook(currency="EUR", minor_units=100, hands_per_box=2)
CASES = Path(__file__).parents[4] / "shared" / "cases"
RAW = re.compile(
    r"\bd (deal|turn|pay|take|push|clear|stand|burn|offer|nmb)\b|\b[1-7]\.(\d|side|insurance)|[A2-9TJQK][cdhs]\b"
)
AMOUNT = re.compile(r"[\d.]+ EUR")


@pytest.mark.parametrize(
    ("text", "code", "en", "ru"),
    [
        ("d stand", "dealer-drew-on-17-or-more", "the dealer stands", "крупье останавливается"),
        ("d deal d Th on soft 17", "card-on-21", "the dealer drew 10♥ on soft 17", "крупье взял 10♥ на мягких 17"),
        ("d pay 1.2 150.5", "underpaid", "150.5 EUR paid: box 1, hand 2", "выплата 150.5 EUR: бокс 1, рука 2"),
        ("d push 3.side", "side-bet-missed", "stake left: box 3, side bet", "ставка остаётся: бокс 3, доп. ставка"),
        ("2.1 chips 7.5", "bet-changed", "7.5 EUR on the spot: box 2, hand 1", "7.5 EUR на поле: бокс 2, рука 1"),
        ("at most 6", "card-count-exceeded", "at most 6", "не больше 6"),
        ("2.1.bonus", "bonus-missed", "box 2, hand 1, bonus", "бокс 2, рука 1, бонус"),
        ("Th ??", "split-unlike-cards", "10♥ an unread card", "10♥ непрочитанная карта"),
        ("1.1 double 160", "double-wrong-amount", "a double for 160 EUR: box 1, hand 1", "дабл на 160 EUR: бокс 1, рука 1"),
        ("1.1 split 60", "split-wrong-amount", "a split for 60 EUR: box 1, hand 1", "сплит на 60 EUR: бокс 1, рука 1"),
        ("d pay 1.1 60 by Anna Maria", "paid-wrong-box", "60 EUR paid: box 1, hand 1 (Anna Maria)",
         "выплата 60 EUR: бокс 1, рука 1 (Anna Maria)"),
        ("d push 1.1 by Bob", "paid-wrong-box", "stake left: box 1, hand 1 (Bob)", "ставка остаётся: бокс 1, рука 1 (Bob)"),
        ("d take 1.1 60 by Bob", "paid-wrong-box", "60 EUR taken: box 1, hand 1 (Bob)", "снято 60 EUR: бокс 1, рука 1 (Bob)"),
        ("insure 80 or 30 or 50 against an ace", "insurance-wrong-amount",
         "insurance for 80 EUR, 30 EUR or 50 EUR against an ace", "страховка на 80 EUR, 30 EUR или 50 EUR против туза"),
        ("", "card-extra", "", ""),
    ],
)  # fmt: skip
def test_phrases_become_words(text: str, code: str, en: str, ru: str) -> None:
    words = BOOK.words(text, code)
    assert (words.en, words.ru) == (en, ru)


def test_a_box_with_one_hand_is_called_by_its_number() -> None:
    book = Phrasebook(currency="RUB", minor_units=100, hands_per_box=1)
    assert book.place("3.1", "en") == "box 3"
    assert book.place("3.2", "ru") == "бокс 3, рука 2"


def test_an_amount_is_told_with_whose_part_it_is() -> None:
    assert BOOK.shared(16_000, [], "en") == "160"
    assert (
        BOOK.shared(-16_050, [("Ann", -10_000), ("", -6_050)], "en")
        == "-160.5 (Ann -100, bettor without a name -60.5)"
    )
    assert BOOK.shared(100, [("Ann", 50), ("", 50)], "ru") == "1 (Ann 0.5, игрок без имени 0.5)"


SLOTS = {
    "amount": "7.5", "word": "super-game", "count": "2", "hand": "1.2", "seat": "d", "card": "Th", "up": "up",
    "number": "20", "offer": "insurance", "bet": "3.side", "ruling": "stands", "by": "by Anna Maria",
}  # fmt: skip


@pytest.mark.parametrize(("actor", "verb"), FORMS)
def test_a_correction_is_told_in_words_whatever_it_puts_in_its_place(actor: str, verb: str) -> None:
    who = {"box": "1", "hand": "1.1"}.get(actor, actor)
    form = FORMS[actor, verb]
    for optional in (True, False):
        slots = [slot.rstrip("?") for slot in form if optional or not slot.endswith("?")]
        if verb == "offer":
            slots = slots[:1]
        text = " ".join([who, verb, *(SLOTS[slot] for slot in slots)])
        assert str(parse_action(text)) == text
        words = BOOK.words(text, "correction")
        assert not RAW.search(AMOUNT.sub("", words.en)), words.en
        assert re.search("[а-яё]", words.ru), words.ru


def check_words(verdict: RoundVerdict) -> None:
    for finding in verdict.findings:
        for text in (finding.expected, finding.seen):
            words = BOOK.words(text, finding.code)
            assert not RAW.search(AMOUNT.sub("", words.en)), (finding.code, text, words.en)
            if re.search("[a-z]{3}", words.en):
                assert re.search("[а-яё]", words.ru), (finding.code, text, words.ru)


@pytest.mark.skipif(not CASES.is_dir(), reason="the folder of hand histories is not here")
@pytest.mark.parametrize("path", sorted(CASES.glob("*.bjh")), ids=lambda path: path.stem[:24])
def test_no_finding_of_any_case_shows_notation_to_people(path: Path) -> None:
    history = parse_bjh(path.read_text(encoding="utf-8"))
    for verdict in judge_history(history, load_profile(history.profile)).rounds:
        check_words(verdict)


@pytest.mark.parametrize("game", SHIPPED)
def test_no_planted_error_shows_notation_to_people(game: str) -> None:
    profile = load_profile(game)
    session = simulate(profile, rounds=60, seed=1, errors=60, observable=False)
    for verdict in judge_history(session.history, profile).rounds:
        check_words(verdict)
