"""The tracker's own exceptions.

TrackerError
├── ChipError       a chip set is none, or cannot make an amount
├── NotationError   a hand history (or one action of it) is not well formed
└── ProfileError    a table profile is unknown, malformed or contradicts itself

Illegal *play* is never an exception: the referee applies it and finds it.
"""

from __future__ import annotations


class TrackerError(Exception):
    """Base of what the tracker raises on bad input."""


class ChipError(TrackerError, ValueError):
    """A chip set that is none, or an amount that its chips cannot make."""


class NotationError(TrackerError, ValueError):
    """Text that is not `bjh`: says what was expected, what came, and where.

    Attributes:
        reason: what is wrong, without the place.
        file: name of the file as given, or `""`.
        line: line in the file from 1, or 0 if there is none.
    """

    def __init__(self, reason: str, *, file: str = "", line: int = 0) -> None:
        self.reason = reason
        self.file = file
        self.line = line
        place = f"{file or 'bjh'}:{line}: " if line else f"{file}: " if file else ""
        super().__init__(place + reason)


class ProfileError(TrackerError, ValueError):
    """A profile that does not exist, has a wrong field, or cannot be dealt."""
