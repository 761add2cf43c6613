"""Who may look: the password and the sessions."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.auth.password import Password, find_password, is_loopback, refuse_open_door
from api.auth.sessions import LIFETIME_S, TRIES_A_MINUTE, SignIns, TooManyTries
from api.errors import InputError, SignInError

WORD = "correct horse"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(tmp_path: Path, clock: Clock) -> SignIns:
    return SignIns(Password(WORD), tmp_path / "sessions.db", clock)


def test_the_password_opens_and_nothing_else_does(door: SignIns) -> None:
    assert door.is_signed_in(door.sign_in(WORD))
    for wrong in ("", "correct hors", WORD + " ", WORD.upper()):
        with pytest.raises(SignInError):
            door.sign_in(wrong)
    for token in (None, "", "x" * 43):
        assert not door.is_signed_in(token)


def test_a_session_ends_when_told_and_when_its_time_is_over(door: SignIns, clock: Clock) -> None:
    one, other = door.sign_in(WORD), door.sign_in(WORD)
    door.sign_out(one)
    assert not door.is_signed_in(one)
    assert door.is_signed_in(other)
    clock.now += LIFETIME_S + 1
    assert not door.is_signed_in(other)


def test_a_session_outlives_a_restart(door: SignIns, tmp_path: Path, clock: Clock) -> None:
    token = door.sign_in(WORD)
    door.close()
    assert SignIns(Password(WORD), tmp_path / "sessions.db", clock).is_signed_in(token)


def test_the_stored_sessions_are_of_no_use_to_a_thief(door: SignIns, tmp_path: Path) -> None:
    token = door.sign_in(WORD)
    stored = b"".join(p.read_bytes() for p in tmp_path.iterdir())
    assert token.encode() not in stored
    assert WORD.encode() not in stored


def test_guessing_is_stopped_and_allowed_again_after_a_minute(door: SignIns, clock: Clock) -> None:
    for _ in range(TRIES_A_MINUTE):
        with pytest.raises(SignInError):
            door.sign_in("guess guess")
    with pytest.raises(TooManyTries):
        door.sign_in(WORD)
    clock.now += 61
    assert door.sign_in(WORD)


def test_a_short_password_is_refused() -> None:
    with pytest.raises(InputError, match="at least 8"):
        Password("admin")


def test_the_password_comes_from_a_file_before_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("from the file\n")
    environment = {"PITWATCH_PASSWORD": "from outside"}
    from_file, from_environment = find_password(file, environment), find_password(None, environment)
    assert from_file is not None and from_file.matches("from the file")
    assert from_environment is not None and from_environment.matches("from outside")
    assert find_password(None, {}) is None
    with pytest.raises(InputError, match="nothing"):
        find_password(tmp_path / "nothing", {})


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("[::1]", True), ("localhost", True),
     ("0.0.0.0", False), ("::", False), ("192.168.1.7", False), ("pit.example", False), ("", False)],
)  # fmt: skip
def test_only_the_loopback_needs_no_password(host: str, *, loopback: bool) -> None:
    assert is_loopback(host) is loopback
    refuse_open_door(host, Password(WORD))
    if loopback:
        refuse_open_door(host, None)
    else:
        with pytest.raises(InputError, match="without a password"):
            refuse_open_door(host, None)
