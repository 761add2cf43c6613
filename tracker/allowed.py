"""What would have been allowed instead of an illegal act: the `expected` of its finding, in the notation's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_DOUBLE: Final = "{hand} double {stake} on two cards"
_SPLIT: Final = "{hand} split {stake} on two alike cards, as the game allows"

_ALLOWED: Final[Mapping[str, str]] = {
    "double-not-on-two-cards": _DOUBLE,
    "double-wrong-amount": _DOUBLE,
    "double-after-split-forbidden": "no double after a split",
    "double-not-allowed-on-total": "{hand} double {stake} on {least} to 11",
    "split-unlike-cards": _SPLIT,
    "split-not-on-two-cards": _SPLIT,
    "split-wrong-amount": _SPLIT,
    "split-over-limit": "no more splits",
    "split-aces-over-limit": "no more splits of aces",
    "split-after-insurance": "no split after insurance",
    "decision-out-of-turn": "no more decisions of {hand}",
    "surrender-not-on-two-cards": "a first act on two cards",
    "surrender-out-of-turn": "a surrender before the turn has passed",
    "surrender-after-split": "no surrender after a split",
    "surrender-against-ace": "no surrender against an ace",
    "surrender-not-offered-by-game": "no surrender",
    "switch-wrong-cards": "{box} switch 2 2",
    "switch-twice": "one switch",
    "switch-after-action": "a switch before the first act",
    "switch-after-insurance": "no switch after insurance",
    "switch-on-blackjack": "no switch of a blackjack",
    "switch-not-offered-by-game": "no switch",
    "insurance-without-ace": "insure {half} against an ace",
    "insurance-wrong-amount": "insure {half} against an ace",
    "insurance-late": "insure {half} in time",
    "insurance-after-split": "no insurance after a split",
    "even-money-without-blackjack": "a blackjack against an ace",
    "even-money-without-ace": "a blackjack against an ace",
}


def allowed(code: str, **words: object) -> str:
    """Return what the rule behind a code allows.

    Args:
        code: of an illegal act.
        words: `hand`, `box`, `stake`, `half` as the act has them; `least`, the least total to double on.
    """
    return _ALLOWED[code].format(**words)
