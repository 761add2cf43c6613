"""What the server tells of recordings, as JSON. Times are microseconds of the recording's media clock (`pts`).

Where somebody reviews a recording blind, what would tell them a finding is withheld: `null`, not empty.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from api.schemas import BetView, FindingView, MarkView, Point, RoundView, TableInfo, View

Verdict = Literal["clean", "error", "unsure"]


class RecordingInfo(View):
    """An audited recording in the list, or a watched table's footage.

    Attributes:
        name: in addresses.
        recording: the file's name.
        began_at: when the audit was made.
        last_us: media time of the last picture.
        rounds, uncertain: rounds that were dealt; of these, could not be told for certain.
        findings: how many there are now; null while they are withheld.
        complete, end_reason: whether all of it could be read, and how it ended.
        has_video: whether its video can be played now.
        blind: whether whoever asks reviews it blind.
        footage_us: how much footage of a watched table there is; null for an audited recording.
    """

    name: str
    table: str
    profile: str
    recording: str
    began_at: datetime
    last_us: int
    rounds: int
    uncertain: int
    findings: int | None
    complete: bool
    end_reason: str
    models: tuple[str, ...]
    has_video: bool
    blind: bool
    footage_us: int | None = None


class OutlineSpot(View):
    """A place of the table file in the picture: its corners in pixels, clockwise; a bet spot or zone is a polygon."""

    kind: Literal["hand", "dealer", "bet", "side", "insurance", "tray", "shoe"]
    name: str
    outline: tuple[Point, ...]


class Interval(View):
    """From when to when, and why."""

    from_us: int
    until_us: int
    reason: str


class FindingMark(View):
    """Where a finding stands in the timeline."""

    id: str
    code: str
    severity: str
    pts_us: int | None


class RoundSummary(View):
    """A round in the timeline. `findings` is null while withheld; `judged`: whoever asks has judged it themselves."""

    no: int
    start_us: int
    end_us: int
    state: str
    complete: bool
    doubts: tuple[str, ...]
    findings: tuple[FindingMark, ...] | None
    judged: bool


class OtherAudit(View):
    """Another audit of the same film: its name in addresses, which models read it, and the rules that it judged by."""

    name: str
    models: tuple[str, ...]
    profile: str


class RecordingView(View):
    """One recording: what a replayer needs before it plays.

    Attributes:
        width, height: of the picture, in pixels.
        start_us: media time of the first picture; a player's time 0.
        outline: the table's places in the picture.
        rounds: in order.
        blackouts: when the camera did not see the table.
        profiles: names of the rules by which it can be judged anew.
        others: other audits of the same film, to compare it with.
    """

    info: RecordingInfo
    table: TableInfo
    width: int
    height: int
    start_us: int
    outline: tuple[OutlineSpot, ...]
    rounds: tuple[RoundSummary, ...]
    blackouts: tuple[Interval, ...]
    profiles: tuple[str, ...]
    others: tuple[OtherAudit, ...]


class BetSeries(View):
    """A player's bets against the count, a dot a round whose count was known.

    Attributes:
        player: a bettor's name, or the box where nobody is named.
        counts: the Hi-Lo true count before the round's first card.
        bets: what was bet then, in the player's smallest bets.
        slope, intercept: the line through the dots; null where bets or counts never changed.
    """

    player: str
    counts: tuple[float, ...]
    bets: tuple[float, ...]
    slope: float | None
    intercept: float | None


class RoundTime(View):
    """When a round began, how long until the next began (null: the last, or a pause), and its errors."""

    no: int
    start_us: int
    seconds: float | None
    errors: int


class SessionCharts(View):
    """A session as lines and dots: each player's bets against the count, errors and pace over time."""

    bets: tuple[BetSeries, ...]
    rounds: tuple[RoundTime, ...]


class ActionView(View):
    """Something that was done in a round.

    Attributes:
        no: from 1; findings name it.
        text: in the notation, without its time.
        pts_us: when; null where that is not known.
        inferred: whether it was concluded and not seen or said itself.
        facts: ids of the facts that show it.
        findings: ids of the findings that it shows; null while withheld.
    """

    no: int
    text: str
    pts_us: int | None
    inferred: bool
    facts: tuple[str, ...]
    findings: tuple[str, ...] | None


class RoundCard(View):
    """A card of a round; `fact` says what it is, and a correction names that fact.

    Attributes:
        track: the number that sightings give it, too.
        place: where it lay last in the round, discard tray apart.
        card: what it is now; `was` what the reader said before somebody put it right (empty: nobody did).
        pts_us: when it came to rest.
    """

    fact: str
    track: int
    place: str
    card: str
    was: str
    pts_us: int


class RoundFinding(View):
    """A finding with the actions that show it, by number, the one that showed it first."""

    finding: FindingView
    action: int
    evidence: tuple[int, ...]


class ReviewView(View):
    """Somebody's own verdict on a round; `blind`: given before the findings were disclosed to them."""

    verdict: Verdict
    codes: tuple[str, ...]
    note: str
    by: str
    blind: bool


class RoundReplay(View):
    """A round in full. `findings`, `reviews` and the bets' outcomes are null or empty while withheld."""

    summary: RoundSummary
    round: RoundView
    actions: tuple[ActionView, ...]
    cards: tuple[RoundCard, ...]
    findings: tuple[RoundFinding, ...] | None
    reviews: tuple[ReviewView, ...] | None


class SeenMark(MarkView):
    """A card as it was read: `track` is its number, `corrected` what people put it right to (empty: nobody did)."""

    track: int
    corrected: str


class LookView(View):
    """What was read on the table from `pts_us` on, until `until_us`: nothing changed in between."""

    pts_us: int
    until_us: int
    marks: tuple[SeenMark, ...]


class LookPage(View):
    """Looks in order of time; ask again with `from_us` = `next_us` until it is null."""

    looks: tuple[LookView, ...]
    next_us: int | None


class FrameTimes(View):
    """Media times of single pictures, in order; ask again with `from_us` = `next_us` until it is null."""

    pts_us: tuple[int, ...]
    next_us: int | None


class RoundOutcome(View):
    """What a round came to under some rules: no, state, findings and bets."""

    no: int
    state: str
    findings: tuple[FindingView, ...]
    bets: tuple[BetView, ...]


class RoundChange(View):
    """A round that came to something else; null where there is no such round on one side.

    Attributes:
        start_us, end_us: when it was dealt.
        appeared, vanished: codes of findings that only one side has.
    """

    start_us: int
    end_us: int
    before: RoundOutcome | None
    after: RoundOutcome | None
    appeared: tuple[str, ...]
    vanished: tuple[str, ...]


class Difference(View):
    """What changes when a recording is judged anew.

    Attributes:
        before, after: the rules, or the models of the audit, on each side.
        rounds: how many were compared; `changed` those that came to something else.
        appeared, vanished: how many findings only one side has.
    """

    before: str
    after: str
    rounds: int
    changed: tuple[RoundChange, ...]
    appeared: int
    vanished: int


class Corrected(View):
    """A card was put right: the fact that says so, the round as it is now, and what changed by it."""

    fact: str
    round: RoundReplay
    difference: Difference
