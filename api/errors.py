"""Errors of the house. Each message is one line: what was expected, what came, where.

ApiError
├── InputError      what a person gave cannot be used (command line: exit 2)
│   └── OutputError the place to write to cannot be used
├── JournalError    the journal cannot be opened or written
│   ├── FactRefused a fact contradicts one that the journal already holds
│   └── ChainBroken a row does not continue the journal that it should
├── MessageRefused  a message between a camera host and the server cannot be used
├── BrokerError     the broker of the floor cannot be used
└── SignInError     wrong name or secret, or too many tries
"""

from __future__ import annotations


class ApiError(Exception):
    """Base of every error that this package raises on purpose."""


class InputError(ApiError, ValueError):
    """What a person gave (a file, an option) cannot be used."""


class OutputError(InputError):
    """The place where results should go cannot be written."""


class JournalError(ApiError):
    """The journal cannot be opened, read or written."""


class FactRefused(JournalError):
    """A fact carries the id of another fact that the journal already holds."""


class ChainBroken(JournalError):
    """A row that should continue a journal does not follow from its last row."""


class MessageRefused(ApiError):
    """A message between a camera host and the server cannot be used; `code` is stable, for programs."""

    def __init__(self, code: str, message: str) -> None:
        """Say what is wrong with it."""
        super().__init__(message)
        self.code = code


class BrokerError(ApiError):
    """The broker of the floor cannot be reached, or refuses what it is asked."""


class SignInError(ApiError):
    """Nobody is signed in by this: name and secret do not belong together, or there were too many tries."""
