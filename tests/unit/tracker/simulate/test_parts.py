"""The parts of a simulated table: shoe, wishes, stakes, players."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tracker.actions import Action
from tracker.cards import DECK, Card
from tracker.notation import RecordedRound
from tracker.profile import load_profile
from tracker.simulate import simulate
from tracker.simulate.chart import Chart
from tracker.simulate.players import PLAYERS
from tracker.simulate.shoe import Shoe
from tracker.simulate.stakes import Stakes
from tracker.simulate.wish import Wish, arrange

ALL = frozenset({"hit", "stand", "double", "split", "surrender"})


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def full(decks: int = 6, seed: int = 1) -> Shoe:
    shoe = Shoe(decks, Random(seed))
    shoe.begin_round(fresh=True)
    return shoe


def test_a_shoe_holds_every_card_as_often_as_it_has_decks() -> None:
    shoe = full(2)
    drawn = [shoe.draw() for _ in range(104)]
    assert shoe.is_empty
    assert Counter(drawn) == dict.fromkeys(DECK, 2)


def test_a_shoe_is_shuffled_when_the_cut_card_came_out() -> None:
    shoe = full(6)
    while len(shoe.copy()._cards) > 78:  # a quarter of it
        shoe.draw()
    assert not shoe.begin_round(fresh=False)
    shoe.draw()
    assert shoe.begin_round(fresh=False)
    assert shoe.no == 2


def test_an_empty_shoe_is_filled_with_all_that_does_not_lie_on_the_table() -> None:
    shoe = full(1)
    lying = [shoe.draw() for _ in range(52)]
    shoe.refill(lying[-10:])
    assert Counter(shoe.draw() for _ in range(42)) == Counter(lying[:-10])


@pytest.mark.parametrize("game", ["blackjack-switch", "russian-blackjack", "blackjack-s17-peek"])
def test_a_wish_comes_true_in_the_order_in_which_the_game_is_dealt(game: str) -> None:
    profile = load_profile(game)
    for seed in range(20):
        shoe, boxes = full(seed=seed), [1, 3]
        arrange(shoe, Wish(hand=("8", "8"), up="A", hole="K"), profile, boxes, Random(seed))
        hands = 2 * profile.hands_per_box
        drawn = [shoe.draw().rank for _ in range(2 * hands + 2)]
        first, second = drawn[:hands], drawn[hands + 1 : 2 * hands + 1]
        assert ("8", "8") in zip(first, second, strict=True)
        dealer = [drawn[hands], drawn[-1]]
        if not profile.hole_card:
            assert dealer[0] == "A"
        else:
            assert dealer == (["K", "A"] if profile.up_card == "second" else ["A", "K"])


def test_a_wished_shoe_still_holds_every_card() -> None:
    shoe = full(6)
    arrange(
        shoe, Wish(hand=("A", "A"), every_copy=True), load_profile("blackjack-switch"), [1, 2, 3], Random(1)
    )
    assert Counter(shoe.draw() for _ in range(312)) == dict.fromkeys(DECK, 6)


@pytest.mark.parametrize("minimum", [None, 1, 5, 7, 25])
def test_stakes_keep_to_the_limits_and_have_exact_halves(minimum: int | None) -> None:
    profile = load_profile("russian-blackjack", {"minimum": minimum, "maximum": 100} if minimum else {})
    stakes = Stakes(profile, 100, Random(1))
    drawn = [stakes.main() for _ in range(200)] + [sum(stakes.shared(3)) for _ in range(200)]
    assert all(amount % 2 == 0 for amount in drawn)
    assert min(drawn) >= (minimum or 10) * 100
    assert minimum is None or max(drawn) <= 100 * 100
    assert all(part % 2 == 0 and part > 0 for _ in range(50) for part in stakes.shared(3))
    assert stakes.other_than(drawn[0]) != drawn[0]


@pytest.mark.parametrize(
    ("hand", "up", "wish"),
    [
        ("Tc 6d", "Ts", "surrender"),
        ("8c 8d", "Ts", "split"),
        ("8c 8d", "As", "split"),
        ("Ac Ad", "As", "split"),
        ("Tc Kd", "6s", "stand"),
        ("5c 6d", "Ts", "double"),
        ("5c 6d", "As", "hit"),
        ("Ac 7d", "3s", "double"),
        ("Ac 7d", "2s", "stand"),
        ("Ac 7d", "9s", "hit"),
        ("Tc 2d", "3s", "hit"),
        ("Tc 2d", "4s", "stand"),
        ("Tc 6d", "7s", "hit"),
        ("4c 4d", "5s", "split"),
        ("9c 9d", "7s", "stand"),
    ],
)
def test_basic_strategy_is_the_published_one(hand: str, up: str, wish: str) -> None:
    assert Chart().decide(ALL, cards(hand), Card.parse(up)) == wish


def test_what_is_not_legal_is_not_chosen() -> None:
    assert Chart().decide({"hit", "stand"}, cards("Tc 6d"), Card.parse("Ts")) == "hit"
    assert Chart().decide({"hit", "stand"}, cards("Ac 7d"), Card.parse("3s")) == "stand"


def test_a_switch_is_made_when_it_helps() -> None:
    assert Chart().would_switch(cards("Tc 5d"), cards("6c Td"), Card.parse("7s"))
    assert not Chart().would_switch(cards("Tc Td"), cards("5c 6d"), Card.parse("7s"))


def test_the_random_player_does_everything_that_is_legal_and_the_basic_one_always_the_same() -> None:
    options = {verb: Action("1.1", verb) for verb in ALL}
    for name, done in (("basic", {"split"}), ("random", ALL)):
        player, rng = PLAYERS[name](load_profile("blackjack-s17-peek")), Random(1)
        verbs = {player.decide(options, cards("8c 8d"), Card.parse("6s"), rng).verb for _ in range(200)}
        assert verbs == done


def deals(record: RecordedRound) -> int:
    return sum(action.verb == "deal" for action in record.actions)


def test_a_shoe_that_runs_out_in_a_round_is_refilled_from_the_discards() -> None:
    profile = load_profile("russian-blackjack", {"decks": 1})
    session = simulate(profile, rounds=40, seed=3, boxes=range(1, 8), player="random", max_hands=8)
    shuffled = [r for r in session.history.rounds if any(action.verb == "shuffle" for action in r.actions)]
    assert shuffled
    assert all(deals(record) > 13 for record in shuffled)


def test_rounds_may_be_run_without_a_word() -> None:
    profile = load_profile("russian-blackjack")
    spoken = simulate(profile, rounds=60, seed=3)
    any_how = simulate(profile, rounds=60, seed=3, any_manner=True)

    def silent_cards(record: RecordedRound) -> int:
        """Count cards in play that nobody was heard to ask for."""
        asked = sum(action.verb in ("hit", "double") for action in record.actions)
        return sum(a.verb == "deal" and a.args[0] != "d" for a in record.actions) - asked

    def of(rounds: tuple[RecordedRound, ...]) -> int:
        boxes = sum(a.verb == "bet" for r in rounds for a in r.actions)
        return sum(map(silent_cards, rounds)) - 2 * boxes

    assert of(any_how.history.rounds) > of(spoken.history.rounds) + 10
