"""The table while a round is being told: cards in hands, chips on spots, and the actions told so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from tracker.actions import Action, Arg
from tracker.cards import UNREAD, Card
from tracker.facts import Fact
from tracker.hands import Totals, is_natural, ranks_of, totals_of
from tracker.interpret.chapters import Chapter
from tracker.profile import Profile

DEALER = "d"


@dataclass(slots=True)
class Draft:
    """An action being told; a later fact may still complete or revise it.

    It happened at `pts_us` or up to `slack_us` earlier, as the fact says that tells it.
    """

    actor: str
    verb: str
    args: tuple[Arg, ...]
    pts_us: int
    facts: list[str]
    inferred: bool = False
    by: str | None = None
    slack_us: int = 0

    def action(self) -> Action:
        """Return the action with its media time."""
        return Action(self.actor, self.verb, self.args, self.by, self.pts_us)


@dataclass(slots=True)
class Laid:
    """A card on the felt, by its track: the action that dealt it, and the one that turned it up if it lay face down."""

    track: int
    place: str
    card: Card
    face_up: bool
    sideways: bool
    slot: int
    dealt: Draft
    turned: Draft | None = None
    gone: bool = False


@dataclass(slots=True)
class Hand:
    """A player's hand.

    Attributes:
        from_split: it was split, or came from a split.
        was_natural: it was a blackjack when its box switched all the same.
        acted: it took a card beyond its first two.
        double: the action that doubled it.
        extra: cards that came to it though it was done; they do not count.
    """

    place: str
    cards: list[Laid] = field(default_factory=list)
    extra: list[Laid] = field(default_factory=list)
    from_split: bool = False
    switched: bool = False
    was_natural: bool = False
    acted: bool = False
    double: Draft | None = None
    stood: bool = False
    surrendered: bool = False

    @property
    def box(self) -> str:
        """The box's number, as text."""
        return self.place.partition(".")[0]

    @property
    def totals(self) -> Totals:
        """What the hand may total, as far as its cards are read."""
        return totals_of(laid.card for laid in self.cards)

    @property
    def is_natural(self) -> bool:
        """Whether it surely is a blackjack from the deal."""
        made_later = self.from_split or self.switched
        return self.was_natural or (not made_later and is_natural(ranks_of(laid.card for laid in self.cards)))

    @property
    def gone(self) -> bool:
        """Whether at least half of its cards have left the table."""
        return bool(self.cards) and 2 * sum(laid.gone for laid in self.cards) >= len(self.cards)


@dataclass(slots=True)
class Spot:
    """A bet spot: what it holds, what of it is the stake in play, and how that was settled."""

    name: str
    amount: int = 0
    stake: int = 0
    settled: Literal["", "paid", "taken", "pushed", "collected"] = ""
    last_pay: int = 0
    facts: list[str] = field(default_factory=list)
    pts_us: int = 0


class Scene:
    """Everything known in the course of one chapter. Only the modules of this package write to it."""

    def __init__(self, profile: Profile, minor_units: int, chapter: Chapter, facts: list[Fact]) -> None:
        self.profile = profile
        self.minor_units = minor_units
        self.chapter = chapter
        self.facts = facts
        self._at = 0
        self.hands: dict[str, Hand] = {}
        self.turns: dict[str, list[Hand]] = {}
        self.dealer: list[Laid] = []
        self.tracks: dict[int, Laid] = {}
        self.spots: dict[str, Spot] = {}
        self.drafts: list[Draft] = []
        self.doubts: list[str] = []
        self.announced: dict[tuple[str, str], Draft] = {}
        self.bets_closed = False
        self.dealer_played = False

    def walk(self) -> Iterator[Fact]:
        """Go through the facts; `now` and `later` follow."""
        for at in range(len(self.facts)):
            self._at = at
            yield self.now

    @property
    def now(self) -> Fact:
        """The fact that is being told."""
        return self.facts[self._at]

    def later(self) -> Iterator[Fact]:
        """Facts of the chapter after the one that is being told."""
        return iter(self.facts[self._at + 1 :])

    def emit(self, actor: str, verb: str, *args: Arg, inferred: bool = False, shown_by: list[str]) -> Draft:
        """Add an action at the present moment."""
        now = self.now
        draft = Draft(actor, verb, args, now.pts_us, list(shown_by), inferred, slack_us=now.slack_us)
        self.drafts.append(draft)
        return draft

    def emit_seen(self, actor: str, verb: str, *args: Arg, inferred: bool = False) -> Draft:
        """Add an action that the present fact shows."""
        return self.emit(actor, verb, *args, inferred=inferred, shown_by=[self.now.id])

    def doubt(self, reason: str) -> None:
        """Note why the round cannot be told for certain."""
        if reason not in self.doubts:
            self.doubts.append(reason)

    def actions(self) -> list[Action]:
        """Return what was told so far."""
        return [draft.action() for draft in self.drafts]

    def spot(self, name: str) -> Spot:
        """The spot of this name, empty when nothing is known of it."""
        return self.spots.setdefault(name, Spot(name))

    def add_hand(self, place: str, after: Hand | None = None) -> Hand:
        """Add a hand; one that comes from a split is played right after its parent."""
        hand = self.hands[place] = Hand(place)
        turns = self.turns.setdefault(hand.box, [])
        if after is None:
            turns.append(hand)
            turns.sort(key=lambda other: _number(other.place))
        else:
            turns.insert(turns.index(after) + 1, hand)
        return hand

    def in_turn(self) -> list[Hand]:
        """Hands in the order in which they play."""
        return [hand for box in sorted(self.turns, key=int) for hand in self.turns[box]]

    def initial(self, place: str) -> int:
        """How many cards a place gets in the deal."""
        return 1 if place == DEALER and not self.profile.hole_card else 2

    def is_starting(self, place: str) -> bool:
        """Whether a place is one of a box's hands from the deal, and not from a split."""
        return _number(place) <= self.profile.hands_per_box

    @property
    def up_rank(self) -> str:
        """Rank of the dealer's upcard; `?` while it is not there or unread."""
        return next((laid.card.rank for laid in self.dealer if laid.face_up), UNREAD)

    @property
    def is_dealt(self) -> bool:
        """Whether the deal is over as far as the dealer's cards and every hand that was begun show.

        A still may show too little of a card that lies face down: in stills the dealer's upcard will do.
        """
        needed = self.initial(DEALER) if self.chapter.sees_order else 1
        if len(self.dealer) < needed:
            return False
        starting = (hand for hand in self.hands.values() if self.is_starting(hand.place))
        return all(len(hand.cards) >= 2 or hand.from_split for hand in starting if self.is_in_play(hand))

    def is_in_play(self, hand: Hand) -> bool:
        """Whether a bet lies on a hand; where no amounts are known, its cards tell that it is in play."""
        return bool(self.spot(hand.place).stake) or not self.has_chips

    @property
    def has_chips(self) -> bool:
        """Whether any amounts are known, from chips or from words."""
        return any(spot.facts for spot in self.spots.values())


def _number(place: str) -> int:
    return int(place.partition(".")[2])
