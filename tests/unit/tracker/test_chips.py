"""Payouts in chips: exact, in the bet's colours, in the fewest chips; against a search through all ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tracker.change import Supply, fewest
from tracker.chips import COLUMN, Chip, ChipSet, Pile
from tracker.errors import ChipError

AMERICAN = ChipSet(
    tuple(
        Chip(colour, value)
        for colour, value in (
            ("grey", 500_000), ("orange", 100_000), ("purple", 50_000), ("black", 10_000), ("green", 2_500),
            ("yellow", 2_000), ("red", 500), ("pink", 250), ("white", 100),
        )
    )
)  # fmt: skip
"""Common US colours (shared field notes): 1, 2.50, 5, 20, 25, 100, 500, 1,000, 5,000."""


def pile(**counts: int) -> Pile:
    return Pile(tuple((chip, counts[chip.colour]) for chip in AMERICAN.chips if chip.colour in counts))


def colours(made: Pile) -> dict[str, int]:
    return {chip.colour: count for chip, count in made.counts}


@pytest.mark.parametrize(
    ("stake", "ratio", "paid"),
    [
        ({"red": 1}, (3, 2), {"red": 1, "pink": 1}),
        ({"red": 3}, (3, 2), {"red": 4, "pink": 1}),
        ({"green": 1}, (3, 2), {"green": 1, "red": 2, "pink": 1}),
        ({"green": 1, "red": 2}, (3, 2), {"green": 2, "pink": 1}),
        ({"black": 1, "green": 1}, (3, 2), {"black": 1, "green": 3, "red": 2, "pink": 1}),
        ({"red": 1}, (6, 5), {"red": 1, "white": 1}),
        ({"red": 3}, (6, 5), {"red": 3, "white": 3}),
        ({"green": 5}, (2, 1), {"green": 10}),
        ({"black": 1, "green": 1, "white": 4}, (1, 1), {"black": 1, "green": 1, "white": 4}),
        ({"green": 3}, (1, 2), {"green": 1, "red": 2, "pink": 1}),
        ({"red": 20}, (1, 1), {"red": 20}),
        ({"red": 21}, (1, 1), {"black": 1, "red": 1}),
        ({"green": 1}, (40, 1), {"orange": 1}),
    ],
)  # fmt: skip
def test_bets_are_paid_in_their_colours(
    stake: dict[str, int], ratio: tuple[int, int], paid: dict[str, int]
) -> None:
    bet = pile(**stake)
    amount = bet.value * ratio[0] // ratio[1]
    made = AMERICAN.payout(amount, bet)
    assert made.value == amount
    assert colours(made) == paid


def test_a_stake_whose_chips_nobody_knows_is_paid_in_the_fewest() -> None:
    assert AMERICAN.payout(15_000).written(100) == "1×100 2×25"
    assert colours(AMERICAN.payout(4_000)) == {"yellow": 2}


def test_columns_hold_twenty() -> None:
    made = ChipSet((Chip("red", 500),)).fewest(22_500)
    assert [count for _, count in made.columns] == [20, 20, 5]
    assert made.written(100) == "20×5 20×5 5×5"


def test_change_is_made_where_the_tray_lacks_a_colour() -> None:
    tray = {"black": 5, "green": 2, "red": 40}
    assert colours(AMERICAN.payout(10_000, pile(green=4), tray)) == {"green": 2, "red": 10}
    assert colours(AMERICAN.payout(10_000, pile(green=4), {"black": 5})) == {"black": 1}


@pytest.mark.parametrize(
    ("chips", "amount", "tray", "message"),
    [
        (AMERICAN.chips, 125, None, "chips of 5000, 1000, 500, 100, 25, 20, 5, 2.5, 1 can make, got 1.25"),
        (AMERICAN.chips[3:5], 15_000, {"black": 1, "green": 1}, "chips of 1×100, 1×25 can make, got 150"),
        (AMERICAN.chips, -500, None, "can make, got -5"),
    ],
)  # fmt: skip
def test_what_the_set_cannot_make_is_an_error(
    chips: tuple[Chip, ...], amount: int, tray: dict[str, int] | None, message: str
) -> None:
    with pytest.raises(ChipError, match=message):
        ChipSet(chips).fewest(amount, tray)
    with pytest.raises(ChipError, match=message):
        ChipSet(chips).payout(amount, Pile(((chips[0], 1),)), tray)


@pytest.mark.parametrize(
    ("chips", "message"),
    [
        ((), "at least one colour"),
        ((Chip("red", 500), Chip("red", 100)), "each colour of chips once, got red, red"),
        ((Chip("red", 0),), "a positive value of red chips, got 0"),
    ],
)
def test_a_wrong_chip_set_is_refused(chips: tuple[Chip, ...], message: str) -> None:
    with pytest.raises(ChipError, match=message):
        ChipSet(chips)


def test_a_huge_amount_is_made_at_once() -> None:
    assert AMERICAN.fewest(10**17).size == 10**17 // 500_000
    awkward = ChipSet((Chip("a", 700_001), Chip("b", 7), Chip("c", 5)))
    assert awkward.fewest(10**12 + 3).value == 10**12 + 3


VALUES = st.lists(st.integers(1, 30), min_size=1, max_size=4, unique=True).map(
    lambda v: sorted(v, reverse=True)
)


def ways(amount: int, supplies: Sequence[Supply]) -> Iterator[tuple[int, ...]]:
    """Every way to make an amount, by trying all."""
    if not supplies:
        if amount == 0:
            yield ()
        return
    value, pieces = supplies[0]
    for count in range(amount // value + 1):
        if pieces is None or count <= pieces:
            for rest in ways(amount - count * value, supplies[1:]):
                yield (count, *rest)


@given(VALUES, st.integers(0, 90), st.data())
def test_no_way_is_shorter(values: list[int], amount: int, data: st.DataObject) -> None:
    pieces = data.draw(st.lists(st.none() | st.integers(0, 6), min_size=len(values), max_size=len(values)))
    supplies = [Supply(value, count) for value, count in zip(values, pieces, strict=True)]
    every = list(ways(amount, supplies))
    made = fewest(amount, supplies)
    if made is None:
        assert every == []
    else:
        assert made in every
        assert (sum(made), [-count for count in made]) == min(
            (sum(w), [-count for count in w]) for w in every
        )


@given(VALUES, st.integers(0, 90), st.data())
def test_a_payout_keeps_its_value_and_the_bets_colours(
    values: list[int], amount: int, data: st.DataObject
) -> None:
    chips = ChipSet(tuple(Chip(f"colour {value}", value) for value in values))
    tray = data.draw(
        st.none() | st.fixed_dictionaries({chip.colour: st.integers(0, 30) for chip in chips.chips})
    )
    own = data.draw(st.lists(st.sampled_from(chips.chips), unique=True))
    supplies = [Supply(chip.value, None if tray is None else tray[chip.colour]) for chip in chips.chips]
    every = list(ways(amount, supplies))
    assume(every)

    def change(way: tuple[int, ...]) -> int:
        return sum(
            count * chip.value for chip, count in zip(chips.chips, way, strict=True) if chip not in own
        )

    def length(way: tuple[int, ...]) -> tuple[int, list[int]]:
        return sum(way), [-count for count in way]

    in_colour = min(every, key=lambda way: (change(way), length(way)))
    converts = change(in_colour) == amount or max(in_colour) > COLUMN
    made = dict(chips.payout(amount, Pile(tuple((chip, 1) for chip in own)), tray).counts)
    way = tuple(made.get(chip, 0) for chip in chips.chips)
    assert way == (min(every, key=length) if converts else in_colour)


@given(st.integers(0, 10**7))
def test_the_common_set_makes_every_half_unit_it_can(units: int) -> None:
    amount = units * 50
    if amount % 100 and amount < 250:
        with pytest.raises(ChipError):
            AMERICAN.fewest(amount)
    else:
        assert AMERICAN.fewest(amount).value == amount
    assert AMERICAN.fewest(units * 100) == AMERICAN.fewest(units * 100)
