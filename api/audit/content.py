"""What an audit's report says, in the words of one language, before it is put on a page of any kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from api.audit.form import Form
from api.audit.run import STILLS, Audit
from api.audit.statistics import (
    DealerOf,
    dealers_of,
    error_by,
    money_by_code,
    statistics_by_dealer,
    statistics_of,
)
from api.live.views import phrasebook
from api.phrases import Phrasebook, cards_in_words
from api.statistics_words import KindLine, StatisticLine, StatisticsWords
from api.store.projections import JudgedRound
from api.store.proven import ProvenFinding
from api.strings import Vocabulary
from tracker import __version__
from tracker.codes import CODES
from tracker.outcomes import Bet
from tracker.prompts import Language
from tracker.statistics import Report
from tracker.statistics.intervals import wilson
from tracker.verdict import HandVerdict

SEVERITIES: Final = ("alarm", "error", "check", "info")
SHAPES: Final = {"alarm": "⬣", "error": "▲", "check": "◆", "info": "●"}
Rows = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding as the report shows it."""

    id: str
    round_no: int
    time: str
    shape: str
    severity: str
    severity_words: str
    title: str
    whose: str
    dealer: str
    place: str
    expected: str
    seen: str
    money: str
    rule: str
    still: str


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand, the dealer's or a bet without cards, as the report shows it."""

    place: str
    cards: tuple[str, ...]
    total: str
    stake: str
    outcome: str
    net: str


@dataclass(frozen=True, slots=True)
class RoundBlock:
    """A round as the report shows it."""

    no: int
    time: str
    state: str
    doubts: tuple[str, ...]
    hands: tuple[HandLine, ...]
    findings: tuple[FindingLine, ...]


@dataclass(frozen=True, slots=True)
class DealingBlock:
    """How the table, or one dealer, dealt: pace, errors and money, then the kinds of errors."""

    title: str
    rows: Rows
    kinds: tuple[KindLine, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """One player's bets against the count: points (true count, smallest bets), and the line through them.

    Attributes:
        title: whose bets.
        points: one a round.
        line: slope and height at 0; None where there is none.
    """

    title: str
    points: tuple[tuple[float, float], ...]
    line: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class StatisticsBlock:
    """How players bet and played, what is no chance in all that was measured, and of how many looks."""

    rows: Rows
    charts: tuple[Chart, ...]
    findings: tuple[StatisticLine, ...]
    looks: int

    def shape(self, line: StatisticLine) -> str:
        """Return the shape of a finding's severity."""
        return SHAPES[line.severity]


@dataclass(frozen=True, slots=True)
class Content:
    """All that a report says.

    Attributes:
        words: the report's language.
        title, subject: what the report is, and of what.
        warning: what the reader must know first; empty if nothing.
        form: the fields that people fill in.
        header: how the audit was made.
        rates: the session in numbers.
        counts: shape, words and number of findings of each severity.
        findings: in order of the rounds.
        dealing: of the whole table, then of each dealer.
        statistics: of players and shoes.
        rounds: every round.
    """

    words: Vocabulary
    title: str
    subject: str
    warning: str
    form: Rows
    header: Rows
    rates: Rows
    counts: tuple[tuple[str, str, int], ...]
    findings: tuple[FindingLine, ...]
    dealing: tuple[DealingBlock, ...]
    statistics: StatisticsBlock
    rounds: tuple[RoundBlock, ...]


def content_of(audit: Audit, language: Language, form: Form) -> Content:
    """Put an audit into words."""
    return _Writer(audit, language).content(form)


class _Writer:
    """Turns an audit into the words and numbers of a report."""

    def __init__(self, audit: Audit, language: Language) -> None:
        self._words = Vocabulary(language)
        self._audit = audit
        self._language: Language = language
        self._book: Phrasebook = phrasebook(audit.job.table, audit.job.profile)
        self._statistics = StatisticsWords(language, self._book)
        self._dealer_of: DealerOf = dealers_of(audit)

    def content(self, form: Form) -> Content:
        audit = self._audit
        rounds = tuple(self._round(judged) for judged in audit.session.rounds)
        told = {line.id: line for block in rounds for line in block.findings}
        report = statistics_of(audit)
        incomplete = f"{self._words('report.incomplete')} {audit.end.reason}"
        return Content(
            words=self._words,
            title=self._words("report.title"),
            subject=f"{audit.job.table.name} · {audit.job.recording.name}",
            warning="" if audit.end.complete else incomplete,
            form=tuple((self._words(key), value) for key, value in form.lines()),
            header=tuple(self._header()),
            rates=tuple(self._rates()),
            counts=tuple(self._counts()),
            findings=tuple(told.get(proven.id) or self._finding(proven, "") for proven in audit.findings),
            dealing=tuple(self._dealing(report)),
            statistics=self._players(report),
            rounds=rounds,
        )

    def _header(self) -> list[tuple[str, str]]:
        job, audit = self._audit.job, self._audit
        length = clock_time(audit.last_us)
        if audit.duration_us:
            length = self._words("report.length", read=length, whole=clock_time(audit.duration_us))
        made = f"{audit.began_at:%Y-%m-%d %H:%M:%S} – {audit.ended_at:%H:%M:%S} UTC"
        return [
            (self._words("report.recording"), job.recording.name),
            (self._words("report.camera"), job.table.camera.name),
            (self._words("report.read"), length),
            (self._words("report.table"), job.table.name),
            (self._words("report.profile"), self._words.get(f"profile.{job.profile.name}", job.profile.title)),
            (self._words("report.method"), self._words("report.method-words", models=", ".join(audit.models) or "-")),
            (self._words("report.program"), __version__),
            (self._words("report.made"), made),
            (self._words("report.journal"), self._words("report.rows", n=audit.head.seq, hash=audit.head.hash)),
        ]  # fmt: skip

    def _counts(self) -> list[tuple[str, str, int]]:
        by_severity = Counter(proven.finding.severity for proven in self._audit.findings)
        return [(SHAPES[s], self._words(f"severity.{s}"), by_severity[s]) for s in SEVERITIES]

    def _rates(self) -> list[tuple[str, str]]:
        """Return the session's numbers; each rate with its n and interval."""
        audit, totals = self._audit, self._audit.session.totals
        certain = totals.rounds - totals.uncertain
        rows = [
            (self._words("report.rounds"), self._words("report.certain", n=totals.rounds, certain=certain)),
            (self._words("report.hands"), str(totals.hands)),
            (self._words("report.cards"), str(totals.cards)),
        ]
        if certain:
            flawed = len({proven.round_no for proven in audit.findings if proven.round_no})
            rows.append((self._words("report.flawed"), self._share(flawed, certain)))
        if totals.turnover:
            rows.append((self._words("totals.turnover"), self._book.amount(totals.turnover)))
            rows.append((self._words("report.gained"), self._book.amount(self._gained(1))))
            rows.append((self._words("report.lost"), self._book.amount(-self._gained(-1))))
        return rows

    def _share(self, part: int, whole: int) -> str:
        low, high = wilson(part, whole)
        rate, ends = f"{part / whole:.1%}", (f"{low:.1%}", f"{high:.1%}")
        return self._words("report.share", k=part, n=whole, rate=rate, low=ends[0], high=ends[1])

    def _dealing(self, report: Report) -> list[DealingBlock]:
        """Return the whole table, then each dealer who is named."""
        blocks = [self._block(self._words("report.whole-table"), report, money_by_code(self._audit))]
        for dealer, own in statistics_by_dealer(self._audit).items():
            title = self._statistics.dealer(dealer)
            money = money_by_code(self._audit, dealer)
            blocks.append(self._block(title[:1].upper() + title[1:], own, money))
        return blocks

    def _block(self, title: str, report: Report, money: Counter[str]) -> DealingBlock:
        rounds = (self._words("report.rounds"), str(report.rounds))
        rows = (rounds, *self._statistics.dealing(report))
        return DealingBlock(title, rows, tuple(self._statistics.kinds(report.errors, money)))

    def _players(self, report: Report) -> StatisticsBlock:
        words = self._statistics
        charts = tuple(
            Chart(
                title=self._words("statistics.bets", who=words.subject(bets.player)),
                points=bets.points,
                line=(bets.line.slope, bets.line.intercept) if bets.line else None,
            )
            for bets in report.bets
            if bets.line
        )
        return StatisticsBlock(
            tuple(words.playing(report)), charts, tuple(words.findings(report)), report.tests
        )

    def _finding(self, proven: ProvenFinding, dealer: str) -> FindingLine:
        finding, code = proven.finding, CODES[proven.finding.code]
        whose = error_by(finding)
        expected = self._book.words(finding.expected, finding.code)
        seen = self._book.words(finding.seen, finding.code)
        ru = self._language == "ru"
        return FindingLine(
            id=proven.id,
            round_no=proven.round_no,
            time="" if proven.pts_us is None else clock_time(proven.pts_us),
            shape=SHAPES[finding.severity],
            severity=finding.severity,
            severity_words=self._words(f"severity.{finding.severity}"),
            title=code.ru if ru else code.en,
            whose=self._words(f"report.{whose}") if whose else "",
            dealer=dealer,
            place=self._place(finding.subject),
            expected=expected.ru if ru else expected.en,
            seen=seen.ru if ru else seen.en,
            money=self._book.signed(finding.money),
            rule=self._words.get(f"rule.{finding.rule}", finding.rule),
            still=f"{STILLS}/{proven.id}.jpg" if proven.id in self._audit.stills else "",
        )

    def _round(self, judged: JudgedRound) -> RoundBlock:
        verdict, certain = judged.verdict, judged.told.is_certain
        bets = {bet.bet: bet for bet in verdict.bets} if certain else {}
        hands = [self._hand("d", verdict.dealer, None, judged)]
        hands += [self._hand(ref, hand, bets.pop(ref, None), judged) for ref, hand in verdict.hands.items()]
        hands += [self._hand(ref, None, bet, judged) for ref, bet in bets.items()]
        dealer = self._dealer_of(judged)
        return RoundBlock(
            no=judged.told.no,
            time=clock_time(judged.told.start_us),
            state=self._words.of("state", judged.state),
            doubts=judged.told.doubts,
            hands=tuple(hands),
            findings=tuple(self._finding(proven, dealer) for proven in judged.findings),
        )

    def _hand(self, ref: str, hand: HandVerdict | None, bet: Bet | None, judged: JudgedRound) -> HandLine:
        amounts = bet is not None and judged.told.chips
        return HandLine(
            place=self._place(ref),
            cards=tuple(cards_in_words(str(card), self._language) for card in hand.cards) if hand else (),
            total=self._total(hand, certain=judged.told.is_certain) if hand and hand.cards else "",
            stake=self._shared(bet.stake, bet, "stake") if bet and amounts else "",
            outcome=self._words.of("outcome", bet.outcome) if bet else "",
            net=self._shared(bet.net, bet, "net") if bet and amounts and bet.net is not None else "",
        )

    def _shared(self, whole: int, bet: Bet, field: Literal["stake", "net"]) -> str:
        parts = [(share.by, getattr(share, field) or 0) for share in bet.shares]
        return self._book.shared(whole, parts, self._language)

    def _total(self, hand: HandVerdict, *, certain: bool) -> str:
        if hand.total is None or not certain:
            return "?"
        if hand.blackjack:
            return self._words("hand.blackjack")
        return f"{hand.total} ({self._words('hand.soft')})" if hand.soft else str(hand.total)

    def _place(self, place: str) -> str:
        words = self._book.place(place, self._language)
        return words[:1].upper() + words[1:] if words != place else self._words("place.table")

    def _gained(self, sign: int) -> int:
        return sum(p.finding.money for p in self._audit.findings if p.finding.money * sign > 0)


def clock_time(pts_us: int) -> str:
    """Return a media time as `h:mm:ss`."""
    seconds = max(0, pts_us) // 1_000_000
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
