"""One picture of a table with cards at rest, as the filming camera sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.sightings import U8
from vision.synth.art import Deck
from vision.synth.film.cards import CardSprites
from vision.synth.film.eye import Eye
from vision.synth.film.look import FilmLook
from vision.synth.film.room import empty_table
from vision.synth.film.stage import Stage
from vision.table import Table


def table_still(
    table: Table, deck: Deck, rows: Mapping[str, Sequence[str]], *, seed: int, look: FilmLook | None = None
) -> U8:
    """Draw a table with cards on it.

    Args:
        table: where everything lies, and how the camera sees it.
        deck: the cards' art.
        rows: for each place (`1.2`, `d`) its cards in order, such as `Th`.
        seed: the same seed gives the same picture.
        look: how room and camera treat the picture.

    Returns:
        uint8 `(h, w, 3)` BGR, of the size of the table's camera.
    """
    look = look or FilmLook()
    rng = np.random.default_rng(seed)
    eye = Eye(table, look)
    stage = Stage(empty_table(eye, look, rng))
    cards = CardSprites(deck, eye)
    for place, names in rows.items():
        row = table.row(place)
        for k, name in enumerate(names):
            x, y = np.array(row.card_at(k)) + rng.normal(0, look.disorder_mm, 2)
            angle = row.angle_deg + float(rng.normal(0, look.disorder_deg))
            stage.put((place, k), cards.lying(name, (float(x), float(y)), angle))
    noise = rng.normal(0, look.noise, stage.plate.shape)
    return np.asarray((stage.plate + noise).clip(0, 255), dtype=np.uint8)
