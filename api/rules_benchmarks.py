"""How fast rounds are judged, beside the rounds of two other engines from PyPI.

A round of ours is fully judged: from its parsed actions to the whole verdict with hands, bets, findings and what is
legal next. The other engines play rounds of their own; what little they judge is told with their figures.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from resource import RUSAGE_SELF, getrusage
from sys import platform
from time import process_time
from typing import Final

from api.benchmarks import Measured
from tracker.actions import Action
from tracker.profile import SHIPPED, Profile, load_profile
from tracker.referee import judge_round
from tracker.simulate import simulate

PASSES: Final = 15
"""Each figure is of the fastest of so many passes: other work on the machine only ever slows one down."""
AIM: Final = "fully judged on one core; at least 5,000 wanted, 10,000 the aim"
DECKS: Final = 6
STAKE: Final = 10
_BYTES_OF_MAXRSS: Final = 1 if platform == "darwin" else 1024


def bench_rules(
    rounds: int, *, label: Callable[[str], None] = lambda _: None
) -> tuple[list[Measured], list[str]]:
    """Measure judging in each shipped game, and the other engines that are installed.

    Args:
        rounds: how many different rounds of each game.
        label: is told what is being measured.

    Returns:
        The figures, and a line for each engine that is not installed.
    """
    measured: list[Measured] = []
    missing: list[str] = []
    for game in SHIPPED:
        label(f"Judging {game}")
        measured += bench_judging(load_profile(game), rounds)
    for name, bench in _OTHERS.items():
        label(f"Playing with {name}")
        if find_spec(name) is None:
            missing.append(f"{name}: not installed (pip install 'pitwatch[bench]')")
        else:
            measured.append(bench(rounds))
    return measured, missing


def bench_judging(profile: Profile, rounds: int) -> list[Measured]:
    """Judge simulated rounds of one box played by basic strategy, as they are and as many again."""
    dealt = _one_box(profile, rounds)
    once = _fastest(lambda: _judge_all(profile, dealt))
    before = _peak_bytes()
    twice = _fastest(lambda: _judge_all(profile, dealt + dealt))
    grown = (_peak_bytes() - before) / 1024
    busy = simulate(profile, rounds=rounds, seed=2, error_rate=1 / 3)
    three = [record.actions for record in busy.history.rounds]
    errors = _fastest(lambda: _judge_all(profile, three))
    about = f"{sum(map(len, dealt)) / rounds:.1f} actions a round; {AIM}"
    return [
        Measured(f"judging {profile.name}", rounds / once, "rounds/s", rounds, about),
        Measured(f"judging twice as many, {profile.name}", twice / once, "x time", 2 * rounds, "linear: 2"),
        Measured(f"memory for them, {profile.name}", grown, "KiB more", 2 * rounds, "peak; flat: 0"),
        Measured(
            f"judging {profile.name}, up to three boxes, errors in a third",
            rounds / errors,
            "rounds/s",
            rounds,
            f"{sum(map(len, three)) / rounds:.1f} actions a round",
        ),
    ]


def _one_box(profile: Profile, rounds: int) -> list[Sequence[Action]]:
    session = simulate(profile, rounds=rounds, seed=1, boxes=[1], player="basic")
    return [record.actions for record in session.history.rounds]


def _judge_all(profile: Profile, rounds: Sequence[Sequence[Action]]) -> None:
    for actions in rounds:
        judge_round(profile, actions)


def _bench_blackjack21(rounds: int) -> Measured:
    from blackjack21 import Deck, Table
    from blackjack21.table import DEFAULT_SUITS, shoe_reset_hook

    deck = Deck(DEFAULT_SUITS, count=DECKS)
    table = Table([("player", STAKE)], deck, on_round_reset=shoe_reset_hook(deck))

    def play() -> None:
        for _ in range(rounds):
            table.start_game()
            while (hand := table.current_hand) is not None:
                up = table.dealer_visible_hand[0].value
                if hand.total < 12 or (hand.total < 17 and up > 6):
                    table.hit()
                else:
                    table.stand()

    note = (
        "deals and plays a round of one box by hit and stand; names each hand's result. No rules but its own, no "
        "amounts, side bets or insurance; an illegal act raises, nothing is found"
    )
    return Measured("blackjack21", rounds / _fastest(play), "rounds/s", rounds, note)


def _bench_cardsharp(rounds: int) -> Measured:
    from cardsharp.blackjack.actor import Player
    from cardsharp.blackjack.blackjack import BlackjackGame
    from cardsharp.blackjack.state import PlacingBetsState
    from cardsharp.blackjack.strategy import BasicStrategy
    from cardsharp.common.io_interface import DummyIOInterface

    async def play_all() -> None:
        silent = DummyIOInterface()
        game = BlackjackGame({"max_players": 1}, silent)
        await game.add_player(Player("player", silent, BasicStrategy()))
        await game.set_state(PlacingBetsState())
        for _ in range(rounds):
            await game.play_round()
            game.reset()

    note = (
        "shuffles one deck and plays a round of one player by its basic strategy; win, lose or draw, and a balance. "
        "Acts are not judged: an illegal one raises or goes through, nothing is found"
    )
    return Measured("cardsharp", rounds / _fastest(lambda: asyncio.run(play_all())), "rounds/s", rounds, note)


_OTHERS: Final[dict[str, Callable[[int], Measured]]] = {
    "blackjack21": _bench_blackjack21,
    "cardsharp": _bench_cardsharp,
}


def _fastest(work: Callable[[], object]) -> float:
    """Return the processor seconds of the fastest of some passes."""
    return min(_seconds(work) for _ in range(PASSES))


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _peak_bytes() -> int:
    return getrusage(RUSAGE_SELF).ru_maxrss * _BYTES_OF_MAXRSS
