"""Play that knows the hole card: decisions that are right for a card that nobody should know, too often for chance.

A decision tells something if the better choice depends on the hole card. Somebody who does not know it is right with a
chance that is known for his choice: the part of all hole cards for which it is the better one. All decisions of one
round meet the same hole card, so the chances are put together round by round, exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tracker.actions import Action
from tracker.cards import UNREAD
from tracker.dealing import is_dealing
from tracker.hands import BUST_OVER, VALUES
from tracker.order import is_closed
from tracker.profile import Profile
from tracker.referee import Referee
from tracker.state import Round
from tracker.statistics.exact import sum_at_least
from tracker.statistics.knowing import DRAWS, Choice, Knowing, add
from tracker.statistics.knowing import Hand as Total
from tracker.statistics.rounds import SeenRound


class Told(NamedTuple):
    """A decision on which the hole card matters: whose, and for which values of the hole card it is the better one."""

    box: int
    right_for: frozenset[int]


@dataclass(frozen=True, slots=True)
class HolePlay:
    """One player's telling decisions.

    Attributes:
        player: a bettor's name, or the box where nobody is named.
        n: decisions on which the hole card mattered.
        right: how many were the better choice for the hole card that lay there.
        expected: how many somebody would get right who does not know it.
        p: chance of that many or more without knowing it.
    """

    player: str
    n: int
    right: int
    expected: float
    p: float

    @property
    def excess(self) -> float:
        """Part of the decisions that were right beyond what ignorance gives."""
        return (self.right - self.expected) / self.n if self.n else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "player": self.player,
            "n": self.n,
            "right": self.right,
            "expected": round(self.expected, 2),
            "p": self.p,
        }


class _Replayed(NamedTuple):
    """Values of the dealer's two cards, and the decisions that tell something."""

    up: int
    hole: int
    told: list[Told]


@dataclass(slots=True)
class _Score:
    n: int = 0
    right: int = 0
    expected: float = 0.0
    rounds: list[list[float]] = field(default_factory=list)

    def note(self, told: list[Told], hole: int, holes: Mapping[int, float]) -> None:
        """Note the decisions of one round, the value of its hole card, and how likely each value was."""
        right = {value: sum(value in one.right_for for one in told) for value in holes}
        chances = [0.0] * (len(told) + 1)
        for value, chance in holes.items():
            chances[right[value]] += chance
        self.n += len(told)
        self.right += right[hole]
        self.expected += sum(right[value] * chance for value, chance in holes.items())
        self.rounds.append(chances)


class HoleBook:
    """Collects telling decisions over rounds.

    Args:
        profile: a game with a hole card.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._knowing = Knowing(profile)
        self._scores: dict[str, _Score] = defaultdict(_Score)

    def take(self, round_: SeenRound) -> None:
        """Take note of a round; one whose hole card was never read, or made a blackjack, tells nothing."""
        replayed = _replay(round_, self._profile, self._knowing)
        if replayed is None:
            return
        by_player: dict[str, list[Told]] = defaultdict(list)
        for told in replayed.told:
            for player in round_.players_of(told.box) or [f"box {told.box}"]:
                by_player[player].append(told)
        for player, mine in by_player.items():
            self._scores[player].note(mine, replayed.hole, without_blackjack(replayed.up))

    def plays(self) -> Iterable[HolePlay]:
        """Yield each player's score."""
        for player, score in sorted(self._scores.items()):
            p = sum_at_least(score.right, score.rounds)
            yield HolePlay(player, score.n, score.right, score.expected, p)


def without_blackjack(up: int) -> dict[int, float]:
    """Return how likely each value of a hole card is under an upcard's, if they make no blackjack."""
    partner = {1: 10, 10: 1}.get(up)
    left = {value: chance for value, chance in DRAWS.items() if value != partner}
    whole = sum(left.values())
    return {value: chance / whole for value, chance in left.items()}


def _replay(round_: SeenRound, profile: Profile, knowing: Knowing) -> _Replayed | None:
    """Go through a round once more and find its telling decisions."""
    if any(action.actor in ("c", "f") for action in round_.record.actions):
        return None
    referee = Referee(profile)
    chosen: list[tuple[int, Total, Choice]] = []
    for action in round_.record.actions:
        if referee.round.dealer.hole_down:
            chosen += _choices(action, referee.round)
        referee.apply(action)
    dealer = referee.round.dealer
    hole = dealer.cards[dealer.hole].rank if dealer.hole is not None and len(dealer.cards) > 1 else UNREAD
    if UNREAD in (hole, dealer.up_rank):
        return None
    up, down = VALUES[dealer.up_rank], VALUES[hole]
    if {up, down} == {1, 10}:
        return None
    told = [Told(box, _right_for(total, choice, up, knowing)) for box, total, choice in chosen]
    return _Replayed(up, down, [one for one in told if 0 < len(one.right_for) < len(without_blackjack(up))])


def _choices(action: Action, round_: Round) -> Iterator[tuple[int, Total, Choice]]:
    """Yield box, total and choice, if the action is a hand's choice to take a card or to stand."""
    if action.verb not in ("hit", "double", "stand", "deal") or is_dealing(round_):
        return
    ref = str(action.args[0]) if action.verb == "deal" else action.actor
    hand = None if ref == "d" else round_.hand(ref)
    if hand is None or hand.owed or len(hand.cards) < 2 or is_closed(round_, hand):
        return
    exact = hand.totals.exact
    if exact is not None and exact.value < BUST_OVER:
        yield hand.box, (exact.value, exact.soft), "stand" if action.verb == "stand" else "hit"


def _right_for(total: Total, choice: Choice, up: int, knowing: Knowing) -> frozenset[int]:
    """Return the values of the hole card for which a choice is the better one; where both are alike it is right too."""
    return frozenset(
        hole
        for hole in without_blackjack(up)
        if knowing.best(total, add(add((0, False), up), hole)) in (choice, None)
    )
