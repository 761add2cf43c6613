"""Frequencies of the books' combinations by exact enumeration, against numbers that were computed independently."""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from pathlib import Path

import pytest

from tracker.cards import DECK, RANKS, Card
from tracker.hands import is_natural, ranks_of, suited
from tracker.paytables import bonus_tiers, side_bet_category
from tracker.profile import load_profile

REFERENCE = json.loads((Path(__file__).parents[2] / "data" / "reference.json").read_text(encoding="utf-8"))
NAMES = {
    "quads": "four-of-a-kind",
    "trips": "three-of-a-kind",
    "two_pair": "two-pair",
    "pair": "pair",
    "nothing": None,
}


def hands_by_rank(decks: int) -> Iterator[tuple[str, int]]:
    """Four ranks and in how many ways a shoe deals them."""
    for ranks in combinations_with_replacement(RANKS, 4):
        yield "".join(ranks), prod(comb(4 * decks, count) for count in Counter(ranks).values())


def super_game(decks: int) -> tuple[Counter[str | None], Fraction]:
    ways: Counter[str | None] = Counter()
    for ranks, count in hands_by_rank(decks):
        ways[side_bet_category(ranks)] += count
    bet = load_profile("blackjack-switch").side_bet("super-game")
    assert bet is not None
    gain = sum(count * (bet.pays[name].pays if name else -1) for name, count in ways.items())
    return ways, Fraction(gain, ways.total())


def hands_by_card(size: int, decks: int = 6) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Cards and in how many ways a shoe deals them, in any order."""
    for cards in combinations_with_replacement(DECK, size):
        yield cards, prod(comb(decks, count) for count in Counter(cards).values())


def test_super_game_frequencies_are_exact() -> None:
    wanted = REFERENCE["super_game_6D_by_rank"]
    ways, expectation = super_game(6)
    total = ways.total()
    assert total == wanted["total"]
    for short, name in NAMES.items():
        count, fraction = wanted[short]
        assert ways[name] == count
        assert Fraction(ways[name], total) == Fraction(fraction)
    assert expectation == Fraction(wanted["EV"])


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_super_game_house_edge_by_decks(decks: int) -> None:
    wanted = REFERENCE["super_game_house_edge_by_decks_pct"][str(decks)]
    assert float(-100 * super_game(decks)[1]) == pytest.approx(wanted, abs=5e-9)


def test_blackjack_frequencies_are_exact() -> None:
    ways: Counter[str] = Counter()
    total = 0
    for cards, count in hands_by_card(2):
        total += count
        if is_natural(ranks_of(cards)):
            ways["natural"] += count
            ways["suited natural"] += count if suited(cards) else 0
    for name in ("natural", "suited natural"):
        assert Fraction(ways[name], total) == Fraction(REFERENCE["exact_6D"][name])


def test_three_card_bonus_frequencies_are_exact() -> None:
    profile = load_profile("russian-blackjack")
    ways: Counter[str] = Counter()
    total = 0
    for cards, count in hands_by_card(3):
        total += count
        (tier,) = bonus_tiers(profile, cards)
        if tier is not None:
            ways[tier.name] += count
    wanted = REFERENCE["exact_first_three_cards_6D"]
    assert {name: Fraction(count, total) for name, count in ways.items()} == {
        "6-7-8-suited": Fraction(wanted["678 suited"]),
        "6-7-8": Fraction(wanted["678 other"]),
        "7-7-7-suited": Fraction(wanted["777 suited"]),
        "7-7-7": Fraction(wanted["777 other"]),
    }
