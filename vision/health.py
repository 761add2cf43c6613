"""Whether the camera sees the table at all: not dark, not covered, not standing still."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]

BLIND_US = 1_000_000
"""So long a picture must show nothing before the camera is called blind."""
FROZEN_US = 3_000_000
"""So long not one sample may change before the picture is called frozen."""
LOOK_US = 150_000
"""Pictures in between are taken to be like the last one looked at."""
REFERENCE_US = 2_000_000
"""How old a picture a new one is compared with."""
_DARK = 20.0
_DARKER = 0.4
_OTHER = 25
_MOSTLY = 0.7
_SMOOTHER = 0.6


@dataclass(frozen=True, slots=True)
class HealthChange:
    """The camera went blind or sees again, since `pts_us`."""

    pts_us: int
    is_blind: bool
    reason: str = ""


class CameraHealth:
    """Follows the brightness and texture of one camera's pictures.

    Args:
        tells_frozen: whether equal pictures mean that the camera hangs (not for stills).
    """

    def __init__(self, *, tells_frozen: bool) -> None:
        self._tells_frozen = tells_frozen
        self._reference: _Reference | None = None
        self._before: U8 | None = None
        self._new_picture_us: int | None = None
        self._fault = ""
        self._fault_us = 0
        self._looked_us = -LOOK_US
        self._told = False

    @property
    def is_blind(self) -> bool:
        """Whether what the picture shows must not be believed now, told or not yet."""
        return bool(self._fault)

    def see(self, samples: U8, pts_us: int) -> Iterator[HealthChange]:
        """Take in the samples of a picture, uint8 `(h, w)`; yield a change when there is one."""
        if pts_us - self._looked_us < LOOK_US:
            return
        self._looked_us = pts_us
        fault = self._fault_of(samples, pts_us)
        if not fault:
            if self._told:
                yield HealthChange(pts_us, is_blind=False)
            self._fault, self._told = "", False
            return
        if not self._fault:
            self._fault_us = pts_us
        self._fault = fault
        if not self._told and pts_us - self._fault_us >= BLIND_US:
            self._told = True
            yield HealthChange(self._fault_us, is_blind=True, reason=fault)

    def _fault_of(self, samples: U8, pts_us: int) -> str:
        now = _Reference(samples, pts_us, _level(samples), _texture(samples))
        then = self._reference or now
        if now.level < _DARK and (now.level < _DARKER * then.level or then.level < _DARK):
            return "dark"
        if now.texture < _SMOOTHER * then.texture and _share_other(samples, then.samples) > _MOSTLY:
            return "covered"
        if self._is_frozen(samples, pts_us):
            return "frozen"
        if self._reference is None or pts_us - then.pts_us >= REFERENCE_US:
            self._reference = now
        return ""

    def _is_frozen(self, samples: U8, pts_us: int) -> bool:
        if self._before is None or self._new_picture_us is None or not np.array_equal(samples, self._before):
            self._before, self._new_picture_us = samples, pts_us
        return self._tells_frozen and pts_us - self._new_picture_us >= FROZEN_US - BLIND_US


@dataclass(frozen=True, slots=True, eq=False)
class _Reference:
    """A picture in which the camera saw the table."""

    samples: U8
    pts_us: int
    level: float
    texture: float


def _level(samples: U8) -> float:
    return float(cv2.mean(samples)[0])


def _texture(samples: U8) -> float:
    """Mean difference of neighbours."""
    return float(cv2.mean(cv2.absdiff(samples[:, 1:], samples[:, :-1]))[0])


def _share_other(samples: U8, reference: U8) -> float:
    return float((cv2.absdiff(samples, reference) > _OTHER).mean())
