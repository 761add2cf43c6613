"""Actions: what was done at the table, legal or not, as one line of the notation each.

The grammar is the table `FORMS` below; NOTATION section 2 says what each form means, and
`parse_action(format_action(a)) == a`. Amounts are integers in minor units, cards are `Card`s, media times are
microseconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from tracker.cards import RANKS, SUITS, UNREAD, Card
from tracker.errors import NotationError

Arg: TypeAlias = "str | int | Card | Action"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that was done.

    Attributes:
        actor: who: a box (`1`), a hand (`1.2`), the dealer `d`, a correction `c`, the floor `f`.
        verb: what: the second word of the notation, such as `bet` or `deal`.
        args: the rest, typed as `FORMS` says: places and words as text, amounts in minor units, cards.
        by: the bettor or person named after `by`.
        pts_us: media time, or None.
        comment: what follows `#`, or None.
    """

    actor: str
    verb: str
    args: tuple[Arg, ...] = ()
    by: str | None = None
    pts_us: int | None = None
    comment: str | None = None

    def __str__(self) -> str:
        return format_action(self)


CARDS: Final = {r + s: Card(r, s) for r in RANKS + UNREAD for s in SUITS + UNREAD}
"""Every card that the notation can write, by its text: one object each."""

RULINGS: Final = ("stands", "burn", "keep", "repay", "take-back", "void-hand", "void-round", "warn")

# Slots of a form. A trailing `?` marks an optional slot; `by` takes the words to the end of the action.
FORMS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("box", "bet"): ("amount", "by?"),
    ("box", "side"): ("word", "amount", "by?"),
    ("box", "insure"): ("amount", "by?"),
    ("box", "even-money"): ("by?",),
    ("box", "switch"): ("count?", "count?"),
    ("hand", "bet"): ("amount", "by?"),
    ("hand", "chips"): ("amount",),
    ("hand", "insure"): ("amount", "by?"),
    ("hand", "hit"): (),
    ("hand", "stand"): (),
    ("hand", "double"): ("amount", "by?"),
    ("hand", "split"): ("amount", "by?"),
    ("hand", "surrender"): (),
    ("d", "nmb"): (),
    ("d", "deal"): ("seat", "card", "up?"),
    ("d", "turn"): ("count", "card"),
    ("d", "burn"): ("card",),
    ("d", "move"): ("hand", "count", "hand"),
    ("d", "peek"): (),
    ("d", "stand"): (),
    ("d", "shuffle"): (),
    ("d", "cut"): ("number",),
    ("d", "offer"): ("offer", "hand?"),
    ("d", "insurance-closed"): (),
    ("d", "pay"): ("bet", "amount", "by?"),
    ("d", "take"): ("bet", "amount", "by?"),
    ("d", "push"): ("bet", "by?"),
    ("d", "clear"): (),
    ("f", "rule"): ("word", "ruling", "by"),
}

_BOX = re.compile(r"[1-7]")
_HAND = re.compile(r"[1-7]\.[1-9][0-9]?")
_BET = re.compile(r"[1-7]\.(side|insurance|[1-9][0-9]?(\.bonus)?)")
_WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_AMOUNT = re.compile(r"([0-9]{1,15})(?:\.([0-9]{1,6}))?")
_COUNT = re.compile(r"[1-9][0-9]{0,5}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
_TIME = re.compile(r"@([0-9]{1,12})(?:\.([0-9]{1,6}))?")


def parse_amount(text: str, minor_units: int = 100) -> int:
    """Read a decimal amount in major units into minor units.

    Raises:
        NotationError: if it is no plain positive decimal, or more precise than the currency.
    """
    match = _AMOUNT.fullmatch(text)
    if not match:
        raise NotationError(f"expected an amount such as 100 or 7.50, got {text!r}")
    whole, fraction = match[1], (match[2] or "").rstrip("0")
    scaled, unit = int(fraction or "0") * minor_units, int(10 ** len(fraction))
    if scaled % unit:
        raise NotationError(f"amount {text!r} is more precise than 1/{minor_units} of the currency")
    return int(whole) * minor_units + scaled // unit


def format_amount(minor: int, minor_units: int = 100) -> str:
    """Write minor units as the shortest decimal in major units: `100`, `7.5`, `-0.25`."""
    whole, rest = divmod(abs(minor), minor_units)
    sign = "-" if minor < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    fraction = str(rest).rjust(len(str(minor_units)) - 1, "0").rstrip("0")
    return f"{sign}{whole}.{fraction}"


@lru_cache(maxsize=8192)
def parse_action(text: str, minor_units: int = 100) -> Action:
    """Read one action.

    Args:
        text: such as `1.1 double 100`, `@15.480 d deal 1.1 Th # by the window`.
        minor_units: how many of the currency's smallest units make one (a power of ten).

    Raises:
        NotationError: if the text is no action, with what was expected.
    """
    body, hash_sign, after = text.partition("#")
    comment = after.strip() if hash_sign else None
    if comment and not comment.isprintable():
        raise NotationError(f"expected a comment of one printable line, got {comment!r}")
    words = body.split()
    pts_us = _parse_time(words.pop(0)) if words and words[0].startswith("@") else None
    if len(words) < 2:
        raise NotationError(f"expected 'ACTOR VERB ...', got {text!r}")
    actor, verb = words[0], words[1]
    if actor == "c":
        return _parse_fix(words, pts_us, comment, minor_units)
    form = FORMS.get((_kind_of(actor), verb))
    if form is None:
        raise NotationError(f"expected an action that {actor!r} can take, got {verb!r} in {text!r}")
    args, by = _parse_slots(form, words[2:], text, minor_units)
    return Action(actor, verb, args, by, pts_us, comment)


def format_action(action: Action, minor_units: int = 100) -> str:
    """Write one action; `parse_action` reads it back equal.

    Raises:
        ValueError: if the action has a name, text or time that the notation cannot hold.
    """
    words = [] if action.pts_us is None else [_format_time(action.pts_us)]
    words += [action.actor, action.verb]
    if action.actor == "c":
        words += _format_fix(action, minor_units)
    else:
        form = FORMS.get((_kind_of(action.actor), action.verb), ())
        slots = [slot.rstrip("?") for slot in form if not slot.startswith("by")]
        for slot, arg in zip(slots, action.args, strict=False):
            words.append(
                format_amount(arg, minor_units) if slot == "amount" and isinstance(arg, int) else str(arg)
            )
        if action.by is not None:
            words += ["by", _checked(action.by)]
    if action.comment is not None:
        words.append(f"# {_checked(action.comment, hash_allowed=True)}".rstrip())
    return " ".join(words)


def _kind_of(actor: str) -> str:
    if actor in ("d", "f"):
        return actor
    if _BOX.fullmatch(actor):
        return "box"
    if _HAND.fullmatch(actor):
        return "hand"
    raise NotationError(f"expected box 1 to 7, a hand such as 1.2, d, c or f, got {actor!r}")


def _parse_slots(
    form: tuple[str, ...], words: list[str], text: str, minor_units: int
) -> tuple[tuple[Arg, ...], str | None]:
    args: list[Arg] = []
    by: str | None = None
    rest = list(words)
    for slot in form:
        kind, optional = slot.rstrip("?"), slot.endswith("?")
        if not rest:
            if optional:
                continue
            raise NotationError(f"expected {kind} at the end of {text!r}")
        if kind == "by":
            if rest[0] != "by" or len(rest) < 2:
                raise NotationError(f"expected 'by NAME', got {' '.join(rest)!r} in {text!r}")
            by, rest = " ".join(rest[1:]), []
            _checked(by)
        else:
            args.append(_parse_arg(kind, rest.pop(0), minor_units))
    if rest:
        raise NotationError(f"expected nothing more, got {' '.join(rest)!r} in {text!r}")
    if form[:1] == ("count?",) and len(args) == 1:
        raise NotationError(f"expected no card or two, got one in {text!r}")
    if form[:1] == ("offer",) and (args[0] == "double") != (len(args) == 2):
        raise NotationError(f"expected 'd offer double BOX.N' or 'd offer insurance', got {text!r}")
    return tuple(args), by


def _parse_arg(kind: str, word: str, minor_units: int) -> Arg:
    if kind == "amount":
        return parse_amount(word, minor_units)
    if kind == "card":
        card = CARDS.get(word)
        if card is None:
            raise NotationError(f"expected a card such as Th or ??, got {word!r}")
        return card
    if kind in ("count", "number"):
        if not (_COUNT if kind == "count" else _NUMBER).fullmatch(word):
            raise NotationError(f"expected a number{' from 1' if kind == 'count' else ''}, got {word!r}")
        return int(word)
    wanted, ok = {
        "hand": ("a hand such as 1.2", bool(_HAND.fullmatch(word))),
        "seat": ("a hand such as 1.2, or d", word == "d" or bool(_HAND.fullmatch(word))),
        "bet": ("a bet such as 1.1, 1.side, 1.insurance or 1.1.bonus", bool(_BET.fullmatch(word))),
        "word": ("a word of small letters and hyphens", bool(_WORD.fullmatch(word))),
        "up": ("'up'", word == "up"),
        "offer": ("'double BOX.N' or 'insurance'", word in ("double", "insurance")),
        "ruling": (f"a ruling of {', '.join(RULINGS)}", word in RULINGS),
    }[kind]
    if not ok:
        raise NotationError(f"expected {wanted}, got {word!r}")
    return word


def _parse_fix(words: list[str], pts_us: int | None, comment: str | None, minor_units: int) -> Action:
    wanted = "expected 'c fix K ACTION by NAME reason TEXT'"
    if words[1] != "fix" or len(words) < 4 or not _COUNT.fullmatch(words[2]):
        raise NotationError(f"{wanted}, got {' '.join(words)!r}")
    body = words[3:]
    # The action may hold `by`, the reason any word: the first split whose three parts are sound is meant.
    failure = f"{wanted}, got {' '.join(words)!r}"
    for at, word in enumerate(body):
        if word != "by" or "reason" not in body[at + 1 :]:
            continue
        end = body.index("reason", at + 1)
        name, reason = body[at + 1 : end], body[end + 1 :]
        if not name or not reason or "by" in name or body[0] == "c":
            continue
        try:
            fixed = parse_action(" ".join(body[:at]), minor_units)
        except NotationError as error:
            failure = error.reason
            continue
        return Action("c", "fix", (int(words[2]), fixed, " ".join(reason)), " ".join(name), pts_us, comment)
    raise NotationError(failure)


def _format_fix(action: Action, minor_units: int) -> list[str]:
    number, fixed, reason = action.args
    if not isinstance(fixed, Action) or fixed.comment is not None or action.by is None:
        raise ValueError(f"a correction needs number, action, name and reason, got {action.args!r}")
    by = _checked(action.by)
    if {"by", "reason"} & set(by.split()):
        raise ValueError(f"a name in a correction cannot hold 'by' or 'reason', got {by!r}")
    return [str(number), format_action(fixed, minor_units), "by", by, "reason", _checked(str(reason))]


def _checked(text: str, *, hash_allowed: bool = False) -> str:
    tidy = text.strip() if hash_allowed else " ".join(text.split())
    if (
        tidy != text
        or not text.isprintable()
        or ("#" in text and not hash_allowed)
        or (not text and not hash_allowed)
    ):
        raise NotationError(
            f"expected tidy text on one line{'' if hash_allowed else ' without #'}, got {text!r}"
        )
    return text


def _parse_time(word: str) -> int:
    match = _TIME.fullmatch(word)
    if not match:
        raise NotationError(f"expected a media time in seconds such as @15.480, got {word!r}")
    return int(match[1]) * 1_000_000 + int((match[2] or "").ljust(6, "0"))


def _format_time(pts_us: int) -> str:
    if pts_us < 0:
        raise ValueError(f"expected a media time from 0, got {pts_us} us")
    seconds, micros = divmod(pts_us, 1_000_000)
    fraction = f"{micros:06d}"
    return f"@{seconds}.{fraction[:3] if fraction.endswith('000') else fraction}"
