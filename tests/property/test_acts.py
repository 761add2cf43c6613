"""What is called legal leads to no finding; what is refused by a rule leads to just that finding when it is done."""

import random
from collections import Counter
from copy import deepcopy

from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.actions import parse_action
from tracker.acts import Act
from tracker.acts.words import REASONS
from tracker.cards import DECK
from tracker.codes import CODES
from tracker.order import may_be_overtaken
from tracker.profile import SHIPPED, Profile, load_profile
from tracker.referee import Referee

HOUSES = st.sampled_from(
    [
        {},
        {"soft17": "hit", "double": "9-11", "minimum": 50, "burn_first_card": True},
        {"split_deal": "sequential", "stand_on_21": False, "surrender": "late", "surrender_vs_ace": False},
        {"split_deal": "both", "max_ace_hands": 3, "double_after_split": False, "must_offer": ()},
        {"hole_card": True, "peek": "ace-ten", "max_split_hands": 3, "split_after_insurance": False},
        {"switch_after_insurance": False, "insure_after_split": True, "natural_pays": "when-safe"},
    ]
)
SEEDS = st.integers(0, 2**32 - 1)
NOT_DONE = ("pay", "take", "push", "clear")
"""Wrong acts that are judged and not gone on from: later acts would show what was wrong with them, too."""
PAST_THE_ACT = frozenset(
    {
        "card-count-exceeded",  # the test deals without counting
        "double-not-offered",  # what the dealer left out before the act
        "insurance-not-offered",
        "double-missing-card",
        "split-missing-card",
        "card-missing",
        "dealt-out-of-order",
    }
)
"""Findings that an act may show though it is not what is wrong."""


def with_card(dice: random.Random, referee: Referee, action: str) -> str:
    """Add the card to `d deal SEAT`, `d turn K`, `d burn`; tens, eights and aces come often, for all kinds of hands."""
    words = action.split()
    if words[:2] == ["d", "deal"] and len(words) == 3:
        dealer = referee.round.dealer
        if words[2] == "d" and dealer.hole == len(dealer.cards):
            return f"{action} ??"
    elif words[:2] not in (["d", "turn"], ["d", "burn"]):
        return action
    ranks = dice.choice(["A", "T8", "A23456789TJQK"])
    return f"{action} {dice.choice([card for card in DECK if card.rank in ranks])}"


def codes_of(referee: Referee) -> Counter[str]:
    return Counter(finding.code for finding in referee.verdict().findings)


def doing(referee: Referee, *actions: str) -> Counter[str]:
    """Return the findings that there are more of after some actions, which are done to a copy."""
    copy = deepcopy(referee)
    for action in actions:
        copy.apply(parse_action(action))
    return codes_of(copy) - codes_of(referee)


def blamed(referee: Referee, action: str) -> list[str]:
    """Return the findings about an action, when it is done to a copy; it may also show what was wrong before it."""
    copy = deepcopy(referee)
    copy.apply(parse_action(action))
    findings = copy.verdict().findings
    return [f.code for f in findings if f.action == len(copy.actions) and f.code not in PAST_THE_ACT]


def consequence(dice: random.Random, referee: Referee, act: Act) -> list[str]:
    """What has to happen after a refused act before its finding shows."""
    assert act.refusal is not None
    code, actor = act.refusal.code, act.action.split()[0]
    if code.startswith("card-") and "." in actor and code != "card-missing":
        return [with_card(dice, referee, f"d deal {actor}")]
    if code == "dealt-out-of-order" and actor != "d":
        box = referee.round.boxes[int(actor[0])]
        half = next(hand for hand in box.hands if hand.owed == "split")
        return [with_card(dice, referee, f"d deal {half.ref}")]
    if code in ("decision-out-of-turn", "dealer-card-early", "hole-card-exposed"):
        waiting = (hand.ref for hand in referee.round.line if may_be_overtaken(referee.round, hand))
        return [f"{ref} stand" for ref in waiting if ref != actor][:1]
    return []


def check(dice: random.Random, referee: Referee) -> None:
    acts = referee.acts()
    assert len({act.action for act in acts}) == len(acts)
    legal = {act.action for act in acts if act.is_legal}
    # Closing the bets is next, but not while one of them breaks a rule.
    assert legal | {"d nmb"} >= {action for action in referee.verdict().next if " by " not in action}
    for act in dice.sample(acts, min(len(acts), 6)):
        action = with_card(dice, referee, act.action)
        if act.refusal is None:
            shows_blackjack = action.startswith("d turn") and referee.verdict().state == "playing"
            assert shows_blackjack or blamed(referee, action) == [], action
        elif act.refusal.code:
            if action.startswith("d turn"):
                action = (
                    "d turn 1 5c" if action[7] == "1" else "d turn 2 5c"
                )  # a blackjack would end the round
            found = doing(referee, action, *consequence(dice, referee, act))
            assert act.refusal.code in found, (act, found)


def step(dice: random.Random, referee: Referee) -> bool:
    """Go on: mostly as is legal, sometimes not."""
    acts = referee.acts()
    legal = [act.action for act in acts if act.is_legal]
    due = [action for action in legal if action in referee.verdict().next]
    if not due:
        return False
    in_play = referee.verdict().state in ("insurance", "playing", "dealer")
    wrong = [
        act.action for act in acts if not act.is_legal and act.action.split()[1] not in NOT_DONE
    ] * in_play
    offers = [action for action in due if action.startswith(("d offer", "d peek"))]
    choice = dice.choice(wrong) if wrong and dice.random() < 0.15 else dice.choice(offers or due)
    referee.apply(parse_action(with_card(dice, referee, choice)))
    return True


def begin(dice: random.Random, profile: Profile) -> Referee:
    referee = Referee(profile)
    for no in range(1, dice.randint(1, 2) + 1):
        referee.apply(parse_action(f"{no} bet {dice.choice([40, 100])}"))
    if profile.burn_first_card:
        referee.apply(parse_action("d shuffle"))
    return referee


@given(name=st.sampled_from(SHIPPED), rules=HOUSES, seed=SEEDS)
@settings(max_examples=120, deadline=None)
def test_legal_acts_are_silent_and_refused_ones_are_found(
    name: str, rules: dict[str, object], seed: int
) -> None:
    dice = random.Random(seed)
    referee = begin(dice, load_profile(name, rules))
    for _ in range(80):
        check(dice, referee)
        if not step(dice, referee):
            return


def test_every_reason_has_words() -> None:
    for reason, text in REASONS.items():
        assert text.en and text.ru and reason == reason.lower()
    assert {reason for reason in REASONS if reason in CODES}
