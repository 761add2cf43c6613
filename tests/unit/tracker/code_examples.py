# ruff: noqa: E501 (a round reads best in one piece)
"""Rounds with one mistake of every judged kind, each with a legal twin that must stay silent."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH

# Deals, up to the first decision.
R_ONE = "1 bet 100; d nmb; d deal 1.1 {0}; d deal d {2}; d deal 1.1 {1};"
R_TWO = "1 bet 100; 2 bet 100; d nmb; d deal 1.1 {0}; d deal 2.1 {2}; d deal d {4}; d deal 1.1 {1}; d deal 2.1 {3};"
S_ONE = "1 bet 100; d nmb; d deal 1.1 {0}; d deal 1.2 {2}; d deal d ??; d deal 1.1 {1}; d deal 1.2 {3}; d deal d {4};"
P_ONE = "1 bet 100; d nmb; d deal 1.1 {0}; d deal d {2}; d deal 1.1 {1}; d deal d ??;"


def r1(*cards: str) -> str:
    return R_ONE.format(*cards)


def r2(*cards: str) -> str:
    return R_TWO.format(*cards)


def s1(*cards: str) -> str:
    return S_ONE.format(*cards)


def p1(*cards: str) -> str:
    return P_ONE.format(*cards)


class Says(NamedTuple):
    """What the finding says beside its code; money in minor units."""

    action: int
    subject: str
    expected: str
    seen: str
    money: int


@dataclass(frozen=True)
class Example:
    """A round with one mistake, and its legal twin.

    Attributes:
        code: the finding that the bad round has, and nothing else.
        profile: the game.
        bad: the round with the mistake.
        good: nearly the same round, in which everything is legal.
        says: what the finding says; None where another example of the code tells it.
        rules: single rules set otherwise.
    """

    code: str
    profile: str
    bad: str
    good: str
    says: Says | tuple[int, str, str, str, int] | None = None
    rules: dict[str, object] = field(default_factory=dict)


PLAYED_20 = r1("Ts", "Qh", "9d") + "1.1 stand; d deal d Ts;"  # 20 against 19
PLAYED_18 = r1("Ts", "8h", "9d") + "1.1 stand; d deal d Ts;"  # 18 against 19
PLAYED_19 = r1("Ts", "9h", "9d") + "1.1 stand; d deal d Ts;"  # 19 against 19
ACE_UP = r1("Ts", "9h", "Ad") + "d offer insurance;"
EIGHTS = r1("8s", "8h", "9d")
SIDE = (
    "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 Ks; d deal 1.2 Kh; d deal d ??;"
    "d deal 1.1 4d; d deal 1.2 4c; d deal d 7h;"
)
SIDE_END = "1.1 stand; 1.2 stand; d turn 1 Tc; d take 1.1 100; d take 1.2 100; d clear"
FIVE = (
    r1("2s", "3h", "9d")
    + "1.1 hit; d deal 1.1 4c; 1.1 hit; d deal 1.1 5d; 1.1 hit; d deal 1.1 7s; d deal d Ts; d pay 1.1 100;"
)

EXAMPLES = [
    # dealer's hand
    Example("dealer-stood-below-17", RUSSIAN, r1("Ts", "9h", "9d") + "1.1 stand; d deal d 7s; d pay 1.1 100; d clear",
            r1("Ts", "9h", "9d") + "1.1 stand; d deal d 8s; d pay 1.1 100; d clear",
            (8, "d", "d deal d", "stood on 16", 0)),
    Example("dealer-drew-on-17-or-more", RUSSIAN, r1("Ts", "9h", "9d") + "1.1 stand; d deal d 8s; d deal d 2c",
            r1("Ts", "9h", "9d") + "1.1 stand; d deal d 7s; d deal d 2c",
            (8, "d", "d stand", "d deal d 2c on 17", 0)),
    Example("dealer-drew-on-soft-17", RUSSIAN, r1("Ts", "9h", "6d") + "1.1 stand; d deal d As; d deal d 2c",
            r1("Ts", "9h", "5d") + "1.1 stand; d deal d As; d deal d 2c",
            (8, "d", "d stand", "d deal d 2c on soft 17", 0)),
    Example("dealer-stood-on-soft-17", PEEK, p1("Ts", "9h", "6d") + "1.1 stand; d turn 2 Ac; d stand",
            p1("Ts", "9h", "7d") + "1.1 stand; d turn 2 Ac; d stand",
            (9, "d", "d deal d", "stood on soft 17", 0), {"soft17": "hit"}),
    Example("dealer-drew-without-need", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 9c; d deal d 8s",
            r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 5c; d deal d 8s",
            (8, "d", "d stand", "d deal d 8s on 9", 0)),
    Example("dealer-card-early", RUSSIAN, r1("Ts", "6h", "9d") + "d deal d 8s; 1.1 stand",
            r1("Ts", "6h", "9d") + "1.1 stand; d deal d 8s",
            (6, "d", "1.1 decides", "d deal d", 0)),
    Example("dealer-card-missing", RUSSIAN, "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.1 9h; 1.1 stand",
            r1("Ts", "9h", "9d") + "1.1 stand",
            (5, "d", "d deal d", "play began", 0)),
    Example("hole-card-exposed", SWITCH, s1("Ts", "8h", "Tc", "9d", "7d") + "d turn 1 Qh; 1.1 stand; 1.2 stand",
            s1("Ts", "8h", "Tc", "9d", "7d") + "1.1 stand; 1.2 stand; d turn 1 Qh",
            (9, "d", "1.1 decides", "d turn", 0)),
    Example("upcard-not-shown", SWITCH, s1("Ts", "8h", "Tc", "9d", "??") + "1.1 stand; 1.2 stand; d turn 1 Qh; d turn 2 9h",
            s1("Ts", "8h", "Tc", "9d", "??") + "d turn 2 9h; 1.1 stand; 1.2 stand; d turn 1 Qh",
            (12, "d", "an upcard before play", "d turn 2", 0)),
    # dealing order
    Example("box-skipped-in-deal", RUSSIAN, "1 bet 100; 2 bet 100; d nmb; d deal 2.1 Ts; d deal d 9d; d deal 1.1 9s",
            "1 bet 100; 2 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 9s; d deal d 9d",
            (5, "1.1", "d deal 1.1", "passed over", 0)),
    Example("dealt-out-of-order", RUSSIAN, "1 bet 100; 2 bet 100; d nmb; d deal 2.1 Ts; d deal 1.1 9s; d deal d 9d",
            "1 bet 100; 2 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 9s; d deal d 9d",
            (5, "1.1", "1.1 before", "d deal 1.1", 0)),
    Example("card-to-empty-box", RUSSIAN, "1 bet 100; 3 bet 100; d nmb; d deal 1.1 Ts; d deal 2.1 9s; d deal 3.1 9d",
            "1 bet 100; 3 bet 100; d nmb; d deal 1.1 Ts; d deal 3.1 9d",
            (5, "2", "no card", "d deal 2.1", 0)),
    Example("card-missing", RUSSIAN, "1 bet 100; d nmb; d deal 1.1 Ts; d deal d 9d; 1.1 stand; d deal d Tc",
            r1("Ts", "9h", "9d") + "1.1 stand; d deal d Tc",
            (5, "1.1", "d deal 1.1", "a decision on one card", 0)),
    Example("card-extra", SWITCH, "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.2 9h; d deal d ??; d deal 1.1 6c; d deal 1.1 7d",
            "1 bet 100; d nmb; d deal 1.1 Ts; d deal 1.2 9h; d deal d ??; d deal 1.1 6c; d deal 1.2 7d",
            (7, "1.1", "two cards", "d deal 1.1", 0)),
    Example("burn-missing", RUSSIAN, "1 bet 100; d shuffle; d nmb; d deal 1.1 Ts",
            "1 bet 100; d shuffle; d burn 4c; d nmb; d deal 1.1 Ts",
            (4, "d", "d burn", "a card in play", 0), {"burn_first_card": True}),
    Example("decision-out-of-turn", RUSSIAN, r2("Ts", "2h", "Tc", "9c", "9d") + "2.1 stand; 1.1 stand",
            r2("Ts", "2h", "Tc", "9c", "9d") + "1.1 stand; 2.1 stand",
            (9, "2.1", "1.1", "2.1", 0)),
    Example("box-skipped-in-play", RUSSIAN, r2("Ts", "2h", "Tc", "9c", "9d") + "2.1 stand; d deal d 8s; d take 1.1 100; d pay 2.1 100; d clear",
            r2("Ts", "2h", "Tc", "9c", "9d") + "1.1 stand; 2.1 stand; d deal d 8s; d take 1.1 100; d pay 2.1 100; d clear",
            (9, "1.1", "1.1 decides", "passed over", 0)),
    # player cards
    Example("card-on-21", RUSSIAN, r1("Ts", "2h", "9d") + "1.1 hit; d deal 1.1 9c; d deal 1.1 2d",
            r1("Ts", "2h", "9d") + "1.1 hit; d deal 1.1 8c; d deal 1.1 Ad",
            (8, "1.1", "no card to 1.1", "2d on 21", 0)),
    Example("card-on-blackjack", RUSSIAN, r1("As", "Kh", "9d") + "d deal 1.1 5c", r1("As", "9h", "9d") + "d deal 1.1 5c",
            (6, "1.1", "no card to 1.1", "5c on 21", 0)),
    Example("card-after-stand", RUSSIAN, r1("Ts", "8h", "9d") + "1.1 stand; d deal 1.1 2c",
            r1("Ts", "8h", "9d") + "1.1 hit; d deal 1.1 2c",
            (7, "1.1", "no card to 1.1", "2c on 18", 0)),
    Example("card-after-bust", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 9c; d deal 1.1 2c",
            r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 2c; d deal 1.1 2d",
            (8, "1.1", "no card to 1.1", "2c on 25", 0)),
    Example("card-after-double", RUSSIAN, r1("6s", "6h", "9d") + "1.1 double 100; d deal 1.1 2c; d deal 1.1 2d",
            r1("6s", "6h", "9d") + "1.1 double 100; d deal 1.1 2c",
            (8, "1.1", "no card to 1.1", "2d on 14", 0)),
    Example("card-on-split-ace", RUSSIAN, r1("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 2c; d deal 1.2 3c; d deal 1.1 5c",
            r1("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 2c; d deal 1.2 3c; d deal d 8c",
            (9, "1.1", "no card to 1.1", "5c on 13", 0)),
    Example("card-after-surrender", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 surrender; d deal 1.1 5c",
            r1("Ts", "6h", "9d") + "1.1 hit; d deal 1.1 5c",
            (7, "1.1", "no card to 1.1", "5c on 16", 0)),
    Example("cards-moved", RUSSIAN, r2("Ts", "2h", "Tc", "9c", "9d") + "d move 1.1 2 2.1",
            r2("Ts", "2h", "Tc", "9c", "9d"),
            (9, "1.1", "cards stay at 1.1", "card to 2.1", 0)),
    # switch
    Example("switch-not-offered-by-game", RUSSIAN, r1("Ts", "9h", "9d") + "1 switch", r1("Ts", "9h", "9d") + "1.1 stand",
            (6, "1", "no switch", "1 switch 2 2", 0)),
    Example("switch-wrong-cards", SWITCH, s1("Ts", "8h", "Tc", "9d", "7d") + "1 switch 1 2",
            s1("Ts", "8h", "Tc", "9d", "7d") + "1 switch 2 2",
            (9, "1", "1 switch 2 2", "1 switch 1 2", 0)),
    Example("switch-after-action", SWITCH, s1("Ts", "8h", "Tc", "9d", "7d") + "1.1 stand; 1 switch",
            s1("Ts", "8h", "Tc", "9d", "7d") + "1 switch; 1.1 stand",
            (10, "1", "a switch before the first act", "1 switch 2 2", 0)),
    Example("switch-twice", SWITCH, s1("Ts", "8h", "Tc", "9d", "7d") + "1 switch; 1 switch",
            s1("Ts", "8h", "Tc", "9d", "7d") + "1 switch",
            (10, "1", "one switch", "1 switch 2 2", 0)),
    Example("switch-after-insurance", SWITCH, s1("Ts", "8h", "Tc", "9d", "Ad") + "d offer insurance; 1 insure 100; 1 switch",
            s1("Ts", "8h", "Tc", "9d", "Ad") + "d offer insurance; d insurance-closed; 1 switch",
            (11, "1", "no switch after insurance", "1 switch 2 2", 0), {"switch_after_insurance": False}),
    Example("switch-on-blackjack", SWITCH, s1("As", "Kh", "Tc", "9d", "7d") + "1 switch",
            s1("As", "9h", "Tc", "9d", "7d") + "1 switch",
            (9, "1", "no switch of a blackjack", "1 switch 2 2", 0)),
    # double
    Example("double-not-on-two-cards", RUSSIAN, r1("2s", "3h", "9d") + "1.1 hit; d deal 1.1 2c; 1.1 double 100; d deal 1.1 9c",
            r1("2s", "3h", "9d") + "1.1 double 100; d deal 1.1 9c",
            (8, "1.1", "1.1 double 100 on two cards", "1.1 double 100 on 3 cards", 0)),
    Example("double-wrong-amount", RUSSIAN, r1("6s", "6h", "9d") + "1.1 double 150", r1("6s", "6h", "9d") + "1.1 double 100",
            (6, "1.1", "1.1 double 100 on two cards", "1.1 double 150 on 2 cards", 0)),
    Example("double-after-split-forbidden", SWITCH,
            s1("8s", "8h", "Tc", "9d", "7d") + "1.1 split 100; d deal 1.1 3c; d deal 1.3 4c; 1.1 double 100",
            s1("6s", "5h", "Tc", "9d", "7d") + "1.1 double 100",
            (12, "1.1", "no double after a split", "1.1 double 100 on 2 cards", 0), {"double_after_split": False}),
    Example("double-not-allowed-on-total", RUSSIAN, r1("6s", "2h", "9d") + "1.1 double 100; d deal 1.1 2c",
            r1("6s", "3h", "9d") + "d offer double 1.1; 1.1 double 100; d deal 1.1 2c",
            (6, "1.1", "1.1 double 100 on 9 to 11", "1.1 double 100 on 8", 0), {"double": "9-11"}),
    Example("double-not-offered", RUSSIAN, r1("6s", "5h", "9d") + "1.1 hit; d deal 1.1 9c",
            r1("6s", "5h", "9d") + "d offer double 1.1; 1.1 hit; d deal 1.1 9c",
            (6, "1.1", "d offer double 1.1", "no offer", 0)),
    Example("double-missing-card", RUSSIAN, r1("6s", "6h", "9d") + "1.1 double 100; d deal d 8c",
            r1("6s", "6h", "9d") + "1.1 double 100; d deal 1.1 2c; d deal d 8c",
            (7, "1.1", "d deal 1.1", "no card", 0)),
    # split
    Example("split-unlike-cards", SWITCH, s1("Ks", "Th", "Tc", "9d", "7d") + "1.1 split 100",
            s1("Ks", "Kh", "Tc", "9d", "7d") + "1.1 split 100",
            (9, "1.1", "1.1 split 100 on two alike cards, as the game allows", "1.1 split 100 on Ks Th", 0)),
    Example("split-not-on-two-cards", RUSSIAN, EIGHTS + "1.1 hit; d deal 1.1 2c; 1.1 split 100", EIGHTS + "1.1 split 100",
            (8, "1.1", "1.1 split 100 on two alike cards, as the game allows", "1.1 split 100 on 8s 8h 2c", 0)),
    Example("split-over-limit", SWITCH,
            s1("8s", "8h", "Tc", "9d", "7d") + "1.1 split 100; d deal 1.1 8c; d deal 1.3 4c; 1.1 split 100",
            s1("8s", "8h", "Tc", "9d", "7d") + "1.1 split 100; d deal 1.1 8c; d deal 1.3 4c; 1.1 stand",
            (12, "1.1", "no more splits", "1.1 split 100 on 8s 8c", 0)),
    Example("split-aces-over-limit", RUSSIAN,
            r1("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 Ac; d deal 1.2 Ad; 1.1 split 100; d deal 1.1 5c; d deal 1.3 4c; 1.2 split 100",
            r1("As", "Ah", "9d") + "1.1 split 100; d deal 1.1 Ac; d deal 1.2 4d; 1.1 split 100; d deal 1.1 5c; d deal 1.3 4c",
            (12, "1.2", "no more splits of aces", "1.2 split 100 on Ah Ad", 0)),
    Example("split-wrong-amount", RUSSIAN, EIGHTS + "1.1 split 50", EIGHTS + "1.1 split 100",
            (6, "1.1", "1.1 split 100 on two alike cards, as the game allows", "1.1 split 50 on 8s 8h", 0)),
    Example("split-after-insurance", SWITCH, s1("8s", "8h", "Tc", "9d", "Ad") + "d offer insurance; 1 insure 100; 1.1 split 100",
            s1("8s", "8h", "Tc", "9d", "Ad") + "d offer insurance; d insurance-closed; 1.1 split 100",
            (11, "1.1", "no split after insurance", "1.1 split 100 on 8s 8h", 0)),
    Example("split-missing-card", RUSSIAN, EIGHTS + "1.1 split 100; d deal 1.1 Tc; 1.1 stand; d deal d 8c",
            EIGHTS + "1.1 split 100; d deal 1.1 Tc; 1.1 stand; d deal 1.2 Td; 1.2 stand; d deal d 8c",
            (9, "1.2", "d deal 1.2", "no card", 0)),
    # surrender
    Example("surrender-not-on-two-cards", RUSSIAN, r1("Ts", "2h", "9d") + "1.1 hit; d deal 1.1 4c; 1.1 surrender",
            r1("Ts", "2h", "9d") + "1.1 surrender",
            (8, "1.1", "a first act on two cards", "surrender on 3 cards", 0)),
    Example("surrender-after-split", RUSSIAN, EIGHTS + "1.1 split 100; d deal 1.1 7c; d deal 1.2 9c; 1.1 surrender", EIGHTS + "1.1 surrender",
            (9, "1.1", "no surrender after a split", "surrender on 2 cards", 0)),
    Example("surrender-out-of-turn", RUSSIAN, r2("Ts", "6h", "Tc", "2c", "9d") + "1.1 stand; 2.1 hit; d deal 2.1 8s; 1.1 surrender",
            r2("Ts", "6h", "Tc", "2c", "9d") + "1.1 surrender; 2.1 hit; d deal 2.1 8s",
            (12, "1.1", "a surrender before the turn has passed", "surrender on 2 cards", 0)),
    Example("surrender-wrong-amount", RUSSIAN, r1("Ts", "6h", "Td") + "1.1 surrender; d take 1.1 40",
            r1("Ts", "6h", "Td") + "1.1 surrender; d take 1.1 50",
            (7, "1.1", "d take 1.1 50", "d take 1.1 40", 1000)),
    Example("surrender-against-ace", RUSSIAN, r1("Ts", "6h", "Ad") + "d offer insurance; 1.1 surrender",
            r1("Ts", "6h", "Kd") + "1.1 surrender",
            (7, "1.1", "no surrender against an ace", "surrender on 2 cards", 0), {"surrender_vs_ace": False}),
    Example("surrender-not-offered-by-game", PEEK, p1("Ts", "6h", "9d") + "1.1 surrender", p1("Ts", "6h", "9d") + "1.1 stand",
            (7, "1.1", "no surrender", "surrender on 2 cards", 0)),
    # insurance
    Example("insurance-without-ace", RUSSIAN, r1("Ts", "9h", "Kd") + "1 insure 50", ACE_UP + "1 insure 50",
            (6, "1.insurance", "insure 50 against an ace", "insure 50", 0)),
    Example("insurance-wrong-amount", RUSSIAN, ACE_UP + "1 insure 60", ACE_UP + "1 insure 50",
            (7, "1.insurance", "insure 50 against an ace", "insure 60", 0)),
    Example("insurance-late", RUSSIAN, ACE_UP + "d insurance-closed; 1 insure 50", ACE_UP + "1 insure 50; d insurance-closed",
            (8, "1.insurance", "insure 50 in time", "insure 50", 0)),
    Example("insurance-after-split", SWITCH,
            s1("8s", "8h", "Tc", "9d", "Ad") + "d offer insurance; 1.1 split 100; d deal 1.1 5c; d deal 1.3 6c; 1 insure 150",
            s1("8s", "8h", "Tc", "9d", "Ad") + "d offer insurance; 1 insure 100",
            (13, "1.insurance", "no insurance after a split", "insure 150", 0)),
    Example("insurance-not-offered", RUSSIAN, r1("Ts", "9h", "Ad") + "1.1 stand", ACE_UP + "1.1 stand",
            (6, "d", "d offer insurance", "play began", 0)),
    Example("even-money-without-blackjack", RUSSIAN, ACE_UP + "1 even-money", r1("As", "Kh", "Ad") + "1 even-money",
            (7, "1.1", "a blackjack against an ace", "Ts 9h", 0)),
    Example("even-money-without-ace", RUSSIAN, r1("As", "Kh", "Td") + "1 even-money", r1("As", "Kh", "Ad") + "1 even-money",
            (6, "1.1", "a blackjack against an ace", "As Kh", 0)),
    # bets
    Example("bet-late", RUSSIAN, "1 bet 100; d nmb; 2 bet 100", "1 bet 100; 2 bet 100; d nmb",
            (3, "2", "no bet after d nmb", "2 bet", 0)),
    Example("bet-changed", RUSSIAN, r1("Ts", "9h", "9d") + "1.1 chips 150", r1("Ts", "9h", "9d") + "1.1 chips 100",
            (6, "1.1", "1.1 chips 100", "1.1 chips 150", 0)),
    Example("bet-below-minimum", RUSSIAN, "1 bet 20; d nmb", "1 bet 20 by Ann; 1 bet 30 by Bob; d nmb",
            (2, "1", "at least 50", "20", 0), {"minimum": 50}),
    Example("bet-above-maximum", RUSSIAN, "1 bet 300 by Ann; 1 bet 300 by Bob; d nmb", "1 bet 500; d nmb",
            (3, "1", "at most 500", "600", 0), {"maximum": 500}),
    Example("bets-unequal", SWITCH, "1.1 bet 100; 1.2 bet 50; d nmb", "1.1 bet 100; 1.2 bet 100; d nmb",
            (3, "1", "one stake on each hand", "100 and 50", 0)),
    Example("side-bet-without-bet", SWITCH, "1 bet 100; 2 side super-game 20; d nmb", "1 bet 100; 1 side super-game 20; d nmb",
            (3, "2.side", "2 bet", "no main bet", 0)),
    Example("side-bet-late", SWITCH, "1 bet 100; d nmb; 1 side super-game 20", "1 bet 100; 1 side super-game 20; d nmb",
            (3, "1.side", "no side bet after d nmb", "1 side", 0)),
    Example("too-many-bettors", RUSSIAN, "1 bet 10 by A; 1 bet 10 by B; 1 bet 10 by C; 1 bet 10 by D; d nmb",
            "1 bet 10 by A; 1 bet 10 by B; 1 bet 10 by C; 1 bet 10 by A; d nmb",
            (5, "1", "at most 3 bettors", "4 bettors", 0)),
    Example("too-many-boxes", SWITCH, "1 bet 10; 2 bet 10; 3 bet 10; 4 bet 10; d nmb", "1 bet 10; 2 bet 10; 4 bet 10; d nmb",
            (5, "4", "at most 3 boxes", "4 boxes", 0)),
    # money
    Example("loser-paid", RUSSIAN, PLAYED_18 + "d pay 1.1 100; d clear", PLAYED_18 + "d take 1.1 100; d clear",
            (8, "1.1", "d take 1.1 100", "d pay 1.1 100", 20000)),
    Example("loser-not-taken", RUSSIAN, PLAYED_18 + "d push 1.1; d clear", PLAYED_18 + "d take 1.1 100; d clear",
            (8, "1.1", "d take 1.1 100", "d push 1.1", 10000)),
    Example("winner-not-paid", RUSSIAN, PLAYED_20 + "d push 1.1; d clear", PLAYED_20 + "d pay 1.1 100; d clear",
            (8, "1.1", "d pay 1.1 100", "d push 1.1", -10000)),
    Example("winner-taken", RUSSIAN, PLAYED_20 + "d take 1.1 100; d clear", PLAYED_20 + "d pay 1.1 100; d clear",
            (8, "1.1", "d pay 1.1 100", "d take 1.1 100", -20000)),
    Example("push-paid", RUSSIAN, PLAYED_19 + "d pay 1.1 100; d clear", PLAYED_19 + "d push 1.1; d clear",
            (8, "1.1", "d push 1.1", "d pay 1.1 100", 10000)),
    Example("push-taken", RUSSIAN, PLAYED_19 + "d take 1.1 100; d clear", PLAYED_19 + "d push 1.1; d clear",
            (8, "1.1", "d push 1.1", "d take 1.1 100", -10000)),
    Example("underpaid", RUSSIAN, r1("As", "Kh", "9d") + "d pay 1.1 100; d clear", r1("As", "Kh", "9d") + "d pay 1.1 150; d clear",
            (6, "1.1", "d pay 1.1 150", "d pay 1.1 100", -5000)),
    Example("overpaid", RUSSIAN, r1("As", "Kh", "9d") + "d pay 1.1 200; d clear", r1("As", "Ks", "9d") + "d pay 1.1 200; d clear",
            (6, "1.1", "d pay 1.1 150", "d pay 1.1 200", 5000)),
    Example("side-bet-wrong-tier", SWITCH, SIDE + "d pay 1.side 100;" + SIDE_END, SIDE + "d pay 1.side 160;" + SIDE_END,
            (10, "1.side", "d pay 1.side 160", "d pay 1.side 100", -6000)),
    Example("side-bet-missed", SWITCH, SIDE + SIDE_END, SIDE + "d pay 1.side 160;" + SIDE_END,
            (15, "1.side", "d pay 1.side 160", "d clear", -16000)),
    Example("bonus-missed", RUSSIAN, FIVE + "d clear", FIVE + "d pay 1.1.bonus 300; d clear",
            (14, "1.1.bonus", "d pay 1.1.bonus 300", "d clear", -30000)),
    Example("bonus-wrong-tier", RUSSIAN, FIVE + "d pay 1.1.bonus 500; d clear", FIVE + "d pay 1.1.bonus 300; d clear",
            (14, "1.1.bonus", "d pay 1.1.bonus 300", "d pay 1.1.bonus 500", 20000)),
    Example("insurance-mispaid", RUSSIAN, ACE_UP + "1 insure 50; 1.1 stand; d deal d Ks; d take 1.1 100; d pay 1.insurance 50; d clear",
            ACE_UP + "1 insure 50; 1.1 stand; d deal d Ks; d take 1.1 100; d pay 1.insurance 100; d clear",
            (11, "1.insurance", "d pay 1.insurance 100", "d pay 1.insurance 50", -5000)),
    Example("paid-wrong-box", RUSSIAN, r2("Ts", "Th", "Tc", "7c", "9d") + "1.1 stand; 2.1 stand; d deal d Tc; d pay 2.1 100; d clear",
            r2("Ts", "Th", "Tc", "7c", "9d") + "1.1 stand; 2.1 stand; d deal d Tc; d take 2.1 100; d pay 1.1 100; d clear",
            (12, "2.1", "d pay 1.1", "d pay 2.1", 10000)),
    Example("settled-early", RUSSIAN, r1("Ts", "6h", "9d") + "1.1 stand; d take 1.1 100; d deal d Ts; d clear",
            r1("Ts", "6h", "9d") + "1.1 stand; d deal d Ts; d take 1.1 100; d clear",
            (7, "1.1", "later", "d take 1.1 100", 0)),
    Example("settled-twice", RUSSIAN, PLAYED_20 + "d pay 1.1 100; d pay 1.1 100; d clear", PLAYED_20 + "d pay 1.1 100; d clear",
            (9, "1.1", "d pay 1.1 100", "2 times", 10000)),
    Example("cleared-unsettled", RUSSIAN,
            r2("Ts", "9h", "Tc", "9c", "9d") + "1.1 stand; 2.1 stand; d deal d Ts; d push 1.1; d clear",
            r2("Ts", "9h", "Tc", "9c", "9d") + "1.1 stand; 2.1 stand; d deal d Ts; d push 1.1; d push 2.1; d clear",
            (13, "2.1", "d push 2.1", "d clear", 0)),
    # shoe and system
    Example("card-count-exceeded", PEEK, p1("Ts", "6h", "9d") + "d burn Ts", p1("Ts", "6h", "9d") + "d burn Tc",
            (7, "Ts", "at most 1", "2", 0), {"decks": 1}),
    Example("correction", RUSSIAN, r1("Ts", "6h", "9d") + "c fix 3 d deal 1.1 Tc by Ann reason misread suit", r1("Ts", "6h", "9d"),
            (6, "3", "d deal 1.1 Tc", "corrected", 0)),
]  # fmt: skip
