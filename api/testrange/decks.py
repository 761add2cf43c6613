"""The decks of the range, enrolled as a house enrols its own before a table is watched."""

from __future__ import annotations

from pathlib import Path

from api.errors import InputError
from vision.enrol.deck_file import EnrolledDeck, deck_path, load_enrolled, save_enrolled
from vision.enrol.enrolment import enrol
from vision.read import Reader
from vision.sightings import U8
from vision.synth.art import load_deck
from vision.synth.spread import spread_photos

FOLDER = "decks"
TRIES = 3
"""So often a house photographs a deck again of which cards were missing."""


class RangeDecks:
    """Decks that are learnt from two drawn photographs each, or some more, once for a range.

    Args:
        folder: of the range; the decks are kept there, for a run that goes on.
        reader: is told what was learnt of each.
        seed: of the photographs.
    """

    def __init__(self, folder: Path, reader: Reader, seed: int) -> None:
        self._folder = folder / FOLDER
        self._reader = reader
        self._seed = seed
        self._known: set[str] = set()

    def enrol(self, name: str) -> None:
        """Let the reader know a deck by its name.

        Raises:
            InputError: if its photographs do not tell all 52 cards apart.
            ArtError: if there is no such deck.
        """
        if name in self._known:
            return
        if not deck_path(name, self._folder).is_file():
            save_enrolled(self._learnt(name), self._folder)
        self._reader.know(name, load_enrolled(name, self._folder).learnt)
        self._known.add(name)

    def _learnt(self, name: str) -> EnrolledDeck:
        """Learn a deck, with more photographs where those before did not tell all its cards apart."""
        photos: list[U8] = []
        for take in range(TRIES):
            photos += spread_photos(load_deck(name), self._seed + take)
            learnt = enrol(name, photos, self._reader)
            if learnt.deck is not None:
                return learnt.deck
        missing = ", ".join(map(str, learnt.missing))
        raise InputError(f"the deck {name} cannot be enrolled: {missing} not seen in its photographs")
