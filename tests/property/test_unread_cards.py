"""What is said of a round with unread cards holds whatever they were, and what holds whatever they were is said."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.unread_rounds import doubts, leave_unread
from tracker.profile import SHIPPED, load_profile
from tracker.simulate import simulate

HOUSES = st.sampled_from(
    [
        {},
        {"soft17": "hit", "ties": "push", "double": "9-11"},
        {"split_deal": "sequential", "stand_on_21": False, "max_ace_hands": 3},
        {"original_bets_only": True, "surrender": "late", "surrender_vs_ace": False},
        {"natural_pays": "at-once", "even_money_upcards": ["A", "T"]},
        {"natural_pays": "when-safe", "natural_locks_switch": False},
        {"peek": "ace-ten", "hole_card": True},
        {"bonus_after_split": True, "bonus_after_double": True, "dealer_22": "push"},
    ]
)


@given(
    name=st.sampled_from(SHIPPED),
    rules=HOUSES,
    seed=st.integers(0, 2**32 - 1),
    player=st.sampled_from(["human", "random"]),
    bettors=st.sampled_from([1, 1, 3]),
)
@settings(max_examples=60, deadline=None)
def test_a_verdict_says_what_every_completion_says(
    name: str, rules: dict[str, object], seed: int, player: str, bettors: int
) -> None:
    dice, profile = Random(seed), load_profile(name, rules)
    boxes = dice.choice([[1], [1], [1, 2]])
    session = simulate(
        profile, rounds=1, seed=seed, error_rate=0.5, boxes=boxes, observable=False, player=player,
        bettors=min(bettors, profile.max_bettors),
    )  # fmt: skip
    unread = leave_unread(session.history.rounds[0].actions, profile, dice.choice([1, 1, 1, 2]), dice)
    if unread is None:
        return
    assert list(doubts(profile, unread, dice, is_over=True)) == []
    end = dice.randint(unread.slots[0][0] + 1, len(unread.actions))
    assert list(doubts(profile, unread.until(end), dice, is_over=False)) == []
