"""The documentation page of profiles, made from the fields: `pitwatch profiles docs` prints it for docs/profiles.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from tracker.codes import CODES
from tracker.profile import SHIPPED, load_profile
from tracker.profiles.fields import RULE_FIELDS, Profile
from tracker.profiles.parts import Bonus, Part, SideBet
from tracker.profiles.schema import profile_schema
from tracker.rulings import PRACTICE

INTRODUCTION: Final = """# Table profiles

Made from the fields by `pitwatch profiles docs`; a test keeps it so. `pitwatch profiles schema` prints the JSON Schema
of a profile file, `pitwatch profiles show NAME` one profile with its sources, and `pitwatch profiles check NAME` what
contradicts itself in it, changes nothing, or costs somebody dearly: by measurements of like games, or, with `--solve`,
by working the game out.

A house copies a shipped profile (`tracker/profiles/NAME.toml`), changes it, and names the file in its table file:

```toml
schema_version = 1
name = "our-blackjack"
title = "Blackjack at our house"
source = "House rules of 2026, approved by the regulator"

[rules]                       # the fields below; what is left out has its default
soft17 = "hit"
blackjack_pays = "6:5"

[[rules.bonuses]]             # bonuses and side bets are lists
name = "7-7-7"
ranks = "777"
pays = "3:1"

[sources]                     # which line of which book or regulation a rule was read from
soft17 = "house rules 4.2"

[severity]                    # finding codes taken otherwise: info, check, error, alarm, off
bet-below-minimum = "error"

[rulings]                     # how a round goes on after a finding
card-after-stand = "stands"
```

A file that is no profile is refused with its name, the line and the first wrong field. Amounts are in major units of
the table's currency, ratios are strings such as `"3:2"` (winnings to stake). Single rules can also be set in a hand
history's `[rules]`.
"""


def profiles_page() -> str:
    """Return the page as Markdown."""
    return "\n".join([INTRODUCTION, *_rules(), *_parts(), *_sources(), *_rulings()]).rstrip() + "\n"


def written(value: object) -> str:
    """Write a rule's value as a profile file has it, bonuses and side bets by their names and prices."""
    match value:
        case None:
            return "-"
        case bool():
            return "true" if value else "false"
        case Bonus(name=name, pays=pays):
            return f"{name} {pays}"
        case SideBet(name=name, pays=paytable):
            return f"{name} ({', '.join(f'{category} {price}' for category, price in paytable.items())})"
        case tuple() | list():
            return ", ".join(written(item) for item in value) or "none"
    return str(value)


def _rules() -> Iterator[str]:
    properties = profile_schema()["properties"]["rules"]["properties"]
    yield "## Rules\n"
    for group, names in groupby(RULE_FIELDS, key=lambda name: properties[name]["group"]):
        yield f"### {group}\n"
        rows = [_rule_row(name, properties[name]) for name in names]
        yield from _table(("rule", "title", "values", "unit", "default", "meaning"), rows)


def _rule_row(name: str, field: dict[str, Any]) -> Sequence[str]:
    title = f"{field['title']}<br>{field['title_ru']}"
    default = written(Profile.model_fields[name].default)
    return f"`{name}`", title, _values(field), field["unit"], default, field["description"]


def _values(field: dict[str, Any]) -> str:
    if "$ref" in field:
        field = profile_schema()["$defs"][field["$ref"].rpartition("/")[2]]
    if "anyOf" in field:
        field = next(choice for choice in field["anyOf"] if choice["type"] != "string")
    if "enum" in field:
        return ", ".join(f"`{choice}`" for choice in field["enum"])
    match field["type"]:
        case "boolean":
            return "`true`, `false`"
        case "integer" | "number":
            above = (
                f"over {field['exclusiveMinimum']:g}"
                if "exclusiveMinimum" in field
                else f"from {field['minimum']}"
            )
            return above + (f" to {field['maximum']}" if "maximum" in field else "")
        case "array":
            return f"list of {_values(field['items'])}" if "$ref" not in field["items"] else "list, see below"
    return "`3:2` and the like" if ":" in field["pattern"] else "ranks"


def _parts() -> Iterator[str]:
    for part in (Bonus, SideBet):
        yield f"### A {'bonus' if part is Bonus else 'side bet'}\n"
        yield f"{part.__doc__}\n"
        yield from _table(("field", "title", "default", "meaning"), list(_part_rows(part)))


def _part_rows(part: type[Part]) -> Iterator[Sequence[str]]:
    for name, field in part.model_fields.items():
        default = "required" if field.is_required() else written(field.default) or "empty"
        yield f"`{name}`", field.title or "", default, field.description or ""


def _sources() -> Iterator[str]:
    yield "## The shipped games\n"
    yield "What each says, and where that stands: `line` of its rule book, `open` where the book is silent.\n"
    for name in SHIPPED:
        profile = load_profile(name)
        yield f"### {name}\n"
        yield f"{profile.title}. {profile.source}.\n"
        rows = [(f"`{rule}`", written(getattr(profile, rule)), profile.sources[rule]) for rule in RULE_FIELDS]
        yield from _table(("rule", "value", "source"), rows)


def _rulings() -> Iterator[str]:
    yield "## Rulings\n"
    yield "How a round goes on after a finding, unless `[rulings]` or the floor (`f rule CODE RULING by NAME`) says"
    yield "otherwise. docs/rulings.md tells what each ruling does.\n"
    rows = [
        (f"`{code}`", CODES[code].en, f"`{one.usual}`", ", ".join(f"`{r}`" for r in one.others), one.source)
        for code, one in PRACTICE.items()
    ]
    yield from _table(("code", "finding", "usual", "a house may also", "after"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        cells = [cell.replace("|", "\\|") for cell in row]
        yield f"| {' | '.join(cells)} |"
    yield ""
