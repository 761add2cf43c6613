"""Which rules of a profile change nothing, because another one takes away what they are about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tracker.profiles.fields import Profile

Test = Callable[[Profile], bool]


def _no_split(profile: Profile) -> bool:
    return profile.max_split_hands == 1


def _no_surrender(profile: Profile) -> bool:
    return profile.surrender == "none"


def _no_switch(profile: Profile) -> bool:
    return not profile.switch


def _no_bonus(profile: Profile) -> bool:
    return not profile.bonuses


def _one_hand(profile: Profile) -> bool:
    return profile.hands_per_box == 1


def _no_even_money(profile: Profile) -> bool:
    return profile.natural_pays == "at-once" or profile.blackjack_vs_blackjack == "win"


_IDLE: Final[tuple[tuple[str, Test, str], ...]] = (
    ("up_card", lambda p: not p.hole_card, "the dealer gets one card in the deal"),
    ("peek", lambda p: not p.hole_card, "there is no hole card to look at"),
    (
        "original_bets_only",
        lambda p: p.hole_card and p.peek == "ace-ten",
        "the dealer looks before anybody doubles",
    ),
    ("stake_scope", _one_hand, "a box has one hand, whose stake is the box's"),
    ("rs1_scope", _one_hand, "a box has one dealt hand"),
    ("rs1_scope", lambda p: p.max_split_hands == 0, "splits have no limit"),
    ("rs1_scope", _no_split, "there is no split"),
    ("followers_must_match", lambda p: p.max_bettors == 1, "a box has one bettor"),
    ("side_maximum", lambda p: not p.side_bets, "there is no side bet"),
    ("even_money_upcards", _no_even_money, "a blackjack is paid whatever the dealer has"),
    ("switch_after_insurance", _no_switch, "there is no switch"),
    ("natural_locks_switch", _no_switch, "there is no switch"),
    ("double_after_split", _no_split, "there is no split"),
    ("split_by", _no_split, "there is no split"),
    ("split_deal", _no_split, "there is no split"),
    ("split_aces_one_card", _no_split, "there is no split"),
    ("insure_after_split", _no_split, "there is no split"),
    ("split_after_insurance", _no_split, "there is no split"),
    ("max_ace_hands", _no_split, "there is no split"),
    ("max_ace_hands", lambda p: not p.split_aces_one_card, "split aces play on as any hand"),
    ("surrender_after_split", _no_surrender, "there is no surrender"),
    ("surrender_after_split", _no_split, "there is no split"),
    ("surrender_vs_ace", _no_surrender, "there is no surrender"),
    ("bonus_after_split", _no_bonus, "there is no bonus"),
    ("bonus_after_split", _no_split, "there is no split"),
    ("bonus_after_double", _no_bonus, "there is no bonus"),
    ("offers_heard", lambda p: not p.must_offer, "the dealer has to offer nothing"),
)


def idle_rules(profile: Profile) -> dict[str, str]:
    """Return the rules that change nothing in this profile, and why, in the order of the table above."""
    idle: dict[str, str] = {}
    for name, is_idle, reason in _IDLE:
        if is_idle(profile):
            idle.setdefault(name, reason)
    return idle
