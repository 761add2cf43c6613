# ruff: noqa: E501 (a table reads best with one row a line)
"""The rules of one game as data (RULES section 4): what a profile says, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Final, Literal

from pydantic import Field, field_validator

from tracker.codes import CODES
from tracker.profiles.parts import (
    MAJOR,
    RATIO,
    YES_NO,
    Bonus,
    Part,
    Rank,
    RatioField,
    Severity,
    SideBet,
    rule,
)
from tracker.ratio import Ratio, Rounding
from tracker.rulings import Ruling, check_ruling


class Profile(Part):
    """Everything that decides how a table is dealt, judged and paid."""

    name: str = Field(title="Name", description="How files and tables refer to the profile.", min_length=1)
    title: str = Field("", title="Title", description="What people call the game.")
    source: str = Field("", title="Source", description="The rule book that the fields were read from.")
    sources: Mapping[str, str] = Field(
        default_factory=dict,
        title="Sources",
        description="The line of the rule book or regulation behind single rules; `open: ...` where it is silent.",
    )
    severity: Mapping[str, Severity] = Field(
        default_factory=dict,
        title="Severities",
        description="Finding codes that this house takes more or less seriously, or switches off.",
    )
    rulings: Mapping[str, Ruling] = Field(
        default_factory=dict,
        title="Rulings",
        description="How a round goes on after a finding, where this house does not do as others do.",
    )

    # fmt: off
    decks: int = rule("Shoe", 6, "Decks", "Колод", "Packs of 52 cards in the shoe.", unit="decks", ge=1, le=8)
    fresh_shoe: bool = rule("Shoe", False, "Fresh shoe", "Новый башмак", "Every round starts from a full, shuffled shoe.", unit=YES_NO)
    burn_first_card: bool = rule("Shoe", False, "Burn the first card", "Первая карта в отбой", "The first card of every shuffled shoe goes to the discard tray.", unit=YES_NO)

    max_boxes: int = rule("Bets", 7, "Boxes", "Боксов", "Most boxes in play in one round.", unit="boxes", ge=1, le=7)
    hands_per_box: int = rule("Bets", 1, "Hands a box", "Рук на боксе", "Hands dealt to each box.", unit="hands", ge=1, le=2)
    minimum: Decimal | None = rule("Bets", None, "Minimum stake", "Минимум", "Least stake; left out: no limit.", unit=MAJOR, gt=0)
    maximum: Decimal | None = rule("Bets", None, "Maximum stake", "Максимум", "Highest stake; left out: no limit.", unit=MAJOR, gt=0)
    side_maximum: Decimal | None = rule("Bets", None, "Maximum side bet", "Максимум дополнительной ставки", "Highest side bet of a box; left out: no limit.", unit=MAJOR, gt=0)
    stake_scope: Literal["hand", "box"] = rule("Bets", "box", "Limits apply to", "Пределы относятся к", "Each hand's stake, or the sum of a box's stakes.")
    max_bettors: int = rule("Bets", 1, "Bettors a box", "Игроков на боксе", "Most players who may bet on one box; the first one decides.", unit="players", ge=1)
    followers_must_match: bool = rule("Bets", False, "Followers must match", "Остальные обязаны следовать", "The other bettors of a box must follow a double or split of the one who decides.", unit=YES_NO)

    hole_card: bool = rule("Dealer", True, "Hole card", "Закрытая карта", "The dealer gets two cards in the deal.", unit=YES_NO)
    up_card: Literal["first", "second"] = rule("Dealer", "first", "Upcard", "Открытая карта", "Which of the dealer's two dealt cards lies face up.")
    peek: Literal["none", "ace", "ace-ten"] = rule("Dealer", "none", "Peek", "Проверка на блэкджек", "Upcards under which the dealer looks for blackjack before play.")
    soft17: Literal["stand", "hit"] = rule("Dealer", "stand", "Soft 17", "Мягкие 17", "What the dealer does on it (S17, H17).")
    dealer_22: Literal["push", "bust"] = rule("Dealer", "bust", "Dealer's 22", "22 у крупье", "Every stake in play comes back, or wins as against any bust.")
    original_bets_only: bool = rule("Dealer", False, "Original bets only", "Только первые ставки", "A dealer's blackjack takes no doubled or split stake.", unit=YES_NO)

    blackjack_pays: RatioField = rule("Blackjack", Ratio(3, 2), "Blackjack pays", "Оплата блэкджека", "Ace and ten-value as first two cards.", unit=RATIO)
    suited_blackjack_pays: RatioField | None = rule("Blackjack", None, "Suited blackjack pays", "Оплата одномастного", "Left out: as any blackjack.", unit=RATIO)
    blackjack_vs_blackjack: Literal["win", "push"] = rule("Blackjack", "push", "Blackjack against blackjack", "Блэкджек против блэкджека", "What becomes of the player's blackjack.")
    natural_pays: Literal["at-once", "when-safe"] = rule("Blackjack", "when-safe", "Blackjack is paid", "Блэкджек оплачивается", "At once, or as soon as the dealer cannot have one.")
    even_money_upcards: tuple[Rank, ...] = rule("Blackjack", ("A",), "Even money against", "Равные деньги против", "Upcards against which a blackjack may take 1:1 at once.", unit="ranks")

    insurance_pays: RatioField = rule("Insurance", Ratio(2, 1), "Insurance pays", "Оплата страховки", "On a dealer's blackjack; taken against an ace, for half of the stake.", unit=RATIO)
    insure_after_split: bool = rule("Insurance", False, "Insurance after a split", "Страховка после сплита", "Whether a box that has split may insure.", unit=YES_NO)
    split_after_insurance: bool = rule("Insurance", True, "Split after insurance", "Сплит после страховки", "No is NSAI.", unit=YES_NO)

    switch: bool = rule("Switch", False, "Switch", "Обмен", "The second cards of a box's two hands may change places.", unit=YES_NO)
    switch_after_insurance: bool = rule("Switch", True, "Switch after insurance", "Обмен после страховки", "Whether insurance leaves the switch open: it is no act.", unit=YES_NO)
    natural_locks_switch: bool = rule("Switch", True, "Blackjack locks the switch", "Блэкджек закрывает обмен", "A box with a blackjack may not switch.", unit=YES_NO)

    stand_on_21: bool = rule("Hit and stand", True, "No card on 21", "На 21 без карты", "A hand of 21, hard or soft, is closed.", unit=YES_NO)

    double: Literal["any", "9-11", "10-11"] = rule("Double", "any", "Double on", "Дабл на", "Any two cards (DOA), or two cards of these totals.")
    double_after_split: bool = rule("Double", True, "Double after a split", "Дабл после сплита", "Yes is DAS.", unit=YES_NO)

    split_by: Literal["rank", "value"] = rule("Split", "value", "Split by", "Сплит по", "What makes two cards alike: K and 10 are of one value, not of one rank.")
    max_split_hands: int = rule("Split", 0, "Hands from splits", "Рук после сплитов", "Most hands out of one; 0: no limit, 1: no split, 2: RS1.", unit="hands", ge=0)
    rs1_scope: Literal["hand", "box"] = rule("Split", "hand", "Split limit counts", "Предел сплитов на", "For each dealt hand, or for the whole box.")
    split_deal: Literal["both", "sequential", "any"] = rule("Split", "any", "Cards after a split", "Карты после сплита", "To both halves at once, to each at its turn, or either way.")
    split_aces_one_card: bool = rule("Split", True, "Split aces get one card", "Тузам по одной карте", "And then stand.", unit=YES_NO)
    max_ace_hands: int = rule("Split", 2, "Hands of aces", "Рук с тузами", "Most hands from split aces that get one card each; 0: no limit.", unit="hands", ge=0)

    surrender: Literal["none", "early", "late"] = rule("Surrender", "none", "Surrender", "Сарендер", "Not at all, kept whatever the dealer has, or only once he has looked for blackjack.")
    surrender_after_split: bool = rule("Surrender", False, "Surrender after a split", "Сарендер после сплита", "Whether a split hand may be given up on its two cards.", unit=YES_NO)
    surrender_vs_ace: bool = rule("Surrender", True, "Surrender against an ace", "Сарендер против туза", "Costs the house dearly.", unit=YES_NO)

    ties: Literal["lose", "push"] = rule("Comparison", "push", "Ties", "Равенство", "What equal totals do to the bet.")
    rounding: Rounding = rule("Comparison", Rounding.EXACT, "Rounding", "Округление", "Of half a smallest unit: exact (the limits keep it away), down or up.")

    bonuses: tuple[Bonus, ...] = rule("Bonuses and side bets", (), "Bonuses", "Бонусы", "Paid at once on a hand's original stake, whatever follows; the first that fits.", unit="list")
    bonus_after_split: bool = rule("Bonuses and side bets", False, "Bonus on split hands", "Бонус после сплита", "Whether a hand from a split earns one.", unit=YES_NO)
    bonus_after_double: bool = rule("Bonuses and side bets", False, "Bonus on doubled hands", "Бонус после дабла", "Whether a doubled hand earns one.", unit=YES_NO)
    side_bets: tuple[SideBet, ...] = rule("Bonuses and side bets", (), "Side bets", "Дополнительные ставки", "What may be bet beside the stake on a box's first four cards.", unit="list")

    must_offer: tuple[Literal["double-9-10-11", "insurance"], ...] = rule("Dealer's duty", (), "The dealer must offer", "Крупье обязан предложить", "What he has to say without being asked.", unit="list of the words")
    check_from: Decimal | None = rule("Dealer's duty", None, "Payouts to check, from", "Чек на выплату от", "The dealer says a payout of this much or more aloud and pays it once the floor answers «check!»; left out: none.", unit=MAJOR, gt=0)
    offers_heard: bool = rule("Dealer's duty", True, "Offers are recorded", "Предложения записываются", "No where nobody writes down what the dealer says (a film): then none is missed.", unit=YES_NO)
    # fmt: on

    @field_validator("severity")
    @classmethod
    def _severities_name_codes(cls, severity: Mapping[str, Severity]) -> Mapping[str, Severity]:
        for code in severity:
            if code not in CODES:
                raise ValueError(f"expected a finding code (see pitwatch codes), got {code!r}")
        return severity

    @field_validator("rulings")
    @classmethod
    def _rulings_make_sense(cls, rulings: Mapping[str, Ruling]) -> Mapping[str, Ruling]:
        for code, ruling in rulings.items():
            check_ruling(code, ruling)
        return rulings

    @field_validator("sources")
    @classmethod
    def _sources_name_rules(cls, sources: Mapping[str, str]) -> Mapping[str, str]:
        for name in sources:
            if name not in cls.model_fields:
                raise ValueError(f"expected the name of a rule, got {name!r}")
        return sources

    @property
    def natural_price(self) -> tuple[Ratio, Ratio]:
        """Prices of a blackjack: of two suits, of one suit."""
        return self.blackjack_pays, self.suited_blackjack_pays or self.blackjack_pays

    def side_bet(self, name: str) -> SideBet | None:
        """Return the side bet of that name, or None if the game has none."""
        return next((bet for bet in self.side_bets if bet.name == name), None)


ABOUT: Final = ("name", "title", "source", "sources", "severity", "rulings")
"""What a profile says beside its rules."""
RULE_FIELDS: Final = tuple(name for name in Profile.model_fields if name not in ABOUT)
"""The fields that `[rules]` may set."""
