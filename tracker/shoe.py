"""What the shoe can hold: no more copies of a card than there are decks."""

from __future__ import annotations

from tracker.cards import Card
from tracker.state import Round


def count_card(round_: Round, card: Card) -> None:
    """Count a fully read card; one copy too many is found once, when it comes."""
    if not card.is_known:
        return
    round_.shoe[card] += 1
    decks = round_.profile.decks
    if round_.shoe[card] == decks + 1:
        round_.find("card-count-exceeded", str(card), expected=f"at most {decks}", seen=str(decks + 1))
