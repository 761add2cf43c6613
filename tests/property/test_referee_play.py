"""Random rounds: what is legal stays silent, what is not never breaks the referee, and nothing is lost or made up."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.actions import Action, format_action, parse_action
from tracker.cards import DECK
from tracker.hands import is_natural
from tracker.profile import SHIPPED, Profile, load_profile
from tracker.referee import Referee, judge_round

HOUSES = st.sampled_from(
    [
        {},
        {"soft17": "hit"},
        {"split_deal": "sequential", "stand_on_21": False},
        {"split_deal": "both", "max_ace_hands": 0, "split_aces_one_card": False},
        {"surrender": "late", "peek": "ace-ten", "hole_card": True},
        {"hole_card": False, "up_card": "first", "original_bets_only": True},
        {"ties": "push", "dealer_22": "push", "bonus_after_split": True, "bonus_after_double": True},
        {"natural_pays": "at-once", "insure_after_split": True, "double": "9-11", "rs1_scope": "box"},
    ]
)
SEEDS = st.integers(0, 2**32 - 1)


def draw(dice: random.Random, unread: float) -> str:
    card = str(dice.choice(DECK))
    if dice.random() < unread:
        return dice.choice(["??", card[0] + "?", "?" + card[1]])
    return card


def is_face_down(referee: Referee, action: str) -> bool:
    dealer = referee.round.dealer
    return action == "d deal d" and dealer.hole == len(dealer.cards)


def choose(dice: random.Random, options: list[str]) -> str:
    """Any legal act; the dealer forgets no offer and no look at his hole card, and settles before he clears."""
    offers = [option for option in options if option.startswith(("d offer", "d peek"))]
    money = [option for option in options if option.startswith(("d pay", "d take", "d push"))]
    if offers or (money and dice.random() < 0.7):
        return (offers or money)[0]
    return dice.choice(options)


def play(dice: random.Random, profile: Profile, unread: float = 0.0) -> Referee:
    """Play a round out by what the referee says is legal."""
    referee = Referee(profile)
    boxes = sorted(dice.sample(range(1, 8), dice.randint(1, profile.max_boxes)))
    for no in boxes:
        referee.apply(parse_action(f"{no} bet {dice.randint(1, 9) * 20}"))
        if profile.side_bets and dice.random() < 0.5:
            referee.apply(parse_action(f"{no} side super-game 20"))
    referee.apply(parse_action("d nmb"))
    hole = "??"
    for _ in range(400):
        options = list(referee.verdict().next)
        if not options:
            return referee
        action = choose(dice, options)
        if is_face_down(referee, action):
            hole = draw(dice, unread)
            action += " ??"
        elif action.startswith("d turn"):
            action += f" {hole}"
        elif action.startswith("d deal"):
            action += f" {draw(dice, unread)}"
        referee.apply(parse_action(action))
        if action == "d peek" and is_natural(referee.round.dealer.up_rank + hole[0]):
            referee.apply(parse_action(f"d turn {(referee.round.dealer.hole or 0) + 1} {hole}"))
    raise AssertionError("the round did not end")


@given(name=st.sampled_from(SHIPPED), rules=HOUSES, seed=SEEDS)
@settings(max_examples=150, deadline=None)
def test_legal_play_is_silent_and_settled(name: str, rules: dict[str, object], seed: int) -> None:
    referee = play(random.Random(seed), load_profile(name, rules))
    verdict = referee.verdict()
    assert [finding for finding in verdict.findings if finding.code != "card-count-exceeded"] == []
    assert verdict.state == "settled"
    assert all(bet.is_decided for bet in verdict.bets)


@given(name=st.sampled_from(SHIPPED), rules=HOUSES, seed=SEEDS)
@settings(max_examples=150, deadline=None)
def test_unread_cards_accuse_nobody(name: str, rules: dict[str, object], seed: int) -> None:
    verdict = play(random.Random(seed), load_profile(name, rules), unread=0.3).verdict()
    assert [finding for finding in verdict.findings if finding.code != "card-count-exceeded"] == []
    assert verdict.state in ("settled", "uncertain")


@given(name=st.sampled_from(SHIPPED), seed=SEEDS)
@settings(max_examples=100, deadline=None)
def test_money_that_moved_is_money_that_was_due(name: str, seed: int) -> None:
    """The dealer paid by the prompts: what moved equals what the verdict says, bet by bet."""
    referee = play(random.Random(seed), load_profile(name))
    moved: dict[str, int] = {}
    for action in referee.actions:
        if action.verb in ("pay", "take"):
            ref, amount = action.args
            assert isinstance(ref, str) and isinstance(amount, int)
            moved[ref] = moved.get(ref, 0) + (amount if action.verb == "pay" else -amount)
    assert moved == {bet.bet: bet.net for bet in referee.verdict().bets if bet.net}


WORDS = [
    "{b} bet 100", "{b} bet 50 by Ann", "{h} bet 20", "{b} side super-game 10", "{b} insure 50", "{h} insure 25",
    "{b} even-money", "{b} switch", "{b} switch 1 2", "{h} chips 150", "{h} hit", "{h} stand", "{h} double 100",
    "{h} split 100", "{h} surrender", "d nmb", "d deal {h} {c}", "d deal {h} {c}", "d deal {h} {c}", "d deal d {c}",
    "d deal d {c}", "d deal d ?? up", "d turn {k} {c}", "d burn {c}", "d move {h} {k} {g}", "d peek", "d stand",
    "d shuffle", "d cut 20", "d offer double {h}", "d offer insurance", "d insurance-closed", "d pay {m} 100",
    "d take {m} 100", "d push {m}", "d clear", "c fix 1 2 bet 50 by Ann reason misread",
    "c fix 3 d deal 1.1 Ts by Ann reason misread",
    "f rule card-on-21 stands by Floor", "f rule bet-late keep by Floor", "f rule card-extra void-round by Floor",
]  # fmt: skip


def anything(dice: random.Random) -> Action:
    hands = [f"{box}.{n}" for box in (1, 2) for n in (1, 2, 3)]
    bets = [*hands, "1.side", "2.insurance", "1.1.bonus", "7.1"]
    text = dice.choice(WORDS).format(
        b=dice.choice("12"), h=dice.choice(hands), g=dice.choice(hands), c=draw(dice, 0.2), k=dice.randint(1, 4),
        m=dice.choice(bets),
    )  # fmt: skip
    return parse_action(text)


@given(name=st.sampled_from(SHIPPED), rules=HOUSES, seed=SEEDS, length=st.integers(1, 60))
@settings(max_examples=100, deadline=None)
def test_any_sequence_is_judged(name: str, rules: dict[str, object], seed: int, length: int) -> None:
    """No order of actions breaks it; asking changes nothing; replay and the notation give the same verdict."""
    dice = random.Random(seed)
    profile = load_profile(name, rules)
    start = [parse_action(text) for text in dice.choice([(), ("1 bet 100", "2 bet 100", "d nmb")])]
    actions = start + [anything(dice) for _ in range(length)]
    referee = Referee(profile)
    for action in actions:
        referee.apply(action)
        verdict = referee.verdict()
        verdict.to_json()
        referee.prompts()
        assert all(1 <= finding.action <= len(referee.actions) for finding in verdict.findings)
    written = [format_action(action) for action in actions]
    assert judge_round(profile, [parse_action(text) for text in written]) == referee.verdict()


@pytest.mark.parametrize("name", SHIPPED)
@given(seed=SEEDS)
@settings(max_examples=100, deadline=None)
def test_no_card_is_lost(name: str, seed: int) -> None:
    dice = random.Random(seed)
    referee = Referee(load_profile(name))
    for text in ("1 bet 100", "2 bet 100", "d nmb"):
        referee.apply(parse_action(text))
    actions = [action for action in (anything(dice) for _ in range(60)) if action.actor not in "cf"]
    for action in actions:
        referee.apply(action)
    round_ = referee.round
    held = sum(len(hand.cards) + len(hand.burned) for hand in round_.hands())
    held += len(round_.dealer.cards) + len(round_.dealer.burned) + len(round_.strays)
    assert held == sum(action.verb == "deal" for action in referee.actions)
