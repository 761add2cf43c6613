"""Cards of a deck as the filming camera sees them."""

from __future__ import annotations

import math

import cv2
import numpy as np

from tracker.cards import DECK
from vision.felt import Mm
from vision.sightings import U8
from vision.synth.art import Deck
from vision.synth.film.eye import Eye, placed
from vision.synth.film.sprites import Sprite, Texture

LEAST_TEXTURE_PX, FINER = 160, 1.4
"""Width of the textures: at least so many times what the picture shows of a card, as far as the art goes."""
CORNER = 0.055
"""Radius of a card's corners as a part of its width."""
REST_SHADOW_MM = 1.6
LIFT_MM = 14.0


class CardSprites:
    """The 52 faces and the back of one deck."""

    def __init__(self, deck: Deck, eye: Eye) -> None:
        self._eye = eye
        self._card_mm = eye.table.card_mm
        aspect = self._card_mm[1] / self._card_mm[0]
        shown_px = self._card_mm[0] * eye.px_per_mm(eye.table.dealer.at_mm)
        self._width_px = max(LEAST_TEXTURE_PX, min(round(FINER * shown_px), deck.faces.shape[2]))
        size = (self._width_px, round(self._width_px * aspect))
        cover = _rounded(size)
        self._faces = {
            str(card): Texture.of(_paper(face, size), cover)
            for card, face in zip(DECK, deck.faces, strict=True)
        }
        self._back = Texture.of(_paper(deck.back, size), cover)

    def lying(self, card: str | None, centre: Mm, angle_deg: float) -> Sprite | None:
        """A card at rest; `card` None lies face down."""
        return self._see(card, centre, angle_deg, 1.0, REST_SHADOW_MM, fine=True)

    def moving(self, card: str | None, centre: Mm, angle_deg: float, *, turn: float = 1.0) -> Sprite | None:
        """A card in motion, a little above the felt; `turn` is its apparent width, 1 flat, 0 on its edge."""
        return self._see(card, centre, angle_deg, max(turn, 0.06), LIFT_MM, fine=False)

    def _see(
        self, card: str | None, centre: Mm, angle_deg: float, squeeze: float, shadow_mm: float, *, fine: bool
    ) -> Sprite | None:
        texture = self._back if card is None else self._faces[card]
        matrix = placed(centre, angle_deg, texture.size, self._width_px / self._card_mm[0], squeeze)
        return self._eye.see(texture, matrix, height_mm=0 if fine else 4.0, shadow_mm=shadow_mm, fine=fine)


def turning(progress: float) -> float:
    """Apparent width of a card that is turned over, at `progress` 0..1 of the turn."""
    return abs(math.cos(math.pi * progress))


def _paper(picture: U8, size: tuple[int, int]) -> U8:
    """Cut off the art's outline, shade the edge as cut card is, and bring it to the texture's size."""
    h, w = picture.shape[:2]
    inset = max(1, round(w * 0.012))
    inner = cv2.resize(picture[inset : h - inset, inset : w - inset], size, interpolation=cv2.INTER_AREA)
    edge = np.full((size[1], size[0]), 205, np.uint8)
    edge[1:-1, 1:-1] = 255
    edge = cv2.GaussianBlur(edge, (3, 3), 0)
    white = np.array([242, 248, 250], np.uint8)[None, None].repeat(size[1], 0).repeat(size[0], 1)
    shaded = cv2.multiply(inner, cv2.cvtColor(edge, cv2.COLOR_GRAY2BGR), scale=1 / 255)
    return np.asarray(cv2.multiply(shaded, white, scale=1 / 255), np.uint8)


def _rounded(size: tuple[int, int]) -> U8:
    """uint8 `(h, w)`, a rectangle with a card's round corners, smooth at the edge."""
    big = 4
    w, h = size[0] * big, size[1] * big
    radius = round(CORNER * w)
    mask = np.zeros((h, w), np.uint8)
    cv2.rectangle(mask, (radius, 0), (w - radius, h), 255, -1)
    cv2.rectangle(mask, (0, radius), (w, h - radius), 255, -1)
    for x in (radius, w - radius - 1):
        for y in (radius, h - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)
