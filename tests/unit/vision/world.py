"""A little table that is drawn and whose truth is known: cards come, move, turn and go, hands lie over them.

The pictures are real (felt with print, cards with pips of their own, sensor noise); the reader is told what lies where
and reports it with the faults that a test asks for. It sees only what is not hidden.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.cards import DECK, Card
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, Fact, SpotSeen
from vision.calibrate.camera import Camera
from vision.layout.pose import Pose
from vision.sightings import Sighting
from vision.sources import End
from vision.synth.table import standard_table
from vision.table import Table
from vision.watch import Look, watch

U8 = NDArray[np.uint8]
FELT, BACK, SKIN, PAPER = (60, 95, 40), (140, 60, 60), (130, 160, 215), (245, 245, 245)


def small_table(profile: str = "blackjack-switch", boxes: int = 3, elevation_deg: float = 70.0) -> Table:
    camera = Camera(width=960, height=540, focal_px=1440.0, elevation_deg=elevation_deg)
    return standard_table(profile, boxes=boxes, camera=camera)


@dataclass
class Stay:
    """A card lies somewhere from one second to another, and slides there during the last `slide` seconds before.

    It is surely read as another card between two times if it is `misread`.
    """

    name: str
    card: str
    pose: Pose
    since: float
    until: float = 1e9
    up: bool = True
    slide: float = 0.0
    origin: Pose | None = None
    misread: tuple[float, float, str] | None = None


@dataclass
class Hand:
    """A hand's polygon in felt mm over the table; `shake` moves it all the time."""

    corners: list[tuple[float, float]]
    since: float
    until: float
    shake: float = 0.0


@dataclass
class Faults:
    """What is wrong with the reader: all probabilities, drawn for each card and look.

    `no_backs`: it sees faces only; `indices`: it says which indices of a card it saw, as a real one does.
    """

    miss: float = 0.0
    wrong: float = 0.0
    wrong_p: float = 0.55
    p: float = 0.99
    jitter_px: float = 0.0
    seed: int = 7
    no_backs: bool = False
    indices: bool = False


@dataclass
class World:
    table: Table
    stays: list[Stay] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    dark: list[tuple[float, float]] = field(default_factory=list)
    noise: float = 2.0
    bias: list[tuple[Pose, str, float]] = field(default_factory=list)
    """False cards that the reader reports all the time since `bias_since`: where, which, with what p."""
    bias_since: float = 0.0
    _grain: list[NDArray[np.int16]] = field(default_factory=list)

    def lay(self, card: str, place: str, k: int, since: float, until: float = 1e9, **more: object) -> Stay:
        """Lay a card as the `k`-th of a hand."""
        row = self.table.row(place)
        sideways = bool(more.pop("sideways", False))
        x, y = row.sideways_at(k) if sideways else row.card_at(k)
        pose = Pose(x, y, row.angle_deg + (90 if sideways else 0))
        stay = Stay(f"{card}@{place}.{k}", card, pose, since, until, **more)  # type: ignore[arg-type]
        self.stays.append(stay)
        return stay

    def lying(self, t: float) -> list[tuple[Stay, Pose]]:
        """Cards on the table at a time, lowest first."""
        out = []
        for stay in self.stays:
            if stay.since - stay.slide <= t < stay.until:
                pose = stay.pose
                if t < stay.since and stay.origin is not None:
                    pose = stay.origin.towards(stay.pose, 1 - (stay.since - t) / stay.slide)
                out.append((stay, pose))
        return out

    def draw(self, t: float) -> U8:
        height, width = self.table.camera.height, self.table.camera.width
        if any(a <= t < b for a, b in self.dark):
            return self._noisy(np.full((height, width, 3), 4, np.uint8), t)
        image = self._felt().copy()
        for stay, pose in self.lying(t):
            self._card(image, stay, pose)
        for hand in self.hands:
            if hand.since <= t < hand.until:
                self._fill(image, self._hand_mm(hand, t), SKIN)
        return self._noisy(image, t)

    def visible(self, quad_mm: NDArray[np.float64], above: int, t: float) -> float:
        """Part of an outline that no card above and no hand hides."""
        size = (self.table.camera.height, self.table.camera.width)
        shown = np.zeros(size, np.uint8)
        self._fill(shown, quad_mm, 1)
        total = int(shown.sum())
        for _, pose in self.lying(t)[above + 1 :]:
            self._fill(shown, self.table.card_quad_mm((pose.x, pose.y), pose.angle_deg), 0)
        for hand in self.hands:
            if hand.since <= t < hand.until:
                self._fill(shown, self._hand_mm(hand, t), 0)
        return int(shown.sum()) / max(1, total)

    def _felt(self) -> U8:
        if not hasattr(self, "_bare"):
            height, width = self.table.camera.height, self.table.camera.width
            bare = np.full((height, width, 3), FELT, np.uint8)
            for x in range(-600, 601, 120):
                self._fill(
                    bare, np.array([(x, 300), (x + 60, 300), (x + 60, 318), (x, 318)], float), (90, 190, 190)
                )
            self._bare = bare
        return self._bare

    def _card(self, image: U8, stay: Stay, pose: Pose) -> None:
        quad = self.table.card_quad_mm((pose.x, pose.y), pose.angle_deg)
        self._fill(image, quad, PAPER if stay.up else BACK)
        ink = np.random.default_rng(DECK.index(Card.parse(stay.card)) if stay.up else 99)
        for _ in range(7):
            u, v = ink.uniform(0.1, 0.75, 2)
            pip = np.array([(u, v), (u + 0.14, v), (u + 0.14, v + 0.1), (u, v + 0.1)])
            across, down = quad[1] - quad[0], quad[3] - quad[0]
            self._fill(image, quad[0] + pip[:, :1] * across + pip[:, 1:] * down, (30, 30, 40))
        cv2.polylines(
            image, [np.round(self.table.to_picture(quad)).astype(np.int32)], True, (120, 120, 120), 1
        )

    def _fill(self, image: U8, quad_mm: NDArray[np.float64], colour: object) -> None:
        cv2.fillConvexPoly(image, np.round(self.table.to_picture(quad_mm)).astype(np.int32), colour)

    def _hand_mm(self, hand: Hand, t: float) -> NDArray[np.float64]:
        return np.array(hand.corners, float) + hand.shake * np.array([np.sin(9 * t), np.cos(7 * t)])

    def _noisy(self, image: U8, t: float) -> U8:
        if not self.noise:
            return image
        if not self._grain:
            rng = np.random.default_rng(3)
            self._grain = [np.asarray(rng.normal(0, self.noise, image.shape), np.int16) for _ in range(5)]
        return np.asarray(cv2.add(image, self._grain[int(t * 25) % 5], dtype=cv2.CV_8U), np.uint8)


@dataclass
class WorldFrame:
    pts_us: int
    picture: U8

    def luma(self) -> U8:
        return np.asarray(cv2.cvtColor(self.picture, cv2.COLOR_BGR2GRAY), np.uint8)

    def image(self) -> U8:
        return self.picture


class WorldSource:
    """A world filmed from second 0 to `until`."""

    name = "world"
    end: End | None = None

    def __init__(
        self, world: World, until: float, *, fps: float = 12.5, stills: bool = False, start: float = 0.0
    ):
        self.world, self.until, self.fps, self.is_stills, self.start = world, until, fps, stills, start
        self.width, self.height = world.table.camera.width, world.table.camera.height
        self.duration_us: int | None = int(until * 1e6)
        self._shown: deque[tuple[U8, float]] = deque(maxlen=3)

    def __iter__(self) -> Iterator[WorldFrame]:
        for n in range(int(self.until * self.fps)):
            now = n / self.fps
            picture = self.world.draw(now)
            self._shown.append((picture, now))
            yield WorldFrame(int(now * 1e6), picture)
        self.end = End("end of the world", complete=True)

    def close(self) -> None: ...

    def time_of(self, image: U8) -> float:
        """When one of the last pictures was shown: a picture may be read after the next one came."""
        return next(now for picture, now in self._shown if picture is image)


class WorldReader:
    """Sees the cards of a world as they lie when the source shows them."""

    def __init__(self, world: World, source: WorldSource, faults: Faults | None = None) -> None:
        self.world, self.source, self.faults = world, source, faults or Faults()
        self.rng = np.random.default_rng(self.faults.seed)
        self.calls = 0

    def read_table(
        self,
        image: U8,
        table: Table,
        regions: Sequence[tuple[int, int, int, int]] | None = None,
        *,
        layout: object = None,
        least_p: float,
    ) -> list[Sighting]:
        self.calls += 1
        return self._lying(self.source.time_of(image), regions)

    def read(self, image: U8, *, least_p: float) -> list[Sighting]:
        return self._lying(self.source.time_of(image), None)

    def _lying(self, now: float, regions: Sequence[tuple[int, int, int, int]] | None) -> list[Sighting]:
        out, table = [], self.world.table
        for k, (stay, pose) in enumerate(self.world.lying(now)):
            quad = table.card_quad_mm((pose.x, pose.y), pose.angle_deg)
            seen = self._see(stay, quad, k, now)
            if seen is not None and _within(seen, regions):
                out.append(seen)
        for pose, card, p in self.world.bias if now >= self.world.bias_since else ():
            out.append(sighting(pose.quad_px(table), card, p, up=True))
        return out

    def _see(self, stay: Stay, quad: NDArray[np.float64], above: int, now: float) -> Sighting | None:
        faults, table = self.faults, self.world.table
        corners = [_part(quad, (0.0, 0.0, 0.25, 0.3)), _part(quad, (0.75, 0.7, 1.0, 1.0))]
        shown = [corner for corner in corners if stay.up and self.world.visible(corner, above, now) > 0.9]
        enough = bool(shown) if stay.up else self.world.visible(quad, above, now) > 0.5
        if faults.no_backs and not stay.up:
            return None
        if not enough or self.rng.random() < faults.miss:
            return None
        quad_px = table.to_picture(quad) + self.rng.normal(0, faults.jitter_px or 1e-9, (4, 2))
        if self.rng.random() < faults.wrong:
            return sighting(quad_px, str(DECK[int(self.rng.integers(52))]), faults.wrong_p, up=stay.up)
        since, until, other = stay.misread or (0.0, 0.0, "")
        indices = tuple(table.to_picture(corner).astype(np.float32) for corner in shown)
        read = sighting(quad_px, other if since <= now < until else stay.card, faults.p, up=stay.up)
        return replace(read, indices=indices if faults.indices else ())


def sighting(quad_px: NDArray[np.float64], card: str, p: float, *, up: bool) -> Sighting:
    probs = np.zeros(52, np.float32)
    if up:
        probs[:] = 0.98 * (1 - p) / 51
        probs[DECK.index(Card.parse(card))] = p
    return Sighting(quad=quad_px.astype(np.float32), face="up" if up else "down", probs=probs, score=p)


def _part(quad: NDArray[np.float64], part: tuple[float, float, float, float]) -> NDArray[np.float64]:
    u0, v0, u1, v1 = part
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    return np.array([quad[0] + u * across + v * down for u, v in ((u0, v0), (u1, v0), (u1, v1), (u0, v1))])


def _within(seen: Sighting, regions: Sequence[tuple[int, int, int, int]] | None) -> bool:
    x, y = seen.centre
    return regions is None or any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in regions)


def facts_of(
    world: World, until: float, *, faults: Faults | None = None, stills: bool = False, fps: float = 12.5
) -> list[Fact]:
    """Watch a world to its end; what the bet spots show is left out, for nobody bets in it."""
    source = WorldSource(world, until, fps=1.0 if stills else fps, stills=stills)
    reader = WorldReader(world, source, faults)
    items = watch(source, world.table, reader)
    return [i for i in items if not isinstance(i, Look) and not isinstance(i.body, SpotSeen)]


def told(facts: list[Fact]) -> list[str]:
    """Facts in short: `placed 1.1 Th`, `moved 1.2`, `taken`, with the card's last known name where it has one."""
    names: dict[int, str] = {}
    out = []
    for fact in facts:
        body = fact.body
        if isinstance(body, CardPlaced):
            names[body.track] = body.card
            out.append(f"placed {body.place} {body.card}{' sideways' if body.sideways else ''}")
        elif isinstance(body, CardRead):
            out.append(f"read {names[body.track]} as {body.card}")
            names[body.track] = body.card
        elif isinstance(body, CardMoved):
            out.append(f"moved {names[body.track]} to {body.place}{' sideways' if body.sideways else ''}")
        elif isinstance(body, CardTaken):
            out.append(f"taken {names[body.track]}")
        else:
            out.append(body.kind)
    return out


def lying(facts: list[Fact]) -> list[tuple[str, str]]:
    """Place and last name of every card that was placed, sorted."""
    cards: dict[int, tuple[str, str]] = {}
    for fact in facts:
        body = fact.body
        if isinstance(body, CardPlaced):
            cards[body.track] = (body.place, body.card)
        elif isinstance(body, CardRead):
            cards[body.track] = (cards[body.track][0], body.card)
    return sorted(cards.values())
