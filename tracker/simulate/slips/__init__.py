"""Dealing errors that can be planted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tracker.codes import CODES
from tracker.profile import Profile
from tracker.simulate.slips import (
    bets,
    deal,
    dealer,
    doubles_splits,
    insurance,
    money,
    player_cards,
    prices,
    settling,
    shoe,
    surrender,
    switch,
)
from tracker.simulate.slips.kind import OFF, Kind, Slip

ALL_KINDS: Final[tuple[Kind, ...]] = (
    *dealer.KINDS,
    *deal.KINDS,
    *player_cards.KINDS,
    *switch.KINDS,
    *doubles_splits.KINDS,
    *surrender.KINDS,
    *insurance.KINDS,
    *bets.KINDS,
    *money.KINDS,
    *prices.KINDS,
    *settling.KINDS,
    *shoe.KINDS,
)
"""Every kind of error that can be planted; several may lead to one code."""

NO_ERRORS: Final = {"correction": "a note on the record, no dealing error"}
"""Codes that the referee finds and that are no errors, so that nothing is planted for them."""


def kinds_for(profile: Profile, *, observable: bool, codes: Collection[str] | None = None) -> list[Kind]:
    """Return the kinds that a game offers.

    Args:
        profile: the game.
        observable: only what positions of cards and amounts on spots show.
        codes: only these finding codes.

    Raises:
        ValueError: if a code cannot be planted in this game.
    """
    fitting = [
        kind for kind in ALL_KINDS if kind.fits(profile) and (kind.is_observable(profile) or not observable)
    ]
    if codes is None:
        return fitting
    unknown = sorted(set(codes) - {kind.code for kind in fitting})
    if unknown:
        offered = ", ".join(sorted({kind.code for kind in fitting}))
        raise ValueError(
            f"expected codes that can be planted in {profile.name} ({offered}), got {', '.join(unknown)}"
        )
    return [kind for kind in fitting if kind.code in codes]


def left_out(profile: Profile) -> dict[str, str]:
    """Return the codes that the referee judges and that cannot be planted in a game, each with the reason."""
    planted = {kind.code for kind in ALL_KINDS if kind.fits(profile)}
    return {code: _reason(code, profile) for code, row in CODES.items() if row.judged and code not in planted}


def _reason(code: str, profile: Profile) -> str:
    if code in NO_ERRORS:
        return NO_ERRORS[code]
    if profile.severity.get(code) == OFF:
        return "the house has switched this code off"
    return "; ".join(dict.fromkeys(kind.need.otherwise for kind in ALL_KINDS if kind.code == code))


__all__ = ["ALL_KINDS", "NO_ERRORS", "Kind", "Slip", "kinds_for", "left_out"]
