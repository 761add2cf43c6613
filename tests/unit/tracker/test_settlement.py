"""Settlement asked directly: what each bet becomes, at every stage of a round, to the smallest unit and each share."""

from typing import Any

import pytest

from tests.unit.tracker.moments import Lie, peek, russian, switch
from tests.unit.tracker.table import RUSSIAN, SWITCH
from tracker import settle
from tracker.dues import dues
from tracker.outcomes import Bet, Share
from tracker.pricing import fair_nets
from tracker.ratio import Rounding
from tracker.settle import dealer_results, is_final, may_be_decided, settle_bet, settle_round
from tracker.state import Round


@pytest.fixture(autouse=True, scope="module")
def nothing_remembered() -> None:
    """Mutants start from a process that has run the right code: what that has remembered must not hide a wrong one."""
    settle._compared.cache_clear()


KINDS = {"side": "side", "insurance": "insurance", "1.bonus": "bonus"}


def is_all_read(round_: Round, ref: str) -> bool:
    """Whether every card of a bet's hand and of the dealer was read."""
    hand = round_.hand(ref.removesuffix(".bonus"))
    cards = [*round_.dealer.cards, *(hand.cards if hand else ())]
    return all(card.is_known for card in cards) and not (hand and hand.is_unsure)


def bet_of(lie: Lie, ref: str) -> Bet:
    """Return one bet as it stands; asked for alone it is the same as among all."""
    round_ = lie.round()
    found = settle_bet(round_, ref)
    assert found is not None
    assert found in settle_round(round_)
    assert (found.bet, found.kind, isinstance(found.stake, int)) == (ref, KINDS.get(ref[2:], "main"), True)
    if is_all_read(round_, ref):
        assert found.is_proven is True
    assert bool(found.shares) == (len(round_.boxes[int(ref[0])].bettors) > 1)
    return found


def seen(bet: Bet) -> tuple[str, int | None, int | None]:
    """Outcome, winnings and gain in cents."""
    return bet.outcome, bet.pays, bet.net


STAND_17 = "1.1 stand; d deal d 8c;"  # on 9: 17
STAND_BUST = "1.1 stand; d deal d 6c; d deal d Tc;"  # 25
STAND_22 = "1.1 stand; d deal d 3c; d deal d Tc;"  # 22
BOTH = "1.1 stand; 1.2 stand;"


@pytest.mark.parametrize(
    ("lie", "outcome", "net"),
    [
        (russian("Th", "8c", then=STAND_17), "win", 10000),
        (russian("Th", "7c", then=STAND_17), "push", 0),
        (russian("Th", "6c", then=STAND_17), "lose", -10000),
        (russian("Th", "7c", then=STAND_17, ties="lose"), "lose", -10000),
        (russian("Th", "2c", then=STAND_BUST), "win", 10000),
        (russian("Th", "2c", then=STAND_22), "win", 10000),
        (russian("Th", "2c", then=STAND_22, dealer_22="push"), "push", 0),
        (
            russian("Th", "2c", then="1.1 stand; d deal d 4c; d deal d Tc;", dealer_22="push"),
            "win",
            10000,
        ),  # 23
        (
            russian("Th", "6c", then="1.1 hit; d deal 1.1 6h;"),
            "lose",
            -10000,
        ),  # bust, the dealer need not play
        (russian("Th", "6c", then="1.1 surrender;"), "surrender", -5000),
        (russian("6h", "5c", then="1.1 double 100; d deal 1.1 9h; d deal d 8c;"), "win", 20000),
        (russian("6h", "5c", then="1.1 double 100; d deal 1.1 3h; d deal d 8c;"), "lose", -20000),
        (
            russian("6h", "5c", then="1.1 double 60; d deal 1.1 9h; d deal d 8c;"),
            "win",
            16000,
        ),  # as it was put
        (
            russian("Th", "6c", "Ad", "d insurance-closed; 1.1 hit; d deal 1.1 5h; d deal d Tc;"),
            "lose",
            -10000,
        ),  # 21
        (
            russian("Th", "6c", "Td", "1.1 hit; d deal 1.1 5h; d deal d 5c; d deal d 6d;"),
            "push",
            0,
        ),  # 21 of three
        (switch("Th 9c 8d 8s", then=BOTH + "d turn 1 9h;"), "lose", -10000),  # a tie
        (switch("Th 9c 9d 8s", then=BOTH + "d turn 1 9h;"), "win", 10000),
    ],
)
def test_a_hand_against_the_dealers_result(lie: Lie, outcome: str, net: int) -> None:
    bet = bet_of(lie, "1.1")
    assert seen(bet) == (outcome, max(net, 0), net)
    assert str(bet.ratio) == "1:1"
    assert bet.kind == "main"


@pytest.mark.parametrize(
    ("lie", "outcome", "pays", "ratio"),
    [
        (russian("Th", "Ac"), "blackjack", 15000, "3:2"),
        (russian("Th", "Ah"), "blackjack", 20000, "2:1"),
        (russian("Th", "Ah", suited_blackjack_pays=None), "blackjack", 15000, "3:2"),
        (russian("Th", "Ac", "Td"), "open", None, "1:1"),
        (russian("Th", "Ac", "Td", "d deal d 9c;"), "blackjack", 15000, "3:2"),
        (russian("Th", "Ac", "Td", "d deal d Ac;"), "push", 0, "1:1"),
        (russian("Th", "Ac", "Td", "d deal d Ac;", blackjack_vs_blackjack="win"), "blackjack", 15000, "3:2"),
        (russian("Th", "Ac", "Td", natural_pays="at-once"), "blackjack", 15000, "3:2"),
        (russian("Th", "Ac", "Ad", "1 even-money;"), "even-money", 10000, "1:1"),
        (
            russian("Th", "Ah", "Ad", "1 even-money; d insurance-closed; d deal d Tc;"),
            "even-money",
            10000,
            "1:1",
        ),
        (switch("Th 9c Ad 8s", "As"), "blackjack", 10000, "1:1"),
        (peek("Th", "Ac", "Td"), "open", None, "1:1"),
        (peek("Th", "Ac", "Td", "d peek;"), "blackjack", 15000, "3:2"),
        (peek("Th", "Ac", "Td", "d peek; d turn 2 As;"), "push", 0, "1:1"),
    ],
)
def test_a_blackjack_and_its_price(lie: Lie, outcome: str, pays: int | None, ratio: str) -> None:
    bet = bet_of(lie, "1.1")
    assert seen(bet) == (outcome, pays, pays)
    assert str(bet.ratio) == ratio


@pytest.mark.parametrize(
    ("then", "rules", "outcome"),
    [
        ("1 switch;", {}, "blackjack"),  # not allowed: it was closed
        ("1 switch;", {"natural_locks_switch": False}, "open"),  # given up for T,5 and 9,A
        ("d pay 1.1 100; 1 switch;", {"natural_locks_switch": False}, "blackjack"),  # paid before
    ],
)
def test_a_blackjack_that_may_be_switched_is_given_up(then: str, rules: dict[str, Any], outcome: str) -> None:
    lie = switch("Th 9c Ad 5s", then=then, **rules)
    assert bet_of(lie, "1.1").outcome == outcome
    assert bet_of(lie, "1.2").outcome == "open"


@pytest.mark.parametrize(
    ("lie", "ref", "outcome"),
    [
        (russian("Th", "6c"), "1.1", "open"),
        (russian("Th", "6c", then="1.1 stand;"), "1.1", "open"),
        (russian("Th", "6c", then="1.1 stand; d deal d 5c;"), "1.1", "open"),
        (russian("Th", "??", then=STAND_17), "1.1", "unknown"),
        (russian("Ah", "?c", then=STAND_BUST), "1.1", "unknown"),  # a winner, or a blackjack at its price
        (russian("5h", "?c", then=STAND_BUST), "1.1", "win"),  # whatever it was
        (russian("Th", "6c", then="1.1 stand; d deal d ??;"), "1.1", "open"),  # he may have to draw
        (russian("Th", "6c", then="1.1 stand; d deal d ??; d clear;"), "1.1", "unknown"),
        (russian("Ah", "?h", up="7d"), "1.1", "open"),  # a blackjack or to play
        (russian("A?", "Th", up="7d"), "1.1", "unknown"),  # a blackjack, but of one suit?
        (russian("A?", "Th", up="7d", suited_blackjack_pays=None), "1.1", "blackjack"),
        (russian("Th", "Ac", "Td", "d deal d ??; d clear;"), "1.1", "unknown"),
        (switch("Th 9c Kd 8s", then="d clear;", bets="1 bet 100; 1 side super-game 20;"), "1.side", "lose"),
        (switch("Th 9c ?d 8s", bets="1 bet 100; 1 side super-game 20;"), "1.side", "unknown"),
        (switch("Th 9c T? 8?", bets="1 bet 100; 1 side super-game 20;"), "1.side", "win"),
        (Lie(SWITCH, "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 Th;", {}), "1.side", "open"),
        (
            Lie(SWITCH, "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 Th; d clear;", {}),
            "1.side",
            "unknown",
        ),
        (russian("Th", "8c", "Ad", "1 insure 50;"), "1.insurance", "open"),
        (
            russian("Th", "8c", "Ad", "1 insure 50; d insurance-closed; 1.1 stand; d deal d ??; d clear;"),
            "1.insurance",
            "unknown",
        ),
        (russian("6h", "7c", then="1.1 hit; d deal 1.1 ??;"), "1.1.bonus", "unknown"),
        (russian("6h", "7h", then="1.1 hit; d deal 1.1 8?;"), "1.1.bonus", "unknown"),
    ],
)
def test_what_is_not_decided_has_no_amounts(lie: Lie, ref: str, outcome: str) -> None:
    bet = bet_of(lie, ref)
    assert bet.outcome == outcome
    assert bet.is_decided == (outcome not in ("open", "unknown"))
    if not bet.is_decided:
        assert (bet.pays, bet.net, bet.due) == (None, None, ("", 0))


@pytest.mark.parametrize(
    ("lie", "expected"),
    [
        # Ten and an unread card took another: no blackjack then, and a hand of 12 to 21 when the dealer busts.
        (russian("Th", "??", then="1.1 hit; d deal 1.1 Ah;" + STAND_BUST), ("win", 10000, 10000)),
        (russian("Th", "??", then="1.1 hit; d deal 1.1 Ah;" + STAND_17), ("unknown", None, None)),
        (russian("Th", "??", then="1.1 hit; d deal 1.1 Ah; 1.1 stand;"), ("open", None, None)),
        # Against his blackjack it has lost, and has not if it was one itself.
        (russian("Th", "??", "Td", "1.1 hit; d deal 1.1 Ah; 1.1 stand; d deal d Ac;"), ("lose", 0, -10000)),
        # The dealer drew on 9 and an unread card, and again: he had little, and is over now.
        (
            russian("Th", "9c", then="1.1 stand; d deal d ??; d deal d 2c; d deal d Tc;"),
            ("win", 10000, 10000),
        ),
    ],
)
def test_what_holds_if_every_card_was_due_is_told_and_not_proven(
    lie: Lie, expected: tuple[str, int | None, int | None]
) -> None:
    bet = bet_of(lie, "1.1")
    assert seen(bet) == expected
    assert bet.is_proven == (not bet.is_decided)
    assert bet.as_proven().outcome == (bet.outcome if bet.is_proven else "unknown")


def test_even_money_for_a_bettor_of_no_stake_adds_nothing() -> None:
    text = "1 even-money by Bob; d insurance-closed; d deal d 9c;"
    bet = bet_of(russian("Th", "Ac", "Ad", text, bets="1 bet 60 by Ann; 1 bet 0 by Bob;"), "1.1")
    assert seen(bet) == ("blackjack", 9000, 9000)


@pytest.mark.parametrize(
    ("cards", "net", "name"),
    [
        ("Th Tc Td Ts", 800, "four-of-a-kind"),
        ("Th 9c Td 9s", 160, "two-pair"),
        ("Th 9c Td Ts", 100, "three-of-a-kind"),
        ("Th 9c Td 8s", 20, "pair"),
        ("Th 9c Kd 8s", -20, None),
    ],
)
def test_super_game_pays_its_best_category(cards: str, net: int, name: str | None) -> None:
    bet = bet_of(switch(cards, bets="1 bet 100; 1 side super-game 20;"), "1.side")
    assert (bet.kind, bet.stake, bet.net, bet.name) == ("side", 2000, net * 100, name)
    assert bet.pays == max(net * 100, 0)
    assert bet.ratio is not None
    assert bet.ratio.pays == (max(net, 20) // 20)


def test_of_two_readings_of_one_price_no_name_is_said() -> None:
    same = {"super-game": {"pair": "2:1", "two-pair": "2:1"}}
    sides = [{"name": name, "pays": pays} for name, pays in same.items()]
    bet = bet_of(switch("Th Tc 9d ?s", bets="1 bet 100; 1 side super-game 20;", side_bets=sides), "1.side")
    assert bet.outcome == "unknown"  # it may be three of a kind, which this table does not pay
    everything = dict.fromkeys(("pair", "two-pair", "three-of-a-kind", "four-of-a-kind"), "2:1")
    sides = [{"name": "super-game", "pays": everything}]
    bet = bet_of(switch("Th Tc 9d ?s", bets="1 bet 100; 1 side super-game 20;", side_bets=sides), "1.side")
    assert (seen(bet), bet.name) == (("win", 4000, 4000), None)


@pytest.mark.parametrize(
    ("lie", "ref"),
    [
        (Lie(SWITCH, "2 bet 100; 1 side super-game 20; d nmb; d deal 2.1 Th;", {}), "1.side"),  # no main bet
        (Lie(SWITCH, "1 bet 100; 1 side lucky 20; d nmb;", {}), "1.side"),  # no such side bet here
        (Lie(SWITCH, "1 bet 100; d nmb; 1 side super-game 20;", {}), "1.side"),  # too late
        (russian("Th", "8c", then="f rule card-on-21 void-round by F;"), "1.1"),
        (russian("Th", "8c", "Ad", "1 insure 50; f rule card-on-21 void-round by F;"), "1.insurance"),
        (
            switch(
                "Th 9c 8d 8s",
                then="f rule card-on-21 void-round by F;",
                bets="1 bet 100; 1 side super-game 20;",
            ),
            "1.side",
        ),
        (
            Lie(
                RUSSIAN,
                "1 bet 100; 2 bet 100; d nmb; d deal 2.1 Th; d deal d 9d; d deal 2.1 8c; 2.1 stand;",
                {},
            ),
            "1.1",
        ),
        (Lie(RUSSIAN, "1 bet 100; d nmb; 2 bet 100; d deal 1.1 Th; d deal d 9d;", {}), "2.1"),
    ],
)
def test_what_does_not_count_goes_back(lie: Lie, ref: str) -> None:
    bet = bet_of(lie, ref)
    assert seen(bet) == ("void", 0, 0)
    assert bet.due == ("push", 0)


@pytest.mark.parametrize(
    ("ruled", "outcome"), [("card-missing void-hand", "void"), ("card-on-21 warn", "win")]
)
def test_a_side_bet_goes_back_with_its_box(ruled: str, outcome: str) -> None:
    """The floor voids what a missing card spoils: the whole box, its side bet too."""
    deal = "1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 Th; d deal 1.2 9c; d deal d ??; d deal 1.1 Td;"
    lie = Lie(
        SWITCH, f"{deal} d deal d 7d; 1.2 stand; d deal 1.2 2c; 1.1 stand; f rule {ruled} by F; d clear;", {}
    )
    assert bet_of(lie, "1.side").outcome == outcome


@pytest.mark.parametrize(
    "order", ["1 side lucky 5; 1 side super-game 20;", "1 side super-game 20; 1 side lucky 5;"]
)
def test_what_was_put_on_a_side_bet_of_another_table_is_no_part_of_it(order: str) -> None:
    bet = bet_of(switch("Th 9c Td 8s", bets=f"1 bet 100; {order}"), "1.side")
    assert (bet.stake, seen(bet), bet.name) == (2000, ("win", 2000, 2000), "pair")


def test_what_was_put_late_beside_a_side_bet_is_no_part_of_it() -> None:
    lie = switch("Th 9c Td 8s", bets="1 bet 100; 1 side super-game 20;", then="1 side super-game 30;")
    assert (bet_of(lie, "1.side").stake, bet_of(lie, "1.side").net) == (2000, 2000)


INSURED = "1 insure 50; d insurance-closed; 1.1 stand;"


@pytest.mark.parametrize(
    ("lie", "expected"),
    [
        (russian("Th", "8c", "Ad", INSURED + "d deal d Tc;"), ("win", 10000, 10000)),
        (russian("Th", "8c", "Ad", INSURED + "d deal d 9c;"), ("lose", 0, -5000)),
        (russian("Th", "8c", "Ad", INSURED + "d deal d 9c;", insurance_pays="3:1"), ("lose", 0, -5000)),
        (russian("Th", "8c", "Ad", INSURED + "d deal d Tc;", insurance_pays="3:1"), ("win", 15000, 15000)),
        (
            russian(
                "Th", "8c", "Ad", "1 insure 50; 1 insure 10; d insurance-closed; 1.1 stand; d deal d 9c;"
            ),
            ("lose", 0, -6000),
        ),
    ],
)
def test_insurance_pays_against_a_blackjack_only(lie: Lie, expected: tuple[str, int, int]) -> None:
    bet = bet_of(lie, "1.insurance")
    assert seen(bet) == expected
    assert (bet.kind, bet.ratio) == ("insurance", lie.round().profile.insurance_pays)


@pytest.mark.parametrize(
    ("lie", "pays", "name"),
    [
        (russian("6h", "7c", then="1.1 hit; d deal 1.1 8d;"), 30000, "6-7-8"),
        (russian("6h", "7h", then="1.1 hit; d deal 1.1 8h;"), 50000, "6-7-8-suited"),
        (russian("7h", "7c", then="1.1 hit; d deal 1.1 7d;"), 30000, "7-7-7"),
        (
            russian(
                "2h", "3c", then="1.1 hit; d deal 1.1 4d; 1.1 hit; d deal 1.1 5d; 1.1 hit; d deal 1.1 7d;"
            ),
            30000,
            "five-card-21",
        ),
        (russian("6h", "7c", then="1.1 double 100; d deal 1.1 8d;", bonus_after_double=True), 30000, "6-7-8"),
        (
            russian(
                "7h",
                "7c",
                then="1.1 split 100; d deal 1.1 6d; 1.1 hit; d deal 1.1 8d;",
                bonus_after_split=True,
            ),
            30000,
            "6-7-8",
        ),
    ],
)
def test_a_bonus_pays_on_the_original_stake(lie: Lie, pays: int, name: str) -> None:
    bet = bet_of(lie, "1.1.bonus")
    assert (bet.kind, bet.stake, seen(bet), bet.name) == ("bonus", 10000, ("win", pays, pays), name)


@pytest.mark.parametrize(("second", "is_proven"), [("7c", True), ("?c", False)])
def test_a_bonus_of_a_hand_that_may_have_been_closed_is_not_proven(second: str, is_proven: bool) -> None:
    """Ten and an unread card were switched and drawn to: if they were a blackjack nothing came of that."""
    hits = "".join(f"1.1 hit; d deal 1.1 {card};" for card in ("2c", "3c", "4c"))
    bonuses = [{"name": "five-card-21", "pays": "3:1", "min_cards": 5}]
    bet = bet_of(switch(f"Th 9c {second} 2d", then="1 switch;" + hits, bonuses=bonuses), "1.1.bonus")
    assert (seen(bet), bet.is_proven) == (("win", 30000, 30000), is_proven)


@pytest.mark.parametrize(
    "lie",
    [
        russian("6h", "7c"),
        russian("6h", "7c", then="1.1 hit; d deal 1.1 7d;"),
        russian("6h", "7c", then="1.1 double 100; d deal 1.1 8d;"),
        russian("7h", "7c", then="1.1 split 100; d deal 1.1 6d; 1.1 hit; d deal 1.1 8d;"),
        russian("6h", "7c", then="1.1 hit; d deal 1.1 8d; f rule card-on-21 void-round by F;"),
        Lie(RUSSIAN, "1 bet 100; d nmb; d deal 1.1 6h; d deal d 9d; d deal 1.1 7c;", {"bonuses": []}),
    ],
)
def test_without_the_combination_there_is_no_bonus(lie: Lie) -> None:
    round_ = lie.round()
    assert settle_bet(round_, "1.1.bonus") is None
    assert all(bet.kind != "bonus" for bet in settle_round(round_))


@pytest.mark.parametrize("ref", ["2.1", "1.2", "1.side", "1.insurance", "2.side"])
def test_a_bet_that_nobody_made_is_none(ref: str) -> None:
    assert settle_bet(russian("6h", "7c").round(), ref) is None


DOUBLED = "1.1 double 100; d deal 1.1 2d;"
HALVES = "1.1 split 100; d deal 1.1 2d; 1.1 stand; d deal 1.2 3d; 1.2 stand;"


@pytest.mark.parametrize(
    ("lie", "nets"),
    [
        (russian("Th", "6c", "Td", DOUBLED + "d deal d Ac;"), {"1.1": -20000}),
        (russian("Th", "6c", "Td", DOUBLED + "d deal d Ac;", original_bets_only=True), {"1.1": -10000}),
        (
            russian("Th", "6c", "Td", DOUBLED + "d deal d 9c;", original_bets_only=True),
            {"1.1": -20000},
        ),  # no blackjack
        (russian("8h", "8c", "Td", HALVES + "d deal d Ac;"), {"1.1": -10000, "1.2": -10000}),
        (
            russian("8h", "8c", "Td", HALVES + "d deal d Ac;", original_bets_only=True),
            {"1.1": -10000, "1.2": 0},
        ),
        (
            russian("8h", "8c", "Td", HALVES + "d deal d 9c;", original_bets_only=True),
            {"1.1": -10000, "1.2": -10000},
        ),
        (
            russian(
                "8h",
                "8c",
                "Td",
                "1.1 split 100; d deal 1.1 2d; 1.1 stand; d deal 1.2 5d; 1.2 hit; d deal 1.2 Td; d deal d Ac;",
                original_bets_only=True,
            ),
            {"1.1": -10000, "1.2": -10000},  # the second half bust before
        ),
    ],
)
def test_a_dealers_blackjack_takes_doubles_and_splits_unless_original_bets_only(
    lie: Lie, nets: dict[str, int]
) -> None:
    assert {bet.bet: bet.net for bet in settle_round(lie.round())} == nets
    assert all(bet.outcome == ("lose" if bet.net else "push") for bet in settle_round(lie.round()))


@pytest.mark.parametrize(
    ("rules", "pays", "net"),
    [({"rounding": "down"}, 2, -1), ({"rounding": "up"}, 3, -1)],
)
def test_odd_halves_go_as_the_profile_rounds(rules: dict[str, Any], pays: int, net: int) -> None:
    assert bet_of(russian("Th", "Ac", bets="1 bet 0.01;", **rules), "1.1").pays == pays - 1
    given_up = bet_of(russian("Th", "6c", then="1.1 surrender;", bets="1 bet 0.01;", **rules), "1.1")
    assert given_up.net == (net if rules["rounding"] == "down" else 0)


@pytest.mark.parametrize(("rounding", "cents"), [("down", 1), ("up", 2)])
def test_every_price_is_rounded_as_the_profile_says(rounding: str, cents: int) -> None:
    """One cent at 3:2: on a side bet, on insurance, on a bonus."""
    sides = [{"name": "super-game", "pays": {"pair": "3:2"}}]
    side = switch("Th 9c Td 8s", bets="1 bet 1; 1 side super-game 0.01;", side_bets=sides, rounding=rounding)
    assert bet_of(side, "1.side").pays == cents
    text = "1 insure 0.01; d insurance-closed; 1.1 stand; d deal d Tc;"
    insured = russian("Th", "8c", "Ad", text, bets="1 bet 0.02;", insurance_pays="3:2", rounding=rounding)
    assert bet_of(insured, "1.insurance").pays == cents
    bonuses = [{"name": "seven", "ranks": "777", "pays": "3:2"}]
    bonus = russian(
        "7h", "7c", then="1.1 hit; d deal 1.1 7d;", bets="1 bet 0.01;", bonuses=bonuses, rounding=rounding
    )
    assert bet_of(bonus, "1.1.bonus").pays == cents


@pytest.mark.parametrize(
    ("lie", "rounding", "nets"),
    [
        (russian("Th", "Ac", bets="1 bet 0.01;"), Rounding.EXACT, (1, 2)),
        (russian("Th", "Ac", bets="1 bet 0.01;"), Rounding.DOWN, (1,)),
        (russian("Th", "Ac", bets="1 bet 0.01;"), Rounding.UP, (2,)),
        (russian("Th", "6c", then="1.1 surrender;", bets="1 bet 0.03;"), Rounding.EXACT, (-2, -1)),
        (russian("Th", "6c", then="1.1 surrender;", bets="1 bet 0.03;"), Rounding.UP, (-1,)),
        (russian("Th", "8c", then=STAND_17, bets="1 bet 0.03;"), Rounding.EXACT, (3,)),
        (russian("Th", "6c", then=STAND_17, bets="1 bet 0.03;"), Rounding.EXACT, (-3,)),
        (russian("Th", "7c", then=STAND_17, bets="1 bet 0.03;"), Rounding.EXACT, (0,)),
    ],
)
def test_an_odd_half_that_nobody_rounds_is_right_either_way(
    lie: Lie, rounding: Rounding, nets: tuple[int, ...]
) -> None:
    assert fair_nets(bet_of(lie, "1.1"), rounding) == nets


TWO = "1 bet 60 by Ann; 1 bet 40 by Bob;"


def shares(bet: Bet) -> list[tuple[str, int, str, int | None, int | None]]:
    return [(s.by, s.stake, s.outcome, s.pays, s.net) for s in bet.shares]


@pytest.mark.parametrize(
    ("lie", "ref", "expected"),
    [
        (
            russian("Th", "8c", then=STAND_17, bets=TWO),
            "1.1",
            [("Ann", 6000, "win", 6000, 6000), ("Bob", 4000, "win", 4000, 4000)],
        ),
        (
            russian("Th", "6c", then=STAND_17, bets=TWO),
            "1.1",
            [("Ann", 6000, "lose", 0, -6000), ("Bob", 4000, "lose", 0, -4000)],
        ),
        (
            russian("Th", "7c", then=STAND_17, bets=TWO),
            "1.1",
            [("Ann", 6000, "push", 0, 0), ("Bob", 4000, "push", 0, 0)],
        ),
        (
            russian("Th", "6c", then="1.1 surrender;", bets=TWO),
            "1.1",
            [("Ann", 6000, "surrender", 0, -3000), ("Bob", 4000, "surrender", 0, -2000)],
        ),
        (
            russian("Th", "6c", bets=TWO),
            "1.1",
            [("Ann", 6000, "open", None, None), ("Bob", 4000, "open", None, None)],
        ),
        (
            russian("Th", "6c", then="f rule card-on-21 void-round by F;", bets=TWO),
            "1.1",
            [("Ann", 6000, "void", 0, 0), ("Bob", 4000, "void", 0, 0)],
        ),
        (
            russian("6h", "7c", then="1.1 hit; d deal 1.1 8d;", bets=TWO),
            "1.1.bonus",
            [("Ann", 6000, "win", 18000, 18000), ("Bob", 4000, "win", 12000, 12000)],
        ),
        (
            russian("6h", "7c", then="1.1 hit; d deal 1.1 ??;", bets=TWO),
            "1.1.bonus",
            [("Ann", 6000, "unknown", None, None), ("Bob", 4000, "unknown", None, None)],
        ),
        (
            russian("6h", "5c", then="1.1 double 60 by Ann; d deal 1.1 9h; d deal d 8c;", bets=TWO),
            "1.1",
            [("Ann", 12000, "win", 12000, 12000), ("Bob", 4000, "win", 4000, 4000)],
        ),
        (
            russian(
                "Th", "8c", "Ad", "1 insure 30 by Ann; d insurance-closed; 1.1 stand; d deal d Tc;", bets=TWO
            ),
            "1.insurance",
            [("Ann", 3000, "win", 6000, 6000)],
        ),
        (
            russian("Th", "8c", "Ad", "1 insure 50; d insurance-closed; 1.1 stand; d deal d 9c;", bets=TWO),
            "1.insurance",
            [("Ann", 3000, "lose", 0, -3000), ("Bob", 2000, "lose", 0, -2000)],
        ),
        (
            russian("Th", "Ac", "Ad", "1 even-money by Ann; d insurance-closed; d deal d Tc;", bets=TWO),
            "1.1",
            [("Ann", 6000, "even-money", 6000, 6000), ("Bob", 4000, "push", 0, 0)],
        ),
        (
            russian("Th", "Ac", "Ad", "1 even-money by Ann;", bets=TWO),
            "1.1",
            [("Ann", 6000, "even-money", 6000, 6000), ("Bob", 4000, "open", None, None)],
        ),
        (
            russian(
                "Th",
                "6c",
                "Td",
                "1.1 double 60 by Ann; d deal 1.1 2d; d deal d Ac;",
                bets=TWO,
                original_bets_only=True,
            ),
            "1.1",
            [("Ann", 12000, "lose", 0, -6000), ("Bob", 4000, "lose", 0, -4000)],
        ),
    ],
)
def test_each_bettor_has_his_share(lie: Lie, ref: str, expected: list[object]) -> None:
    bet = bet_of(lie, ref)
    assert shares(bet) == expected
    assert sum(share.stake for share in bet.shares) == bet.stake
    if bet.net is not None:
        assert sum(share.net or 0 for share in bet.shares) == bet.net
        assert sum(share.pays or 0 for share in bet.shares) == bet.pays
    assert all(isinstance(share, Share) for share in bet.shares)


def test_even_money_for_one_of_two_bettors_has_no_one_price() -> None:
    text = "1 even-money by Ann; d insurance-closed; d deal d 9c;"
    bet = bet_of(russian("Th", "Ac", "Ad", text, bets=TWO), "1.1")
    assert (bet.stake, bet.ratio, seen(bet)) == (10000, None, ("blackjack", 12000, 12000))


UNREAD_HOLE = "d peek; d turn 2 ??; 1.1 double 100; d deal 1.1 {};"


@pytest.mark.parametrize(
    ("lie", "expected", "is_proven"),
    [
        # The dealer may have shown a blackjack: then nothing was doubled, and 100 are lost, not 200.
        (peek("Th", "6c", "Ad", UNREAD_HOLE.format("Kc")), ("lose", 0, -20000), False),
        # Ten and an unread card doubled; in a void round it is all the same whether that counts.
        (
            russian("Th", "?c", then="1.1 double 100; d deal 1.1 2c; f rule card-on-21 void-round by F;"),
            ("void", 0, 0),
            True,
        ),
    ],
)
def test_a_stake_that_an_unread_card_may_have_made_void_is_not_proven(
    lie: Lie, expected: tuple[str, int, int], is_proven: bool
) -> None:
    bet = bet_of(lie, "1.1")
    assert (seen(bet), bet.is_proven) == (expected, is_proven)


def test_who_did_not_take_even_money_loses_his_own_original_stake() -> None:
    text = "1 even-money by Ann; d insurance-closed; 1.1 hit; d deal 1.1 5h; 1.1 stand; d deal d Tc;"
    bet = bet_of(russian("Ah", "?c", "Ad", text, bets=TWO, original_bets_only=True), "1.1")
    assert {share.by: share.net for share in bet.shares} == {"Ann": 6000, "Bob": -4000}
    assert (bet.net, bet.is_proven) == (2000, False)


EVENED = "1 even-money{}; d insurance-closed; 1.1 stand;"


def test_where_all_bettors_end_alike_there_is_one_price() -> None:
    for lie in (
        russian("Th", "8c", then=STAND_17, bets=TWO),
        russian("Th", "Ac", "Ad", EVENED.format(""), bets=TWO),
    ):
        assert str(bet_of(lie, "1.1").ratio) == "1:1"


@pytest.mark.parametrize(("then", "outcome"), [("", "open"), ("d deal d 9c;", "unknown")])
def test_even_money_on_what_may_be_no_blackjack_is_not_proven(then: str, outcome: str) -> None:
    """Nobody is owed what only Ann's blackjack would earn, if it is one."""
    lie = russian("Ah", "?c", "Ad", EVENED.format(" by Ann") + then, bets=TWO)
    bet = bet_of(lie, "1.1")
    assert [(share.by, share.outcome) for share in bet.shares] == [("Ann", "even-money"), ("Bob", outcome)]
    assert not bet.is_proven
    assert {share.outcome for share in bet.as_proven().shares} == {"unknown"}
    assert list(dues(lie.round(), [bet])) == []


INSURED_BY_ANN = "1 insure 30 by Ann; d insurance-closed; 1.1 stand;"
SIDE_BY_BOB = "1 bet 60 by Ann; 1 bet 40 by Bob; 1 side super-game 20 by Bob;"
VOID_ROUND = "f rule card-on-21 void-round by F;"


@pytest.mark.parametrize(
    ("lie", "ref", "expected"),
    [
        (
            russian("Th", "??", then=STAND_17, bets=TWO),
            "1.1",
            [("Ann", 6000, "unknown"), ("Bob", 4000, "unknown")],
        ),
        (russian("Th", "8c", "Ad", INSURED_BY_ANN, bets=TWO), "1.insurance", [("Ann", 3000, "open")]),
        (
            russian("Th", "8c", "Ad", INSURED_BY_ANN + VOID_ROUND, bets=TWO),
            "1.insurance",
            [("Ann", 3000, "void")],
        ),
        (
            switch("Th 9c Td 8s", then=VOID_ROUND, bets=SIDE_BY_BOB, max_bettors=2),
            "1.side",
            [("Bob", 2000, "void")],
        ),
        (switch("Th 9c Kd 8s", bets=SIDE_BY_BOB, max_bettors=2), "1.side", [("Bob", 2000, "lose")]),
        (switch("Th 9c Kd ?s", bets=SIDE_BY_BOB, max_bettors=2), "1.side", [("Bob", 2000, "unknown")]),
        (Lie(SWITCH, SIDE_BY_BOB + "d nmb;", {"max_bettors": 2}), "1.side", [("Bob", 2000, "open")]),
    ],
)
def test_whose_an_undecided_or_void_bet_is(lie: Lie, ref: str, expected: list[tuple[str, int, str]]) -> None:
    bet = bet_of(lie, ref)
    assert [share[:3] for share in bet.shares] == expected
    amounts = {"void": (0, 0), "lose": (0, -2000)}.get(bet.outcome, (None, None))
    assert {(share.pays, share.net) for share in bet.shares} == {amounts}


def test_who_doubles_without_a_stake_loses_only_that_to_a_blackjack() -> None:
    """Where only original bets are lost: the stranger put none."""
    text = "1.1 double 60 by Ann; 1.1 double 10 by Carl; d deal 1.1 2d; d deal d Ac;"
    bet = bet_of(russian("Th", "6c", "Td", text, bets=TWO, original_bets_only=True), "1.1")
    assert {share.by: share.net for share in bet.shares} == {"Ann": -6000, "Bob": -4000, "Carl": 0}
    assert bet.net == -10000


def test_the_price_stays_with_a_bet_that_is_open_or_void() -> None:
    insured = "1 insure 50;"
    assert str(bet_of(russian("Th", "8c", "Ad", insured), "1.insurance").ratio) == "2:1"
    assert str(bet_of(russian("Th", "8c", "Ad", insured + VOID_ROUND), "1.insurance").ratio) == "2:1"


SIDES = "1 bet 60 by Ann; 1 bet 40 by Bob; 1 side super-game 20 by Bob; 1 side super-game 10 by Ann;"


@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        (SIDES, [("Bob", 2000), ("Ann", 1000)]),
        ("1 bet 100; 1 side super-game 20;", []),
        ("1 bet 100 by Ann; 1 side super-game 20 by Ann;", []),
        ("1 bet 100 by Ann; 1 side super-game 20 by Bob;", [("Bob", 2000)]),
        ("1 bet 100 by Ann; 1 side super-game 20 by Ann; 1 side super-game 30 by Ann;", []),
        (TWO + "1 side super-game 20 by Bob; 1 side super-game 30 by Bob;", [("Bob", 5000)]),
        (
            "1 bet 100 by Ann; 1 side super-game 20 by Ann; 1 side super-game 10 by Bob;",
            [("Ann", 2000), ("Bob", 1000)],
        ),
    ],
)
def test_a_side_bet_belongs_to_those_who_made_it(bets: str, expected: list[tuple[str, int]]) -> None:
    bet = settle_bet(switch("Th 9c Td 8s", bets=bets, max_bettors=3).round(), "1.side")
    assert bet is not None
    assert [(share.by, share.stake) for share in bet.shares] == expected
    assert [share.net for share in bet.shares] == [share.stake for share in bet.shares]


# ---- when the cards lie as they will be settled


@pytest.mark.parametrize(
    ("lie", "final"),
    [
        (russian("Th", "8c"), False),
        (russian("Th", "8c", then="1.1 stand;"), False),
        (russian("Th", "8c", then=STAND_17), True),
        (russian("Th", "8c", then="1.1 stand; d deal d 5c;"), False),
        (russian("Th", "8c", then="1.1 stand; d deal d 5c; d stand;"), True),  # too early, but he said so
        (
            russian("Th", "8c", then="1.1 stand; d deal d 3c; d stand; d deal d 4c;"),
            False,
        ),  # and drew after all
        (russian("Th", "8c", then="1.1 stand; d clear;"), True),
        (russian("Th", "6c", then="1.1 hit; d deal 1.1 6h;"), True),
        (russian("Th", "Ac"), True),
        (russian("Th", "Ac", "Td"), False),
    ],
)
def test_when_the_round_is_final(lie: Lie, final: bool) -> None:
    round_ = lie.round()
    assert is_final(round_) is final
    assert (dealer_results(round_) is not None) is final


def test_two_cards_of_21_are_the_dealers_blackjack_and_three_are_not() -> None:
    two = dealer_results(russian("Th", "8c", "Ad", "d insurance-closed; 1.1 stand; d deal d Tc;").round())
    three = dealer_results(
        russian("Th", "8c", "Ad", "d insurance-closed; 1.1 stand; d deal d 5c; d deal d 5h;").round()
    )
    seventeen = dealer_results(russian("Th", "8c", then=STAND_17).round())
    assert [sorted(results or ()) for results in (two, three, seventeen)] == [
        [(21, True)],
        [(21, False)],
        [(17, False)],
    ]


def test_an_unread_card_beside_a_ten_may_make_a_blackjack_and_no_other_21() -> None:
    results = dealer_results(russian("Th", "8c", "Td", "1.1 stand; d deal d ??; d clear;").round())
    assert sorted(results or ()) == [*((value, False) for value in range(12, 21)), (21, True)]


def test_a_dealer_who_drew_on_what_may_be_a_blackjack_may_have_one() -> None:
    """Ten, an unread card and 2: he drew on 12 to 16, or had 17 to 20 or a blackjack, and the 2 does not count."""
    results = dealer_results(
        russian("Th", "9c", "Td", "1.1 stand; d deal d ??; d deal d 2c; d clear;").round()
    )
    assert sorted(results or ()) == [*((value, False) for value in range(14, 22)), (21, True)]


@pytest.mark.parametrize(
    ("lie", "ref", "may"),
    [
        (russian("Th", "6c"), "1.1", False),
        (russian("Th", "6c", then="1.1 hit; d deal 1.1 ??;"), "1.1", True),  # it may be bust
        (russian("Th", "??"), "1.1", True),  # a blackjack, which is paid by now: the dealer cannot have one
        (russian("9h", "??"), "1.1", False),  # no blackjack, and no two cards are bust
        (russian("??", "?c", up="??"), "1.1", True),  # a blackjack, against no ace or ten
        (russian("??", "?c", up="Td"), "1.1", False),
        (russian("Th", "Ac", "Td"), "1.1", False),
        (russian("Th", "Ac", "??"), "1.1", True),
        (russian("Th", "8c", "??", "1 insure 50;"), "1.insurance", True),
        (russian("Th", "8c", "Ad", "1 insure 50;"), "1.insurance", False),
        (
            russian("Th", "8c", "Ad", "1 insure 50; d insurance-closed; 1.1 stand; d deal d ??;"),
            "1.insurance",
            True,
        ),
        (russian("Th", "Ac", "Ad", "d insurance-closed; d deal d ??;"), "1.1", True),
        (russian("Th", "8c", "Td", "1.1 stand; d deal d ??;"), "1.1", True),  # he may stand on what he has
        (russian("Th", "8c", "2d", "1.1 stand; d deal d ??;"), "1.1", False),  # he surely draws
        (russian("Th", "6c", "Td", "d deal d ??;"), "1.1", False),  # the hand is to decide
        (switch("Th 9c 7d 8s", "Td", BOTH), "1.1", False),  # his card lies face down
        (peek("Th", "Ac", "Ad"), "1.1", False),  # the hole card lies face down
        (russian("Th", "?c", "Td"), "1.1", False),
        (russian("Th", "?c", "9d"), "1.1", True),  # a blackjack that is paid by now
        (russian("Th", "?c", "Td", natural_pays="at-once"), "1.1", True),
        (russian("Th", "?c", "Td", blackjack_vs_blackjack="win"), "1.1", True),
        (russian("Th", "9c", "9d"), "1.1", False),
        (switch("Th 9c 8d 8s", bets="1 bet 100; 1 side super-game 20;", up="??"), "1.side", False),
    ],
)
def test_whether_an_unread_card_may_have_decided_a_bet(lie: Lie, ref: str, may: bool) -> None:
    round_ = lie.round()
    bet = settle_bet(round_, ref)
    assert bet is not None
    assert may_be_decided(round_, bet) is may


def test_bets_come_box_by_box_with_what_belongs_to_them() -> None:
    text = (
        "2 bet 50; 1 bet 100; 1 side super-game 20; d nmb; d deal 1.1 8h; d deal 1.2 9c; d deal 2.1 2c; d deal 2.2 3c;"
        "d deal d ??; d deal 1.1 8d; d deal 1.2 7c; d deal 2.1 4c; d deal 2.2 5c; d deal d Ad; 1 insure 100;"
        "d insurance-closed; 1.1 hit;"
    )
    refs = [bet.bet for bet in settle_round(Lie(SWITCH, text, {}).round())]
    assert refs == ["1.1", "1.2", "1.side", "1.insurance", "2.1", "2.2"]
