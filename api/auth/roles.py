"""Who may do what. A right is one kind of thing that can be done; a role is a set of rights."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What somebody is in the house."""

    DEALER = "dealer"
    FLOOR = "floor"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class Right(StrEnum):
    """One kind of thing that can be done."""

    SEE_TABLE = "see-table"
    """The table's state and picture; a dealer's only at the own table."""
    SEE_EVIDENCE = "see-evidence"
    """Stills of findings, recordings, rows of journals."""
    ENTER = "enter"
    """Tell facts: chips on a spot, what was said, a call for the floor."""
    CORRECT = "correct"
    """Say that an earlier fact was otherwise."""
    HANDLE = "handle"
    """Acknowledge, assign and resolve findings."""
    JUDGE = "judge"
    """Say whether a finding is right."""
    RULE = "rule"
    """Rule on an irregularity."""
    MANAGE = "manage"
    """Add people and tablets, and take them away."""


RIGHTS: Final[dict[Role, frozenset[Right]]] = {
    Role.DEALER: frozenset({Right.SEE_TABLE, Right.ENTER, Right.CORRECT}),
    Role.FLOOR: frozenset(Right) - {Right.MANAGE},
    Role.SURVEILLANCE: frozenset(
        {Right.SEE_TABLE, Right.SEE_EVIDENCE, Right.HANDLE, Right.JUDGE, Right.CORRECT}
    ),
    Role.AUDITOR: frozenset({Right.SEE_TABLE, Right.SEE_EVIDENCE, Right.JUDGE, Right.CORRECT}),
    Role.ADMINISTRATOR: frozenset({Right.SEE_TABLE, Right.MANAGE}),
}
"""An administrator keeps the people and sees that tables work; evidence and rulings are not an administrator's."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who signed in.

    Attributes:
        name: as it stands in the journal.
        rights: what they may do.
        role: what they are in the house; None for whoever sits at a server that nobody signs in to.
        table: the only table that they may see and touch; None: all.
    """

    name: str
    rights: frozenset[Right]
    role: Role | None = None
    table: str | None = None

    def may(self, right: Right, table: str | None = None) -> bool:
        """Whether they may do this, and at this table where one is named."""
        return right in self.rights and (self.table is None or table is None or table == self.table)


LOCAL: Final = Person("local", frozenset(Right))
"""Whoever sits at this machine, where no people are known and only this machine can reach the server."""
