"""What a replayer shows of a recording, made from its journal. From blind reviewers findings are kept here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from api.archive.disclosure import Disclosure
from api.archive.footage import MARK, is_footage
from api.archive.replayed import Replayed
from api.archive.schemas import (
    ActionView,
    FindingMark,
    FrameTimes,
    Interval,
    LookPage,
    LookView,
    OtherAudit,
    OutlineSpot,
    RecordingInfo,
    RecordingView,
    ReviewView,
    RoundCard,
    RoundFinding,
    RoundReplay,
    RoundSummary,
    SeenMark,
)
from api.audit.sightings import SeenCard, SeenTable
from api.live.table import LiveTable
from api.live.views import bet_view, round_view, table_info
from api.schemas import Point
from api.store.projections import JudgedRound
from api.store.reviews import Review
from tracker.actions import format_action
from tracker.facts import CameraBack, CameraBlind, CardMoved, CardPlaced, CardRead, Fact
from vision.table import Spot, Table

ROUND_CORNERS: Final = 24
BET_RADIUS: Final = 0.5
"""A bet spot is drawn this large, as a part of a card's width."""
Kind = Literal["hand", "dealer", "bet", "side", "insurance", "tray", "shoe"]


def info_view(recorded: Replayed, told: Disclosure) -> RecordingInfo:
    """Return a recording for the list."""
    record = recorded.record
    return RecordingInfo(
        name=recorded.name,
        table=recorded.table.name,
        profile=record.judged_by.name,
        recording=record.recording.name,
        began_at=record.began_at,
        last_us=record.last_us,
        rounds=record.rounds,
        uncertain=record.uncertain,
        findings=None if told.blind else len(recorded.proven),
        complete=record.complete,
        end_reason=record.end_reason,
        models=record.models,
        has_video=recorded.has_video,
        blind=told.blind,
        footage_us=record.last_us - recorded.start_us if is_footage(recorded.name) else None,
    )


def footage_view(live: LiveTable, span_us: tuple[int, int], *, blind: bool) -> RecordingInfo:
    """Return the footage of a watched table for the list; nothing is cut for it."""
    from_us, until_us = span_us
    rounds = [
        judged
        for judged in live.session.rounds
        if judged.told.end_us >= from_us and judged.told.start_us <= until_us
    ]
    return RecordingInfo(
        name=f"{MARK}{live.table.name}",
        table=live.table.name,
        profile=live.profile.name,
        recording="",
        began_at=datetime.now(UTC),
        last_us=until_us,
        rounds=len(rounds),
        uncertain=sum(not judged.told.is_certain for judged in rounds),
        findings=None if blind else sum(len(judged.findings) for judged in rounds),
        complete=True,
        end_reason="watched",
        models=(),
        has_video=True,
        blind=blind,
        footage_us=until_us - from_us,
    )


def recording_view(
    recorded: Replayed, told: Disclosure, *, profiles: Sequence[str], others: Sequence[Replayed]
) -> RecordingView:
    """Return a recording as a replayer needs it before it plays."""
    table = recorded.table
    return RecordingView(
        info=info_view(recorded, told),
        table=table_info(table, recorded.record.judged_by),
        width=table.camera.width,
        height=table.camera.height,
        start_us=recorded.start_us,
        outline=tuple(outline(table)),
        rounds=tuple(summary_view(judged, told) for judged in recorded.rounds),
        blackouts=tuple(_blackouts(recorded)),
        profiles=tuple(profiles),
        others=tuple(
            OtherAudit(name=other.name, models=other.record.models, profile=other.record.judged_by.name)
            for other in others
        ),
    )


def summary_view(judged: JudgedRound, disclosed: Disclosure) -> RoundSummary:
    """Return a round for the timeline."""
    told = judged.told
    findings = tuple(
        FindingMark(id=f.id, code=f.finding.code, severity=f.finding.severity, pts_us=f.pts_us)
        for f in judged.findings
    )
    return RoundSummary(
        no=told.no,
        start_us=told.start_us,
        end_us=told.end_us,
        state=_state(judged.state, told.no, disclosed),
        complete=told.complete,
        doubts=told.doubts,
        findings=findings if disclosed.tells(told.no) else None,
        judged=told.no in disclosed.judged,
    )


def replay_view(judged: JudgedRound, recorded: Replayed, told: Disclosure) -> RoundReplay:
    """Return a round in full."""
    no = judged.told.no
    discloses = told.tells(no)
    plain = round_view(judged, recorded.session)
    bets = tuple(
        bet_view(bet, recorded.minor_units, amounts=judged.told.chips)
        if discloses
        else bet_view(
            bet._replace(outcome="open", pays=None, net=None, shares=()), recorded.minor_units, amounts=False
        )
        for bet in judged.verdict.bets
        if judged.told.is_certain
    )
    return RoundReplay(
        summary=summary_view(judged, told),
        round=plain.model_copy(
            update={"bets": bets}
            if discloses
            else {"bets": bets, "next": (), "state": _state(plain.state, no, told)}
        ),
        actions=tuple(_actions(judged, recorded, discloses=discloses)),
        cards=tuple(cards_of(judged, recorded)),
        findings=tuple(_findings(judged, recorded)) if discloses else None,
        reviews=tuple(map(review_view, recorded.reviews.of_round(no))) if discloses else None,
    )


def review_view(review: Review) -> ReviewView:
    """Return somebody's own verdict."""
    return ReviewView.model_validate(
        {
            "verdict": review.verdict,
            "codes": review.codes,
            "note": review.note,
            "by": review.by,
            "blind": review.blind,
        }
    )


def look_page(recorded: Replayed, from_us: int, until_us: int, limit: int) -> LookPage:
    """Return at most `limit` looks; each says until when it holds."""
    right = recorded.corrected()
    seen: list[SeenTable] = []
    for look in recorded.looks(from_us, until_us):
        seen.append(look)
        if len(seen) > limit:
            break
    ends = [look.pts_us for look in seen[1:]] + [max(until_us, from_us + 1)]
    looks = tuple(
        LookView(
            pts_us=look.pts_us,
            until_us=end,
            marks=tuple(_mark(card, right.get(card.track, "")) for card in look.cards),
        )
        for look, end in zip(seen[:limit], ends, strict=False)
    )
    return LookPage(looks=looks, next_us=seen[limit].pts_us if len(seen) > limit else None)


def frame_times(recorded: Replayed, from_us: int, limit: int) -> FrameTimes:
    """Return the times of at most `limit` pictures from a time on."""
    times = recorded.pictures.times(from_us, limit + 1)
    return FrameTimes(pts_us=tuple(times[:limit]), next_us=times[limit] if len(times) > limit else None)


def outline(table: Table) -> Iterator[OutlineSpot]:
    """Yield the places of a table in its picture."""
    radius = table.card_mm[0] * BET_RADIUS
    yield _quad(table, "dealer", "d", table.dealer.at_mm, table.dealer.angle_deg)
    for box in table.boxes:
        for number, hand in enumerate(box.hands, start=1):
            yield _quad(table, "hand", f"{box.no}.{number}", hand.at_mm, hand.angle_deg)
        yield _circle(table, "bet", f"{box.no}", box.bet_mm, radius)
        if box.side_mm is not None:
            yield _circle(table, "side", f"{box.no}.side", box.side_mm, radius)
        if box.insurance_mm is not None:
            yield _circle(table, "insurance", f"{box.no}.insurance", box.insurance_mm, radius)
    for kind, spot in _zones(table):
        yield _circle(table, kind, kind, spot.at_mm, spot.radius_mm)


def cards_of(judged: JudgedRound, recorded: Replayed) -> Iterator[RoundCard]:
    """Yield the cards that came to rest during a round."""
    right, told = recorded.corrected(), judged.told
    cards: dict[int, RoundCard] = {}
    for fact in recorded.facts:
        if told.start_us <= fact.pts_us <= told.end_us:
            _take_card(cards, fact)
    for card in cards.values():
        yield (
            card
            if card.track not in right
            else card.model_copy(update={"card": right[card.track], "was": card.card})
        )


def _state(state: str, round_no: int, told: Disclosure) -> str:
    """Return how a round stands; that it is void is a ruling on a finding."""
    return "settled" if state == "void" and not told.tells(round_no) else state


def _take_card(cards: dict[int, RoundCard], fact: Fact) -> None:
    match fact.body:
        case CardPlaced(track=track, place=place, card=card):
            cards[track] = RoundCard(
                fact=fact.id, track=track, place=place, card=card, was="", pts_us=fact.pts_us
            )
        case CardRead(track=track, card=card) if track in cards:
            cards[track] = cards[track].model_copy(update={"fact": fact.id, "card": card})
        case CardMoved(track=track, place=place) if track in cards and place not in ("tray", "shoe"):
            cards[track] = cards[track].model_copy(update={"place": place})
        case _:
            pass


def _actions(judged: JudgedRound, recorded: Replayed, *, discloses: bool) -> Iterator[ActionView]:
    for no, step in enumerate(judged.told.actions, start=1):
        shown = tuple(found.id for found in judged.findings if found.finding.action == no)
        yield ActionView(
            no=no,
            text=format_action(replace(step.action, pts_us=None), recorded.minor_units),
            pts_us=step.action.pts_us,
            inferred=step.inferred,
            facts=step.facts,
            findings=shown if discloses else None,
        )


def _findings(judged: JudgedRound, recorded: Replayed) -> Iterator[RoundFinding]:
    for proven in judged.findings:
        finding = proven.finding
        yield RoundFinding(
            finding=recorded.view_of(proven),
            action=finding.action,
            evidence=finding.evidence or (finding.action,),
        )


def _blackouts(recorded: Replayed) -> Iterator[Interval]:
    since: Fact | None = None
    for fact in recorded.facts:
        if isinstance(fact.body, CameraBlind) and since is None:
            since = fact
        elif isinstance(fact.body, CameraBack) and since is not None:
            yield _interval(since, fact.pts_us)
            since = None
    if since is not None:
        yield _interval(since, recorded.record.last_us)


def _interval(blind: Fact, until_us: int) -> Interval:
    assert isinstance(blind.body, CameraBlind)
    return Interval(from_us=blind.pts_us - blind.slack_us, until_us=until_us, reason=blind.body.reason)


def _mark(card: SeenCard, corrected: str) -> SeenMark:
    return SeenMark(
        card=card.card,
        place=card.place,
        p=card.p,
        face="up" if card.face_up else "down",
        quad=card.quad,
        track=card.track,
        corrected=corrected,
    )


def _zones(table: Table) -> tuple[tuple[Kind, Spot], ...]:
    return ("tray", table.tray), ("shoe", table.shoe)


def _quad(table: Table, kind: Kind, name: str, at_mm: tuple[float, float], angle_deg: float) -> OutlineSpot:
    return OutlineSpot(kind=kind, name=name, outline=_pixels(table, table.card_quad_mm(at_mm, angle_deg)))


def _circle(table: Table, kind: Kind, name: str, at_mm: tuple[float, float], radius_mm: float) -> OutlineSpot:
    turns = np.linspace(0.0, 2 * np.pi, ROUND_CORNERS, endpoint=False)
    around = np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius_mm + np.asarray(at_mm)
    return OutlineSpot(kind=kind, name=name, outline=_pixels(table, around))


def _pixels(table: Table, points_mm: ArrayLike) -> tuple[Point, ...]:
    corners: Iterable[Iterable[float]] = table.to_picture(points_mm)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)
