"""Small real videos for the tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray


def write_video(
    path: Path,
    pictures: Iterable[NDArray[np.uint8]],
    *,
    fps: int = 25,
    crf: int = 18,
    faststart: bool = False,
    options: Mapping[str, str] | None = None,
) -> Path:
    """Encode BGR pictures as H.264, with more `options` for the encoder.

    With `faststart` the index comes first, so that a cut file can be opened.
    """
    muxer = {"movflags": "faststart"} if faststart else {}
    encoder = {"crf": str(crf), "preset": "ultrafast", **(options or {})}
    with av.open(str(path), "w", options=muxer) as container:
        stream = container.add_stream("libx264", rate=fps, options=encoder)
        stream.pix_fmt = "yuv420p"
        stream.time_base = Fraction(1, fps)
        for number, picture in enumerate(pictures):
            frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
            frame.pts = number
            if number == 0:
                stream.height, stream.width = picture.shape[:2]
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def noise(count: int, *, width: int = 320, height: int = 192, seed: int = 1) -> Iterable[NDArray[np.uint8]]:
    """Pictures that do not compress, so that a file has a size worth cutting."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield rng.integers(0, 255, (height, width, 3), dtype=np.uint8)
