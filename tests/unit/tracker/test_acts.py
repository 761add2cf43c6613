# ruff: noqa: E501 (rounds read best in one piece)
"""Every act of a moment, with the reason why one is not legal."""

import pytest

from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH
from tracker.actions import parse_action
from tracker.profile import load_profile
from tracker.referee import Referee

R_EIGHTS = "1 bet 100; d nmb; d deal 1.1 8s; d deal d 9d; d deal 1.1 8h;"
R_TWO = (
    "1 bet 100; 2 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 9s; d deal d Ad; d deal 1.1 2h; d deal 2.1 9h;"
)
S_DEAL = (
    "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.2 5c; d deal d ??; d deal 1.1 6d; d deal 1.2 Kc; d deal d 7h;"
)
S_BLACKJACK = (
    "1 bet 100; d nmb; d deal 1.1 As; d deal 1.2 5c; d deal d ??; d deal 1.1 Kd; d deal 1.2 Kc; d deal d 7h;"
)
P_DEAL = "1 bet 100; d nmb; d deal 1.1 Ts; d deal d Td; d deal 1.1 2h; d deal d ??;"


def table(profile: str, text: str, **rules: object) -> Referee:
    referee = Referee(load_profile(profile, rules))
    for part in text.split(";"):
        if part.strip():
            referee.apply(parse_action(part.strip()))
    return referee


def refusal(referee: Referee, action: str) -> tuple[str, str] | None:
    """Reason and code of an act that begins so; None where it is legal."""
    (act,) = [act for act in referee.acts() if (act.action + " ").startswith(action + " ")]
    return None if act.refusal is None else (act.refusal.reason, act.refusal.code)


@pytest.mark.parametrize(
    ("profile", "text", "rules", "action", "expected"),
    [
        # decisions of the hand in turn
        (RUSSIAN, R_EIGHTS, {}, "1.1 split 100", None),
        (RUSSIAN, R_EIGHTS, {}, "1.1 surrender", None),
        (RUSSIAN, R_TWO + "d insurance-closed;", {}, "1.1 split", ("split-unlike-cards",) * 2),
        (RUSSIAN, R_EIGHTS, {"double": "9-11"}, "1.1 double", ("double-not-allowed-on-total",) * 2),
        (RUSSIAN, R_EIGHTS + "1.1 hit; d deal 1.1 2c;", {}, "1.1 double", ("double-not-on-two-cards",) * 2),
        (RUSSIAN, R_EIGHTS + "1.1 hit; d deal 1.1 2c;", {}, "1.1 surrender", ("surrender-not-on-two-cards",) * 2),
        (PEEK, P_DEAL + "d peek;", {}, "1.1 surrender", ("surrender-not-offered-by-game",) * 2),
        (SWITCH, S_DEAL + "1 insure 100;", {}, "1 insure", ("insurance-without-ace",) * 2),
        # whose turn it is
        (RUSSIAN, R_TWO, {}, "1.1 hit", ("insurance-open", "")),
        (RUSSIAN, R_TWO + "d insurance-closed;", {}, "2.1 hit", ("not-its-turn", "decision-out-of-turn")),
        (RUSSIAN, R_TWO + "d insurance-closed;", {}, "2.1 surrender", None),  # until its turn has passed
        (RUSSIAN, R_TWO + "d insurance-closed; 1.1 stand; 2.1 stand; d deal d 2c;", {}, "1.1 hit", ("stood", "card-after-stand")),
        (PEEK, P_DEAL, {}, "1.1 stand", ("peek-first", "")),
        (PEEK, P_DEAL, {}, "d peek", None),
        # closed hands: the finding that it leads to all the same
        (RUSSIAN, R_EIGHTS + "1.1 stand;", {}, "1.1 hit", ("stood", "card-after-stand")),
        (RUSSIAN, R_EIGHTS + "1.1 stand;", {}, "1.1 surrender", ("stood", "surrender-out-of-turn")),
        (RUSSIAN, R_EIGHTS + "1.1 stand;", {}, "1.1 split", ("stood", "decision-out-of-turn")),
        (RUSSIAN, R_EIGHTS + "1.1 stand;", {}, "1.1 stand", ("stood", "")),
        (SWITCH, S_BLACKJACK, {}, "1.1 hit", ("has-blackjack", "card-on-blackjack")),
        (SWITCH, S_BLACKJACK, {}, "1 switch", ("switch-on-blackjack",) * 2),
        (SWITCH, S_BLACKJACK, {"natural_locks_switch": False}, "1 switch", None),
        (SWITCH, S_BLACKJACK, {"even_money_upcards": ["7"]}, "1 even-money", ("paid-at-once", "")),
        # cards that have to come first
        (SWITCH, S_DEAL.replace("6d", "Th") + "1.1 split 100;", {}, "1.1 hit", ("awaits-card", "split-missing-card")),
        (SWITCH, S_DEAL.replace("6d", "Th") + "1.1 split 100; d deal 1.1 2c;", {}, "1.1 hit", ("awaits-card", "dealt-out-of-order")),
        # the dealer
        (RUSSIAN, "1 bet 10;", {"minimum": 50}, "d nmb", ("bet-below-minimum",) * 2),
        (RUSSIAN, "1 bet 100; 1 bet 50 by Ann; 1 bet 50 by Bob; 1 bet 50 by Cid;", {}, "d nmb", ("too-many-bettors",) * 2),
        (RUSSIAN, "1 bet 100; d nmb; d deal 1.1 Ts;", {}, "d deal d", None),
        (RUSSIAN, "1 bet 100; d nmb; d deal 1.1 Ts;", {}, "d deal 1.1", ("not-next-in-deal", "")),
        (RUSSIAN, R_EIGHTS, {}, "d deal d", ("hands-to-play", "dealer-card-early")),
        (SWITCH, S_DEAL, {}, "d turn 1", ("hands-to-play", "hole-card-exposed")),
        (SWITCH, S_DEAL + "1.1 stand; 1.2 stand;", {}, "d deal d", ("turn-first", "")),
        (SWITCH, S_DEAL + "1.1 stand; 1.2 stand; d turn 1 9c;", {}, "d stand", ("dealer-stood-below-17",) * 2),
        (SWITCH, S_DEAL + "1.1 stand; 1.2 stand; d turn 1 Tc;", {}, "d deal d", ("dealer-drew-on-17-or-more",) * 2),
        (SWITCH, S_DEAL + "1.1 stand; 1.2 stand; d turn 1 Tc;", {}, "d stand", None),
        (RUSSIAN, R_EIGHTS + "1.1 surrender;", {}, "d deal d", ("dealer-drew-without-need",) * 2),
        # money
        (SWITCH, S_DEAL + "1.1 stand; 1.2 stand; d turn 1 Tc;", {}, "d take 1.1 100", None),
        (SWITCH, S_DEAL + "1.1 stand; 1.2 stand; d turn 1 Tc;", {}, "d pay 1.1", ("bet-lost", "loser-paid")),
        (SWITCH, S_DEAL + "1.1 stand; 1.2 stand; d turn 1 Tc;", {}, "d push 1.1", ("bet-lost", "loser-not-taken")),
        (SWITCH, S_DEAL + "1.1 stand; 1.2 stand; d turn 1 Tc;", {}, "d clear", ("bets-unsettled", "")),
        (SWITCH, S_DEAL + "1.1 stand; 1.2 stand; d turn 1 Tc; d take 1.1 100;", {}, "d clear", ("bets-unsettled", "cleared-unsettled")),
        (SWITCH, S_DEAL, {}, "d pay 1.1", ("bet-open", "")),
        (SWITCH, S_DEAL + "1.1 stand; 1.2 stand; d turn 1 Tc; d clear;", {}, "1.1 hit", ("round-over", "")),
    ],
)  # fmt: skip
def test_an_act_is_legal_or_refused_for_a_reason(
    profile: str, text: str, rules: dict[str, object], action: str, expected: tuple[str, str] | None
) -> None:
    assert refusal(table(profile, text, **rules), action) == expected


def test_acts_come_in_the_order_of_play_with_amounts() -> None:
    acts = [act.action for act in table(RUSSIAN, R_TWO).acts()]
    assert acts[:8] == [
        "1 switch", "1 insure 50", "1 even-money", "1.1 hit", "1.1 stand", "1.1 double 100", "1.1 split 100", "1.1 surrender",
    ]  # fmt: skip
    assert acts[8] == "2 switch" and acts[-1] == "d clear"


def test_a_refusal_is_data_and_words() -> None:
    (act,) = [act for act in table(RUSSIAN, R_EIGHTS).acts() if act.action == "d deal d"]
    assert act.to_json() == {
        "action": "d deal d",
        "legal": False,
        "reason": "hands-to-play",
        "code": "dealer-card-early",
        "text": {"en": "a hand has still to decide", "ru": "ещё не все руки сыграли"},
    }
    assert table(RUSSIAN, R_EIGHTS).acts()[3].to_json() == {"action": "1.1 hit", "legal": True}
