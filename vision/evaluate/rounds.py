"""Rounds told from a recording against rounds that people read by eye.

A round is compared hand by hand: each readable card must be told, in the right hand, and none that was not there. Cards
that nobody could read (`?` in the truth) may be told as anything or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tracker.cards import Card
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, Fact
from vision.errors import VisionError
from vision.sources.stills import STEP_US

DEALER = "d"


@dataclass(frozen=True, slots=True)
class ToldRound:
    """What was told of a round: cards of each place (`1.1`, `d`) as `Th`, and its first and last media time."""

    hands: Mapping[str, Sequence[str]]
    start_us: int
    end_us: int


@dataclass(frozen=True, slots=True)
class TrueRound:
    """What people read: players' hands, the dealer's cards, and the first and last frame that shows the round.

    Attributes:
        no: number in the file.
        players: cards of each hand, `Th`, `T?`, `??`.
        dealer: the dealer's cards.
        dealer_complete: whether these are all of them.
        frames: first and last still.
    """

    no: int
    players: tuple[tuple[str, ...], ...]
    dealer: tuple[str, ...]
    dealer_complete: bool
    frames: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One true round, and what was told differently; nothing if it was told right."""

    no: int
    faults: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether every readable card was told in the right hand, and no other."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class RoundsScore:
    """All rounds of a recording; `invented` are told rounds at times without a round."""

    rounds: tuple[RoundScore, ...]
    invented: tuple[ToldRound, ...]

    @property
    def right(self) -> int:
        """Number of rounds told right."""
        return sum(score.is_right for score in self.rounds)

    def lines(self) -> list[str]:
        """A line a round, for people."""
        out = [f"round {r.no}: {'right' if r.is_right else '; '.join(r.faults)}" for r in self.rounds]
        out += [f"invented at {r.start_us / 1e6:.0f} s: {dict(r.hands)}" for r in self.invented]
        return [*out, f"{self.right} of {len(self.rounds)} rounds right, {len(self.invented)} invented"]


def load_true_rounds(path: Path) -> list[TrueRound]:
    """Read a file of rounds, as `casino-table-rounds.json` of the photographs.

    Raises:
        VisionError: if it is not such a file.
    """
    try:
        return [_true_round(entry) for entry in json.loads(path.read_text(encoding="utf-8"))["rounds"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise VisionError(f"{path}: not a file of rounds ({error})") from error


def rounds_on_table(facts: Iterable[Fact]) -> list[ToldRound]:
    """The rounds that the facts show by themselves: what lay where between two times of an empty table."""
    rounds: list[ToldRound] = []
    cards: dict[int, tuple[str, str]] = {}
    lying: set[int] = set()
    start = last = 0
    for fact in facts:
        body = fact.body
        if isinstance(body, CardPlaced):
            start = start if cards else fact.pts_us
            cards[body.track] = (body.place, body.card)
            lying.add(body.track)
        elif isinstance(body, CardRead) and body.track in cards:
            cards[body.track] = (cards[body.track][0], body.card)
        elif isinstance(body, CardMoved) and body.track in cards:
            cards[body.track] = (body.place, cards[body.track][1])
        elif isinstance(body, CardTaken):
            lying.discard(body.track)
        last = fact.pts_us
        if cards and not lying:
            rounds.append(ToldRound(_hands(cards.values()), start, last))
            cards = {}
    if cards:
        rounds.append(ToldRound(_hands(cards.values()), start, last))
    return rounds


def score_rounds(
    told: Sequence[ToldRound], truth: Sequence[TrueRound], *, step_us: int = STEP_US
) -> RoundsScore:
    """Compare told rounds with the true ones at the same time.

    Args:
        told: rounds in order of time.
        truth: what people read.
        step_us: media time between two frames of the truth.
    """
    claimed: set[int] = set()
    scores = []
    for true in truth:
        start, end = true.frames[0] * step_us, true.frames[1] * step_us
        at = [
            k
            for k, one in enumerate(told)
            if one.start_us <= end and one.end_us >= start and k not in claimed
        ]
        claimed.update(at)
        if not at:
            scores.append(RoundScore(true.no, ("not told",)))
        elif len(at) > 1:
            scores.append(RoundScore(true.no, (f"told as {len(at)} rounds",)))
        else:
            scores.append(RoundScore(true.no, tuple(_faults(told[at[0]], true))))
    invented = [one for k, one in enumerate(told) if k not in claimed]
    return RoundsScore(tuple(scores), tuple(invented))


def _faults(told: ToldRound, true: TrueRound) -> list[str]:
    dealer = tuple(told.hands.get(DEALER, ()))
    players = [tuple(cards) for place, cards in told.hands.items() if place != DEALER]
    faults = []
    if not _same_cards(dealer, true.dealer, complete=true.dealer_complete):
        faults.append(f"dealer {_text(dealer)} is {_text(true.dealer)}")
    missing = list(true.players)
    for hand in sorted(players, key=len, reverse=True):
        fitting = next((t for t in missing if _same_cards(hand, t, complete=True)), None)
        if fitting is None:
            faults.append(f"hand {_text(hand)} was not there")
        else:
            missing.remove(fitting)
    faults += [f"hand {_text(hand)} not told" for hand in missing]
    return faults


def _same_cards(told: Sequence[str], true: Sequence[str], *, complete: bool) -> bool:
    """Whether told cards are the true ones, in any order; a `?` may be anything, or not told."""
    left = list(told)
    for card in sorted(true, key=lambda name: name.count("?")):
        match = next((one for one in left if _fits(one, card)), None)
        if match is not None:
            left.remove(match)
        elif "?" not in card:
            return False
    return not left or not complete


def _fits(told: str, true: str) -> bool:
    if "?" in true and told == "??":
        return True
    return all(t in ("?", own) for own, t in zip(told, true, strict=True))


def _hands(cards: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    hands: dict[str, list[str]] = {}
    for place, card in cards:
        hands.setdefault(place, []).append(card)
    return hands


def _true_round(entry: Mapping[str, Any]) -> TrueRound:
    first, last = entry["frames"]
    return TrueRound(
        no=int(entry["round"]),
        players=tuple(tuple(_card(name) for name in hand["cards"]) for hand in entry["player_hands"]),
        dealer=tuple(_card(name) for name in entry["dealer"]),
        dealer_complete=bool(entry["dealer_complete_read"]),
        frames=(int(first), int(last)),
    )


def _card(name: str) -> str:
    """`10H` as `Th`, `10?` as `T?`, `?` as `??`.

    Raises:
        ValueError: if it is no card.
    """
    if name == "?":
        return "??"
    return str(Card.parse(name[:-1].replace("10", "T") + name[-1].lower()))


def _text(cards: Sequence[str]) -> str:
    return " ".join(cards) or "(nothing)"
