"""How fast a simulated table is dealt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Durations in microseconds: how long each thing takes until it has come to rest."""

    between_rounds_us: int = 3_000_000
    bet_us: int = 400_000
    announce_us: int = 1_000_000
    card_us: int = 700_000
    decision_us: int = 800_000
    move_us: int = 600_000
    chips_us: int = 600_000
    turn_us: int = 800_000
    money_us: int = 600_000
    clear_us: int = 500_000
    collect_us: int = 300_000
