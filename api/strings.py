"""The words of screens and reports, from the tables that the screens use too."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "ru")
_FOLDER: Final = Path(__file__).parent / "static" / "strings"


@lru_cache(maxsize=len(LANGUAGES))
def strings(language: str) -> dict[str, str]:
    """Return the words of a language by key.

    Raises:
        KeyError: if there is no such language.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    table = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return {str(key): str(text) for key, text in table.items()}


class Vocabulary:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        """Take a language of `LANGUAGES`."""
        self.language = language
        self._table = strings(language)

    def __call__(self, key: str, **values: object) -> str:
        """Return the words for a key, `{name}` filled in.

        Raises:
            KeyError: if there are none.
        """
        return self._table[key].format(**values)

    def get(self, key: str, default: str) -> str:
        """Return the words for a key, or the default where there are none."""
        return self._table.get(key, default)

    def of(self, group: str, name: str) -> str:
        """Return the words for a word of the contract (`outcome`, `lose`); an unknown one has those of `other`."""
        return self._table.get(f"{group}.{name}") or self._table[f"{group}.other"]
