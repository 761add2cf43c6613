# ruff: noqa: E501 (a table reads best with one row a line)
"""Profiles: every rule explained and sourced, the schema and the page made from the fields, clear first errors, checks."""

import json
import os
import re
import tomllib
from importlib import resources
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.codes import CODES
from tracker.errors import ProfileError
from tracker.paytables import side_bet_expectation
from tracker.profile import RULE_FIELDS, SHIPPED, Profile, load_profile, override, profile_from_toml
from tracker.profiles.check import Remark, check_profile
from tracker.profiles.page import profiles_page
from tracker.profiles.prices import measured, measurements, prices
from tracker.profiles.schema import profile_schema
from tracker.profiles.solved import solve
from tracker.rulings import PRACTICE

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data"
BOOKS = {"blackjack-switch": "blackjack_switch.ru.txt", "russian-blackjack": "russian_blackjack.ru.txt"}
REFERENCE = json.loads((DATA / "reference.json").read_text(encoding="utf-8"))
SCHEMA = profile_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
RULES = SCHEMA["properties"]["rules"]["properties"]


def shipped_file(name: str) -> dict[str, object]:
    return tomllib.loads(
        resources.files("tracker").joinpath("profiles", f"{name}.toml").read_text(encoding="utf-8")
    )


def house(rules: str = "", more: str = "") -> str:
    return f'schema_version = 1\nname = "ours"\n[rules]\n{rules}\n{more}'


@pytest.mark.parametrize("name", RULE_FIELDS)
def test_every_rule_has_titles_a_description_a_unit_and_sources(name: str) -> None:
    rule = RULES[name]
    assert rule["title"] and rule["description"] and rule["unit"] and rule["group"]
    assert re.search("[а-я]", rule["title_ru"])
    assert set(rule["sources"]) == set(SHIPPED)
    assert all(rule["sources"].values())


@pytest.mark.parametrize("name", BOOKS)
def test_sources_quote_the_lines_of_the_book(name: str) -> None:
    lines = (DATA / "books" / BOOKS[name]).read_text(encoding="utf-8").split("\n")
    for rule, source in load_profile(name).sources.items():
        assert source.startswith(("line ", "open: ", "house: ")), (rule, source)
        for number, quote in re.findall(r"line (\d+)[^«]*«([^»]+)»", source):
            assert quote in lines[int(number) - 1], (rule, source)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_profiles_set_nothing_that_the_schema_does_not_know(name: str) -> None:
    VALIDATOR.validate(shipped_file(name))


def test_the_schema_is_a_sound_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        ('ties = "win"', ""),
        ("tiess = 1", ""),
        ('blackjack_pays = "3/2"', ""),
        ("decks = 9", ""),
        ("minimum = 0", ""),
        ('even_money_upcards = ["X"]', ""),
        ('[[rules.side_bets]]\nname = "x"\npays = { flush = "2:1" }', ""),
        ("", '[rulings]\ncard-on-21 = "repay"'),
        ("", '[rulings]\npace-low = "warn"'),
        ("", '[severity]\nbet-late = "fatal"'),
        ("", '[severity]\nbet-lates = "check"'),
        ("", '[sources]\ntiess = "x"'),
        ('[[rules.bonuses]]\nname = "x"', ""),
    ],
)
def test_what_the_schema_refuses_the_reader_refuses_too(rules: str, more: str) -> None:
    text = house(rules, more)
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(tomllib.loads(text))
    with pytest.raises(ProfileError, match=r"^ours\.toml:\d+: "):
        profile_from_toml(text, "ours.toml")


def test_the_documentation_page_is_up_to_date() -> None:
    page = (ROOT / "docs" / "profiles.md").read_text(encoding="utf-8")
    assert page == profiles_page(), "run: pitwatch profiles docs > docs/profiles.md"


def test_the_pages_example_is_a_profile() -> None:
    example = profiles_page().partition("```toml\n")[2].partition("```")[0]
    profile = profile_from_toml(example)
    assert (profile.soft17, str(profile.blackjack_pays), len(profile.bonuses)) == ("hit", "6:5", 1)
    VALIDATOR.validate(tomllib.loads(example))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (house("decks = 6\nties = 'win'"), "ours.toml:5: ties: Input should be 'lose' or 'push', got 'win'"),
        (house("tiess = 'win'"), "ours.toml:4: no such rule 'tiess'"),
        ("ties = 'push'\n" + house(), "ours.toml:1: no such key 'ties'; rules belong under [rules]"),
        (house("minimum = 50\nmaximum = 20"), "ours.toml:4: minimum, maximum: the minimum is higher than the maximum: no stake is allowed"),
        (house("switch = true"), "ours.toml:4: switch, hands_per_box: a switch needs two hands a box"),
        (house("[[rules.bonuses]]\nname = 'a'\npays = '3:1'\n[[rules.bonuses]]\nname = 'a'\npays = '4:1'"), "ours.toml:4: bonuses: two bonuses are called a"),
        (house("[[rules.side_bets]]\nname = 'a'\npays = { pair = '3:1' }\n[[rules.side_bets]]\nname = 'b'\npays = { pair = '4:1' }"), "ours.toml:4: side_bets: a box has one spot beside its bet, BOX.side: it takes one side bet"),
        (house("decks = true"), "ours.toml:4: decks: Input should be a valid integer, got True"),
        (house("", "[rulings]\ncard-on-21 = 'repay'"), "ours.toml:5: rulings: expected burn, stands, keep, void-hand, void-round, warn for 'card-on-21', got 'repay'"),
        (house("", "[severity]\nnonsense = 'off'"), "ours.toml:5: severity: expected a finding code (see pitwatch codes), got 'nonsense'"),
        ("name = 'ours'", "ours.toml:1: expected schema_version = 1"),
        ("schema_version = 1\n[rules]", "ours.toml:1: name: Field required"),
        ("schema_version = 1\nname = 'ours'\nrules = 3", "ours.toml:3: expected rules to be a table, got 3"),
        ("schema_version = ", "ours.toml: not TOML: Invalid value (at end of document)"),
    ],
)  # fmt: skip
def test_the_first_error_names_file_line_and_field(text: str, message: str) -> None:
    with pytest.raises(ProfileError) as caught:
        profile_from_toml(text, "ours.toml")
    assert str(caught.value) == message


def test_rules_set_otherwise_must_go_together_too() -> None:
    with pytest.raises(ProfileError, match=r"russian-blackjack\[rules\]: switch, hands_per_box"):
        load_profile("russian-blackjack", {"switch": True})


# what `profiles check` says


def remarks(profile: Profile, kind: str = "", minor_units: int = 100) -> list[Remark]:
    return [remark for remark in check_profile(profile, minor_units) if kind in ("", remark.kind)]


def checked(name: str, **rules: object) -> list[Remark]:
    profile = load_profile(name)
    data = {field: getattr(profile, field) for field in Profile.model_fields}
    return remarks(Profile.model_validate({**data, **rules}))


PEEK, RUSSIAN, SWITCH = "blackjack-s17-peek", "russian-blackjack", "blackjack-switch"
BONUS = {"name": "x", "pays": "3:1"}

CONTRADICTIONS = [
    (PEEK, {"minimum": 50, "maximum": 20}, "minimum"),
    (PEEK, {"switch": True}, "switch"),
    (RUSSIAN, {"up_card": "second"}, "up_card"),
    (RUSSIAN, {"peek": "ace"}, "peek"),
    (PEEK, {"natural_pays": "at-once"}, "natural_pays"),
    (RUSSIAN, {"surrender": "late"}, "surrender"),
    (PEEK, {"surrender": "late", "peek": "ace"}, "surrender"),
    (PEEK, {"max_ace_hands": 5}, "max_ace_hands"),
    (PEEK, {"max_ace_hands": 0}, "max_ace_hands"),
    (RUSSIAN, {"double": "10-11"}, "must_offer"),
    (RUSSIAN, {"suited_blackjack_pays": "6:5"}, "suited_blackjack_pays"),
    (PEEK, {"blackjack_pays": "4:5"}, "even_money_upcards"),
    (PEEK, {"even_money_upcards": ["A", "9"]}, "even_money_upcards"),
    (PEEK, {"side_bets": [{"name": "x", "pays": {"pair": "11:1"}}]}, "side_bets"),
    (PEEK, {"bonuses": [{**BONUS, "ranks": "789"}]}, "bonuses"),
    (PEEK, {"bonuses": [{**BONUS, "ranks": "AT"}]}, "bonuses"),
    (PEEK, {"bonuses": [{**BONUS, "ranks": "777", "min_cards": 4}]}, "bonuses"),
    (PEEK, {"bonuses": [{**BONUS, "ranks": "777", "suited": True}], "decks": 2}, "bonuses"),
    (PEEK, {"bonuses": [{**BONUS, "min_cards": 22}]}, "bonuses"),
    (PEEK, {"bonuses": [{**BONUS, "ranks": "678"}, {**BONUS, "name": "y", "ranks": "876", "suited": True}]}, "bonuses"),
    (PEEK, {"bonuses": [{**BONUS, "ranks": "678", "suited": True}, {"name": "y", "ranks": "678", "pays": "4:1"}]}, "bonuses"),
    (PEEK, {"bonuses": [BONUS, {**BONUS, "name": "y", "min_cards": 5}]}, "bonuses"),
    (SWITCH, {"side_bets": [{"name": "x", "pays": {"two-pair": "2:1", "pair": "3:1"}}]}, "side_bets"),
    (PEEK, {"minimum": "0.001"}, "minimum"),
    (PEEK, {"minimum": "2.25"}, "rounding"),
    (PEEK, {"maximum": "0.15", "surrender": "early"}, "rounding"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "rules", "field"), CONTRADICTIONS)
def test_a_contradiction_is_named(name: str, rules: dict[str, object], field: str) -> None:
    clean = {(remark.kind, remark.fields, remark.text) for remark in checked(name)}
    new = [
        r
        for r in checked(name, **rules)
        if (r.kind, r.fields, r.text) not in clean and r.kind == "contradiction"
    ]
    assert new and all(field in remark.fields for remark in new)


@pytest.mark.parametrize(
    ("rules", "minor_units", "found"),
    [
        ({"minimum": "2.25"}, 100, True),
        ({"minimum": "2.50"}, 100, False),
        ({"minimum": "2.25", "rounding": "down"}, 100, False),
        ({"minimum": 5}, 1, True),
        ({"minimum": 5}, 100, False),
        ({"minimum": 10, "maximum": 505}, 1, True),
        ({"minimum": 10, "maximum": 500}, 1, False),
        ({"minimum": "2.5"}, 1, True),
    ],
)
def test_exact_rounding_is_weighed_against_limits_and_currency(
    rules: dict[str, object], minor_units: int, found: bool
) -> None:
    profile = load_profile("blackjack-s17-peek", rules)
    assert bool(remarks(profile, "contradiction", minor_units)) is found


@pytest.mark.parametrize(
    ("rules", "idle"),
    [
        ({"side_maximum": 100}, "side_maximum"),
        ({"followers_must_match": True, "max_bettors": 1}, "followers_must_match"),
        ({"surrender_after_split": True}, "surrender_after_split"),
        ({"bonus_after_split": True}, "bonus_after_split"),
        ({"bonus_after_double": True}, "bonus_after_double"),
        ({"rs1_scope": "box"}, "rs1_scope"),
        ({"original_bets_only": True}, "original_bets_only"),
        ({"max_split_hands": 1, "insure_after_split": True, "max_ace_hands": 0}, "insure_after_split"),
        ({"split_aces_one_card": False, "max_ace_hands": 3}, "max_ace_hands"),
        ({"blackjack_vs_blackjack": "win", "even_money_upcards": ["A", "T"]}, "even_money_upcards"),
        ({"rulings": {"card-on-21": "burn"}}, "rulings"),
    ],
)
def test_a_rule_without_effect_is_named(rules: dict[str, object], idle: str) -> None:
    assert (idle,) in [
        remark.fields for remark in checked("blackjack-s17-peek", **rules) if remark.kind == "no effect"
    ]


def test_the_common_game_has_nothing_remarkable() -> None:
    assert remarks(load_profile("blackjack-s17-peek")) == []


def test_the_russian_text_dealt_literally_costs_the_house() -> None:
    found = {remark.fields: remark for remark in remarks(load_profile("russian-blackjack"))}
    assert {remark.kind for remark in found.values()} == {"dear"}
    assert found[()].points == 2.298
    assert "+2.298 %" in found[()].text
    assert {fields: remark.points for fields, remark in found.items() if fields} == {
        ("surrender_vs_ace",): 0.35,
        ("surrender",): 0.559,
        ("bonuses",): 1.551,
        ("suited_blackjack_pays",): 0.538,
    }


def test_lost_ties_in_switch_cost_the_player() -> None:
    found = {remark.fields: remark.points for remark in remarks(load_profile("blackjack-switch"))}
    assert found[("ties",)] == pytest.approx(-8.714)
    assert found[()] == -7.944
    assert ("ties",) not in {r.fields for r in remarks(load_profile("blackjack-switch", {"ties": "push"}))}


def test_a_measured_game_that_costs_nobody_much_is_clean() -> None:
    fair = load_profile(
        "russian-blackjack", {"surrender_vs_ace": False, "bonuses": [], "suited_blackjack_pays": "3:2"}
    )
    assert measured(override(fair, {"suited_blackjack_pays": None})) is not None
    assert [r.fields for r in remarks(override(fair, {"suited_blackjack_pays": None}))] == []


def test_insurance_that_pays_too_much_is_priced_exactly() -> None:
    (remark,) = remarks(load_profile("blackjack-s17-peek", {"insurance_pays": "3:1"}))
    assert remark.points == pytest.approx(100 * (96 * 4 / 311 - 1))
    assert remark.basis == "exact"


def test_a_side_bet_that_gives_money_away_is_priced_exactly() -> None:
    generous = {"name": "super-game", "pays": {"pair": "2:1"}}
    (remark,) = [r for r in checked("blackjack-switch", side_bets=[generous]) if r.fields == ("side_bets",)]
    assert remark.points == pytest.approx(100 * (3 * 1748736 / 4965115 - 1))


def test_measurements_are_those_of_the_reference() -> None:
    games = {
        "blackjack-switch": REFERENCE[
            "game1_EV_pct_of_initial_bets (own CD solver + simulation, fresh shoe)"
        ],
        "russian-blackjack": REFERENCE["game2_EV_pct (6D, ENHC full loss, aces to 3 hands, optimal)"],
    }
    for one in measurements():
        assert games[one.base][one.key][:2] == [one.percent, one.within]
    told = {one.key for one in measurements()}
    left_out = {key for game in games.values() for key in game} - told
    assert left_out == {"ES vs all, plain strategy ignoring bonuses"}  # another player, not another game


@pytest.mark.parametrize("one", measurements(), ids=lambda one: f"{one.base}: {one.key}")
def test_every_measured_game_is_known_again(one: object) -> None:
    assert measured(one.profile()) == one  # type: ignore[attr-defined]


def test_prices_of_one_game_say_nothing_about_another_kind_of_game() -> None:
    assert prices(load_profile("blackjack-s17-peek")) == []


def test_a_price_is_taken_from_the_nearest_measured_games() -> None:
    """Without surrender against an ace, surrender as such is worth less."""
    by_field = {
        price.field: price.points
        for price in prices(load_profile("russian-blackjack", {"surrender_vs_ace": False, "bonuses": []}))
        if price.field == "surrender"
    }
    assert by_field == {"surrender": pytest.approx(0.348 - 0.076)}


ONE_DECK = {"decks": 1, "max_split_hands": 1, "blackjack_pays": "1:1", "even_money_upcards": []}


def test_a_game_that_nobody_measured_can_be_worked_out() -> None:
    profile = load_profile("blackjack-s17-peek", ONE_DECK)
    assert remarks(profile) == []
    solved = solve(profile)
    assert (solved.prices, -3 < solved.percent < -2) == ((), True)
    (remark,) = check_profile(profile, solved=solved)
    assert (remark.fields, remark.points, remark.basis[:6]) == ((), solved.percent, "solved")


@pytest.mark.skipif(not os.environ.get("DEEP"), reason="a minute long: DEEP=1 runs it")
def test_a_games_own_prices_are_told_against_the_usual_readings() -> None:
    profile = load_profile("blackjack-s17-peek", {**ONE_DECK, "ties": "lose"})
    told: list[float] = []
    solved = solve(profile, told.append)
    (price,) = solved.prices
    assert (told, price.field, price.instead, -9 < price.points < -8) == ([0.5], "ties", "push", True)
    found = {remark.fields: remark for remark in check_profile(profile, solved=solved)}
    assert found["ties",].points == price.points


def test_the_side_bet_is_exactly_what_the_reference_says() -> None:
    (bet,) = load_profile("blackjack-switch").side_bets
    for decks, edge in REFERENCE["super_game_house_edge_by_decks_pct"].items():
        assert float(-100 * side_bet_expectation(bet, int(decks))) == pytest.approx(edge, abs=5e-9)


SOME_RULES = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.sampled_from(rule["enum"]) for name, rule in RULES.items() if "enum" in rule},
        **{name: st.booleans() for name, rule in RULES.items() if rule.get("type") == "boolean"},
        **{name: st.integers(rule["minimum"], rule.get("maximum", 9)) for name, rule in RULES.items() if rule.get("type") == "integer"},
        "blackjack_pays": st.sampled_from(["1:1", "6:5", "3:2", "2:1"]),
        "suited_blackjack_pays": st.sampled_from(["1:1", "3:2", "2:1"]),
        "insurance_pays": st.sampled_from(["1:1", "2:1", "5:2"]),
        "even_money_upcards": st.lists(st.sampled_from("A9TK"), max_size=2),
        "minimum": st.decimals(1, 20, places=2),
        "maximum": st.decimals(1, 20, places=2),
    },
)  # fmt: skip


@given(name=st.sampled_from(SHIPPED), rules=SOME_RULES)
@settings(max_examples=60, deadline=None)
def test_any_house_is_checked_and_what_cannot_be_dealt_is_a_contradiction(
    name: str, rules: dict[str, object]
) -> None:
    profile = load_profile(name)
    data = {field: getattr(profile, field) for field in Profile.model_fields}
    found = check_profile(Profile.model_validate({**data, **rules}))
    assert all(remark.text and remark.to_json()["kind"] for remark in found)
    try:
        override(profile, rules)
    except ProfileError:
        assert found[0].kind == "contradiction"


def test_every_ruling_is_about_a_code_that_the_referee_finds() -> None:
    assert set(PRACTICE) == {code for code, row in CODES.items() if row.judged} - {"correction"}
