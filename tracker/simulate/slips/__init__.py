"""Dealing errors that can be planted."""

from __future__ import annotations

from collections.abc import Collection

from tracker.profile import Profile
from tracker.simulate.slips import deal, money, play
from tracker.simulate.slips.kind import Kind, Slip

ALL_KINDS: tuple[Kind, ...] = (*play.KINDS, *deal.KINDS, *money.KINDS)
"""Every kind of error that can be planted."""


def kinds_for(profile: Profile, *, observable: bool, codes: Collection[str] | None = None) -> list[Kind]:
    """Return the kinds that a game offers.

    Args:
        profile: the game.
        observable: only what positions of cards and amounts on spots show.
        codes: only these finding codes.

    Raises:
        ValueError: if a code cannot be planted in this game.
    """
    fitting = [kind for kind in ALL_KINDS if kind.fits(profile) and (kind.observable or not observable)]
    if codes is None:
        return fitting
    unknown = sorted(set(codes) - {kind.code for kind in fitting})
    if unknown:
        offered = ", ".join(sorted({kind.code for kind in fitting}))
        raise ValueError(
            f"expected codes that can be planted in {profile.name} ({offered}), got {', '.join(unknown)}"
        )
    return [kind for kind in fitting if kind.code in codes]


__all__ = ["ALL_KINDS", "Kind", "Slip", "kinds_for"]
