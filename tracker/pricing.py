"""From an outcome to amounts: what a bet pays, costs and nets, exactly, and each bettor's share of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.outcomes import PAID, Bet, Kind, OutcomeName, Share
from tracker.ratio import HALF, Ratio, Rounding
from tracker.shares import share_out

Parts = Mapping[str, int]
"""Who put which part of a stake."""


def undecided(
    ref: str,
    kind: Kind,
    stake: int,
    outcome: OutcomeName,
    *,
    ratio: Ratio | None = None,
    parts: Parts | None = None,
) -> Bet:
    """Make a bet that is `open` or `unknown`."""
    return Bet(ref, kind, stake, outcome, ratio, None, None, shares=_shares(outcome, parts, None, None))


def priced(
    rounding: Rounding,
    ref: str,
    kind: Kind,
    stake: int,
    outcome: OutcomeName,
    *,
    ratio: Ratio,
    lost: int = 0,
    name: str | None = None,
    parts: Parts | None = None,
    lost_parts: Parts | None = None,
    is_proven: bool = True,
) -> Bet:
    """Make a bet whose outcome is known, with its amounts.

    Args:
        rounding: the profile's.
        ref, kind, stake, outcome, name, is_proven: as in `Bet`.
        ratio: its price.
        lost: how much of the stake a loss costs.
        parts: who put which part of the stake, where a box has several bettors.
        lost_parts: whose part of the loss is which, where that is not the whole stake.
    """
    if outcome == "open":
        return undecided(ref, kind, stake, outcome, ratio=ratio, parts=parts)
    pays = ratio.of(stake, rounding) if outcome in PAID else 0
    net = pays
    if outcome == "lose":
        net = -lost
    elif outcome == "surrender":
        net = HALF.of(stake, rounding) - stake
    shares = _shares(outcome, parts, pays, net, lost_parts) if parts is not None else ()
    return Bet(ref, kind, stake, outcome, ratio, pays, net, name, shares, is_proven)


def fair_nets(bet: Bet, rounding: Rounding) -> tuple[int, ...]:
    """Return every gain that is right for a decided bet: two where the house does not round a fraction."""
    if bet.outcome == "surrender":
        return tuple(half - bet.stake for half in HALF.fair(bet.stake, rounding))
    if bet.outcome in PAID and bet.ratio is not None:
        return bet.ratio.fair(bet.stake, rounding)
    return (bet.net or 0,)


def _shares(
    outcome: OutcomeName,
    parts: Parts | None,
    pays: int | None,
    net: int | None,
    lost_parts: Parts | None = None,
) -> tuple[Share, ...]:
    if not parts:
        return ()
    if pays is None or net is None:
        return tuple(Share(by, part, outcome, None, None) for by, part in parts.items())
    paid = share_out(pays, parts)
    gained = share_out(net, lost_parts if lost_parts and outcome == "lose" else parts)
    return tuple(Share(by, part, outcome, paid[by], gained.get(by, 0)) for by, part in parts.items())


def void(ref: str, kind: Kind, stake: int, *, ratio: Ratio | None = None, parts: Parts | None = None) -> Bet:
    """Make a bet that does not count: the stake stays the bettor's."""
    return Bet(ref, kind, stake, "void", ratio, 0, 0, shares=_shares("void", parts, 0, 0))


def joined(bet: Bet, even: Bet, names: Sequence[str]) -> Bet:
    """Join a bet with the part of it for which even money was taken."""
    shares = {share.by: share for share in bet.shares + even.shares}
    return bet._replace(
        stake=bet.stake + even.stake,
        ratio=None,
        pays=None if bet.pays is None else bet.pays + (even.pays or 0),
        net=None if bet.net is None else bet.net + (even.net or 0),
        shares=tuple(shares[by] for by in names),
        is_proven=bet.is_proven and even.is_proven,
    )
