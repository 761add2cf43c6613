"""What can go wrong in `vision`.

VisionError
|- ArtError           card art is missing or not laid out as expected
|- TableFileError     a table file is not as docs/architecture.md says
|- DeckError          an enrolled deck is missing or damaged
|- SourceError        a recording, picture or camera cannot be read
`- ModelError         a model or its manifest is missing or does not fit
"""

from __future__ import annotations


class VisionError(Exception):
    """Base of all errors of the eyes; its text is one clear line."""


class ArtError(VisionError):
    """Card art is missing or not laid out as expected."""


class DeckError(VisionError):
    """An enrolled deck is missing, damaged or badly named."""


class TableFileError(VisionError, ValueError):
    """A table file is not as it should be, or does not fit the camera."""


class SourceError(VisionError, OSError):
    """A recording, picture or camera cannot be read."""


class ModelError(VisionError):
    """A model or its manifest is missing or does not fit."""
