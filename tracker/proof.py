"""Which actions show a finding: the evidence that goes with it, as numbers of actions.

A finding rests on what was done with the places that it is about (their cards, decisions and money), up to the action
that showed it. A journal knows the facts behind each action.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tracker.actions import Action
from tracker.cards import Card
from tracker.codes import CODES
from tracker.findings import Finding

DEALER: Final = "d"
MONEY: Final = ("pay", "take", "push")
ABOUT_DEALER: Final = ("turn", "peek", "stand")
SHOWN_LATER: Final = ("decision-out-of-turn", "dealer-card-early", "hole-card-exposed", "settled-early")
"""What was done before its time: what came after it proves it."""
BEFORE_THE_DEAL: Final = {"bets": "nmb", "order": "shuffle"}
"""What the table's time is told from, by the kind of evidence."""

_HAND: Final = re.compile(r"\b[1-7]\.[0-9]+\b")


def shown_by(finding: Finding, actions: Sequence[Action]) -> tuple[int, ...]:
    """Return the numbers (from 1) of the actions that show a finding, in order.

    Args:
        finding: of a round with these actions.
        actions: the round's, corrected ones in place of those that they correct.
    """
    evidence = CODES[finding.code].evidence
    places = _places(finding)
    numbers = {finding.action} if finding.action else set()
    later = finding.code in SHOWN_LATER
    for number, action in enumerate(actions, 1):
        is_about = not places.isdisjoint(_touched(action))
        if action.verb in MONEY:
            if is_about and evidence == "money":
                numbers.add(number)
        elif number <= finding.action:
            if is_about or action.verb == BEFORE_THE_DEAL.get(evidence):
                numbers.add(number)
        elif later and is_about:
            numbers.add(number)
            later = False
    return tuple(sorted(numbers))


def _places(finding: Finding) -> frozenset[str]:
    """Return the hands, bets, boxes and cards that a finding is about; `1.*` is any hand of box 1."""
    subject, evidence = finding.subject, CODES[finding.code].evidence
    places = {subject}
    box, dot, rest = subject.partition(".")
    if box.isdigit():
        hand = rest.removesuffix(".bonus")
        places |= {box, f"{box}.{hand}" if hand.isdigit() else f"{box}.*"}
    if evidence == "money" or (dot and rest == "insurance"):
        places.add(DEALER)
    if evidence == "order":
        places.update(_HAND.findall(f"{finding.expected} {finding.seen}"))
    return frozenset(places)


def _touched(action: Action) -> set[str]:
    """Return the places that an action does something with, and the card that it shows."""
    if action.actor != DEALER:
        places = {action.actor}
    elif action.verb in ABOUT_DEALER:
        places = {DEALER}
    else:
        places = {word for word in action.args if isinstance(word, str)}
    cards = {str(word) for word in action.args if isinstance(word, Card)}
    boxes = {f"{place[0]}.*" for place in places if _HAND.fullmatch(place)}
    return places | cards | boxes
