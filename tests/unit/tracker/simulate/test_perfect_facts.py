"""What a perfect camera reports of known rounds: complete, in order of time, and nothing that cannot be seen."""

from __future__ import annotations

from itertools import pairwise

from tracker.actions import parse_action
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, ChipsSeen, Fact, RecordingEnded, Said
from tracker.notation import History, RecordedRound
from tracker.profile import load_profile
from tracker.simulate import Pace, facts_of, perform

ROUND = (
    "1 bet 100, 1 side super-game 20, d nmb, d deal 1.1 8s, d deal 1.2 5c, d deal d ??, d deal 1.1 8d, d deal 1.2 Kc,"
    " d deal d 6h, d pay 1.side 20, 1.1 split 100, d deal 1.1 Tc, d deal 1.3 Td, 1.1 stand, 1.3 surrender,"
    " d take 1.3 50, 1.2 double 100, d deal 1.2 Ks, d take 1.2 200, d turn 1 Kd, d deal d Ts, d pay 1.1 100, d clear"
)


def history(*rounds: str) -> History:
    parsed = [tuple(parse_action(part.strip()) for part in text.split(",")) for text in rounds]
    numbered = tuple(RecordedRound(no=no, actions=actions) for no, actions in enumerate(parsed, 1))
    return History(profile="blackjack-switch", table="BJ-1", rounds=numbered)


def facts(*, speech: bool = False, pace: Pace | None = None) -> list[Fact]:
    return facts_of(history(ROUND, ROUND), load_profile("blackjack-switch"), speech=speech, pace=pace)


def test_every_card_that_comes_leaves_and_the_recording_ends() -> None:
    reported = facts()
    placed = [f.body.track for f in reported if isinstance(f.body, CardPlaced)]
    taken = [f.body.track for f in reported if isinstance(f.body, CardTaken)]
    assert placed == sorted(set(placed))
    assert sorted(taken) == placed
    assert len(placed) == 2 * ROUND.count("d deal")
    assert isinstance(reported[-1].body, RecordingEnded)


def test_facts_come_in_order_of_time_and_the_chip_feed_counts_its_own() -> None:
    reported = facts()
    assert all(a.pts_us <= b.pts_us for a, b in pairwise(reported))
    assert len({f.id for f in reported}) == len(reported)
    counted = [f.seq for f in reported if isinstance(f.body, ChipsSeen)]
    assert counted == list(range(1, len(counted) + 1))
    assert {f.seq for f in reported if f.source != "rfid"} == {0}


def test_a_hole_card_lies_face_down_until_it_is_turned() -> None:
    hole = next(f for f in facts() if isinstance(f.body, CardPlaced) and f.body.place == "d")
    assert isinstance(hole.body, CardPlaced)
    assert (hole.body.card, hole.body.face_up) == ("??", False)
    turned = next(f for f in facts() if isinstance(f.body, CardRead))
    assert isinstance(turned.body, CardRead)
    assert (turned.body.track, turned.body.card) == (hole.body.track, "Kd")
    assert turned.pts_us > hole.pts_us


def test_chips_follow_bets_decisions_and_settlement_and_are_collected() -> None:
    first = [(f.body.spot, f.body.amount // 100) for f in facts() if isinstance(f.body, ChipsSeen)]
    assert first[:12] == [
        ("1.1", 100), ("1.2", 100), ("1.side", 20), ("1.side", 40), ("1.3", 100), ("1.3", 50), ("1.2", 200), ("1.2", 0),
        ("1.1", 200), ("1.1", 0), ("1.3", 0), ("1.side", 0),
    ]  # fmt: skip


def test_a_double_lies_sideways_a_split_moves_the_second_card_and_given_up_cards_leave_first() -> None:
    reported = facts()
    sideways = [f.body.card for f in reported if isinstance(f.body, CardPlaced) and f.body.sideways]
    assert sideways == ["Ks", "Ks"]
    moved = next(f for f in reported if isinstance(f.body, CardMoved))
    second = next(f for f in reported if isinstance(f.body, CardPlaced) and f.body.card == "8d")
    assert isinstance(moved.body, CardMoved)
    assert isinstance(second.body, CardPlaced)
    assert (moved.body.track, moved.body.place) == (second.body.track, "1.3")
    turned = next(f.pts_us for f in reported if isinstance(f.body, CardRead))
    gone_before = [f.body.track for f in reported if isinstance(f.body, CardTaken) and f.pts_us < turned]
    assert len(gone_before) == 2 + 3


def test_what_is_said_is_reported_only_when_it_is_listened_to() -> None:
    assert not any(isinstance(f.body, Said) for f in facts())
    said = [f.body.action for f in facts(speech=True) if isinstance(f.body, Said)]
    assert said[:4] == ["d nmb", "1.1 split 100", "1.1 stand", "1.3 surrender"]


def test_the_performance_times_every_action_by_the_pace() -> None:
    slow = Pace(card_us=2_000_000)
    shown = perform(
        history(ROUND), load_profile("blackjack-switch"), pace=slow, where=lambda place, k, _: (k, len(place))
    )
    deals = [a.pts_us for a in shown.history.rounds[0].actions if a.verb == "deal"]
    placed = [f for f in shown.facts if isinstance(f.body, CardPlaced)]
    assert deals == [f.pts_us for f in placed]
    assert deals[1] is not None
    assert deals[0] is not None
    assert deals[1] - deals[0] == 2_000_000
    assert isinstance(placed[3].body, CardPlaced)
    assert (placed[3].body.x_mm, placed[3].body.y_mm) == (1, 3)


def test_a_last_card_lies_for_all_to_see_before_the_table_is_cleared() -> None:
    drawn = ROUND.replace("d deal d Ts, d pay 1.1 100, d clear", "d pay 1.1 100, d deal d Ts, d clear")
    pace = Pace()
    for text in (ROUND, drawn):
        told = facts_of(history(text), load_profile("blackjack-switch"), pace=pace)
        last = next(f for f in told if isinstance(f.body, CardPlaced) and f.body.card == "Ts")
        gone = next(f for f in told if isinstance(f.body, CardTaken) and f.pts_us > last.pts_us)
        assert gone.pts_us - last.pts_us >= pace.announce_us


def test_a_card_lies_where_it_was_dealt_before_it_is_moved_elsewhere() -> None:
    moved = ROUND.replace("d deal d Ts, d pay", "d move 1.1 2 1.2, d deal d Ts, d pay")
    pace = Pace()
    told = facts_of(history(moved), load_profile("blackjack-switch"), pace=pace)
    at = max(k for k, fact in enumerate(told) if isinstance(fact.body, CardMoved))
    assert told[at].pts_us - told[at - 1].pts_us >= pace.decision_us + pace.move_us
