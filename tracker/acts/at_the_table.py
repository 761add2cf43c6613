"""All acts of a moment, in the order of play: box by box and hand by hand, then the dealer's."""

from __future__ import annotations

from tracker.acts.act import Act
from tracker.acts.dealer import calls, cards, money
from tracker.acts.moment import Moment
from tracker.acts.players import box_acts, hand_acts
from tracker.state import Round


def acts_of(round_: Round) -> tuple[Act, ...]:
    """Return every act of players and the dealer as the round stands, with the reason why one is not legal.

    Bets that are put while betting is open are left out: they are judged when it closes. Several bettors on a box are
    taken as one; `RoundVerdict.next` names what each of them may do.
    """
    at = Moment.of(round_)
    acts: list[Act] = []
    for no in sorted(round_.boxes):
        box = round_.boxes[no]
        acts += box_acts(at, box)
        for hand in box.hands:
            acts += hand_acts(at, hand)
    return (*acts, *calls(at), *cards(at), *money(at))
