"""An act that is legal now, or refused for a reason, as data and in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from tracker.acts.words import REASONS
from tracker.prompts.words import LANGUAGES, Language


class Refusal(NamedTuple):
    """Why an act is not legal now.

    Attributes:
        reason: a key of `tracker.acts.words.REASONS`; the finding's code where that says it.
        code: the finding that the act leads to if it is done all the same, at once or as the round goes on; `""`
            where it leads to none: nothing comes of it, or what comes depends on how the round goes on.
    """

    reason: str
    code: str = ""

    def text(self, language: Language) -> str:
        """Return the reason in words."""
        text = REASONS[self.reason]
        return text.en if language == "en" else text.ru


class Act(NamedTuple):
    """Something that could be done now.

    Attributes:
        action: in the notation, amounts filled in, cards left out (`1.1 double 100`, `d deal 1.1`).
        refusal: why it is not legal; None where it is.
    """

    action: str
    refusal: Refusal | None = None

    @property
    def is_legal(self) -> bool:
        """Whether it may be done now."""
        return self.refusal is None

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values, with the texts."""
        if self.refusal is None:
            return {"action": self.action, "legal": True}
        text = {language: self.refusal.text(language) for language in LANGUAGES}
        return {
            "action": self.action,
            "legal": False,
            "reason": self.refusal.reason,
            "code": self.refusal.code or None,
            "text": text,
        }


def refused_by(code: str | None) -> Refusal | None:
    """Return the refusal of an act that breaks a rule, by the finding's code; None for None."""
    return None if code is None else Refusal(code, code)
