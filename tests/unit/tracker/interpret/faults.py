"""What goes wrong between a table and its journal: facts that are lost, cards that are not read, a blind camera."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from tracker.facts import (
    CameraBack,
    CameraBlind,
    CardMoved,
    CardPlaced,
    CardRead,
    CardTaken,
    Fact,
    FactBody,
    RecordingEnded,
)
from tracker.interpret import ToldRound


def lose_one_a_round(facts: Sequence[Fact], rounds: Iterable[ToldRound], rng: Random) -> list[Fact]:
    """Lose one fact of each round, of any kind and from any source."""
    lost = set()
    for told in rounds:
        inside = [f for f in facts if told.start_us <= f.pts_us <= told.end_us]
        lost.add(rng.choice([f.id for f in inside if not isinstance(f.body, RecordingEnded)]))
    return [fact for fact in facts if fact.id not in lost]


def leave_unread(facts: Iterable[Fact], part: float, rng: Random) -> list[Fact]:
    """Leave some cards unread."""
    return [
        replace(fact, body=replace(fact.body, card="??"), id="")
        if isinstance(fact.body, (CardPlaced, CardRead)) and rng.random() < part
        else fact
        for fact in facts
    ]


def see_late(facts: Iterable[Fact], most_us: int, rng: Random) -> list[Fact]:
    """See some cards up to `most_us` late, as under a hand that stays; how late it may be is known of each."""
    seen: list[Fact] = []
    latest: dict[int, int] = {}
    for fact in facts:
        late_us = 0
        if isinstance(fact.body, (CardPlaced, CardRead)) and rng.random() < 0.3:
            late_us = rng.randrange(most_us)
        track = getattr(fact.body, "track", None)
        if track is not None:  # facts about one card keep their order
            late_us = max(late_us, latest.get(track, 0) - fact.pts_us)
            latest[track] = fact.pts_us + late_us
        seen.append(replace(fact, pts_us=fact.pts_us + late_us, slack_us=late_us, seq=0, id=""))
    return sorted(seen, key=lambda fact: fact.pts_us)


def never_see(facts: Sequence[Fact], rounds: Iterable[ToldRound], rng: Random) -> list[Fact]:
    """Never see one card of each round, from its coming to its going: no number is missing."""
    unseen: set[int] = set()
    for told in rounds:
        inside = (fact for fact in facts if told.start_us <= fact.pts_us <= told.end_us)
        tracks = [fact.body.track for fact in inside if isinstance(fact.body, CardPlaced)]
        unseen.add(rng.choice(tracks))
    seen = (fact for fact in facts if getattr(fact.body, "track", None) not in unseen)
    return [replace(fact, seq=0, id="") for fact in seen]


def black_out(facts: Iterable[Fact], start_us: int, end_us: int) -> list[Fact]:
    """Let the camera see nothing for a while; afterwards it reports what has gone, come and moved."""
    tracks: dict[int, CardPlaced] = {}
    kept: list[Fact] = []
    hidden: list[Fact] = []
    for fact in facts:
        unseen = fact.source.startswith("camera") and start_us <= fact.pts_us < end_us
        (hidden if unseen else kept).append(fact)
    earlier = [fact for fact in kept if fact.pts_us < start_us]
    before, after = _lying(earlier, tracks), _lying([*earlier, *hidden], tracks)
    gone = [CardTaken(track=track) for track in before if track not in after]
    new = [replace(tracks[track], place=place) for track, place in after.items() if track not in before]
    moved = [CardMoved(track=t, place=place) for t, place in after.items() if before.get(t, place) != place]
    blind = _seen(start_us, CameraBlind(reason="dark"))
    noticed = [_seen(end_us, body) for body in (CameraBack(), *gone, *new, *moved)]
    return sorted([*kept, blind, *noticed], key=lambda fact: fact.pts_us)


def _seen(pts_us: int, body: FactBody) -> Fact:
    return Fact(table="T", source="camera:overhead", pts_us=pts_us, body=body)


def _lying(facts: Iterable[Fact], tracks: dict[int, CardPlaced]) -> dict[int, str]:
    lying: dict[int, str] = {}
    for fact in facts:
        match fact.body:
            case CardPlaced() as body:
                tracks[body.track] = body
                lying[body.track] = body.place
            case CardMoved(track=track, place=place):
                lying[track] = place
            case CardTaken(track=track):
                lying.pop(track, None)
            case _:
                pass
    return lying
