"""The statistics of whole sessions: what they say, with which n, and when they keep silent."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pytest

from tests.unit.tracker.statistics.sessions import Counting, deal, peeping, statistics_of
from tracker.notation import History, RecordedRound
from tracker.profile import Profile, load_profile, override
from tracker.referee import judge_history
from tracker.simulate import perform, simulate
from tracker.statistics import Report, Statistics, Thresholds

RUSSIAN = load_profile("russian-blackjack")
SWITCH = load_profile("blackjack-switch")
PEEK = load_profile("blackjack-s17-peek")


def codes(report: Report) -> list[tuple[str, str]]:
    return [(one.finding.code, one.finding.subject) for one in report.findings]


def with_errors(
    profile: Profile, kinds: list[str] | None, *, rounds: int, errors: int, seed: int = 5
) -> History:
    return simulate(profile, rounds=rounds, seed=seed, errors=errors, kinds=kinds, observable=False).history


@cache
def honest_session() -> Report:
    return statistics_of(deal(RUSSIAN, rounds=150, seed=1), RUSSIAN)


def test_an_honest_session_is_counted_and_nobody_is_named() -> None:
    report = honest_session()
    assert report.findings == ()
    assert (report.rounds, report.uncertain) == (150, 0)
    assert 300 <= report.errors.n <= 330
    assert (report.errors.errors, report.errors.per_100) == (0, 0.0)
    assert report.money.n == 0
    assert [one.n for one in report.bets] == [150, 150]
    assert report.hole_card == ()
    assert report.pace is None


def test_the_report_is_plain_json_with_n_beside_everything() -> None:
    document = json.loads(json.dumps(honest_session().to_json(), allow_nan=False))
    for part in ("errors", "money"):
        assert isinstance(document[part]["n"], int)
    assert all(isinstance(one["n"], int) and "p" in one for one in document["bets"])
    assert document["shoes"]["shoes"] >= 3


def test_errors_are_told_for_a_hundred_hands_with_their_exact_interval() -> None:
    history = with_errors(RUSSIAN, ["card-on-21", "bet-late"], rounds=60, errors=20)
    report = statistics_of(history, RUSSIAN)
    assert report.errors.errors + report.errors.patrons == 20
    assert 8 <= report.errors.errors <= 12
    assert dict(report.errors.codes).keys() == {"card-on-21", "bet-late"}
    low, high = report.errors.per_100_95 or (0, 0)
    assert low < (report.errors.per_100 or 0) < high


def test_many_errors_are_a_finding_only_above_the_houses_rate_and_enough_hands() -> None:
    history = with_errors(RUSSIAN, ["dealer-drew-on-17-or-more"], rounds=150, errors=40)
    assert ("error-rate-high", "table") in codes(statistics_of(history, RUSSIAN))
    tolerant = Thresholds(errors_per_100_hands=40)
    assert codes(statistics_of(history, RUSSIAN, tolerant)) == []
    patient = Thresholds(least_hands_of_errors=5000)
    assert codes(statistics_of(history, RUSSIAN, patient)) == []


def test_errors_that_all_favour_the_players_are_found_as_at_rivers_pittsburgh() -> None:
    """Seven of seven in the players' favour are no chance at 1 in 50, and are at 1 in 100."""
    seven = with_errors(RUSSIAN, ["loser-paid"], rounds=90, errors=7)
    bold = Thresholds(false_alarms=0.05)
    assert ("errors-one-sided", "table") in codes(statistics_of(seven, RUSSIAN, bold))
    assert codes(statistics_of(seven, RUSSIAN)) == []
    eighteen = statistics_of(with_errors(RUSSIAN, ["loser-paid"], rounds=200, errors=18), RUSSIAN)
    (found,) = [one for one in eighteen.findings if one.finding.subject == "table"]
    assert found.finding.code == "errors-one-sided"
    assert (found.n, found.p) == (18, pytest.approx(2 / 2**18))
    assert found.finding.money == eighteen.money.gained > 0
    assert found.finding.severity == "alarm"
    assert found.finding.action == 0


def test_errors_on_both_sides_are_no_finding() -> None:
    history = with_errors(RUSSIAN, ["loser-paid", "winner-taken"], rounds=100, errors=30)
    report = statistics_of(history, RUSSIAN, Thresholds(errors_per_100_hands=100))
    assert report.money.n == 30
    assert abs(report.money.signs.plus - report.money.signs.minus) <= 2
    assert report.findings == ()


def by_dealers(history: History, *names: str) -> History:
    """Let dealers relieve each other, round by round."""
    rounds = (replace(r, extra={"_dealer": names[k % len(names)]}) for k, r in enumerate(history.rounds))
    return replace(history, rounds=tuple(rounds))


def test_each_dealer_is_judged_by_his_own_rounds() -> None:
    bad = with_errors(RUSSIAN, ["overpaid"], rounds=80, errors=24)
    honest = deal(RUSSIAN, rounds=80, seed=3)
    mixed = tuple(r for pair in zip(bad.rounds, honest.rounds, strict=True) for r in pair)
    numbered = tuple(replace(r, no=no, shoe=no) for no, r in enumerate(mixed, 1))
    report = statistics_of(by_dealers(replace(bad, rounds=numbered), "Anna", "Boris"), RUSSIAN)
    anna, boris = report.dealers
    assert (anna.dealer, anna.errors.errors, anna.money.n) == ("Anna", 24, 24)
    assert (boris.dealer, boris.errors.errors, boris.money.n) == ("Boris", 0, 0)
    assert ("errors-one-sided", "dealer Anna") in codes(report)
    assert not [subject for _, subject in codes(report) if "Boris" in subject]


def test_a_dealer_who_pays_one_box_too_much_is_found_with_it_though_the_table_looks_even() -> None:
    history = by_dealers(with_errors(RUSSIAN, ["loser-paid", "winner-taken"], rounds=260, errors=120), "Anna")
    fold = Statistics(RUSSIAN, thresholds=Thresholds(errors_per_100_hands=100))
    for record, verdict in zip(history.rounds, judge_history(history, RUSSIAN).rounds, strict=True):
        kept = [f for f in verdict.findings if (f.subject[0] == "2") == (f.money > 0)]
        fold.take(record, verdict, findings=kept)
    report = fold.report()
    assert ("errors-one-sided", "dealer Anna with box 2") in codes(report)


@cache
def counted(rounds: int = 150) -> History:
    return deal(PEEK, rounds=rounds, seed=4, bets=Counting, boxes=(1,))


def test_bets_that_follow_the_count_are_found_with_slope_and_r() -> None:
    report = statistics_of(counted(), PEEK)
    assert codes(report) == [("bets-follow-count", "box 1")]
    (bets,) = report.bets
    assert bets.line is not None
    assert bets.line.r > 0.6
    assert bets.line.slope > 0.5
    assert (bets.least, bets.most, bets.n) == (1000, 8000, 150)


def test_too_few_rounds_of_a_player_accuse_nobody_of_counting() -> None:
    assert codes(statistics_of(replace(counted(), rounds=counted().rounds[:99]), PEEK)) == []


def forget_shoes(history: History) -> History:
    return replace(history, rounds=tuple(replace(r, shoe=None) for r in history.rounds))


def test_without_knowing_the_shoe_no_count_is_used() -> None:
    report = statistics_of(forget_shoes(counted()), PEEK)
    assert report.shoes.shoes == 0
    assert report.shoes.cards > 500
    assert report.bets == ()
    assert report.findings == ()


def test_a_shoe_that_more_cards_came_from_than_it_holds_was_shuffled_unseen_and_has_no_count() -> None:
    one_shoe = replace(counted(), rounds=tuple(replace(r, shoe=1) for r in counted().rounds))
    report = statistics_of(one_shoe, PEEK)
    assert report.shoes.cards > 52 * PEEK.decks
    assert (report.shoes.shoes, report.shoes.least_seen, report.bets) == (0, None, ())
    assert codes(report) == []


def test_cards_that_nobody_read_end_the_count_of_their_shoe() -> None:
    careless = Thresholds(most_unread=1.0)
    report = statistics_of(counted(), PEEK, careless)
    hidden = replace(counted(), rounds=tuple(_hide_half_of_the_cards(record) for record in counted().rounds))
    assert statistics_of(hidden, PEEK, careless).bets[0].n == report.bets[0].n
    assert sum(one.n for one in statistics_of(hidden, PEEK).bets) < 20


def _hide_half_of_the_cards(record: RecordedRound) -> RecordedRound:
    from tracker.cards import UNKNOWN  # noqa: PLC0415

    actions = [
        replace(a, args=(a.args[0], UNKNOWN)) if a.verb == "deal" and a.args[0] != "d" and k % 2 == 0 else a
        for k, a in enumerate(record.actions)
    ]
    return replace(record, actions=tuple(actions))


def test_a_fresh_shoe_every_round_has_no_count_to_follow() -> None:
    report = statistics_of(deal(SWITCH, rounds=120, seed=4, bets=Counting, boxes=(1,)), SWITCH)
    assert report.bets == ()


def test_who_sees_the_hole_card_is_found_and_who_does_not_is_not() -> None:
    knowing = statistics_of(deal(SWITCH, rounds=60, seed=2, seat=peeping(SWITCH), boxes=(1,)), SWITCH)
    assert codes(knowing) == [("play-knows-hole-card", "box 1")]
    (play,) = knowing.hole_card
    assert play.right == play.n
    assert play.p < 1e-8
    ignorant = statistics_of(deal(SWITCH, rounds=60, seed=2, boxes=(1,)), SWITCH)
    (play,) = ignorant.hole_card
    assert abs(play.right - play.expected) < 3 * play.n**0.5
    assert codes(ignorant) == []


def timed(history: History, profile: Profile, **pace: int) -> History:
    from tracker.simulate import Pace  # noqa: PLC0415

    return perform(history, profile, pace=Pace(**pace)).history


def test_pace_comes_from_media_times_and_leaves_breaks_out() -> None:
    history = timed(deal(RUSSIAN, rounds=60, seed=6), RUSSIAN)
    report = statistics_of(history, RUSSIAN)
    assert report.pace is not None
    assert report.pace.n == 59
    low, high = report.pace.hands_95
    assert low < report.pace.hands_per_hour < high
    paused = tuple(
        replace(
            r,
            actions=tuple(
                replace(a, pts_us=(a.pts_us or 0) + 1_800_000_000 * (r.no > 30)) for a in r.actions
            ),
        )
        for r in history.rounds
    )
    again = statistics_of(replace(history, rounds=paused), RUSSIAN).pace
    assert again is not None
    assert (again.n, again.breaks) == (58, 1)
    assert again.hands_per_hour == pytest.approx(report.pace.hands_per_hour, rel=0.05)


@pytest.mark.parametrize(
    ("pace", "code"),
    [({"card_us": 6_000_000}, "pace-low"), ({"card_us": 50_000, "money_us": 50_000}, "pace-high")],
)
def test_a_pace_beyond_what_the_house_wants_is_noted(pace: dict[str, int], code: str) -> None:
    history = timed(deal(RUSSIAN, rounds=60, seed=6), RUSSIAN, between_rounds_us=500_000, **pace)
    report = statistics_of(history, RUSSIAN, Thresholds(slow_hands=250, fast_hands=400))
    assert codes(report) == [(code, "table")]
    assert report.findings[0].finding.severity == "info"


def test_pace_can_come_from_the_time_of_day() -> None:
    start = datetime(2026, 11, 29, 21, 14, tzinfo=UTC)
    history = deal(RUSSIAN, rounds=10, seed=6)
    rounds = tuple(replace(r, at=start + timedelta(seconds=60 * r.no)) for r in history.rounds)
    report = statistics_of(replace(history, rounds=rounds), RUSSIAN)
    assert report.pace is not None
    assert report.pace.rounds_per_hour == pytest.approx(60)


def test_uncertain_rounds_accuse_nobody_and_count_for_nothing_but_their_cards() -> None:
    history = with_errors(RUSSIAN, ["loser-paid"], rounds=60, errors=20)
    fold = Statistics(RUSSIAN)
    for record, verdict in zip(history.rounds, judge_history(history, RUSSIAN).rounds, strict=True):
        fold.take(record, verdict, certain=not verdict.findings)
    report = fold.report()
    assert (report.rounds, report.uncertain) == (60, 20)
    assert report.money.n == report.errors.errors == 0
    assert report.shoes.cards == statistics_of(history, RUSSIAN).shoes.cards


def test_a_house_may_switch_a_statistic_off_or_take_it_more_lightly() -> None:
    history = with_errors(RUSSIAN, ["loser-paid"], rounds=200, errors=18)

    def severity(value: str) -> list[str]:
        profile = RUSSIAN.model_copy(update={"severity": {"errors-one-sided": value}})
        return [one.finding.severity for one in statistics_of(history, profile).findings]

    assert severity("off") == []
    assert set(severity("check")) == {"check"}


def test_a_card_that_is_missing_is_seen_least() -> None:
    profile = override(RUSSIAN, {"decks": 1})
    history = deal(profile, rounds=400, seed=1)
    whole = statistics_of(history, profile).shoes
    assert whole.least_seen is not None
    assert whole.least_seen.p > 0.01
    from tracker.cards import Card  # noqa: PLC0415

    queen = Card.parse("Qd")

    def without(record: RecordedRound) -> RecordedRound:
        kept = tuple(a for a in record.actions if queen not in a.args)
        return replace(record, actions=kept)

    short = statistics_of(replace(history, rounds=tuple(map(without, history.rounds))), profile).shoes
    assert short.least_seen is not None
    assert (short.least_seen.card, short.least_seen.seen) == (queen, 0)
    assert short.least_seen.p < 1e-6


def test_corrections_are_counted_as_they_put_things_right() -> None:
    history = deal(RUSSIAN, rounds=3, seed=1)
    record = history.rounds[0]
    number = next(k for k, a in enumerate(record.actions, 1) if a.verb == "deal")
    from tracker.actions import parse_action  # noqa: PLC0415

    fix = parse_action(
        f"c fix {number} d deal {record.actions[number - 1].args[0]} 7c by Olga reason misread"
    )
    fixed = replace(history, rounds=(replace(record, actions=(*record.actions, fix)), *history.rounds[1:]))
    shoes = statistics_of(fixed, RUSSIAN).shoes
    assert shoes.cards == statistics_of(history, RUSSIAN).shoes.cards


@pytest.mark.parametrize("wrong", [{"false_alarms": 0.0}, {"false_alarms": 1.0}, {"looks": 0}])
def test_thresholds_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected a"):
        Thresholds(**wrong)
