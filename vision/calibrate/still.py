"""What a still says about its camera: how much light, noise and blur there is where cards are played."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.sightings import U8

BRIGHTEST = 254
_REBLUR = 2.0
_FILTER = 0.6
"""How soft the filter that measures slopes is itself."""
_STRONG = 0.002
"""Share of the pixels that count as edges, the strongest."""
_LEAST_EDGE = 12.0
"""A brightness step below this tells nothing about blur."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Light and sharpness of a still.

    Attributes:
        white: brightness of the brightest things that are not glare, 0..255.
        noise: deviation of the brightness of things of one colour.
        blur_px: how soft edges are, as the deviation of a Gaussian; None if there is no edge to judge by.
        glare_px: pixels of the largest patch that is as bright as can be.
    """

    white: float
    noise: float
    blur_px: float | None
    glare_px: int


def look_at(image: U8, mask: U8) -> Seen:
    """Measure a still where a mask, uint8 `(h, w)`, is not 0."""
    luma = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    inside = mask > 0
    values = luma[inside]
    return Seen(
        white=float(np.percentile(values, 99.5)),
        noise=_noise(luma, inside),
        blur_px=_blur(luma, inside),
        glare_px=_largest_patch((luma >= BRIGHTEST) & inside),
    )


def _largest_patch(bright: np.ndarray) -> int:
    _, _, stats, _ = cv2.connectedComponentsWithStats(bright.astype(np.uint8))
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


def _noise(luma: np.ndarray, inside: np.ndarray) -> float:
    """Median of what a filter answers that is blind to edges and slopes, as a deviation."""
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    answer = np.abs(cv2.filter2D(luma, -1, kernel))[inside]
    return float(np.median(answer)) / 0.6745 / 6


def _blur(luma: np.ndarray, inside: np.ndarray) -> float | None:
    """From how much the strongest edges lose by being blurred once more: those that are soft lose little."""
    once, twice = _slope(luma), _slope(cv2.GaussianBlur(luma, (0, 0), _REBLUR))
    strong = np.percentile(once[inside], 100 * (1 - _STRONG))
    peak = inside & (once >= max(float(strong), _LEAST_EDGE)) & (once >= cv2.dilate(once, np.ones((3, 3))))
    if peak.sum() < 20:
        return None
    ratio = np.maximum(once[peak] / np.maximum(twice[peak], 1e-3), 1.0001)
    seen = float(np.median(_REBLUR / np.sqrt(ratio**2 - 1)))
    return float(np.sqrt(max(0.0, seen**2 - _FILTER**2)))


def _slope(luma: np.ndarray) -> np.ndarray:
    return np.asarray(np.hypot(cv2.Sobel(luma, -1, 1, 0, scale=0.25), cv2.Sobel(luma, -1, 0, 1, scale=0.25)))
