"""What every source yields: frames with a media time, and how the source came to its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]


class Frame(Protocol):
    """One picture of a source; it may be kept while the next one is looked at, but each one holds memory."""

    @property
    def pts_us(self) -> int:
        """Microseconds on the source's media clock."""

    def luma(self) -> U8:
        """Brightness, uint8 `(h, w)`, read-only; not converted where the source has it."""

    def image(self) -> U8:
        """The picture, uint8 BGR `(h, w, 3)`; converted when asked."""


@dataclass(frozen=True, slots=True)
class End:
    """How a source ended.

    Attributes:
        reason: one line for people.
        complete: whether all that the source promised was read.
    """

    reason: str
    complete: bool


class Source(Protocol):
    """A recording, a folder of stills or a camera; iterate it once.

    Attributes:
        name: what facts call it.
        width: pixels.
        height: pixels.
        duration_us: length on the media clock, `None` if not known (a camera).
        is_stills: pictures with unknown time between them: nothing may be inferred from their times.
        end: set when iteration has ended.
    """

    name: str
    width: int
    height: int
    duration_us: int | None
    is_stills: bool
    end: End | None

    def __iter__(self) -> Iterator[Frame]:
        """Yield frames with rising times.

        Raises:
            SourceError: if nothing at all can be read.
        """

    def close(self) -> None:
        """Release the file or device."""
