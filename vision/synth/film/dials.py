"""The dials of a film: how hard it is to watch, each difficulty by itself."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final

from tracker.simulate import Pace
from vision.calibrate.camera import Camera
from vision.synth.art import SHIPPED_DECK
from vision.synth.film.look import FilmLook
from vision.synth.film.maker import FILM_PACE
from vision.synth.table import scaled

LIMITS: Final[dict[str, tuple[float, float]]] = {
    "occlusion": (0.0, 1.0),
    "speed": (0.2, 3.0),
    "fps": (5, 60),
    "height": (360, 2160),
    "tilt_deg": (0.0, 60.0),
    "light": (0.1, 1.2),
    "drift_px": (0.0, 60.0),
    "dropped": (0.0, 0.6),
    "repeated": (0.0, 0.6),
    "cameras": (1, 2),
}
"""What each dial of numbers may be set to."""
SIDE_TURN_DEG: Final = 60.0
"""How far around the table from the first camera the second one hangs, turned so that the table fills its picture."""
_WELL_LIT: Final = FilmLook().light


@dataclass(frozen=True, slots=True, kw_only=True)
class Dials:
    """How a film is made; as it stands, a quick dealer before a good 1080p camera.

    Attributes:
        occlusion: chance that a player's hand comes to rest over the cards when one is dealt to his box, 0..1.
        speed: how many times as fast as `FILM_PACE` is dealt.
        fps: frames for a second.
        height: of the picture, px; its width is 16/9 of that.
        tilt_deg: how far from straight above the camera looks.
        light: brightness of the room, 1 is well lit; the sensor's noise grows as it falls.
        deck: the card art.
        drift_px: how far the camera has crept by the film's end, px at 1920 px width.
        dropped, repeated: shares of the frames that the recorder loses, or writes as the frame before.
        cameras: how many film the session; hands that rest in the air then hide cards from one of them, not from both.
    """

    occlusion: float = 0.0
    speed: float = 1.0
    fps: int = 25
    height: int = 1080
    tilt_deg: float = 30.0
    light: float = _WELL_LIT
    deck: str = SHIPPED_DECK
    drift_px: float = 0.0
    dropped: float = 0.0
    repeated: float = 0.0
    cameras: int = 1

    def __post_init__(self) -> None:
        for name, (least, most) in LIMITS.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"expected {name} from {least:g} to {most:g}, got {value:g}")
        if self.height % 2 or self.width % 2:
            raise ValueError(f"expected a height of even 16:9 pictures such as 720, got {self.height}")

    @property
    def width(self) -> int:
        """Of the picture, px."""
        return round(self.height * 16 / 9)

    def camera(self) -> Camera:
        """The camera; where it stands is left to the table."""
        return scaled(Camera(elevation_deg=90.0 - self.tilt_deg), self.width, self.height)

    def other_cameras(self) -> tuple[Camera, ...]:
        """The further cameras; where they stand is left to the table."""
        side = replace(self.camera(), name="side", azimuth_deg=SIDE_TURN_DEG, roll_deg=-SIDE_TURN_DEG)
        return (side,) if self.cameras > 1 else ()

    def look(self) -> FilmLook:
        """How room, camera and recorder treat the picture."""
        usual = FilmLook()
        return replace(
            usual,
            light=self.light,
            noise=usual.noise * max(1.0, _WELL_LIT / self.light),
            occlusion=self.occlusion,
            drift_px=self.drift_px,
            dropped=self.dropped,
            repeated=self.repeated,
        )

    def pace(self) -> Pace:
        """How fast is dealt."""
        return Pace(
            **{field.name: round(getattr(FILM_PACE, field.name) / self.speed) for field in fields(Pace)}
        )
