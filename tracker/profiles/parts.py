"""What profile fields are made of: how one is declared, and the parts that are more than a word or a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema
from pydantic.config import JsonDict

from tracker.cards import RANKS
from tracker.ratio import Ratio

Severity = Literal["info", "check", "error", "alarm", "off"]
Rank: TypeAlias = Annotated[str, Field(pattern=f"^[{RANKS}]$")]

CATEGORIES: Final = ("four-of-a-kind", "two-pair", "three-of-a-kind", "pair")
"""What a side bet can pay for, best first (the best category pays once)."""
Category: TypeAlias = Annotated[str, Field(pattern=f"^({'|'.join(CATEGORIES)})$")]

YES_NO: Final = "yes or no"
CHOICE: Final = "one of the words"
RATIO: Final = "winnings to stake"
MAJOR: Final = "major units of the table's currency"


def rule(
    group: str,
    default: object,
    title: str,
    ru: str,
    description: str,
    *,
    unit: str = CHOICE,
    **constraints: Any,
) -> Any:
    """Declare one rule of a profile.

    Args:
        group: the heading under which the documentation lists it.
        default: the value where a profile says nothing.
        title: a few words in English.
        ru: the same in Russian.
        description: what the values mean, in a sentence or two.
        unit: what a number counts, or what kind of value it is.
        constraints: as `pydantic.Field` takes them.
    """
    extra: JsonDict = {"title_ru": ru, "unit": unit, "group": group}
    if isinstance(default, int):  # a word or a fraction is no number, a number no yes or no
        constraints["strict"] = True
    return Field(default, title=title, description=description, json_schema_extra=extra, **constraints)


def _to_ratio(value: object) -> Ratio:
    if isinstance(value, Ratio):
        return value
    return Ratio.parse(value if isinstance(value, str) else repr(value))


RatioField = Annotated[
    Ratio,
    BeforeValidator(_to_ratio),
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "pattern": "^[1-9][0-9]{0,5}:[1-9][0-9]{0,5}$"}),
]


class Part(BaseModel):
    """A frozen piece of a profile that knows its fields and no others."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Bonus(Part):
    """A bonus for a player's 21: by its three ranks, or by its number of cards."""

    name: str = Field(title="Name", description="Stands in the verdict, such as 7-7-7-suited.", min_length=1)
    pays: RatioField = Field(title="Pays", description="Winnings on the hand's original stake.")
    ranks: str = Field(
        "",
        title="Ranks",
        description="The hand's ranks in any order, such as 678; empty: any.",
        pattern=f"^[{RANKS}]*$",
    )
    suited: bool = Field(
        False, strict=True, title="Suited", description="Only where all cards are of one suit."
    )
    min_cards: int = Field(
        0, ge=0, strict=True, title="Cards", description="Least number of cards; 0: as many as ranks."
    )


class SideBet(Part):
    """A side bet on the ranks of a box's first four cards."""

    name: str = Field(
        title="Name", description="As in `1 side super-game 20`.", pattern="^[a-z0-9]+(-[a-z0-9]+)*$"
    )
    pays: Mapping[Category, RatioField] = Field(
        title="Paytable",
        description="Ratio of each category; the best category pays once.",
        min_length=1,
        json_schema_extra={"additionalProperties": False},
    )
