"""What a perfect camera and a perfect chip feed would report of rounds that are known.

A film of the rounds is drawn from these facts, and interpreting them must give the rounds back. What nobody can see
(a stand, an offer, a push) leaves no fact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from tracker.actions import Action
from tracker.cards import UNKNOWN, Card
from tracker.facts import (
    CardMoved,
    CardPlaced,
    CardRead,
    CardTaken,
    ChipsSeen,
    Fact,
    FactBody,
    RecordingEnded,
    Said,
)
from tracker.hands import totals_of_ranks
from tracker.notation import History, RecordedRound
from tracker.profile import Profile
from tracker.simulate.pace import Pace

Where: TypeAlias = Callable[[str, int, bool], tuple[float, float]]
"""Place, number of the card there from 0, whether it lies sideways: its centre on the felt in mm."""

CAMERA: Final = "camera:overhead"
FEED: Final = "rfid"
MICROPHONE: Final = "audio"
_AUDIBLE: Final = frozenset(
    {"nmb", "offer", "insurance-closed", "stand", "hit", "double", "split", "surrender"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """Rounds as they took place in time.

    Attributes:
        history: the same rounds, each action with the media time at which it was done.
        facts: what was physically to be seen, in order of time.
    """

    history: History
    facts: tuple[Fact, ...]


def perform(
    history: History,
    profile: Profile,
    *,
    pace: Pace | None = None,
    start_us: int = 2_000_000,
    where: Where | None = None,
    speech: bool = False,
) -> Performance:
    """Deal rounds at a pace and report every physical fact.

    Args:
        history: rounds with hole cards `??` until a `d turn`; times in it are replaced.
        profile: the game, for the number of starting hands.
        pace: how long things take.
        start_us: media time of the first bet at the earliest.
        where: gives each card's centre on the felt; without it all lie at 0, 0.
        speech: whether what is said (stands, offers, no more bets) is reported too.
    """
    stage = _Stage(history.table or "T", profile, pace or Pace(), where or (lambda *_: (0.0, 0.0)), speech)
    stage.now_us = start_us
    rounds = tuple(stage.play(round_) for round_ in history.rounds)
    stage.now_us += stage.pace.between_rounds_us
    stage.report(CAMERA, RecordingEnded(reason="end of file"))
    return Performance(history=replace(history, rounds=rounds), facts=tuple(stage.facts))


def facts_of(
    history: History,
    profile: Profile,
    *,
    pace: Pace | None = None,
    start_us: int = 2_000_000,
    where: Where | None = None,
    speech: bool = False,
) -> list[Fact]:
    """Return the facts of `perform`."""
    shown = perform(history, profile, pace=pace, start_us=start_us, where=where, speech=speech)
    return list(shown.facts)


@dataclass(slots=True)
class _Stage:
    """The table while rounds are dealt on it: where each card (by track) lies and what each spot holds."""

    table: str
    profile: Profile
    pace: Pace
    where: Where
    speech: bool
    now_us: int = 0
    laid_us: int = 0
    facts: list[Fact] = field(default_factory=list)
    lying: dict[str, list[int]] = field(default_factory=dict)
    spots: dict[str, int] = field(default_factory=dict)
    doubled: set[str] = field(default_factory=set)
    given_up: set[str] = field(default_factory=set)
    cards: dict[int, Card] = field(default_factory=dict)
    tracks: int = 0
    counted: int = 0

    def play(self, round_: RecordedRound) -> RecordedRound:
        self._collect()
        self.now_us += self.pace.between_rounds_us
        self.doubled.clear()
        self.given_up.clear()
        timed = []
        for number, action in enumerate(round_.actions):
            self._do(action, round_.actions[number + 1 :])
            timed.append(replace(action, pts_us=self.now_us))
        return replace(round_, actions=tuple(timed))

    def report(self, source: str, body: FactBody) -> None:
        counts = source == FEED
        self.counted += counts
        seq = self.counted if counts else 0
        self.facts.append(Fact(table=self.table, source=source, pts_us=self.now_us, body=body, seq=seq))

    def _do(self, action: Action, later: tuple[Action, ...]) -> None:
        if self.speech and action.verb in _AUDIBLE:
            self._wait(self.pace.announce_us // 2)
            self.report(MICROPHONE, Said(action=str(replace(action, pts_us=None, comment=None))))
        if action.verb in ("deal", "turn", "burn", "move", "switch", "split", "clear"):
            self._do_with_cards(action)
        elif action.verb in ("pay", "take"):
            self._settle(action, later)
        else:
            self._do_with_chips(action)

    def _do_with_cards(self, action: Action) -> None:
        match action:
            case Action(_, "deal", (str(place), Card() as card, *up)):
                self._deal(place, card, face_up=card != UNKNOWN or bool(up))
            case Action(_, "turn", (int(k), Card() as card)):
                self._wait(self.pace.turn_us)
                self.report(CAMERA, CardRead(track=self.lying["d"][k - 1], card=str(card), p=1.0))
            case Action(_, "burn", (Card() as card,)):
                self._deal("tray", card, face_up=card != UNKNOWN)
            case Action(_, "move", (str(source), int(k), str(target))):
                self._wait(self.pace.decision_us)  # it lies there first: a card in the hand is no card moved
                self._move(source, k - 1, target)
            case Action(box, "switch", cards):
                self._switch(box, cards)
            case Action(hand, "split", (int(amount),)):
                self._split(hand, amount)
            case _:
                self._clear()

    def _do_with_chips(self, action: Action) -> None:
        match action:
            case Action(actor, "bet" | "insure", (int(amount),)):
                self._put(self._spots_of(actor, action.verb), amount, self.pace.bet_us)
            case Action(box, "side", (_, int(amount))):
                self._put([f"{box}.side"], amount, self.pace.bet_us)
            case Action(hand, "chips", (int(amount),)):
                self._set(hand, amount, self.pace.chips_us)
            case Action(hand, "double", (int(amount),)):
                self._wait(self.pace.decision_us)
                self._put([hand], amount, self.pace.chips_us)
                self.doubled.add(hand)
            case Action(hand, "surrender"):
                self._wait(self.pace.decision_us)
                self.given_up.add(hand)
            case Action(_, "nmb" | "offer" | "insurance-closed" | "push"):
                self._wait(self.pace.announce_us)
            case _:
                self._wait(self.pace.decision_us)

    def _wait(self, duration_us: int) -> None:
        self.now_us += duration_us

    def _spots_of(self, actor: str, verb: str) -> list[str]:
        if verb == "insure":
            return [f"{actor.partition('.')[0]}.insurance"]
        if "." in actor:
            return [actor]
        return [f"{actor}.{n}" for n in range(1, self.profile.hands_per_box + 1)]

    def _put(self, spots: list[str], amount: int, duration_us: int) -> None:
        for spot in spots:
            self._set(spot, self.spots.get(spot, 0) + amount, duration_us)

    def _set(self, spot: str, amount: int, duration_us: int) -> None:
        self._wait(duration_us)
        if self.spots.get(spot, 0) != amount:
            self.spots[spot] = amount
            self.report(FEED, ChipsSeen(spot=spot, amount=amount))

    def _deal(self, place: str, card: Card, *, face_up: bool) -> None:
        self._wait(self.pace.card_us)
        self.laid_us = self.now_us
        cards = self.lying.setdefault(place, [])
        sideways = place in self.doubled
        self.doubled.discard(place)
        self.tracks += 1
        self.cards[self.tracks] = card
        k = len(cards)
        x_mm, y_mm = self.where(place, k, sideways)
        if place != "tray":
            cards.append(self.tracks)
        self.report(
            CAMERA,
            CardPlaced(
                track=self.tracks,
                place=place,
                card=str(card),
                p=1.0,
                face_up=face_up,
                sideways=sideways,
                slot=k + 1 if place != "tray" else 0,
                x_mm=x_mm,
                y_mm=y_mm,
            ),
        )

    def _move(self, source: str, k: int, target: str) -> None:
        track = self.lying[source].pop(k)
        self._put_down(track, target, len(self.lying.setdefault(target, [])))

    def _put_down(self, track: int, place: str, k: int) -> None:
        self._wait(self.pace.move_us)
        self.lying[place].insert(k, track)
        x_mm, y_mm = self.where(place, k, False)
        self.report(CAMERA, CardMoved(track=track, place=place, slot=k + 1, x_mm=x_mm, y_mm=y_mm))

    def _switch(self, box: str, cards: tuple[object, ...]) -> None:
        self._wait(self.pace.decision_us)
        first, second = (int(str(card)) - 1 for card in cards or (2, 2))
        one, two = f"{box}.1", f"{box}.2"
        if first >= len(self.lying.get(one, [])) or second >= len(self.lying.get(two, [])):
            return
        to_two, to_one = self.lying[one].pop(first), self.lying[two].pop(second)
        self._put_down(to_two, two, second)
        self._put_down(to_one, one, first)

    def _split(self, hand: str, amount: int) -> None:
        self._wait(self.pace.decision_us)
        box = hand.partition(".")[0]
        taken = {int(place.partition(".")[2]) for place in self.lying if place.startswith(f"{box}.")}
        new = f"{box}.{max(taken) + 1}"
        self._put([new], amount, self.pace.chips_us)
        self._move(hand, 1, new)

    def _settle(self, action: Action, later: tuple[Action, ...]) -> None:
        bet, amount = str(action.args[0]), action.args[1]
        if not isinstance(amount, int):
            return
        if action.verb == "pay":
            self._put([bet], amount, self.pace.money_us)
            return
        more_comes = any(bet in other.args or bet == other.actor for other in later)
        cards_leave = not more_comes and self._is_finished(bet)
        if cards_leave:
            self._wait(self.pace.announce_us)  # "too many": the last card lies there for all to see
        self._set(bet, max(self.spots.get(bet, 0) - amount, 0), self.pace.money_us)
        if cards_leave:
            self._take_cards(bet)

    def _is_finished(self, hand: str) -> bool:
        """Whether a hand's cards leave with its stake: it is bust or surrendered."""
        ranks = "".join(self.cards[track].rank for track in self.lying.get(hand, []))
        return hand in self.given_up or totals_of_ranks(ranks).surely_bust

    def _take_cards(self, place: str) -> None:
        tracks = self.lying.get(place, [])
        if tracks:
            self._wait(self.pace.clear_us)
        for track in tracks:
            self.report(CAMERA, CardTaken(track=track))
        self.lying[place] = []

    def _clear(self) -> None:
        self._wait(
            max(0, self.laid_us + self.pace.announce_us - self.now_us)
        )  # the last card is looked at, and named
        boxes = sorted((place for place in self.lying if place != "d"), reverse=True)
        for place in [*boxes, "d"]:
            self._take_cards(place)
        self.lying.clear()

    def _collect(self) -> None:
        for spot in sorted(spot for spot, amount in self.spots.items() if amount):
            self._set(spot, 0, self.pace.collect_us)
