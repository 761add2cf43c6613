"""A film that was watched as a live camera's: the table's journal and the camera's ring."""

from __future__ import annotations

from pathlib import Path

from api.evidence.witness import RING
from api.live.eyes import EyesHere
from api.live.feeder import Feeder
from api.live.station import Station
from api.soak_benchmark import as_stream
from api.store.feeds import chip_feed
from tests.unit.api.films import Film
from tests.unit.api.oracle import Clocked
from tests.unit.api.rtsp_server import RtspServer
from tracker.profile import load_profile
from vision.sources import SegmentRing, open_camera


def watch(film: Film, station: Station, tmp_path: Path) -> None:
    """Watch the film as a camera sends it over RTSP, with perfect eyes, until it ends."""
    stream, oracle = as_stream(film.video, tmp_path / "film.ts"), film.oracle()
    path = tmp_path / "film.ts"
    path.write_bytes(stream)
    live = station.add(film.table, load_profile(film.table.profile))
    ring = SegmentRing(station.data / film.table.name / RING)
    with RtspServer(path) as camera:
        eyes = EyesHere(
            film.table,
            oracle,
            lambda _: Clocked(open_camera(camera.address, timeout_s=3.0, ring=ring), oracle),
        )
        feeder = Feeder(live, eyes, feed=chip_feed([film.chips], film.table.name))
        feeder.start()
        feeder.join()
    ring.close()


def watched_folder(film: Film, data: Path, scratch: Path) -> Path:
    """A data folder with the film's table, watched over RTSP and closed, and its camera's ring."""
    station = Station(data)
    watch(film, station, scratch)
    for table in station.tables.values():
        table.close()
    return station.data
