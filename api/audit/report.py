"""The audit's report: one HTML page with the header, the numbers, every finding with its picture, and every round."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from api.audit.run import STILLS, Audit
from api.audit.statistics import statistics_of
from api.live.views import phrasebook
from api.phrases import Phrasebook, cards_in_words
from api.statistics_words import StatisticLine, StatisticsWords
from api.store.projections import JudgedRound, ProvenFinding
from api.strings import Vocabulary
from tracker import __version__
from tracker.actions import format_amount
from tracker.codes import CODES
from tracker.outcomes import Bet
from tracker.prompts import Language
from tracker.statistics.intervals import wilson
from tracker.verdict import HandVerdict

REPORT: Final = "report.html"
SEVERITIES: Final = ("alarm", "error", "check", "info")
_SHAPES: Final = {"alarm": "⬣", "error": "▲", "check": "◆", "info": "●"}


@dataclass(frozen=True, slots=True)
class People:
    """The fields of the header that people fill in."""

    auditor: str = ""
    second_auditor: str = ""
    property: str = ""
    remarks: str = ""


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
class StatisticsBlock:
    """The statistics as the report shows them: what was measured, what is no chance, and of how many looks."""

    rows: tuple[tuple[str, str], ...]
    findings: tuple[StatisticLine, ...]
    looks: int

    def shape(self, line: StatisticLine) -> str:
        """Return the shape of a finding's severity."""
        return _SHAPES[line.severity]


def write_report(
    audit: Audit, folder: Path, *, language: Language = "en", people: People | None = None
) -> None:
    """Write report.html into the audit's folder."""
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    maker = _Report(audit, language)
    page = templates.get_template("report.html").render(
        t=maker.words,
        language=language,
        audit=audit,
        people=people or People(),
        header=maker.header(),
        counts=maker.counts(),
        rates=maker.rates(),
        statistics=maker.statistics(),
        findings=[maker.finding(proven) for proven in audit.findings],
        rounds=[maker.round(judged) for judged in audit.session.rounds],
        version=__version__,
    )
    (folder / REPORT).write_text(page, encoding="utf-8")


class _Report:
    """Turns an audit into the words and numbers of a page."""

    def __init__(self, audit: Audit, language: Language) -> None:
        self.words = Vocabulary(language)
        self._audit = audit
        self._language: Language = language
        self._book: Phrasebook = phrasebook(audit.job.table, audit.job.profile)

    def header(self) -> list[tuple[str, str]]:
        job, audit = self._audit.job, self._audit
        length = clock_time(audit.last_us)
        if audit.duration_us:
            length = self.words("report.length", read=length, whole=clock_time(audit.duration_us))
        return [
            (self.words("report.recording"), job.recording.name),
            (self.words("report.read"), length),
            (self.words("report.table"), job.table.name),
            (self.words("report.profile"), self.words.get(f"profile.{job.profile.name}", job.profile.title)),
            (self.words("report.models"), ", ".join(audit.models) or "-"),
            (self.words("report.program"), __version__),
            (
                self.words("report.made"),
                f"{audit.began_at:%Y-%m-%d %H:%M:%S} – {audit.ended_at:%H:%M:%S} UTC",
            ),
            (self.words("report.journal"), self.words("report.rows", n=audit.head.seq, hash=audit.head.hash)),
        ]

    def counts(self) -> list[tuple[str, str, int]]:
        """Return shape, words and number of findings of each severity."""
        by_severity = Counter(proven.finding.severity for proven in self._audit.findings)
        return [(_SHAPES[s], self.words(f"severity.{s}"), by_severity[s]) for s in SEVERITIES]

    def rates(self) -> list[tuple[str, str]]:
        """Return the session's numbers; each rate with its n and interval."""
        audit, totals = self._audit, self._audit.session.totals
        certain = totals.rounds - totals.uncertain
        flawed = len({proven.round_no for proven in audit.findings if proven.round_no})
        low, high = wilson(flawed, certain)
        rows = [
            (self.words("report.rounds"), self.words("report.certain", n=totals.rounds, certain=certain)),
            (self.words("report.hands"), str(totals.hands)),
            (self.words("report.cards"), str(totals.cards)),
        ]
        if certain:
            share = self.words(
                "report.share",
                k=flawed,
                n=certain,
                rate=f"{flawed / certain:.1%}",
                low=f"{low:.1%}",
                high=f"{high:.1%}",
            )
            rows.append((self.words("report.flawed"), share))
        if totals.turnover:
            rows.append((self.words("totals.turnover"), self._book.amount(totals.turnover)))
            rows.append((self.words("report.gained"), self._book.amount(self._gained(1))))
            rows.append((self.words("report.lost"), self._book.amount(-self._gained(-1))))
        return rows

    def statistics(self) -> StatisticsBlock:
        """Return the session's statistics, and what of them is no chance."""
        report = statistics_of(self._audit)
        words = StatisticsWords(self._language, self._book)
        return StatisticsBlock(tuple(words.rows(report)), tuple(words.findings(report)), report.tests)

    def finding(self, proven: ProvenFinding) -> FindingLine:
        finding, code = proven.finding, CODES[proven.finding.code]
        expected = self._book.words(finding.expected, finding.code)
        seen = self._book.words(finding.seen, finding.code)
        known = proven.id in self._audit.stills
        return FindingLine(
            id=proven.id,
            round_no=proven.round_no,
            time="" if proven.pts_us is None else clock_time(proven.pts_us),
            shape=_SHAPES[finding.severity],
            severity=finding.severity,
            severity_words=self.words(f"severity.{finding.severity}"),
            title=code.ru if self._language == "ru" else code.en,
            place=self._place(finding.subject),
            expected=expected.ru if self._language == "ru" else expected.en,
            seen=seen.ru if self._language == "ru" else seen.en,
            money=self._signed(finding.money),
            rule=self.words.get(f"rule.{finding.rule}", finding.rule),
            still=f"{STILLS}/{proven.id}.jpg" if known else "",
        )

    def round(self, judged: JudgedRound) -> RoundBlock:
        verdict, certain = judged.verdict, judged.told.is_certain
        bets = {bet.bet: bet for bet in verdict.bets} if certain else {}
        hands = [self._hand("d", verdict.dealer, None, judged)]
        hands += [self._hand(ref, hand, bets.pop(ref, None), judged) for ref, hand in verdict.hands.items()]
        hands += [self._hand(ref, None, bet, judged) for ref, bet in bets.items()]
        return RoundBlock(
            no=judged.told.no,
            time=clock_time(judged.told.start_us),
            state=self.words.of("state", judged.state),
            doubts=judged.told.doubts,
            hands=tuple(hands),
            findings=tuple(self.finding(proven) for proven in judged.findings),
        )

    def _hand(self, ref: str, hand: HandVerdict | None, bet: Bet | None, judged: JudgedRound) -> HandLine:
        amounts = bet is not None and judged.told.chips
        return HandLine(
            place=self._place(ref),
            cards=tuple(cards_in_words(str(card), self._language) for card in hand.cards) if hand else (),
            total=self._total(hand, certain=judged.told.is_certain) if hand and hand.cards else "",
            stake=self._shared(bet.stake, bet, "stake") if bet and amounts else "",
            outcome=self.words.of("outcome", bet.outcome) if bet else "",
            net=self._shared(bet.net, bet, "net") if bet and amounts and bet.net is not None else "",
        )

    def _shared(self, whole: int, bet: Bet, field: Literal["stake", "net"]) -> str:
        parts = [(share.by, getattr(share, field) or 0) for share in bet.shares]
        return self._book.shared(whole, parts, self._language)

    def _total(self, hand: HandVerdict, *, certain: bool) -> str:
        if hand.total is None or not certain:
            return "?"
        if hand.blackjack:
            return self.words("hand.blackjack")
        return f"{hand.total} ({self.words('hand.soft')})" if hand.soft else str(hand.total)

    def _place(self, place: str) -> str:
        words = self._book.place(place, self._language)
        return words[:1].upper() + words[1:] if words != place else self.words("place.table")

    def _amount(self, minor: int) -> str:
        return format_amount(minor, self._book.minor_units)

    def _signed(self, minor: int) -> str:
        sign = "+" if minor > 0 else ""
        return f"{sign}{self._book.amount(minor)}".replace("-", "\N{MINUS SIGN}") if minor else ""

    def _gained(self, sign: int) -> int:
        return sum(p.finding.money for p in self._audit.findings if p.finding.money * sign > 0)


def clock_time(pts_us: int) -> str:
    """Return a media time as `h:mm:ss`."""
    seconds = max(0, pts_us) // 1_000_000
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
