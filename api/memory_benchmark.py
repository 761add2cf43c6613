"""Whether judging keeps anything: what memory the process holds after more and more rounds."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from api.benchmarks import Measured
from tracker.actions import Action
from tracker.cards import DECK, Card
from tracker.profile import SHIPPED, Profile, load_profile
from tracker.referee import judge_round
from tracker.simulate import simulate

SAMPLES: Final = 10
"""Memory is read so many times, evenly spread over the rounds, and once before them."""
DEALT: Final = 500
"""Rounds of each game that are dealt; from the second time on other cards stand for theirs."""
_STATM: Final = Path("/proc/self/statm")


def bench_memory(
    rounds: int, *, dealt: int = DEALT, progress: Callable[[float], None] = lambda _: None
) -> list[Measured]:
    """Judge rounds of every shipped game, and read the resident memory at even distances (Linux).

    Args:
        rounds: how many in all.
        dealt: how many different ones of each game, before other cards stand for theirs.
        progress: is told how much is done, 0..1.

    Returns:
        The memory at each sample, and what came to it after the first tenth, when the caches are full.
    """
    if not _STATM.exists():
        return []
    judging = endless_rounds(dealt)
    step = max(1, rounds // SAMPLES)
    held = [_resident_mib()]
    for sample in range(1, SAMPLES + 1):
        for profile, actions in islice(judging, step):
            judge_round(profile, actions)
        held.append(_resident_mib())
        progress(sample / SAMPLES)
    samples = [
        Measured(f"memory after {number * step:,} rounds", mib, "MiB", number * step, "resident")
        for number, mib in enumerate(held)
    ]
    grown = Measured("memory grown after the first tenth", held[-1] - held[1], "MiB", rounds, "flat: 0")
    return [*samples, grown]


def endless_rounds(dealt: int, seed: int = 1) -> Iterator[tuple[Profile, Sequence[Action]]]:
    """Yield rounds of one box of the shipped games in turn; each time one card of the deck stands for another.

    What was decided stays, so that most rounds are full of mistakes: they are judged like any other.
    """
    dice = Random(seed)
    games = []
    for game in SHIPPED:
        profile = load_profile(game)
        session = simulate(profile, rounds=dealt, seed=seed, boxes=[1])
        games.append((profile, [record.actions for record in session.history.rounds]))
    instead = {card: card for card in DECK}
    while True:
        for profile, rounds in games:
            for actions in rounds:
                yield profile, [_with_cards(action, instead) for action in actions]
        instead = dict(zip(DECK, dice.sample(DECK, len(DECK)), strict=True))


def _with_cards(action: Action, instead: dict[Card, Card]) -> Action:
    if not any(isinstance(arg, Card) for arg in action.args):
        return action
    args = tuple(instead.get(arg, arg) if isinstance(arg, Card) else arg for arg in action.args)
    return replace(action, args=args)


def _resident_mib() -> float:
    pages = int(_STATM.read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
