"""Every round of a small shoe through the referee: what it calls legal is done, what it says is due is done first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass

from tests.property.slow_referee import PEEK, RUSSIAN, SWITCH, Game, SlowRound, rounds
from tracker.actions import Action, parse_action
from tracker.profile import Profile, load_profile
from tracker.referee import Referee
from tracker.verdict import RoundVerdict

STAKE = 100
GAMES: Mapping[str, Game] = {
    "blackjack-switch": SWITCH,
    "russian-blackjack": RUSSIAN,
    "blackjack-s17-peek": PEEK,
}
MONEY = ("pay", "take", "push")
DUE = (*MONEY, "offer", "peek")


@dataclass(frozen=True)
class Count:
    """How many ways a round has, and what the player gains over all of them together."""

    rounds: int
    total: float


def shoe_of(text: str) -> dict[str, int]:
    """Read `8h8s 5d*4`-like shoes: cards, each with how often it is there."""
    shoe: dict[str, int] = {}
    for word in text.split():
        card, _, times = word.partition("*")
        shoe[card] = shoe.get(card, 0) + int(times or 1)
    return shoe


class Walk:
    """One path through a round: the referee, the hole card that it has not seen, and what comes next.

    Attributes:
        card_for: place of the next card, or None.
        choices: what the player may decide now.
        verdict: the verdict at this point.
    """

    def __init__(self, profile: Profile, actions: tuple[Action, ...], hole: str = "") -> None:
        self.profile = profile
        self.hole = hole
        self.referee = Referee(profile)
        for action in actions:
            self.referee.apply(action)
        self._do_what_is_due()

    def _do_what_is_due(self) -> None:
        while True:
            self.verdict: RoundVerdict = self.referee.verdict()
            options = self.verdict.next
            due = [option for option in options if option.split()[1] in DUE or option.startswith("d turn")]
            money = [option for option in due if option.split()[1] in MONEY]
            if due:
                for option in money or due[:1]:
                    self._do_due(option)
            elif list(options) == ["d clear"]:
                self._apply("d clear")
            else:
                break
        deals = [option for option in options if option.startswith("d deal")]
        assert not deals or len(options) == 1, options
        self.card_for = deals[0].split()[2] if deals else None
        self.choices = () if deals else options

    def _do_due(self, action: str) -> None:
        self._apply(f"{action} {self.hole}" if action.startswith("d turn") else action)
        dealer = self.referee.round.dealer
        if action == "d peek" and {self.hole[0], dealer.up_rank} in [{"A", ten} for ten in "TJQK"]:
            self._apply(f"d turn {(dealer.hole or 0) + 1} {self.hole}")

    def _apply(self, text: str) -> None:
        self.referee.apply(parse_action(text))

    def then(self, choice: str) -> Walk:
        """Return the walk after a decision; this one stays where it is."""
        return Walk(self.profile, (*self.referee.actions, parse_action(choice)), self.hole)

    def dealt(self, card: str) -> Walk:
        """Return the walk after the next card; this one stays where it is."""
        action, hole = self._deal(card)
        return Walk(self.profile, (*self.referee.actions, parse_action(action)), hole)

    def decide(self, choice: str) -> None:
        """Go on with a decision."""
        self._apply(choice)
        self._do_what_is_due()

    def take(self, card: str) -> None:
        """Go on with the next card."""
        action, self.hole = self._deal(card)
        self._apply(action)
        self._do_what_is_due()

    def _deal(self, card: str) -> tuple[str, str]:
        """Return how the card is dealt, and the hole card then; the referee does not see that one."""
        dealer = self.referee.round.dealer
        is_hole = self.card_for == "d" and dealer.hole == len(dealer.cards)
        return f"d deal {self.card_for} {'??' if is_hole else card}", card if is_hole else self.hole

    @property
    def nets(self) -> dict[str, float]:
        """What the player gains or loses on each bet."""
        return {bet.bet: (bet.net or 0) / 100 for bet in self.verdict.bets}


def begin(name: str, side: int = 0, profile: Profile | None = None) -> Walk:
    """Return a walk at its beginning: one box has bet, by a shipped profile or one like it."""
    texts = [f"1 bet {STAKE}", *([f"1 side super-game {side}"] if side else []), "d nmb"]
    return Walk(profile or load_profile(name), tuple(map(parse_action, texts)))


def engine_rounds(walk: Walk, shoe: Mapping[str, int]) -> Iterator[Walk]:
    """Every way in which a round can end."""
    if walk.card_for is None and not walk.choices:
        yield walk
        return
    for choice in walk.choices:
        yield from engine_rounds(walk.then(choice), shoe)
    if walk.card_for is not None:
        for card, left in shoe.items():
            if left:
                yield from engine_rounds(walk.dealt(card), {**shoe, card: left - 1})


def engine_count(name: str, shoe: Mapping[str, int], side: int = 0) -> Count:
    """Count a shoe's rounds with the referee."""
    gains = []
    for walk in engine_rounds(begin(name, side), shoe):
        assert walk.verdict.findings == (), [str(action) for action in walk.referee.actions]
        assert walk.verdict.state == "settled"
        gains.append(sum(walk.nets.values()))
    return Count(len(gains), sum(gains))


def slow_count(name: str, shoe: dict[str, int], side: int = 0) -> Count:
    """Count them with the second referee."""
    gains = [sum(end.nets().values()) for end in rounds(SlowRound(GAMES[name], STAKE, side), shoe)]
    return Count(len(gains), sum(gains))


def first_difference(name: str, shoe: Mapping[str, int], side: int = 0) -> str:
    """Walk both referees side by side and tell where they first disagree; empty if they never do."""
    return _compare(begin(name, side), SlowRound(GAMES[name], STAKE, side), shoe)


def _compare(walk: Walk, slow: SlowRound, shoe: Mapping[str, int]) -> str:
    told = "; ".join(str(action) for action in walk.referee.actions) + f" (hole {walk.hole})"
    mine, theirs = (walk.card_for, sorted(walk.choices)), (slow.card_for(), sorted(slow.choices()))
    if mine != theirs:
        return f"{told}: the referee goes on with {mine}, the slow one with {theirs}"
    if walk.card_for is None and not walk.choices:
        return "" if walk.nets == slow.nets() else f"{told}: {walk.nets} against {slow.nets()}"
    for choice in walk.choices:
        after = deepcopy(slow)
        after.decide(choice)
        if found := _compare(walk.then(choice), after, shoe):
            return found
    for card, left in shoe.items() if walk.card_for else ():
        if left:
            after = deepcopy(slow)
            after.deal(card)
            if found := _compare(walk.dealt(card), after, {**shoe, card: left - 1}):
                return found
    return ""
