"""Score an audit of a filmed session against what was really done in it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from api.errors import InputError
from api.films import TRUTH
from api.store.projections import JudgedRound, Session
from tracker.errors import TrackerError
from tracker.notation import History, parse_bjh
from tracker.profile import Profile
from tracker.referee import judge_round
from tracker.simulate import Planted
from tracker.statistics.intervals import wilson
from tracker.verdict import RoundVerdict

Hands = dict[str, tuple[str, ...]]
"""The cards of each hand and of the dealer (`d`), in order, at the end of a round."""
Span = tuple[int, int]
"""First and last media time, microseconds."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What was done in a filmed session.

    Attributes:
        hands: the cards of every round at its end.
        planted: the errors.
        spans_us: media times of each round's first and last action; without them rounds are compared in their order.
    """

    hands: tuple[Hands, ...]
    planted: tuple[Planted, ...]
    spans_us: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class FilmScore:
    """How well a film was told.

    Attributes:
        rounds: dealt; `right` with every card in its hand and order; `wrong` not right though told as certain;
            `lost` not told at all.
        cards, cards_right: dealt, and told in their hand and place.
        planted, found: errors dealt, and found in their round with their code.
        false: findings that nothing planted explains.
        from_doubt: findings in rounds that are told as uncertain: there must be none.
    """

    rounds: int
    right: int
    wrong: int
    lost: int
    cards: int
    cards_right: int
    planted: int
    found: int
    false: int
    from_doubt: int

    def __add__(self, other: FilmScore) -> FilmScore:
        mine, theirs = asdict(self), asdict(other)
        return FilmScore(**{name: mine[name] + theirs[name] for name in mine})

    def to_json(self) -> dict[str, int | float | list[float]]:
        """Return counts and shares with 95 % intervals."""
        shares = {
            "rounds": (self.right, self.rounds),
            "cards": (self.cards_right, self.cards),
            "planted": (self.found, self.planted),
        }
        out: dict[str, int | float | list[float]] = dict(asdict(self))
        for name, (right, total) in shares.items():
            out[f"{name}_share"] = round(right / total, 4) if total else 1.0
            out[f"{name}_95"] = [round(v, 4) for v in wilson(right, total)]
        return out


def read_truth(folder: Path, profile: Profile) -> Truth:
    """Read a filmed session's `session.bjh` and `truth.json`.

    Raises:
        InputError: if one of them is missing or not as the film maker writes it.
    """
    try:
        history = parse_bjh(
            (folder / "session.bjh").read_text(encoding="utf8"), file=str(folder / "session.bjh")
        )
        planted = [
            Planted(**row) for row in json.loads((folder / TRUTH).read_text(encoding="utf8"))["planted"]
        ]
    except OSError as error:
        raise InputError(f"not a filmed session: {error.filename}: {error.strerror}") from error
    except (TrackerError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"not a filmed session: {folder}: {error}") from error
    verdicts = (judge_round(profile, [*recorded.actions]) for recorded in history.rounds)
    return Truth(tuple(hands_of(verdict) for verdict in verdicts), tuple(planted), _spans(history))


def _spans(history: History) -> tuple[Span, ...]:
    """When each round was dealt; nothing if a round has no times."""
    times = [[action.pts_us for action in r.actions if action.pts_us is not None] for r in history.rounds]
    return tuple((min(row), max(row)) for row in times) if all(times) else ()


def hands_of(verdict: RoundVerdict) -> Hands:
    """Return the cards of each hand and of the dealer."""
    rows = {ref: tuple(map(str, hand.cards)) for ref, hand in verdict.hands.items()}
    return {**rows, "d": tuple(map(str, verdict.dealer.cards))}


def score_film(truth: Truth, session: Session) -> FilmScore:
    """Compare what was told with the truth, round by round."""
    told = paired(truth, session.rounds)
    right = wrong = cards = cards_right = 0
    for hands, judged in zip(truth.hands, told, strict=True):
        seen = hands_of(judged.verdict) if judged else {}
        right += seen == hands
        wrong += seen != hands and judged is not None and judged.state != "uncertain"
        cards += sum(map(len, hands.values()))
        cards_right += sum(_same(row, seen.get(place, ())) for place, row in hands.items())
    found = (_wanted(truth) & _seen(told)).total()
    doubted = [judged for judged in session.rounds if judged.state == "uncertain"]
    return FilmScore(
        rounds=len(truth.hands),
        right=right,
        wrong=wrong,
        lost=told.count(None),
        cards=cards,
        cards_right=cards_right,
        planted=len(truth.planted),
        found=found,
        false=sum(len(judged.findings) for judged in session.rounds) - found,
        from_doubt=sum(len(judged.findings) for judged in doubted),
    )


def paired(truth: Truth, told: Sequence[JudgedRound]) -> list[JudgedRound | None]:
    """Return for each round that was dealt the one that was told at its time; None where none was."""
    if not truth.spans_us:
        return [told[n] if n < len(told) else None for n in range(len(truth.hands))]
    shared = sorted(
        (
            (min(end, judged.told.end_us) - max(start, judged.told.start_us), n, k)
            for n, (start, end) in enumerate(truth.spans_us)
            for k, judged in enumerate(told)
        ),
        reverse=True,
    )
    pairs: dict[int, int] = {}
    for overlap, n, k in shared:
        if overlap > 0 and n not in pairs and k not in pairs.values():
            pairs[n] = k
    return [told[pairs[n]] if n in pairs else None for n in range(len(truth.hands))]


def differences(truth: Truth, session: Session) -> list[str]:
    """Return what was told otherwise than it was dealt, a line each: cards, doubts, missed and false findings."""
    told = paired(truth, session.rounds)
    lines: list[str] = []
    for no, (hands, judged) in enumerate(zip(truth.hands, told, strict=True), start=1):
        if judged is None:
            lines.append(f"round {no}: not told")
            continue
        seen = hands_of(judged.verdict)
        lines += [f"round {no}: doubt: {doubt}" for doubt in judged.told.doubts]
        lines += [
            f"round {no}: {place}: dealt {' '.join(hands.get(place, ()))}, told {' '.join(seen.get(place, ()))}"
            for place in sorted({*hands, *seen})
            if hands.get(place, ()) != seen.get(place, ())
        ]
    wanted, found = _wanted(truth), _seen(told)
    lines += [f"round {no}: missed: {code}" for no, code in sorted((wanted - found).elements())]
    lines += [f"round {no}: false: {code}" for no, code in sorted((found - wanted).elements())]
    return lines


def _same(row: Sequence[str], seen: Sequence[str]) -> int:
    return sum(a == b for a, b in zip(row, seen, strict=False))


def _wanted(truth: Truth) -> Counter[tuple[int, str]]:
    """The planted errors by round and code."""
    return Counter((error.round, error.code) for error in truth.planted)


def _seen(told: Iterable[JudgedRound | None]) -> Counter[tuple[int, str]]:
    """The findings by the round that was dealt and code."""
    return Counter(
        (no, proven.finding.code)
        for no, judged in enumerate(told, start=1)
        if judged is not None
        for proven in judged.findings
    )
