"""A dealer who does exactly what the prompts say, and players who choose among what they are asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tracker.actions import parse_action
from tracker.cards import DECK, Card
from tracker.hands import is_natural
from tracker.profile import Profile
from tracker.prompts import Prompt
from tracker.referee import Referee

NAMES = ("Ann", "Bob", "Cid")
MOST_STEPS = 400


@dataclass
class PromptedRound:
    """A round in which only players have a will of their own."""

    profile: Profile
    dice: random.Random
    unread: float = 0.0
    minor_units: int = 100

    def __post_init__(self) -> None:
        self.referee = Referee(self.profile, minor_units=self.minor_units)
        self.shoe = self.dice.sample(DECK * self.profile.decks, 52 * self.profile.decks)
        self.hole: Card | None = None
        self.asked: set[str] = set()

    def play(self) -> Iterator[tuple[Prompt, ...]]:
        """Play the round out; yields what the dealer is told at every moment."""
        self.bet()
        for _ in range(MOST_STEPS):
            prompts = self.referee.prompts()
            yield prompts
            if self.referee.round.cleared_at:
                return
            self.do(self.follow(prompts))
        raise AssertionError("the round did not end")

    def bet(self) -> None:
        dice = self.dice
        for no in sorted(dice.sample(range(1, 8), dice.randint(1, self.profile.max_boxes))):
            bettors = dice.randint(1, self.profile.max_bettors) if dice.random() < 0.4 else 1
            for name in dice.sample(NAMES, bettors):
                by = f" by {name}" if bettors > 1 or dice.random() < 0.3 else ""
                self.do(f"{no} bet {dice.choice((20, 25, 37.5, 40, 100, 160))}{by}")
            if self.profile.side_bets and dice.random() < 0.5:
                self.do(f"{no} side {self.profile.side_bets[0].name} {dice.choice((5, 20))}")

    def follow(self, prompts: tuple[Prompt, ...]) -> str:
        """What comes of the first prompt that is done, or answered."""
        for prompt in prompts:
            if not prompt.actions:
                continue
            if not prompt.asks:
                return prompt.actions[0]
            if prompt.code == "ask-hand":
                return self.dice.choice(prompt.actions)
            if prompt.actions[0] not in self.asked:
                self.asked.add(prompt.actions[0])
                if self.dice.random() < 0.4:
                    return prompt.actions[0]
        raise AssertionError(f"nothing to do: {[prompt.code for prompt in prompts]}")

    def do(self, action: str) -> None:
        words = action.split()
        if words[:2] == ["d", "deal"]:
            action = f"{action} {self.draw(words[2])}"
        elif words[:2] == ["d", "turn"]:
            action = f"{action} {self.hole}"
        elif words[:2] == ["d", "burn"]:
            action = f"{action} {self.shoe.pop()}"
        self.referee.apply(parse_action(action, self.minor_units))
        dealer = self.referee.round.dealer
        if action == "d peek" and self.hole and is_natural(self.hole.rank + dealer.up_rank):
            self.referee.apply(parse_action(f"d turn {(dealer.hole or 0) + 1} {self.hole}"))

    def draw(self, seat: str) -> str:
        card, dealer = self.shoe.pop(), self.referee.round.dealer
        if seat == "d" and len(dealer.cards) == dealer.hole:
            self.hole = card
            return "??"
        if self.dice.random() < self.unread:
            return self.dice.choice(("??", f"{card.rank}?", f"?{card.suit}"))
        return str(card)
