"""One round as statistics see it: who bet what, which cards were seen, what was wrong, when it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tracker.actions import Action
from tracker.cards import UNKNOWN, Card
from tracker.findings import Finding
from tracker.notation import RecordedRound
from tracker.profile import Profile
from tracker.verdict import RoundVerdict

DEALER_KEY: Final = "_dealer"
"""A round's own field that names its dealer."""


@dataclass(frozen=True, slots=True)
class Wager:
    """What one player bet on one box, on all its starting hands together; minor units."""

    player: str
    box: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenRound:
    """A round for the statistics.

    Attributes:
        no: its number.
        shoe: number of its shoe, None where nobody knows.
        shuffled: whether a new shoe was seen to be shuffled before its first card.
        reshuffled: whether the discards were shuffled into the shoe while it was dealt.
        start_us, end_us: media time or time of day of its first and last action; None where unknown.
        dealer: who dealt, `""` where unknown.
        hands: players' hands that got cards, split ones each for itself.
        wagers: bets made before no more bets; empty where amounts are not known.
        shown: cards that lay open, in the order in which they were seen; unread ones are among them.
        hidden: cards that left the shoe and that nobody saw.
        findings: what was wrong.
        record: what was done.
    """

    no: int
    shoe: int | None
    shuffled: bool
    reshuffled: bool
    start_us: int | None
    end_us: int | None
    dealer: str
    hands: int
    wagers: tuple[Wager, ...]
    shown: tuple[Card, ...]
    hidden: int
    findings: tuple[Finding, ...]
    record: RecordedRound

    def players_of(self, box: int) -> list[str]:
        """Return who bet on a box."""
        return [wager.player for wager in self.wagers if wager.box == box]


def see(
    record: RecordedRound,
    verdict: RoundVerdict,
    profile: Profile,
    *,
    findings: Sequence[Finding] | None = None,
    amounts: bool = True,
    dealer: str = "",
) -> SeenRound:
    """Look at a round.

    Args:
        record: what was done; a field `_dealer` names the dealer.
        verdict: what the referee says.
        profile: the rules.
        findings: those that may be told, where not all may.
        amounts: whether what was bet is known.
        dealer: who deals, where the round does not say.
    """
    actions = _corrected(record.actions)
    first_card = next((k for k, action in enumerate(actions) if action.verb == "deal"), len(actions))
    start, end = _times(record)
    shown, hidden = _cards(actions, profile)
    return SeenRound(
        no=record.no,
        shoe=record.shoe,
        shuffled=any(action.verb == "shuffle" for action in actions[:first_card]),
        reshuffled=any(action.verb == "shuffle" for action in actions[first_card:]),
        start_us=start,
        end_us=end,
        dealer=str(record.extra.get(DEALER_KEY, dealer)),
        hands=sum(bool(hand.cards) for hand in verdict.hands.values()),
        wagers=tuple(_wagers(actions, profile)) if amounts else (),
        shown=shown,
        hidden=hidden,
        findings=tuple(verdict.findings if findings is None else findings),
        record=record,
    )


def _corrected(actions: Sequence[Action]) -> list[Action]:
    """Return what was done with every correction put in place."""
    done = list(actions)
    for action in actions:
        match action.args:
            case (int(number), Action() as instead, _) if action.verb == "fix":
                done[number - 1] = instead
            case _:
                pass
    return done


def _times(record: RecordedRound) -> tuple[int | None, int | None]:
    times = [action.pts_us for action in record.actions if action.pts_us is not None]
    if times:
        return min(times), max(times)
    if record.at is not None:
        at = round(record.at.timestamp() * 1_000_000)
        return at, None
    return None, None


def _cards(actions: Sequence[Action], profile: Profile) -> tuple[tuple[Card, ...], int]:
    """Return the cards that lay open, and how many left the shoe unseen."""
    hole = None if not profile.hole_card else 0 if profile.up_card == "second" else 1
    shown: list[Card] = []
    face_down: set[int] = set()
    dealers = burned = 0
    for action in actions:
        match action.verb, action.args:
            case "deal", (place, Card() as card, *up):
                if place == "d" and dealers == hole and card == UNKNOWN and not up:
                    face_down.add(dealers)
                else:
                    shown.append(card)
                dealers += place == "d"
            case "turn", (int(number), Card() as card) if number - 1 in face_down:
                face_down.discard(number - 1)
                shown.append(card)
            case "burn", (Card() as card,):
                burned += card == UNKNOWN
                if card != UNKNOWN:
                    shown.append(card)
            case _:
                pass
    return tuple(shown), len(face_down) + burned


def _wagers(actions: Sequence[Action], profile: Profile) -> list[Wager]:
    """Return the main bets that were made before no more bets, those of one player on one box together."""
    amounts: dict[tuple[str, int], int] = {}
    for action in actions:
        if action.verb in ("nmb", "deal"):
            break
        if action.verb != "bet" or not isinstance(action.args[0], int):
            continue
        box = int(action.actor[0])
        hands = 1 if "." in action.actor else profile.hands_per_box
        key = (action.by or f"box {box}", box)
        amounts[key] = amounts.get(key, 0) + action.args[0] * hands
    return [Wager(player, box, amount) for (player, box), amount in amounts.items()]
