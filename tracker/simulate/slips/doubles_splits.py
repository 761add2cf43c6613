"""Mistakes with doubles and splits: on which cards, for how much, how often, and whether their cards come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tracker.actions import Action
from tracker.hands import BUST_OVER, surely_alike
from tracker.legality import may_double_on
from tracker.simulate.game import Game
from tracker.simulate.slips import needs
from tracker.simulate.slips.kind import Kind, Slip, shown_later
from tracker.simulate.slips.moments import (
    box_hands,
    hand_in_turn,
    hands_after,
    is_dealt_hand,
    is_insured,
    option,
    total,
)
from tracker.simulate.wish import Wish
from tracker.state import Hand


def _after_hits(game: Game) -> Sequence[Hand]:
    """The hand in turn, if it has three cards or more and nobody would call it finished."""
    hand = hand_in_turn(game)
    fits = hand is not None and len(hand.cards) > 2 and is_dealt_hand(hand) and not hand.is_doubled
    return [hand] if hand is not None and fits else ()


def _double(game: Game, hand: Hand) -> Slip:
    return Slip(hand.ref, game.do(f"{hand.ref} double {game.say(hand.stake)}"))


def _split(game: Game, hand: Hand) -> Slip:
    return Slip(hand.ref, game.do(f"{hand.ref} split {game.say(hand.stake)}"))


def _legal(verb: str) -> Callable[[Game], Sequence[Action]]:
    def where(game: Game) -> Sequence[Action]:
        action = option(game, verb)
        return [action] if action else ()

    return where


def _by_one_player(verb: str) -> Callable[[Game], Sequence[Action]]:
    """Where a decision is legal and the box has one bettor, so that a part of the stake is nobody's whole stake."""

    def where(game: Game) -> Sequence[Action]:
        return [action for action in _legal(verb)(game) if len(game.box(int(action.actor[0])).bettors) < 2]

    return where


def _for_wrong_amount(game: Game, action: Action) -> Slip:
    """Put half of the stake beside it, or twice as much."""
    stake = game.hand(action.actor).stake
    amount = game.rng.choice((stake // 2, stake * 2))
    return Slip(action.actor, game.do(f"{action.actor} {action.verb} {game.say(amount)}"))


def _after_heard_stands(game: Game) -> Sequence[Action]:
    """Where a double is legal and every stand so far was heard, so that the dealer's play is known as such."""
    return _legal("double")(game) if not game.stood_unheard else ()


def _without_card(game: Game, action: Action) -> Slip:
    """Forget the card of a double: the dealer's play, or the cleared table, shows it."""
    game.hear_stands()
    game.do(str(action))
    game.pretend(f"{action.actor} stand")
    return shown_later(game, action.actor, "d deal d", "d turn", "d clear")


def _splits_to_forget(game: Game) -> Sequence[Action]:
    """A legal split of cards that are no aces; where both halves get their card at once, the box's last."""
    split = option(game, "split")
    if split is None:
        return ()
    hand = game.hand(split.actor)
    last = hand is box_hands(game, hand)[-1]
    return [split] if hand.ranks[0] != "A" and (last or game.profile.split_deal != "both") else ()


def _forget_half(game: Game, action: Action) -> Slip:
    """Forget the second card of a split hand, which stands on what it has."""
    game.do(str(action))
    new = hands_after(game, game.hand(action.actor))[0]
    if game.profile.split_deal != "both":
        game.starve(new.ref)
        return shown_later(game, new.ref, f"{new.ref} stand")
    game.deal(action.actor)
    if total(game.hand(action.actor)) < BUST_OVER:
        game.do(f"{action.actor} stand")
    return Slip(new.ref, game.do(f"{new.ref} stand"))


def _half_of_split(game: Game) -> Sequence[Hand]:
    """A half of a split in turn on two cards."""
    hand = hand_in_turn(game)
    if (
        hand is None
        or len(hand.cards) != 2
        or is_dealt_hand(hand)
        or hand.owed
        or game.must_offer_double(hand)
    ):
        return ()
    return [hand] if not (hand.split_ace and game.profile.split_aces_one_card) else ()


def _on_a_forbidden_total(game: Game) -> Sequence[Hand]:
    """The hand in turn on its two dealt cards, on a total that may not be doubled."""
    hand = hand_in_turn(game)
    if hand is None or len(hand.cards) != 2 or hand.acted_at or not is_dealt_hand(hand):
        return ()
    return [hand] if not may_double_on(game.profile, hand.totals) else ()


def _offer_due(game: Game) -> Sequence[Hand]:
    """A hand to which a double has to be offered before it decides."""
    return [game.hand(text.split()[3]) for text in game.options if text.startswith("d offer double")]


def _hit_unoffered(game: Game, hand: Hand) -> Slip:
    number = game.do(f"{hand.ref} hit")
    game.deal(hand.ref)
    return Slip(hand.ref, number)


def _unlike(game: Game) -> Sequence[Hand]:
    """The hand in turn on two unlike cards, as they were dealt."""
    hand = hand_in_turn(game)
    if hand is None or len(hand.cards) != 2 or hand.acted_at or not is_dealt_hand(hand):
        return ()
    return [hand] if not surely_alike(hand.cards[0], hand.cards[1], game.profile.split_by) else ()


def _alike_but_not_legal(game: Game) -> Sequence[Hand]:
    """A half of a split that got a card like its own and may not be split again."""
    hand = hand_in_turn(game)
    if hand is None or len(hand.cards) != 2 or is_dealt_hand(hand):
        return ()
    alike = surely_alike(hand.cards[0], hand.cards[1], game.profile.split_by)
    return [hand] if alike and not is_insured(game, hand.box) and option(game, "split") is None else ()


def _closed_pair_of_aces(game: Game) -> Sequence[Hand]:
    """A split ace that got another ace when the house gives no more hands of aces."""
    last = game.actions[-1]
    if last.verb != "deal" or not game.play_started:
        return ()
    hands = [hand for hand in game.hands if hand.ref == last.args[0]]
    closed = option(game, "split") is None
    return [hand for hand in hands if hand.split_ace and hand.ranks == "AA" and closed and not hand.stood]


def _insured_pair(game: Game) -> Sequence[Hand]:
    """A dealt pair in a box that took insurance."""
    hand = hand_in_turn(game)
    if hand is None or len(hand.cards) != 2 or not is_dealt_hand(hand) or not is_insured(game, hand.box):
        return ()
    alike = surely_alike(hand.cards[0], hand.cards[1], game.profile.split_by)
    return [hand] if alike and not hand.acted_at else ()


_EIGHTS: Final = Wish(hand=("8", "8"))
_ACES: Final = Wish(hand=("A", "A"))

KINDS: Final = (
    Kind(
        "double-not-on-two-cards",
        "double on three cards",
        _after_hits,
        _double,
        takes=0.5,
        observable=needs.NEVER,
    ),
    Kind(
        "double-wrong-amount",
        "double for half or twice the stake",
        _by_one_player("double"),
        _for_wrong_amount,
        takes=0.5,
    ),
    Kind(
        "double-after-split-forbidden",
        "double half of a split",
        _half_of_split,
        _double,
        need=needs.NO_DOUBLE_AFTER_SPLIT,
        wish=_EIGHTS,
    ),
    Kind(
        "double-not-allowed-on-total",
        "double on a total that the game does not allow",
        _on_a_forbidden_total,
        _double,
        takes=0.3,
        need=needs.DOUBLES_ON_SOME,
    ),
    Kind(
        "double-not-offered",
        "hit without an offer on 9, 10 or 11",
        _offer_due,
        _hit_unoffered,
        observable=needs.NEVER,
        need=needs.OFFERS_DOUBLE,
    ),
    Kind(
        "double-missing-card",
        "forget the card of a double",
        _after_heard_stands,
        _without_card,
        observable=needs.NEVER,
    ),
    Kind("split-unlike-cards", "split unlike cards", _unlike, _split, takes=0.3),
    Kind(
        "split-not-on-two-cards", "split three cards", _after_hits, _split, takes=0.5, observable=needs.NEVER
    ),
    Kind(
        "split-over-limit",
        "split once too often",
        _alike_but_not_legal,
        _split,
        need=needs.SPLIT_LIMIT,
        wish=_EIGHTS,
    ),
    Kind(
        "split-aces-over-limit",
        "split aces once too often",
        _closed_pair_of_aces,
        _split,
        need=needs.ACE_LIMIT,
        wish=_ACES,
    ),
    Kind(
        "split-wrong-amount",
        "split for half or twice the stake",
        _by_one_player("split"),
        _for_wrong_amount,
        wish=_EIGHTS,
    ),
    Kind(
        "split-after-insurance",
        "split an insured hand",
        _insured_pair,
        _split,
        need=needs.NO_SPLIT_AFTER_INSURANCE,
        wish=Wish(hand=("8", "8"), up="A"),
    ),
    Kind(
        "split-missing-card",
        "forget the second card of a split hand",
        _splits_to_forget,
        _forget_half,
        observable=needs.NEVER,
        wish=_EIGHTS,
    ),
)
