"""Whether the table can be seen, where several watch for reasons why not: the picture's health, the cards' places."""

from __future__ import annotations

from tracker.facts import CameraBack, CameraBlind


class Sight:
    """Joins what the watchers say: the table is seen again when none of them has a reason left."""

    def __init__(self) -> None:
        self._reasons: dict[str, str] = {}

    def change(self, whose: str, reason: str) -> CameraBlind | CameraBack | None:
        """What is to be told when one of the watchers gives a reason, or has none any more (`""`); None if nothing."""
        if self._reasons.get(whose, "") == reason:
            return None
        if reason:
            self._reasons[whose] = reason
            return CameraBlind(reason=reason)
        del self._reasons[whose]
        left = next(iter(self._reasons.values()), "")
        return CameraBlind(reason=left) if left else CameraBack()
