"""What screens show of a table, made from what its journal means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from api.evidence.lying import LyingCard
from api.live.pace import rounds_per_hour
from api.phrases import Phrasebook
from api.schemas import (
    BetView,
    CardView,
    ChipView,
    FindingView,
    HandlingView,
    HandView,
    LyingCardView,
    MarkView,
    PromptView,
    RoundView,
    RuledView,
    ShareView,
    StepView,
    TableInfo,
    TotalsView,
    Words,
)
from api.store.desk import Desk, Handling
from api.store.projections import JudgedRound, Session
from api.store.proven import ProvenFinding
from tracker.actions import format_amount
from tracker.cards import UNKNOWN
from tracker.outcomes import Bet, Share
from tracker.profile import Profile
from tracker.prompts import Language, Prompt, detail_of, text_of
from tracker.verdict import HandVerdict
from vision.table import Table
from vision.watch import Look

AHEAD = 2
"""So many prompts beyond the first are shown."""
MONEY_PROMPTS = frozenset(
    {"pay", "pay-blackjack", "pay-even-money", "pay-more", "take", "take-too-many", "take-half", "take-more"}
    | {"take-back", "push", "return-bet", "void-round"}
)
"""Codes of prompts about money that moves."""
SHOWN_FINDINGS = 200
"""The newest so many findings are pushed to screens; the journal and audits have all."""


def table_info(table: Table, profile: Profile) -> TableInfo:
    """Return what does not change; boxes from left to right as the camera shows them."""
    boxes = sorted(table.boxes, key=lambda box: float(table.to_picture(box.bet_mm)[0]))
    return TableInfo(
        name=table.name,
        profile=profile.name,
        currency=table.currency,
        boxes=tuple(box.no for box in boxes),
        hands_per_box=profile.hands_per_box,
        side_bet=bool(profile.side_bets),
        chips=_chip_views(table),
    )


def _chip_views(table: Table) -> tuple[ChipView, ...]:
    chips = table.chip_set.chips if table.chip_set else ()
    return tuple(ChipView(colour=c.colour, value=format_amount(c.value, table.minor_units)) for c in chips)


def round_view(judged: JudgedRound, session: Session, lying: Iterable[LyingCard] = ()) -> RoundView:
    """Return a round for the screens. Of an uncertain round only the cards are told."""
    verdict, units = judged.verdict, session.minor_units
    certain = judged.told.is_certain
    return RoundView(
        no=judged.told.no,
        state=judged.state,
        dealer=_hand_view(verdict.dealer, certain=certain, has_hole=session.profile.hole_card),
        hands={ref: _hand_view(hand, certain=certain, has_hole=False) for ref, hand in verdict.hands.items()},
        bets=tuple(bet_view(bet, units, amounts=judged.told.chips) for bet in verdict.bets if certain),
        next=verdict.next if certain else (),
        cards=tuple(LyingCardView(fact=card.fact, place=card.place, card=card.card) for card in lying),
    )


def bet_view(bet: Bet, minor_units: int, *, amounts: bool) -> BetView:
    """Return a bet for the screens; without known amounts only its outcome is told."""
    stake, pays, net = (
        format_amount(value or 0, minor_units) if amounts else "" for value in (bet.stake, bet.pays, bet.net)
    )
    return BetView(
        bet=bet.bet,
        stake=stake,
        outcome=bet.outcome,
        pays=pays,
        net=net,
        name=bet.name or "",
        shares=tuple(_share_view(share, minor_units) for share in bet.shares if amounts),
    )


def finding_view(proven: ProvenFinding, desk: Desk, book: Phrasebook, still: str | None) -> FindingView:
    """Return a finding for the screens, with how it stands with the people."""
    finding = proven.finding
    ruled = desk.ruling(proven.round_no, finding.code)
    return FindingView(
        id=proven.id,
        round=proven.round_no,
        code=finding.code,
        severity=finding.severity,
        subject=finding.subject,
        expected=finding.expected,
        seen=finding.seen,
        expected_words=book.words(finding.expected, finding.code),
        seen_words=book.words(finding.seen, finding.code),
        money=format_amount(finding.money, book.minor_units),
        rule=finding.rule,
        pts_us=proven.pts_us,
        still=still,
        handling=handling_view(desk.handling(proven.id)),
        proposed=finding.ruling,
        ruled=RuledView(ruling=ruled.ruling, by=ruled.by, reason=ruled.reason) if ruled else None,
    )


def handling_view(handling: Handling) -> HandlingView:
    """Return how a finding stands with the people."""
    return HandlingView(
        state=handling.state,
        owner=handling.owner,
        reason=handling.reason,
        opinions=dict(handling.opinions),
        steps=tuple(
            StepView(step=s.step, by=s.by, value=s.value, note=s.note, pts_us=s.pts_us)
            for s in handling.steps
        ),
    )


class FindingViews:
    """A table's findings for the screens; one that is as it was is not put into words again."""

    def __init__(self, desk: Desk, book: Phrasebook, still_of: Callable[[str], str | None]) -> None:
        """Begin with none.

        Args:
            desk: how findings stand with the people.
            book: the words.
            still_of: returns the address of a finding's picture, or None.
        """
        self._desk = desk
        self._book = book
        self._still_of = still_of
        self._known: dict[str, tuple[tuple[object, ...], FindingView]] = {}

    def of(self, proven: ProvenFinding) -> FindingView:
        """Return one finding."""
        ruled = self._desk.ruling(proven.round_no, proven.finding.code)
        still = self._still_of(proven.id)
        made_of = (proven, self._desk.handling(proven.id), ruled, still)
        known = self._known.get(proven.id)
        if known is None or known[0] != made_of:
            known = self._known[proven.id] = (made_of, finding_view(proven, self._desk, self._book, still))
        return known[1]

    def newest(self, session: Session) -> tuple[FindingView, ...]:
        """Return the newest findings, the newest first."""
        return tuple(self.of(proven) for proven in reversed(session.findings[-SHOWN_FINDINGS:]))


def totals_view(session: Session) -> TotalsView:
    """Return the session in numbers."""
    totals, units = session.totals, session.minor_units
    return TotalsView(
        rounds=totals.rounds,
        hands=totals.hands,
        turnover=format_amount(totals.turnover, units),
        wrong=format_amount(totals.wrong, units),
        rounds_per_hour=rounds_per_hour(session.starts_us),
    )


def mark_views(look: Look) -> tuple[MarkView, ...]:
    """Return the cards of a look, for drawing on its picture."""
    return tuple(
        MarkView(
            card=card.card,
            place=card.place,
            p=round(card.p, 3),
            face="up" if card.face_up else "down",
            quad=tuple((round(float(x), 1), round(float(y), 1)) for x, y in card.quad_px),
        )
        for card in look.cards
    )


def phrasebook(table: Table, profile: Profile) -> Phrasebook:
    """Return the words for a table's findings."""
    return Phrasebook(table.currency, table.minor_units, profile.hands_per_box)


def prompt_view(prompts: Sequence[Prompt]) -> PromptView | None:
    """Return the most urgent prompt, and the ones after it as what comes next; None if there is nothing to do."""
    if not prompts:
        return None
    first, *later = prompts

    def more(language: Language) -> str:
        steps = [text_of(prompt, language) for prompt in later[:AHEAD]]
        return " · ".join(filter(None, [detail_of(first, language), *steps]))

    return PromptView(
        code=first.code,
        place=_place_of(first),
        consequence=first.code in MONEY_PROMPTS,
        main=Words(en=text_of(first, "en"), ru=text_of(first, "ru")),
        more=Words(en=more("en"), ru=more("ru")),
    )


def _share_view(share: Share, minor_units: int) -> ShareView:
    stake, pays, net = (
        "" if value is None else format_amount(value, minor_units)
        for value in (share.stake, share.pays, share.net)
    )
    return ShareView(by=share.by, stake=stake, outcome=share.outcome, pays=pays, net=net)


def _place_of(prompt: Prompt) -> str:
    """Return the hand that a prompt is about, `d` for the dealer."""
    places = (prompt.fields.get(name, "") for name in ("hand", "bet", "hands"))
    place = next(filter(None, places), "d").split()[0].removesuffix(".bonus")
    return f"{place}.1" if place.isdecimal() else place


def _hand_view(hand: HandVerdict, *, certain: bool, has_hole: bool) -> HandView:
    return HandView(
        cards=tuple(_card_views(hand.cards, has_hole=has_hole)),
        total=hand.total if certain else None,
        soft=bool(hand.soft),
        blackjack=bool(hand.blackjack) and certain,
    )


def _card_views(cards: Iterable[object], *, has_hole: bool) -> Iterable[CardView]:
    for card in cards:
        face_down = has_hole and card == UNKNOWN
        yield CardView(card=str(card), face="down" if face_down else "up")
