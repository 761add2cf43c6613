"""What the shoe can hold: no more copies of a card than there are decks."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.cards import Card
from tracker.state import Round


def cards_on_table(round_: Round) -> Iterator[Card]:
    """Yield the cards that lie before players and dealer: they are not shuffled when the discards are."""
    for hand in round_.line:
        yield from hand.cards
    yield from round_.dealer.cards


def count_card(round_: Round, card: Card) -> None:
    """Count a fully read card that left the shoe; one copy too many is found once, when it comes."""
    if card in round_.kept:
        round_.kept.remove(card)
        return
    if not card.is_known:
        return
    copies = round_.shoe.get(card, 0) + 1
    round_.shoe[card] = copies
    decks = round_.profile.decks
    if copies == decks + 1:
        round_.find("card-count-exceeded", str(card), expected=f"at most {decks}", seen=str(decks + 1))
