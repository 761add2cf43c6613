"""Checks a profile: rules that contradict each other, rules that change nothing, and readings that are dear.

A contradiction is something that cannot be dealt, or that one rule promises and another takes away. Dear readings are
told with what was measured (`prices`), worked out on demand (`solved`), or can be counted exactly (insurance, side
bets).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal

from tracker.paytables import side_bet_expectation
from tracker.profiles.contradictions import contradictions
from tracker.profiles.effect import idle_rules
from tracker.profiles.fields import RULE_FIELDS, Profile
from tracker.profiles.prices import USUAL, Price, measured, prices
from tracker.ratio import HALF, Ratio, Rounding
from tracker.rulings import PRACTICE

if TYPE_CHECKING:
    from tracker.profiles.solved import Solved

Kind = Literal["contradiction", "no effect", "dear"]

DEAR_POINTS: Final = 0.3
"""From how many percentage points of the initial bet a reading is told."""
DEAR_GAME: Final = 2.0
"""From how many percent that a whole game costs the player it is told; one that costs the house is always told."""
DEAR_SIDE_BET: Final = Fraction(1, 10)
"""The same for a side bet, as a fraction of it."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that a house should know about its profile.

    Attributes:
        kind: `contradiction`, `no effect` or `dear`.
        fields: the rules that it is about.
        text: what is wrong or what it costs, in a sentence.
        points: for a dear reading, percentage points of the bet, positive where they go to the player.
        basis: for a dear reading, where the number comes from.
    """

    kind: Kind
    fields: tuple[str, ...]
    text: str
    points: float | None = None
    basis: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; the last two are null where there is no price."""
        return {
            "kind": self.kind,
            "fields": list(self.fields),
            "text": self.text,
            "points": self.points,
            "basis": self.basis or None,
        }


def check_profile(profile: Profile, minor_units: int = 100, solved: Solved | None = None) -> list[Remark]:
    """Return everything that is remarkable about a profile: contradictions first, then idle rules, then prices.

    Args:
        profile: the rules.
        minor_units: the currency's smallest units in one, for limits and halves.
        solved: the game worked out by `solve`; without it prices are told as far as like games were measured.
    """
    return [
        *(Remark("contradiction", one.fields, one.text) for one in contradictions(profile)),
        *_amounts(profile, minor_units),
        *_idle(profile),
        *(_measured_prices(profile) if solved is None else _solved_prices(profile, solved)),
        *_dear_insurance(profile),
        *_dear_side_bets(profile),
    ]


def _amounts(profile: Profile, minor_units: int) -> Iterator[Remark]:
    for name in ("minimum", "maximum", "side_maximum", "check_from"):
        amount: Decimal | None = getattr(profile, name)
        if amount is None:
            continue
        minor = amount * minor_units
        if minor != int(minor):
            text = f"the currency cannot hold {amount}: its smallest unit is 1/{minor_units}"
            yield Remark("contradiction", (name,), text)
        elif profile.rounding is Rounding.EXACT and name in ("minimum", "maximum"):
            yield from _broken_halves(profile, name, int(minor))


def _broken_halves(profile: Profile, name: str, stake: int) -> Iterator[Remark]:
    """Find prices of a stake that the smallest unit cannot hold, though rounding is `exact`."""
    priced: list[tuple[str, Ratio]] = [("insurance_pays", HALF), ("blackjack_pays", profile.blackjack_pays)]
    if profile.suited_blackjack_pays is not None:
        priced.append(("suited_blackjack_pays", profile.suited_blackjack_pays))
    if profile.surrender != "none":
        priced.append(("surrender", HALF))
    for rule, ratio in priced:
        if stake * ratio.pays % ratio.per:
            text = (
                f"{ratio} of the {name} stake is no whole number of the smallest unit, and rounding is exact"
            )
            yield Remark("contradiction", ("rounding", name, rule), text)


def _idle(profile: Profile) -> Iterator[Remark]:
    """Find rules that were set and change nothing; one that contradicts another is told already."""
    idle = idle_rules(profile)
    contradicted = {name for one in contradictions(profile) for name in one.fields}
    for name in RULE_FIELDS:
        value = getattr(profile, name)
        promises = bool(value) and value != Profile.model_fields[name].default
        if name in idle and promises and name not in contradicted:
            yield Remark("no effect", (name,), f"{name} changes nothing: {idle[name]}")
    for code, ruling in profile.rulings.items():
        if ruling == PRACTICE[code].usual:
            yield Remark("no effect", ("rulings",), f"{code} = {ruling!r} is ruled anyway")


def _measured_prices(profile: Profile) -> Iterator[Remark]:
    game = measured(profile)
    if game is not None:
        yield from _dear_game(game.percent, f"measured, within {game.within} ({game.base}: {game.key})")
    for price in prices(profile):
        if price.field in USUAL and price.instead == USUAL[price.field]:
            basis = f"measured on {price.base} against {_written(price.instead)}, within {price.within}"
            yield from _dear_reading(profile, price, basis)


def _solved_prices(profile: Profile, solved: Solved) -> Iterator[Remark]:
    yield from _dear_game(solved.percent, "solved by composition of the shoe, side bets apart")
    for price in solved.prices:
        yield from _dear_reading(profile, price, f"solved against {_written(price.instead)}")


def _dear_game(percent: float, basis: str) -> Iterator[Remark]:
    if percent > 0 or percent < -DEAR_GAME:
        text = f"dealt so, the game gives a good player {percent:+.3f} % of the initial bet"
        yield Remark("dear", (), text, percent, basis)


def _dear_reading(profile: Profile, price: Price, basis: str) -> Iterator[Remark]:
    if abs(price.points) >= DEAR_POINTS:
        who = "the house" if price.points > 0 else "the player"
        value = _written(getattr(profile, price.field))
        text = f"{price.field} = {value} costs {who} {abs(price.points):.2f} points"
        yield Remark("dear", (price.field,), text, price.points, basis)


def _dear_insurance(profile: Profile) -> Iterator[Remark]:
    """Insurance for somebody who knows the ace only: exactly so many tens are left for it."""
    tens = Fraction(16 * profile.decks, 52 * profile.decks - 1)
    price = profile.insurance_pays
    gain = tens * Fraction(price.pays, price.per) - (1 - tens)
    if gain > 0:
        text = f"insurance at {price} wins {float(100 * gain):.2f} % of what is put on it, whatever the player holds"
        yield Remark("dear", ("insurance_pays",), text, float(100 * gain), "exact")


def _dear_side_bets(profile: Profile) -> Iterator[Remark]:
    for bet in profile.side_bets:
        gain = side_bet_expectation(bet, profile.decks)
        if profile.hands_per_box == 2 and (gain > 0 or gain < -DEAR_SIDE_BET):
            who = "the house" if gain > 0 else "the player"
            text = f"{bet.name} costs {who} {abs(float(100 * gain)):.2f} % of what is put on it"
            yield Remark("dear", ("side_bets",), text, float(100 * gain), "exact")


def _written(value: object) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, tuple):
        return ", ".join(getattr(item, "name", str(item)) for item in value)
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)
