"""Chances by exact enumeration with fractions, through the referee's own functions, against independent numbers."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from pathlib import Path

import pytest

from tracker.cards import DECK, RANKS, Card
from tracker.hands import is_natural, ranks_of, suited, surely_alike
from tracker.paytables import bonus_tiers, side_bet_category, side_bet_expectation, side_bet_odds
from tracker.profile import load_profile
from tracker.ratio import Ratio

REFERENCE = json.loads((Path(__file__).parents[3] / "data" / "reference.json").read_text(encoding="utf-8"))
EXACT = REFERENCE["exact_6D"]
NAMES = {
    "quads": "four-of-a-kind",
    "trips": "three-of-a-kind",
    "two_pair": "two-pair",
    "pair": "pair",
    "nothing": None,
}


def cards_dealt(size: int, decks: int = 6) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Cards in any order, and in how many ways a shoe deals them."""
    for cards in combinations_with_replacement(DECK, size):
        yield cards, prod(comb(decks, count) for count in Counter(cards).values())


def next_rank(gone: Sequence[str], decks: int = 6) -> Iterator[tuple[str, Fraction]]:
    """Ranks that the next card may have, when some cards are gone, and how likely each is."""
    for rank in RANKS:
        yield rank, Fraction(4 * decks - list(gone).count(rank), 52 * decks - len(gone))


def units(ratio: Ratio) -> Fraction:
    return Fraction(ratio.of(1000), 1000)


def test_super_game_by_rank() -> None:
    wanted = REFERENCE["super_game_6D_by_rank"]
    ways: Counter[str | None] = Counter()
    for ranks in combinations_with_replacement(RANKS, 4):
        ways[side_bet_category("".join(ranks))] += prod(comb(24, count) for count in Counter(ranks).values())
    assert ways.total() == wanted["total"]
    assert {name: ways[name] for name in NAMES.values()} == {NAMES[s]: wanted[s][0] for s in NAMES}
    assert side_bet_odds(6) == {NAMES[short]: Fraction(wanted[short][1]) for short in NAMES}


def test_super_game_expectation_and_variance() -> None:
    wanted = REFERENCE["super_game_6D_by_rank"]
    bet = load_profile("blackjack-switch").side_bet("super-game")
    assert bet is not None
    gains = {name: units(bet.pays[name]) if name else Fraction(-1) for name in NAMES.values()}
    odds = side_bet_odds(6)
    mean = sum((chance * gains[name] for name, chance in odds.items()), Fraction(0))
    assert mean == side_bet_expectation(bet, 6) == Fraction(wanted["EV"])
    assert float(-100 * mean) == pytest.approx(wanted["house_edge_pct"], abs=5e-9)
    variance = sum((chance * gains[name] ** 2 for name, chance in odds.items()), Fraction(0)) - mean**2
    assert float(variance) == pytest.approx(wanted["variance"], abs=5e-9)


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_super_game_house_edge_by_decks(decks: int) -> None:
    bet = load_profile("blackjack-switch").side_bet("super-game")
    assert bet is not None
    wanted = REFERENCE["super_game_house_edge_by_decks_pct"][str(decks)]
    assert float(-100 * side_bet_expectation(bet, decks)) == pytest.approx(wanted, abs=5e-9)


def test_blackjacks_and_pairs_from_the_deal() -> None:
    ways: Counter[str] = Counter()
    total = 0
    for (one, two), count in cards_dealt(2):
        total += count
        ways["natural"] += count * is_natural(one.rank + two.rank)
        ways["suited natural"] += count * (is_natural(one.rank + two.rank) and bool(suited((one, two))))
        ways["pair same rank"] += count * surely_alike(one, two, "rank")
        ways["pair same value"] += count * surely_alike(one, two, "value")
    assert {name: Fraction(count, total) for name, count in ways.items()} == {
        name: Fraction(EXACT[name]) for name in ways
    }


def test_bonuses_on_the_first_three_cards() -> None:
    profile = load_profile("russian-blackjack")
    ways: Counter[str] = Counter()
    total = 0
    for cards, count in cards_dealt(3):
        total += count
        (tier,) = bonus_tiers(profile, cards)
        if tier is not None:
            ways[tier.name] += count
    wanted = REFERENCE["exact_first_three_cards_6D"]
    names = {
        "678 suited": "6-7-8-suited",
        "678 other": "6-7-8",
        "777 suited": "7-7-7-suited",
        "777 other": "7-7-7",
    }
    assert {name: Fraction(count, total) for name, count in ways.items()} == {
        names[short]: Fraction(chance) for short, chance in wanted.items()
    }


def test_dealers_blackjack_where_the_player_has_one() -> None:
    """No hole card: the upcard and the next one."""
    chance = Fraction(0)
    for up, first in next_rank("AT"):
        for second, then in next_rank("AT" + up):
            chance += first * then * is_natural(up + second)
    assert chance == Fraction(EXACT["P(dealer BJ | player natural), no hole card"])


def test_the_dealers_ten_under_his_ace() -> None:
    against = [
        sum(chance for rank, chance in next_rank(gone) if is_natural("A" + rank)) for gone in ("ATA", "A")
    ]
    assert against[0] == Fraction(EXACT["P(dealer ten | A up, player natural)"])
    pays = units(load_profile("russian-blackjack").insurance_pays)
    insurance = against[1] * pays - (1 - against[1])
    assert float(insurance) == pytest.approx(EXACT["insurance EV knowing only the ace"], abs=5e-7)


def test_even_money_is_worth_less_than_to_wait() -> None:
    mixed, one_suit = load_profile("russian-blackjack").natural_price
    no_blackjack = 1 - Fraction(EXACT["P(dealer ten | A up, player natural)"])
    wait, suited_wait = (float(units(price) * no_blackjack) for price in (mixed, one_suit))
    assert wait == pytest.approx(EXACT["even money value 1 vs decline"], abs=5e-7)
    assert suited_wait == pytest.approx(EXACT["decline, suited"], abs=5e-7)


def test_three_of_six_seven_and_eight_come_in_any_order() -> None:
    profile = load_profile("russian-blackjack")
    for ranks in permutations("678"):
        (tier,) = bonus_tiers(profile, [Card(rank, "s") for rank in ranks])
        assert tier is not None
        assert tier.name == "6-7-8-suited"
        assert ranks_of([Card(rank, "s") for rank in ranks]) == "".join(ranks)
