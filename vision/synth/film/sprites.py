"""Sprites: small pictures that lie over the scene, with the shadow that they throw.

Everything is premultiplied 8-bit, so that drawing is one multiplication and one addition:
`scene * keep / 255 + light`. A shadow is a place where `keep` is below 255 and `light` is black.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

import cv2
import numpy as np

from vision.felt import F64
from vision.sightings import U8

Rect = tuple[int, int, int, int]
"""x0, y0, x1, y1 in px, x1 and y1 excluded."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A piece to draw.

    Attributes:
        x, y: top left corner in the picture, px; the piece lies wholly inside.
        light: uint8 `(h, w, 3)` BGR that it adds.
        keep: uint8 `(h, w, 3)` what it lets through of the scene below, 255 is all.
    """

    x: int
    y: int
    light: U8
    keep: U8

    @property
    def rect(self) -> Rect:
        """The part of the picture that it covers."""
        return (self.x, self.y, self.x + self.light.shape[1], self.y + self.light.shape[0])


@dataclass(frozen=True, slots=True, eq=False)
class Texture:
    """A flat thing before it is seen by a camera.

    Attributes:
        pixels: uint8 `(h, w, 4)`, BGR premultiplied with the fourth channel, which is 255 where it is opaque.
    """

    pixels: U8

    @classmethod
    def of(cls, picture: U8, cover: U8) -> Texture:
        """Premultiply a picture, uint8 `(h, w, 3)`, with its cover, uint8 `(h, w)`."""
        colour = cv2.multiply(picture, cv2.cvtColor(cover, cv2.COLOR_GRAY2BGR), scale=1 / 255)
        return cls(np.dstack([colour, cover]))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, px."""
        return (self.pixels.shape[1], self.pixels.shape[0])

    @property
    def cover(self) -> U8:
        """uint8 `(h, w)`, the fourth channel."""
        return np.asarray(self.pixels[..., 3], np.uint8)

    def pieces(self, n: int) -> list[tuple[Texture, int]]:
        """Cut it across into `n` pieces; each with the row at which it begins."""
        edges = np.linspace(0, self.size[1], n + 1).astype(int)
        return [(Texture(self.pixels[a:b]), int(a)) for a, b in pairwise(edges)]


def draw(scene: U8, sprite: Sprite, origin: tuple[int, int] = (0, 0)) -> None:
    """Draw a sprite into a scene in place; parts outside are cut off.

    Args:
        scene: uint8 `(h, w, 3)` BGR; may be a view on a part of the picture.
        sprite: what to draw.
        origin: where the scene's corner lies in the picture, px.
    """
    x0, y0, x1, y1 = sprite.rect
    left, top = max(x0, origin[0]), max(y0, origin[1])
    right, bottom = min(x1, origin[0] + scene.shape[1]), min(y1, origin[1] + scene.shape[0])
    if left >= right or top >= bottom:
        return
    part = scene[top - origin[1] : bottom - origin[1], left - origin[0] : right - origin[0]]
    inside = (slice(top - y0, bottom - y0), slice(left - x0, right - x0))
    part[:] = cv2.add(cv2.multiply(part, sprite.keep[inside], scale=1 / 255), sprite.light[inside])


def warp(texture: Texture, picture_from_texture: F64, rect: Rect) -> U8:
    """See a texture through a homography: uint8 `(h, w, 4)` of the part `rect` of the picture."""
    matrix = shifted(picture_from_texture, -rect[0], -rect[1])
    size = (rect[2] - rect[0], rect[3] - rect[1])
    return np.asarray(cv2.warpPerspective(texture.pixels, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)


def shifted(matrix: F64, dx: float, dy: float) -> F64:
    """Move the picture side of a homography."""
    out = matrix.copy()
    out[0] += dx * matrix[2]
    out[1] += dy * matrix[2]
    return out


def sprite_of(rect: Rect, pixels: U8, shadow: U8 | None, gain: U8) -> Sprite:
    """Make a sprite from a warped texture.

    Args:
        rect: where it lies in the picture.
        pixels: uint8 `(h, w, 4)`, as in `Texture`.
        shadow: uint8 `(h, w)`, how dark its shadow is on what lies below, or None.
        gain: uint8 `(H, W, 3)`, the light of the whole picture.
    """
    x0, y0, x1, y1 = rect
    keep = 255 - cv2.extractChannel(pixels, 3)
    if shadow is not None:
        keep = cv2.multiply(keep, 255 - shadow, scale=1 / 255)
    light = cv2.multiply(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), gain[y0:y1, x0:x1], scale=1 / 255)
    return Sprite(x0, y0, light, cv2.cvtColor(keep, cv2.COLOR_GRAY2BGR))


def mixed(sprites: list[Sprite]) -> Sprite:
    """The mean of several sprites: one thing at several moments of an open shutter."""
    if len(sprites) == 1:
        return sprites[0]
    x0, y0, x1, y1 = union([sprite.rect for sprite in sprites])
    light = np.zeros((y1 - y0, x1 - x0, 3), np.uint16)
    keep = np.zeros_like(light)
    for sprite in sprites:
        sx0, sy0, sx1, sy1 = sprite.rect
        inside = (slice(sy0 - y0, sy1 - y0), slice(sx0 - x0, sx1 - x0))
        light[inside] += sprite.light
        keep[inside] += 255 - sprite.keep
    n = len(sprites)
    return Sprite(x0, y0, (light // n).astype(np.uint8), (255 - keep // n).astype(np.uint8))


def stacked(below: Sprite, above: Sprite) -> Sprite:
    """One sprite for two that lie on each other."""
    x0, y0, x1, y1 = union([below.rect, above.rect])
    light = np.zeros((y1 - y0, x1 - x0, 3), np.uint8)
    keep = np.full_like(light, 255)
    for sprite in (below, above):
        sx0, sy0, sx1, sy1 = sprite.rect
        inside = (slice(sy0 - y0, sy1 - y0), slice(sx0 - x0, sx1 - x0))
        light[inside] = cv2.add(cv2.multiply(light[inside], sprite.keep, scale=1 / 255), sprite.light)
        keep[inside] = cv2.multiply(keep[inside], sprite.keep, scale=1 / 255)
    return Sprite(x0, y0, light, keep)


def bounds(points_px: F64, size: tuple[int, int], border: int) -> Rect | None:
    """The rectangle around points, with a border, cut to a picture of `size` (w, h); None if nothing is left."""
    low = np.floor(points_px.min(axis=0)).astype(int) - border
    high = np.ceil(points_px.max(axis=0)).astype(int) + border + 1
    x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
    x1, y1 = min(int(high[0]), size[0]), min(int(high[1]), size[1])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def union(rects: list[Rect]) -> Rect:
    """The rectangle around all of them; at least one."""
    return reduce(lambda a, b: (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])), rects)


def overlap(a: Rect, b: Rect) -> bool:
    """Whether two rectangles share a pixel."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
