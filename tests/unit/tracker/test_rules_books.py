# ruff: noqa: E501 (a table reads best with one row a line)
"""Both rule books line by line: each has tests that are about it, or says nothing of what happens at a table."""

from pathlib import Path

import pytest

from tests.unit.tracker import test_rules_russian as russian
from tests.unit.tracker import test_rules_switch as switch

BOOKS = Path(__file__).parents[2] / "data" / "books"
HEADING = "heading"
NO_RULE = "no rule of the table"

SWITCH_LINES: dict[int, tuple[str, ...] | str] = {
    1: ("six_decks_of_52_cards",),
    2: ("the_dealer_draws_to_16_and_stands_on_all_17",),
    3: ("a_double_after_a_split_das",),
    4: ("a_double_on_any_two_cards_doa",),
    5: ("one_split_for_each_dealt_hand_rs1",),
    6: ("insurance_only_on_first_two_cards_ioa",),
    7: ("no_split_after_insurance_nsai",),
    8: ("surrender_is_the_first_act_on_two_cards_and_costs_half", "a_split_hand_may_be_given_up_too_esas"),
    10: NO_RULE,
    11: NO_RULE,
    13: NO_RULE,
    14: ("one_to_three_boxes",),
    15: ("one_to_three_boxes",),
    16: NO_RULE,
    17: ("six_decks_of_52_cards", "every_round_starts_from_a_fresh_shoe"),
    19: HEADING,
    20: ("cards_count_their_value_pictures_ten_aces_one_or_eleven",),
    21: ("cards_count_their_value_pictures_ten_aces_one_or_eleven",),
    22: ("cards_count_their_value_pictures_ten_aces_one_or_eleven",),
    23: ("suits_do_not_matter_for_a_blackjack",),
    25: HEADING,
    26: ("boxes_are_played_and_settled_each_for_itself",),
    27: ("the_stake_of_each_hand_lies_within_the_tables_limits", "a_bet_may_be_taken_away_before_no_more_bets", "stake_is_on_each_hand"),
    28: ("a_cut_moves_cards_to_the_end_before_the_deal",),
    29: ("deal_goes_round_by_hand_and_the_dealers_second_card_is_up", "stake_is_on_each_hand"),
    30: HEADING,
    31: ("super_game_needs_a_main_bet", "super_game_is_settled_right_after_the_deal", "super_game_is_judged_on_the_cards_as_dealt_even_after_a_switch"),
    32: ("super_game_goes_by_rank_and_pays_the_best_tier_once",),
    33: ("super_game_goes_by_rank_and_pays_the_best_tier_once",),
    34: ("super_game_goes_by_rank_and_pays_the_best_tier_once",),
    35: ("super_game_goes_by_rank_and_pays_the_best_tier_once",),
    36: ("super_game_goes_by_rank_and_pays_the_best_tier_once",),
    37: HEADING,
    38: ("insurance_is_offered_against_an_ace_and_nothing_else",),
    39: ("insurance_is_half_of_each_insured_hand", "insurance_gives_the_player_his_stakes_back", "insurance_loses_to_a_dealers_22", "no_split_after_insurance_nsai"),
    40: HEADING,
    41: ("natural_pays_evens_at_once_even_against_the_dealers", "natural_locks_its_boxs_switch", "natural_is_not_insured", "a_blackjack_beats_a_dealers_21_of_more_cards"),
    43: HEADING,
    44: ("switch_exchanges_the_second_cards", "switch_comes_before_the_first_act_and_once", "a_switched_21_is_no_blackjack"),
    46: HEADING,
    47: ("hand_one_plays_before_hand_two", "a_player_takes_as_many_cards_as_he_needs_and_stands"),
    49: HEADING,
    50: ("a_double_on_any_two_cards_doa", "a_double_is_for_exactly_the_stake_and_gets_one_card", "a_double_after_a_split_das", "doubles_and_surrenders_are_still_allowed_after_insurance"),
    52: HEADING,
    53: ("a_split_needs_two_cards_of_one_rank", "a_split_is_for_exactly_the_stake", "both_halves_of_a_split_get_a_card_at_once", "a_half_that_gets_its_card_only_after_the_other_decided_is_out_of_order", "where_halves_are_dealt_in_turn_the_second_does_not_come_first", "a_split_hand_is_played_right_after_the_one_it_came_from", "split_aces_play_on"),
    54: ("one_split_for_each_dealt_hand_rs1",),
    55: ("twenty_one_after_a_split_is_no_blackjack",),
    56: ("no_insurance_after_a_split", "a_house_may_take_insurance_after_a_split_but_no_other_act"),
    57: HEADING,
    58: ("a_player_takes_as_many_cards_as_he_needs_and_stands", "twenty_one_takes_no_card_where_the_house_says_so"),
    59: HEADING,
    60: ("surrender_is_the_first_act_on_two_cards_and_costs_half", "a_split_hand_may_be_given_up_too_esas", "surrender_is_kept_against_a_dealers_blackjack"),
    61: HEADING,
    62: ("the_dealer_draws_to_16_and_stands_on_all_17", "the_dealers_play_does_not_depend_on_the_players_hands", "dealer_draws_nothing_when_no_bet_is_left"),
    63: HEADING,
    64: ("a_bust_hand_loses_at_once_and_the_turn_passes",),
    65: ("dealer_22_pushes_over_22_pays_and_a_tie_loses", "a_bust_hand_stays_lost_when_the_dealer_has_22", "dealer_22_gives_a_double_back_whole"),
    67: HEADING,
    68: HEADING,
    69: ("the_higher_total_wins_evens_and_a_tie_loses",),
    70: ("the_higher_total_wins_evens_and_a_tie_loses", "dealer_22_pushes_over_22_pays_and_a_tie_loses", "blackjack_against_blackjack_wins_evens"),
    71: ("the_higher_total_wins_evens_and_a_tie_loses", "dealers_blackjack_takes_doubles_whole"),
    73: HEADING,
    74: NO_RULE,
    76: HEADING,
    77: NO_RULE,
    78: ("an_interrupted_round_is_resumed_where_it_stopped",),
}  # fmt: skip

RUSSIAN_LINES: dict[int, tuple[str, ...] | str] = {
    1: ("the_sum_of_a_boxs_bets_lies_within_the_limits", "two_cards_to_each_box_and_one_to_the_dealer", "dealer_gets_one_card_and_his_second_when_all_boxes_are_played"),
    3: ("too_many_loses_at_once", "no_card_on_21_hard_or_soft"),
    5: ("the_dealer_draws_until_he_has_17", "comparison_and_a_dealer_over_21"),
    7: ("pictures_count_ten_and_aces_one_or_eleven",),
    9: ("blackjack_pays_three_to_two_and_two_to_one_of_one_suit", "only_the_first_two_cards_make_a_blackjack", "all_other_wins_pay_evens", "a_blackjack_beats_a_dealers_21_of_more_cards", "blackjacks_push", "blackjack_is_paid_as_soon_as_the_dealer_cannot_have_one", "dealer_takes_no_third_card_for_a_blackjack"),
    11: ("blackjack_pays_three_to_two_and_two_to_one_of_one_suit",),
    13: ("bonus_is_kept_whatever_follows", "the_bet_of_a_bonus_plays_on"),
    15: ("bonus_is_paid_at_once_on_the_original_stake",),
    17: ("bonus_is_paid_at_once_on_the_original_stake",),
    19: ("bonus_is_paid_at_once_on_the_original_stake",),
    21: ("bonus_is_paid_at_once_on_the_original_stake", "a_bonus_in_any_order_of_its_cards"),
    23: ("bonus_is_paid_at_once_on_the_original_stake", "21_of_six_cards_earns_the_bonus_of_five_or_more", "five_cards_that_are_not_21_earn_nothing", "dealer_must_offer_a_double_on_9_10_11", "on_other_totals_the_dealer_need_not_offer_a_double", "double_on_any_two_cards_and_after_a_split", "a_double_is_exactly_the_stake_for_one_card_and_not_on_a_blackjack", "bonus_on_a_doubled_hand_is_a_house_rule_and_never_on_the_double", "no_bonus_on_split_hands_unless_the_house_says_so"),
    25: ("surrender_costs_half_on_two_cards_only", "surrender_until_the_boxs_turn_has_passed", "surrender_is_not_played_on_a_split", "surrender_against_an_ace_is_a_house_rule", "surrender_is_kept_against_a_dealers_blackjack"),
    27: ("split_by_value_any_number_of_times", "a_split_is_for_exactly_the_stake", "the_halves_of_a_split_win_and_lose_each_for_itself", "split_aces_get_one_card_each_and_three_hands_at_most", "twenty_one_after_a_split_is_no_blackjack"),
    29: ("insurance_after_the_second_cards_and_before_the_first_act", "insurance_pays_two_to_one_or_is_lost", "insurance_for_another_amount_is_told", "insurance_is_for_each_bettor_half_of_his_own", "a_dealers_blackjack_takes_everything_but_blackjacks", "insurance_pays_two_to_one_though_the_hand_is_bust"),
    31: ("even_money_pays_a_suited_blackjack_evens_at_once", "even_money_that_was_refused_is_a_push_against_a_blackjack", "even_money_only_against_an_ace", "up_to_three_bettors_on_a_box", "the_sum_of_a_boxs_bets_lies_within_the_limits", "a_box_is_played_as_one_bet", "the_first_bettor_decides_and_the_others_need_not_follow", "bets_are_not_changed_after_the_first_card", "double_split_and_insurance_are_no_changes_of_a_bet", "one_to_seven_boxes_which_one_player_may_hold_all"),
    33: ("one_to_seven_boxes_which_one_player_may_hold_all", "bets_are_taken_until_no_more_bets", "a_late_bet_counts_as_it_stood_at_no_more_bets"),
}  # fmt: skip

GAMES = [("blackjack_switch", SWITCH_LINES, switch), ("russian_blackjack", RUSSIAN_LINES, russian)]


@pytest.mark.parametrize(("book", "lines", "module"), GAMES, ids=["switch", "russian"])
def test_every_line_of_the_book_is_told_of(book: str, lines: dict[int, object], module: object) -> None:
    text = (BOOKS / f"{book}.ru.txt").read_text(encoding="utf-8")
    written = {number for number, line in enumerate(text.split("\n"), 1) if line.strip()}
    assert set(lines) == written


@pytest.mark.parametrize(("book", "lines", "module"), GAMES, ids=["switch", "russian"])
def test_every_rule_has_its_tests(book: str, lines: dict[int, tuple[str, ...] | str], module: object) -> None:
    named = {name for tests in lines.values() if not isinstance(tests, str) for name in tests}
    missing = {name for name in named if not callable(getattr(module, f"test_{name}", None))}
    assert missing == set()


@pytest.mark.parametrize(("book", "lines", "module"), GAMES, ids=["switch", "russian"])
def test_every_test_is_about_some_line(
    book: str, lines: dict[int, tuple[str, ...] | str], module: object
) -> None:
    named = {name for tests in lines.values() if not isinstance(tests, str) for name in tests}
    there = {name.removeprefix("test_") for name in vars(module) if name.startswith("test_")}
    assert there - named <= {"where_offers_are_not_recorded_none_is_missed"}
