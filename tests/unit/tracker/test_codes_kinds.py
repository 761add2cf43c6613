# ruff: noqa: E501 (a round reads best in one piece)
"""The 76 kinds of error that surveillance looks for (docs/codes.md): one round of each kind that can be seen."""

import re
from pathlib import Path

import pytest

from tests.unit.tracker.code_examples import EXAMPLES, p1, r1, r2, s1
from tests.unit.tracker.code_variants import VARIANTS
from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH, codes, judge
from tracker.codes import CODES

PAGE = (Path(__file__).parents[3] / "docs" / "codes.md").read_text(encoding="utf-8")
ROWS = {int(number): told for number, told in re.findall(r"^\| (\d+) \|[^|]*\| (.*) \|$", PAGE, re.MULTILINE)}
STAND = "1.1 stand; 1.2 stand;"
SIDE = "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 Ks; d deal 1.2 Kh; d deal d ??; d deal 1.1 4d; d deal 1.2 5c; d deal d 7h;"

# Kinds that are more than the first example of a code.
ROUNDS = [
    (6, "dealer-drew-on-17-or-more", PEEK, p1("Ts", "8h", "6d") + "1.1 stand; d turn 2 9c; d deal d As; d deal d Ad; d deal d 2c"),
    (7, "loser-paid", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 6c; d pay 1.1 100; d clear"),
    (7, "loser-not-taken", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 6c; d push 1.1; d clear"),
    (7, "cleared-unsettled", RUSSIAN, r2("Ts", "6h", "Tc", "9c", "9d") + "1.1 hit; d deal 1.1 6c; 2.1 stand; d deal d Td; d push 2.1; d clear"),
    (8, "winner-taken", SWITCH, s1("4s", "4h", "Tc", "9d", "Td") + "1.1 hit; d deal 1.1 5c; 1.1 hit; d deal 1.1 Ad; 1.1 hit; d deal 1.1 7s; 1.2 stand; d turn 1 8c; d take 1.1 100; d pay 1.2 100; d clear"),
    (16, "card-missing", RUSSIAN, "1 bet 100; d nmb; d deal 1.1 Ts; d deal d 9d; 1.1 stand; d deal d Tc"),
    (26, "decision-out-of-turn", SWITCH, s1("Ts", "8h", "Tc", "9d", "7d") + "1.2 stand; 1.1 stand"),
    (28, "cards-moved", SWITCH, s1("Ts", "8h", "Tc", "9d", "7d").replace("d nmb;", "2 bet 100; d nmb;").replace("d deal 1.2 Tc;", "d deal 1.2 Tc; d deal 2.1 4c; d deal 2.2 4d;").replace("d deal 1.2 9d;", "d deal 1.2 9d; d deal 2.1 5c; d deal 2.2 5d;") + "d move 1.2 2 2.1"),
    (46, "loser-not-taken", RUSSIAN, r1("Ts", "8h", "9d") + "1.1 stand; d deal d Ts; d push 1.1; d clear"),
    (47, "underpaid", RUSSIAN, r1("As", "Kh", "9d") + "d pay 1.1 100; d clear"),
    (47, "underpaid", RUSSIAN, r1("As", "Kh", "9d") + "d pay 1.1 120; d clear"),  # 6:5
    (47, "overpaid", SWITCH, s1("As", "Kh", "Tc", "9d", "7d") + "d pay 1.1 150; 1.2 stand; d turn 1 Tc; d pay 1.2 100; d clear"),
    (48, "overpaid", RUSSIAN, r1("As", "Kh", "9d") + "d pay 1.1 175; d clear"),
    (49, "overpaid", RUSSIAN, r1("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 Kc; d deal 1.2 5c; d deal d 9c; d pay 1.1 150; d take 1.2 100; d clear"),
    (50, "underpaid", RUSSIAN, r1("6s", "6h", "9d") + "1.1 double 100; d deal 1.1 8c; d deal d 8d; d pay 1.1 100; d clear"),
    (50, "overpaid", RUSSIAN, r1("Ts", "Kh", "9d") + "1.1 stand; d deal d 8d; d pay 1.1 200; d clear"),
    (54, "insurance-mispaid", RUSSIAN, r1("Ts", "9h", "Ad") + "d offer insurance; 1 insure 50; 1.1 stand; d deal d Ks; d take 1.1 100; d pay 1.insurance 50; d clear"),
    (54, "cleared-unsettled", RUSSIAN, r1("Ts", "9h", "Ad") + "d offer insurance; 1 insure 50; 1.1 stand; d deal d 8s; d push 1.1; d clear"),
    (58, "side-bet-wrong-tier", SWITCH, SIDE + "1 switch; 1.1 hit; d deal 1.1 5d; 1.1 stand; 1.2 stand; d turn 1 Tc; d pay 1.side 160; d pay 1.1 100; d take 1.2 100; d clear"),
    (60, "push-paid", SWITCH, s1("Ts", "8h", "Tc", "9d", "6d") + STAND + "d turn 1 Tc; d deal d 6c; d pay 1.1 100; d push 1.2; d clear"),
    (60, "winner-not-paid", RUSSIAN, r1("Ts", "8h", "6d") + "1.1 stand; d deal d Tc; d deal d 6c; d push 1.1; d clear"),
    (61, "overpaid", RUSSIAN, r1("Ts", "Kh", "9d") + "1.1 stand; d deal d 8d; d pay 1.1 105; d clear"),
    (61, "underpaid", RUSSIAN, r1("Ts", "Kh", "9d") + "1.1 stand; d deal d 8d; d pay 1.1 95; d clear"),
    (68, "bet-changed", RUSSIAN, r1("Ts", "Kh", "9d") + "1.1 chips 150; 1.1 stand; d deal d 8d; d pay 1.1 100; d clear"),
    (69, "bet-changed", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 chips 50; 1.1 stand; d deal d 8d; d take 1.1 100; d clear"),
    (72, "bet-changed", RUSSIAN, r1("Ts", "6h", "6d") + "1.1 stand; d deal d Td; d deal d 9s; 1.1 chips 300; d pay 1.1 100; d clear"),
    (72, "overpaid", RUSSIAN, r1("Ts", "6h", "6d") + "1.1 stand; d deal d Td; d deal d 9s; d pay 1.1 300; d clear"),
]  # fmt: skip


def codes_told(number: int) -> list[str]:
    """Codes by which the page says that a kind is found by the referee."""
    told = ROWS[number]
    return (
        []
        if told.startswith("not seen")
        else [code for code in re.findall(r"`([a-z0-9-]+)`", told) if CODES[code].judged]
    )


def test_the_page_tells_of_all_76_kinds() -> None:
    assert list(ROWS) == list(range(1, 77))


@pytest.mark.parametrize("number", ROWS)
def test_every_kind_is_found_by_a_code_or_says_why_not(number: int) -> None:
    told = ROWS[number]
    if told.startswith("not seen"):
        assert len(told) > len("not seen: ")
        return
    named = re.findall(r"`([a-z0-9-]+)`", told)
    assert named and set(named) <= set(CODES)
    with_rounds = {example.code for example in (*EXAMPLES, *VARIANTS)} | {code for _, code, _, _ in ROUNDS}
    assert all(code in with_rounds or CODES[code].found_by != "referee" for code in named)


@pytest.mark.parametrize(
    ("number", "code", "profile", "text"), ROUNDS, ids=[f"{n}-{c}" for n, c, _, _ in ROUNDS]
)
def test_a_round_of_the_kind_is_found(number: int, code: str, profile: str, text: str) -> None:
    assert codes(judge(profile, text)) == [code]
    assert code in codes_told(number)


@pytest.mark.parametrize("number", [n for n in ROWS if codes_told(n)])
def test_each_code_of_a_kind_has_a_round(number: int) -> None:
    for code in codes_told(number):
        assert any(example.code == code for example in (*EXAMPLES, *VARIANTS))


def test_the_page_names_every_code_of_the_dealers_and_the_money() -> None:
    """What cards, bets, order and money show has a place among the kinds, or is a rule of the two games alone."""
    named = set(re.findall(r"`([a-z0-9-]+)`", "\n".join(ROWS.values())))
    alone = {
        "upcard-not-shown", "dealt-out-of-order", "card-extra", "card-after-bust", "card-after-surrender",
        "switch-not-offered-by-game", "switch-twice", "switch-after-insurance", "switch-on-blackjack",
        "double-not-on-two-cards", "double-after-split-forbidden", "double-not-allowed-on-total", "double-not-offered", "double-missing-card",
        "split-not-on-two-cards", "split-after-insurance", "split-missing-card", "surrender-after-split",
        "surrender-out-of-turn", "surrender-not-offered-by-game", "insurance-late", "insurance-after-split",
        "insurance-not-offered", "side-bet-without-bet", "too-many-bettors", "too-many-boxes", "settled-early",
        "settled-twice", "correction",
    }  # fmt: skip
    assert {code for code, row in CODES.items() if row.judged} - named == alone
