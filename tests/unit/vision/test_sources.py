from __future__ import annotations

import os
import random
import struct
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from tests.unit.vision.videos import noise, write_video
from vision.errors import SourceError
from vision.sources import open_camera, open_recording


def grey(levels: list[int]) -> list[np.ndarray]:
    return [np.full((192, 320, 3), level, np.uint8) for level in levels]


def test_video_gives_rising_media_times_and_both_views_of_a_picture(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mp4", grey([40, 90, 140, 190]), fps=25)
    source = open_recording(path)
    times, lumas, images = [], [], []
    for frame in source:
        times.append(frame.pts_us)
        lumas.append(float(frame.luma().mean()))
        images.append(float(frame.image().mean()))
    assert times == [0, 40_000, 80_000, 120_000]
    assert (source.width, source.height, source.is_stills) == (320, 192, False)
    assert images == pytest.approx([40, 90, 140, 190], abs=3)
    assert lumas == sorted(lumas) and lumas[-1] - lumas[0] > 100
    assert source.end is not None and source.end.complete


def test_luma_is_the_visible_picture_where_lines_are_padded(tmp_path: Path) -> None:
    picture = np.zeros((98, 330, 3), np.uint8)
    picture[:, 300:] = 255
    source = open_recording(write_video(tmp_path / "odd.mp4", [picture] * 3, crf=1))
    luma = next(iter(source)).luma()
    assert luma.shape == (98, 330)
    assert luma[:, :295].max() < 60 and luma[:, 306:].min() > 190


def test_cut_file_yields_what_could_be_read_and_says_where_it_ends(tmp_path: Path) -> None:
    whole = write_video(tmp_path / "whole.mp4", noise(150), faststart=True)
    data = whole.read_bytes()
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(data[: len(data) // 2])
    source = open_recording(cut)
    count = sum(1 for _ in source)
    assert 40 < count < 110
    assert source.end is not None and not source.end.complete
    assert "cut off at" in source.end.reason and "of 6.00 s" in source.end.reason


def test_damage_in_the_middle_is_passed_over_and_told(tmp_path: Path) -> None:
    path = write_video(tmp_path / "whole.mp4", noise(150), faststart=True)
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 40_000] = bytes(40_000)
    path.write_bytes(bytes(data))
    source = open_recording(path)
    times = [frame.pts_us for frame in source]
    assert times == sorted(set(times)) and len(times) > 100
    assert source.end is not None


def test_a_damaged_recording_shows_the_same_on_one_core_as_on_all(tmp_path: Path) -> None:
    path = write_video(tmp_path / "damaged.mp4", noise(120), faststart=True, options={"tune": "zerolatency"})
    data, dice = bytearray(path.read_bytes()), random.Random(3)
    for _ in range(40):
        at = dice.randrange(len(data) // 10, len(data))
        data[at : at + 40] = dice.randbytes(40)
    path.write_bytes(data)
    cores = os.sched_getaffinity(0)
    seen = []
    for allowed in ({min(cores)}, cores):
        os.sched_setaffinity(0, allowed)
        try:
            source = open_recording(path)
            seen.append([(frame.pts_us, sha256(frame.image().tobytes()).hexdigest()) for frame in source])
        finally:
            os.sched_setaffinity(0, cores)
    assert len(seen[0]) > 50
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.mp4", b"", "the file is empty"),
        ("text.txt", b"not a film at all\n" * 50, "expected a video"),
        ("text.mp4", b"not a film at all\n" * 50, "not a video that can be opened"),
        ("rubbish.mkv", bytes(range(256)) * 40, "not a video that can be opened"),
    ],
)
def test_what_is_no_video_is_one_clear_line(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SourceError, match=words) as caught:
        list(open_recording(path))
    assert name in str(caught.value) and "\n" not in str(caught.value)


def test_file_without_its_index_cannot_be_opened(tmp_path: Path) -> None:
    whole = write_video(tmp_path / "whole.mp4", noise(20))
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(whole.read_bytes()[:20_000])
    with pytest.raises(SourceError, match=r"cut\.mp4"):
        open_recording(cut)


def test_single_picture_is_not_a_recording(tmp_path: Path) -> None:
    path = tmp_path / "one.png"
    cv2.imwrite(str(path), np.zeros((64, 64, 3), np.uint8))
    with pytest.raises(SourceError, match="expected a video"):
        open_recording(path)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        open_recording(tmp_path / "nothing.mp4")


def test_camera_that_does_not_answer() -> None:
    with pytest.raises(SourceError, match="rtsp://127"):
        open_camera("rtsp://127.0.0.1:1/table", timeout_s=1.0)


class TestStills:
    def test_come_in_the_order_of_their_numbers(self, tmp_path: Path) -> None:
        for number, level in ((10, 200), (9, 100), (1, 50)):
            cv2.imwrite(str(tmp_path / f"frame_{number}.png"), np.full((64, 96, 3), level, np.uint8))
        (tmp_path / "notes.txt").write_text("not a picture")
        source = open_recording(tmp_path)
        frames = [(f.pts_us, int(f.luma().mean())) for f in source]
        assert frames == [(0, 50), (1_000_000, 100), (2_000_000, 200)]
        assert source.is_stills and source.end is not None and source.end.complete

    def test_pattern_takes_one_recording_out_of_a_folder(self, tmp_path: Path) -> None:
        for name in ("a_1.png", "a_2.png", "b_1.png"):
            cv2.imwrite(str(tmp_path / name), np.zeros((64, 96, 3), np.uint8))
        assert sum(1 for _ in open_recording(tmp_path, pattern="a_*")) == 2

    def test_one_that_cannot_be_read_is_told(self, tmp_path: Path) -> None:
        for name, size in (("1.png", 64), ("3.png", 64), ("4.png", 80)):
            cv2.imwrite(str(tmp_path / name), np.zeros((size, size, 3), np.uint8))
        (tmp_path / "2.png").write_bytes(b"")
        source = open_recording(tmp_path)
        assert [f.pts_us for f in source] == [0, 2_000_000]
        assert source.end is not None and not source.end.complete
        assert "2 of 4 stills read; not read: 2.png, 4.png" in source.end.reason

    def test_folder_without_pictures(self, tmp_path: Path) -> None:
        (tmp_path / "notes.txt").write_text("nothing here")
        with pytest.raises(SourceError, match="no pictures"):
            open_recording(tmp_path)


class TestClocksAndTags:
    """Recordings whose times, colours or orientation are not as one expects."""

    @staticmethod
    def write(path: Path, times_ms: list[int], *, pix_fmt: str = "yuv420p", trc: int | None = None) -> Path:
        """A film of pictures of rising brightness at these times."""
        with av.open(str(path), "w") as out:
            stream = out.add_stream("libx264", rate=25, options={"preset": "ultrafast"})
            stream.width, stream.height, stream.pix_fmt = 320, 192, pix_fmt
            stream.codec_context.time_base = Fraction(1, 1000)
            if trc is not None:
                stream.codec_context.color_trc = trc
                stream.codec_context.color_primaries = 9
            for n, pts in enumerate(times_ms):
                picture = np.full((192, 320, 3), 40 + 4 * n % 200, np.uint8)
                frame = av.VideoFrame.from_ndarray(picture, format="bgr24").reformat(format=pix_fmt)
                frame.pts, frame.time_base = pts, Fraction(1, 1000)
                out.mux(stream.encode(frame))
            out.mux(stream.encode())
        return path

    def test_a_variable_frame_rate_keeps_its_times(self, tmp_path: Path) -> None:
        times = [0, 40, 80, 400, 440, 1500, 1510, 2900]
        source = open_recording(self.write(tmp_path / "vfr.mkv", times))
        assert [frame.pts_us // 1000 for frame in source] == times
        assert source.end is not None and source.end.complete

    def test_a_clock_that_starts_again_goes_on(self, tmp_path: Path) -> None:
        part = self.write(tmp_path / "part.ts", [40 * n for n in range(20)]).read_bytes()
        (tmp_path / "twice.ts").write_bytes(part + part)
        times = [frame.pts_us for frame in open_recording(tmp_path / "twice.ts")]
        assert len(times) >= 38
        steps = [b - a for a, b in pairwise(times)]
        assert all(0 < step <= 200_000 for step in steps)

    def test_a_clock_that_jumps_ahead_leaves_a_gap(self, tmp_path: Path) -> None:
        times = [40 * n for n in range(10)] + [60_000 + 40 * n for n in range(10)]
        source = open_recording(self.write(tmp_path / "gap.mkv", times))
        assert [frame.pts_us // 1000 for frame in source] == times

    @pytest.mark.parametrize("pix_fmt", ["yuv420p", "yuv420p10le"])
    def test_hdr_tags_and_deep_colours_give_eight_bits(self, tmp_path: Path, pix_fmt: str) -> None:
        path = self.write(tmp_path / "hdr.mkv", [40 * n for n in range(10)], pix_fmt=pix_fmt, trc=16)
        for n, frame in enumerate(open_recording(path)):
            assert frame.luma().dtype == frame.image().dtype == np.uint8
            assert frame.luma().shape == (192, 320) and frame.image().shape == (192, 320, 3)
            assert abs(float(frame.image().mean()) - (40 + 4 * n % 200)) < 6

    def test_a_rotated_video_is_read_as_it_is_stored(self, tmp_path: Path) -> None:
        path = self.write(tmp_path / "upright.mp4", [40 * n for n in range(5)])
        data = bytearray(path.read_bytes())
        matrix = data.index(b"tkhd") + 4 + 40
        quarter = (0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000)
        data[matrix : matrix + 36] = struct.pack(">9i", *quarter)
        turned = tmp_path / "turned.mp4"
        turned.write_bytes(data)
        source = open_recording(turned)
        assert (source.width, source.height) == (320, 192)
        assert [frame.image().shape for frame in source] == [(192, 320, 3)] * 5

    def test_a_file_that_grows_while_it_is_read_gives_what_is_there(self, tmp_path: Path) -> None:
        whole = self.write(tmp_path / "whole.ts", [40 * n for n in range(200)]).read_bytes()
        growing = tmp_path / "growing.ts"
        growing.write_bytes(whole[: len(whole) // 2])
        source = open_recording(growing)
        times = []
        for number, frame in enumerate(source):
            times.append(frame.pts_us)
            if number == 20:
                with growing.open("ab") as file:
                    file.write(whole[len(whole) // 2 :])
        assert 90 <= len(times) <= 200
        assert times == sorted(set(times))
        assert source.end is not None
