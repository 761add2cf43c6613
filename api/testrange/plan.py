"""Which films the test range makes: each dial turned by itself, and all of them together as at real tables.

The same plan always gives the same films, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any, Final

from tracker.profile import SHIPPED
from vision.synth.art import HELD_OUT
from vision.synth.film import Dials

MIXED: Final = "mixed"
"""The part of the range in which all dials are turned together: the proof."""
BOXES: Final = "boxes"
PLAIN: Final = Dials(fps=12, tilt_deg=25.0)
"""What the films of a sweep have in common: a good camera at few frames, so that they are made soon."""
SWEEPS: Final[dict[str, tuple[float | str, ...]]] = {
    "occlusion": (0.0, 0.3, 0.7),
    "speed": (0.6, 1.0, 1.4, 1.8),
    "fps": (5, 8, 12, 30),
    "height": (540, 720, 1080, 2160),
    "tilt_deg": (5.0, 25.0, 40.0, 50.0),
    "light": (0.2, 0.5, 0.95),
    "drift_px": (0.0, 6.0, 12.0, 24.0),
    "dropped": (0.0, 0.1, 0.3),
    "repeated": (0.0, 0.1, 0.3),
    "deck": tuple(sorted(HELD_OUT)),
    BOXES: (1, 2, 3, 4, 5),
}
"""Each dial with the values that it is set to, the others as in `PLAIN`."""
GAMES: Final = ("russian-blackjack", "blackjack-switch")
assert set(GAMES) <= set(SHIPPED)
MOST_BOXES: Final = {"blackjack-switch": 3, "russian-blackjack": 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmPlan:
    """One film of the range.

    Attributes:
        part: which dial is turned; `mixed` for all.
        value: what it is set to; empty for `mixed`.
        game: the profile.
        boxes: how many are played.
        rounds: how many are dealt.
        error_rate: chance of a dealing error in a round.
        seed: of the session and the film.
        dials: how it is made.
        enrolled: whether the house enrolled its deck before.
    """

    part: str
    value: str
    game: str
    boxes: int
    rounds: int
    error_rate: float
    seed: int
    dials: Dials
    enrolled: bool = False

    @property
    def name(self) -> str:
        """Its own name in the range."""
        house = "enrolled" if self.enrolled else ""
        return "-".join(filter(None, (self.part, self.value, self.game, str(self.seed), house)))

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return asdict(self) | {"name": self.name}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> FilmPlan:
        """Return the film that `to_json` told of.

        Raises:
            TypeError, KeyError, ValueError: if it is none.
        """
        values = {name: value for name, value in data.items() if name != "name"}
        return cls(**values | {"dials": Dials(**values["dials"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much of the range is filmed.

    Attributes:
        films: how many films with all dials together.
        sweep_films: how many films for each value of each dial.
        rounds: rounds in a film.
        error_rate: chance of a dealing error in a round.
        seed: of everything.
        parts: which dials are turned; all if empty.
        enrolled: whether each film's deck is enrolled before it is watched.
    """

    films: int
    sweep_films: int = 0
    rounds: int = 3
    error_rate: float = 0.3
    seed: int = 1
    parts: Sequence[str] = ()
    enrolled: bool = False

    def __post_init__(self) -> None:
        unknown = sorted(set(self.parts) - set(SWEEPS))
        if unknown:
            raise ValueError(f"expected dials of {', '.join(SWEEPS)}, got {', '.join(unknown)}")

    def __iter__(self) -> Iterator[FilmPlan]:
        """Yield the films of all dials together, then those of each."""
        for number in range(self.films):
            yield self._mixed(number)
        for part, values in SWEEPS.items():
            if not self.parts or part in self.parts:
                for value in values:
                    for number in range(self.sweep_films):
                        yield self._swept(part, value, number)

    def _mixed(self, number: int) -> FilmPlan:
        rng = Random(f"{self.seed} {MIXED} {number}")
        game = GAMES[number % len(GAMES)]
        return self._film(MIXED, "", game, number, 1 + number // 2 % MOST_BOXES[game], _mixed_dials(rng))

    def _swept(self, part: str, value: float | str, number: int) -> FilmPlan:
        game = GAMES[number % len(GAMES)]
        if part == BOXES:
            game = GAMES[0] if int(value) > MOST_BOXES[game] else game
            return self._film(part, str(value), game, number, int(value), PLAIN)
        boxes = 1 + (number + 1) % MOST_BOXES[game]
        return self._film(part, str(value), game, number, boxes, replace(PLAIN, **{part: value}))  # type: ignore[arg-type]

    def _film(  # noqa: PLR0917 (private, called side by side)
        self, part: str, value: str, game: str, number: int, boxes: int, dials: Dials
    ) -> FilmPlan:
        seed = Random(f"{self.seed} {part} {value} {game} {number}").randrange(1 << 31)
        return FilmPlan(
            part=part,
            value=value,
            game=game,
            boxes=boxes,
            rounds=self.rounds,
            error_rate=self.error_rate,
            seed=seed,
            dials=dials,
            enrolled=self.enrolled,
        )


def _mixed_dials(rng: Random) -> Dials:
    """A table as it may be: a decent camera, never ideal, and a dealer of any temperament.

    At 1080 lines indices stand 15 to 24 px high in these films, but for the far end of a table of five boxes; what
    smaller ones cost is the dial `height` by itself.
    """
    sometimes = rng.random
    return Dials(
        occlusion=round(rng.uniform(0.0, 0.3), 2),
        speed=round(rng.uniform(0.7, 1.3), 2),
        fps=rng.choice((12, 12, 15, 25)),
        height=rng.choice((1080, 1080, 1080, 1440)),
        tilt_deg=round(rng.uniform(5.0, 35.0), 1),
        light=round(rng.uniform(0.5, 1.0), 2),
        deck=rng.choice(sorted(HELD_OUT)),
        drift_px=round(rng.uniform(0.0, 4.0), 1) if sometimes() < 0.3 else 0.0,
        dropped=round(rng.uniform(0.0, 0.08), 3) if sometimes() < 0.3 else 0.0,
        repeated=round(rng.uniform(0.0, 0.08), 3) if sometimes() < 0.3 else 0.0,
    )
