"""A table that is watched: its journal grows, its state is folded anew, its screens are told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import monotonic, time
from typing import Final

from api.evidence.album import Album
from api.evidence.cameras import Views
from api.evidence.lying import LyingCards, lying_at
from api.evidence.pictures import U8, decode_jpeg, draw_marks, encode_jpeg
from api.evidence.scenes import Scene, Scenes
from api.evidence.viewings import Viewings
from api.evidence.witness import RING, Footage, Witness, looks_of
from api.live.eyes import PICTURE_EVERY_US
from api.live.fold import Fold
from api.live.hub import Hub
from api.live.notes import CamerasTold
from api.live.views import (
    FindingViews,
    mark_views,
    phrasebook,
    prompt_view,
    round_view,
    table_info,
    totals_view,
)
from api.schemas import CameraState, CameraView, FindingView, OneCameraView, PictureView, TableState
from api.store.desk import Desk
from api.store.entering import entered_facts
from api.store.journal import Entry, Head, Journal, Row
from api.store.journal_facts import JournalFacts
from api.store.projections import Session
from api.store.reviews import Reviews
from api.upkeep.gauges import Gauges, Rate
from tracker.facts import DealerChanged, EvidenceViewed, Fact, FactBody
from tracker.profile import Profile
from vision.look import Covered
from vision.table import Table
from vision.table_file import format_table
from vision.watch import Look

STALE_AFTER_S: Final = 5.0
"""After so long without a picture a screen greys out and gives no advice."""
PINNED_AT_ONCE: Final = 50
"""Of so many findings, the newest, stills are still to be had: pictures are kept for some rounds."""


class LiveTable:
    """One table: takes what its source tells, from one thread; answers the server's, from any.

    The journal is the only thing that is kept: whoever opens it again is where it ended.
    """

    def __init__(
        self,
        table: Table,
        profile: Profile,
        folder: Path,
        hub: Hub,
        *,
        clock: Callable[[], float] = time,
        steady: Callable[[], float] = monotonic,
    ) -> None:
        """Open a table's journal in `folder`, which must exist, and fold what it holds.

        Args:
            table: camera, calibration and places.
            profile: the game that it deals.
            folder: where `journal.db` and the stills lie.
            hub: tells the screens.
            clock: seconds since 1970.
            steady: seconds that never jump, for how long something lasts.

        Raises:
            JournalError: if the journal cannot be opened.
        """
        self.table = table
        self.journal_path = folder / "journal.db"
        self.footage: Footage | None = None
        self.recorded_since_us: int | None = None
        """Media time at which the recording begins that the table is watched from; None: it is watched from cameras."""
        self.ring = self.journal_path.with_name(RING)
        """Folder of what its first camera sent lately; not there where nothing is kept here."""
        self._hub = hub
        self._clock = clock
        self._steady = steady
        self._info = table_info(table, profile)
        self._journal = Journal(self.journal_path, any_thread=True)
        self._scenes = {name: Scenes() for name in table.camera_names}
        self._album = Album(folder / "stills", table)
        self._views = Views(table)
        self._cameras: tuple[OneCameraView, ...] = ()
        self._shown_by = table.camera.name
        self._lock = threading.RLock()
        self._camera: CameraState = "waiting"
        self._reason = ""
        self._seen_at: float | None = None
        self._seen_steady = 0.0
        self._shown: Scene | None = None
        self._look: Look | None = None
        self._told: tuple[CameraView, PictureView | None] | None = None
        self._pace: dict[str, int | None] = {}
        self._looked = Rate(steady)
        self._behind_s: float | None = None
        self._viewings = Viewings()
        self._profile = profile
        self._fold = Fold(table, profile, self.journal_path)
        self._fold.read(self._journal.head())
        self._finding_views = FindingViews(self.desk, phrasebook(table, profile), self._still_address)
        self.publish()

    @property
    def session(self) -> Session:
        """What the journal means; rounds that ended long ago were let go and are in the journal alone."""
        return self._fold.session

    @property
    def desk(self) -> Desk:
        """What people did about findings."""
        return self._fold.notes.desk

    @property
    def reviews(self) -> Reviews:
        """People's own verdicts on rounds."""
        return self._fold.notes.reviews

    @property
    def profile(self) -> Profile:
        """The rules that it deals by."""
        return self._profile

    @property
    def told(self) -> CamerasTold:
        """What the table's cameras told so far."""
        return self._fold.notes.told

    @property
    def minor_units(self) -> int:
        """How many of the currency's smallest units make one."""
        return self.table.minor_units

    @property
    def facts(self) -> Sequence[Fact]:
        """The facts of the journal, in its order, read from it."""
        return JournalFacts(self.journal_path, self.head().seq)

    def fact(self, fact_id: str) -> Fact | None:
        """Return the journal's fact of an id; None if there is none."""
        with self._lock:
            return self._journal.fact(fact_id)

    def take(self, facts: Iterable[Fact]) -> None:
        """Write facts into the journal, fold them, tell the screens.

        Raises:
            JournalError: if the journal cannot be written.
        """
        with self._lock:
            self._took(self._journal.append(facts))

    def take_copy(self, rows: Iterable[Row]) -> None:
        """Write rows of the journal that this one is a copy of, fold them, tell the screens.

        Raises:
            ChainBroken: if they do not continue it.
            JournalError: if the journal cannot be written.
        """
        with self._lock:
            self._took(self._journal.append_copy(rows))

    def _took(self, added: Sequence[Entry]) -> None:
        for entry in added:
            self._fold.take(entry)
        recent = self._fold.notes.recent
        for finding in self.session.findings[-PINNED_AT_ONCE:]:
            self._album.pin(finding, self._scenes, recent.facts, recent.before)
        if added:
            self.publish()

    def head(self) -> Head:
        """Return the journal's last row."""
        with self._lock:
            return self._journal.head()

    def enter(
        self, bodies: Sequence[FactBody], *, source: str, key: str = "", ages_us: Sequence[int] = ()
    ) -> list[Fact]:
        """Take what people or other machines tell, at the media time of its happening; see `TableFeed`."""
        with self._lock:
            facts = entered_facts(
                bodies,
                table=self.table.name,
                source=source,
                pts_us=self.now_us(),
                key=key,
                known=self._journal.fact,
                ages_us=ages_us,
            )
            self.take(facts)
            return facts

    def dealer_is(self, dealer: str) -> None:
        """Take note of who deals from now on; see `api.live.feed.TableFeed`."""
        with self._lock:
            if dealer != self.session.dealer:
                self.enter([DealerChanged(dealer=dealer)], source="door")

    def viewed(self, what: str, by: str) -> None:
        """Take note of who looked at evidence; see `api.live.feed.TableFeed`."""
        with self._lock:
            if self.is_new_view(what, by):
                self.enter([EvidenceViewed(what=what, by=by)], source="screen")

    def is_new_view(self, what: str, by: str) -> bool:
        """Whether somebody has not looked at the same evidence a while ago already; notes that they look now."""
        with self._lock:
            return self._viewings.is_new(what, by, self._steady())

    def now_us(self) -> int:
        """Return the media time that it is now: the last that was told, and what time went on since a picture."""
        is_live = self._camera == "live" and self._seen_at is not None
        since = self._steady() - self._seen_steady if is_live else 0.0
        shown = self._shown.pts_us + int(since * 1e6) if self._shown else 0
        return max(self._fold.notes.pts_us, shown)

    def look(self, look: Look) -> None:
        """Take note of what lies on the table, for the overlay."""
        self._look = look

    def picture_taken(self, pts_us: int, image: U8) -> None:
        """Keep a picture, uint8 BGR `(h, w, 3)`, and show it on the screens."""
        self.scene_taken(Scene(pts_us, encode_jpeg(image), image.shape[1], image.shape[0]))

    def scene_taken(self, scene: Scene, *, camera: str = "", is_shown: bool = True) -> None:
        """Keep a picture that is encoded already, and show it on the screens.

        Args:
            scene: the picture.
            camera: which of several cameras took it; empty: the first.
            is_shown: whether screens show this camera's pictures now.
        """
        self._scenes[camera or self.table.camera.name].add(scene)
        if not is_shown:
            return
        self._shown_by = camera or self.table.camera.name
        self._seen_at, self._seen_steady = self._clock(), self._steady()
        if self._shown is None or not 0 <= scene.pts_us - self._shown.pts_us < PICTURE_EVERY_US:
            self._shown = scene
            self.publish()

    def keeps_up(self, *, p50_ms: int | None, p95_ms: int | None, skipped: int) -> None:
        """Take note of how long prompts take, and of how many pictures were passed over."""
        self._pace = {"prompt_p50_ms": p50_ms, "prompt_p95_ms": p95_ms, "skipped": skipped}

    def counted(self, looked: int, behind_s: float) -> None:
        """Take note of how many pictures were looked at so far, and how long the newest had waited."""
        self._looked.count(looked)
        self._behind_s = behind_s

    def gauges(self) -> Gauges:
        """Return how the watching goes; see `api.live.feed.TableFeed`."""
        with self._lock:
            blind_us = self._fold.notes.blind_us
        return Gauges(self._looked.a_second(), self._behind_s, blind_us / 1e6)

    def camera_is(self, state: CameraState, reason: str = "") -> None:
        """Take note of how the source stands."""
        self._camera, self._reason = state, reason
        self.publish()

    def cameras_are(self, state: CameraState, reason: str, cameras: tuple[OneCameraView, ...]) -> None:
        """Take note of how each of several cameras stands, and what that makes of the table."""
        if (state, reason, cameras) != (self._camera, self._reason, self._cameras):
            self._camera, self._reason, self._cameras = state, reason, cameras
            self.publish()

    def covered(self, covered: Covered) -> None:
        """What is hidden from a camera matters only beside another one."""

    def shown_elsewhere(self, camera: CameraView, view: PictureView | None) -> None:
        """Take note of how the camera stands that another machine watches, and of what it shows."""
        if self._told != (camera, view):
            self._told = (camera, view)
            self.publish()

    def publish(self) -> None:
        """Tell the screens how the table stands."""
        with self._lock:  # so that of two states the newer one is published last
            self._hub.publish(self.state())

    def state(self) -> TableState:
        """Return how the table stands."""
        with self._lock:
            current = self.session.current
            return TableState(
                table=self._info,
                seq=self._journal.head().seq,
                camera=self._camera_view(),
                view=self._picture_view(),
                round=round_view(current, self.session, self._fold.notes.lying.cards) if current else None,
                prompt=prompt_view(current.prompts) if current else None,
                dealer=self.session.dealer,
                findings=self._finding_views.newest(self.session),
                totals=totals_view(self.session),
                has_footage=self.recorded_since_us is not None or self.ring.is_dir(),
            )

    def picture(self, pts_us: int | None, *, marked: bool) -> bytes | None:
        """Return a kept picture as JPEG; see `api.live.feed.TableFeed`."""
        found = self._newest() if pts_us is None else self._scene_at(pts_us)
        if found is None or not marked:
            return found[1].jpeg if found else None
        camera, scene = found
        marks = self._lying_at(scene.pts_us).marks(views=self._views, camera=camera)
        return encode_jpeg(draw_marks(decode_jpeg(scene.jpeg), marks))

    def still(self, finding_id: str) -> bytes | None:
        """Return a finding's still as JPEG; see `api.live.feed.TableFeed`."""
        return self._album.read(finding_id)

    def without_still(self) -> list[str]:
        """Return the ids of findings that facts show and no still does."""
        with self._lock:
            return [f.id for f in self.session.findings if f.facts and not self._album.holds(f.id)]

    def keep_still(self, finding_id: str, jpeg: bytes) -> None:
        """Keep a finding's still that was taken elsewhere, and tell the screens."""
        self._album.keep(finding_id, jpeg)
        self.publish()

    @property
    def seen_until_us(self) -> int:
        """Media time up to which the journal's cameras saw the table; what is watched next begins there."""
        return self.told.until_us

    def witness(self) -> Witness:
        """Return what can be pinned of the table; see `api.live.feed.TableFeed`."""
        facts = self.facts
        return Witness(
            source=f"table/{self.table.name}",
            table=self.table,
            profile=self._profile,
            models=(),
            journal=self.journal_path,
            session=self.session,
            facts=facts,
            rounds=self._fold.rounds,
            still=self.still,
            clip=self.footage or (lambda _from_us, _until_us, _path: None),
            looks=lambda from_us, until_us: looks_of(facts, from_us, until_us),
        )

    def findings(self) -> list[FindingView]:
        """Return every finding with how it stands; see `api.live.feed.TableFeed`."""
        with self._lock:
            return [self._finding_views.of(proven) for proven in self.session.findings]

    def document(self) -> dict[str, str]:
        """Return name, table file and rules as text, for another machine to show the table by."""
        rules = self._profile.model_dump_json()
        return {"name": self.table.name, "table": format_table(self.table), "profile": rules}

    def close(self) -> None:
        """Close the journal; whoever opens it again goes on from here."""
        with self._lock:
            self._fold.keep(self._journal.head())
            self._journal.close()

    def _newest(self) -> tuple[str, Scene] | None:
        """The newest picture of the camera that is shown, and that camera."""
        scene = self._scenes[self._shown_by].newest()
        return None if scene is None else (self._shown_by, scene)

    def _scene_at(self, pts_us: int) -> tuple[str, Scene] | None:
        """The picture of a media time, and its camera."""
        found = ((name, scenes.at(pts_us)) for name, scenes in self._scenes.items())
        return next(((name, scene) for name, scene in found if scene is not None), None)

    def _lying_at(self, pts_us: int) -> LyingCards:
        """The cards that lay on the table at a media time."""
        with self._lock:
            recent = self._fold.notes.recent
            if recent.reach(pts_us):
                return lying_at(recent.facts.values(), pts_us, recent.before)
        return lying_at(self.facts, pts_us)

    def _camera_view(self) -> CameraView:
        if self._told is not None:
            return self._told[0]
        state, reason = self._camera, self._reason
        if state == "live" and self.session.blind is not None:
            state, reason = "blind", self.session.blind
        seen_at_ms = None if self._seen_at is None else int(self._seen_at * 1000)
        view = CameraView(state=state, seen_at_ms=seen_at_ms, stale_after_s=STALE_AFTER_S, reason=reason)
        return view.model_copy(update={**self._pace, "cameras": self._cameras})

    def _picture_view(self) -> PictureView | None:
        if self._told is not None:
            return self._told[1]
        scene = self._shown
        if scene is None:
            return None
        marks = mark_views(self._look) if self._look else ()
        return PictureView(pts_us=scene.pts_us, width=scene.width, height=scene.height, marks=marks)

    def _still_address(self, finding_id: str) -> str | None:
        if not self._album.holds(finding_id):
            return None
        return f"/api/v1/tables/{self.table.name}/findings/{finding_id}/still.jpg"
