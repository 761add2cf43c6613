"""The statistics of a session in words, for reports and terminals; n stands beside every number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from api.phrases import Phrasebook, cards_in_words
from api.strings import Vocabulary
from tracker.codes import CODES
from tracker.prompts import Language
from tracker.statistics import Report, StatisticalFinding
from tracker.statistics.bets import BetsOnCount
from tracker.statistics.counting import Composition
from tracker.statistics.errors import PATRONS, PER, ErrorRate, SignedMoney
from tracker.statistics.exact import poisson_interval
from tracker.statistics.hole_card import HolePlay
from tracker.statistics.pace import Pace

_SUBJECT: Final = re.compile(r"(?:dealer (?P<dealer>.+?)(?: with (?P<with>.+))?|(?P<who>.+))")
_BOX: Final = re.compile(r"box (\d)")
_SEVERITIES: Final = ("alarm", "error", "check", "info")
_TINY_P: Final = 0.0001


@dataclass(frozen=True, slots=True)
class StatisticLine:
    """A statistical finding as a report shows it."""

    severity: str
    severity_words: str
    title: str
    subject: str
    expected: str
    seen: str
    n: int
    p: str


@dataclass(frozen=True, slots=True)
class KindLine:
    """How often one kind of error was made: so many, in a hundred hands, the 95 % interval of that, the money."""

    title: str
    whose: str
    count: int
    rate: str
    interval: str
    money: str


class StatisticsWords:
    """Tells a session's statistics in one language.

    Args:
        language: `en` or `ru`.
        book: the table's currency and places.
    """

    def __init__(self, language: Language, book: Phrasebook) -> None:
        self._language: Language = language
        self._book = book
        self._words = Vocabulary(language)

    def rows(self, report: Report) -> Iterator[tuple[str, str]]:
        """Yield what is measured, and what came out, with n and interval."""
        yield from self.dealing(report)
        for one in report.dealers:
            told = [self._errors(one.errors)] + ([self._money(one.money)] if one.money.n else [])
            yield self.dealer(one.dealer), "; ".join(told)
        yield from self.playing(report)

    def dealing(self, report: Report) -> Iterator[tuple[str, str]]:
        """Yield how fast and how well was dealt."""
        if report.pace:
            yield self._words("statistics.pace"), self._pace(report.pace)
        yield self._words("statistics.errors"), self._errors(report.errors)
        if report.errors.patrons:
            yield self._words("statistics.patrons"), self._patrons(report.errors)
        if report.money.n:
            yield self._words("statistics.money"), self._money(report.money)

    def playing(self, report: Report) -> Iterator[tuple[str, str]]:
        """Yield how the players bet and played, and what the shoes held."""
        for bets in report.bets:
            yield self._words("statistics.bets", who=self.subject(bets.player)), self._bets(bets)
        for play in report.hole_card:
            yield self._words("statistics.hole", who=self.subject(play.player)), self._hole(play)
        yield self._words("statistics.shoes"), self._shoes(report.shoes)

    def kinds(self, errors: ErrorRate, money: Mapping[str, int]) -> Iterator[KindLine]:
        """Yield each kind of error, the most frequent first.

        Args:
            errors: how often each was made.
            money: what players wrongly gained (+) or lost (-) by each, minor units.
        """
        for code, count in errors.codes:
            low, high = poisson_interval(count)
            scale = PER / errors.n if errors.n else 0.0
            yield KindLine(
                title=CODES[code].ru if self._language == "ru" else CODES[code].en,
                whose=self._words("report.patron" if code in PATRONS else "report.dealer"),
                count=count,
                rate=f"{count * scale:.2f}",
                interval=f"{low * scale:.2f} – {high * scale:.2f}",
                money=self._book.signed(money.get(code, 0)),
            )

    def dealer(self, name: str) -> str:
        """Return a dealer's name as a heading."""
        return self._words("statistics.dealer", name=name)

    def findings(self, report: Report) -> Iterator[StatisticLine]:
        """Yield what is no chance, the gravest first, and of those alike the most certain."""
        for one in sorted(report.findings, key=lambda one: _SEVERITIES.index(one.finding.severity)):
            yield self._finding(one)

    def subject(self, subject: str) -> str:
        """Return whom a statistic is about in words."""
        if subject == "table":
            return self._words("statistics.table")
        found = _SUBJECT.fullmatch(subject)
        if found is None or found["who"]:
            return self._player(subject)
        dealer = self.dealer(found["dealer"])
        if not found["with"]:
            return dealer
        return self._words("statistics.pair", dealer=dealer, player=self._player(found["with"]))

    def _player(self, player: str) -> str:
        box = _BOX.fullmatch(player)
        return self._book.place(box[1], self._language) if box else player

    def _finding(self, one: StatisticalFinding) -> StatisticLine:
        code = CODES[one.finding.code]
        expected = self._book.words(one.finding.expected, code.code)
        seen = self._book.words(one.finding.seen, code.code)
        ru = self._language == "ru"
        return StatisticLine(
            severity=one.finding.severity,
            severity_words=self._words(f"severity.{one.finding.severity}"),
            title=code.ru if ru else code.en,
            subject=self.subject(one.finding.subject),
            expected=expected.ru if ru else expected.en,
            seen=seen.ru if ru else seen.en,
            n=one.n,
            p=chance(one.p_corrected),
        )

    def _pace(self, pace: Pace) -> str:
        low, high = pace.hands_95
        return self._words(
            "statistics.pace-words",
            rounds=f"{pace.rounds_per_hour:.0f}",
            hands=f"{pace.hands_per_hour:.0f}",
            low=f"{low:.0f}",
            high=f"{high:.0f}",
            n=pace.n,
        )

    def _errors(self, errors: ErrorRate) -> str:
        low, high = errors.per_100_95 or (0.0, 100.0)
        return self._words(
            "statistics.errors-words",
            k=errors.errors,
            n=errors.n,
            rate=f"{errors.per_100 or 0:.2f}",
            low=f"{low:.2f}",
            high=f"{high:.2f}",
        )

    def _patrons(self, errors: ErrorRate) -> str:
        return self._words("statistics.patrons-words", k=errors.patrons, n=errors.n)

    def _money(self, money: SignedMoney) -> str:
        return self._words(
            "statistics.money-words",
            n=money.n,
            plus=money.signs.plus,
            minus=money.signs.minus,
            gained=self._book.amount(money.gained),
            lost=self._book.amount(money.lost),
            p=chance(money.signs.p_two_sided),
        )

    def _bets(self, bets: BetsOnCount) -> str:
        spread = f"{self._book.amount(bets.least)} – {self._book.amount(bets.most)}"
        if bets.line is None:
            return self._words("statistics.bets-level", n=bets.n, spread=spread)
        low, high = bets.line.slope_95
        return self._words(
            "statistics.bets-words",
            n=bets.n,
            spread=spread,
            slope=f"{bets.line.slope:+.2f}",
            low=f"{low:+.2f}",
            high=f"{high:+.2f}",
            r=f"{bets.line.r:+.2f}",
        )

    def _hole(self, play: HolePlay) -> str:
        return self._words(
            "statistics.hole-words",
            n=play.n,
            right=play.right,
            expected=f"{play.expected:.1f}",
            p=chance(play.p),
        )

    def _shoes(self, shoes: Composition) -> str:
        copies, card = shoes.most_copies
        form = "statistics.shoes-words" if shoes.shoes else "statistics.shoes-unknown"
        told = self._words(form, n=shoes.shoes, cards=shoes.cards, unread=shoes.unread)
        if card is not None:
            most = cards_in_words(str(card), self._language)
            told += "; " + self._words("statistics.copies", n=copies, card=most, decks=shoes.decks)
        if shoes.least_seen is not None:
            least = shoes.least_seen
            told += "; " + self._words(
                "statistics.least",
                card=cards_in_words(str(least.card), self._language),
                n=least.seen,
                expected=f"{least.expected:.1f}",
                p=chance(least.p),
            )
        return told


def chance(p: float) -> str:
    """Return a p-value as people write it."""
    return f"p < {_TINY_P}" if p < _TINY_P else f"p = {p:.4f}" if p < 0.01 else f"p = {p:.2f}"
