"""The server's password: where it comes from, and the check of what somebody typed."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from api.errors import InputError

VARIABLE: Final = "PITWATCH_PASSWORD"
SHORTEST: Final = 8


class Password:
    """A password of which only a salted scrypt key stays in memory."""

    def __init__(self, text: str) -> None:
        """Take a password.

        Raises:
            InputError: if it is too short to keep anybody out.
        """
        if len(text) < SHORTEST:
            raise InputError(f"expected a password of at least {SHORTEST} characters, got {len(text)}")
        self._salt = secrets.token_bytes(16)
        self._key = self._derive(text)

    def matches(self, text: str) -> bool:
        """Whether `text` is the password; takes some 50 ms, so that guessing is slow."""
        return hmac.compare_digest(self._key, self._derive(text))

    def _derive(self, text: str) -> bytes:
        return hashlib.scrypt(text.encode(), salt=self._salt, n=2**14, r=8, p=1)


def find_password(file: Path | None, environment: Mapping[str, str] = os.environ) -> Password | None:
    """Read the password from a file's first line or from the variable `PITWATCH_PASSWORD`; None if there is neither.

    Raises:
        InputError: if the file cannot be read, or the password is too short.
    """
    if file is not None:
        try:
            return Password(file.read_text(encoding="utf-8").split("\n")[0].rstrip("\r"))
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot read a password from {str(file)!r}: {error}") from error
    text = environment.get(VARIABLE)
    return Password(text) if text else None


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens on `host`."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def refuse_open_door(host: str, password: Password | None) -> None:
    """Check that a server which others can reach asks for a password.

    Raises:
        InputError: if `host` is not the loopback and there is no password.
    """
    if password is None and not is_loopback(host):
        raise InputError(
            f"will not listen on {host} without a password: set {VARIABLE} or give --password-file, "
            "or listen on 127.0.0.1"
        )
