"""How far apart the clocks of two recordings are, told by the cards that both see."""

from __future__ import annotations

import pytest

from tests.unit.vision.test_merge import FRONT, SIDE, BothReaders, LateSource, lay, two_cameras, two_worlds
from tests.unit.vision.world import WorldReader
from vision.errors import SourceError
from vision.merge.offsets import Rest, estimate_offset, offset_between

HANDS = ("1.1", "1.2", "2.1", "2.2", "3.1", "3.2")
CARDS = ("8h", "Jc", "4d", "9s", "Qd", "2c")


def rests(times: list[float], cards: tuple[str, ...] = CARDS) -> list[Rest]:
    return [Rest(round(t * 1e6), place, card) for t, place, card in zip(times, HANDS, cards, strict=True)]


def test_the_offset_is_where_most_cards_agree() -> None:
    first = rests([10.0, 10.6, 11.3, 11.9, 12.4, 13.1])
    other = rests([7.04, 7.62, 8.31, 8.96, 9.38, 10.1])
    offset = offset_between(first, other)
    assert offset is not None and abs(offset - 2_980_000) < 40_000
    assert offset_between(other, first) == pytest.approx(-2_980_000, abs=40_000), "either may begin first"


def test_too_few_cards_and_cards_that_come_again_leave_it_open() -> None:
    first = rests([10.0, 10.6, 11.3, 11.9, 12.4, 13.1])
    assert offset_between(first, rests([7.0, 7.6, 8.3, 8.9, 9.4, 10.1])[:4]) is None
    again = [*first, *rests([t + 60 for t in (10.0, 10.6, 11.3, 11.9, 12.4, 13.1)])]
    assert offset_between(again, rests([7.0, 7.6, 8.3, 8.9, 9.4, 10.1])) is None, "the same round twice"
    assert offset_between(first, rests([7.0, 7.6, 8.3, 8.9, 9.4, 10.1], tuple(reversed(CARDS)))) is None


@pytest.mark.parametrize("late", [0.0, 1.36])
def test_two_recordings_tell_it_by_what_they_show(late: float) -> None:
    assert estimated(late, both=True) == pytest.approx(late * 1e6, abs=90_000)


def test_recordings_that_share_nothing_are_refused_in_one_line() -> None:
    with pytest.raises(SourceError, match=r"cannot tell by the cards .* say it with --offset"):
        estimated(0.0, both=False)


def estimated(late: float, *, both: bool) -> int:
    worlds = two_worlds()
    for n, (place, card) in enumerate(zip(HANDS, CARDS, strict=True)):
        lay(worlds if both else worlds[:1], card, place, 0, 2.0 + 0.7 * n)
    sources = (LateSource(worlds[0], 8.0), LateSource(worlds[1], 8.0, start=late))
    readers = {
        name: WorldReader(world, source)
        for name, world, source in zip((FRONT, SIDE), worlds, sources, strict=True)
    }
    table = two_cameras()
    return estimate_offset(*sources, (table.seen_by(FRONT), table.seen_by(SIDE)), BothReaders(readers))
