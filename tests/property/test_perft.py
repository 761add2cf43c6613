"""Every round of a small shoe, counted by the referee and by a second one written from the rules alone.

They must find as many rounds and the same gain; where they do not, `first_difference` walks both side by side and tells
where they part. `DEEP=1` counts larger shoes too.
"""

import os

import pytest

from tests.property.perft import engine_count, first_difference, shoe_of, slow_count

SWITCH, RUSSIAN, PEEK = "blackjack-switch", "russian-blackjack", "blackjack-s17-peek"
SMALL = [
    (SWITCH, "Ts*5 8h*2", 0),  # tens split, doubled, switched
    (SWITCH, "As*3 Kh Td*3", 20),  # blackjack, insurance, ten and king that may not be split, Super Game
    (RUSSIAN, "6s*2 7s*2 7h 8s", 0),  # bonuses of both prices, sevens split
    (RUSSIAN, "As*5 9h*2", 0),  # three hands of aces
    (RUSSIAN, "Ts*2 As*2 6h*2", 0),  # suited blackjack, even money, insurance
    (PEEK, "8s*4 3h*2 Ts", 0),  # more hands from one pair
    (PEEK, "As*4 Th 6s*2", 0),  # a look under the ace, insurance, aces split once
    (PEEK, "Ts*2 As*2 Kh 7d", 0),  # a look under the ten
]
LARGE = [
    (SWITCH, "Ts*6 8h*2", 0),
    (RUSSIAN, "6s*2 7s*2 7h 8s*2", 0),
    (RUSSIAN, "Ts*3 As*2 6h*3", 0),
    (PEEK, "8s*5 3h*2 Ts", 0),
    (PEEK, "Ts*3 As*2 Kh 7d", 0),
    (SWITCH, "9s*4 5h*4", 20),
    (SWITCH, "As*5 6h*3", 20),
    (SWITCH, "As*2 Ts*2 6h*3", 20),
    (SWITCH, "8s*5 Th*2 6d", 20),
    (RUSSIAN, "6s*2 7s*2 8s 8h Th", 0),
    (RUSSIAN, "As*2 2h*2 5d*2 6c", 0),
    (RUSSIAN, "As*3 Ks*2 Kh 5d*2", 0),
    (RUSSIAN, "8s*4 2h*2 Td*2", 0),
    (RUSSIAN, "2s*4 5h*2 9d*3", 0),
    (PEEK, "5s*3 6h*3 Ts*2", 0),
]
deep = pytest.mark.skipif(not os.environ.get("DEEP"), reason="minutes long: DEEP=1 runs it")


@pytest.mark.parametrize(
    ("name", "cards", "side"), [*SMALL, *(pytest.param(*shoe, marks=deep) for shoe in LARGE)]
)
def test_both_referees_count_the_same_rounds_and_the_same_gain(name: str, cards: str, side: int) -> None:
    shoe = shoe_of(cards)
    counted = engine_count(name, shoe, side)
    assert counted.rounds > 100
    assert counted == slow_count(name, shoe, side), first_difference(name, shoe, side)
