"""Rules of a profile that contradict each other: what cannot be dealt, or what one promises and another takes away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tracker.hands import BUST_OVER, totals_of_ranks
from tracker.profiles.fields import Profile
from tracker.profiles.parts import CATEGORIES, Bonus
from tracker.ratio import EVENS, Ratio


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Rules that do not go together.

    Attributes:
        fields: the rules.
        text: why, in a sentence.
        impossible: such a table cannot be dealt or judged at all; elsewhere one of the rules simply has no effect.
    """

    fields: tuple[str, ...]
    text: str
    impossible: bool = False


def contradictions(profile: Profile) -> Iterator[Contradiction]:
    """Yield every contradiction in a profile."""
    for contradiction, holds in _TABLE:
        if holds(profile):
            yield contradiction
    yield from _bonus_contradictions(profile)
    yield from _side_bet_contradictions(profile)


_TABLE: Final[tuple[tuple[Contradiction, Callable[[Profile], bool]], ...]] = (
    (
        Contradiction(
            ("minimum", "maximum"),
            "the minimum is higher than the maximum: no stake is allowed",
            impossible=True,
        ),
        lambda p: p.minimum is not None and p.maximum is not None and p.minimum > p.maximum,
    ),
    (
        Contradiction(("switch", "hands_per_box"), "a switch needs two hands a box", impossible=True),
        lambda p: p.switch and p.hands_per_box == 1,
    ),
    (
        Contradiction(
            ("up_card", "hole_card"),
            "without a hole card the dealer's only card is his upcard; he has no second one in the deal",
        ),
        lambda p: p.up_card == "second" and not p.hole_card,
    ),
    (
        Contradiction(("peek", "hole_card"), "without a hole card there is nothing to look at"),
        lambda p: p.peek != "none" and not p.hole_card,
    ),
    (
        Contradiction(
            ("natural_pays", "blackjack_vs_blackjack"),
            "a blackjack that was paid at once cannot become a push when the dealer has one, too",
        ),
        lambda p: p.natural_pays == "at-once" and p.blackjack_vs_blackjack == "push",
    ),
    (
        Contradiction(
            ("surrender", "peek"),
            "late surrender is refused when the dealer has a blackjack, but he never looks: it is settled as early",
        ),
        lambda p: p.surrender == "late" and p.peek == "none",
    ),
    (
        Contradiction(
            ("surrender", "peek"),
            "late surrender against a ten is settled as early: the dealer looks under an ace only",
        ),
        lambda p: p.surrender == "late" and p.peek == "ace",
    ),
    (
        Contradiction(
            ("max_ace_hands", "max_split_hands"),
            "more hands of aces than hands from splits: the lower limit holds",
        ),
        lambda p: _limits(p.max_ace_hands) > _limits(p.max_split_hands) > 1 and p.split_aces_one_card,
    ),
    (
        Contradiction(
            ("must_offer", "double"), "the dealer must offer a double on 9, which may not be doubled"
        ),
        lambda p: "double-9-10-11" in p.must_offer and p.double == "10-11",
    ),
    (
        Contradiction(
            ("suited_blackjack_pays", "blackjack_pays"), "a suited blackjack pays less than any other"
        ),
        lambda p: p.suited_blackjack_pays is not None and _less(p.suited_blackjack_pays, p.blackjack_pays),
    ),
    (
        Contradiction(
            ("even_money_upcards", "blackjack_pays"), "even money is more than the blackjack itself pays"
        ),
        lambda p: bool(p.even_money_upcards) and _less(p.blackjack_pays, EVENS),
    ),
    (
        Contradiction(
            ("even_money_upcards",),
            "against an upcard of 2 to 9 the dealer cannot have a blackjack: there is nothing to give up",
        ),
        lambda p: any(rank not in "ATJQK" for rank in p.even_money_upcards),
    ),
    (
        Contradiction(
            ("side_bets", "hands_per_box"),
            "a side bet goes by a box's first four cards, but a box gets two: it can never win",
        ),
        lambda p: bool(p.side_bets) and p.hands_per_box == 1,
    ),
)


def _bonus_contradictions(profile: Profile) -> Iterator[Contradiction]:
    for index, bonus in enumerate(profile.bonuses):
        earlier = profile.bonuses[:index]
        if any(other.name == bonus.name for other in earlier):
            yield Contradiction(("bonuses",), f"two bonuses are called {bonus.name}", impossible=True)
        elif reason := _unreachable(profile, bonus):
            yield Contradiction(("bonuses",), f"the bonus {bonus.name} can never be earned: {reason}")
        elif covered := next((other for other in earlier if _covers(other, bonus)), None):
            text = (
                f"the bonus {bonus.name} can never be earned: {covered.name} stands before it and fits, too"
            )
            yield Contradiction(("bonuses",), text)
        elif cheaper := next((o for o in earlier if _covers(bonus, o) and _less(o.pays, bonus.pays)), None):
            text = f"the bonus {cheaper.name} is rarer than {bonus.name} and pays less"
            yield Contradiction(("bonuses",), text)


def _unreachable(profile: Profile, bonus: Bonus) -> str:
    ranks, cards = bonus.ranks, len(bonus.ranks) or bonus.min_cards
    if ranks and len(ranks) < max(bonus.min_cards, 3):
        return f"it names {len(ranks)} ranks and needs {max(bonus.min_cards, 3)} cards"
    if ranks and not totals_of_ranks(ranks).surely(BUST_OVER):
        return f"its cards are no {BUST_OVER}"
    copies = profile.decks if bonus.suited else 4 * profile.decks
    if any(ranks.count(rank) > copies for rank in ranks):
        return f"{profile.decks} decks hold too few such cards"
    return f"{BUST_OVER} aces are the most cards of a hand" if cards > BUST_OVER else ""


def _covers(wide: Bonus, narrow: Bonus) -> bool:
    """Whether every hand that earns the narrow bonus earns the wide one, too."""
    cards = len(narrow.ranks) or narrow.min_cards
    same_ranks = not wide.ranks or sorted(wide.ranks) == sorted(narrow.ranks)
    return same_ranks and cards >= wide.min_cards and (narrow.suited or not wide.suited)


def _side_bet_contradictions(profile: Profile) -> Iterator[Contradiction]:
    if len(profile.side_bets) > 1:
        text = "a box has one spot beside its bet, BOX.side: it takes one side bet"
        yield Contradiction(("side_bets",), text, impossible=True)
    for bet in profile.side_bets:
        paid = [(category, bet.pays[category]) for category in CATEGORIES if category in bet.pays]
        for (better, price), (worse, more) in pairwise(paid):
            if _less(price, more):
                text = f"{bet.name}: {better} is better than {worse} and pays less"
                yield Contradiction(("side_bets",), text)


def _limits(hands: int) -> float:
    return hands or float("inf")


def _less(one: Ratio, other: Ratio) -> bool:
    return one.pays * other.per < other.pays * one.per
