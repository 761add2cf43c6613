"""Read picture files of every kind as they are stored: the same pixels in, whatever the format.

A picture is never turned upright, so that corners fit the file's own pixels; a reader of cards does not mind.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from vision.errors import SourceError
from vision.sources.frames import U8

FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF", "PPM")
MOST_PX = 120_000_000
"""A larger picture is refused: decoding alone would need more memory than a table PC can spare."""
MOST_READ_PX = 40_000_000
"""A larger picture is shrunk by a whole number; 8K is read as it is."""
_BEHIND = 128
"""The grey behind what is transparent: no card is of this colour."""
_DEEP = frozenset({"I;16", "I;16L", "I;16B", "I;16N", "I"})
"""Modes of one channel with more than 8 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture that was read.

    Attributes:
        image: uint8 BGR `(h, w, 3)`.
        stored_width, stored_height: pixels of the file.
        shrunk: so many stored pixels make one of `image` along each side; 1 unless the picture was huge.
    """

    image: U8
    stored_width: int
    stored_height: int
    shrunk: int


def read_picture(path: Path) -> Picture:
    """Read a picture; of one that moves, its first frame.

    Raises:
        SourceError: if it cannot be opened, is no picture of a known kind, is damaged, or is too large.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Pillow warns of is refused or bounded here
        try:
            with Image.open(path, formats=FORMATS) as opened:
                _check_size(path, opened)
                return _decoded(opened)
        except SourceError:
            raise
        except Image.DecompressionBombError as error:
            raise SourceError(f"{path}: {_TOO_LARGE}, got far more") from error
        except UnidentifiedImageError as error:
            raise SourceError(f"{path}: {_not_a_picture(path)}") from error
        except OSError as error:
            raise SourceError(f"{path}: cannot be read as a picture: {error.strerror or error}") from error
        except _DAMAGE as error:
            raise SourceError(f"{path}: damaged, cannot be read as a picture: {error}") from error


_TOO_LARGE = f"expected at most {MOST_PX / 1e6:.0f} megapixels"
_DAMAGE = (ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError, OverflowError, MemoryError)
"""What Pillow raises, besides OSError, on files that begin like a picture."""


def _check_size(path: Path, opened: Image.Image) -> None:
    width, height = opened.size
    if width * height > MOST_PX:
        raise SourceError(
            f"{path}: {_TOO_LARGE}, got {width}x{height}, {width * height / 1e6:.0f} megapixels"
        )


def _decoded(opened: Image.Image) -> Picture:
    width, height = opened.size
    shrunk = 1
    while (width // shrunk) * (height // shrunk) > MOST_READ_PX:
        shrunk += 1
    if shrunk > 1:  # JPEG decodes to a half or a quarter without ever holding the whole
        opened.draft(None, (-(-width // shrunk), -(-height // shrunk)))
    left = round(shrunk * opened.width / width)
    colours = partial(_eight_bit, spare=_spare_bits(opened)) if opened.mode in _DEEP else _opaque
    image = np.empty((-(-opened.height // left), -(-opened.width // left), 3), np.uint8)
    for band in range(0, image.shape[0], _BAND):
        top, bottom = band * left, min((band + _BAND) * left, opened.height)
        part = colours(opened, (0, top, opened.width, bottom)).reduce(left)
        image[band : band + _BAND] = np.asarray(part)[:, :, ::-1]
    return Picture(image, width, height, shrunk)


_BAND = 256
"""Rows that are converted at once: no second picture of full size is ever held."""
_Box = tuple[int, int, int, int]


def _opaque(picture: Image.Image, box: _Box) -> Image.Image:
    """A part of a picture of any mode as RGB, before grey where it is transparent."""
    part = picture.crop(box)
    if not part.has_transparency_data:
        return part.convert("RGB")
    colours = part.convert("RGBA")
    behind = Image.new("RGB", colours.size, (_BEHIND, _BEHIND, _BEHIND))
    behind.paste(colours, mask=colours.getchannel("A"))
    return behind


def _spare_bits(picture: Image.Image) -> int:
    """How many bits more than 8 its brightest pixel needs: cameras store 10 or 12 bits as 16."""
    _, brightest = picture.getextrema()
    return max(0, int(brightest).bit_length() - 8)


def _eight_bit(picture: Image.Image, box: _Box, *, spare: int) -> Image.Image:
    """A part of a picture of 9 to 32 bits as RGB."""
    values = np.asarray(picture.crop(box)).astype(np.int64) >> spare
    return Image.fromarray(values.clip(0, 255).astype(np.uint8)).convert("RGB")


def _not_a_picture(path: Path) -> str:
    known = ", ".join(FORMATS)
    return f"expected a picture ({known}), got {'an empty file' if path.stat().st_size == 0 else 'something else'}"
