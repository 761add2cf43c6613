"""Kept films told again: what the present code tells otherwise than the code that told them first.

Whoever changes how cards are followed mends one film and loses another. Films of known rounds show both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from api.testrange.decks import RangeDecks
from api.testrange.results import FilmRow, ResultsFile
from api.testrange.running import FilmsFolder, score
from vision.read import Reader


@dataclass(frozen=True, slots=True)
class Retold:
    """A film as it was told first and as it is told now."""

    before: FilmRow
    now: FilmRow

    @property
    def is_worse(self) -> bool:
        """Whether fewer rounds are right, fewer errors found, or more hands accused falsely."""
        now, before = self.now.score, self.before.score
        return now.right < before.right or now.found < before.found or now.false > before.false

    @property
    def is_better(self) -> bool:
        """Whether more is right in some of these, and nothing worse."""
        now, before = self.now.score, self.before.score
        more = now.right > before.right or now.found > before.found or now.false < before.false
        return more and not self.is_worse


def tell_again(
    films: FilmsFolder,
    results: ResultsFile,
    reader: Reader,
    decks: RangeDecks,
    *,
    progress: Callable[[float, str], None] = lambda _part, _name: None,
) -> list[Retold]:
    """Audit and score every kept film again; its first result stays as it is.

    Args:
        films: that were kept.
        results: what they were told as.
        reader: reads the cards.
        decks: of the range; what was learnt of them is kept there.
        progress: is told how much is done, 0..1, and which film is being told.
    """
    kept = [(plan, row) for plan, row in results.films() if films.holds(plan)]
    retold = []
    for number, (plan, before) in enumerate(kept):
        progress(number / len(kept), plan.name)
        if plan.enrolled:
            decks.enrol(plan.dials.deck)
        retold.append(Retold(before, score(plan, films.of(plan), reader, filmed_s=0.0)))
    return retold
