"""The house's decks, ready for the network that reads now."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from vision.enrol.deck_file import load_enrolled, save_enrolled
from vision.enrol.fit import fit_head
from vision.read.classify import IndexReader
from vision.read.learnt_deck import LearntDeck


def learnt_deck(name: str, reader: IndexReader) -> LearntDeck:
    """Return what was learnt of a deck; with another network than it was learnt for it is learnt and kept anew.

    Raises:
        DeckError: if no such deck is enrolled, or its file is damaged.
        ModelError: if the network cannot learn decks.
    """
    deck = load_enrolled(name)
    if deck.learnt.head.model_id == reader.model_id:
        return deck.learnt
    anew = replace(deck, learnt=replace(deck.learnt, head=fit_head(reader, deck.patches).head))
    with suppress(OSError):  # a folder that may only be read costs some seconds at each start
        save_enrolled(anew)
    return anew.learnt
