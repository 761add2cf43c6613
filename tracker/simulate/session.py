"""Whole sessions: many rounds at one table, with dealing errors planted and the truth about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

from tracker.cards import Card
from tracker.notation import History, RecordedRound, RuleValue
from tracker.profile import Profile
from tracker.simulate.dealing import deal_round, pick_boxes
from tracker.simulate.game import Game
from tracker.simulate.manner import BY_THE_BOOK, any_manner
from tracker.simulate.players import PLAYERS
from tracker.simulate.shoe import Shoe
from tracker.simulate.slips import Kind, Slip, kinds_for

TRIES: Final = 60
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
        kind: what was done, in a few words; `""` where nobody says.
    """

    round: int
    action: int
    code: str
    subject: str
    kind: str = ""

    def to_json(self) -> dict[str, int | str]:
        """Return the error as an entry of `truth.json`."""
        entry: dict[str, int | str] = {"round": self.round, "action": self.action, "code": self.code}
        return entry | {"subject": self.subject} | ({"kind": self.kind} if self.kind else {})


@dataclass(frozen=True, slots=True)
class Session:
    """Rounds that were dealt, and every mistake in them; there is no other."""

    history: History
    planted: tuple[Planted, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Who deals and who plays at a simulated table.

    Attributes:
        seats: numbers of the boxes that may bet.
        player: one of `PLAYERS`.
        bettors: most players who bet on one box.
        max_hands: most hands that a box splits to, for tables with little room.
        any_manner: whether rounds are run in any legal manner (`tracker.simulate.manner`); else by the book.
        errors_a_round: most mistakes in a round that has one.
    """

    seats: tuple[int, ...]
    player: str = "human"
    bettors: int = 1
    max_hands: int = 4
    any_manner: bool = False
    errors_a_round: int = 1


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
    player: str = "human",
    bettors: int = 1,
    max_hands: int = 4,
    any_manner: bool = False,
    errors_a_round: int = 1,
    clean_start: int = 0,
    table: str = "SIM",
    currency: str = "EUR",
    minor_units: int = 100,
    rules: Mapping[str, RuleValue] | None = None,
) -> Session:
    """Deal a session. The same arguments give the same session.

    Args:
        profile: the game.
        rounds: how many.
        seed: number, or a generator that is used up as the session goes on.
        error_rate: chance of a mistake in each round.
        errors: exactly so many rounds with a mistake instead, every kind once before any comes again.
        boxes: numbers of the boxes that may bet; by default 1 to 3, where the table has them.
        kinds: only these finding codes are planted.
        observable: plant only what positions of cards and amounts on spots show.
        player: `basic`, `random` or `human` (see `tracker.simulate.players`).
        bettors: most players who bet on one box; who bets what is heard and not seen.
        max_hands: most hands that a box splits to, for tables with little room.
        any_manner: run rounds in any legal manner, not always by the book.
        errors_a_round: most mistakes in a round that has one; further ones are made where they offer themselves.
        clean_start: so many rounds in the beginning have no mistake.
        table, currency, minor_units: for the history's header.
        rules: what `profile` has otherwise than the profile of its name, for the history's header.

    Raises:
        ValueError: if a number is out of range, or a code cannot be planted in this game.
    """
    rng = seed if isinstance(seed, Random) else Random(seed)
    seats = tuple(boxes) if boxes is not None else tuple(range(1, min(profile.max_boxes, _MOST_BOXES) + 1))
    house = House(
        seats=seats,
        player=player,
        bettors=bettors,
        max_hands=max_hands,
        any_manner=any_manner,
        errors_a_round=errors_a_round,
    )
    _check(profile, rounds - clean_start, error_rate, errors, house)
    offered = kinds_for(profile, observable=observable, codes=kinds)
    table_ = _Table(profile, rng, house, minor_units)
    plan = _plan(range(1 + clean_start, rounds + 1), error_rate, errors, rng)
    deck = _shuffled_again_and_again(offered, rng)
    recorded: list[RecordedRound] = []
    planted: list[Planted] = []
    for no in range(1, rounds + 1):
        record, slips = table_.deal(no, deck if no in plan else None)
        recorded.append(record)
        planted += [Planted(no, slip.action, slip.code, slip.subject, slip.title) for slip in slips]
    history = History(
        profile=profile.name,
        table=table,
        currency=currency,
        minor_units=minor_units,
        rules=rules or {},
        rounds=tuple(recorded),
    )
    return Session(history, tuple(planted))


class _Table:
    """A table with its shoe, dealing round after round."""

    def __init__(self, profile: Profile, rng: Random, house: House, minor_units: int) -> None:
        self._profile = profile
        self._rng = rng
        self._house = house
        self._minor_units = minor_units
        self._shoe = Shoe(profile.decks, rng)
        self._seen: Counter[Card] = Counter()
        self._player = PLAYERS[house.player](profile)

    def deal(self, no: int, kinds: Iterator[Kind] | None) -> tuple[RecordedRound, list[Slip]]:
        """Deal a round; with a mistake planned, put the cards back and deal again until it can be made.

        A kind that hardly any round gives an opportunity for is given up for the next one.
        """
        fresh = self._shoe.begin_round(fresh=self._profile.fresh_shoe)
        if fresh:
            self._seen.clear()
        while True:
            planned = [] if kinds is None else list(islice(kinds, self._house.errors_a_round))
            for _ in range(TRIES):
                game = self._game(no, fresh=fresh)
                slips = deal_round(
                    game,
                    planned,
                    player=self._player,
                    bettors=self._house.bettors,
                    max_hands=self._house.max_hands,
                )
                if slips or (slips is not None and not planned):
                    self._shoe.take_over(game.shoe)
                    self._seen = game.seen
                    return game.record(), slips
                self._shoe.shuffle_rest()

    def _game(self, no: int, *, fresh: bool) -> Game:
        return Game(
            self._profile,
            self._shoe.copy(),
            self._rng,
            no=no,
            minor_units=self._minor_units,
            seats=self._house.seats,
            boxes=pick_boxes(self._house.seats, self._rng),
            fresh_shoe=fresh,
            manner=any_manner(self._rng) if self._house.any_manner else BY_THE_BOOK,
            seen=self._seen,
        )


def _shuffled_again_and_again(kinds: Sequence[Kind], rng: Random) -> Iterator[Kind]:
    """Yield every kind once, in any order, before any comes again."""
    while True:
        yield from rng.sample(kinds, len(kinds))


def _plan(rounds: range, error_rate: float, errors: int | None, rng: Random) -> set[int]:
    """Choose the rounds that get a mistake."""
    if errors is not None:
        return set(rng.sample(rounds, errors))
    return {no for no in rounds if rng.random() < error_rate}


def _check(profile: Profile, rounds: int, error_rate: float, errors: int | None, house: House) -> None:
    boxes = house.seats
    if rounds < 0:
        raise ValueError(f"expected a number of rounds from 0, got {rounds}")
    if not 0 <= error_rate <= 1:
        raise ValueError(f"expected an error rate from 0 to 1, got {error_rate}")
    if errors is not None and not 0 <= errors <= rounds:
        raise ValueError(f"expected 0 to {rounds} errors, at most one a round, got {errors}")
    wrong = [box for box in boxes if not 1 <= box <= 7]
    if wrong or not boxes or len(set(boxes)) != len(boxes) or len(boxes) > profile.max_boxes:
        raise ValueError(f"expected 1 to {profile.max_boxes} different boxes from 1 to 7, got {list(boxes)}")
    if house.player not in PLAYERS:
        raise ValueError(f"expected a player of {', '.join(PLAYERS)}, got {house.player!r}")
    if not 1 <= house.bettors <= profile.max_bettors:
        raise ValueError(f"expected 1 to {profile.max_bettors} bettors on a box, got {house.bettors}")
