"""The referee: takes what was done, one action at a time, and says what it means and what was wrong with it.

It never refuses: illegal play is applied, found, and the round goes on from the state that the table is in. A
correction or a ruling replays the round from its actions, so that a verdict never depends on when it was asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tracker.actions import Action
from tracker.acts import Act, acts_of
from tracker.apply import apply_action
from tracker.cards import Card
from tracker.chips import ChipSet
from tracker.notation import History
from tracker.profile import Profile, load_profile, override
from tracker.prompts import Prompt, prompts_of
from tracker.rulings import Ruled
from tracker.state import Round, new_round
from tracker.verdict import HistoryVerdict, RoundVerdict, verdict_of


class Referee:
    """Referees one round, as it happens.

    Args:
        profile: the rules.
        minor_units: the currency's smallest units in one.
        no: the round's number, for the verdict only.
        shoe: copies of each card seen in this shoe before this round.
    """

    def __init__(
        self, profile: Profile, *, minor_units: int = 100, no: int = 1, shoe: Mapping[Card, int] | None = None
    ) -> None:
        self.profile = profile
        self.minor_units = minor_units
        self.no = no
        self._shoe = dict(shoe or {})
        self._actions: list[Action] = []
        self._applied: list[Action] = []
        self._round = self._new_round({})

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far, as they were recorded."""
        return tuple(self._actions)

    @property
    def shoe(self) -> Counter[Card]:
        """Copies of each fully read card seen in this shoe, this round included."""
        return Counter(self._round.shoe)

    @property
    def round(self) -> Round:
        """The state of the table, to read and not to write."""
        return self._round

    def apply(self, action: Action) -> None:
        """Take note of one action. Illegal play raises nothing."""
        self._actions.append(action)
        if action.actor in ("c", "f"):
            self._replay()
        else:
            self._applied.append(action)
            apply_action(self._round, action, len(self._actions))

    def verdict(self) -> RoundVerdict:
        """Judge the round as it stands now."""
        return verdict_of(self._round, self.no, self.minor_units, self._applied)

    def prompts(self, chips: ChipSet | None = None) -> tuple[Prompt, ...]:
        """Return what the dealer should say and do now; payouts in these chips, if they are named."""
        return prompts_of(self._round, self.verdict(), chips)

    def acts(self) -> tuple[Act, ...]:
        """Return everything that could be done now, legal or not, in the order of play, with the reason why not."""
        return acts_of(self._round)

    def _new_round(self, rulings: dict[str, Ruled]) -> Round:
        round_ = new_round(self.profile, self.minor_units)
        round_.shoe = self._shoe.copy()
        round_.rulings = rulings
        return round_

    def _replay(self) -> None:
        fixed: dict[int, Action] = {}
        rulings: dict[str, Ruled] = {}
        for action in self._actions:
            match action.actor, action.args:
                case "c", (int(number), Action() as instead, _):
                    fixed[number] = instead
                case "f", (str(code), str(ruling)):
                    rulings[code] = Ruled(ruling, action.by or "")
        self._round = self._new_round(rulings)
        self._applied = [fixed.get(number, action) for number, action in enumerate(self._actions, 1)]
        for number, action in enumerate(self._applied, 1):
            apply_action(self._round, action, number)


def judge_round(
    profile: Profile,
    actions: Iterable[Action],
    *,
    minor_units: int = 100,
    no: int = 1,
    shoe: Mapping[Card, int] | None = None,
) -> RoundVerdict:
    """Judge a whole round, or as much of it as there is."""
    referee = Referee(profile, minor_units=minor_units, no=no, shoe=shoe)
    for action in actions:
        referee.apply(action)
    return referee.verdict()


def judge_history(history: History, profile: Profile | None = None) -> HistoryVerdict:
    """Judge every round of a hand history; a shoe that lasts over rounds is counted over them.

    Args:
        history: the hand history; its `[rules]` are applied.
        profile: what `history.profile` names, where that is no shipped profile.

    Raises:
        ProfileError: if the profile is not known or an override is wrong.
    """
    rules = override(profile, history.rules) if profile else load_profile(history.profile, history.rules)
    verdicts: list[RoundVerdict] = []
    shoe: Counter[Card] = Counter()
    shoe_no: int | None = None
    for record in history.rounds:
        if rules.fresh_shoe or record.shoe is None or record.shoe != shoe_no:
            shoe = Counter()
        shoe_no = record.shoe
        referee = Referee(rules, minor_units=history.minor_units, no=record.no, shoe=shoe)
        for action in record.actions:
            referee.apply(action)
        verdicts.append(referee.verdict())
        shoe = referee.shoe
    return HistoryVerdict(rules.name, tuple(verdicts))
