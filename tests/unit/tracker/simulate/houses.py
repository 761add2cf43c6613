"""Houses whose rules together open every kind of dealing error, for tests of the simulator."""

from __future__ import annotations

from typing import Any

from tracker.profile import Profile, load_profile

LIMITS: dict[str, Any] = {"minimum": 10, "maximum": 500, "side_maximum": 100}
STRICT: dict[str, Any] = {
    **LIMITS,
    "soft17": "hit",
    "burn_first_card": True,
    "switch_after_insurance": False,
    "double": "9-11",
    "double_after_split": False,
    "surrender_after_split": False,
    "surrender_vs_ace": False,
    "max_boxes": 3,
    "max_split_hands": 3,
}
"""What the shipped games allow, forbidden."""

HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    f"{game}-{name}": (game, rules)
    for game in ("blackjack-switch", "russian-blackjack", "blackjack-s17-peek")
    for name, rules in (("shipped", {}), ("limits", LIMITS), ("strict", STRICT))
}
"""By name: a shipped game, and the rules that the house has otherwise."""


def house(name: str) -> Profile:
    """Return the profile of a house."""
    game, rules = HOUSES[name]
    return load_profile(game, rules)
