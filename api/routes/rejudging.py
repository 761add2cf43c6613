"""Recordings judged again: by people first, without the findings; with a card put right; by other rules."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from api.archive.difference import Side, difference
from api.archive.disclosure import Disclosure
from api.archive.replayed import Replayed
from api.archive.schemas import Corrected, Difference, RoundReplay
from api.archive.views import replay_view
from api.auth.roles import Person, Right
from api.live.views import phrasebook
from api.problems import Problem, not_found
from api.routes.context import (
    AtRecording,
    House,
    InHouse,
    SeesEvidence,
    Told,
    Writes,
    WritesKeyed,
    demand,
    find_recording,
)
from api.routes.facts import Text, correction_of
from api.routes.findings import Handled, Note, Ruling, may_take, step_of
from api.routes.recordings import RoundNo, judged_round, see_all
from api.schemas import FindingView
from api.store.entering import entered_before
from tracker.codes import CODES
from tracker.facts import FindingRuled, ReviewModeSet, RoundReviewed

router = APIRouter(tags=["recordings"])

MOST_CODES: Final = 20
Id = Annotated[str, Path(max_length=200)]


class Fix(BaseModel, extra="forbid"):
    """A card of the round, by the fact that says what it is, should have been this card."""

    corrects: Text
    card: Text
    reason: Text


class OwnVerdict(BaseModel, extra="forbid"):
    """What a reviewer says of a round: clean, with errors (which codes), or that they cannot tell."""

    verdict: Literal["clean", "error", "unsure"]
    codes: Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=MOST_CODES)] = []
    note: Note = ""


class ReviewMode(BaseModel, extra="forbid"):
    """Whether one reviews blind from now on: the findings of a round are withheld until one has judged it."""

    blind: bool


@router.post("/recordings/{recording}/rounds/{no}/corrections", status_code=HTTPStatus.CREATED)
def correct(
    fix: Fix, kept: AtRecording, told: Told, no: RoundNo, *, who: SeesEvidence, by: WritesKeyed
) -> Corrected:
    """Put a card right: a fact in the recording's journal, after which the rounds are judged anew.

    The same correction under the same key is written once, and changes nothing the second time. Not while one reviews
    blind.
    """
    demand(who, Right.CORRECT)
    see_all(told)
    judged_round(kept, no)
    before = _side(kept, "before")
    body = correction_of(kept.fact, fix.corrects, fix.card, by=by.name, reason=fix.reason)
    (fact,) = kept.enter([body], source=by.source, key=by.key)
    return Corrected(
        fact=fact.id,
        round=replay_view(judged_round(kept, no), kept, told),
        difference=difference(before, _side(kept, "after")),
    )


@router.get("/recordings/{recording}/difference")
def judged_anew(
    kept: AtRecording,
    told: Told,
    house: InHouse,
    who: SeesEvidence,
    *,
    profile: Annotated[str | None, Query(max_length=100)] = None,
    other: Annotated[str | None, Query(max_length=200)] = None,
) -> Difference:
    """Judge the recording by other rules (`profile`), or compare it with another audit of it (`other`).

    Nothing is written. Not while one reviews blind.
    """
    see_all(told)
    if (profile is None) == (other is None):
        raise Problem(
            HTTPStatus.UNPROCESSABLE_ENTITY, "invalid-request", "expected either a profile or another audit"
        )
    if other is not None:
        return _compared(kept, other, house, who)
    rules = house.profiles.get(profile or "")
    if rules is None:
        raise not_found(f"profile {profile!r}")
    anew = kept.judged_anew(rules)
    after = Side(rules.name, anew, kept.desk, phrasebook(kept.table, rules))
    return difference(_side(kept, kept.record.judged_by.name), after)


@router.put("/recordings/{recording}/review-mode")
def set_mode(
    mode: ReviewMode, kept: AtRecording, house: InHouse, who: SeesEvidence, by: Writes
) -> ReviewMode:
    """Begin or end one's own blind review of the film: of all its audits.

    The journals keep it, and no answer tells what is withheld meanwhile.
    """
    demand(who, Right.JUDGE)
    others = house.archive.others_of_film(kept) if house.archive else []
    for audit in (kept, *others):
        if audit.reviews.is_blind(who.name) != mode.blind:
            audit.enter([ReviewModeSet(by=by.name, blind=mode.blind)], source=by.source)
    return mode


@router.post("/recordings/{recording}/rounds/{no}/review", status_code=HTTPStatus.CREATED)
def review(
    given: OwnVerdict,
    kept: AtRecording,
    told: Told,
    no: RoundNo,
    *,
    house: InHouse,
    who: SeesEvidence,
    by: Writes,
) -> RoundReplay:
    """Give one's own verdict on a round: once it is in the journal, the round's findings are told.

    The same under the same key is given once.
    """
    demand(who, Right.JUDGE)
    judged_round(kept, no)
    unknown = [code for code in given.codes if code not in CODES]
    if unknown:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "no-such-code", f"there is no code {unknown[0]!r}")
    before = entered_before(kept.facts, by.source, by.key)
    was_blind = before.body.blind if before and isinstance(before.body, RoundReviewed) else not told.tells(no)
    body = RoundReviewed(
        round=no,
        verdict=given.verdict,
        by=by.name,
        blind=was_blind,
        codes=" ".join(given.codes),
        note=given.note,
    )
    kept.enter([body], source=by.source, key=by.key)
    _, told_now = find_recording(kept.name, house, who)
    return replay_view(judged_round(kept, no), kept, told_now)


@router.post("/recordings/{recording}/findings/{finding_id}/steps", status_code=HTTPStatus.CREATED)
def handle(
    handled: Handled, finding_id: Id, kept: AtRecording, told: Told, *, who: SeesEvidence, by: Writes
) -> FindingView:
    """Take a step with a finding. The same under the same key is taken once."""
    may_take(handled.step, who)
    _finding(kept, finding_id, told)
    kept.enter([step_of(finding_id, handled, by)], source=by.source, key=by.key)
    return _finding(kept, finding_id, told)


@router.post("/recordings/{recording}/findings/{finding_id}/ruling", status_code=HTTPStatus.CREATED)
def rule(
    ruling: Ruling, finding_id: Id, kept: AtRecording, told: Told, *, who: SeesEvidence, by: Writes
) -> FindingView:
    """Rule on a finding; the round is judged anew. A ruling that undoes the finding leaves it as it was, ruled on.

    The same under the same key is ruled once.
    """
    demand(who, Right.RULE)
    finding = _finding(kept, finding_id, told)
    if finding.round == 0:
        raise Problem(HTTPStatus.CONFLICT, "no-round", "there is no round to rule on")
    body = FindingRuled(
        round=finding.round, code=finding.code, ruling=ruling.ruling, by=by.name, reason=ruling.reason
    )
    kept.enter([body], source=by.source, key=by.key)
    return next((f for f in kept.findings() if f.id == finding_id), finding)


def _compared(kept: Replayed, name: str, house: House, who: Person) -> Difference:
    other, told = find_recording(name, house, who)
    see_all(told)
    if not kept.record.is_of_same_film(other.record):
        raise Problem(HTTPStatus.CONFLICT, "another-recording", "the other audit is of another recording")
    return difference(_side(kept, _models(kept)), _side(other, _models(other)))


def _side(kept: Replayed, name: str) -> Side:
    return Side(name, kept.rounds, kept.desk, kept.book)


def _models(kept: Replayed) -> str:
    return f"{', '.join(kept.record.models) or 'no model'}, {kept.record.judged_by.name}"


def _finding(kept: Replayed, finding_id: str, told: Disclosure) -> FindingView:
    """Return a finding that may be told."""
    found = next((f for f in kept.findings() if f.id == finding_id), None)
    if found is None or not told.tells(found.round):
        raise not_found(f"finding {finding_id!r}")
    return found
