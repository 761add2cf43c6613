"""Rulings: how a round goes on after a finding, and what regulators and houses rule on each irregularity.

A finding proposes the ruling of the profile; `f rule CODE RULING by NAME` records another one. What each does:

* `stands`: what was done holds; an extra card counts, a late or changed bet counts as it lies, an act is in effect.
* `keep`: what came stays: a bet counts, money stays where it is; an extra card is kept to be the next one dealt.
* `burn`: the card goes to the discard tray and does not count.
* `take-back`: what was done is undone; a late bet goes back, an illegal act has no effect, a wrong payoff comes back
  whole and is paid afresh.
* `repay`: what the player lost wrongly is paid to him.
* `void-hand`, `void-round`: the hand (of a box: its hands), or the whole round, is out; stakes go back.
* `warn`: play goes on as it lies, with a word to whoever was wrong.

Regulations are cited by the short names of their states: SD is South Dakota 20:18, NJ New Jersey 13:69, ND North
Dakota 99-01.3-08, NZ the New Zealand Gazette of 1994; houses by their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from tracker.codes import CODES

Ruling = Literal["stands", "burn", "keep", "repay", "take-back", "void-hand", "void-round", "warn"]
RULINGS: Final[tuple[Ruling, ...]] = get_args(Ruling)

LETS_STAND: Final = ("stands", "keep")
PUTS_RIGHT: Final = ("repay", "take-back")
VOIDS_BOX: Final = frozenset({"box-skipped-in-deal", "card-extra", "card-missing"})
"""A wrong number of cards is a misdeal for the player, with both hands (SD 20:18:15:30.09)."""


@dataclass(frozen=True, slots=True)
class Practice:
    """What is usually ruled on one kind of finding.

    Attributes:
        usual: the ruling where a profile names none.
        others: rulings that a house may name instead.
        source: whose rule the usual one is.
    """

    usual: Ruling
    others: tuple[Ruling, ...]
    source: str

    @property
    def choices(self) -> tuple[Ruling, ...]:
        """Every ruling that makes sense here."""
        return (self.usual, *self.others)


_VOID: Final[tuple[Ruling, ...]] = ("void-hand", "void-round")
_NOTATION: Final = "notation, section 2"


def _extra_card(source: str = _NOTATION) -> Practice:
    return Practice("burn", ("stands", "keep", *_VOID, "warn"), source)


def _act(source: str = _NOTATION) -> Practice:
    return Practice("stands", ("take-back", *_VOID, "warn"), source)


def _beside_the_hand(source: str = _NOTATION) -> Practice:
    return Practice("stands", ("take-back", "void-round", "warn"), source)


def _as_it_lies(source: str = _NOTATION) -> Practice:
    return Practice("stands", (*_VOID, "warn"), source)


def _dealers_own(source: str = _NOTATION) -> Practice:
    return Practice("stands", ("void-round", "warn"), source)


def _late_money() -> Practice:
    return Practice("take-back", ("stands", "keep", "void-round", "warn"), "NZ 4.2 (IR-24)")


def _owed_to_the_house() -> Practice:
    return Practice("take-back", ("repay", "keep", "warn"), "house practice (IR-40, IR-41)")


def _owed_to_the_player() -> Practice:
    return Practice("repay", ("take-back", "keep", "warn"), "house practice (IR-40, IR-41)")


def _word(source: str) -> Practice:
    return Practice("warn", (*_VOID,), source)


PRACTICE: Final[Mapping[str, Practice]] = {
    # dealer's hand
    "dealer-stood-below-17": _dealers_own(),
    "dealer-drew-on-17-or-more": Practice("burn", ("stands", "keep", "void-round", "warn"), "SD 20:18:15:28 (IR-06)"),
    "dealer-drew-on-soft-17": Practice("burn", ("stands", "keep", "void-round", "warn"), "SD 20:18:15:28 (IR-06)"),
    "dealer-stood-on-soft-17": _dealers_own(),
    "dealer-drew-without-need": Practice("stands", ("burn", "keep", "void-round", "warn"), _NOTATION),
    "dealer-card-early": _dealers_own("SD 20:18:15:28 (IR-03)"),
    "dealer-card-missing": _dealers_own("SD 20:18:15:28 (IR-07)"),
    "hole-card-exposed": _dealers_own(),
    "upcard-not-shown": _dealers_own(),
    # dealing order
    "box-skipped-in-deal": Practice("keep", (*_VOID, "warn"), "SD 20:18:15:28 (IR-09, IR-10)"),
    "dealt-out-of-order": _as_it_lies("SD 20:18:15:28 (IR-03)"),
    "card-to-empty-box": Practice("burn", ("void-round", "warn"), "SD 20:18:15:28 (IR-05, IR-34)"),
    "card-missing": _as_it_lies("SD 20:18:15:28 (IR-10)"),
    "card-extra": _extra_card("SD 20:18:15:28 (IR-05)"),
    "burn-missing": Practice("warn", ("void-round",), "Louisiana LAC 42:III.3106 (IR-36, IR-37)"),
    "decision-out-of-turn": _as_it_lies(),
    "box-skipped-in-play": _as_it_lies(),
    # player cards
    "card-on-21": _extra_card("Europa Casino, Moldova (IR-26)"),
    "card-on-blackjack": _extra_card("Europa Casino, Moldova (IR-26)"),
    "card-after-stand": _extra_card(),
    "card-after-bust": _extra_card(),
    "card-after-double": _extra_card(),
    "card-on-split-ace": _extra_card(),
    "card-after-surrender": _extra_card(),
    "cards-moved": _act(),
    # switch
    "switch-not-offered-by-game": _act(),
    "switch-wrong-cards": _act(),
    "switch-after-action": _act("Betfred (IR-18): not allowed"),
    "switch-twice": _act(),
    "switch-after-insurance": _act("Betfred (IR-18): not allowed"),
    "switch-on-blackjack": _act(),
    # double
    "double-not-on-two-cards": _act(),
    "double-wrong-amount": _act(),
    "double-after-split-forbidden": _act(),
    "double-not-allowed-on-total": _act(),
    "double-not-offered": _word("house rule"),
    "double-missing-card": _as_it_lies(),
    # split
    "split-unlike-cards": _act(),
    "split-not-on-two-cards": _act(),
    "split-over-limit": _act(),
    "split-aces-over-limit": _act(),
    "split-wrong-amount": _act(),
    "split-after-insurance": _act(),
    "split-missing-card": _as_it_lies(),
    # surrender
    "surrender-not-on-two-cards": _act("Casino Sochi (IR-27): refused"),
    "surrender-after-split": _act(),
    "surrender-out-of-turn": _act("Casino Sochi (IR-27): refused"),
    "surrender-wrong-amount": _owed_to_the_house(),
    "surrender-against-ace": _act("Casino Sochi (IR-27): refused"),
    "surrender-not-offered-by-game": _act(),
    # insurance
    "insurance-without-ace": _beside_the_hand(),
    "insurance-wrong-amount": _beside_the_hand("dealers' school (IR-39): refused"),
    "insurance-late": _beside_the_hand("dealers' school (IR-39): refused"),
    "insurance-after-split": _beside_the_hand(),
    "insurance-not-offered": _word("house rule"),
    "even-money-without-blackjack": Practice("take-back", ("warn", *_VOID), "house practice"),
    "even-money-without-ace": _act(),
    # bets
    "bet-late": _late_money(),
    "bet-changed": _late_money(),
    "bet-below-minimum": _word("dealers' school (IR-38): play for the amount down"),
    "bet-above-maximum": _word("dealers' school (IR-38): play for the amount down"),
    "bets-unequal": _word("SD 20:18:15:30.09 (IR-13): equal wagers are required"),
    "side-bet-without-bet": Practice("take-back", ("warn",), _NOTATION),
    "side-bet-late": _late_money(),
    "too-many-bettors": _word("house rule"),
    "too-many-boxes": _word("house rule"),
    # money
    "loser-paid": _owed_to_the_house(),
    "loser-not-taken": _owed_to_the_house(),
    "winner-not-paid": _owed_to_the_player(),
    "winner-taken": _owed_to_the_player(),
    "push-paid": _owed_to_the_house(),
    "push-taken": _owed_to_the_player(),
    "underpaid": _owed_to_the_player(),
    "overpaid": _owed_to_the_house(),
    "side-bet-wrong-tier": _owed_to_the_house(),
    "side-bet-missed": _owed_to_the_player(),
    "bonus-missed": _owed_to_the_player(),
    "bonus-wrong-tier": _owed_to_the_house(),
    "insurance-mispaid": _owed_to_the_house(),
    "paid-wrong-box": _owed_to_the_house(),
    "settled-early": Practice("stands", ("warn",), _NOTATION),
    "settled-twice": _owed_to_the_house(),
    "cleared-unsettled": _owed_to_the_player(),
    # shoe
    "card-count-exceeded": Practice("stands", ("void-round", "warn"), "Casino Sochi, rule 3 (IR-29, IR-43)"),
}  # fmt: skip
"""Usual rulings by finding code. Codes without an entry (statistics, system) leave nothing to rule."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the floor ruled on the findings of one code in a round (`f rule CODE RULING by NAME`)."""

    ruling: str
    by: str


def in_effect(code: str, ruled: str | None, house: Mapping[str, Ruling]) -> str:
    """Return the ruling by which a round goes on after findings of a code.

    A word to whoever was wrong (`warn`), and a ruling that makes no sense here, change nothing: what is usual goes on.

    Args:
        code: the findings' code.
        ruled: what the floor ruled; None if it has not.
        house: a profile's own rulings.
    """
    practice = PRACTICE.get(code)
    if practice is None:
        return ruled or ""
    ruling = ruled or house.get(code, practice.usual)
    return ruling if ruling != "warn" and ruling in practice.choices else practice.usual


def check_ruling(code: str, ruling: str) -> None:
    """Refuse a ruling that a profile cannot give.

    Raises:
        ValueError: if there is no such code, nothing to rule on, or the ruling makes no sense there.
    """
    if code not in CODES:
        raise ValueError(f"expected a finding code, got {code!r}")
    practice = PRACTICE.get(code)
    if practice is None:
        raise ValueError(f"nothing can be ruled on {code!r}")
    if ruling not in practice.choices:
        raise ValueError(f"expected {', '.join(practice.choices)} for {code!r}, got {ruling!r}")


def proposed(code: str, money: int, house: Mapping[str, Ruling]) -> str:
    """Return the ruling that a finding proposes; `""` where nothing can be ruled.

    Args:
        code: the finding's code.
        money: minor units that the player has wrongly gained (+) or lost (-); it decides between `repay` and
            `take-back` where the house puts the money right.
        house: a profile's own rulings.
    """
    practice = PRACTICE.get(code)
    if practice is None:
        return ""
    ruling = house.get(code, practice.usual)
    if ruling in PUTS_RIGHT and set(PUTS_RIGHT) <= set(practice.choices):
        return "repay" if money < 0 else "take-back"
    return ruling
