"""Mistakes with the bets: too late, changed, outside the limits, unequal, too many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tracker.profile import Profile
from tracker.simulate.game import Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip, here, shown_later
from tracker.simulate.slips.moments import hand_due, seat_due
from tracker.simulate.stakes import NAMES
from tracker.state import Hand

_CLOSED: Final = "d nmb"
"""Betting closes: then the bets are judged as they lie."""


def _boxes(game: Game) -> Sequence[int]:
    return game.boxes


def _at_close(game: Game, subject: str) -> Slip:
    return shown_later(game, subject, _CLOSED)


def _limit(game: Game, of: Callable[[Profile], object]) -> int:
    """A limit in minor units."""
    return int(str(of(game.profile)).partition(".")[0]) * game.minor_units


def _bet_little(game: Game, box: int) -> Slip:
    game.do(f"{box} bet {game.say(_limit(game, lambda p: p.minimum) // _hands_in_scope(game) - 2)}")
    return _at_close(game, str(box))


def _bet_much(game: Game, box: int) -> Slip:
    game.do(f"{box} bet {game.say(_limit(game, lambda p: p.maximum) // _hands_in_scope(game) + 2)}")
    return _at_close(game, str(box))


def _hands_in_scope(game: Game) -> int:
    return game.profile.hands_per_box if game.profile.stake_scope == "box" else 1


def _bet_much_aside(game: Game, box: int) -> Slip:
    amount = _limit(game, lambda p: p.side_maximum) + 2
    game.do(f"{box} side {game.profile.side_bets[0].name} {game.say(amount)}")
    return _at_close(game, f"{box}.side")


def _bet_unequally(game: Game, box: int) -> Slip:
    one = game.stakes.main()
    game.do(f"{box}.1 bet {game.say(one)}")
    game.do(f"{box}.2 bet {game.say(game.stakes.other_than(one))}")
    return _at_close(game, str(box))


def _unused(game: Game) -> Sequence[int]:
    return [box for box in game.seats if box not in game.boxes]


def _side_alone(game: Game, box: int) -> Slip:
    game.do(f"{box} side {game.profile.side_bets[0].name} {game.say(game.stakes.side())}")
    return _at_close(game, f"{box}.side")


def _crowd(game: Game, box: int) -> Slip:
    """Let one more player bet on a box than may; together they stay within the limits."""
    count = game.profile.max_bettors + 1
    parts = game.stakes.shared(count)
    for name, part in zip(game.rng.sample(NAMES, count), parts, strict=True):
        game.do(f"{box} bet {game.say(part)} by {name}")
    return _at_close(game, str(box))


def _may_crowd(game: Game) -> Sequence[int]:
    return game.boxes if game.profile.max_bettors < len(NAMES) else ()


def _too_many(game: Game, _: None) -> Slip:
    """Bet on one box more than the house deals."""
    most = game.profile.max_boxes
    unused = [box for box in range(1, 8) if box not in game.boxes]
    added = game.rng.sample(unused, most + 1 - len(game.boxes))
    for box in added:
        game.do(f"{box} bet {game.say(game.stakes.main())}")
    return _at_close(game, str(sorted((*game.boxes, *added))[most]))


# After no more bets


def _before_cards(game: Game) -> Sequence[int]:
    """Boxes of the table without a bet, when betting is closed and no card has come."""
    if seat_due(game) is None or any(hand.cards for hand in game.hands):
        return ()
    return [box for box in game.seats if box not in game.boxes]


def _bet_late(game: Game, box: int) -> Slip:
    return Slip(str(box), game.do(f"{box} bet {game.say(game.stakes.main())}"))


def _side_bet_open(game: Game) -> Sequence[int]:
    """Boxes that got cards and have no side bet, while the deal goes on."""
    if seat_due(game) is None:
        return ()
    dealt = {hand.box for hand in game.hands if len(hand.cards) == 1}
    return sorted(box for box in dealt if not game.box(box).sides)


def _side_late(game: Game, box: int) -> Slip:
    amount = game.say(game.stakes.side())
    return Slip(f"{box}.side", game.do(f"{box} side {game.profile.side_bets[0].name} {amount}"))


def _dealt(game: Game) -> Sequence[Hand]:
    """Hands that have a card, while the deal goes on."""
    if hand_due(game) is None or not game.dealer_cards:
        return ()
    return [hand for hand in game.hands if hand.cards]


def _cap(game: Game, hand: Hand) -> Slip:
    return _change(game, hand, game.stakes.step)


def _pinch(game: Game, hand: Hand) -> Slip:
    return _change(game, hand, -(hand.stake // 2))


def _change(game: Game, hand: Hand, by: int) -> Slip:
    """Change a bet; it is set right before the play goes on."""
    slip = Slip(hand.ref, game.do(f"{hand.ref} chips {game.say(hand.stake + by)}"))
    game.do(f"{hand.ref} chips {game.say(hand.stake)}")
    return slip


def _cap_and_leave(game: Game, hand: Hand) -> Slip:
    return Slip(hand.ref, game.do(f"{hand.ref} chips {game.say(hand.stake + game.stakes.step)}"))


KINDS: Final = (
    Kind("bet-below-minimum", "bet below the minimum", _boxes, _bet_little, when="bets", need=needs.MINIMUM),
    Kind("bet-above-maximum", "bet above the maximum", _boxes, _bet_much, when="bets", need=needs.MAXIMUM),
    Kind(
        "bet-above-maximum",
        "make a side bet above the maximum",
        _boxes,
        _bet_much_aside,
        when="bets",
        need=needs.SIDE_MAXIMUM,
    ),
    Kind(
        "bets-unequal",
        "bet unequally on a box's hands",
        _boxes,
        _bet_unequally,
        when="bets",
        need=needs.TWO_HANDS,
    ),
    Kind(
        "side-bet-without-bet",
        "make a side bet alone",
        _unused,
        _side_alone,
        when="bets",
        need=needs.SIDE_BET,
    ),
    Kind(
        "too-many-bettors",
        "bet with one player too many",
        _may_crowd,
        _crowd,
        when="bets",
        observable=needs.NEVER,
    ),
    Kind(
        "too-many-boxes",
        "bet on a box too many",
        lambda game: here(True),
        _too_many,
        when="bets",
        observable=needs.NEVER,  # a table has no places for more boxes than are allowed
        need=needs.FEWER_BOXES,
    ),
    Kind("bet-late", "bet after no more bets", _before_cards, _bet_late, observable=needs.NEVER),
    Kind(
        "side-bet-late",
        "make a side bet after the first card",
        _side_bet_open,
        _side_late,
        takes=0.3,
        need=needs.SIDE_BET,
    ),
    Kind("bet-changed", "raise a bet in the deal and put it right", _dealt, _cap, takes=0.2),
    Kind("bet-changed", "lower a bet in the deal and put it right", _dealt, _pinch, takes=0.2),
    Kind("bet-changed", "raise a bet in the deal", _dealt, _cap_and_leave, takes=0.2, observable=needs.NEVER),
)
