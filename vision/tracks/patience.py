"""How long a table waits before it believes something."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait before something is believed, microseconds of the media clock.

    Attributes:
        taken_us: a card whose place is bare may turn up elsewhere for so long.
        single_us: the same for one that left others of its hand behind: nobody takes a single card, and a hand may lie
            over where it went.
        twin_us: a card that may be one that cannot be seen right now waits so long for its place.
        felt_us: something that is no card is felt after lying so long.
        odd_looks: a card that lies before the first of its hand, as one may be held on its way, is seen so often before
            it has its place.
        read_p: a card is called by its name from this probability on.
        second_look: a card that is surely known is replaced by another in its place when that was seen twice.
        trusts_felt: where the felt shows beside other cards no card lies partly on them. In stills the felt is learnt
            in seconds, and what lies there for so long is taken for it.
        sweeps: when a new card is seen and none of those before it, all of those are gone: what a hand hides of them
            would have been seen to go in a film, but not in stills.
    """

    taken_us: int = 1_000_000
    single_us: int = 3_000_000
    twin_us: int = 1_500_000
    felt_us: int = 20_000_000
    odd_looks: int = 2
    read_p: float = 0.9
    second_look: bool = True
    trusts_felt: bool = True
    sweeps: bool = False


STILLS = Patience(
    taken_us=1_500_000,
    single_us=1_500_000,
    twin_us=0,
    felt_us=4_000_000,
    odd_looks=1,
    read_p=0.8,
    second_look=False,
    trusts_felt=False,
    sweeps=True,
)
"""For pictures with unknown time between them: each one stands for itself."""
