"""The grammar of an action, written out from the parser's own table of forms; docs/notation.md publishes it.

The notation is that of the XML specification (W3C EBNF): `"text"`, `[a-z]`, `( | )`, `?`, `*`, `+`, and `{m,n}` for
m to n times. It describes actions as they are written: reading takes any white space for one space.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from tracker.actions import FORMS, RULINGS

_LINE: Final = (
    ("line", '(time " ")? (action | correction) (" #" (" " comment)?)?'),
    ("correction", '"c fix " count " " (time " ")? action " by " person " reason " text'),
)
_TERMINALS: Final = (
    ("box", "[1-7]"),
    ("hand", 'box "." number-of-hand'),
    ("number-of-hand", "[1-9] [0-9]?"),
    ("seat", 'hand | "d"'),
    ("bet", 'box "." ("side" | "insurance" | number-of-hand ".bonus"?)'),
    ("card", "[A23456789TJQK?] [cdhs?]"),
    ("amount", '[0-9]{1,15} ("." [0-9]{1,6})?'),
    ("count", "[1-9] [0-9]{0,5}"),
    ("number", '"0" | count'),
    ("word", '[a-z0-9]+ ("-" [a-z0-9]+)*'),
    ("ruling", " | ".join(f'"{ruling}"' for ruling in RULINGS)),
    ("by", '" by " name'),
    ("name", 'visible+ (" " visible+)*'),
    ("person", "name"),
    ("text", "name"),
    ("time", '"@" [0-9]{1,12} ("." [0-9]{1,6})?'),
    ("visible", "[^ #]"),
    ("comment", "[^ ] ([ ]* [^ ])*"),
)
_SPECIAL: Final = {
    ("box", "switch"): '(" " count " " count)?',
    ("d", "offer"): '(" double " hand | " insurance")',
}
_ACTORS: Final = {"box": "box", "hand": "hand", "d": "dealer", "f": "floor"}
_WIDTH: Final = 108


def grammar() -> str:
    """Return the grammar, one production a line; long ones go on in the next line."""
    names = {form: f"{_ACTORS[form[0]]}-{form[1]}" for form in FORMS}
    rules = [*_LINE, ("action", " | ".join(names.values()))]
    rules += [(names[form], _production(form)) for form in FORMS]
    rules += _TERMINALS
    margin = max(len(name) for name, _ in rules) + len(" ::= ")
    lines = []
    for name, right in rules:
        first, *more = wrap(right, _WIDTH - margin, break_on_hyphens=False, break_long_words=False)
        lines += [
            name.ljust(margin - len(" ::= ")) + " ::= " + first,
            *(" " * margin + line for line in more),
        ]
    return "\n".join(lines) + "\n"


def _production(form: tuple[str, str]) -> str:
    actor, verb = form
    start = f"{actor} {verb}" if len(actor) == 1 else f" {verb}"
    slots = FORMS[form]
    rest = [_SPECIAL[form]] if form in _SPECIAL else [_slot(slot) for slot in slots]
    if form not in _SPECIAL and slots and not slots[0].endswith("?"):
        start, rest[0] = start + " ", slots[0]
    return " ".join([*([actor] if len(actor) > 1 else []), f'"{start}"', *rest])


def _slot(slot: str) -> str:
    match slot:
        case "by" | "by?":
            return slot
        case "up?":
            return '" up"?'
    return f'" " {slot}'


if __name__ == "__main__":
    print(grammar(), end="")
