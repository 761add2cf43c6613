# ruff: noqa: E501 (rounds and deeds read best in one piece)
"""Whatever is done at a table, legal or not: people read words, shares sum to their bets, and there is a prompt."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from api.phrases import Phrasebook
from tracker.actions import Action, parse_action
from tracker.cards import RANKS, SUITS, UNREAD
from tracker.chips import Chip, ChipSet
from tracker.profile import SHIPPED, load_profile
from tracker.prompts import Prompt, detail_of, text_of
from tracker.referee import Referee

BOOK = Phrasebook(currency="EUR", minor_units=100, hands_per_box=1)
CHIPS = ChipSet((Chip("black", 10_000), Chip("green", 2_500), Chip("red", 500)))
RAW = re.compile(
    r"\bd (deal|turn|pay|take|push|clear|stand|burn|offer|nmb)\b|\b[1-7]\.(\d|side|insurance|bonus)|\b[A2-9TJQK][cdhs]\b"
)
AMOUNT = re.compile(r"[\d.]+ EUR")
STARTS = [
    "",
    "1 bet 100 by Ann; 1 bet 50 by Bob; d nmb",
    "1 bet 100 by Ann; 1 bet 50 by Bob; d nmb; d deal 1.1 8s; d deal d Ad; d deal 1.1 8h",
    "1 bet 100 by Ann; 1 bet 50 by Bob; 2 bet 100; d nmb; d deal 1.1 As; d deal 2.1 5s; d deal d Ad; d deal 1.1 Kh; d deal 2.1 6s",
]
DEEDS = [
    "{b} bet 100 by {n}", "{b} bet 0 by {n}", "{b} bet 25", "{h} bet 20 by {n}", "{b} side super-game 10 by {n}",
    "{b} insure 50 by {n}", "{b} insure 25", "{h} insure 25 by {n}", "{b} even-money by {n}", "{b} even-money",
    "{b} switch", "{h} chips 150", "{h} hit", "{h} stand", "{h} double 100 by {n}", "{h} double 50", "{h} split 100 by {n}",
    "{h} split 50 by {n}", "{h} split 100", "{h} surrender", "d nmb", "d deal {h} {c}", "d deal {h} {c}", "d deal {h} {c}",
    "d deal d {c}", "d deal d {c}", "d turn {k} {c}", "d move {h} 1 1.2", "d burn {c}", "d peek", "d stand", "d shuffle",
    "d offer double {h}", "d offer insurance", "d insurance-closed", "d pay {m} 100 by {n}", "d pay {m} 50", "d pay {m} 100",
    "d take {m} 100", "d take {m} 50 by {n}", "d push {m}", "d push {m} by {n}", "d clear", "f rule bet-late keep by Floor",
    "f rule overpaid stands by Floor", "c fix 1 1.1 double 50 by Bob by Ann reason misheard",
]  # fmt: skip


def deed(dice: random.Random) -> Action:
    hands = [f"{box}.{n}" for box in (1, 2) for n in (1, 2, 3)]
    card = dice.choice(RANKS + UNREAD) + dice.choice(SUITS + UNREAD)
    text = dice.choice(DEEDS).format(
        b=dice.choice("12"), h=dice.choice(hands), n=dice.choice(("Ann", "Bob", "Cid")), c=card, k=dice.randint(1, 3),
        m=dice.choice((*hands, "1.side", "1.insurance", "2.insurance", "1.1.bonus")),
    )  # fmt: skip
    return parse_action(text)


def in_hundreds(prompt: Prompt) -> Prompt:
    """The prompt with every amount 100, for 3.4 may be money and may be a hand."""
    amounts = {name: "100" for name in ("amount", "chips") if name in prompt.fields}
    actions = tuple(re.sub(r" [\d.]+(?= by|$)", " 100", action) for action in prompt.actions)
    shares = tuple((by, "100") for by, _ in prompt.shares)
    return replace(prompt, fields={**prompt.fields, **amounts}, actions=actions, shares=shares)


def check(referee: Referee) -> None:
    verdict = referee.verdict()
    prompts = referee.prompts(CHIPS)
    assert prompts
    said = [
        text(in_hundreds(prompt), language)
        for prompt in prompts
        for text in (text_of, detail_of)
        for language in ("en", "ru")
    ]
    said += [
        AMOUNT.sub("", BOOK.words(phrase, finding.code).en)
        for finding in verdict.findings
        for phrase in (finding.expected, finding.seen)
    ]
    assert [words for words in said if RAW.search(words)] == []
    for bet in verdict.bets:
        if bet.shares:
            assert sum(share.stake for share in bet.shares) == bet.stake
            if bet.net is not None:
                assert sum(share.net or 0 for share in bet.shares) == bet.net
                assert sum(share.pays or 0 for share in bet.shares) == bet.pays
    for hand in referee.round.hands():
        assert sum(hand.stakes.values()) == hand.stake
        assert sum(hand.doubles.values()) == hand.doubled


@given(
    name=st.sampled_from(SHIPPED),
    bettors=st.sampled_from((1, 3)),
    start=st.sampled_from(STARTS),
    seed=st.integers(0, 2**32 - 1),
    length=st.integers(1, 40),
)
@settings(max_examples=80, deadline=None)
def test_people_read_words_whatever_is_done(
    name: str, bettors: int, start: str, seed: int, length: int
) -> None:
    dice = random.Random(seed)
    referee = Referee(load_profile(name, {"max_bettors": bettors}))
    actions = [parse_action(text.strip()) for text in start.split(";") if text]
    for action in [*actions, *(deed(dice) for _ in range(length))]:
        referee.apply(action)
        check(referee)
