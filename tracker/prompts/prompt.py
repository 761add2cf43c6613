"""One line for the dealer, as data and as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tracker.hands import BUST_OVER, Totals
from tracker.prompts.words import LANGUAGES, Language, detail_text, main_text
from tracker.state import Round


@dataclass(frozen=True, slots=True)
class Prompt:
    """One line for the dealer.

    Attributes:
        code: a key of `tracker.prompts.words.TEXTS`.
        fields: what the texts name: places, totals as called, amounts in major units.
        actions: in the notation, cards left out: the dealer's own act (`d ...`), or what players may choose.
        shares: several bettors and what each of them gets.
    """

    code: str
    fields: Mapping[str, str]
    actions: tuple[str, ...] = ()
    shares: tuple[tuple[str, str], ...] = ()

    @property
    def asks(self) -> bool:
        """Whether players choose among its actions, or decline."""
        return self.code.startswith("ask-")

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values, with the texts."""
        return {
            "code": self.code,
            "fields": dict(self.fields),
            "actions": list(self.actions),
            "shares": [{"by": by, "gets": gets} for by, gets in self.shares],
            "text": {language: text_of(self, language) for language in LANGUAGES},
            "detail": {language: detail_of(self, language) for language in LANGUAGES},
        }


def text_of(prompt: Prompt, language: Language) -> str:
    """Return a prompt's main text in `en` or `ru`, its first letter large."""
    return main_text(prompt.code, prompt.fields, language)


def detail_of(prompt: Prompt, language: Language) -> str:
    """Return what is worth knowing beside the main text; may be empty."""
    choices = (
        [" ".join(action.split()[1:3]) for action in prompt.actions] if prompt.code == "ask-hand" else []
    )
    return detail_text(prompt.fields, choices, prompt.shares, language)


def call_of(totals: Totals) -> str:
    """Return a total as the dealer calls it: `15`, `5/15` for a soft one, `?` where a card is unread."""
    exact = totals.exact
    if exact is None:
        return "?"
    return f"{exact.value - 10}/{exact.value}" if exact.soft and exact.value < BUST_OVER else str(exact.value)


def name_of(round_: Round, ref: str) -> str:
    """Name a hand or a bet on it by its box alone where the box has only that hand."""
    box = round_.boxes.get(int(ref[0])) if ref[0].isdigit() else None
    if box is None or len(box.hands) != 1 or ref[2:] in ("side", "insurance"):
        return ref
    return f"{box.no}.bonus" if ref.endswith(".bonus") else str(box.no)
