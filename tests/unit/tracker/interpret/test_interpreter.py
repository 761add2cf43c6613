"""What facts are told as. Facts come from hand-written rounds as a perfect camera would report them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.unit.tracker.interpret.faults import black_out
from tracker.actions import Action, format_action, parse_action
from tracker.facts import (
    CameraBlind,
    CardMoved,
    CardPlaced,
    CardRead,
    CardTaken,
    ChipsSeen,
    Correction,
    Fact,
    FactBody,
    Said,
)
from tracker.interpret import Interpreter, ToldRound
from tracker.notation import History, RecordedRound
from tracker.profile import load_profile
from tracker.referee import judge_round
from tracker.simulate import facts_of

RUSSIAN = "russian-blackjack"
SWITCH = "blackjack-switch"
PEEK = "blackjack-s17-peek"

BEFORE = {
    # A round that comes first, so that the table is known to settle bets by moving chips.
    RUSSIAN: "1 bet 10, d nmb, d deal 1.1 Ts, d deal d 9d, d deal 1.1 9h, 1.1 stand, d deal d Tc, d take 1.1 10,"
    " d clear",
    PEEK: "1 bet 10, d nmb, d deal 1.1 Ts, d deal d 9d, d deal 1.1 9h, d deal d ??, 1.1 stand, d turn 2 Tc, d push 1.1,"
    " d clear",
    SWITCH: "1 bet 10, d nmb, d deal 1.1 Ts, d deal 1.2 9c, d deal d ??, d deal 1.1 9h, d deal 1.2 9d, d deal d 9s,"
    " 1.1 stand, 1.2 stand, d turn 1 Tc, d take 1.1 10, d take 1.2 10, d clear",
}


def parse(text: str) -> tuple[Action, ...]:
    return tuple(parse_action(part.strip()) for part in text.split(","))


def facts_for(profile: str, *rounds: str, speech: bool = False) -> list[Fact]:
    history = History(
        profile=profile,
        rounds=tuple(RecordedRound(no=k, actions=parse(text)) for k, text in enumerate(rounds, 1)),
    )
    return facts_of(history, load_profile(profile), speech=speech)


def tell(profile: str, facts: Iterable[Fact]) -> list[ToldRound]:
    interpreter = Interpreter(load_profile(profile))
    for fact in facts:
        interpreter.feed(fact)
    return interpreter.rounds


def words(told: ToldRound) -> list[str]:
    return [format_action(replace(action.action, pts_us=None)) for action in told.actions]


def tell_second(profile: str, text: str, *, speech: bool = False) -> ToldRound:
    first, second = tell(profile, facts_for(profile, BEFORE[profile], text, speech=speech))
    assert first.is_certain
    return second


def without_hits(text: str) -> list[str]:
    """What can be told of a round: offers and hits leave no trace, a hit shows as its card."""
    unseen = ("hit", "offer", "insurance-closed")
    return [format_action(action) for action in parse(text) if action.verb not in unseen]


PLAIN = {
    "hits, stands, a bust": (
        RUSSIAN,
        "1 bet 100, 2 bet 50, d nmb, d deal 1.1 Ts, d deal 2.1 5c, d deal d 9d, d deal 1.1 6h, d deal 2.1 9s,"
        " 1.1 hit, d deal 1.1 8s, d take 1.1 100, 2.1 hit, d deal 2.1 4d, 2.1 stand, d deal d Tc,"
        " d take 2.1 50, d clear",
    ),
    "a double": (
        RUSSIAN,
        "1 bet 100, d nmb, d deal 1.1 6s, d deal d 9d, d deal 1.1 5h, d offer double 1.1, 1.1 double 100,"
        " d deal 1.1 Tc, d deal d 8s, d pay 1.1 200, d clear",
    ),
    "a split and a split again": (
        RUSSIAN,
        "1 bet 100, d nmb, d deal 1.1 8s, d deal d 9d, d deal 1.1 8h, 1.1 split 100, d deal 1.1 8c, 1.1 split 100,"
        " d deal 1.1 2c, 1.1 hit, d deal 1.1 Tc, 1.1 stand, d deal 1.3 9c, 1.3 hit, d deal 1.3 Ad, 1.3 stand,"
        " d deal 1.2 2s, 1.2 hit, d deal 1.2 7s, 1.2 stand,"
        " d deal d 9s, d pay 1.1 100, d take 1.2 100, d push 1.3, d clear",
    ),
    "split aces take no stand": (
        RUSSIAN,
        "1 bet 100, 2 bet 10, d nmb, d deal 1.1 As, d deal 2.1 4d, d deal d 9d, d deal 1.1 Ah, d deal 2.1 5d,"
        " 1.1 split 100, d deal 1.1 5c, d deal 1.2 6c, 2.1 hit, d deal 2.1 Td, 2.1 stand, d deal d 8s,"
        " d take 1.1 100, d push 1.2, d pay 2.1 10, d clear",
    ),
    "a surrender": (
        RUSSIAN,
        "1 bet 100, 2 bet 100, d nmb, d deal 1.1 Ts, d deal 2.1 Th, d deal d Td, d deal 1.1 6h, d deal 2.1 8h,"
        " 1.1 surrender, d take 1.1 50, 2.1 stand, d deal d 7s, d pay 2.1 100, d clear",
    ),
    "insurance and even money": (
        RUSSIAN,
        "1 bet 100, 2 bet 100, d nmb, d deal 1.1 Ts, d deal 2.1 Ah, d deal d Ad, d deal 1.1 9h, d deal 2.1 Kh,"
        " 1 insure 50, 2 even-money, d pay 2.1 100, 1.1 stand, d deal d Ks, d pay 1.insurance 100, d take 1.1 100,"
        " d clear",
    ),
    "a bonus": (
        RUSSIAN,
        "1 bet 100, d nmb, d deal 1.1 7s, d deal d Td, d deal 1.1 7h, 1.1 hit, d deal 1.1 7c, d pay 1.1.bonus 300,"
        " d deal d 8s, d pay 1.1 100, d clear",
    ),
    "a natural paid when safe": (
        RUSSIAN,
        "1 bet 100, 2 bet 100, d nmb, d deal 1.1 As, d deal 2.1 2h, d deal d 5d, d deal 1.1 Ks, d deal 2.1 Jh,"
        " d pay 1.1 200, 2.1 stand, d deal d 6s, d deal d Td, d take 2.1 100, d clear",
    ),
    "a switch, a side bet, a hole card": (
        SWITCH,
        "1 bet 100, 1 side super-game 20, d nmb, d deal 1.1 Ts, d deal 1.2 5c, d deal d ??, d deal 1.1 5d,"
        " d deal 1.2 Kc, d deal d 6h, d pay 1.side 20, 1 switch, 1.1 stand, 1.2 double 100, d deal 1.2 Ts,"
        " d turn 1 Kd, d deal d 5s, d take 1.1 100, d take 1.2 200, d clear",
    ),
    "the wrong cards switched": (
        SWITCH,
        "1 bet 100, d nmb, d deal 1.1 Ts, d deal 1.2 5c, d deal d ??, d deal 1.1 5d, d deal 1.2 Kc, d deal d 6h,"
        " 1 switch 1 2, 1.1 stand, 1.2 stand, d turn 1 Kd, d deal d 5s, d take 1.1 100, d take 1.2 100, d clear",
    ),
    "a split between two hands": (
        SWITCH,
        "1 bet 100, d nmb, d deal 1.1 8s, d deal 1.2 5c, d deal d ??, d deal 1.1 8d, d deal 1.2 Kc, d deal d 6h,"
        " 1.1 split 100, d deal 1.1 Tc, d deal 1.3 Td, 1.1 stand, 1.3 stand, 1.2 hit, d deal 1.2 2c, 1.2 stand,"
        " d turn 1 Kd, d deal d Ts, d pay 1.1 100, d pay 1.2 100, d pay 1.3 100, d clear",
    ),
    "a blackjack paid at once": (
        SWITCH,
        "1 bet 100, d nmb, d deal 1.1 As, d deal 1.2 5c, d deal d ??, d deal 1.1 Kd, d deal 1.2 Kc, d deal d 6h,"
        " d pay 1.1 100, 1.2 stand, d turn 1 Kd, d deal d 6s, d push 1.2, d clear",
    ),
    "unequal stakes": (
        SWITCH,
        "1.1 bet 100, 1.2 bet 50, d nmb, d deal 1.1 Ts, d deal 1.2 5c, d deal d ??, d deal 1.1 8d, d deal 1.2 Kc,"
        " d deal d 6h, 1.1 stand, 1.2 stand, d turn 1 Kd, d deal d Td, d pay 1.1 100, d pay 1.2 50, d clear",
    ),
    "a bet raised after the first card, and paid twice": (
        PEEK,
        "1 bet 100, d nmb, d deal 1.1 Ts, d deal d 6d, 1.1 chips 150, d deal 1.1 Kh, d deal d ??, 1.1 stand,"
        " d turn 2 Td, d deal d 8c, d pay 1.1 100, d pay 1.1 100, d clear",
    ),
}


@pytest.mark.parametrize(("profile", "text"), PLAIN.values(), ids=PLAIN)
def test_a_round_is_told_as_it_was_dealt(profile: str, text: str) -> None:
    told = tell_second(profile, text)
    assert told.doubts == ()
    assert told.complete
    ordered = [word for word in words(told) if " push " not in word]
    assert ordered == [word for word in without_hits(text) if " push " not in word]
    assert sorted(words(told)) == sorted(without_hits(text))


@pytest.mark.parametrize(("profile", "text"), PLAIN.values(), ids=PLAIN)
def test_every_told_action_names_facts_and_a_time(profile: str, text: str) -> None:
    facts = {fact.id: fact for fact in facts_for(profile, BEFORE[profile], text)}
    for told in tell_second(profile, text).actions:
        assert told.facts
        assert told.action.pts_us == max(facts[fact_id].pts_us for fact_id in told.facts) or told.inferred


@pytest.mark.parametrize(("profile", "text"), PLAIN.values(), ids=PLAIN)
def test_live_telling_ends_where_telling_all_at_once_ends(profile: str, text: str) -> None:
    facts = facts_for(profile, BEFORE[profile], text)
    live = Interpreter(load_profile(profile))
    for fact in facts:
        live.feed(fact)
        assert live.rounds is not None
    assert live.rounds == tell(profile, facts)


def test_the_current_round_is_up_to_date_after_each_fact_and_its_tail_is_revised() -> None:
    facts = facts_for(RUSSIAN, PLAIN["hits, stands, a bust"][1])
    interpreter = Interpreter(load_profile(RUSSIAN))
    lengths = []
    for fact in facts:
        interpreter.feed(fact)
        lengths.append([len(told.actions) for told in interpreter.rounds])
    assert lengths[:4] == [[1], [2], [4], [5]]
    assert all(len(after) >= len(before) for before, after in pairwise(lengths))


def test_what_is_said_is_told_as_said_and_not_twice() -> None:
    profile, text = PLAIN["a switch, a side bet, a hole card"]
    told = tell_second(profile, text, speech=True)
    assert words(told) == [format_action(action) for action in parse(text)]
    assert told.speech
    assert {a.action.verb for a in told.actions if a.inferred} == set()


def test_a_late_bet_shows_when_no_more_bets_was_said() -> None:
    text = (
        "1 bet 100, d nmb, 2 bet 50, d deal 1.1 Ts, d deal 2.1 5c, d deal d 9d, d deal 1.1 9h, d deal 2.1 Ts,"
        " 1.1 stand, 2.1 stand, d deal d Tc, d take 1.1 100, d take 2.1 50, d clear"
    )
    assert words(tell_second(RUSSIAN, text, speech=True))[:3] == ["1 bet 100", "d nmb", "2.1 bet 50"]


def test_without_a_chip_feed_no_money_is_told_and_doubles_show_by_their_card() -> None:
    profile, text = PLAIN["a double"]
    camera_only = [fact for fact in facts_for(profile, text) if not isinstance(fact.body, ChipsSeen)]
    (told,) = tell(profile, camera_only)
    assert not told.chips
    assert told.doubts == ()
    assert words(told) == [
        "d nmb", "d deal 1.1 6s", "d deal d 9d", "d deal 1.1 5h", "1.1 double 0", "d deal 1.1 Tc",
        "d deal d 8s", "d clear",
    ]  # fmt: skip


def test_bets_that_are_typed_in_tell_stakes_but_no_pushes() -> None:
    profile, text = PLAIN["hits, stands, a bust"]
    facts = facts_for(profile, text)
    first_card = next(fact.pts_us for fact in facts if isinstance(fact.body, CardPlaced))
    typed = [f for f in facts if not isinstance(f.body, ChipsSeen) or f.pts_us < first_card]
    (told,) = tell(profile, typed)
    assert [word for word in words(told) if word.split()[1] in ("bet", "pay", "take", "push")] == [
        "1 bet 100",
        "2 bet 50",
    ]


def swap_body(facts: list[Fact], index: int, body: FactBody) -> list[Fact]:
    return [*facts[:index], replace(facts[index], body=body, id=""), *facts[index + 1 :]]


def index_of(facts: list[Fact], kind: type[FactBody], nth: int = 0) -> int:
    return [k for k, fact in enumerate(facts) if isinstance(fact.body, kind)][nth]


def test_an_unread_card_stays_unread_until_it_is_read() -> None:
    profile, text = PLAIN["hits, stands, a bust"]
    facts = facts_for(profile, text)
    at = index_of(facts, CardPlaced)
    placed = facts[at].body
    assert isinstance(placed, CardPlaced)
    unread = swap_body(facts, at, replace(placed, card="??", p=0.4))
    assert "d deal 1.1 ??" in words(tell(profile, unread)[0])
    read = Fact(
        table="T",
        source="c",
        pts_us=unread[at + 5].pts_us,
        body=CardRead(track=placed.track, card="Ts", p=0.9),
    )
    (told,) = tell(profile, [*unread[: at + 6], read, *unread[at + 6 :]])
    (deal,) = [action for action in told.actions if action.text().endswith("d deal 1.1 Ts")]
    assert deal.facts == (unread[at].id, read.id)
    assert told.doubts == ()


def test_a_correction_replaces_what_an_earlier_fact_said_in_any_round() -> None:
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], PLAIN["a double"][1])
    wrong = facts[index_of(facts, CardPlaced)]
    body = {**wrong.to_json(), "card": "6h"}
    for key in ("id", "table", "source", "pts_us"):
        del body[key]
    correction = Correction(corrects=wrong.id, body=body, by="Ann", reason="six of hearts")
    late = Fact(table="T", source="floor", pts_us=facts[-1].pts_us + 1, body=correction)
    first, second = tell(RUSSIAN, [*facts, late])
    assert "d deal 1.1 6h" in words(first)
    assert words(second) == words(tell(RUSSIAN, facts)[1])


def test_a_retracted_fact_never_happened() -> None:
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], PLAIN["a double"][1])
    ghost = Fact(
        table="T",
        source="c",
        pts_us=facts[-2].pts_us,
        body=CardPlaced(track=99, place="7.1", card="2c", p=1, face_up=True),
    )
    retracted = Correction(corrects=ghost.id, body={"kind": "retracted"}, by="Ann", reason="a coaster")
    undone = Fact(table="T", source="floor", pts_us=facts[-1].pts_us + 1, body=retracted)
    assert [words(t) for t in tell(RUSSIAN, [*facts[:-1], ghost, undone])] == [
        words(t) for t in tell(RUSSIAN, facts)
    ]


def test_a_fact_that_is_delivered_twice_or_out_of_order_changes_nothing() -> None:
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], PLAIN["a double"][1])
    swapped = list(facts)
    swapped[10], swapped[11] = swapped[11], swapped[10]
    assert tell(RUSSIAN, [fact for fact in swapped for _ in range(2)]) == tell(RUSSIAN, facts)


# Doubt: what was not seen is never told as not done.


def test_a_camera_blackout_makes_its_rounds_uncertain_and_no_other() -> None:
    facts = facts_for(RUSSIAN, *[BEFORE[RUSSIAN]] * 4)
    starts = [told.start_us for told in tell(RUSSIAN, facts)]
    ends = [told.end_us for told in tell(RUSSIAN, facts)]
    middle = (starts[1] + ends[1]) // 2
    inside = tell(RUSSIAN, black_out(facts, middle, middle + 1_000_000))
    assert [told.state for told in inside] == ["certain", "uncertain", "certain", "certain"]
    over_the_end = tell(RUSSIAN, black_out(facts, middle, (starts[2] + ends[2]) // 2))
    assert [told.state for told in over_the_end] == ["certain", "uncertain", "uncertain", "certain"]
    between = tell(RUSSIAN, black_out(facts, ends[1] + 1, ends[1] + 500_000))
    assert {told.state for told in between} == {"certain"}


def test_blindness_that_is_noticed_late_makes_the_rounds_before_uncertain_back_to_when_it_may_have_begun() -> (
    None
):
    facts = facts_for(RUSSIAN, *[BEFORE[RUSSIAN]] * 5)
    live = Interpreter(load_profile(RUSSIAN))
    rounds = tell(RUSSIAN, facts)
    noticed_us, since_us = rounds[3].end_us, rounds[1].start_us
    moved = CameraBlind(reason="moved")
    blind = Fact(table="T", source="c", pts_us=noticed_us, body=moved, slack_us=noticed_us - since_us)
    for fact in facts:
        if fact.pts_us <= noticed_us:
            live.feed(fact)
    assert [told.state for told in live.rounds] == ["certain"] * 4
    live.feed(blind)
    assert [told.state for told in live.rounds] == ["certain"] + ["uncertain"] * 3
    assert live.rounds == tell(RUSSIAN, [*[f for f in facts if f.pts_us <= noticed_us], blind])


def test_cards_that_lie_there_when_seeing_begins_make_a_round_without_beginning() -> None:
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], BEFORE[RUSSIAN])
    begun = index_of(facts, CardPlaced, 2) + 1
    late_start = [replace(f, pts_us=facts[begun].pts_us - 400_000, id="") for f in facts[:begun]] + facts[
        begun:
    ]
    interpreter = Interpreter(load_profile(RUSSIAN), started_us=facts[begun].pts_us - 500_000)
    for fact in late_start:
        interpreter.feed(fact)
    first, second = interpreter.rounds
    assert first.doubts == ("cards lay there when the camera began to see",)
    assert second.is_certain


@pytest.mark.parametrize("kind", [CardPlaced, CardMoved, ChipsSeen])
def test_a_lost_fact_is_a_doubt(kind: type[FactBody]) -> None:
    profile, text = PLAIN["a switch, a side bet, a hole card"]
    facts = facts_for(profile, BEFORE[profile], text, BEFORE[profile])
    lost = [k for k, fact in enumerate(facts) if isinstance(fact.body, kind)]
    start, end = tell(profile, facts)[1].start_us, tell(profile, facts)[1].end_us
    for at in lost:
        if start <= facts[at].pts_us <= end:
            told = tell(profile, facts[:at] + facts[at + 1 :])
            assert told[1].doubts, facts[at].body
            feed_ends = kind is ChipsSeen and at == max(k for k in lost if facts[k].pts_us <= end)
            assert told[2].is_certain is not feed_ends


def test_leaving_cards_that_are_missed_change_no_round() -> None:
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], PLAIN["a split and a split again"][1], BEFORE[RUSSIAN])
    whole = [[w for w in words(told) if w != "d clear"] for told in tell(RUSSIAN, facts)]
    for at in [k for k, fact in enumerate(facts) if isinstance(fact.body, CardTaken)]:
        told = tell(RUSSIAN, facts[:at] + facts[at + 1 :])
        assert [[w for w in words(t) if w != "d clear"] for t in told] == whole
        assert all(t.is_certain for t in told)


def test_a_double_whose_card_was_not_seen_is_a_doubt_and_not_a_payment() -> None:
    profile, text = PLAIN["a double"]
    facts = facts_for(profile, BEFORE[profile], text)
    track = next(f.body.track for f in facts if isinstance(f.body, CardPlaced) and f.body.sideways)
    unseen = [f for f in facts if getattr(f.body, "track", None) != track]
    told = tell(profile, unseen)[1]
    assert told.doubts == ("no card was seen to come to hand 1.1 after its double",)


def test_a_card_whose_like_is_dealt_to_its_place_was_split_off() -> None:
    """The copies cannot be told apart: the one that stays is seen to come where the other one went."""
    text = (
        "1 bet 100, d nmb, d deal 1.1 7d, d deal d 9d, d deal 1.1 7s, 1.1 split 100, d deal 1.1 7s, d deal 1.2 Ah,"
        " 1.1 stand, 1.2 stand, d deal d Tc, d take 1.1 100, d take 1.2 100, d clear"
    )
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], text)
    split = facts[-1 - [isinstance(f.body, CardMoved) for f in reversed(facts)].index(True)]
    dealt = next(f for f in facts[facts.index(split) :] if isinstance(f.body, CardPlaced))
    assert isinstance(split.body, CardMoved) and isinstance(dealt.body, CardPlaced)
    came = replace(dealt.body, place=split.body.place, slot=1)
    swapped = [
        replace(fact, pts_us=dealt.pts_us, body=came, id="") if fact is dealt else fact
        for fact in facts
        if fact is not split
    ]
    told = tell(RUSSIAN, swapped)[1]
    assert told.doubts == ()
    assert words(told) == words(tell(RUSSIAN, facts)[1])


def test_a_card_split_off_while_its_old_place_was_hidden_lies_there_no_more_when_another_comes_there() -> (
    None
):
    text = (
        "1 bet 100, d nmb, d deal 1.1 7d, d deal d 9d, d deal 1.1 7s, 1.1 split 100, d deal 1.1 Kh, d deal 1.2 Ah,"
        " 1.1 stand, 1.2 stand, d deal d Tc, d take 1.1 100, d take 1.2 100, d clear"
    )
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], text)
    split = next(fact for fact in reversed(facts) if isinstance(fact.body, CardMoved))
    king = next(f for f in facts if isinstance(f.body, CardPlaced) and f.body.card == "Kh")
    assert isinstance(split.body, CardMoved) and isinstance(king.body, CardPlaced)
    moved = split.body
    came = CardPlaced(track=90, place=moved.place, card="7s", p=0.98, face_up=True, slot=1)
    seen = []
    for fact in facts:
        if fact is split:
            seen.append(replace(fact, body=came, id=""))
        elif fact is king:
            seen.append(replace(fact, body=replace(king.body, slot=2), id=""))
            bare = replace(fact, body=CardTaken(track=moved.track), pts_us=fact.pts_us + 1, id="")
            seen.append(bare)
        elif fact.body == CardTaken(track=moved.track):
            seen.append(replace(fact, body=CardTaken(track=90), id=""))
        else:
            seen.append(fact)
    told = tell(RUSSIAN, seen)[1]
    assert told.doubts == ()
    assert words(told) == words(tell(RUSSIAN, facts)[1])


def test_a_hand_of_21_that_is_paid_before_its_card_is_believed_was_not_doubled() -> None:
    text = (
        "1 bet 100, d nmb, d deal 1.1 7s, d deal d 8h, d deal d As, d deal 1.1 9h, 1.1 hit, d deal 1.1 5d,"
        " d pay 1.1 100, d clear"
    )
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], text)
    five = next(f for f in facts if isinstance(f.body, CardPlaced) and f.body.card == "5d")
    paid_us = next(f.pts_us for f in facts if isinstance(f.body, ChipsSeen) and f.pts_us > five.pts_us)
    late = replace(five, pts_us=paid_us + 70_000, slack_us=paid_us + 70_000 - five.pts_us, id="")
    seen = sorted([late, *(fact for fact in facts if fact is not five)], key=lambda fact: fact.pts_us)
    told = tell(RUSSIAN, seen)[1]
    assert told.doubts == ()
    assert words(told) == words(tell(RUSSIAN, facts)[1])


def test_nonsense_said_is_a_doubt() -> None:
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN])
    noise = Fact(table="T", source="tablet", pts_us=facts[5].pts_us, body=Said(action="1.1 dance"))
    (told,) = tell(RUSSIAN, [*facts[:6], noise, *facts[6:]])
    assert not told.is_certain


# Photographs seconds apart.


def in_stills(facts: list[Fact], every_us: int) -> list[Fact]:
    """What photographs show: each change at the time of the next picture, cards that came and went in between not."""
    shown = [
        replace(f, pts_us=-(-f.pts_us // every_us) * every_us, id="") for f in facts if f.source != "rfid"
    ]
    by_place_backwards = sorted(shown, key=lambda fact: getattr(fact.body, "place", ""), reverse=True)
    return sorted(by_place_backwards, key=lambda fact: fact.pts_us)


@pytest.mark.parametrize("every_us", [2_000_000, 4_000_000, 7_000_000])
def test_cards_seen_at_once_are_told_in_the_order_of_the_deal(every_us: int) -> None:
    text = (
        "1 bet 100, 2 bet 50, d nmb, d deal 1.1 Ts, d deal 2.1 5c, d deal d 9d, d deal 1.1 8h, d deal 2.1 9s,"
        " d deal d ??, 1.1 stand, 2.1 hit, d deal 2.1 4d, 2.1 stand, d turn 2 Tc, d push 1.1, d push 2.1, d clear"
    )
    told = tell(PEEK, in_stills(facts_for(PEEK, text), every_us))[0]
    seen = [word for word in words(told) if "deal" in word or "turn" in word]
    if every_us < 7_000_000:
        assert seen == [word for word in without_hits(text) if "deal" in word or "turn" in word]
    assert seen[:6] == [
        "d deal 1.1 Ts",
        "d deal 2.1 5c",
        "d deal d 9d",
        "d deal 1.1 8h",
        "d deal 2.1 9s",
        "d deal d ??",
    ]


def test_an_offer_that_nobody_heard_makes_no_card_unseen() -> None:
    taken = (
        "1 bet 20, d nmb, d deal 1.1 6d, d deal d Ks, d deal 1.1 4d, 1.1 hit, d deal 1.1 Th, 1.1 stand,"
        " d deal d Jd, d take 1.1 20, d clear"
    )
    told = tell(RUSSIAN, facts_for(RUSSIAN, BEFORE[RUSSIAN], taken))[-1]
    assert told.doubts == (), (
        "a push that was taken is the dealer's error; that no double was offered is not heard"
    )


def test_a_hole_card_that_the_first_still_shows_open_was_turned() -> None:
    text = (
        "1 bet 100, d nmb, d deal 1.1 Ts, d deal d Td, d deal 1.1 Kc, d deal d ??, 1.1 stand, d turn 2 9c,"
        " d pay 1.1 100, d clear"
    )
    facts = in_stills(facts_for(PEEK, text), 1_000_000)
    hole = index_of(facts, CardPlaced, 3)
    turned = index_of(facts, CardRead)
    read = facts[turned].body
    assert isinstance(read, CardRead)
    body = CardPlaced(track=read.track, place="d", card="9c", p=1.0, face_up=True, slot=2)
    shown = swap_body(facts, turned, body)
    shown = shown[:hole] + shown[hole + 1 :]
    interpreter = Interpreter(load_profile(PEEK), sees_order=False)
    for fact in shown:
        interpreter.feed(fact)
    (told,) = interpreter.rounds
    assert told.doubts == ()
    assert [word for word in words(told) if "turn" in word or "stand" in word] == ["1.1 stand", "d turn 2 9c"]


THREE_TO_ONE_BOX = (
    "1 bet 100, 2 bet 100, d nmb, d deal 1.1 Ts, d deal 2.1 2h, d deal d 9d, d deal 1.1 9h, d deal 2.1 5h,"
    " 1.1 stand, d deal 2.1 4d, 2.1 stand, d deal d Tc, d push 1.1, d take 2.1 100, d clear"
)


def test_cards_left_behind_do_not_join_a_round_to_the_next() -> None:
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], THREE_TO_ONE_BOX, THREE_TO_ONE_BOX)
    placed = {fact.body.track: fact.body.place for fact in facts if isinstance(fact.body, CardPlaced)}
    left = [
        fact.id for fact in facts if isinstance(fact.body, CardTaken) and placed[fact.body.track] == "2.1"
    ]
    never_left = set(left[:3])
    told = tell(RUSSIAN, [fact for fact in facts if fact.id not in never_left])
    assert len(told) == 3
    assert told[1].complete
    assert sorted(words(told[2])) == sorted(without_hits(THREE_TO_ONE_BOX))


def without_the_card(facts: list[Fact], card: str) -> list[Fact]:
    track = next(f.body.track for f in facts if isinstance(f.body, CardPlaced) and f.body.card == card)
    return [fact for fact in facts if getattr(fact.body, "track", 0) != track]


SWITCH_BUST = (
    "1 bet 100, d nmb, d deal 1.1 Kh, d deal 1.2 5d, d deal d ??, d deal 1.1 7c, d deal 1.2 Td, d deal d 8c, 1.1 stand,"
    " 1.2 hit, d deal 1.2 Qs, d take 1.2 100, d turn 1 Qh, d pay 1.1 100, d clear"
)


@pytest.mark.parametrize("since_us", [0, 2_000_000])
def test_a_hand_whose_stake_went_before_the_dealer_turned_may_have_been_bust_under_a_hand(
    since_us: int,
) -> None:
    facts = facts_for(SWITCH, BEFORE[SWITCH], SWITCH_BUST)
    of_hand = {f.body.track for f in facts if isinstance(f.body, CardPlaced) and f.body.card in ("5d", "Td")}
    turned_us = max(f.pts_us for f in facts if isinstance(f.body, CardRead))
    seen = []
    for fact in without_the_card(facts, "Qs"):
        leaves = isinstance(fact.body, CardTaken) and fact.body.track in of_hand
        late_us = turned_us + 900_000 if since_us and leaves else fact.pts_us
        seen.append(replace(fact, pts_us=late_us, slack_us=late_us - fact.pts_us, id="") if leaves else fact)
    told = tell(SWITCH, sorted(seen, key=lambda fact: fact.pts_us))[1]
    assert "the cards of hand 1.2 left before it was played out" in told.doubts


SWITCH_LOST = (
    "1 bet 100, d nmb, d deal 1.1 Kh, d deal 1.2 9d, d deal d ??, d deal 1.1 7c, d deal 1.2 8s, d deal d 8c, 1.1 stand,"
    " 1.2 stand, d turn 1 Qh, d take 1.1 100, d take 1.2 100, d clear"
)


def test_a_lost_hand_may_leave_before_the_turned_card_is_read_if_it_lay_turned_earlier() -> None:
    facts = facts_for(SWITCH, BEFORE[SWITCH], SWITCH_LOST)
    turned = [fact for fact in facts if isinstance(fact.body, CardRead)][-1]
    taken_us = max(fact.pts_us for fact in facts if isinstance(fact.body, ChipsSeen))
    cleared_us = max(fact.pts_us for fact in facts)
    seen = []
    for fact in facts:
        if fact is turned:
            late_us = taken_us + 200_000
            seen.append(replace(fact, pts_us=late_us, slack_us=late_us - turned.pts_us, id=""))
        elif isinstance(fact.body, CardTaken) and fact.pts_us > taken_us:
            seen.append(replace(fact, pts_us=cleared_us, slack_us=cleared_us - taken_us, id=""))
        else:
            seen.append(fact)
    told = tell(SWITCH, sorted(seen, key=lambda fact: fact.pts_us))[1]
    assert told.doubts == ()
    assert sorted(words(told)) == sorted(without_hits(SWITCH_LOST))


def test_an_upcard_that_is_turned_late_begins_no_dealers_play() -> None:
    dealt = "1 bet 100, d nmb, d deal 1.1 Kh, d deal 1.2 9d, d deal d ??, d deal 1.1 7c, d deal 1.2 8s, d deal d ??"
    told = tell_second(
        SWITCH,
        f"{dealt}, 1.1 stand, d turn 2 8c, 1.2 surrender, d take 1.2 50, d turn 1 Qh, d take 1.1 100, d clear",
    )
    assert "1.2 surrender" in words(told)
    assert words(told).index("d turn 2 8c") < words(told).index("1.2 surrender")


def hole_seen_open(facts: list[Fact], at_us: int, sooner_us: int = 0) -> list[Fact]:
    """The facts of a Switch round whose hole card was first seen at some time, lying open.

    It may have come as early as it did, or sooner than that.
    """
    read = [fact for fact in facts if isinstance(fact.body, CardRead)][-1]
    assert isinstance(read.body, CardRead)
    hole = next(f for f in facts if isinstance(f.body, CardPlaced) and f.body.track == read.body.track)
    assert isinstance(hole.body, CardPlaced)
    lies_open = replace(hole.body, card=read.body.card, face_up=True)
    late = replace(hole, body=lies_open, pts_us=at_us, slack_us=at_us - hole.pts_us + sooner_us, id="")
    others = [fact for fact in facts if fact not in (read, hole)]
    return sorted([*others, late], key=lambda fact: fact.pts_us)


@pytest.mark.parametrize("sooner_us", [0, 1_000_000])
def test_a_hole_card_that_was_first_seen_when_it_was_turned_was_dealt_face_down(sooner_us: int) -> None:
    facts = facts_for(SWITCH, BEFORE[SWITCH], SWITCH_LOST)
    turned_us = [fact.pts_us for fact in facts if isinstance(fact.body, CardRead)][-1]
    told = tell(SWITCH, hole_seen_open(facts, turned_us, sooner_us))[1]
    assert told.doubts == ()
    assert sorted(words(told)) == sorted(without_hits(SWITCH_LOST))


def test_a_hole_card_that_lay_open_while_a_hand_was_played_was_exposed() -> None:
    facts = facts_for(SWITCH, BEFORE[SWITCH], SWITCH_BUST)
    drawn_us = next(f.pts_us for f in facts if isinstance(f.body, CardPlaced) and f.body.card == "Qs")
    told = tell(SWITCH, hole_seen_open(facts, drawn_us - 200_000))[1]
    assert "d deal d Qh" in words(told)
    assert not any("turn" in word for word in words(told))


def test_a_card_that_is_believed_after_the_next_of_its_hand_came_before_it() -> None:
    facts = facts_for(SWITCH, BEFORE[SWITCH], SWITCH_BUST)
    second = next(f for f in facts if isinstance(f.body, CardPlaced) and f.body.card == "7c")
    late = []
    for fact in facts:
        is_first = isinstance(fact.body, CardPlaced) and fact.body.card == "Kh"
        late_us = second.pts_us + 40_000 if is_first else fact.pts_us
        late.append(
            replace(fact, pts_us=late_us, slack_us=late_us - fact.pts_us, id="") if is_first else fact
        )
    told = tell(SWITCH, sorted(late, key=lambda fact: fact.pts_us))[1]
    assert words(told) == words(tell(SWITCH, facts)[1])


BUST = (
    "1 bet 100, 2 bet 100, d nmb, d deal 1.1 Ts, d deal 2.1 9h, d deal d 9d, d deal 1.1 9c, d deal 2.1 5h,"
    " 1.1 stand, 2.1 hit, d deal 2.1 2d, 2.1 hit, d deal 2.1 Kd, d take 2.1 100, d deal d 2c, d deal d Tc,"
    " d take 1.1 100, d clear"
)


@pytest.mark.parametrize("late_us", [0, 900_000, 1_500_000])
def test_a_hand_that_left_with_its_stake_while_the_dealer_played_was_bust_unseen(late_us: int) -> None:
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], BUST)
    unseen = next(f for f in facts if isinstance(f.body, CardPlaced) and f.body.card == "Kd")
    assert isinstance(unseen.body, CardPlaced)
    gone = unseen.body.track
    of_hand = {f.body.track for f in facts if isinstance(f.body, CardPlaced) and f.body.place == "2.1"}
    seen: list[Fact] = []
    for fact in facts:
        if getattr(fact.body, "track", 0) == gone:
            continue
        leaves = isinstance(fact.body, CardTaken) and fact.body.track in of_hand
        seen.append(
            replace(fact, pts_us=fact.pts_us + late_us, slack_us=late_us // 2, id="") if leaves else fact
        )
    told = tell(RUSSIAN, sorted(seen, key=lambda fact: fact.pts_us))[1]
    assert "the cards of hand 2.1 left before it was played out" in told.doubts


def test_a_turned_card_whose_suit_is_read_later_was_dealt_face_down_all_the_same() -> None:
    facts = facts_for(SWITCH, BEFORE[SWITCH], SWITCH_LOST)
    read = [fact for fact in facts if isinstance(fact.body, CardRead)][-1]
    assert isinstance(read.body, CardRead)
    rank_only = replace(read, body=replace(read.body, card="Q?"), id="")
    later = replace(read, pts_us=read.pts_us + 100_000, id="")
    seen = [*(fact for fact in facts if fact is not read), rank_only, later]
    told = tell(SWITCH, sorted(seen, key=lambda fact: fact.pts_us))[1]
    assert words(told) == words(tell(SWITCH, facts)[1])


SPLIT = (
    "1 bet 100, 2 bet 50, d nmb, d deal 1.1 8d, d deal 2.1 Th, d deal d 9d, d deal 1.1 8s, d deal 2.1 9c,"
    " 1.1 split 100, d deal 1.1 7s, d deal 1.2 Qs, 1.1 stand, 1.2 stand, 2.1 stand, d deal d Tc, d take 2.1 50,"
    " d take 1.2 100, d take 1.1 100, d clear"
)


def split_unseen(card: str) -> list[Fact]:
    """The facts of a round with a split whose second card was not seen before it lay apart, and was read so then."""
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], SPLIT)
    split = next(fact for fact in reversed(facts) if isinstance(fact.body, CardMoved))
    assert isinstance(split.body, CardMoved)
    track, place = split.body.track, split.body.place
    apart = CardPlaced(track=track, place=place, card=card, p=0.98, face_up=True, slot=1)
    hidden = next(f for f in facts if isinstance(f.body, CardPlaced) and f.body.track == track)
    return [replace(f, body=apart, id="") if f is split else f for f in facts if f is not hidden]


def test_the_half_of_a_pair_that_was_first_seen_when_it_was_split_off_had_been_dealt() -> None:
    told = tell(RUSSIAN, split_unseen("8s"))[1]
    assert told.doubts == ()
    assert words(told) == words(tell(RUSSIAN, facts_for(RUSSIAN, BEFORE[RUSSIAN], SPLIT))[1])


def test_a_hand_that_was_split_again_before_its_card_was_seen_got_that_card() -> None:
    text = (
        "1 bet 10, d nmb, d deal 1.1 As, d deal d 8d, d deal 1.1 Ac, 1.1 split 10, d deal 1.1 Ah, 1.1 split 10,"
        " d deal 1.1 Kh, d deal 1.3 9c, d deal 1.2 Qs, d deal d Tc, d pay 1.1 10, d pay 1.3 10,"
        " d pay 1.2 10, d clear"
    )
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], text)
    again = [fact for fact in facts if isinstance(fact.body, CardMoved)][-1]
    ace = next(f for f in facts if isinstance(f.body, CardPlaced) and f.body.card == "Ah")
    assert isinstance(again.body, CardMoved) and isinstance(ace.body, CardPlaced)
    came = replace(ace.body, place=again.body.place, slot=1)
    seen = [replace(f, body=came, id="") if f is again else f for f in facts if f is not ace]
    told = tell(RUSSIAN, seen)[1]
    assert told.doubts == ()
    assert words(told) == words(tell(RUSSIAN, facts)[1])


@pytest.mark.parametrize("card", ["9s", "??"])
def test_a_hand_that_begins_with_what_makes_no_pair_stays_a_doubt(card: str) -> None:
    assert tell(RUSSIAN, split_unseen(card))[1].doubts


def test_a_doubles_card_that_was_read_after_the_dealer_turned_his_came_before_that() -> None:
    text = (
        "1 bet 100, d nmb, d deal 1.1 2c, d deal 1.2 Kd, d deal d ??, d deal 1.1 8d, d deal 1.2 9d, d deal d 9h,"
        " 1.1 double 100, d deal 1.1 Qs, 1.2 stand, d turn 1 7c, d deal d 3s, d pay 1.1 200, d push 1.2, d clear"
    )
    facts = facts_for(SWITCH, BEFORE[SWITCH], text)
    queen = next(f for f in facts if isinstance(f.body, CardPlaced) and f.body.card == "Qs")
    turn = [fact for fact in facts if isinstance(fact.body, CardRead)][-1]
    for late_us, came_first in ((500_000, True), (100_000, False)):
        read = replace(queen, pts_us=turn.pts_us + 300_000, slack_us=late_us, id="")
        turned = replace(turn, slack_us=900_000, id="")
        others = [fact for fact in facts if fact not in (queen, turn)]
        seen = sorted([*others, turned, read], key=lambda fact: fact.pts_us)
        told = words(tell(SWITCH, seen)[1])
        assert (told.index("d deal 1.1 Qs") < told.index("d turn 1 7c")) is came_first


@pytest.mark.parametrize(("late_us", "accused"), [(600_000, True), (1_200_000, False)])
def test_a_stake_that_went_before_the_dealers_card_can_have_come_was_taken_too_early(
    late_us: int, accused: bool
) -> None:
    text = (
        "1 bet 100, d nmb, d deal 1.1 Th, d deal d 2s, d deal 1.1 3c, 1.1 stand, d deal d 9h, d deal d Ad,"
        " d take 1.1 100, d deal d 5d, d clear"
    )
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], text)
    five = next(f for f in facts if isinstance(f.body, CardPlaced) and f.body.card == "5d")
    taken = [f for f in facts if isinstance(f.body, ChipsSeen)][-1]
    seen_late = replace(five, pts_us=taken.pts_us + 1_100_000, slack_us=late_us, id="")
    seen = sorted([*(f for f in facts if f is not five), seen_late], key=lambda fact: fact.pts_us)
    told = tell(RUSSIAN, seen)[1]
    verdict = judge_round(load_profile(RUSSIAN), [step.action for step in told.actions])
    assert ("settled-early" in {finding.code for finding in verdict.findings}) is accused


@pytest.mark.parametrize(("p", "accused"), [(0.91, False), (0.98, True)])
def test_what_one_unsurely_read_card_too_many_explains_is_no_accusation(p: float, accused: bool) -> None:
    text = (
        "1 bet 100, 2 bet 100, d nmb, d deal 1.1 Th, d deal 2.1 Th, d deal d 9d, d deal 1.1 9c, d deal 2.1 7c,"
        " 1.1 stand, 2.1 stand, d deal d 9s, d pay 1.1 100, d take 2.1 100, d clear"
    )
    facts = facts_for(RUSSIAN, BEFORE[RUSSIAN], text)
    drawn = next(k for k, f in enumerate(facts) if isinstance(f.body, CardPlaced) and f.body.card == "9s")
    left = next(k for k, f in enumerate(facts) if k > drawn and isinstance(f.body, CardTaken))
    came = CardPlaced(track=90, place="1.1", card="5d", p=p, face_up=True, slot=0)
    seen = [
        *facts[:drawn],
        replace(facts[drawn], body=came, pts_us=facts[drawn].pts_us - 1, id=""),
        *facts[drawn:left],
        replace(facts[left], body=CardTaken(track=90), id=""),
        *facts[left:],
    ]
    told = tell(RUSSIAN, seen)[1]
    verdict = judge_round(load_profile(RUSSIAN), [step.action for step in told.actions])
    assert [(finding.code, finding.subject) for finding in verdict.findings] == [("loser-paid", "1.1")]
    assert told.is_certain is accused
