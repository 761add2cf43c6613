"""One evaluation: the outcomes of each kind of picture, measured, as one document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from vision.evaluate.cases import Case, case_of, choose_worst
from vision.evaluate.measures import Measures, measure
from vision.evaluate.outcomes import CLEARLY, Outcome
from vision.evaluate.photos import TEST, Photo, read_photos
from vision.evaluate.scenes import SCENES, ReadPicture, draw_scene, draw_scenes, outcomes_of
from vision.sources.pictures import read_picture
from vision.synth.paint import PaintDeck

LOOK_P = 0.05
"""Readings from here on are asked for: the reliability counts them all."""
CASES = 36
"""So many of the worst cases are shown."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Section:
    """What was measured on one kind of picture.

    Attributes:
        name: `scenes`, `photos-tune`, `photos-test`, `films`.
        about: what was read, one line.
        outcomes: what became of each card.
        pictures: how many were read.
        least_p: from which probability on a card is reported.
        cases: the worst as pictures; none for pictures that are only scored.
    """

    name: str
    about: str
    outcomes: tuple[Outcome, ...]
    pictures: int
    least_p: float
    cases: tuple[Case, ...] = ()

    @property
    def is_only_scored(self) -> bool:
        """Whether nothing but the score may be looked at, lest somebody tunes on it."""
        return self.name == f"photos-{TEST}"

    @cached_property
    def measures(self) -> Measures:
        """All that is counted from the outcomes."""
        return measure(self.outcomes, pictures=self.pictures, least_p=self.least_p)

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; what is taken for what is left out where only the score may be looked at."""
        told = {"about": self.about, **self.measures.to_json()}
        if self.is_only_scored:
            del told["confusion"]
        return told


def evaluate_scenes(
    read: ReadPicture,
    decks: Sequence[PaintDeck],
    *,
    count: int,
    seed: int,
    least_p: float,
    bent: float = 0.0,
    cases: int = CASES,
    progress: Progress | None = None,
) -> Section:
    """Read scenes drawn on the fly.

    Args:
        read: gives what it is sure of from `LOOK_P` on.
        decks: which decks the scenes show, each in turn.
        count: how many scenes.
        seed: the same seed gives the same scenes.
        least_p: from which probability on a card is reported.
        bent: share of their cards that are bent.
        cases: how many of the worst to show.
        progress: called with (done, total).
    """
    outcomes: list[Outcome] = []
    kind = replace(SCENES, bent=bent)
    for scene in draw_scenes(decks, count, seed, kind):
        outcomes += outcomes_of(scene, read(scene.image))
        if progress is not None:
            progress(scene.number + 1, count)
    by_name = {deck.name: deck for deck in decks}
    worst = [
        case_of(row, draw_scene(by_name[row.group], int(row.picture), seed, kind).image)
        for row in choose_worst(outcomes, least_p=least_p, count=cases)
    ]
    about = f"{count} drawn scenes of {', '.join(by_name)}, seed {seed}" + (
        f", a share of {bent:g} of the cards bent" if bent else ""
    )
    return Section("scenes", about, tuple(outcomes), count, least_p, tuple(worst))


def evaluate_photos(
    read: ReadPicture,
    photos: Sequence[Photo],
    *,
    least_p: float,
    cases: int = CASES,
    progress: Progress | None = None,
) -> list[Section]:
    """Read labelled photographs; those that may be tuned on and those that may not are kept apart.

    Raises:
        SourceError: if a picture cannot be read.
    """
    outcomes = read_photos(photos, read, progress=progress)
    by_name = {photo.path.name: photo for photo in photos}
    sections = []
    for use in sorted({photo.use for photo in photos}):
        mine = [photo for photo in photos if photo.use == use]
        rows = tuple(row for photo in mine for row in outcomes[photo])
        sources = len({photo.source for photo in mine})
        about = f"{len(mine)} photographs from {sources} sources, for {use}"
        shown = 0 if use == TEST else cases
        worst = [
            case_of(row, read_picture(by_name[row.picture].path).image)
            for row in choose_worst(rows, least_p=least_p, count=shown)
        ]
        sections.append(Section(f"photos-{use}", about, rows, len(mine), least_p, tuple(worst)))
    return sections


def document(sections: Sequence[Section], models: Sequence[str], command: str) -> dict[str, Any]:
    """Return an evaluation as plain JSON values.

    Args:
        sections: what was measured.
        models: the models that read.
        command: the command line that measures it again.
    """
    return {
        "format": "evaluation",
        "version": 1,
        "command": command,
        "models": list(models),
        "clearly_visible": asdict(CLEARLY),
        "sections": {section.name: section.to_json() for section in sections},
    }
