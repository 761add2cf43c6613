"""The words that screens need beside their own: titles of finding codes and profiles, and which program this is."""

from __future__ import annotations

from api.schemas import About, Catalogue, CodeView, ProfileTitle, Words
from tracker import __version__
from tracker.codes import CODES
from tracker.profile import Profile

SOURCE = "https://github.com/pitwatch/pitwatch"


def catalogue_of(profiles: list[Profile], *, model: str | None) -> Catalogue:
    """Put the words together.

    Args:
        profiles: the games that the tables deal.
        model: which reader sees the cards; None if there is none.
    """
    return Catalogue(
        codes=tuple(
            CodeView(code=row.code, title=Words(en=row.en, ru=row.ru), severity=row.severity)
            for row in CODES.values()
        ),
        profiles=tuple(ProfileTitle(name=p.name, title=p.title or p.name) for p in profiles),
        about=About(version=__version__, source=SOURCE, model=model),
    )
