"""The solver against enumeration, against itself at other precisions, and against published and independent numbers."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from tracker.actions import CARDS
from tracker.hands import totals_of_ranks
from tracker.odds.bonuses import BonusOdds
from tracker.odds.dealer import BLACKJACK, RESULTS, dealer_odds
from tracker.odds.dealers import Dealers
from tracker.odds.deals import Deals
from tracker.odds.expectation import expectation
from tracker.odds.hand_table import RANK_OF_VALUE, hand_table
from tracker.odds.house_edge import house_edge
from tracker.odds.play import Play, Player
from tracker.odds.shoe import ACE, TEN, VALUES, Shoe, full_shoe, without
from tracker.odds.splits import most_hands, split_worth
from tracker.odds.strategy import BasicStrategy, basic_strategy
from tracker.profile import Profile, load_profile

REFERENCE = json.loads((Path(__file__).parents[3] / "data" / "reference.json").read_text(encoding="utf-8"))
PEEK, RUSSIAN, SWITCH = (
    load_profile(name) for name in ("blackjack-s17-peek", "russian-blackjack", "blackjack-switch")
)


# ---- the dealer


def dealt_out(ranks: str, shoe: Shoe, soft17: str) -> Mapping[str, Fraction]:
    """The dealer's results, card by card, with fractions: the same by the plainest way."""
    ((value, soft),) = totals_of_ranks(ranks).possible
    if value > 17 or (value == 17 and not (soft and soft17 == "hit")):
        blackjack = value == 21 and len(ranks) == 2
        return {"blackjack" if blackjack else "over-22" if value > 22 else str(value): Fraction(1)}
    results: dict[str, Fraction] = defaultdict(Fraction)
    for drawn, count in enumerate(shoe):
        if count:
            for result, chance in dealt_out(
                ranks + RANK_OF_VALUE[drawn], without(shoe, drawn), soft17
            ).items():
                results[result] += Fraction(count, sum(shoe)) * chance
    return results


@pytest.mark.parametrize("soft17", ["stand", "hit"])
@pytest.mark.parametrize("up", [ACE, 5, TEN])
def test_the_dealers_results_are_those_of_dealing_card_by_card(up: int, soft17: str) -> None:
    shoe = (4, 0, 1, 0, 2, 3, 0, 1, 0, 6)
    wanted = dealt_out(RANK_OF_VALUE[up], shoe, soft17)
    found = dealer_odds("hit" if soft17 == "hit" else "stand", up).outcomes(shoe)
    assert dict(zip(RESULTS, found, strict=True)) == pytest.approx(
        {name: float(wanted.get(name, 0)) for name in RESULTS}
    )


@pytest.mark.parametrize("up", [ACE, 1, 6, TEN])
@pytest.mark.parametrize("profile", [PEEK, SWITCH])
def test_the_series_comes_near_every_shoe(profile: Profile, up: int) -> None:
    left = without(full_shoe(6), up)
    close, exact = Dealers(profile, up, left), Dealers(profile, up, left, exact=True)
    for gone, within in {(): 1e-15, (3, 3): 1e-15, (0, 0, 1, 9): 1e-6, (0, 1, 2, 3, 4, 5): 1e-5}.items():
        shoe = without(left, *gone)
        assert close.outcomes(shoe) == pytest.approx(exact.outcomes(shoe), abs=within)


def test_a_dealer_who_looked_has_no_blackjack() -> None:
    left = without(full_shoe(6), ACE)
    assert Dealers(PEEK, ACE, left).outcomes(left)[BLACKJACK] == 0
    assert Dealers(RUSSIAN, ACE, left).outcomes(left)[BLACKJACK] == pytest.approx(96 / 311)
    assert Dealers(PEEK, ACE, left).blackjack(left) == 96 / 311


# ---- the player


def test_there_are_3082_hands_of_21_or_less() -> None:
    assert len(hand_table().total) - 1 == 3082  # the one without cards apart
    assert hand_table().find(TEN, TEN, 1) is None
    with pytest.raises(ValueError, match="21 or less"):
        hand_table().hand(TEN, TEN, 1)


def test_what_is_drawn_when_the_hole_card_is_no_ten() -> None:
    """Of two cards that are left, one lies face down: if that is no ten, the other may be."""
    player = Player(PEEK, Dealers(PEEK, ACE, (0, 0, 0, 0, 1, 0, 0, 0, 0, 2)), BonusOdds(PEEK))
    draws = dict(Play(player, (0, 0, 0, 0, 1, 0, 0, 0, 0, 2)).draws(0))
    assert draws == {TEN: 1.0}  # the five is the hole card
    draws = dict(Play(player, (0, 0, 0, 0, 2, 0, 0, 0, 0, 1)).draws(0))
    assert draws == pytest.approx({4: 0.5, TEN: 0.5})  # of 5, 5 and T with a five face down


@pytest.mark.parametrize(
    ("profile", "value", "most"),
    [(PEEK, 7, 4), (PEEK, ACE, 2), (RUSSIAN, ACE, 3), (RUSSIAN, 7, 12), (SWITCH, ACE, 2), (SWITCH, TEN, 2)],
)
def test_how_many_hands_a_pair_may_become(profile: Profile, value: int, most: int) -> None:
    assert most_hands(profile, value) == most


def test_more_splits_are_worth_more_where_splitting_gains() -> None:
    worths = []
    for hands in (2, 3, 4, 0):
        profile = load_profile("blackjack-s17-peek", {"max_split_hands": hands})
        left = without(full_shoe(6), 5)
        player = Player(profile, Dealers(profile, 5, left), BonusOdds(profile))
        worths.append(split_worth(player, left, 7))
    assert worths == sorted(worths)
    assert worths[3] - worths[2] < worths[2] - worths[1] < worths[1] - worths[0]


def test_bonuses_cost_what_the_paytable_says_and_suits_come_by_chance() -> None:
    bonuses = BonusOdds(RUSSIAN)
    six_seven, six_seven_eight = hand_table().hand(5, 6), hand_table().hand(5, 6, 7)
    assert [bonuses.paid(six_seven_eight, suited=suited) for suited in (False, True)] == [3, 5]
    assert bonuses.paid(hand_table().hand(0, 1, 2, 3, TEN), suited=False) == 0  # twenty
    assert bonuses.paid(hand_table().hand(0, 1, 1, 5, TEN), suited=False) == 3
    assert bonuses.asks_suit(six_seven) and not bonuses.asks_suit(hand_table().hand(5, TEN))
    assert bonuses.chance_suited(six_seven, 7) == 6 / 24
    assert bonuses.chance_suited(hand_table().hand(6, 6), 6) == 4 / 22
    assert bonuses.chance_dealt_suited(6, 6) == 5 / 23
    with pytest.raises(ValueError, match="ten-valued"):
        BonusOdds(
            load_profile("russian-blackjack", {"bonuses": [{"name": "x", "ranks": "TJA", "pays": "2:1"}]})
        )


# ---- the game


def test_the_casino_game_is_worth_what_others_computed() -> None:
    """E. Farmer's exact figure for six decks, S17, double after split, four hands, aces once."""
    wanted = REFERENCE["std_validation"]["E. Farmer exact CDZ-"]
    found = expectation(PEEK)
    assert 100 * found.player == pytest.approx(wanted, abs=0.001)
    assert sum(found.by_upcard) == pytest.approx(found.player)


CHART = {
    "hard": {
        9: "hddddhhhhh", 10: "ddddddddhh", 11: "dddddddddh", 12: "hhssshhhhh", 13: "ssssshhhhh", 16: "ssssshhhhh",
        17: "ssssssssss",
    },
    "soft": {
        13: "hhhddhhhhh", 15: "hhdddhhhhh", 17: "hddddhhhhh", 18: "sddddsshhh", 19: "ssssssssss",
    },
    "pair": {0: "pppppppppp", 3: "hhhpphhhhh", 4: "ddddddddhh", 5: "ppppphhhhh", 7: "pppppppppp",
             8: "pppppsppss", 9: "ssssssssss"},
}  # fmt: skip
"""The published chart (2 to 10, ace) of that game; p is split, d is double."""


@pytest.fixture(scope="module")
def chart() -> BasicStrategy:
    return basic_strategy(PEEK)


def test_basic_strategy_is_the_published_chart(chart: BasicStrategy) -> None:
    found = {
        kind: {
            number: "".join(
                next(
                    "p" if ranking[0] == "split" else ranking[0][0]
                    for (row, upcard), ranking in chart.rankings.items()
                    if (row.kind, row.number, upcard) == (kind, number, up)
                )
                for up in (*VALUES[1:], ACE)
            )
            for number in rows
        }
        for kind, rows in CHART.items()
    }
    assert found == CHART


def test_a_player_asks_the_chart_with_his_cards(chart: BasicStrategy) -> None:
    def decide(cards: str, up: str, *legal: str) -> str:
        return chart.decide(legal, [CARDS[card] for card in cards.split()], CARDS[up])

    assert decide("6h 5c", "Td", "hit", "stand", "double") == "double"
    assert decide("6h 5c", "Td", "hit", "stand") == "hit"
    assert decide("Ah 7c", "5d", "hit", "stand") == "stand"
    assert decide("8h 8c", "Td", "hit", "stand", "split") == "split"
    assert decide("8h 8c", "Td", "hit", "stand") == "hit"
    assert decide("Th 4c 2d", "Td", "hit", "stand") == "stand"  # 16 of three cards
    assert decide("Th 6c", "Td", "hit", "stand") == "hit"


def test_switching_makes_the_better_two_hands() -> None:
    strategy = basic_strategy(SWITCH)
    one, two, up = [[CARDS[card] for card in text.split()] for text in ("Th 6c", "5h Tc", "9d")]
    assert strategy.would_switch(one, two, up[0])  # 16 and 15 become 20 and 11
    assert not strategy.would_switch([one[0], two[1]], [two[0], one[1]], up[0])


DEALS = ((0, 9), (7, 7), (9, 9), (4, 5), (3, 5), (3, 4), (0, 6), (6, 9), (5, 9))


def worth_against(up: int, profile: Profile, deals: Sequence[tuple[int, int]] = DEALS) -> float:
    left = without(full_shoe(profile.decks), up)
    worth = Deals(Player(profile, Dealers(profile, up, left), BonusOdds(profile))).worth
    return sum(worth(first, second, left) for first, second in deals)


@pytest.mark.parametrize(
    ("up", "rules", "better"),
    [
        (TEN, {"ties": "lose"}, False),
        (TEN, {"dealer_22": "push"}, False),
        (ACE, {"soft17": "hit"}, False),
        (4, {"double_after_split": False}, False),
        (4, {"double": "10-11"}, False),
        (TEN, {"peek": "none"}, False),
        (TEN, {"blackjack_pays": "6:5"}, False),
        (TEN, {"surrender": "late"}, True),
        (TEN, {"suited_blackjack_pays": "2:1"}, True),
        (4, {"max_split_hands": 2}, False),
    ],
)
def test_each_rule_moves_the_worth_the_way_it_must(up: int, rules: dict[str, object], better: bool) -> None:
    change = worth_against(up, load_profile("blackjack-s17-peek", rules)) - worth_against(up, PEEK)
    assert (change > 0) == better
    assert change != 0


@pytest.mark.parametrize("up", [ACE, TEN])
def test_a_look_saves_what_original_bets_only_gives_back(up: int) -> None:
    """Where nothing is split: the solver's chances under a known hole card are those of not knowing it."""
    single = [deal for deal in DEALS if deal[0] != deal[1]]
    blind = load_profile("blackjack-s17-peek", {"peek": "none", "original_bets_only": True})
    assert worth_against(up, blind, single) == pytest.approx(worth_against(up, PEEK, single), abs=1e-6)


def test_a_side_bet_stands_beside_the_game() -> None:
    profile = load_profile("blackjack-switch", {"switch": False, "hands_per_box": 2})
    edge = house_edge(profile)
    assert edge.side_bets == {"super-game": Fraction(126536, 4965115)}
    assert 0.15 < edge.game < 0.17


def test_all_deals_together_are_certain() -> None:
    from tracker.odds.expectation import _dealt  # noqa: PLC0415

    assert sum(chance for _, chance in _dealt(full_shoe(6), 2)) == pytest.approx(1)
    assert len(list(_dealt(full_shoe(6), 2))) == len(list(product(VALUES, repeat=2)))
