from __future__ import annotations

import threading
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from tests.unit.vision.videos import write_video
from vision.sightings import U8
from vision.sources import Clip, SegmentRing, cut_recording
from vision.sources.video import VideoSource

FPS = 25


def counting(count: int, *, width: int = 320, height: int = 192) -> list[U8]:
    """Pictures that tell their number by their brightness."""
    return [np.full((height, width, 3), 20 + 2 * (number % 100), np.uint8) for number in range(count)]


def number_of(frame: av.VideoFrame) -> int:
    return round((float(frame.to_ndarray(format="bgr24").mean()) - 20) / 2)


def frames_in(path: Path) -> list[tuple[int, int]]:
    """Media time from the clip's beginning in microseconds, and number, of each frame."""
    with av.open(str(path)) as container:
        return [(int(f.pts * f.time_base * 1_000_000), number_of(f)) for f in container.decode(video=0)]


def shown_in(clip: Clip) -> list[tuple[int, int]]:
    """The frames of a clip with their media times, which files keep to a thousandth of a second."""
    return [(round(clip.start_us + us, -3), number) for us, number in frames_in(clip.path)]


def watched(ring: SegmentRing, path: Path, offset_us: int = 0) -> int:
    """Read a video with a ring that keeps it; the number of frames."""
    ring.connect(offset_us)
    source = VideoSource(str(path), ring=ring)
    count = sum(1 for _ in source)
    source.close()
    return count


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four seconds with a key frame every half second, and frames that are decoded before they are shown."""
    path = tmp_path_factory.mktemp("film") / "film.mp4"
    write_video(path, counting(100), options={"g": "12", "bf": "2", "preset": "veryfast"})
    return path


def test_a_clip_shows_the_frames_of_its_time(film: Path, tmp_path: Path) -> None:
    ring = SegmentRing(tmp_path / "ring")
    assert watched(ring, film) == 100
    clip = ring.clip(1_600_000, 2_400_000, tmp_path / "clip.mp4")
    assert clip is not None
    assert 1_000_000 < clip.start_us <= 1_600_000
    assert clip.end_us == 2_400_000
    assert shown_in(clip) == [
        (us, number) for us, number in frames_in(film) if clip.start_us <= us <= 2_400_000
    ]


def test_the_part_that_is_still_being_written_is_in_the_clip(film: Path, tmp_path: Path) -> None:
    ring = SegmentRing(tmp_path / "ring")
    ring.connect(0)
    source = VideoSource(str(film), ring=ring)
    seen = iter(source)
    last_us = max(next(seen).pts_us for _ in range(80))
    clip = ring.clip(last_us - 200_000, last_us, tmp_path / "clip.mp4")
    assert clip is not None and clip.end_us == last_us
    assert sum(1 for _ in seen) == 20
    source.close()


def test_the_oldest_goes_first_and_the_disk_stays_bounded(film: Path, tmp_path: Path) -> None:
    ring = SegmentRing(tmp_path / "ring", seconds=3.0)
    for k in range(6):
        watched(ring, film, offset_us=k * 4_000_000)
    ring.close()
    span = ring.span_us
    assert span is not None
    assert 3_000_000 <= span[1] - span[0] <= 8_000_000
    assert ring.clip(0, 1_000_000, tmp_path / "gone.mp4") is None
    assert not (tmp_path / "gone.mp4").exists()
    assert len(list((tmp_path / "ring").iterdir())) <= 4


def test_a_clip_goes_over_two_connections(film: Path, tmp_path: Path) -> None:
    ring = SegmentRing(tmp_path / "ring")
    watched(ring, film)
    watched(ring, film, offset_us=5_000_000)
    clip = ring.clip(3_500_000, 5_500_000, tmp_path / "clip.mp4")
    assert clip is not None
    times = [clip.start_us + us for us, _ in frames_in(clip.path)]
    assert max(b - a for a, b in pairwise(times)) > 900_000
    assert times == sorted(times)


def test_another_size_ends_the_clip(film: Path, tmp_path: Path) -> None:
    other = write_video(tmp_path / "other.mp4", counting(50, width=160, height=96))
    ring = SegmentRing(tmp_path / "ring")
    watched(ring, film)
    watched(ring, other, offset_us=4_000_000)
    clip = ring.clip(3_000_000, 5_000_000, tmp_path / "clip.mp4")
    assert clip is not None
    assert clip.end_us < 4_000_000


def test_what_an_earlier_run_kept_is_still_there(film: Path, tmp_path: Path) -> None:
    ring = SegmentRing(tmp_path / "ring")
    watched(ring, film)
    ring.close()
    (tmp_path / "ring" / "half.part").write_bytes(b"cut off")
    again = SegmentRing(tmp_path / "ring")
    assert again.span_us == (0, 3_960_000)
    clip = again.clip(0, 400_000, tmp_path / "clip.mp4")
    assert clip is not None and (clip.start_us, clip.end_us) == (0, 400_000)


def test_clips_are_cut_while_packets_come(film: Path, tmp_path: Path) -> None:
    ring = SegmentRing(tmp_path / "ring")
    watching = threading.Thread(target=lambda: [watched(ring, film, k * 4_000_000) for k in range(5)])
    watching.start()
    cut = 0
    while watching.is_alive() or not cut:
        span = ring.span_us
        if span is not None and (clip := ring.clip(span[1] - 500_000, span[1], tmp_path / f"{cut}.mp4")):
            assert frames_in(clip.path)
            cut += 1
    watching.join()
    assert cut


def test_a_recording_is_cut_alike(film: Path, tmp_path: Path) -> None:
    clip = cut_recording(film, 1_600_000, 2_400_000, tmp_path / "clip.mp4")
    assert clip is not None
    assert 1_000_000 < clip.start_us <= 1_600_000 and clip.end_us == 2_400_000
    assert shown_in(clip) == [
        (us, number) for us, number in frames_in(film) if clip.start_us <= us <= 2_400_000
    ]
    assert cut_recording(film, 90_000_000, 91_000_000, tmp_path / "none.mp4") is None
