"""Several bettors on one box: who put which part, and how an amount of the box is shared out among them.

The dealer plays and settles the box's sum («дилер рассматривает только их общую ставку»); what is here says which part
of it is whose. Parts are amounts in minor units by bettor, in the order in which they bet: the first one decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

MOST_FOLLOWED: Final = 8
"""With more bettors than this on a box, an amount that nobody named is taken to be everybody's."""


def share_out(amount: int, parts: Mapping[str, int]) -> dict[str, int]:
    """Share an amount out in proportion to the parts. The shares sum to it exactly.

    Each share is the exact one rounded down or up to the smallest unit. The units that rounding down leaves over go one
    by one to the largest fractions, and among equal fractions to the bettor who bet first.

    Args:
        amount: winnings, or a loss below 0.
        parts: what each bettor put, at least one; if nobody put anything, the first bettor has it all.
    """
    whole = sum(parts.values())
    if not whole:
        return {by: 0 if i else amount for i, by in enumerate(parts)}
    sign = -1 if amount < 0 else 1
    shares, fractions = {}, {}
    for by, part in parts.items():
        shares[by], fractions[by] = divmod(abs(amount) * part, whole)
    odd_units = abs(amount) - sum(shares.values())
    for by in sorted(fractions, key=lambda by: -fractions[by])[:odd_units]:
        shares[by] += 1
    return {by: sign * share for by, share in shares.items()}


def sums(parts: Mapping[str, int], *, with_first: bool) -> tuple[int, ...]:
    """Return the amounts that some of the bettors can put together, everybody's first.

    Args:
        parts: what each bettor puts if he does.
        with_first: only where the first bettor is among them, as for a double or a split that he decides.
    """
    whole = sum(parts.values())
    others = {sum(parts[by] for by in some) for some in _groups(list(parts), with_first=with_first)}
    return (whole, *sorted(others - {whole}))


def put_by(amount: int, parts: Mapping[str, int], *, with_first: bool) -> dict[str, int]:
    """Say who put an amount that nobody named.

    It is everybody's if it is their sum, else that of the smallest group whose parts make it up (of two such groups the
    one that bet earlier). An amount that no group makes up is everybody's, in proportion.
    """
    if amount != sum(parts.values()):
        for some in _groups(list(parts), with_first=with_first):
            if sum(parts[by] for by in some) == amount:
                return {by: parts[by] for by in some}
    return share_out(amount, parts)


def _groups(names: Sequence[str], *, with_first: bool) -> Iterator[tuple[str, ...]]:
    """Yield groups of some of the bettors, small ones first, early bettors first; all of them is no group."""
    if len(names) > MOST_FOLLOWED:
        return
    for size in range(1, len(names)):
        for some in combinations(names, size):
            if not with_first or some[0] == names[0]:
                yield some
