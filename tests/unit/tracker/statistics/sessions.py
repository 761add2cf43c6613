"""Sessions dealt for the statistics: honest players, one who counts, one who sees the hole card."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Protocol

from tracker.cards import Card
from tracker.hands import VALUES, totals_of
from tracker.notation import History
from tracker.profile import Profile
from tracker.referee import judge_history
from tracker.simulate.chart import Chart
from tracker.simulate.dealing import deal_round
from tracker.simulate.game import Game
from tracker.simulate.players import Player
from tracker.simulate.shoe import Shoe
from tracker.simulate.stakes import Stakes
from tracker.statistics import Report, Statistics, Thresholds
from tracker.statistics.counting import HI_LO
from tracker.statistics.knowing import Knowing, add


class Seat(Protocol):
    """Makes the player of one round, who may look at more than he should."""

    def __call__(self, game: Game) -> Player: ...


def honest(game: Game) -> Player:
    """Play by the chart, with whims."""
    del game
    return Player(Chart(), whim=0.1)


class _Peeping(Chart):
    """Takes a card or stands by the hole card."""

    def __init__(self, game: Game, knowing: Knowing) -> None:
        self._game = game
        self._knowing = knowing

    def decide(self, legal: Collection[str], cards: Sequence[Card], up: Card) -> str:
        total, hole = totals_of(cards).exact, self._game._hole
        if total is None or hole is None:
            return super().decide(legal, cards, up)
        dealer = add(add((0, False), VALUES[up.rank]), VALUES[hole.rank])
        return self._knowing.best((total.value, total.soft), dealer) or "stand"


def peeping(profile: Profile) -> Seat:
    """Play as one who sees the hole card."""
    knowing = Knowing(profile)
    return lambda game: Player(_Peeping(game, knowing), whim=0.0)


class Counting(Stakes):
    """Bets more the higher the true count is."""

    def __init__(self, profile: Profile, rng: Random, true_count: float) -> None:
        super().__init__(profile, 100, rng)
        self._units = max(1, min(8, 1 + int(2 * true_count)))

    def main(self) -> int:
        return 1000 * self._units


Bets = Callable[[Profile, Random, float], Stakes]


def any_stakes(profile: Profile, rng: Random, true_count: float) -> Stakes:
    """Bet anything, whatever the count."""
    del true_count
    return Stakes(profile, 100, rng)


def deal(
    profile: Profile,
    *,
    rounds: int,
    seed: int,
    seat: Seat = honest,
    bets: Bets = any_stakes,
    boxes: Sequence[int] = (1, 2),
) -> History:
    """Deal a session without errors."""
    rng = Random(seed)
    shoe = Shoe(profile.decks, rng)
    records, running, gone = [], 0, 0
    for no in range(1, rounds + 1):
        if shoe.begin_round(fresh=profile.fresh_shoe):
            running = gone = 0
        true_count = running * 52 / max(52 * profile.decks - gone, 26)
        game = Game(profile, shoe, rng, no=no, minor_units=100, seats=boxes, boxes=boxes)
        game.stakes = bets(profile, rng, true_count)
        deal_round(game, [], player=seat(game), max_hands=4)
        running += sum(HI_LO[card.rank] for card in game._drawn)
        gone += len(game._drawn)
        records.append(game.record())
    return History(profile=profile.name, rounds=tuple(records))


def statistics_of(history: History, profile: Profile, thresholds: Thresholds | None = None) -> Report:
    """Judge a history and fold it."""
    fold = Statistics(profile, thresholds=thresholds)
    for record, verdict in zip(history.rounds, judge_history(history, profile).rounds, strict=True):
        fold.take(record, verdict)
    return fold.report()
