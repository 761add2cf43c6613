"""The house's decks, ready for the network that reads now."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from vision.enrol.deck_file import load_enrolled, save_enrolled
from vision.enrol.fit import fit_head
from vision.read.classify import IndexReader
from vision.read.deck_head import DeckHead


def head_for(name: str, reader: IndexReader) -> DeckHead:
    """Return what was learnt of a deck; with another network than it was learnt for it is learnt and kept anew.

    Raises:
        DeckError: if no such deck is enrolled, or its file is damaged.
        ModelError: if the network cannot learn decks.
    """
    deck = load_enrolled(name)
    if deck.head.model_id == reader.model_id:
        return deck.head
    learnt = replace(deck, head=fit_head(reader, deck.patches).head)
    with suppress(OSError):  # a folder that may only be read costs some seconds at each start
        save_enrolled(learnt)
    return learnt.head
