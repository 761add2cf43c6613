"""Rounds brought to a moment, to ask about it directly: what is legal there, what a bet has become."""

from __future__ import annotations

from typing import NamedTuple

from tests.unit.tracker.table import PEEK, RUSSIAN, SWITCH
from tracker.actions import parse_action
from tracker.profile import load_profile
from tracker.referee import Referee
from tracker.state import Round


class Lie(NamedTuple):
    """How the cards lie: a round that is to be brought to the moment in question."""

    profile: str
    text: str
    rules: dict[str, object]

    def round(self) -> Round:
        """Return the table after these actions."""
        referee = Referee(load_profile(self.profile, self.rules))
        for part in self.text.split(";"):
            if part.strip():
                referee.apply(parse_action(part.strip()))
        return referee.round


def russian(
    first: str, second: str, up: str = "9d", then: str = "", bets: str = "1 bet 100;", **rules: object
) -> Lie:
    """One box of Russian blackjack after the deal."""
    deal = f"{bets} d nmb; d deal 1.1 {first}; d deal d {up}; d deal 1.1 {second};"
    return Lie(RUSSIAN, deal + then, rules)


def peek(first: str, second: str, up: str = "9d", then: str = "", **rules: object) -> Lie:
    """One box of the casino game after the deal."""
    deal = f"1 bet 100; d nmb; d deal 1.1 {first}; d deal d {up}; d deal 1.1 {second}; d deal d ??;"
    return Lie(PEEK, deal + then, rules)


def switch(cards: str, up: str = "9d", then: str = "", bets: str = "1 bet 100;", **rules: object) -> Lie:
    """One box of Switch after the deal: first cards of both hands, then second cards."""
    a, b, c, d = cards.split()
    first = f"{bets} d nmb; d deal 1.1 {a}; d deal 1.2 {b}; d deal d ??;"
    return Lie(SWITCH, f"{first} d deal 1.1 {c}; d deal 1.2 {d}; d deal d {up};" + then, rules)
