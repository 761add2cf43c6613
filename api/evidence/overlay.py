"""A pinned clip once more, with what was read drawn on its pictures: for people who only have a player."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import av
from pydantic import TypeAdapter

from api.audit.sightings import SeenTable
from api.evidence.pictures import Mark, draw_marks
from api.evidence.pins import CLIP, SIGHTINGS, read_pin
from vision.errors import SourceError

TIME_BASE: Final = Fraction(1, 1_000_000)
OPTIONS: Final = {"preset": "veryfast", "crf": "20"}
_LOOKS: Final = TypeAdapter(tuple[SeenTable, ...])


def draw_clip(pin: Path, target: Path) -> bool:
    """Write a pin's clip anew with the cards that were read in each picture drawn on it.

    Every picture keeps its time. A picture shows the newest look up to its own media time, as the replayer does.

    Args:
        pin: the pin's folder.
        target: the MP4 to write.

    Returns:
        Whether there is one: a pin may have no footage.

    Raises:
        SourceError: if the clip cannot be read.
    """
    first_us = read_pin(pin).clip_from_us
    if first_us is None or not (pin / CLIP).is_file():
        return False
    looks = _LOOKS.validate_python(json.loads((pin / SIGHTINGS).read_text(encoding="utf-8")))
    times = [look.pts_us for look in looks]
    try:
        with av.open(str(pin / CLIP)) as clip, av.open(str(target), "w", format="mp4") as out:
            stream = clip.streams.video[0]
            drawn = out.add_stream("libx264", rate=stream.average_rate or 25, options=OPTIONS)
            drawn.width, drawn.height = stream.width, stream.height
            drawn.pix_fmt = "yuv420p"
            drawn.codec_context.time_base = TIME_BASE
            drawn.codec_context.thread_count = 1
            for frame in clip.decode(stream):
                if frame.pts is None:
                    continue
                own_us = int(frame.pts * stream.time_base * 1_000_000)
                at = bisect_right(times, first_us + own_us) - 1
                marks = _marks(looks[at]) if at >= 0 else ()
                picture = av.VideoFrame.from_ndarray(
                    draw_marks(frame.to_ndarray(format="bgr24"), marks), "bgr24"
                )
                picture.pts, picture.time_base = own_us, TIME_BASE
                out.mux(drawn.encode(picture))
            out.mux(drawn.encode(None))
    except (av.error.FFmpegError, OSError) as error:
        target.unlink(missing_ok=True)
        raise SourceError(f"{pin.name}/{CLIP}: cannot be drawn on: {error}") from error
    return True


def _marks(look: SeenTable) -> Sequence[Mark]:
    return [Mark(card.card, card.quad, card.place, face_down=not card.face_up) for card in look.cards]
