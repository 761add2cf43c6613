"""The picture over time: a plate with everything at rest, and the few parts of it that change from frame to frame."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from vision.sightings import U8
from vision.synth.film.encode import FilmWriter
from vision.synth.film.sprites import Rect, Sprite, draw, overlap, union


class Stage:
    """What lies on the table, in order from below, and the picture of it.

    Attributes:
        plate: uint8 `(h, w, 3)` BGR, everything at rest.
    """

    def __init__(self, empty: U8) -> None:
        self._empty = empty
        self.plate = empty.copy()
        self._things: dict[Hashable, Sprite] = {}
        self._changed: list[Rect] = [(0, 0, empty.shape[1], empty.shape[0])]
        self._moving: list[Rect] = []

    def put(self, key: Hashable, sprite: Sprite | None) -> None:
        """Lay a thing on top; a thing of the same key is taken away first."""
        self.take(key)
        if sprite is not None:
            self._things[key] = sprite
            draw(self.plate, sprite)
            self._changed.append(sprite.rect)

    def take(self, key: Hashable) -> None:
        """Take a thing away, if it is there, and show what lay below it."""
        sprite = self._things.pop(key, None)
        if sprite is None:
            return
        x0, y0, x1, y1 = sprite.rect
        part = self.plate[y0:y1, x0:x1]
        part[:] = self._empty[y0:y1, x0:x1]
        for other in self._things.values():
            if overlap(other.rect, sprite.rect):
                draw(part, other, (x0, y0))
        self._changed.append(sprite.rect)

    def show(self, moving: Sequence[Sprite], writer: FilmWriter) -> None:
        """Write one frame: the plate with what moves on top of it, drawn only where the last frame differs."""
        rects = [sprite.rect for sprite in moving]
        for rect in _joined([*self._changed, *self._moving, *rects], writer.size):
            x0, y0, x1, y1 = rect
            part = self.plate[y0:y1, x0:x1].copy()
            for sprite in moving:
                draw(part, sprite, (x0, y0))
            writer.paint(rect, part)
        self._changed, self._moving = [], rects
        writer.write()


def _joined(rects: list[Rect], size: tuple[int, int]) -> list[Rect]:
    """Join rectangles that overlap, on even pixels as the colour planes want them."""
    out: list[Rect] = []
    for rect in rects:
        new = _even(rect, size)
        while touching := [other for other in out if overlap(other, new)]:
            out = [other for other in out if other not in touching]
            new = union([new, *touching])
        out.append(new)
    return out


def _even(rect: Rect, size: tuple[int, int]) -> Rect:
    x0, y0, x1, y1 = rect
    return (x0 // 2 * 2, y0 // 2 * 2, min((x1 + 1) // 2 * 2, size[0]), min((y1 + 1) // 2 * 2, size[1]))
