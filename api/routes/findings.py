"""Findings of all tables: the queue, the steps that people take with them, and the floor's rulings."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field, model_validator

from api.auth.people import LONGEST_NAME
from api.auth.roles import Person, Right
from api.live.feed import TableFeed
from api.problems import Problem, not_found
from api.routes.context import AtTable, InHouse, Rules, SeesEvidence, Writer, Writes, demand, find_table
from api.schemas import FindingPage, FindingView, TableFinding
from api.store.desk import REASONS
from tracker.facts import FindingHandled, FindingRuled

router = APIRouter(tags=["findings"])

PAGE: Final = 200
MOST_AT_ONCE: Final = 500
Step = Literal["acknowledge", "assign", "resolve", "reopen", "right", "wrong", "unsure"]
OPINIONS: Final = ("right", "wrong", "unsure")
Note = Annotated[str, Field(max_length=2000)]


class Handled(BaseModel, extra="forbid"):
    """A step with a finding. `value`: whom it is assigned to, or the reason with which it is resolved."""

    step: Step
    value: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    note: Note = ""

    @model_validator(mode="after")
    def _value_fits(self) -> Handled:
        if self.step == "resolve" and self.value not in REASONS:
            raise ValueError(f"a finding is resolved with a reason of {', '.join(REASONS)}")
        if self.step == "assign" and not self.value:
            raise ValueError("a finding is assigned to somebody")
        if self.step not in ("resolve", "assign") and self.value:
            raise ValueError(f"{self.step} takes no value")
        return self


class Which(BaseModel, extra="forbid"):
    """One finding."""

    table: Annotated[str, Field(max_length=100)]
    finding: Annotated[str, Field(max_length=200)]


class HandledAtOnce(Handled):
    """One step with several findings; it needs a reason in words."""

    findings: Annotated[list[Which], Field(min_length=1, max_length=MOST_AT_ONCE)]
    note: Annotated[str, Field(min_length=3, max_length=2000)]


class Ruling(BaseModel, extra="forbid"):
    """What the floor rules (NOTATION: `f rule`)."""

    ruling: Literal["stands", "burn", "keep", "repay", "take-back", "void-hand", "void-round", "warn"]
    reason: Note = ""


class Filter(BaseModel, extra="forbid"):
    """Which findings are asked for; `after` and `limit` page through them."""

    state: Literal["open", "acknowledged", "assigned", "resolved"] | None = None
    severity: Annotated[str | None, Field(max_length=20)] = None
    code: Annotated[str | None, Field(max_length=60)] = None
    table: Annotated[str | None, Field(max_length=100)] = None
    owner: Annotated[str | None, Field(max_length=LONGEST_NAME)] = None
    after: Annotated[int, Field(ge=0, le=2**31)] = 0
    limit: Annotated[int, Field(ge=1, le=PAGE)] = PAGE

    def fits(self, finding: FindingView) -> bool:
        """Whether a finding is one of those that are asked for."""
        asked = (self.state, self.severity, self.code, self.owner)
        is_so = (finding.handling.state, finding.severity, finding.code, finding.handling.owner)
        return all(wanted in (None, got) for wanted, got in zip(asked, is_so, strict=True))


@router.get("/findings")
def queue(
    house: InHouse,
    who: SeesEvidence,
    asked: Annotated[Filter, Query()],
) -> FindingPage:
    """Return findings of all tables, those of the highest severity first, then the newest."""
    del who
    found = [
        (name, finding)
        for name, feed in house.tables.items()
        if asked.table in (None, name)
        for finding in feed.findings()
        if asked.fits(finding)
    ]
    found.sort(key=lambda row: (-_weight(row[1]), -(row[1].pts_us or 0), row[0], row[1].id))
    shown = found[asked.after : asked.after + asked.limit]
    rest = asked.after + len(shown)
    return FindingPage(
        findings=tuple(TableFinding(table=name, finding=finding) for name, finding in shown),
        total=len(found),
        next=rest if rest < len(found) else None,
    )


@router.post("/tables/{name}/findings/{finding_id}/steps", status_code=HTTPStatus.CREATED)
def handle(handled: Handled, finding_id: str, feed: AtTable, who: SeesEvidence, by: Writes) -> FindingView:
    """Take a step with a finding. The same under the same key is taken once."""
    may_take(handled.step, who)
    _finding(feed, finding_id)
    _take(feed, [finding_id], handled, by)
    return _finding(feed, finding_id)


@router.post("/findings/steps", status_code=HTTPStatus.CREATED)
def handle_at_once(
    handled: HandledAtOnce, house: InHouse, who: SeesEvidence, by: Writes
) -> list[TableFinding]:
    """Take one step with several findings: with all of them, or, where one is not there, with none.

    The same under the same key is taken once; what a killed server left half done is done by sending it again.
    """
    may_take(handled.step, who)
    feeds = [(find_table(which.table, house), which) for which in handled.findings]
    for feed, which in feeds:
        _finding(feed, which.finding)
    for name in dict.fromkeys(which.table for which in handled.findings):
        ids = [which.finding for which in handled.findings if which.table == name]
        _take(find_table(name, house), ids, handled, by)
    return [TableFinding(table=w.table, finding=_finding(feed, w.finding)) for feed, w in feeds]


@router.post("/tables/{name}/findings/{finding_id}/ruling", status_code=HTTPStatus.CREATED)
def rule(ruling: Ruling, finding_id: str, feed: AtTable, who: Rules, by: Writes) -> FindingView:
    """Rule on a finding; the round is judged anew. A ruling that undoes the finding leaves it as it was, ruled on.

    The same under the same key is ruled once.
    """
    del who
    finding = _finding(feed, finding_id)
    if finding.round == 0:
        raise Problem(HTTPStatus.CONFLICT, "no-round", "there is no round to rule on")
    body = FindingRuled(
        round=finding.round, code=finding.code, ruling=ruling.ruling, by=by.name, reason=ruling.reason
    )
    feed.enter([body], source=by.source, key=by.key)
    return next((f for f in feed.findings() if f.id == finding_id), finding)


def _weight(finding: FindingView) -> int:
    return ("off", "info", "check", "error", "alarm").index(finding.severity)


def may_take(step: str, who: Person) -> None:
    """Check that somebody may take a step with a finding.

    Raises:
        Problem: 403 if not.
    """
    right = Right.JUDGE if step in OPINIONS else Right.HANDLE
    demand(who, right)


def _finding(feed: TableFeed, finding_id: str) -> FindingView:
    found = next((finding for finding in feed.findings() if finding.id == finding_id), None)
    if found is None:
        raise not_found(f"finding {finding_id!r}")
    return found


def _take(feed: TableFeed, finding_ids: Sequence[str], handled: Handled, by: Writer) -> None:
    feed.enter([step_of(finding, handled, by) for finding in finding_ids], source=by.source, key=by.key)


def step_of(finding_id: str, handled: Handled, by: Writer) -> FindingHandled:
    """Return the fact that somebody took a step with a finding."""
    return FindingHandled(
        finding=finding_id, step=handled.step, by=by.name, value=handled.value, note=handled.note
    )
