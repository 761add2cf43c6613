"""Stills of findings: the picture that shows each, with the cards that lay there and the ones that are meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from api.evidence.cameras import Views, camera_of
from api.evidence.lying import LyingCards, lying_at
from api.evidence.pictures import decode_jpeg, draw_marks, encode_jpeg
from api.evidence.scenes import Scenes
from api.store.proven import ProvenFinding
from tracker.facts import CardMoved, CardPlaced, CardRead, CardTaken, Fact
from vision.table import Table


class Album:
    """A folder of stills, one a finding, that only this writes to. A still is taken once, while there is a picture."""

    def __init__(self, folder: Path, table: Table | None = None) -> None:
        """Use a folder; it is made with the first still.

        Args:
            folder: where the stills lie.
            table: how its cameras see it, for pictures of several; None: there is one.
        """
        self.folder = folder
        self._views = None if table is None else Views(table)
        # A screen asks with every fact which findings have a still.
        self._held = {path.stem for path in folder.glob("*.jpg")} if folder.is_dir() else set()

    def pin(
        self,
        finding: ProvenFinding,
        scenes: Scenes | Mapping[str, Scenes],
        facts: Mapping[str, Fact],
        before: LyingCards | None = None,
    ) -> bool:
        """Take the still of a finding unless there is one.

        Args:
            finding: what it is to show.
            scenes: the pictures that are kept; by camera, where there are several.
            facts: the facts so far by id, in order of time; or the newest, as far back as pictures are kept.
            before: the cards that lay on the table before the first of them; None: none.

        Returns:
            Whether there is a still now. What no fact of these shows is too old for one.
        """
        path = self.path(finding.id)
        if finding.id in self._held:
            return True
        shown_by = [facts[name] for name in finding.facts if name in facts]
        if finding.facts and not shown_by:
            return False
        at_us, camera = when_seen(finding, shown_by), seen_by(shown_by)
        kept = scenes if isinstance(scenes, Scenes) else scenes.get(camera, next(iter(scenes.values())))
        scene = None if at_us is None else kept.near(at_us)
        if scene is None:
            return False
        lying = lying_at(facts.values(), scene.pts_us, before)
        marks = lying.marks(_tracks(shown_by), views=self._views, camera=camera)
        self.folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encode_jpeg(draw_marks(decode_jpeg(scene.jpeg), marks)))
        self._held.add(finding.id)
        return True

    def keep(self, finding_id: str, jpeg: bytes) -> None:
        """Keep a finding's still that was taken elsewhere."""
        path = self.path(finding_id)
        if path.parent != self.folder:
            raise ValueError(f"expected the id of a finding, got {finding_id!r}")
        self.folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(jpeg)
        self._held.add(finding_id)

    def keep_only(self, finding_ids: Collection[str]) -> None:
        """Remove the stills of findings that are not among these."""
        for finding_id in self._held - set(finding_ids):
            self.path(finding_id).unlink(missing_ok=True)
        self._held &= set(finding_ids)

    def read(self, finding_id: str) -> bytes | None:
        """Return a finding's still as JPEG; None if there is none."""
        path = self.path(finding_id)
        is_ours = path.parent == self.folder and path.is_file()
        return path.read_bytes() if is_ours else None

    def holds(self, finding_id: str) -> bool:
        """Whether there is a still of a finding."""
        return finding_id in self._held

    def path(self, finding_id: str) -> Path:
        """Return where a finding's still lies, or would."""
        return self.folder / f"{finding_id}.jpg"


def when_seen(finding: ProvenFinding, shown_by: Iterable[Fact]) -> int | None:
    """Return the media time of the picture in which the last of the facts was noticed."""
    noticed = [fact.evidence.pts_us for fact in shown_by if fact.evidence is not None]
    return max(noticed) if noticed else finding.pts_us


def seen_by(shown_by: Iterable[Fact]) -> str:
    """Return the camera whose picture that is; empty if no picture shows the facts."""
    noticed = [(fact.evidence.pts_us, camera_of(fact)) for fact in shown_by if fact.evidence is not None]
    return max(noticed)[1] if noticed else ""


def _tracks(facts: Iterable[Fact]) -> set[int]:
    return {
        fact.body.track
        for fact in facts
        if isinstance(fact.body, CardPlaced | CardRead | CardMoved | CardTaken)
    }
