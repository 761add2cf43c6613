"""Mistakes in the bets and in the deal."""

from __future__ import annotations

from tracker.profile import Profile
from tracker.simulate.game import DEALER, Game
from tracker.simulate.slips.kind import Kind, Slip
from tracker.state import Hand

CARDS_IN_DEAL = 2


def _seat_due(game: Game) -> str | None:
    """Whose card of the deal comes next, while nobody has played."""
    words = game.options[0].split()
    if game.play_started or words[:2] != [DEALER, "deal"] or len(words) != 3:
        return None
    return words[2]


def _after(game: Game, ref: str) -> list[Hand]:
    """Hands that come after a hand in the same round of the deal and still lack that card."""
    hands = game.hands
    index = next(i for i, hand in enumerate(hands) if hand.ref == ref)
    cards = len(hands[index].cards)
    return [hand for hand in hands[index + 1 :] if len(hand.cards) == cards]


def _nth_seat(game: Game) -> bool:
    """Let the mistake come now or, as likely, at one of the next seats."""
    return game.rng.random() < 1 / max(len(game.hands), 1)


def skip_hand(game: Game) -> Slip | None:
    """Pass a hand over in one round of the deal; it is completed later."""
    seat = _seat_due(game)
    if seat in (None, DEALER) or not _nth_seat(game):
        return None
    later = _after(game, str(seat))
    if not later or not _dealer_follows(game, str(seat)):
        return None
    for hand in later:
        game.deal(hand.ref)
    return Slip(game.deal(DEALER), "box-skipped-in-deal", str(seat))


def _dealer_follows(game: Game, seat: str) -> bool:
    """Whether the dealer gets a card at the end of this round of the deal."""
    return len(game.hand(seat).cards) == 0 or game.profile.hole_card


def deal_out_of_order(game: Game) -> Slip | None:
    """Give a later hand its card first."""
    seat = _seat_due(game)
    if seat in (None, DEALER) or not _nth_seat(game):
        return None
    later = _after(game, str(seat))
    if not later:
        return None
    game.deal(later[0].ref)
    return Slip(game.deal(str(seat)), "dealt-out-of-order", str(seat))


def deal_to_empty_box(game: Game) -> Slip | None:
    """Give a card to a box between two others that has no bet."""
    seat = _seat_due(game)
    boxes = [hand.box for hand in game.hands]
    empty = [box for box in range(min(boxes), max(boxes)) if box not in boxes]
    if seat in (None, DEALER) or not empty or not _nth_seat(game):
        return None
    box = game.rng.choice(empty)
    return Slip(game.deal(f"{box}.1"), "card-to-empty-box", str(box))


def deal_third_card(game: Game) -> Slip | None:
    """Give a hand a third card while the deal goes on."""
    seat = _seat_due(game)
    complete = [hand for hand in game.hands if len(hand.cards) == CARDS_IN_DEAL]
    if seat is None or not complete or not _nth_seat(game):
        return None
    hand = complete[-1]
    return Slip(game.deal(hand.ref), "card-extra", hand.ref)


def change_bet(game: Game) -> Slip | None:
    """Let a player put chips on his bet after the first card; they are given back."""
    seat = _seat_due(game)
    if seat in (None, DEALER) or not any(hand.cards for hand in game.hands) or not _nth_seat(game):
        return None
    hand = game.rng.choice([hand for hand in game.hands if hand.cards])
    stake = hand.stake // game.minor_units
    slip = Slip(game.do(f"{hand.ref} chips {stake + 20}"), "bet-changed", hand.ref)
    game.do(f"{hand.ref} chips {stake}")
    return slip


def bet_late(game: Game) -> Slip | None:
    """Let a box bet after no more bets."""
    if any(hand.cards for hand in game.hands):
        return None
    free = [
        box for box in range(1, game.profile.max_boxes + 1) if all(hand.box != box for hand in game.hands)
    ]
    if not free or len(free) == game.profile.max_boxes:
        return None
    box = game.rng.choice(free)
    return Slip(game.do(f"{box} bet 20"), "bet-late", str(box))


def side_bet_late(game: Game) -> Slip | None:
    """Let a box make its side bet after the first card."""
    seat = _seat_due(game)
    begun = {hand.box for hand in game.hands if len(hand.cards) == 1}
    free = [box for box in sorted(begun) if f"{box}.side" not in {bet.bet for bet in game.bets}]
    if seat is None or not free or not _nth_seat(game):
        return None
    box = game.rng.choice(free)
    number = game.do(f"{box} side {game.profile.side_bets[0].name} 10")
    return Slip(number, "side-bet-late", f"{box}.side")


def bet_unequally(game: Game) -> Slip | None:
    """Put different stakes on a box's two hands; it is found when betting closes."""
    game.do("1.1 bet 100")
    return Slip(game.do("1.2 bet 60"), "bets-unequal", "1")


def _has_side_bet(profile: Profile) -> bool:
    return bool(profile.side_bets)


def _has_two_hands(profile: Profile) -> bool:
    return profile.hands_per_box == 2


KINDS = (
    Kind("box-skipped-in-deal", skip_hand),
    Kind("dealt-out-of-order", deal_out_of_order),
    Kind("card-to-empty-box", deal_to_empty_box),
    Kind("card-extra", deal_third_card),
    Kind("bet-changed", change_bet),
    Kind("bet-late", bet_late, observable=False),
    Kind("side-bet-late", side_bet_late, fits=_has_side_bet),
    Kind("bets-unequal", bet_unequally, when="bets", fits=_has_two_hands),
)
