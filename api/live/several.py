"""Several cameras on one table: each has a feeder and a process of its own; what they tell is merged here."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Final

from api.evidence.scenes import Scene
from api.live.notes import CamerasTold
from api.live.table import LiveTable
from api.schemas import CameraState, OneCameraView
from tracker.facts import Fact
from vision.look import Covered, Look
from vision.merge.merger import Item, Merger
from vision.table import Table

NOT_WATCHED: Final = "not watched"
NUMBERS: Final = {1: "one", 2: "two", 3: "three", 4: "four"}


class SeveralCameras:
    """The cameras of one live table. Their feeders tell from threads of their own.

    Args:
        live: the table that is told.
        comes_back: whether the sources are cameras, which are waited for, and not recordings.
        steady: seconds of a clock that nobody sets.
    """

    def __init__(self, live: LiveTable, *, comes_back: bool, steady: Callable[[], float] = monotonic) -> None:
        self._live = live
        self._steady = steady
        self._lock = threading.RLock()
        self._looks: dict[str, Look] = {}
        self._began_us = live.seen_until_us
        self._began = steady()
        self._states: dict[str, tuple[CameraState, str]] = dict.fromkeys(
            live.table.camera_names, ("waiting", "")
        )
        told = live.told
        self._merger = Merger(
            live.table,
            last_us=self._began_us,
            seqs=told.seqs,
            last_track=told.last_track,
        )
        if comes_back and told.is_broken_off:
            # What was dealt while nobody watched is not known.
            for name in live.table.camera_names:
                live.take(self._merger.lose(name, NOT_WATCHED))

    @property
    def began_us(self) -> int:
        """Time of the journal at which the watching began."""
        return self._began_us

    def now_us(self) -> int:
        """The table's time: the journal's, that goes on evenly since the watching began."""
        return self._began_us + int((self._steady() - self._began) * 1e6)

    def camera(self, name: str) -> OneOfSeveral:
        """What the feeder of one camera tells.

        Raises:
            TableFileError: if the table has no camera of this name.
        """
        return OneOfSeveral(self, self._live, self._live.table.seen_by(name))

    def hear(self, camera: str, items: Iterable[Item]) -> None:
        """Take in what a camera tells, on the table's clock."""
        with self._lock:
            for item in items:
                self._live.take(self._merger.take(camera, item))
                if isinstance(item, Look):
                    self._looks[camera] = item
                    self._show_look(camera)
            self._tell_states()

    def see(self, camera: str, scene: Scene, *, is_new: bool) -> None:
        """Take in a camera's picture; `is_new`: the first one of a connection."""
        with self._lock:
            if is_new:
                self._live.take(self._merger.reconnect(camera))
            self._live.take(self._merger.advance(camera, scene.pts_us))
            self._show_look(self._merger.shown)
            self._live.scene_taken(scene, camera=camera, is_shown=camera == self._merger.shown)

    def stands(self, camera: str, state: CameraState, reason: str) -> None:
        """Take note of how a camera's source stands."""
        with self._lock:
            self._states[camera] = (state, reason)
            if state == "lost":
                self._live.take(self._merger.lose(camera, "lost"))
            self._tell_states()

    def is_shown(self, camera: str) -> bool:
        """Whether this camera's pictures are shown on the screens."""
        with self._lock:
            return camera == self._merger.shown

    def _show_look(self, camera: str) -> None:
        """Draw on the shown camera's pictures what lies before it; another camera may have been shown before."""
        if camera == self._merger.shown and camera in self._looks:
            self._live.look(self._merger.joint_look(camera, self._looks[camera]))

    def _tell_states(self) -> None:
        views = [self._standing(name) for name in self._merger.witnesses]
        out = [view for view in views if view.state != "live"]
        if len(out) == len(views):
            # Blind is what the journal says of the table; its sources are there as long as one of them is.
            there = next((view for view in views if view.state == "blind"), views[0])
            self._live.cameras_are(
                "live" if there.state == "blind" else there.state, there.reason, tuple(views)
            )
            return
        why = ", ".join(f"{view.name}: {view.reason or view.state}" for view in out)
        number = NUMBERS.get(len(views) - len(out), str(len(views) - len(out)))
        of = NUMBERS.get(len(views), str(len(views)))
        camera = "camera" if number == NUMBERS[1] else "cameras"
        self._live.cameras_are("live", f"{number} {camera} of {of} ({why})" if out else "", tuple(views))

    def _standing(self, name: str) -> OneCameraView:
        """How one camera stands."""
        state, reason = self._states[name]
        seen = self._merger.witnesses[name].reason
        if state == "lost":
            reason = "lost"
        elif state == "live" and seen:
            state, reason = "blind", seen
        return OneCameraView(name=name, state=state, reason=reason)


class OneOfSeveral:
    """One camera of a table, as its feeder sees it; see `api.live.feeder.Fed`."""

    def __init__(self, together: SeveralCameras, live: LiveTable, table: Table) -> None:
        self.table = table
        self._together = together
        self._live = live
        self._name = table.camera.name
        self._is_new = False

    @property
    def told(self) -> CamerasTold:
        """What this camera's facts are to continue: nothing, the merger goes on with the table's."""
        return CamerasTold()

    def take(self, facts: Iterable[Fact]) -> None:
        """Take facts of this camera, and those of a feed that came with them."""
        for fact in facts:
            if fact.source.startswith("camera:"):
                self._together.hear(self._name, [fact])
            else:
                self._live.take([fact])

    def look(self, look: Look) -> None:
        """Take what lies before this camera."""
        self._together.hear(self._name, [look])

    def covered(self, covered: Covered) -> None:
        """Take what is hidden from this camera."""
        self._together.hear(self._name, [covered])

    def scene_taken(self, scene: Scene) -> None:
        """Take a picture of this camera."""
        self._together.see(self._name, scene, is_new=self._is_new)
        self._is_new = False

    def camera_is(self, state: CameraState, reason: str = "") -> None:
        """Take note of how its source stands."""
        self._is_new |= state == "live"
        self._together.stands(self._name, state, reason)

    def keeps_up(self, *, p50_ms: int | None, p95_ms: int | None, skipped: int) -> None:
        """Take note of how long its prompts take."""
        if self._together.is_shown(self._name):
            self._live.keeps_up(p50_ms=p50_ms, p95_ms=p95_ms, skipped=skipped)

    def counted(self, looked: int, behind_s: float) -> None:
        """Take note of how its looking goes."""
        if self._together.is_shown(self._name):
            self._live.counted(looked, behind_s)
