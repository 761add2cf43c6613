"""Whole sessions: many rounds at one table, with dealing errors planted and the truth about them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tracker.notation import History, RecordedRound
from tracker.profile import Profile
from tracker.simulate.deal_round import deal_round, pick_boxes
from tracker.simulate.game import Game
from tracker.simulate.shoe import Shoe
from tracker.simulate.slips import Kind, Slip, kinds_for

TRIES: Final = 200
"""How often a round is dealt anew until it gives an opportunity for the mistake that is planned."""
_MOST_BOXES: Final = 3


@dataclass(frozen=True, slots=True)
class Planted:
    """A dealing error that was made on purpose.

    Attributes:
        round: the round's number.
        action: number of the action that shows it, from 1.
        code: the finding that it must lead to.
        subject: the hand, bet, box or `d` that it is about.
    """

    round: int
    action: int
    code: str
    subject: str

    def to_json(self) -> dict[str, int | str]:
        """Return the error as an entry of `truth.json`."""
        return {"round": self.round, "action": self.action, "code": self.code, "subject": self.subject}


@dataclass(frozen=True, slots=True)
class Session:
    """Rounds that were dealt, and every mistake in them; there is no other."""

    history: History
    planted: tuple[Planted, ...]


def simulate(
    profile: Profile,
    *,
    rounds: int,
    seed: int | Random,
    error_rate: float = 0.0,
    errors: int | None = None,
    boxes: Sequence[int] | None = None,
    kinds: Collection[str] | None = None,
    observable: bool = True,
    max_hands: int = 4,
    table: str = "SIM",
    currency: str = "EUR",
    minor_units: int = 100,
) -> Session:
    """Deal a session. The same arguments give the same session.

    Args:
        profile: the game.
        rounds: how many.
        seed: number, or a generator that is used up as the session goes on.
        error_rate: chance of a mistake in each round, at most one a round.
        errors: exactly so many rounds with a mistake instead, every kind once before any comes again.
        boxes: numbers of the boxes that may bet; by default 1 to 3, where the table has them.
        kinds: only these finding codes are planted.
        observable: plant only what positions of cards and amounts on spots show.
        max_hands: most hands that a box splits to, for tables with little room.
        table, currency, minor_units: for the history's header.

    Raises:
        ValueError: if a number is out of range, or a code cannot be planted in this game.
    """
    rng = seed if isinstance(seed, Random) else Random(seed)
    available = list(boxes) if boxes is not None else list(range(1, min(profile.max_boxes, _MOST_BOXES) + 1))
    _check(profile, rounds, error_rate, errors, available)
    offered = kinds_for(profile, observable=observable, codes=kinds)
    table_ = _Table(profile, rng, available, max_hands, minor_units)
    plan = _plan(rounds, error_rate, errors, rng)
    deck: list[Kind] = []
    recorded: list[RecordedRound] = []
    planted: list[Planted] = []
    for no in range(1, rounds + 1):
        if not deck:
            deck = rng.sample(offered, len(offered))
        record, slip = table_.deal(no, deck.pop() if no in plan else None)
        recorded.append(record)
        if slip is not None:
            planted.append(Planted(no, *slip))
    history = History(
        profile=profile.name, table=table, currency=currency, minor_units=minor_units, rounds=tuple(recorded)
    )
    return Session(history, tuple(planted))


class _Table:
    """A table with its shoe, dealing round after round."""

    def __init__(
        self, profile: Profile, rng: Random, boxes: Sequence[int], max_hands: int, minor_units: int
    ) -> None:
        self._profile = profile
        self._rng = rng
        self._boxes = boxes
        self._max_hands = max_hands
        self._minor_units = minor_units
        self._shoe = Shoe(profile.decks, rng)

    def deal(self, no: int, kind: Kind | None) -> tuple[RecordedRound, Slip | None]:
        """Deal a round; with a mistake planned, put the cards back and deal again until it can be made."""
        self._shoe.begin_round(fresh=self._profile.fresh_shoe)
        for _ in range(TRIES):
            game = Game(self._profile, self._shoe.copy(), self._rng, no=no, minor_units=self._minor_units)
            slip = deal_round(game, pick_boxes(self._boxes, self._rng), kind, max_hands=self._max_hands)
            if kind is None or slip is not None:
                break
            self._shoe.shuffle_rest()
        self._shoe.take_over(game.shoe)
        return game.record(), slip


def _plan(rounds: int, error_rate: float, errors: int | None, rng: Random) -> set[int]:
    """Choose the rounds that get a mistake."""
    if errors is not None:
        return set(rng.sample(range(1, rounds + 1), errors))
    return {no for no in range(1, rounds + 1) if rng.random() < error_rate}


def _check(
    profile: Profile, rounds: int, error_rate: float, errors: int | None, boxes: Sequence[int]
) -> None:
    if rounds < 0:
        raise ValueError(f"expected a number of rounds from 0, got {rounds}")
    if not 0 <= error_rate <= 1:
        raise ValueError(f"expected an error rate from 0 to 1, got {error_rate}")
    if errors is not None and not 0 <= errors <= rounds:
        raise ValueError(f"expected 0 to {rounds} errors, at most one a round, got {errors}")
    wrong = [box for box in boxes if not 1 <= box <= 7]
    if wrong or not boxes or len(set(boxes)) != len(boxes) or len(boxes) > profile.max_boxes:
        raise ValueError(f"expected 1 to {profile.max_boxes} different boxes from 1 to 7, got {list(boxes)}")
