"""A short film with its truth, made once for all tests that need one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from api.live.eyes import EyesHere
from tests.unit.api.oracle import Clocked, Oracle
from tracker.profile import load_profile
from tracker.simulate import Planted, simulate
from vision.calibrate.camera import Camera
from vision.sources import Source, open_recording
from vision.synth.art import load_deck
from vision.synth.film import make_film
from vision.synth.table import scaled, standard_table
from vision.table import Table, load_table

WIDTH, HEIGHT = 640, 360


@dataclass(frozen=True)
class Film:
    """A film in its folder, with the errors that were planted in it."""

    folder: Path
    planted: tuple[Planted, ...]

    @property
    def video(self) -> Path:
        return self.folder / "session.mp4"

    @property
    def chips(self) -> Path:
        return self.folder / "chips.facts.jsonl"

    @property
    def table(self) -> Table:
        return load_table(self.folder / "table.toml")

    def oracle(self) -> Oracle:
        return Oracle(self.folder / "truth.facts.jsonl")

    def eyes(self) -> EyesHere:
        """Eyes that see perfectly."""
        oracle = self.oracle()
        return EyesHere(self.table, oracle, lambda _: self.open(oracle))

    def open(self, oracle: Oracle) -> Source:
        return Clocked(open_recording(self.video), oracle)


def shoot(
    folder: Path,
    *,
    profile: str = "russian-blackjack",
    table: str = "BJ-07",
    rounds: int = 2,
    seed: int = 5,
    errors: int = 1,
    kinds: Sequence[str] | None = None,
) -> Film:
    """Film a short session in small pictures."""
    session = simulate(
        load_profile(profile), rounds=rounds, seed=seed, errors=errors, kinds=kinds, table=table
    )
    felt = standard_table(profile, name=table, camera=scaled(Camera(), WIDTH, HEIGHT))
    make_film(session, felt, load_deck(), folder, seed=seed)
    return Film(folder, session.planted)
