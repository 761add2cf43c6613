"""One round being dealt from the first bet until the cards are cleared, rightly except for one planted mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from tracker.actions import Action, parse_action
from tracker.simulate.game import CLEAR, DEALER, MONEY, Game
from tracker.simulate.players import Player
from tracker.simulate.slips import Kind, Slip
from tracker.simulate.stakes import NAMES
from tracker.simulate.wish import arrange
from tracker.state import Hand

INSURES: Final = 0.35
TAKES_EVEN_MONEY: Final = 0.5
PLAYS_SIDE_BET: Final = 0.5
"""How often a player does so; what basic strategy says of these bets plays no part."""
_ENDLESS: Final = 5000
"""A round of so many actions does not end."""


def deal_round(
    game: Game, kinds: Sequence[Kind], *, player: Player, bettors: int = 1, max_hands: int
) -> list[Slip] | None:
    """Deal a whole round.

    Args:
        game: a round that has not begun.
        kinds: the mistakes to plant, each at one of its opportunities.
        player: decides for every box.
        bettors: most players who bet on one box.
        max_hands: hands a box may have; the player splits no further.

    Returns:
        The mistakes for which an opportunity came, in the order of `kinds`; None if one of them came to nothing, or to
        another mistake, as the cards fell.
    """
    course = _Course(game, player, max_hands)
    slips: dict[int, Slip] = {}
    _attempt(game, kinds, slips, "bets")
    _bet(game, bettors)
    game.do("d nmb")
    game.burn()
    for kind in kinds:
        arrange(game.shoe, kind.wish, game.profile, game.boxes, game.rng)
    while True:
        if game.phase == "playing":
            game.peek()
        if _attempt(game, kinds, slips, "play"):
            continue
        if CLEAR in game.options:
            break
        course.go_on()
        if len(game.actions) > _ENDLESS:
            raise AssertionError(f"round {game.no} does not end; it stands at {game.options}")
    game.do(CLEAR)
    came_out = [slip for number in sorted(slips) if (slip := _come_out(slips[number], game)) is not None]
    return came_out if len(came_out) == len(slips) else None


def _attempt(game: Game, kinds: Sequence[Kind], slips: dict[int, Slip], when: str) -> bool:
    """Make one of the mistakes that were not made yet, if this moment offers itself for it."""
    for number, kind in enumerate(kinds):
        if number not in slips and kind.when == when:
            slip = kind.attempt(game)
            if slip is not None:
                slips[number] = slip
                return True
    return False


def pick_boxes(available: Sequence[int], rng: Random) -> list[int]:
    """Choose which boxes bet in a round: at least one, often all."""
    count = max(rng.randint(1, len(available)), rng.randint(1, len(available)))
    return sorted(rng.sample(list(available), count))


def _come_out(slip: Slip, game: Game) -> Slip | None:
    """Name the action that showed a mistake; None if the cards fell so that it was none, or another one."""
    if slip.holds is not None and not slip.holds(game):
        return None
    if slip.action:
        return slip
    for number, action in enumerate(game.actions[slip.since :], slip.since + 1):
        if str(action).startswith(slip.shown_by):
            return replace(slip, action=number)
    return None


def _bet(game: Game, bettors: int) -> None:
    for box in game.boxes:
        if not game.box(box).has_bet:
            _bet_on(game, box, bettors)
        if not game.box(box).sides:
            for side in game.profile.side_bets:
                if game.rng.random() < PLAYS_SIDE_BET:
                    game.do(f"{box} side {side.name} {game.say(game.stakes.side())}")


def _bet_on(game: Game, box: int, bettors: int) -> None:
    count = game.rng.randint(1, bettors)
    if count == 1:
        game.do(f"{box} bet {game.say(game.stakes.main())}")
        return
    for name, part in zip(game.rng.sample(NAMES, count), game.stakes.shared(count), strict=False):
        game.do(f"{box} bet {game.say(part)} by {name}")


class _Course:
    """How a round goes on: the dealer is exact, the players do as they like."""

    def __init__(self, game: Game, player: Player, max_hands: int) -> None:
        self._game = game
        self._player = player
        self._max_hands = max_hands
        self._asked: set[str] = set()

    def go_on(self) -> None:
        """Do the next thing."""
        game = self._game
        options = [text for text in game.options if text.split()[1] not in MONEY]
        money = game.money_due
        if money and (game.manner.settles_at_once or not options):
            game.do(money[0])
        elif options[0].startswith(f"{DEALER} ") and options[0] != "d insurance-closed":
            game.do(options[0])
        elif "d insurance-closed" in options:
            self._ask_for_insurance(options)
        else:
            self._decide([parse_action(text, game.minor_units) for text in options])

    def _ask_for_insurance(self, options: Sequence[str]) -> None:
        game = self._game
        for text in options:
            actor, verb = text.split()[:2]
            wish = {"insure": INSURES, "even-money": TAKES_EVEN_MONEY}.get(verb)
            if wish is None or f"{actor} {verb}" in self._asked:
                continue
            self._asked.add(f"{actor} {verb}")
            box = game.box(int(actor[0]))
            if verb == "insure" and len(box.bettors) > 1:
                self._insure_apart(box.no, wish)
            elif game.rng.random() < wish:
                game.do(text)
            return
        game.do("d insurance-closed")

    def _insure_apart(self, box: int, wish: float) -> None:
        """Let each bettor of a box insure his own part, or not."""
        game = self._game
        for name in list(game.box(box).bettors):
            half = game.insurable(box, name)
            if half and game.rng.random() < wish:
                game.do(f"{box} insure {game.say(half)} by {name}")

    def _decide(self, options: Sequence[Action]) -> None:
        game = self._game
        switch = next((option for option in options if option.verb == "switch"), None)
        if switch is not None and str(switch) not in self._asked:
            self._asked.add(str(switch))
            one, two = (game.hand(f"{switch.actor}.{n}").cards for n in (1, 2))
            if self._player.switches(one, two, game.up, game.rng):
                game.do(str(switch))
                return
        # Where several bettors share a box, a double or split is listed for each sum that it may be for.
        shuffled = game.rng.sample(options, len(options))
        mine = {option.verb: option for option in shuffled if "." in option.actor}
        hand = game.hand(next(iter(mine.values())).actor)
        if sum(other.box == hand.box for other in game.hands) >= self._max_hands:
            mine.pop("split", None)
        self._act(self._player.decide(mine, hand.cards, game.up, game.rng), hand)

    def _act(self, action: Action, hand: Hand) -> None:
        game, manner = self._game, self._game.manner
        if action.verb == "hit" and not manner.hears_hits:
            game.deal(hand.ref)
        elif action.verb == "stand" and hand.acted_at and len(hand.cards) > 1 and not manner.hears_stands:
            game.stand_unheard(hand)
        else:
            game.do(str(action))
        if action.verb == "split" and manner.fills_splits_at_once and game.profile.split_deal == "any":
            for half in (hand, game.hands[list(game.hands).index(hand) + 1]):
                game.deal(half.ref)
