"""What readings of the rules are worth: expectations of whole games as they were measured, and differences of two.

The measurements are an independent composition-dependent solver's with simulation (six decks, a fresh shoe, best play),
in percent of the initial bet, seen from the player. RULES section 5 tells how they were made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tracker.profile import Profile, load_profile
from tracker.profiles.effect import idle_rules

PLAY_FIELDS: Final = (
    "decks", "hands_per_box", "hole_card", "up_card", "peek", "soft17", "dealer_22", "original_bets_only",
    "blackjack_pays", "suited_blackjack_pays", "blackjack_vs_blackjack", "natural_pays", "even_money_upcards",
    "insurance_pays", "insure_after_split", "split_after_insurance", "switch", "switch_after_insurance",
    "natural_locks_switch", "stand_on_21", "double", "double_after_split", "split_by", "max_split_hands", "rs1_scope",
    "split_aces_one_card", "max_ace_hands", "surrender", "surrender_after_split", "surrender_vs_ace", "ties",
    "bonuses", "bonus_after_split", "bonus_after_double",
)  # fmt: skip
"""The rules that an expectation depends on."""


_RESTS_ON: Final[Mapping[str, str]] = {
    "surrender_vs_ace": "surrender",
    "surrender_after_split": "surrender",
    "bonus_after_split": "bonuses",
}
"""Rules whose price says nothing where the other rule is not as it was measured: early surrender is not late."""


USUAL: Final[Mapping[str, object]] = {
    "ties": "push",
    "dealer_22": "bust",
    "surrender": "none",
    "surrender_vs_ace": False,
    "bonuses": (),
    "suited_blackjack_pays": None,
}
"""The reading that most houses have, which a dear one is compared with."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One measured game.

    Attributes:
        base: the shipped profile.
        reading: what was set otherwise than in it.
        percent: the player's expectation, in percent of the initial bet.
        within: the measurement's interval, plus or minus.
        key: name in the table of measurements.
    """

    base: str
    reading: Mapping[str, object]
    percent: float
    within: float
    key: str

    def profile(self) -> Profile:
        """Return the profile that was measured."""
        return load_profile(self.base, self.reading)


def _without_bonuses(*names: str) -> dict[str, object]:
    bonuses = load_profile("russian-blackjack").bonuses
    return {"bonuses": tuple(bonus for bonus in bonuses if bonus.name not in names)}


_NO_ACE: Final[Mapping[str, object]] = {"surrender_vs_ace": False}
_NO_BONUS: Final[Mapping[str, object]] = {"bonuses": ()}
_PLAIN: Final[Mapping[str, object]] = {"suited_blackjack_pays": None}
_SWITCH: Final = "blackjack-switch"
_RUSSIAN: Final = "russian-blackjack"


@lru_cache(maxsize=1)
def measurements() -> tuple[Measured, ...]:
    """Return every measurement; the first of each game is the game as its book has it."""
    return (
        Measured(_SWITCH, {}, -7.944, 0.006, "seed reading"),
        Measured(_SWITCH, {"rs1_scope": "box"}, -7.947, 0.006, "one split per box"),
        Measured(_SWITCH, {"surrender_after_split": False}, -7.942, 0.008, "no surrender after split"),
        Measured(_SWITCH, {"surrender": "none"}, -9.526, 0.009, "no surrender"),
        Measured(_SWITCH, _NO_ACE, -8.489, 0.008, "no ES vs ace"),
        Measured(_SWITCH, {"natural_locks_switch": False}, -7.923, 0.008, "natural does not lock switch"),
        Measured(_SWITCH, {"peek": "ace-ten"}, -7.662, 0.01, "peek A/T"),
        Measured(_SWITCH, {"ties": "push"}, 0.77, 0.008, "ties push"),
        Measured(_SWITCH, {"dealer_22": "bust"}, -1.293, 0.012, "dealer 22 loses"),
        Measured(_SWITCH, {"switch": False}, -15.914, 0.012, "no switching"),
        Measured(_RUSSIAN, {}, 2.298, 0.008, "seed literal: ES vs all + bonuses"),
        Measured(_RUSSIAN, _NO_ACE, 1.948, 0.015, "no ES vs ace"),
        Measured(_RUSSIAN, {"surrender": "none"}, 1.739, 0.015, "no surrender"),
        Measured(_RUSSIAN, _NO_BONUS, 0.747, 0.008, "ES all, no bonuses"),
        Measured(_RUSSIAN, {**_NO_ACE, **_NO_BONUS}, 0.348, 0.015, "no ES vs ace, no bonuses"),
        Measured(_RUSSIAN, {"surrender": "none", **_NO_BONUS}, 0.076, 0.015, "no surrender, no bonuses"),
        Measured(_RUSSIAN, {**_NO_BONUS, **_PLAIN}, 0.209, 0.011, "ES vs all, no bonuses, suited BJ 3:2"),
        Measured(
            _RUSSIAN,
            {**_NO_ACE, **_NO_BONUS, **_PLAIN},
            -0.217,
            0.011,
            "no ES vs ace, no bonuses, suited BJ 3:2",
        ),
        Measured(
            _RUSSIAN,
            {**_NO_ACE, "bonus_after_split": True},
            2.043,
            0.015,
            "noESA + bonus also on split hands",
        ),
        Measured(_RUSSIAN, {**_NO_ACE, "decks": 8}, 1.956, 0.015, "noESA, 8 decks"),
        Measured(
            _RUSSIAN,
            {**_NO_ACE, **_without_bonuses("five-card-21")},
            1.081,
            0.015,
            "noESA without 5-card bonus",
        ),
        Measured(
            _RUSSIAN,
            {**_NO_ACE, **_without_bonuses("6-7-8", "6-7-8-suited")},
            1.282,
            0.015,
            "noESA without 678",
        ),
        Measured(
            _RUSSIAN,
            {**_NO_ACE, **_without_bonuses("7-7-7", "7-7-7-suited")},
            1.887,
            0.015,
            "noESA without 777",
        ),
    )


@dataclass(frozen=True, slots=True)
class Price:
    """What one reading of a game is worth to the player, beside another one that was measured.

    Attributes:
        field: the rule that differs.
        instead: its value in the game that the profile is compared with.
        points: percentage points of the initial bet, positive where the profile's reading is better for the player.
        within: the interval of that difference, plus or minus; 0 where it was worked out.
        base: the shipped profile that it was measured on; empty where it was worked out.
    """

    field: str
    instead: object
    points: float
    within: float
    base: str


@lru_cache(maxsize=1)
def _games() -> tuple[tuple[Measured, Profile], ...]:
    return tuple((one, one.profile()) for one in measurements())


def measured(profile: Profile) -> Measured | None:
    """Return the measurement of exactly this game, or None."""
    return next((one for one, game in _games() if not _differences(game, profile)), None)


def prices(profile: Profile) -> list[Price]:
    """Return what single readings of a profile are worth, as far as two measured games differ in nothing else.

    Where several pairs of games tell a price, the pair that is nearest to the profile does. Games that deal another
    kind of round (hands a box, hole card, switch) tell nothing.
    """
    nearest: dict[tuple[str, str], tuple[int, Price]] = {}
    idle = idle_rules(profile)
    for mine, game in _games():
        apart = _differences(game, profile)
        if apart & {"hands_per_box", "hole_card", "switch"}:
            continue
        for other, another in _games():
            differing = _differences(game, another) if other.base == mine.base else set()
            if len(differing) != 1 or differing & {*apart, *idle}:
                continue
            (field,) = differing
            if _RESTS_ON.get(field) in apart:
                continue
            instead = getattr(another, field)
            within = (mine.within**2 + other.within**2) ** 0.5
            price = Price(field, instead, round(mine.percent - other.percent, 3), round(within, 3), mine.base)
            key = field, str(instead)
            if key not in nearest or len(apart) < nearest[key][0]:
                nearest[key] = len(apart), price
    return [price for _, price in nearest.values()]


def _differences(one: Profile, other: Profile) -> set[str]:
    """Return the rules in which two games differ, those apart that change nothing in either."""
    idle = {*idle_rules(one), *idle_rules(other)}
    return {name for name in PLAY_FIELDS if name not in idle and getattr(one, name) != getattr(other, name)}
