"""A table where anything may be done in any order: Hypothesis looks for an order that the referee cannot take.

Legal play is mixed in, so that rounds come far; corrections, rulings, shuffles, unread cards and several bettors too.
After every step: asking changes nothing, cards are neither lost nor made, bets keep the books. At the end the round is
replayed, and taken through the notation, to the same state.
"""

from __future__ import annotations

import os
from collections import Counter

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tracker.actions import RULINGS, Action, parse_action
from tracker.cards import DECK
from tracker.codes import CODES
from tracker.notation import History, RecordedRound, format_bjh, parse_bjh
from tracker.outcomes import PAID
from tracker.profile import SHIPPED, load_profile
from tracker.referee import Referee, judge_history, judge_round

DEEP = bool(os.environ.get("DEEP"))
BOXES = st.sampled_from("123")
HANDS = st.builds("{}.{}".format, BOXES, st.integers(1, 4))
AMOUNTS = st.sampled_from(["100", "50", "25", "0.01", "60", "40", "0"])
NAMES = st.sampled_from(["", "", "", " by Ann", " by Bob", " by Carl"])
KNOWN = st.sampled_from([str(card) for card in DECK])
CARDS = KNOWN | KNOWN | st.sampled_from(["??", "T?", "A?", "?s", "7?"])
BETS = HANDS | st.builds("{}.{}".format, BOXES, st.sampled_from(["side", "insurance", "1.bonus", "2.bonus"]))
HOUSES = st.sampled_from(
    [
        {},
        {"max_bettors": 2, "rounding": "up"},
        {"peek": "ace-ten", "hole_card": True, "up_card": "first", "surrender": "late"},
        {"original_bets_only": True, "insure_after_split": True, "ties": "lose", "dealer_22": "push"},
        {
            "stand_on_21": False,
            "split_aces_one_card": False,
            "bonus_after_split": True,
            "burn_first_card": True,
        },
        {"minimum": 50, "maximum": 500, "rounding": "down", "fresh_shoe": False},
    ]
)


class Table(RuleBasedStateMachine):
    """One round under one house's rules, with whatever is done to it."""

    @initialize(name=st.sampled_from(SHIPPED), rules=HOUSES, seed=st.sampled_from(["", "deal", "late"]))
    def sit_down(self, name: str, rules: dict[str, object], seed: str) -> None:
        self.profile = load_profile(name, rules)
        self.referee = Referee(self.profile)
        self.lawful = True  # nothing was done but what the referee called legal
        if seed:
            for text in ("1 bet 100", "2 bet 60 by Ann", "2 bet 40 by Bob", "d nmb"):
                self.do(text, lawful=True)
        if seed == "late":
            for _ in range(14):
                self.go_on("9c", 0)

    def do(self, text: str, *, lawful: bool = False) -> None:
        self.lawful = self.lawful and lawful
        self.referee.apply(parse_action(text))

    # ---- legal play

    @rule(card=CARDS, choice=st.integers(0, 9))
    def go_on(self, card: str, choice: int) -> None:
        options = self.referee.verdict().next
        if not options:
            return
        option = options[choice % len(options)]
        if option.startswith("d deal"):
            dealer = self.referee.round.dealer
            face_down = option == "d deal d" and dealer.hole == len(dealer.cards)
            option += " ??" if face_down else f" {card}"
        elif option.startswith("d turn"):
            option += f" {card}"
        self.do(option, lawful=True)

    # ---- whatever people do

    @rule(box=BOXES, amount=AMOUNTS, name=NAMES)
    def bet(self, box: str, amount: str, name: str) -> None:
        self.do(f"{box} bet {amount}{name}")

    @rule(hand=HANDS, amount=AMOUNTS, verb=st.sampled_from(["bet", "chips", "insure", "double", "split"]))
    def put(self, hand: str, amount: str, verb: str) -> None:
        self.do(f"{hand} {verb} {amount}")

    @rule(hand=HANDS, amount=AMOUNTS, name=NAMES, verb=st.sampled_from(["double", "split", "insure", "bet"]))
    def put_by_name(self, hand: str, amount: str, name: str, verb: str) -> None:
        self.do(f"{hand} {verb} {amount}{name}")

    @rule(
        box=BOXES,
        amount=AMOUNTS,
        name=NAMES,
        what=st.sampled_from(["side super-game", "side lucky", "insure"]),
    )
    def put_beside(self, box: str, amount: str, name: str, what: str) -> None:
        self.do(f"{box} {what} {amount}{name}")

    @rule(hand=HANDS, verb=st.sampled_from(["hit", "stand", "surrender"]))
    def decide(self, hand: str, verb: str) -> None:
        self.do(f"{hand} {verb}")

    @rule(box=BOXES, name=NAMES, what=st.sampled_from(["switch", "switch 1 2", "switch 2 1"]))
    def switch(self, box: str, name: str, what: str) -> None:
        self.do(f"{box} {what}" if not name else f"{box} even-money{name}")

    # ---- whatever the dealer does

    @rule(seat=HANDS | st.just("d"), card=CARDS, up=st.booleans())
    def deal(self, seat: str, card: str, up: bool) -> None:
        self.do(f"d deal {seat} {card}{' up' if up else ''}")

    @rule(number=st.integers(1, 4), card=CARDS)
    def turn(self, number: int, card: str) -> None:
        self.do(f"d turn {number} {card}")

    @rule(card=CARDS)
    def burn(self, card: str) -> None:
        self.do(f"d burn {card}")

    @rule(source=HANDS, number=st.integers(1, 4), goal=HANDS)
    def move(self, source: str, number: int, goal: str) -> None:
        self.do(f"d move {source} {number} {goal}")

    @rule(
        what=st.sampled_from(
            [
                "nmb",
                "peek",
                "stand",
                "shuffle",
                "cut 20",
                "cut 0",
                "offer insurance",
                "insurance-closed",
                "clear",
            ]
        )
    )
    def say(self, what: str) -> None:
        self.do(f"d {what}")

    @rule(hand=HANDS)
    def offer(self, hand: str) -> None:
        self.do(f"d offer double {hand}")

    @rule(bet=BETS, amount=AMOUNTS, name=NAMES, verb=st.sampled_from(["pay", "take", "push"]))
    def money(self, bet: str, amount: str, name: str, verb: str) -> None:
        self.do(f"d push {bet}{name}" if verb == "push" else f"d {verb} {bet} {amount}{name}")

    # ---- afterwards

    @precondition(lambda self: self.referee.actions)
    @rule(data=st.data(), card=KNOWN, amount=AMOUNTS, hand=HANDS)
    def correct(self, data: st.DataObject, card: str, amount: str, hand: str) -> None:
        number = data.draw(st.integers(1, len(self.referee.actions)))
        instead = data.draw(
            st.sampled_from(
                [f"d deal {hand} {card}", f"1 bet {amount}", "d nmb", f"{hand} stand", f"d burn {card}"]
            )
        )
        self.do(f"c fix {number} {instead} by Ann reason seen again")

    @rule(code=st.sampled_from(sorted(CODES)), ruling=st.sampled_from(RULINGS))
    def ruling(self, code: str, ruling: str) -> None:
        self.do(f"f rule {code} {ruling} by Floor")

    # ---- what always holds

    @invariant()
    def asking_changes_nothing(self) -> None:
        if hasattr(self, "referee"):
            first = self.referee.verdict()
            self.referee.prompts()
            assert self.referee.verdict() == first
            assert first.to_json()["state"] == first.state

    @invariant()
    def every_finding_is_known_and_points_at_an_action(self) -> None:
        if hasattr(self, "referee"):
            for finding in self.referee.verdict().findings:
                assert finding.code in CODES
                assert 1 <= finding.action <= len(self.referee.actions)

    @invariant()
    def cards_are_neither_lost_nor_made(self) -> None:
        if hasattr(self, "referee"):
            round_ = self.referee.round
            held = sum(len(hand.cards) + len(hand.burned) for hand in round_.hands())
            held += len(round_.dealer.cards) + len(round_.dealer.burned) + len(round_.strays)
            chips_took_hands = any(action.verb == "chips" for action in self.in_effect())
            dealt = sum(action.verb == "deal" for action in self.in_effect())
            assert held == dealt or (chips_took_hands and held <= dealt)

    @invariant()
    def bets_keep_the_books(self) -> None:
        if not hasattr(self, "referee"):
            return
        verdict = self.referee.verdict()
        refs = Counter(bet.bet for bet in verdict.bets)
        assert all(count == 1 for count in refs.values()), refs
        for bet in verdict.bets:
            if not bet.is_decided:
                assert (bet.pays, bet.net, bet.due) == (None, None, ("", 0))
                continue
            assert bet.pays is not None and bet.net is not None
            assert -bet.stake <= bet.net <= bet.pays
            assert bet.pays >= 0 and (bet.pays == 0 or bet.outcome in PAID)
            assert bet.net == bet.pays or bet.net < 0
            if bet.shares:
                assert sum(share.stake for share in bet.shares) == bet.stake
                assert sum(share.net or 0 for share in bet.shares) == bet.net
                assert sum(share.pays or 0 for share in bet.shares) == bet.pays

    @invariant()
    def in_legal_play_stakes_are_what_was_put(self) -> None:
        if not getattr(self, "lawful", False):
            return
        put = 0
        for action in self.referee.actions:
            if action.verb in ("bet", "insure", "double", "split"):
                amount = action.args[0]
                assert isinstance(amount, int)
                put += amount * (self.profile.hands_per_box if action.verb == "bet" else 1)
        assert sum(bet.stake for bet in self.referee.verdict().bets if bet.kind != "bonus") == put

    def in_effect(self) -> list[Action]:
        """Actions as corrections left them."""
        actions = list(self.referee.actions)
        for action in self.referee.actions:
            match action.args:
                case (int(number), Action() as instead, _) if action.actor == "c":
                    actions[number - 1] = instead
        return [action for action in actions if action.actor not in "cf"]

    def teardown(self) -> None:
        """Replay, and go through the notation."""
        if not hasattr(self, "referee"):
            return
        verdict = self.referee.verdict()
        assert judge_round(self.profile, self.referee.actions) == verdict
        record = RecordedRound(no=1, actions=self.referee.actions)
        written = format_bjh(History(profile="p", rounds=(record,)))
        read = parse_bjh(written)
        assert read.rounds[0].actions == self.referee.actions
        assert format_bjh(read) == written
        assert judge_history(read, self.profile).rounds == (verdict,)


Table.TestCase.settings = settings(
    max_examples=2000 if DEEP else 40,
    stateful_step_count=60 if DEEP else 30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestTable = Table.TestCase
