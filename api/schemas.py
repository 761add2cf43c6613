"""What the server tells screens and other programs, as JSON. Amounts are decimal strings in major units.

`/api/v1` only grows: new fields may come, none goes or changes its meaning.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

CameraState = Literal["waiting", "live", "blind", "lost", "ended"]
Point = tuple[float, float]


class View(BaseModel):
    """What every answer is made of: it is never changed, and has no field that is not described."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Words(View):
    """One text in the languages of the screens."""

    en: str
    ru: str


class CardView(View):
    """A card of a hand: `??` is unread, `down` is face down."""

    card: str
    face: Literal["up", "down"] = "up"


class HandView(View):
    """Cards of a hand or of the dealer; `total` is null while a card that matters is not known."""

    cards: tuple[CardView, ...]
    total: int | None
    soft: bool
    blackjack: bool


class ShareView(View):
    """One bettor's part of a bet; `by` is empty for a bettor without a name, amounts are empty while undecided."""

    by: str
    stake: str
    outcome: str
    pays: str
    net: str


class BetView(View):
    """A bet as the verdict states it (NOTATION section 3).

    Attributes:
        shares: each bettor's part, where the box has several.
    """

    bet: str
    stake: str
    outcome: str
    pays: str
    net: str
    name: str = ""
    shares: tuple[ShareView, ...] = ()


class LyingCardView(View):
    """A card that lies on the table, and the fact that says what it is: a correction names it."""

    fact: str
    place: str
    card: str


class RoundView(View):
    """The round that lies on the table."""

    no: int
    state: str
    dealer: HandView
    hands: dict[str, HandView]
    bets: tuple[BetView, ...]
    next: tuple[str, ...]
    cards: tuple[LyingCardView, ...]


class PromptView(View):
    """What the dealer must do now.

    Attributes:
        code: which prompt it is; stable, for programs.
        place: the hand or the dealer that it is about; marked on the screen.
        main: the instruction, verb first.
        more: the reason, the chips, whose share is what, and the next steps; may be empty.
    """

    code: str

    place: str
    main: Words
    more: Words
    consequence: bool


class StepView(View):
    """One step that somebody took with a finding (`tracker.fact_bodies.STEPS`)."""

    step: str
    by: str
    value: str
    note: str
    pts_us: int


class HandlingView(View):
    """How a finding stands with the people: who is on it, how it ended, what each person thinks of it."""

    state: Literal["open", "acknowledged", "assigned", "resolved"]
    owner: str
    reason: str
    opinions: dict[str, Literal["right", "wrong", "unsure"]]
    steps: tuple[StepView, ...]


class RuledView(View):
    """What the floor ruled."""

    ruling: str
    by: str
    reason: str


class FindingView(View):
    """Something that was dealt, paid or seen wrongly.

    Attributes:
        id: stable within the table's journal.
        money: what players wrongly gained (+) or lost (-).
        pts_us: media time of the fact that showed it; null if no fact did.
        still: address of its picture; null if there is none.
        proposed: the ruling that the house's profile proposes; empty where there is nothing to rule.
    """

    id: str
    round: int
    code: str
    severity: str
    subject: str
    expected: str
    seen: str
    expected_words: Words
    seen_words: Words
    money: str
    rule: str
    pts_us: int | None
    still: str | None
    handling: HandlingView
    proposed: str
    ruled: RuledView | None


class MarkView(View):
    """A card in the picture: its hand (empty: not known), its corners in pixels, clockwise from the card's top left."""

    card: str
    place: str
    p: float
    face: Literal["up", "down"]
    quad: tuple[Point, ...]


class PictureView(View):
    """The picture to show, and what was read in it, at one media time."""

    pts_us: int
    width: int
    height: int
    marks: tuple[MarkView, ...]


class OneCameraView(View):
    """How one of several cameras stands, and why it does not see."""

    name: str
    state: CameraState
    reason: str


class CameraView(View):
    """How the camera stands; `seen_at_ms` is the wall clock of the last picture, in ms since 1970.

    `prompt_p50_ms` and `prompt_p95_ms` say how long it took lately from a card's coming to rest to the prompt;
    `skipped` how many pictures were passed over because the looking had fallen behind. Where several cameras watch,
    `cameras` tells of each: the table is seen as long as one of them is live.
    """

    state: CameraState
    seen_at_ms: int | None
    stale_after_s: float
    reason: str
    prompt_p50_ms: int | None = None
    prompt_p95_ms: int | None = None
    skipped: int = 0
    cameras: tuple[OneCameraView, ...] = ()


class TotalsView(View):
    """The session so far. `turnover` is all that was staked, `wrong` all money that findings are about.

    `rounds_per_hour` is the pace of the newest rounds; null where too few were timed.
    """

    rounds: int
    hands: int
    turnover: str
    wrong: str
    rounds_per_hour: float | None


class ChipView(View):
    """A colour of the house's chips and what one is worth."""

    colour: str
    value: str


class TableInfo(View):
    """What does not change while a table is watched; boxes in the order in which the camera shows them.

    `chips` are the house's, the highest value first; empty where the table file names none.
    """

    name: str
    profile: str
    currency: str
    boxes: tuple[int, ...]
    hands_per_box: int
    side_bet: bool
    chips: tuple[ChipView, ...]


class TableState(View):
    """All that a screen shows of a table; `dealer` is who deals, empty where nobody said.

    `has_footage` says whether its footage is kept here and can be replayed; that of another host's table is not.
    """

    table: TableInfo
    seq: int
    dealer: str
    camera: CameraView
    view: PictureView | None
    round: RoundView | None
    prompt: PromptView | None
    findings: tuple[FindingView, ...]
    totals: TotalsView
    has_footage: bool = False


class CodeView(View):
    """A finding code with its title."""

    code: str
    title: Words
    severity: str


class ProfileTitle(View):
    """A profile with its title."""

    name: str
    title: str


class About(View):
    """Which program this is, and where its source can be had (AGPL-3.0, section 13)."""

    version: str
    source: str
    model: str | None


class Catalogue(View):
    """The words that screens need beside their own."""

    codes: tuple[CodeView, ...]
    profiles: tuple[ProfileTitle, ...]
    about: About


class FactRow(View):
    """A row of the journal."""

    seq: int
    recorded_at: str
    hash: str
    fact: dict[str, object]


class FactPage(View):
    """Rows of the journal; ask again with `after` = `next` until it is null."""

    rows: tuple[FactRow, ...]
    next: int | None


class TableFinding(View):
    """A finding and the table that it is of."""

    table: str
    finding: FindingView


class FindingPage(View):
    """Findings of tables, newest first; ask again with `after` = `next` until it is null."""

    findings: tuple[TableFinding, ...]
    total: int
    next: int | None


class TabletView(View):
    """A tablet that stands at a table; `dealers` are the names to choose from when signing in on it."""

    name: str
    table: str
    dealers: tuple[str, ...]


class PersonView(View):
    """Somebody who can sign in; `locked` after too many wrong secrets in a row."""

    name: str
    role: str
    locked: bool


class SessionView(View):
    """Who one is: `name` is null where nobody has signed in yet.

    Attributes:
        csrf: goes into the header `X-Pitwatch-Csrf` of every request that changes something.
        tablet: the tablet that this is, if it is one.
    """

    name: str | None
    role: str | None
    rights: tuple[str, ...]
    table: str | None
    csrf: str
    tablet: TabletView | None


class Accepted(View):
    """Facts that were written; their ids, in the order in which they were sent."""

    facts: tuple[str, ...]
    seq: int


class AlarmView(View):
    """Something in the house that is wrong now: `code` is stable, `subject` a host, table or disk, `text` one line."""

    code: str
    subject: str
    text: str
    since_ms: int
    times: int
