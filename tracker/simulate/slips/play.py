"""Mistakes in play: cards that should not come, decisions that the rules do not give, the dealer's own hand."""

from __future__ import annotations

from tracker.actions import Action, parse_action
from tracker.hands import surely_alike
from tracker.profile import Profile
from tracker.simulate.game import DEALER, MONEY, Game
from tracker.simulate.slips.kind import Kind, Slip
from tracker.state import Hand

_STANDS_ON = 17


def _option(game: Game, verb: str) -> Action | None:
    """What is legal now with that verb, if anything; money that is due goes first."""
    if _money_is_due(game):
        return None
    return next(
        (parse_action(text, game.minor_units) for text in game.options if text.split()[1] == verb), None
    )


def _in_turn(game: Game) -> Hand | None:
    """The hand that may take a card now."""
    hit = _option(game, "hit")
    return game.hand(hit.actor) if hit else None


def _last_dealt(game: Game) -> Hand | None:
    """The hand that got the last card, if a card is what came last."""
    last = game.actions[-1]
    if last.verb != "deal" or last.args[0] == DEALER or not game.play_started:
        return None
    return game.hand(str(last.args[0]))


def _total(hand: Hand) -> int:
    exact = hand.totals.exact
    return exact.value if exact else 0


def _money_is_due(game: Game) -> bool:
    return game.options[0].split()[1] in MONEY


# The dealer's hand


def dealer_stands_short(game: Game) -> Slip | None:
    """Settle though the dealer must draw."""
    total = game.dealer_total
    if game.options[0] != "d deal d" or len(game.dealer_cards) < 2 or total is None or total.value < 12:
        return None
    return Slip(game.do("d stand"), "dealer-stood-below-17", DEALER)


def dealer_draws_on(game: Game) -> Slip | None:
    """Draw on a hand that stands."""
    return _draw_on(game, "dealer-drew-on-17-or-more")


def dealer_draws_on_soft_17(game: Game) -> Slip | None:
    """Draw on ace and six."""
    return _draw_on(game, "dealer-drew-on-soft-17")


def _draw_on(game: Game, code: str) -> Slip | None:
    last = game.actions[-1]
    dealers_turn = last.verb == "turn" or (last.verb == "deal" and last.args[0] == DEALER)
    exact = game.dealer_total
    if not dealers_turn or not game.play_started or exact is None or not _money_is_due(game):
        return None
    if not _STANDS_ON <= exact.value <= 21 or len(game.dealer_cards) < 2:
        return None
    soft_17 = exact.soft and exact.value == _STANDS_ON
    if soft_17 is not (code == "dealer-drew-on-soft-17"):
        return None
    return Slip(game.deal(DEALER), code, DEALER)


def dealer_draws_without_need(game: Game) -> Slip | None:
    """Draw though no bet is left in play."""
    nothing_left = all(hand.surrendered or _total(hand) > 21 for hand in game.hands)
    if not game.play_started or not nothing_left or game.profile.hole_card or game.options != ("d clear",):
        return None
    return Slip(game.deal(DEALER), "dealer-drew-without-need", DEALER)


def dealer_card_early(game: Game) -> Slip | None:
    """Take the dealer's second card while the last hand has still to decide; it goes on afterwards."""
    hand = _waiting_last(game)
    if hand is None or game.profile.hole_card:
        return None
    slip = Slip(game.deal(DEALER), "dealer-card-early", DEALER)
    game.deal(hand.ref)
    return slip


def hole_card_early(game: Game) -> Slip | None:
    """Turn the hole card while the last hand has still to decide; it goes on afterwards."""
    hand = _waiting_last(game)
    if hand is None or not game.profile.hole_card:
        return None
    slip = Slip(
        game.do("d turn 1" if game.profile.up_card == "second" else "d turn 2"), "hole-card-exposed", DEALER
    )
    game.deal(hand.ref)
    return slip


def _waiting_last(game: Game) -> Hand | None:
    """The hand in turn, if it comes last and nobody would stand on its total."""
    hand = _in_turn(game)
    if hand is None or hand is not game.hands[-1] or not _must_go_on(game, hand):
        return None
    return hand


def _must_go_on(game: Game, hand: Hand) -> bool:
    """Whether a hand has two cards on which nobody stands and which take no offer of a double."""
    offered = "double-9-10-11" in game.profile.must_offer
    return len(hand.cards) == 2 and not hand.acted_at and _total(hand) <= (8 if offered else 11)


# Cards to players


def play_out_of_turn(game: Game) -> Slip | None:
    """Give a later hand its card while an earlier one has still to decide."""
    hand = _in_turn(game)
    if hand is None or not _must_go_on(game, hand):
        return None
    hands = game.hands
    later = [
        other
        for other in hands[hands.index(hand) + 1 :]
        if 12 <= _total(other) <= 16 and len(other.cards) == 2
    ]
    if not later:
        return None
    slip = Slip(game.deal(later[0].ref), "decision-out-of-turn", later[0].ref)
    game.deal(hand.ref)
    return slip


def card_on_21(game: Game) -> Slip | None:
    """Give a card to a 21 that is no blackjack."""
    hand = _last_dealt(game)
    if hand is None or hand.is_doubled or _total(hand) != 21 or hand.is_natural or hand.owed:
        return None
    if hand.split_ace and game.profile.split_aces_one_card:
        return None
    return Slip(game.deal(hand.ref), "card-on-21", hand.ref)


def card_on_blackjack(game: Game) -> Slip | None:
    """Give a card to a blackjack before the next hand plays."""
    hand = _in_turn(game)
    naturals = [other for other in game.hands if other.is_natural]
    if hand is None or not naturals:
        return None
    return Slip(game.deal(naturals[0].ref), "card-on-blackjack", naturals[0].ref)


def card_after_bust(game: Game) -> Slip | None:
    """Give a bust hand one more card."""
    hand = _last_dealt(game)
    if hand is None or _total(hand) <= 21:
        return None
    return Slip(game.deal(hand.ref), "card-after-bust", hand.ref)


def card_after_double(game: Game) -> Slip | None:
    """Give a doubled hand a second card."""
    hand = _last_dealt(game)
    if hand is None or not hand.is_doubled or hand.owed or _total(hand) > 21:
        return None
    return Slip(game.deal(hand.ref), "card-after-double", hand.ref)


def card_on_split_ace(game: Game) -> Slip | None:
    """Give a split ace a second card."""
    hand = _last_dealt(game)
    if hand is None or not hand.split_ace or len(hand.cards) != 2 or hand.ranks == "AA":
        return None
    return Slip(game.deal(hand.ref), "card-on-split-ace", hand.ref)


def card_after_stand(game: Game) -> Slip | None:
    """Give a card to a hand that stood, after a later hand took one: only then do the cards show it."""
    last = _last_dealt(game)
    if last is None or len(last.cards) < 3:
        return None
    hands = game.hands
    before = hands[: hands.index(last)]
    stood = [hand for hand in before if hand.stood and _total(hand) >= 12 and not hand.is_doubled]
    if not stood:
        return None
    hand = game.rng.choice(stood)
    return Slip(game.deal(hand.ref), "card-after-stand", hand.ref)


# Decisions


def switch_wrong_cards(game: Game) -> Slip | None:
    """Let other cards than the second ones change places."""
    switch = _option(game, "switch")
    if switch is None:
        return None
    i, j = game.rng.choice([(1, 1), (1, 2), (2, 1)])
    return Slip(game.do(f"{switch.actor} switch {i} {j}"), "switch-wrong-cards", switch.actor)


def switch_twice(game: Game) -> Slip | None:
    """Switch, and switch once more."""
    switch = _option(game, "switch")
    if switch is None:
        return None
    game.do(str(switch))
    return Slip(game.do(str(switch)), "switch-twice", switch.actor)


def switch_after_action(game: Game) -> Slip | None:
    """Switch when hand 1 has taken a card."""
    hand = _last_dealt(game)
    if hand is None or hand.n != 1 or len(hand.cards) != 3 or _total(hand) >= 21 or hand.is_doubled:
        return None
    box = [other for other in game.hands if other.box == hand.box]
    if len(box) != 2 or hand.switched or any(other.is_natural for other in box):
        return None
    return Slip(game.do(f"{hand.box} switch"), "switch-after-action", str(hand.box))


def switch_on_blackjack(game: Game) -> Slip | None:
    """Switch a box of which one hand is a blackjack."""
    hand = _in_turn(game)
    if hand is None or hand.acted_at or hand.switched:
        return None
    box = [other for other in game.hands if other.box == hand.box]
    if len(box) != 2 or not any(other.is_natural for other in box):
        return None
    return Slip(game.do(f"{hand.box} switch"), "switch-on-blackjack", str(hand.box))


def double_wrong_amount(game: Game) -> Slip | None:
    """Double for half of the stake, or for twice as much."""
    double = _option(game, "double")
    if double is None or not isinstance(double.args[0], int):
        return None
    amount = game.rng.choice([double.args[0] // 2, double.args[0] * 2]) // game.minor_units
    return Slip(game.do(f"{double.actor} double {amount}"), "double-wrong-amount", double.actor)


def split_unlike_cards(game: Game) -> Slip | None:
    """Split two cards that are not alike."""
    hand = _in_turn(game)
    if hand is None or len(hand.cards) != 2 or hand.acted_at or hand.from_split or hand.was_split:
        return None
    if surely_alike(hand.cards[0], hand.cards[1], game.profile.split_by) or _box_is_insured(game, hand):
        return None
    return Slip(game.do(f"{hand.ref} split {hand.stake // game.minor_units}"), "split-unlike-cards", hand.ref)


def split_wrong_amount(game: Game) -> Slip | None:
    """Split for half of the stake."""
    split = _option(game, "split")
    if split is None or not isinstance(split.args[0], int):
        return None
    amount = split.args[0] // 2 // game.minor_units
    return Slip(game.do(f"{split.actor} split {amount}"), "split-wrong-amount", split.actor)


def surrender_late(game: Game) -> Slip | None:
    """Take half of a hand of three cards for a surrender."""
    hand = _in_turn(game)
    if hand is None or len(hand.cards) < 3 or hand.from_split or hand.was_split:
        return None
    return Slip(game.do(f"{hand.ref} surrender"), "surrender-not-on-two-cards", hand.ref)


# Insurance


def insure_wrong_amount(game: Game) -> Slip | None:
    """Take insurance for less than half of the stake."""
    insure = _option(game, "insure")
    if insure is None or not isinstance(insure.args[0], int):
        return None
    amount = insure.args[0] // game.minor_units
    number = game.do(f"{insure.actor} insure {amount - 5}")
    return Slip(number, "insurance-wrong-amount", f"{insure.actor}.insurance")


def insure_without_ace(game: Game) -> Slip | None:
    """Take insurance against something else than an ace."""
    hand = _in_turn(game)
    if hand is None or game.up.rank in "A?" or game.play_started:
        return None
    half = hand.stake * game.profile.hands_per_box // 2 // game.minor_units
    return Slip(game.do(f"{hand.box} insure {half}"), "insurance-without-ace", f"{hand.box}.insurance")


def insure_late(game: Game) -> Slip | None:
    """Take insurance when the hand has drawn a card."""
    hand = _last_dealt(game)
    if hand is None or game.up.rank != "A" or len(hand.cards) != 3 or _total(hand) >= 21 or hand.is_doubled:
        return None
    split = any(other.was_split or other.from_split for other in game.hands if other.box == hand.box)
    if split or _box_is_insured(game, hand):
        return None
    half = hand.stake // 2 // game.minor_units
    return Slip(game.do(f"{hand.box} insure {half}"), "insurance-late", f"{hand.box}.insurance")


def _box_is_insured(game: Game, hand: Hand) -> bool:
    return f"{hand.box}.insurance" in {bet.bet for bet in game.bets}


def _switch_game(profile: Profile) -> bool:
    return profile.switch


def _no_hole_card(profile: Profile) -> bool:
    return not profile.hole_card


def _hole_card(profile: Profile) -> bool:
    return profile.hole_card


KINDS = (
    Kind("dealer-stood-below-17", dealer_stands_short),
    Kind("dealer-drew-on-17-or-more", dealer_draws_on),
    Kind("dealer-drew-on-soft-17", dealer_draws_on_soft_17, fits=lambda profile: profile.soft17 == "stand"),
    Kind("dealer-drew-without-need", dealer_draws_without_need, fits=_no_hole_card),
    Kind("dealer-card-early", dealer_card_early, fits=_no_hole_card),
    Kind("hole-card-exposed", hole_card_early, fits=_hole_card),
    Kind("decision-out-of-turn", play_out_of_turn),
    Kind("card-on-21", card_on_21, fits=lambda profile: profile.stand_on_21),
    Kind("card-on-blackjack", card_on_blackjack),
    Kind("card-after-bust", card_after_bust),
    Kind("card-after-double", card_after_double),
    Kind("card-on-split-ace", card_on_split_ace, fits=lambda profile: profile.split_aces_one_card),
    Kind("card-after-stand", card_after_stand),
    Kind("switch-wrong-cards", switch_wrong_cards, fits=_switch_game),
    Kind("switch-twice", switch_twice, fits=_switch_game),
    Kind("switch-after-action", switch_after_action, fits=_switch_game),
    Kind("switch-on-blackjack", switch_on_blackjack, fits=lambda p: p.switch and p.natural_locks_switch),
    Kind("double-wrong-amount", double_wrong_amount),
    Kind("split-unlike-cards", split_unlike_cards),
    Kind("split-wrong-amount", split_wrong_amount),
    Kind("surrender-not-on-two-cards", surrender_late, fits=lambda profile: profile.surrender != "none"),
    Kind("insurance-wrong-amount", insure_wrong_amount),
    Kind("insurance-without-ace", insure_without_ace),
    Kind("insurance-late", insure_late),
)
