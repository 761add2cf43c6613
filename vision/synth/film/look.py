"""How a film looks: the dials of room, camera and recorder."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmLook:
    """The dials; the camera's direction and lens are in the table's calibration.

    Attributes:
        light: brightness of the room, 1 is well lit.
        warmth: -1 bluish to 1 yellowish lamps.
        falloff: how much darker the far side of the room's light is, 0..1.
        vignette: how much darker the picture's corners are, 0..1.
        shadow: depth of shadows, 0..1.
        blur_px: softness of lens and focus (sigma, px at 1920 px width).
        noise: sensor noise (sigma, grey levels).
        exposure: open time of the shutter as a part of the frame time: smears what moves.
        felt_bgr, print_bgr: colours of cloth and print.
        crf, preset: the H.264 encoder's quality and effort.
        disorder_mm, disorder_deg: how far from its place (sigma) a card comes to rest.
        occlusion: chance that a player's hand comes to rest over the cards when one is dealt to his box, 0..1.
        drift_px: how far the camera has crept by the film's end (px at 1920 px width), any direction.
        dropped, repeated: shares of the frames that the recorder loses, or writes as the frame before, in short runs.
    """

    light: float = 0.95
    warmth: float = 0.15
    falloff: float = 0.18
    vignette: float = 0.15
    shadow: float = 0.45
    blur_px: float = 0.6
    noise: float = 1.3
    exposure: float = 0.4
    felt_bgr: tuple[int, int, int] = (70, 110, 30)
    print_bgr: tuple[int, int, int] = (120, 205, 225)
    crf: int = 23
    preset: str = "ultrafast"
    disorder_mm: float = 2.0
    disorder_deg: float = 2.5
    occlusion: float = 0.0
    drift_px: float = 0.0
    dropped: float = 0.0
    repeated: float = 0.0
