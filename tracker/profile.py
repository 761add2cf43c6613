"""Table profiles: the rules of one game as data (RULES section 4).

A profile file is TOML: `schema_version`, `name`, `title`, `source`, a table `[rules]` with the fields below and, if
wished, a table `[severity]` that gives single finding codes another severity or switches them `off`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any, Final, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    WithJsonSchema,
)

from tracker.errors import ProfileError
from tracker.ratio import Ratio, Rounding

SCHEMA_VERSION: Final = 1
SHIPPED: Final = ("blackjack-switch", "russian-blackjack", "blackjack-s17-peek")


def _to_ratio(value: object) -> object:
    return Ratio.parse(value) if isinstance(value, str) else value


RatioField = Annotated[
    Ratio,
    BeforeValidator(_to_ratio),
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "pattern": "^[1-9][0-9]*:[1-9][0-9]*$"}),
]
Severity = Literal["info", "check", "error", "alarm", "off"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Bonus(_Part):
    """A bonus for a player's 21: by its three ranks, or by its number of cards."""

    name: str = Field(title="Name", description="Stands in the verdict, such as 7-7-7-suited.")
    pays: RatioField = Field(title="Pays", description="Winnings on the hand's original stake.")
    ranks: str = Field(
        "", title="Ranks", description="The hand's ranks in any order, such as 678; empty: any."
    )
    suited: bool = Field(False, title="Suited", description="Only where all cards are of one suit.")
    min_cards: int = Field(0, ge=0, title="Cards", description="Least number of cards; 0: as many as ranks.")


class SideBet(_Part):
    """A side bet on the ranks of a box's first four cards."""

    name: str = Field(title="Name", description="As in `1 side super-game 20`.")
    pays: Mapping[str, RatioField] = Field(
        title="Paytable",
        description="Ratio of pair, three-of-a-kind, two-pair, four-of-a-kind; the best category pays once.",
    )


class Profile(_Part):
    """Everything that decides how a table is dealt, judged and paid."""

    name: str = Field(title="Name", description="How files and tables refer to the profile.")
    title: str = Field("", title="Title", description="What people call the game.")
    source: str = Field("", title="Source", description="The rule book that the fields were read from.")
    severity: Mapping[str, Severity] = Field(
        default_factory=dict,
        title="Severities",
        description="Finding codes that this house takes more or less seriously, or switches off.",
    )

    decks: int = Field(6, ge=1, le=8, title="Decks", description="Packs of 52 cards in the shoe.")
    fresh_shoe: bool = Field(
        False, title="Fresh shoe", description="Every round starts from a full, shuffled shoe."
    )
    max_boxes: int = Field(7, ge=1, le=7, title="Boxes", description="Most boxes in play in one round.")
    minimum: Decimal | None = Field(
        None, gt=0, title="Minimum stake", description="Major units; none: no limit."
    )
    maximum: Decimal | None = Field(
        None, gt=0, title="Maximum stake", description="Major units; none: no limit."
    )
    side_maximum: Decimal | None = Field(
        None, gt=0, title="Maximum side bet", description="Major units; none: no limit."
    )
    stake_scope: Literal["hand", "box"] = Field(
        "box", title="Limits apply to", description="Each hand's stake, or the sum of a box's stakes."
    )
    hands_per_box: Literal[1, 2] = Field(1, title="Hands a box", description="Hands dealt to each box.")
    max_bettors: int = Field(
        1, ge=1, title="Bettors a box", description="Most players who may bet on one box."
    )
    followers_must_match: bool = Field(
        False, title="Followers must match", description="All bettors of a box must follow a double or split."
    )
    hole_card: bool = Field(True, title="Hole card", description="The dealer gets two cards in the deal.")
    up_card: Literal["first", "second"] = Field(
        "first", title="Upcard", description="Which of the dealer's two dealt cards lies face up."
    )
    peek: Literal["none", "ace", "ace-ten"] = Field(
        "none", title="Peek", description="Upcards under which the dealer looks for blackjack before play."
    )
    soft17: Literal["stand", "hit"] = Field(
        "stand", title="Soft 17", description="What the dealer does on it."
    )
    ties: Literal["lose", "push"] = Field(
        "push", title="Ties", description="What equal totals do to the bet."
    )
    dealer_22: Literal["push", "bust"] = Field(
        "bust", title="Dealer's 22", description="Push, or bust as any."
    )
    blackjack_pays: RatioField = Field(
        Ratio(3, 2), title="Blackjack pays", description="Two-card 21 from the deal."
    )
    suited_blackjack_pays: RatioField | None = Field(
        None, title="Suited blackjack pays", description="None: as any blackjack."
    )
    blackjack_vs_blackjack: Literal["win", "push"] = Field(
        "push", title="Blackjack against blackjack", description="What becomes of the player's blackjack."
    )
    natural_pays: Literal["at-once", "when-safe"] = Field(
        "when-safe", title="Blackjack is paid", description="At once, or when the dealer cannot have one."
    )
    natural_locks_switch: bool = Field(
        True, title="Blackjack locks the switch", description="A box with a blackjack may not switch."
    )
    original_bets_only: bool = Field(
        False, title="Original bets only", description="A dealer's blackjack takes no doubled or split stake."
    )
    insurance_pays: RatioField = Field(
        Ratio(2, 1), title="Insurance pays", description="On a dealer's blackjack."
    )
    even_money_upcards: tuple[str, ...] = Field(
        ("A",), title="Even money against", description="Upcard ranks against which a blackjack may take 1:1."
    )
    insure_after_split: bool = Field(
        False, title="Insurance after a split", description="Whether it is taken."
    )
    split_after_insurance: bool = Field(True, title="Split after insurance", description="False is NSAI.")
    switch: bool = Field(
        False, title="Switch", description="The second cards of a box's hands may change places."
    )
    switch_after_insurance: bool = Field(
        True, title="Switch after insurance", description="Insurance is no act."
    )
    double: Literal["any", "9-11", "10-11"] = Field(
        "any", title="Double on", description="Any two cards (DOA), or these hard totals."
    )
    double_after_split: bool = Field(True, title="Double after a split", description="DAS.")
    split_by: Literal["rank", "value"] = Field(
        "value", title="Split by", description="What makes two cards alike."
    )
    max_split_hands: int = Field(
        0, ge=0, title="Hands from splits", description="Most hands out of one; 0: no limit; 2 is RS1."
    )
    rs1_scope: Literal["hand", "box"] = Field(
        "hand", title="Split limit counts", description="For each dealt hand, or for the whole box."
    )
    split_deal: Literal["both", "sequential", "any"] = Field(
        "any",
        title="Cards after a split",
        description="Both halves at once, each at its turn, or either way.",
    )
    split_aces_one_card: bool = Field(True, title="Split aces get one card", description="And then stand.")
    max_ace_hands: int = Field(
        2, ge=0, title="Hands of aces", description="Most hands from split aces; 0: no limit."
    )
    surrender: Literal["none", "early", "late"] = Field(
        "none", title="Surrender", description="Whether and when."
    )
    surrender_after_split: bool = Field(False, title="Surrender after a split", description="ESAS.")
    surrender_vs_ace: bool = Field(
        True, title="Surrender against an ace", description="Costs the house dearly."
    )
    stand_on_21: bool = Field(True, title="No card on 21", description="A hand of 21 is closed.")
    bonuses: tuple[Bonus, ...] = Field(
        (), title="Bonuses", description="In order: the first that fits is paid."
    )
    bonus_after_split: bool = Field(False, title="Bonus on split hands", description="Whether it is paid.")
    bonus_after_double: bool = Field(False, title="Bonus on doubled hands", description="Whether it is paid.")
    side_bets: tuple[SideBet, ...] = Field(
        (), title="Side bets", description="What may be bet beside the stake."
    )
    must_offer: tuple[Literal["double-9-10-11", "insurance"], ...] = Field(
        (), title="The dealer must offer", description="What he has to say without being asked."
    )
    offers_heard: bool = Field(
        True,
        title="Offers are recorded",
        description="False where nobody writes down what the dealer says (a film): then no offer is missed.",
    )
    burn_first_card: bool = Field(False, title="Burn the first card", description="Of every shuffled shoe.")
    rounding: Rounding = Field(
        Rounding.EXACT, title="Rounding", description="exact: limits keep odd halves away; down; up."
    )

    @property
    def natural_price(self) -> tuple[Ratio, Ratio]:
        """Prices of a blackjack: of two suits, of one suit."""
        return self.blackjack_pays, self.suited_blackjack_pays or self.blackjack_pays

    def side_bet(self, name: str) -> SideBet | None:
        """Return the side bet of that name, or None if the game has none."""
        return next((bet for bet in self.side_bets if bet.name == name), None)


RULE_FIELDS: Final = tuple(
    name for name in Profile.model_fields if name not in ("name", "title", "source", "severity")
)
"""The fields that `[rules]` may set."""


def profile_from_toml(text: str, file: str = "", overrides: Mapping[str, Any] | None = None) -> Profile:
    """Read a house's profile.

    Args:
        text: the file's content.
        file: its name, for errors only.
        overrides: single fields to set otherwise, by the names of `[rules]`.

    Raises:
        ProfileError: if the text is no profile; the first wrong field is named.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{file or 'profile'}: not TOML: {error}") from error
    if data.pop("schema_version", None) != SCHEMA_VERSION:
        raise ProfileError(f"{file or 'profile'}: expected schema_version = {SCHEMA_VERSION}")
    rules = data.pop("rules", {})
    if not isinstance(rules, dict):
        raise ProfileError(f"{file or 'profile'}: expected rules to be a table, got {rules!r}")
    for key in data:
        if key not in ("name", "title", "source", "severity"):
            raise ProfileError(f"{file or 'profile'}: no such key {key!r}; rules belong under [rules]")
    return _build(
        {**data, **_rules(rules, file), **_rules(overrides or {}, f"{file}[rules]")}, file or "profile"
    )


def load_profile(name: str, overrides: Mapping[str, Any] | None = None) -> Profile:
    """Return a shipped profile, with single fields set otherwise.

    Args:
        name: one of `SHIPPED`.
        overrides: by the names of `[rules]`; amounts in major units.

    Raises:
        ProfileError: if there is no such profile or a field is wrong.
    """
    profile = _shipped(name)
    return profile if not overrides else override(profile, overrides)


def override(profile: Profile, overrides: Mapping[str, Any]) -> Profile:
    """Return the profile with single fields set otherwise.

    Raises:
        ProfileError: naming the first field that is unknown or wrong.
    """
    data = {name: getattr(profile, name) for name in Profile.model_fields}
    return _build({**data, **_rules(overrides, "[rules]")}, profile.name)


@lru_cache(maxsize=8)
def _shipped(name: str) -> Profile:
    if name not in SHIPPED:
        raise ProfileError(f"expected a profile of {', '.join(SHIPPED)}, got {name!r}")
    text = resources.files("tracker").joinpath("profiles", f"{name}.toml").read_text(encoding="utf-8")
    return profile_from_toml(text, f"{name}.toml")


def _rules(rules: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    for key in rules:
        if key not in RULE_FIELDS:
            raise ProfileError(f"{where or 'profile'}: no such rule {key!r}")
    return rules


def _build(data: Mapping[str, Any], where: str) -> Profile:
    try:
        return Profile.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise ProfileError(f"{where}: {field}: {first['msg']}, got {first['input']!r}") from error
