"""What is wrong with the shoe itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.cards import Card
from tracker.simulate.game import Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip
from tracker.simulate.slips.moments import hand_due
from tracker.simulate.wish import Wish


def _all_copies_seen(game: Game) -> Sequence[Card]:
    """Cards of which every copy that the shoe can hold has been seen, when a hand is due a card."""
    if hand_due(game) is None:
        return ()
    return [card for card, copies in game.seen.items() if copies == game.profile.decks]


def _deal_another(game: Game, card: Card) -> Slip:
    game.shoe.put_next(card)
    return Slip(str(card), game.do(game.options[0]))


KINDS: Final = (
    Kind(
        "card-count-exceeded",
        "deal one copy of a card too many",
        _all_copies_seen,
        _deal_another,
        observable=needs.FRESH_SHOE,
        wish=Wish(every_copy=True),
    ),
)
