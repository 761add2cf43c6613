"""The fold of rounds into statistics."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tracker.findings import Finding
from tracker.notation import History, RecordedRound
from tracker.profile import Profile
from tracker.statistics.bets import BetBook, BetsOnCount
from tracker.statistics.counting import Composition, ShoeBook, composition
from tracker.statistics.errors import ErrorRate, SignedMoney, error_rate, is_error, signed_money
from tracker.statistics.hole_card import HoleBook, HolePlay
from tracker.statistics.pace import Pace, pace_of
from tracker.statistics.rounds import DEALER_KEY, SeenRound, see
from tracker.statistics.thresholds import Thresholds
from tracker.statistics.verdicts import Look, StatisticalFinding, judge
from tracker.verdict import HistoryVerdict, RoundVerdict

TABLE = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerStatistics:
    """What one dealer did."""

    dealer: str
    errors: ErrorRate
    money: SignedMoney


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The statistics of a session; each with the number that it rests on.

    Attributes:
        rounds: that were seen, of which `uncertain` were left out.
        shoes: None where no card was seen.
        pace: None where too few rounds were timed.
        errors, money: of the whole table.
        dealers: of each dealer who is named.
        bets: of each player, against the count; empty where no count is known.
        hole_card: of each player, where there is a hole card.
        findings: what is no chance.
        tests: how many tests the findings were chosen from.
        minor_units: the currency's smallest units in one.
    """

    rounds: int
    uncertain: int
    shoes: Composition
    pace: Pace | None
    errors: ErrorRate
    money: SignedMoney
    dealers: tuple[DealerStatistics, ...]
    bets: tuple[BetsOnCount, ...]
    hole_card: tuple[HolePlay, ...]
    findings: tuple[StatisticalFinding, ...]
    tests: int
    minor_units: int

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; amounts are decimal strings in major units."""
        units = self.minor_units
        return {
            "rounds": self.rounds,
            "uncertain": self.uncertain,
            "shoes": self.shoes.to_json(),
            "pace": None if self.pace is None else self.pace.to_json(),
            "errors": self.errors.to_json(),
            "money": self.money.to_json(units),
            "dealers": [
                {"dealer": one.dealer, "errors": one.errors.to_json(), "money": one.money.to_json(units)}
                for one in self.dealers
            ],
            "bets": [one.to_json(units) for one in self.bets],
            "hole_card": [one.to_json() for one in self.hole_card],
            "tests": self.tests,
            "findings": [one.to_json() for one in self.findings],
        }


class Statistics:
    """Folds rounds into statistics; take them in the order in which they were dealt.

    Args:
        profile: the game.
        minor_units: the currency's smallest units in one.
        thresholds: when a statistic may speak.
    """

    def __init__(
        self, profile: Profile, *, minor_units: int = 100, thresholds: Thresholds | None = None
    ) -> None:
        self._profile = profile
        self._minor_units = minor_units
        self._thresholds = thresholds or Thresholds()
        self._rounds: list[SeenRound] = []
        self._uncertain = 0
        self._shoes = ShoeBook(profile.decks, fresh_every_round=profile.fresh_shoe)
        self._bets = BetBook()
        self._hole = HoleBook(profile) if profile.hole_card else None

    def take(
        self,
        record: RecordedRound,
        verdict: RoundVerdict,
        *,
        findings: Sequence[Finding] | None = None,
        certain: bool = True,
        amounts: bool = True,
        dealer: str = "",
    ) -> None:
        """Take in a round.

        Args:
            record: what was done.
            verdict: what the referee says about it.
            findings: those that may be told; all of the verdict's by default.
            certain: whether the round is told for certain; one that is not accuses nobody, but its cards count.
            amounts: whether what was bet is known.
            dealer: who deals, where the round does not say.
        """
        round_ = see(
            record, verdict, self._profile, findings=findings, amounts=amounts and certain, dealer=dealer
        )
        shoe = self._shoes.before(round_)
        if certain and not self._profile.fresh_shoe and shoe.is_sure(self._thresholds.most_unread):
            for player, amount in _by_player(round_).items():
                self._bets.note(player, len(self._shoes.shoes), shoe.true, amount)
        shoe.take(round_)
        if shoe.is_overdrawn:
            self._bets.forget(len(self._shoes.shoes))
        if not certain:
            self._uncertain += 1
            return
        self._rounds.append(round_)
        if self._hole is not None:
            self._hole.take(round_)

    def report(self) -> Report:
        """Return the statistics of all rounds so far."""
        pace = pace_of(self._rounds, self._thresholds.break_s)
        findings = [finding for round_ in self._rounds for finding in round_.findings]
        errors, money = error_rate(self._rounds), signed_money(filter(is_error, findings))
        dealers = tuple(self._dealers())
        bets = tuple(self._bets.lines())
        hole = tuple(self._hole.plays()) if self._hole else ()
        tests = [
            *self._test_pace(pace),
            *self._test_errors(TABLE, errors),
            *self._test_money(TABLE, money),
            *(test for one in dealers for test in self._test_dealer(one)),
            *self._test_pairs(),
            *self._test_bets(bets),
            *self._test_hole(hole),
        ]
        return Report(
            rounds=len(self._rounds) + self._uncertain,
            uncertain=self._uncertain,
            shoes=composition(self._shoes.shoes, self._profile.decks),
            pace=pace,
            errors=errors,
            money=money,
            dealers=dealers,
            bets=bets,
            hole_card=hole,
            findings=judge(tests, self._profile, self._thresholds),
            tests=len(tests),
            minor_units=self._minor_units,
        )

    def _dealers(self) -> Iterator[DealerStatistics]:
        by_dealer: dict[str, list[SeenRound]] = defaultdict(list)
        for round_ in self._rounds:
            if round_.dealer:
                by_dealer[round_.dealer].append(round_)
        for dealer, rounds in sorted(by_dealer.items()):
            money = signed_money(f for round_ in rounds for f in round_.findings if is_error(f))
            yield DealerStatistics(dealer=dealer, errors=error_rate(rounds), money=money)

    def _test_pace(self, pace: Pace | None) -> Iterator[Look]:
        limits = self._thresholds
        if pace is None or pace.n < limits.least_rounds_of_pace:
            return
        for code, limit, beyond in (
            ("pace-low", limits.slow_hands, pace.hands_per_hour < limits.slow_hands),
            ("pace-high", limits.fast_hands, pace.hands_per_hour > limits.fast_hands),
        ):
            bound = "at least" if code == "pace-low" else "at most"
            yield Look(
                code=code,
                subject=TABLE,
                n=pace.n,
                p=pace.p_beyond(limit) if beyond else 1.0,
                is_large=beyond,
                expected=f"{bound} {limit:.0f} hands an hour",
                seen=f"{pace.hands_per_hour:.0f} hands an hour",
            )

    def _test_errors(self, subject: str, errors: ErrorRate) -> Iterator[Look]:
        limits = self._thresholds
        if errors.n < limits.least_hands_of_errors or errors.per_100 is None:
            return
        yield Look(
            code="error-rate-high",
            subject=subject,
            n=errors.n,
            p=errors.p_at_least(limits.errors_per_100_hands),
            is_large=errors.per_100 > limits.errors_per_100_hands,
            expected=f"at most {limits.errors_per_100_hands:g} errors in 100 hands",
            seen=f"{errors.errors} errors in {errors.n} hands",
        )

    def _test_money(self, subject: str, money: SignedMoney) -> Iterator[Look]:
        if money.n < self._thresholds.least_signed_errors:
            return
        signs = money.signs
        favoured = "the players" if signs.plus > signs.minus else "the house"
        yield Look(
            code="errors-one-sided",
            subject=subject,
            n=money.n,
            p=signs.p_two_sided,
            is_large=signs.plus != signs.minus,
            expected="errors on both sides",
            seen=f"{max(signs.plus, signs.minus)} of {money.n} errors favour {favoured}",
            money=money.gained - money.lost,
        )

    def _test_dealer(self, one: DealerStatistics) -> Iterator[Look]:
        yield from self._test_errors(f"dealer {one.dealer}", one.errors)
        yield from self._test_money(f"dealer {one.dealer}", one.money)

    def _test_pairs(self) -> Iterator[Look]:
        """Test the errors of each dealer with each player: one who pays a friend is unsuspicious with all others."""
        pairs: dict[tuple[str, str], list[Finding]] = defaultdict(list)
        for round_ in self._rounds:
            for finding in filter(is_error, round_.findings):
                if finding.subject[:1].isdigit():
                    for player in round_.players_of(int(finding.subject[0])):
                        pairs[round_.dealer, player].append(finding)
        players = {player for _, player in pairs}
        for (dealer, player), findings in sorted(pairs.items()):
            if dealer or len(players) > 1:
                subject = f"dealer {dealer} with {player}" if dealer else player
                yield from self._test_money(subject, signed_money(findings))

    def _test_bets(self, bets: Sequence[BetsOnCount]) -> Iterator[Look]:
        limits = self._thresholds
        for one in bets:
            if one.line is None or one.n < limits.least_rounds_of_count:
                continue
            line = one.line
            # Only bets that rise with the count are told, so that the other direction is no look of its own.
            yield Look(
                code="bets-follow-count",
                subject=one.player,
                n=one.n,
                p=line.p / 2 if line.slope > 0 else 1 - line.p / 2,
                is_large=line.r >= limits.least_correlation,
                expected="bets that do not follow the count",
                seen=f"{line.slope:+.2f} bets for each true count, r {line.r:.2f}",
            )

    def _test_hole(self, plays: Sequence[HolePlay]) -> Iterator[Look]:
        for one in plays:
            if one.n >= self._thresholds.least_telling_decisions:
                yield Look(
                    code="play-knows-hole-card",
                    subject=one.player,
                    n=one.n,
                    p=one.p,
                    is_large=one.excess >= self._thresholds.least_excess,
                    expected=f"about {one.expected:.0f} of {one.n} decisions right for the hole card",
                    seen=f"{one.right} of {one.n} decisions right for the hole card",
                )


def statistics_of(
    history: History,
    verdict: HistoryVerdict,
    profile: Profile,
    thresholds: Thresholds | None = None,
) -> Report:
    """Fold a judged hand history.

    Args:
        history: what was done; a field `_dealer` of the file or of a round names the dealer.
        verdict: what the referee says about it.
        profile: the rules by which it was judged.
        thresholds: when a statistic may speak.
    """
    fold = Statistics(profile, minor_units=history.minor_units, thresholds=thresholds)
    dealer = str(history.extra.get(DEALER_KEY, ""))
    for record, judged in zip(history.rounds, verdict.rounds, strict=True):
        fold.take(record, judged, certain=not record.extra.get("_doubts"), dealer=dealer)
    return fold.report()


def _by_player(round_: SeenRound) -> dict[str, int]:
    amounts: dict[str, int] = {}
    for wager in round_.wagers:
        amounts[wager.player] = amounts.get(wager.player, 0) + wager.amount
    return amounts
