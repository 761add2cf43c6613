"""Who gets in: people and their secrets, sessions, tablets, and guessing that is stopped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.auth.door import (
    LIFETIME_S,
    TRIES_A_MINUTE,
    Door,
    TabletNeeded,
    TooManyTries,
    is_loopback,
    refuse_open_door,
)
from api.auth.people import MAX_FAILURES, People
from api.auth.roles import RIGHTS, Right, Role
from api.errors import InputError, SignInError
from tests.unit.api.hashing import CHEAP

WORD = "correct horse"
PIN = "48213"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    known = People(tmp_path / "people.db", CHEAP)
    known.add("anna", Role.FLOOR, WORD)
    known.add("ivan", Role.DEALER, PIN)
    known.add("olga", Role.DEALER, "90917")
    yield known
    known.close()


@pytest.fixture
def door(people: People, clock: Clock) -> Door:
    return Door(people, clock)


def test_the_right_secret_opens_and_nothing_else_does(door: Door) -> None:
    entered = door.sign_in("anna", WORD)
    session = door.session(entered.token)
    assert session is not None and session.csrf == entered.session.csrf
    assert (session.person.name, session.person.role, session.person.table) == ("anna", Role.FLOOR, None)
    for name, wrong in (("anna", ""), ("anna", WORD + " "), ("Anna", WORD), ("nobody", WORD)):
        with pytest.raises(SignInError):
            door.sign_in(name, wrong)
    for token in (None, "", "x" * 43):
        assert door.session(token) is None


def test_a_session_ends_when_told_and_when_its_time_is_over(door: Door, clock: Clock) -> None:
    one, other = door.sign_in("anna", WORD).token, door.sign_in("anna", WORD).token
    door.sign_out(one)
    assert door.session(one) is None
    assert door.session(other) is not None
    clock.now += LIFETIME_S + 1
    assert door.session(other) is None


def test_a_session_outlives_a_restart(door: Door, tmp_path: Path, clock: Clock) -> None:
    token = door.sign_in("anna", WORD).token
    again = People(tmp_path / "people.db", CHEAP)
    assert Door(again, clock).session(token) is not None
    again.close()


def test_the_file_is_of_no_use_to_a_thief(door: Door, tmp_path: Path) -> None:
    token = door.sign_in("anna", WORD).token
    tablet = door.people.register_tablet("T1", "BJ-05")
    stored = b"".join(p.read_bytes() for p in tmp_path.iterdir())
    for secret in (token, tablet, WORD, PIN):
        assert secret.encode() not in stored


def test_a_dealer_needs_the_tablet_of_a_table_and_gets_that_table(door: Door) -> None:
    with pytest.raises(TabletNeeded):
        door.sign_in("ivan", PIN)
    tablet = door.people.tablet_of(door.people.register_tablet("T1", "BJ-05"))
    entered = door.sign_in("ivan", PIN, tablet=tablet)
    assert entered.session.person.table == "BJ-05"
    assert entered.session.person.may(Right.ENTER, "BJ-05")
    assert not entered.session.person.may(Right.ENTER, "BJ-06")
    assert not entered.session.person.may(Right.SEE_EVIDENCE, "BJ-05")


def test_a_relieved_dealer_is_signed_out_at_once(door: Door) -> None:
    tablet = door.people.tablet_of(door.people.register_tablet("T1", "BJ-05"))
    ivan = door.sign_in("ivan", PIN, tablet=tablet)
    assert ivan.relieved is None
    olga = door.sign_in("olga", "90917", tablet=tablet)
    assert olga.relieved == "ivan"
    assert door.session(ivan.token) is None
    assert door.session(olga.token) is not None


def test_a_dealer_is_at_one_table_only(door: Door) -> None:
    one = door.people.tablet_of(door.people.register_tablet("T1", "BJ-05"))
    other = door.people.tablet_of(door.people.register_tablet("T2", "BJ-06"))
    first = door.sign_in("ivan", PIN, tablet=one)
    door.sign_in("ivan", PIN, tablet=other)
    assert door.session(first.token) is None


def test_others_are_not_bound_to_the_tablet_that_they_sign_in_on(door: Door) -> None:
    tablet = door.people.tablet_of(door.people.register_tablet("T1", "BJ-05"))
    assert door.sign_in("anna", WORD, tablet=tablet).session.person.table is None


def test_a_tablet_that_is_taken_away_signs_its_dealer_out(door: Door) -> None:
    token = door.people.register_tablet("T1", "BJ-05")
    entered = door.sign_in("ivan", PIN, tablet=door.people.tablet_of(token))
    door.people.remove_tablet("T1")
    assert door.session(entered.token) is None
    assert door.people.tablet_of(token) is None


def test_guessing_is_stopped_for_the_name_and_for_the_address(door: Door, clock: Clock) -> None:
    for _ in range(TRIES_A_MINUTE):
        with pytest.raises(SignInError):
            door.sign_in("nobody", "guess guess", address="10.0.0.9")
    with pytest.raises(TooManyTries):
        door.sign_in("anna", WORD, address="10.0.0.9")
    with pytest.raises(TooManyTries):
        door.sign_in("nobody", "guess guess", address="10.0.0.7")
    assert door.sign_in("anna", WORD, address="10.0.0.7")
    clock.now += 61
    assert door.sign_in("anna", WORD, address="10.0.0.9")


def test_a_name_is_locked_after_wrong_secrets_in_a_row_until_it_gets_a_new_one(
    door: Door, clock: Clock
) -> None:
    for _ in range(MAX_FAILURES):
        clock.now += 61
        with pytest.raises(SignInError):
            door.sign_in("anna", "guess guess")
    clock.now += 61
    with pytest.raises(SignInError):
        door.sign_in("anna", WORD)
    assert door.people.get("anna").locked
    door.people.set_secret("anna", "another horse")
    assert door.sign_in("anna", "another horse")


def test_a_new_secret_and_a_removal_end_the_sessions(door: Door) -> None:
    one = door.sign_in("anna", WORD).token
    door.people.set_secret("anna", "another horse")
    assert door.session(one) is None
    two = door.sign_in("anna", "another horse").token
    door.people.remove("anna")
    assert door.session(two) is None


def test_the_last_administrator_stays(people: People) -> None:
    people.add("root", Role.ADMINISTRATOR, WORD)
    with pytest.raises(InputError, match="only administrator"):
        people.remove("root")
    people.add("root2", Role.ADMINISTRATOR, WORD)
    people.remove("root")


@pytest.mark.parametrize(
    ("role", "secret"),
    [(Role.FLOOR, "short"), (Role.FLOOR, ""), (Role.ADMINISTRATOR, "x" * 300), (Role.DEALER, "1234"),
     (Role.DEALER, "11111"), (Role.DEALER, "abcdef"), (Role.DEALER, "١٢٣٤٥")],
)  # fmt: skip
def test_an_easy_secret_is_refused(people: People, role: Role, secret: str) -> None:
    with pytest.raises(InputError):
        people.add("new", role, secret)


@pytest.mark.parametrize("name", ["", " ", " anna", "a\nb", "x" * 61])
def test_what_is_no_name_is_refused(people: People, name: str) -> None:
    with pytest.raises(InputError, match="expected a name"):
        people.add(name, Role.FLOOR, WORD)


def test_only_an_administrator_manages_and_sees_no_evidence() -> None:
    assert [role for role in Role if Right.MANAGE in RIGHTS[role]] == [Role.ADMINISTRATOR]
    assert Right.SEE_EVIDENCE not in RIGHTS[Role.ADMINISTRATOR]
    assert [role for role in Role if Right.RULE in RIGHTS[role]] == [Role.FLOOR]


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("[::1]", True), ("localhost", True),
     ("0.0.0.0", False), ("::", False), ("192.168.1.7", False), ("pit.example", False), ("", False)],
)  # fmt: skip
def test_only_the_loopback_needs_nobody_to_sign_in(host: str, *, loopback: bool) -> None:
    assert is_loopback(host) is loopback
    refuse_open_door(host, people=True)
    if loopback:
        refuse_open_door(host, people=False)
    else:
        with pytest.raises(InputError, match="nobody can sign in"):
            refuse_open_door(host, people=False)
