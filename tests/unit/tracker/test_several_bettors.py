# ruff: noqa: E501 (rounds read best in one piece)
"""Several bettors on one box: each one's share of every bet, exactly; who follows a double or split; even money, insurance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.tracker.prompted import PromptedRound
from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH, bet, codes, judge
from tracker.actions import format_action, parse_action
from tracker.notation import parse_bjh
from tracker.outcomes import Bet
from tracker.profile import SHIPPED, load_profile
from tracker.referee import judge_history
from tracker.shares import put_by, share_out, sums

TWO = "1 bet 100 by Ann; 1 bet 60 by Bob; d nmb;"
THREE = "1 bet 100 by Ann; 1 bet 60 by Bob; 1 bet 60 by Cid; d nmb;"


def deal(bets: str, first: str, second: str, up: str) -> str:
    return f"{bets} d deal 1.1 {first}; d deal d {up}; d deal 1.1 {second};"


def shares(found: Bet) -> dict[str, tuple[int, int | None]]:
    """Stake and net of each bettor, in major units."""
    return {
        share.by: (share.stake // 100, None if share.net is None else share.net // 100)
        for share in found.shares
    }


ELEVEN = deal(TWO, "6s", "5h", "9d") + "d offer double 1.1;"
EIGHTS = deal(TWO, "8s", "8h", "9d")


def test_a_box_of_one_bettor_has_no_shares() -> None:
    verdict = judge(RUSSIAN, deal("1 bet 100 by Ann; 1 bet 60 by Ann; d nmb;", "Ts", "Ah", "9d"))
    assert bet(verdict, "1.1").shares == ()
    assert "shares" not in verdict.to_json()["bets"][0]


def test_the_verdict_carries_each_share() -> None:
    document = judge(RUSSIAN, deal(TWO, "Ts", "Ah", "9d")).to_json()
    assert document["bets"] == [
        {
            "bet": "1.1", "stake": "160", "outcome": "blackjack", "ratio": "3:2", "pays": "240", "net": "240",
            "shares": [
                {"by": "Ann", "stake": "100", "outcome": "blackjack", "pays": "150", "net": "150"},
                {"by": "Bob", "stake": "60", "outcome": "blackjack", "pays": "90", "net": "90"},
            ],
        }
    ]  # fmt: skip
    (open_bet,) = judge(RUSSIAN, deal(TWO, "Ts", "9h", "9d")).to_json()["bets"]
    assert open_bet["shares"][1] == {"by": "Bob", "stake": "60", "outcome": "open", "pays": None, "net": None}


@pytest.mark.parametrize(
    ("text", "ref", "expected"),
    [
        (deal(TWO, "Ts", "6h", "9d") + "1.1 surrender", "1.1", {"Ann": (100, -50), "Bob": (60, -30)}),
        (
            deal(TWO, "7s", "7h", "9d") + "1.1 hit; d deal 1.1 7c",
            "1.1.bonus",
            {"Ann": (100, 300), "Bob": (60, 180)},
        ),
        (deal(TWO, "Ts", "9h", "9d") + "1.1 stand; d deal d Tc", "1.1", {"Ann": (100, 0), "Bob": (60, 0)}),
        (
            deal(TWO, "Ts", "9h", "9d") + "1.1 hit; d deal 1.1 5c",
            "1.1",
            {"Ann": (100, -100), "Bob": (60, -60)},
        ),
        (
            deal("1 bet 100; 1 bet 60 by Bob; d nmb;", "Ts", "Ah", "9d"),
            "1.1",
            {"": (100, 150), "Bob": (60, 90)},
        ),
    ],
)
def test_shares_of_every_kind_of_bet(text: str, ref: str, expected: dict[str, tuple[int, int]]) -> None:
    assert shares(bet(judge(RUSSIAN, text), ref)) == expected


def test_side_bets_are_shared_by_who_put_them() -> None:
    text = "1 bet 50 by Ann; 1 bet 50 by Bob; 1 side super-game 20 by Ann; 1 side super-game 30 by Bob; d nmb; d deal 1.1 Ts; d deal 1.2 9c; d deal d ??; d deal 1.1 Td; d deal 1.2 9h; d deal d 7d"
    assert shares(bet(judge(SWITCH, text, max_bettors=2), "1.side")) == {"Ann": (20, 160), "Bob": (30, 240)}


@pytest.mark.parametrize(
    ("doubles", "expected"),
    [
        ("1.1 double 160", {"Ann": (200, 200), "Bob": (120, 120)}),
        ("1.1 double 100", {"Ann": (200, 200), "Bob": (60, 60)}),
        ("1.1 double 100 by Ann", {"Ann": (200, 200), "Bob": (60, 60)}),
        ("1.1 double 100 by Ann; 1.1 double 60 by Bob", {"Ann": (200, 200), "Bob": (120, 120)}),
        ("1.1 double 60 by Bob; 1.1 double 100 by Ann", {"Ann": (200, 200), "Bob": (120, 120)}),
    ],
)
def test_a_double_is_followed_or_not(doubles: str, expected: dict[str, tuple[int, int]]) -> None:
    verdict = judge(RUSSIAN, ELEVEN + doubles + "; d deal 1.1 9s; d deal d Ts")
    assert (codes(verdict), shares(bet(verdict, "1.1"))) == ([], expected)


@pytest.mark.parametrize(
    ("doubles", "found"),
    [
        ("1.1 double 60", ["double-wrong-amount"]),  # nobody but the first bettor decides
        ("1.1 double 60 by Bob", ["double-wrong-amount"]),
        ("1.1 double 100 by Ann; 1.1 double 30 by Bob", ["double-wrong-amount"]),
        ("1.1 double 50 by Ann; 1.1 double 60 by Bob", ["double-wrong-amount"]),
        ("1.1 double 100 by Ann; 1.1 double 10 by Zed", ["double-wrong-amount"]),
        ("1.1 double 130", ["double-wrong-amount"]),
    ],
)
def test_a_wrong_amount_of_a_double_is_found_once(doubles: str, found: list[str]) -> None:
    verdict = judge(RUSSIAN, ELEVEN + doubles + "; d deal 1.1 9s; d deal d Ts")
    assert codes(verdict) == found
    hand = bet(verdict, "1.1")
    assert sum(share.stake for share in hand.shares) == hand.stake


def test_a_bettor_who_follows_after_the_card_is_too_late_and_does_not_count() -> None:
    verdict = judge(
        RUSSIAN, ELEVEN + "1.1 double 100 by Ann; d deal 1.1 9s; 1.1 double 60 by Bob; d deal d Ts"
    )
    assert codes(verdict) == ["bet-changed"]
    assert shares(bet(verdict, "1.1")) == {"Ann": (200, 200), "Bob": (60, 60)}
    split = judge(RUSSIAN, EIGHTS + "1.1 split 100 by Ann; d deal 1.1 9s; 1.1 split 60 by Bob")
    assert codes(split) == ["bet-changed"]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("1.1 double 160", True),
        ("1.1 double 100", False),
        ("1.1 double 100 by Ann; 1.1 double 60 by Bob", True),
        ("1.1 double 100 by Ann", False),
    ],
)
def test_where_all_must_follow_a_part_of_them_is_a_wrong_amount(text: str, clean: bool) -> None:
    verdict = judge(RUSSIAN, ELEVEN + text + "; d deal 1.1 9s", followers_must_match=True)
    assert codes(verdict) == ([] if clean else ["double-wrong-amount"])


@pytest.mark.parametrize(
    ("splits", "one", "two"),
    [
        ("1.1 split 160", {"Ann": 100, "Bob": 60}, {"Ann": 100, "Bob": 60}),
        ("1.1 split 100", {"Ann": 100, "Bob": 60}, {"Ann": 100}),
        ("1.1 split 100 by Ann", {"Ann": 100, "Bob": 60}, {"Ann": 100}),
        ("1.1 split 100 by Ann; 1.1 split 60 by Bob", {"Ann": 100, "Bob": 60}, {"Ann": 100, "Bob": 60}),
        ("1.1 split 60 by Bob; 1.1 split 100 by Ann", {"Ann": 100, "Bob": 60}, {"Ann": 100, "Bob": 60}),
    ],
)
def test_who_does_not_follow_a_split_stays_on_the_hand_that_was_split(
    splits: str, one: dict[str, int], two: dict[str, int]
) -> None:
    verdict = judge(
        RUSSIAN, EIGHTS + splits + "; d deal 1.1 9s; d deal 1.2 Ts; 1.1 stand; 1.2 stand; d deal d Tc"
    )
    assert codes(verdict) == []
    for ref, expected in (("1.1", one), ("1.2", two)):
        assert {by: stake for by, (stake, _) in shares(bet(verdict, ref)).items()} == expected


@pytest.mark.parametrize(
    "splits", ["1.1 split 60", "1.1 split 60 by Bob", "1.1 split 100 by Ann; 1.1 split 40 by Bob"]
)
def test_a_wrong_amount_of_a_split_is_found_once(splits: str) -> None:
    assert codes(judge(RUSSIAN, EIGHTS + splits + "; d deal 1.1 9s; d deal 1.2 Ts")) == ["split-wrong-amount"]


def test_the_first_bettor_splits_again_and_the_others_follow_that_split() -> None:
    text = (
        EIGHTS
        + "1.1 split 100 by Ann; d deal 1.1 8d; 1.1 split 100 by Ann; 1.1 split 60 by Bob; d deal 1.1 9s; d deal 1.3 Ts; d deal 1.2 Kc"
    )
    verdict = judge(RUSSIAN, text)
    assert codes(verdict) == []
    assert list(shares(bet(verdict, "1.3"))) == ["Ann", "Bob"]
    assert list(shares(bet(verdict, "1.2"))) == ["Ann"]


def test_what_may_be_put_is_among_what_is_legal() -> None:
    assert {"1.1 double 160", "1.1 double 100"} <= set(judge(RUSSIAN, ELEVEN).next)
    assert judge(RUSSIAN, ELEVEN + "1.1 double 100 by Ann").next == ("d deal 1.1", "1.1 double 60 by Bob")
    assert judge(RUSSIAN, EIGHTS + "1.1 split 100 by Ann").next == ("d deal 1.1", "1.1 split 60 by Bob")
    assert judge(RUSSIAN, ELEVEN, followers_must_match=True).next.count("1.1 double 100") == 0


ACE = deal(TWO, "Ts", "Ah", "Ad") + "d offer insurance;"


def test_even_money_is_each_bettors_own_choice() -> None:
    taken = judge(RUSSIAN, ACE + "1 even-money by Ann")
    assert "d pay 1.1 100 by Ann" in taken.next
    assert shares(bet(taken, "1.1")) == {"Ann": (100, 100), "Bob": (60, None)}
    paid = ACE + "1 even-money by Ann; d pay 1.1 100 by Ann; d insurance-closed;"
    lost = judge(RUSSIAN, paid + "d deal d Kc; d push 1.1 by Bob; d clear")
    assert (codes(lost), shares(bet(lost, "1.1")), lost.state) == (
        [],
        {"Ann": (100, 100), "Bob": (60, 0)},
        "settled",
    )
    won = judge(RUSSIAN, paid + "d deal d 9c; d pay 1.1 90 by Bob; d clear")
    assert (codes(won), bet(won, "1.1").net) == ([], 19_000)
    assert codes(judge(RUSSIAN, paid + "d deal d 9c; d pay 1.1 90; d clear")) == [], (
        "a payment need not be named"
    )
    assert codes(judge(RUSSIAN, paid + "d deal d 9c; d clear")) == ["underpaid"]
    assert judge(RUSSIAN, paid + "d deal d 9c").state == "settling"


def test_even_money_for_all_is_one_bet() -> None:
    verdict = judge(RUSSIAN, ACE + "1 even-money by Ann; 1 even-money by Bob")
    assert (bet(verdict, "1.1").outcome, bet(verdict, "1.1").net) == ("even-money", 16_000)
    assert "d pay 1.1 160" in verdict.next


TEN = deal(TWO, "Ts", "9h", "Ad") + "d offer insurance;"


@pytest.mark.parametrize(
    ("insured", "expected"),
    [
        ("1 insure 80", {"Ann": (50, 100), "Bob": (30, 60)}),
        ("1 insure 30", {"Bob": (30, 60)}),
        ("1 insure 50 by Ann", {"Ann": (50, 100)}),
        ("1 insure 50 by Ann; 1 insure 30 by Bob", {"Ann": (50, 100), "Bob": (30, 60)}),
        ("1 insure 30 by Bob; 1 insure 50", {"Bob": (30, 60), "Ann": (50, 100)}),
    ],
)
def test_insurance_is_each_bettors_own(insured: str, expected: dict[str, tuple[int, int]]) -> None:
    verdict = judge(RUSSIAN, TEN + insured + "; d insurance-closed; 1.1 stand; d deal d Kc")
    assert (codes(verdict), shares(bet(verdict, "1.insurance"))) == ([], expected)


@pytest.mark.parametrize(
    "insured", ["1 insure 40", "1 insure 50 by Bob", "1 insure 50 by Ann; 1 insure 50 by Ann", "1 insure 80; 1 insure 30", "1 insure 10 by Zed"]
)  # fmt: skip
def test_insurance_beyond_ones_half_is_a_wrong_amount(insured: str) -> None:
    assert codes(judge(RUSSIAN, TEN + insured)) == ["insurance-wrong-amount"]


def test_insuring_twice_is_a_wrong_amount_for_one_bettor_too() -> None:
    text = deal("1 bet 100; d nmb;", "Ts", "9h", "Ad") + "d offer insurance; 1 insure 50;"
    assert codes(judge(RUSSIAN, text + "1 insure 50")) == ["insurance-wrong-amount"]
    switch = "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.2 9c; d deal d ??; d deal 1.1 9d; d deal 1.2 8h; d deal d Ad; d offer insurance;"
    assert codes(judge(SWITCH, switch + "1.1 insure 50; 1.2 insure 50")) == []
    assert codes(judge(SWITCH, switch + "1.1 insure 50; 1 insure 50")) == []
    assert codes(judge(SWITCH, switch + "1.1 insure 50; 1 insure 100")) == ["insurance-wrong-amount"]


def test_a_dealers_blackjack_takes_only_original_bets_where_the_house_says_so() -> None:
    text = ELEVEN.replace("d deal d 9d", "d deal d Kd") + "1.1 double 100 by Ann; d deal 1.1 9s; d deal d Ac"
    assert shares(bet(judge(RUSSIAN, text, original_bets_only=True), "1.1")) == {
        "Ann": (200, -100),
        "Bob": (60, -60),
    }
    assert shares(bet(judge(RUSSIAN, text), "1.1")) == {"Ann": (200, -200), "Bob": (60, -60)}


def test_even_money_stays_even_money_though_cards_are_forced_on_the_blackjack() -> None:
    """The floor lets a card on a blackjack stand: who took even money has it, the others lose what they put."""
    text = (
        ACE
        + "1 even-money by Ann; d insurance-closed; d deal 1.1 9d; 1.1 stand; d deal d Kc; f rule card-on-blackjack stands by Floor"
    )
    verdict = judge(RUSSIAN, text, original_bets_only=True)
    assert shares(bet(verdict, "1.1")) == {"Ann": (100, 100), "Bob": (60, -60)}
    assert bet(verdict, "1.1").net == 4_000


def test_a_late_bettor_is_none() -> None:
    verdict = judge(
        RUSSIAN, "1 bet 100 by Ann; d nmb; 1 bet 60 by Bob; d deal 1.1 Ts; d deal d 9d; d deal 1.1 Ah"
    )
    assert codes(verdict) == ["bet-late"]
    assert (bet(verdict, "1.1").stake, bet(verdict, "1.1").shares) == (10_000, ())


def test_a_side_bet_counts_as_it_stood_when_bets_closed() -> None:
    start = "1 bet 50; 1 side super-game 20; d nmb; {} d deal 1.1 Ts; d deal 1.2 9c; d deal d ??; d deal 1.1 Td; d deal 1.2 9h; d deal d 7d"
    verdict = judge(SWITCH, start.format("1 side super-game 20;"))
    assert codes(verdict) == ["side-bet-late"]
    assert (bet(verdict, "1.side").stake, bet(verdict, "1.side").net) == (2_000, 16_000)


def test_chips_that_differ_from_the_named_bets_belong_to_nobody_known() -> None:
    text = "1 bet 100 by Ann; 1 bet 60 by Bob; 1.1 chips {}; d nmb; d deal 1.1 Ts; d deal d 9d; d deal 1.1 Ah"
    assert list(shares(bet(judge(RUSSIAN, text.format(160)), "1.1"))) == ["Ann", "Bob"]
    assert bet(judge(RUSSIAN, text.format(200)), "1.1").shares == ()


AMOUNTS = st.integers(-(10**9), 10**9)
PARTS = st.dictionaries(
    st.text("abcdefgh", min_size=1, max_size=3), st.integers(0, 10**6), min_size=1, max_size=7
)


@given(AMOUNTS, PARTS)
def test_shares_sum_to_the_amount_and_are_fair(amount: int, parts: dict[str, int]) -> None:
    whole = sum(parts.values())
    out = share_out(amount, parts)
    assert sum(out.values()) == amount
    assert list(out) == list(parts)
    if whole:
        for by, share in out.items():
            assert abs(share - Fraction(amount * parts[by], whole)) < 1
            assert share == 0 or parts[by]


def test_the_odd_unit_goes_to_the_largest_fraction_and_then_to_who_bet_first() -> None:
    assert share_out(75, {"Ann": 25, "Bob": 25}) == {"Ann": 38, "Bob": 37}
    assert share_out(100, {"Ann": 1, "Bob": 1, "Cid": 1}) == {"Ann": 34, "Bob": 33, "Cid": 33}
    assert share_out(10, {"Ann": 1, "Bob": 2}) == {"Ann": 3, "Bob": 7}
    assert share_out(-75, {"Ann": 25, "Bob": 25}) == {"Ann": -38, "Bob": -37}


def test_an_odd_share_rounds_with_the_box() -> None:
    """25 and 25 at 3:2 in a currency without smaller units: the box gets 75, not twice 37."""
    text = 'format = "bjh"\nversion = 1\nprofile = "russian-blackjack"\nminor_units = 1\n[[round]]\nno = 1\nactions = ["1 bet 25 by Ann", "1 bet 25 by Bob", "d nmb", "d deal 1.1 Ts", "d deal d 9d", "d deal 1.1 Ah"]\n'
    found = bet(judge_history(parse_bjh(text)).rounds[0], "1.1")
    assert [(share.by, share.net) for share in found.shares] == [("Ann", 38), ("Bob", 37)]


@given(PARTS, st.booleans())
def test_sums_are_those_of_groups(parts: dict[str, int], with_first: bool) -> None:
    names = list(parts)
    groups: list[Sequence[str]] = [
        [name for i, name in enumerate(names) if mask >> i & 1] for mask in range(1, 2 ** len(names))
    ]
    fitting = [group for group in groups if not with_first or group[0] == names[0]]
    possible = {sum(parts[name] for name in group) for group in fitting}
    assert set(sums(parts, with_first=with_first)) == possible
    for amount in possible:
        put = put_by(amount, parts, with_first=with_first)
        assert sum(put.values()) == amount
        assert all(put[by] == parts[by] for by in put)


@pytest.mark.parametrize("text", ["1.1 double 60 by Bob", "1.1 split 7.5 by Anna Maria", "1 side super-game 20 by Bob", "d pay 1.1 60 by Bob", "d take 1.insurance 5 by Bob", "d push 1.1 by Bob", "c fix 3 1.1 double 60 by Bob by Ann reason misheard"])  # fmt: skip
def test_the_notation_names_bettors(text: str) -> None:
    assert format_action(parse_action(text)) == text


@given(
    name=st.sampled_from(SHIPPED),
    must=st.booleans(),
    rounding=st.sampled_from(["exact", "down", "up"]),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=120, deadline=None)
def test_shares_sum_to_their_bet_in_any_round(name: str, must: bool, rounding: str, seed: int) -> None:
    rules = {"max_bettors": 3, "followers_must_match": must, "rounding": rounding}
    round_ = PromptedRound(load_profile(name, rules), random.Random(seed), minor_units=10)
    shared = 0
    for _ in round_.play():
        for found in round_.referee.verdict().bets:
            if found.shares:
                shared += 1
                assert sum(share.stake for share in found.shares) == found.stake
                for field in ("pays", "net"):
                    parts = [getattr(share, field) for share in found.shares]
                    if getattr(found, field) is not None:
                        assert sum(parts) == getattr(found, field)
    assert round_.referee.verdict().findings == ()


def test_too_many_bettors_do_not_take_for_ever() -> None:
    bets = "".join(f"1 bet {n * 7 + 1} by P{n};" for n in range(60))
    verdict = judge(
        PEEK, bets + "d nmb; d deal 1.1 6s; d deal d 9d; d deal 1.1 5h; d deal d ??; 1.1 double 50"
    )
    assert codes(verdict) == ["too-many-bettors", "double-wrong-amount"]
    assert len(bet(verdict, "1.1").shares) == 60
