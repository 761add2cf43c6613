"""Rounds as they are recorded where not every card was read: what is judged of them may rest on no guess."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from tracker.actions import Action
from tracker.cards import UNKNOWN, UNREAD, Card
from tracker.notation import RecordedRound
from tracker.profile import Profile

_WHOLLY: Final = 0.6
"""Part of the unread cards of which neither rank nor suit was read; of the others one of the two was."""


def leave_unread(record: RecordedRound, profile: Profile, part: float, rng: Random) -> RecordedRound:
    """Return a round with some cards unread or half-read.

    Args:
        record: with every card that lay open known.
        profile: the game, which says whether a dealer's card is dealt face down.
        part: how likely each card is not read, 0..1.
        rng: chooses the cards.
    """
    actions: list[Action] = []
    dealers = 0
    for action in record.actions:
        is_dealers = action.verb == "deal" and action.args[0] == "d"
        lies_open = is_dealers and profile.hole_card and dealers < 2 and action.args[1] != UNKNOWN
        dealers += is_dealers
        hide = action.verb in ("deal", "turn") and rng.random() < part
        actions.append(_hidden(action, lies_open=lies_open, rng=rng) if hide else action)
    return replace(record, actions=tuple(actions))


def _hidden(action: Action, *, lies_open: bool, rng: Random) -> Action:
    place, card, *_ = action.args
    if not isinstance(card, Card) or card == UNKNOWN:
        return action
    seen = _half_read(card, rng)
    # Of the two cards that the dealer is dealt, `??` would say that it lies face down.
    up = ("up",) if lies_open and seen == UNKNOWN else ()
    return replace(action, args=(place, seen, *up))


def _half_read(card: Card, rng: Random) -> Card:
    if rng.random() < _WHOLLY:
        return UNKNOWN
    return Card(card.rank, UNREAD) if rng.random() < 0.5 else Card(UNREAD, card.suit)
