"""Dealing one round from the first bet until the cards are cleared, rightly except for one planted mistake."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tracker.actions import Action, parse_action
from tracker.simulate.game import AT_THE_END, MONEY, Game
from tracker.simulate.player import decide, switches
from tracker.simulate.slips import Kind, Slip

INSURES = 0.35
TAKES_EVEN_MONEY = 0.5
PLAYS_SIDE_BET = 0.5
_STAKES = (20, 40, 50, 60, 80, 100, 140, 200)
_SIDES = (10, 20, 50)


def deal_round(game: Game, boxes: Sequence[int], kind: Kind | None, *, max_hands: int) -> Slip | None:
    """Deal a whole round.

    Args:
        game: a round that has not begun.
        boxes: numbers of the boxes that bet.
        kind: the mistake to plant at its first opportunity, or None.
        max_hands: hands a box may have; the player splits no further.

    Returns:
        The mistake that was made, if an opportunity came.
    """
    slip = kind.attempt(game) if kind and kind.when == "bets" else None
    for box in boxes:
        if not any(hand.box == box for hand in game.hands):
            _bet(game, box)
    nmb = game.do("d nmb")
    if slip is not None:
        slip = slip._replace(action=nmb)
    done: set[str] = set()
    while "d clear" not in game.options:
        if game.phase == "playing":
            game.peek()
        if slip is None and kind is not None and kind.when == "play":
            slip = kind.attempt(game)
            if slip is not None:
                continue
        game.do(_choose(game, done, max_hands))
    end = game.do("d clear")
    return slip._replace(action=end) if slip and slip.action == AT_THE_END else slip


def _bet(game: Game, box: int) -> None:
    game.do(f"{box} bet {game.rng.choice(_STAKES)}")
    for side in game.profile.side_bets:
        if game.rng.random() < PLAYS_SIDE_BET:
            game.do(f"{box} side {side.name} {game.rng.choice(_SIDES)}")


def _choose(game: Game, done: set[str], max_hands: int) -> str:
    """Choose what happens next among what is legal: the dealer is exact, the players do as they like."""
    options = game.options
    first = options[0]
    if first.startswith("d ") and first.split()[1] in (*MONEY, "deal", "turn", "offer"):
        return first
    for option in options:
        if option.split()[1] in ("insure", "even-money") and option not in done:
            done.add(option)
            wish = INSURES if "insure" in option else TAKES_EVEN_MONEY
            if game.rng.random() < wish:
                return option
    if "d insurance-closed" in options:
        return "d insurance-closed"
    return _decide(game, [parse_action(option, game.minor_units) for option in options], done, max_hands)


def _decide(game: Game, options: list[Action], done: set[str], max_hands: int) -> str:
    for option in options:
        if option.verb == "switch" and str(option) not in done:
            done.add(str(option))
            one, two = (game.hand(f"{option.actor}.{n}").cards for n in (1, 2))
            if switches(one, two):
                return str(option)
    mine = {option.verb: option for option in options if "." in option.actor}
    hand = game.hand(next(iter(mine.values())).actor)
    if game.must_offer_double(hand):
        return f"d offer double {hand.ref}"
    if sum(other.box == hand.box for other in game.hands) >= max_hands:
        mine.pop("split", None)
    return str(decide(mine, hand.cards, game.up, game.rng))


def pick_boxes(available: Sequence[int], rng: Random) -> list[int]:
    """Choose which boxes bet in a round: at least one, often all."""
    count = max(rng.randint(1, len(available)), rng.randint(1, len(available)))
    return sorted(rng.sample(list(available), count))
