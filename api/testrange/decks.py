"""The decks of the range, enrolled as a house enrols its own before a table is watched."""

from __future__ import annotations

from pathlib import Path

from api.errors import InputError
from vision.enrol.deck_file import deck_path, load_enrolled, save_enrolled
from vision.enrol.enrolment import enrol
from vision.read import Reader
from vision.synth.art import load_deck
from vision.synth.spread import spread_photos

FOLDER = "decks"


class RangeDecks:
    """Decks that are learnt from two drawn photographs each, once for a range.

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
            learnt = enrol(name, spread_photos(load_deck(name), self._seed), self._reader)
            if learnt.deck is None:
                missing = ", ".join(map(str, learnt.missing))
                raise InputError(f"the deck {name} cannot be enrolled: {missing} not seen in its photographs")
            save_enrolled(learnt.deck, self._folder)
        self._reader.know(name, load_enrolled(name, self._folder).head)
        self._known.add(name)
