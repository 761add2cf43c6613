"""Count outcomes: recall and precision, of rank and suit apart, by height, visibility and tilt, and what is taken for
what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from tracker.cards import RANKS, SUITS, UNREAD
from vision.evaluate.outcomes import Outcome, reported
from vision.evaluate.reliability import Reliability, reliability
from vision.evaluate.shares import Share

HEIGHTS_PX = (0.0, 8.0, 10.0, 12.0, 16.0, 20.0, 24.0, 32.0, 48.0, 1000.0)
VISIBLE = (0.0, 0.25, 0.5, 0.75, 0.95, 1.01)
TILTS_DEG = (0.0, 15.0, 30.0, 45.0, 60.0, 90.0)
MISSED = "missed"
NOTHING = "nothing"
"""In the place of a card: none was there."""


@dataclass(frozen=True, slots=True)
class Score:
    """How well cards were read.

    Attributes:
        recall: of all cards shown, those read right.
        clear: the same among the clearly visible.
        precision: of all cards reported, those that lie there.
    """

    recall: Share
    clear: Share
    precision: Share

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "recall": self.recall.to_json(),
            "recall_clearly_visible": self.clear.to_json(),
            "precision": self.precision.to_json(),
        }


def score(outcomes: Sequence[Outcome]) -> Score:
    """Count identities, rank and suit together."""
    return _score(outcomes, lambda o: o.is_right)


def rank_score(outcomes: Sequence[Outcome]) -> Score:
    """Count ranks, whatever the suit."""
    return _score([o for o in outcomes if o.shown is None or o.shown.card.rank != UNREAD], _rank)


def suit_score(outcomes: Sequence[Outcome]) -> Score:
    """Count suits, whatever the rank."""
    return _score([o for o in outcomes if o.shown is None or o.shown.card.suit != UNREAD], _suit)


def _rank(outcome: Outcome) -> bool:
    return outcome.rank_is_right


def _suit(outcome: Outcome) -> bool:
    return outcome.suit_is_right


def _score(outcomes: Iterable[Outcome], right: Callable[[Outcome], bool]) -> Score:
    rows = list(outcomes)
    return Score(
        recall=Share.among(right(o) for o in rows if o.shown is not None),
        clear=Share.among(right(o) for o in rows if o.shown is not None and o.shown.is_clear),
        precision=Share.among(right(o) for o in rows if o.read is not None),
    )


@dataclass(frozen=True, slots=True)
class Band:
    """The score of the outcomes whose measure lies from `low` up to `high`."""

    low: float
    high: float
    score: Score
    rank: Share
    suit: Share

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "from": self.low,
            "to": self.high,
            **self.score.to_json(),
            "rank": self.rank.to_json(),
            "suit": self.suit.to_json(),
        }


def by_height(outcomes: Iterable[Outcome]) -> list[Band]:
    """Score by the height of the index in pixels; for what was read where nothing lay, as the reader measured it."""
    return _bands(outcomes, HEIGHTS_PX, lambda o: o.index_height_px)


def by_visibility(outcomes: Iterable[Outcome]) -> list[Band]:
    """Score by the share of the clearest index that nothing covers."""
    return _bands(outcomes, VISIBLE, lambda o: None if o.shown is None else o.shown.index_visible)


def by_tilt(outcomes: Iterable[Outcome]) -> list[Band]:
    """Score by the angle between the line of sight and the card's normal, degrees."""
    return _bands(outcomes, TILTS_DEG, lambda o: None if o.shown is None else o.shown.tilt_deg)


def _bands(
    outcomes: Iterable[Outcome], edges: Sequence[float], measure: Callable[[Outcome], float | None]
) -> list[Band]:
    measured = [(value, o) for o in outcomes if (value := measure(o)) is not None]
    bands = []
    for low, high in pairwise(edges):
        inside = [o for value, o in measured if low <= value < high]
        if inside:
            ranks, suits = rank_score(inside).recall, suit_score(inside).recall
            bands.append(Band(low, high, score(inside), ranks, suits))
    return bands


@dataclass(frozen=True, slots=True)
class Confusion:
    """What was taken for what.

    Attributes:
        ranks, suits: for each one shown, how often it was read as which, or missed; the row `nothing` counts what was
            read where no card lay.
        cards: card shown, card read, how often; only misreadings, the commonest first.
    """

    ranks: dict[str, dict[str, int]]
    suits: dict[str, dict[str, int]]
    cards: tuple[tuple[str, str, int], ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        cards = [{"shown": shown, "read": read, "n": n} for shown, read, n in self.cards]
        return {"ranks": self.ranks, "suits": self.suits, "cards": cards}


def confusion(outcomes: Iterable[Outcome]) -> Confusion:
    """Count what was taken for what."""
    pairs = [
        (str(o.shown.card) if o.shown else NOTHING, str(o.read.card) if o.read else MISSED) for o in outcomes
    ]
    wrong = Counter(
        (shown, read) for shown, read in pairs if read not in (MISSED, shown) and UNREAD not in shown
    )
    return Confusion(
        _matrix(RANKS, [(_part(shown, 0), _part(read, 0)) for shown, read in pairs]),
        _matrix(SUITS, [(_part(shown, 1), _part(read, 1)) for shown, read in pairs]),
        tuple((shown, read, n) for (shown, read), n in wrong.most_common()),
    )


def _part(name: str, at: int) -> str:
    return name if name in (MISSED, NOTHING) else name[at]


def _matrix(values: str, pairs: Iterable[tuple[str, str]]) -> dict[str, dict[str, int]]:
    counts = Counter(pairs)
    return {
        shown: {read: counts[shown, read] for read in (*values, MISSED) if counts[shown, read]}
        for shown in (*values, NOTHING)
    }


@dataclass(frozen=True, slots=True)
class Measures:
    """All that is measured on one set of outcomes, at one least probability of what is reported.

    Attributes:
        least_p: below it nothing is reported; the reliability alone counts all readings.
        pictures: how many pictures were read, those without a card too.
    """

    least_p: float
    pictures: int
    total: Score
    rank: Score
    suit: Score
    groups: dict[str, Score]
    heights: tuple[Band, ...]
    visibilities: tuple[Band, ...]
    tilts: tuple[Band, ...]
    confusion: Confusion
    reliability: Reliability
    reliability_reported: Reliability

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "least_p": self.least_p,
            "pictures": self.pictures,
            **self.total.to_json(),
            "rank": self.rank.to_json(),
            "suit": self.suit.to_json(),
            "groups": {name: score.to_json() for name, score in self.groups.items()},
            "by_index_height_px": [band.to_json() for band in self.heights],
            "by_index_visible": [band.to_json() for band in self.visibilities],
            "by_tilt_deg": [band.to_json() for band in self.tilts],
            "confusion": self.confusion.to_json(),
            "reliability": self.reliability.to_json(),
            "reliability_reported": self.reliability_reported.to_json(),
        }


def measure(outcomes: Sequence[Outcome], *, pictures: int, least_p: float) -> Measures:
    """Measure everything on some outcomes."""
    rows = reported(outcomes, least_p)
    by_group = sorted(rows, key=lambda o: o.group)
    answers = [(o.read.p, o.is_right) for o in outcomes if o.read is not None]
    return Measures(
        least_p=least_p,
        pictures=pictures,
        total=score(rows),
        rank=rank_score(rows),
        suit=suit_score(rows),
        groups={name: score(list(part)) for name, part in groupby(by_group, key=lambda o: o.group)},
        heights=tuple(by_height(rows)),
        visibilities=tuple(by_visibility(rows)),
        tilts=tuple(by_tilt(rows)),
        confusion=confusion(rows),
        reliability=reliability(answers),
        reliability_reported=reliability((p, right) for p, right in answers if p >= least_p),
    )
