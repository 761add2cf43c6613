"""Whether chips lie on each bet spot, and whether they changed: the spot's bare felt, learnt, against what it shows.

Amounts are not read. What is in doubt is told as unsure: a hand, an arm or a card that lies over a spot reaches beyond
it, a chip may have the felt's colour, and a shadow darkens the felt as a black chip may. What moves is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from tracker.facts import SpotSeen
from vision.felt import Mm
from vision.sources import Frame
from vision.table import Table
from vision.tracks.view import Happening

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
Mask = NDArray[np.bool_]
Lies = Literal["empty", "chips", "unsure"]
Shows = Lies | Literal["changed"]

STEP_MM: Final = 3.0
SIDE: Final = 44
"""Samples across a spot's patch: it shows what reaches beyond the spot, too."""
LOOK_US: Final = 100_000
REST_US: Final = 700_000
"""A spot and what is around it must rest for so long before it is judged."""
AGAIN_US: Final = 2_000_000
"""After so long it is judged again though nothing was seen to move: a chip may be as bright as the felt."""
CHIP_MM: Final = 16.0
"""Radius within which a stack covers the felt wherever it stands on its spot."""
NEIGHBOUR_MM: Final = 24.0
"""Radius around another spot in which its own chips may lie."""
REACH_MM: Final = 56.0
"""What is not felt as far as this from the spot's middle is no stack of chips."""
LEAST_RIM: Final = 3
"""So many samples at that distance are more than noise."""
STIR: Final = 9.0
"""Mean difference of two looks, grey levels, from which on something moves."""
OTHER, LEAST_OTHER, OF_FELT = 30.0, 12.0, 0.3
"""Difference of a channel, grey levels, from which on a sample does not show the same; less where the felt is dark."""
FREE: Final = 0.1
COVERED: Final = 0.7
"""Shares of a spot's samples that do not show its felt: at most so many where it is bare, at least so many where
chips lie."""
CHANGED: Final = 0.25
"""Share of a stack's samples that look otherwise, from which on it was changed; fewer may be a nudge or other light."""
PLAIN: Final = 0.55
"""Share of a spot that has the colour of the felt around it, from which on it is taken to be bare at first sight."""
_DARKEST: Final = 8.0
_MOST_LIGHT: Final = 2.2


@dataclass(slots=True, eq=False)
class _Spot:
    """What is known of a spot: its bare felt, its chips as they last lay, what was told, when it last moved."""

    name: str
    around: Mask
    bare: F32 | None = None
    chips: F32 | None = None
    candidate: F32 | None = None
    shows: Lies | None = None
    luma: F32 | None = None
    stirred_us: int = 0
    moved_us: int = 0
    judged_us: int = 0
    is_pending: bool = True
    quad_px: NDArray[np.float64] = field(default_factory=lambda: np.zeros((4, 2)))


class SpotWatch:
    """Watches the bet spots of a table.

    Args:
        table: where they lie.
    """

    def __init__(self, table: Table) -> None:
        places = spots_of(table)
        self._spots = [_Spot(name, _felt_around(name, places)) for name in places]
        axis = (np.arange(SIDE) - (SIDE - 1) / 2) * STEP_MM
        offsets = np.stack(np.meshgrid(axis, axis), axis=-1)
        seen = [table.to_picture(offsets + np.array(at)) for at in places.values()]
        self._map = np.concatenate(seen).astype(np.float32) if seen else np.zeros((0, SIDE, 2), np.float32)
        for spot, at in zip(self._spots, places.values(), strict=True):
            half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * NEIGHBOUR_MM
            spot.quad_px = np.asarray(table.to_picture(half + np.array(at)), np.float64)
        self._looked_us = -LOOK_US

    def see(self, frame: Frame) -> Iterator[Happening]:
        """Take in a frame; yield what the spots show that they did not show before.

        Each is dated to when it may have begun: what is told of cards meanwhile must not look later than it was.
        """
        pts_us = frame.pts_us
        if not self._spots or pts_us - self._looked_us < LOOK_US:
            return
        self._looked_us = pts_us
        due = [
            spot
            for spot, luma in zip(self._spots, self._patches(frame.luma()), strict=True)
            if self._is_due(spot, luma, pts_us)
        ]
        if due:
            colours = dict(
                zip((spot.name for spot in self._spots), self._patches(frame.image()), strict=True)
            )
            for spot in due:
                spot.is_pending = False
                since_us, spot.judged_us = max(spot.stirred_us, spot.judged_us), pts_us
                if (shows := self._judge(spot, colours[spot.name])) is not None:
                    body = SpotSeen(spot=spot.name, shows=shows)
                    yield Happening(since_us, since_us, body, spot.quad_px)

    def blinded(self) -> None:
        """The camera does not see: what rests must rest anew."""
        for spot in self._spots:
            spot.luma, spot.is_pending = None, True

    def _patches(self, picture: U8) -> list[F32]:
        """Cut every spot's patch out of a picture."""
        cut = cv2.remap(picture, self._map, None, cv2.INTER_LINEAR)
        return list(np.split(cut.astype(np.float32), len(self._spots)))

    def _is_due(self, spot: _Spot, luma: F32, pts_us: int) -> bool:
        before, spot.luma = spot.luma, luma
        if before is None or float(np.abs(luma - before)[_WHOLE].mean()) > STIR * 0.3 or _stirs(luma, before):
            if not spot.is_pending:
                spot.stirred_us = pts_us
            spot.moved_us, spot.is_pending = pts_us, True
            return False
        wanted = spot.is_pending or pts_us - spot.judged_us >= AGAIN_US
        return wanted and pts_us - spot.moved_us >= REST_US

    def _judge(self, spot: _Spot, now: F32) -> Shows | None:
        """What a spot at rest shows, if that is news."""
        if spot.bare is None:
            if not _is_plain(now, spot.around):
                return None
            spot.bare = now
        lit = _in_the_light_of(now, spot.bare, spot.around)
        other, shaded = _differs(lit, spot.bare)
        covered, in_shade = float(other[_CHIP].mean()), float(shaded[_CHIP].mean())
        lies: Lies = "chips" if covered >= COVERED else "empty" if covered + in_shade <= FREE else "unsure"
        lump = _lump(other)
        if (lump & _RIM & spot.around).sum() >= LEAST_RIM:
            lies = "unsure"  # it goes on beyond the spot, as hands, arms and cards do
        if lies == "empty":
            spot.bare = now
        before, spot.shows = spot.shows, lies
        if lies == before == "chips" and not self._is_changed(spot, lit, lump):
            return None
        if lies == "chips":
            spot.chips = lit
        return lies if lies != before else "changed" if lies == "chips" else None

    @staticmethod
    def _is_changed(spot: _Spot, lit: F32, lump: Mask) -> bool:
        """Whether the stack looks otherwise than it did, and has done so at the look before, too."""

        def unlike(then: F32 | None) -> bool:
            return then is None or float(_differs(lit, then)[0][lump | _CHIP].mean()) >= CHANGED

        before, spot.candidate = spot.candidate, lit
        if not unlike(spot.chips):
            return False
        spot.is_pending = unlike(before)
        return not spot.is_pending


def spots_of(table: Table) -> dict[str, Mm]:
    """The bet spots of a table by name, felt mm; of several at one place the first."""
    named: dict[str, Mm] = {}
    for box in table.boxes:
        named |= {f"{box.no}.{n}": hand.bet_mm or box.bet_mm for n, hand in enumerate(box.hands, start=1)}
        if box.side_mm is not None:
            named[f"{box.no}.side"] = box.side_mm
    first: dict[Mm, str] = {}
    for name, at in named.items():
        first.setdefault(at, name)
    return {name: at for at, name in first.items()}


def _distance() -> F32:
    axis = (np.arange(SIDE) - (SIDE - 1) / 2) * STEP_MM
    return np.asarray(np.hypot(*np.meshgrid(axis, axis)), np.float32)


_CHIP: Final[Mask] = _distance() <= CHIP_MM
_NEAR: Final[Mask] = _distance() <= 2 * CHIP_MM
_WHOLE: Final[Mask] = _distance() <= REACH_MM
_RIM: Final[Mask] = (_distance() > REACH_MM) & (_distance() <= REACH_MM + 2.5 * STEP_MM)


def _felt_around(name: str, places: dict[str, Mm]) -> Mask:
    """The samples of a spot's patch that no chips of another spot cover."""
    axis = (np.arange(SIDE) - (SIDE - 1) / 2) * STEP_MM
    xs, ys = np.meshgrid(axis, axis)
    free = np.ones((SIDE, SIDE), np.bool_)
    x, y = places[name]
    for other, (ox, oy) in places.items():
        if other != name:
            free &= np.hypot(xs - (ox - x), ys - (oy - y)) > NEIGHBOUR_MM
    return free | _CHIP


def _stirs(now: F32, before: F32) -> bool:
    """Whether something moves on the spot itself."""
    return float(np.abs(now - before)[_NEAR].mean()) > STIR


def _is_plain(now: F32, around: Mask) -> bool:
    """Whether most of a spot has the colour of the felt around it, at first sight of it."""
    felt = np.median(now[around & ~_NEAR & _WHOLE], axis=0)
    alike = (np.abs(now - felt) < OTHER).all(axis=-1)
    return float(alike[_CHIP].mean()) >= PLAIN and float(alike[around & _WHOLE].mean()) >= PLAIN


def _in_the_light_of(now: F32, bare: F32, around: Mask) -> F32:
    """A patch as it would look in the light in which the bare felt was seen."""
    felt = around & ~_NEAR
    gain = np.median(now[felt] / np.maximum(bare[felt], _DARKEST), axis=0)
    return np.asarray(now / np.clip(gain, 0.5, 2.0), np.float32)


def _differs(now: F32, then: F32) -> tuple[Mask, Mask]:
    """Samples that show something else, and those that show the same colour, only darker or brighter."""
    least = min(OTHER, max(LEAST_OTHER, OF_FELT * float(np.median(then.max(axis=-1)))))
    apart = (np.abs(now - then) > least).any(axis=-1)
    ratio = (now + 1) / (then + 1)
    level = ratio.mean(axis=-1)
    same_colour = (level > 1 / _MOST_LIGHT) & (level < _MOST_LIGHT) & (np.ptp(ratio, axis=-1) < 0.2 * level)
    other = cv2.morphologyEx(
        (apart & ~same_colour).astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)
    )
    return np.asarray(other, np.bool_), apart & same_colour


def _lump(other: Mask) -> Mask:
    """What lies on the spot, with all that it touches."""
    _, lumps = cv2.connectedComponents(other.astype(np.uint8), connectivity=8)
    here = np.unique(lumps[_CHIP & other])
    return np.asarray(np.isin(lumps, here[here > 0]), np.bool_)
