"""What was read, kept beside an audit and found again by media time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from api.audit.sightings import CHUNK, SIGHTINGS, SightingsWriter, read_sightings
from api.errors import JournalError
from vision.watch import Look, TableCard

QUAD = np.array([[10.04, 20.0], [30.0, 20.0], [30.0, 50.0], [10.0, 50.0]])


def look(number: int) -> Look:
    """The `number`-th look, one a second, with as many cards as its number's last digit."""
    cards = tuple(
        TableCard(track=k, quad_px=QUAD + number, card="Th", p=0.98765, face_up=True, place="1.1")
        for k in range(number % 10)
    )
    return Look(number * 1_000_000, cards)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / SIGHTINGS
    with SightingsWriter(path) as sightings:
        for number in range(1, 3 * CHUNK):
            sightings.take(look(number))
    return path


@pytest.mark.parametrize("second", [1, 2, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK - 1])
def test_the_look_that_holds_at_a_time_is_found(written: Path, second: int) -> None:
    between = second * 1_000_000 + 400_000
    (seen,) = read_sightings(written, between, between + 1)
    assert seen.pts_us == second * 1_000_000
    assert len(seen.cards) == second % 10


def test_every_look_comes_once_and_in_order(written: Path) -> None:
    times = [seen.pts_us for seen in read_sightings(written, 0, 10**12)]
    assert times == [n * 1_000_000 for n in range(1, 3 * CHUNK)]


def test_before_the_first_look_nothing_is_seen(written: Path) -> None:
    assert list(read_sightings(written, 0, 1_000_000)) == []


def test_a_card_comes_back_as_it_was_read(written: Path) -> None:
    (seen,) = read_sightings(written, 1_000_000, 1_000_001)
    (card,) = seen.cards
    assert (card.card, card.place, card.p, card.face_up) == ("Th", "1.1", 0.988, True)
    assert card.quad == ((11.0, 21.0), (31.0, 21.0), (31.0, 51.0), (11.0, 51.0))


def test_a_table_that_stays_as_it_is_takes_no_room(tmp_path: Path) -> None:
    path = tmp_path / SIGHTINGS
    with SightingsWriter(path) as sightings:
        for second in range(5):
            sightings.take(Look(second * 1_000_000, look(3).cards))
    assert [seen.pts_us for seen in read_sightings(path, 0, 10**12)] == [0]


def test_a_file_that_holds_no_sightings_is_told_plainly(tmp_path: Path) -> None:
    path = tmp_path / SIGHTINGS
    path.write_bytes(b"no database" * 100)
    with pytest.raises(JournalError, match=r"sightings\.db"):
        list(read_sightings(path, 0, 1))
