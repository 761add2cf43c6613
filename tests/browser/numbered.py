"""A recording whose every picture says which one it is, taken at uneven times, and what was "read" in each of them."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Final

import av
import numpy as np

from api.archive.archive import AUDITS
from api.audit.manifest import JOURNAL
from api.audit.record import write_record
from api.audit.run import Audit, Job
from api.audit.sightings import SIGHTINGS, SightingsWriter
from api.store.journal import Journal
from api.store.projections import session_of
from tracker.profile import load_profile
from tracker.simulate import perform, simulate
from vision.calibrate.camera import Camera
from vision.sources import End
from vision.synth.table import scaled, standard_table
from vision.watch import Look, TableCard

WIDTH, HEIGHT = 640, 360
BITS: Final = 10
BIT_PX: Final = 32
STEPS_MS: Final = (40, 30, 50, 40, 70, 35)
"""So long after one picture the next comes: no two steps alike, as from a camera that drops pictures."""

READ_NUMBER: Final = f"""
(canvas) => {{
  const strip = canvas.getContext("2d").getImageData(0, {BIT_PX // 2}, {BITS * BIT_PX}, 1).data;
  let number = 0;
  for (let bit = 0; bit < {BITS}; bit++) if (strip[4 * (bit * {BIT_PX} + {BIT_PX // 2})] > 128) number += 1 << bit;
  return number;
}}
"""


def numbered_audit(data: Path, name: str = "numbered", *, pictures: int = 240) -> list[int]:
    """Write an audit of such a recording into a data folder; returns the media time of each picture.

    In picture K one card was seen, its first corner at (100 + K, 100).
    """
    folder = data / AUDITS / name
    folder.mkdir(parents=True)
    times = list(accumulate((STEPS_MS[k % len(STEPS_MS)] * 1000 for k in range(pictures - 1)), initial=0))
    video = data / f"{name}.mp4"
    _film(video, times)
    profile = load_profile("russian-blackjack")
    facts = perform(simulate(profile, rounds=1, seed=8, table="BJ-07").history, profile).facts
    with Journal(folder / JOURNAL) as journal:
        journal.append(facts)
        head = journal.head()
    with SightingsWriter(folder / SIGHTINGS) as sightings:
        for k, pts_us in enumerate(times):
            quad = np.array([[100 + k, 100], [140 + k, 100], [140 + k, 160], [100 + k, 160]], np.float64)
            card = TableCard(track=1, quad_px=quad, card="Th", p=0.99, face_up=True, place="1.1")
            sightings.take(Look(pts_us, (card,)))
    now = datetime(2026, 5, 1, tzinfo=UTC)
    table = standard_table(profile.name, name="BJ-07", camera=scaled(Camera(), WIDTH, HEIGHT))
    audit = Audit(
        job=Job(recording=video, table=table, profile=profile),
        session=session_of(facts, profile),
        facts=facts,
        stills=frozenset(),
        head=head,
        end=End("end of recording", complete=True),
        last_us=times[-1],
        duration_us=times[-1],
        sees_order=True,
        models=("oracle@1",),
        began_at=now,
        ended_at=now,
    )
    write_record(audit, folder)
    return times


def _film(path: Path, times_us: list[int]) -> None:
    """Write the video, with pictures that depend on later ones: players show those in another order than they come."""
    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=25, options={"bf": "3", "g": "60"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        stream.codec_context.thread_count = 1
        for number, time_us in enumerate(times_us):
            frame = av.VideoFrame.from_ndarray(_picture(number), format="rgb24")
            frame.pts, frame.time_base = time_us // 1000, Fraction(1, 1000)
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))


def _picture(number: int) -> np.ndarray:
    image = np.full((HEIGHT, WIDTH, 3), 40, np.uint8)
    for bit in range(BITS):
        image[:BIT_PX, bit * BIT_PX : (bit + 1) * BIT_PX] = 255 if number >> bit & 1 else 0
    return image
