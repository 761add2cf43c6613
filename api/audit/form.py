"""The fields of an audit's header that people fill in, as the forms of surveillance rooms have them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

BLANK: Final = "________________"
"""What a field shows that is to be filled in by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """Who asked for an audit and who made it; an empty field is printed as a line to write on.

    Attributes:
        property: the house.
        area: part of the floor where the table stands.
        requested_by: who asked for the audit.
        subject: what or whom it is about.
        supervisor: who supervised the table.
        auditor, second_auditor: who answers for it.
        remarks: anything else.
    """

    property: str = ""
    area: str = ""
    requested_by: str = ""
    subject: str = ""
    supervisor: str = ""
    auditor: str = ""
    second_auditor: str = ""
    remarks: str = ""

    def lines(self) -> list[tuple[str, str]]:
        """Return each field's key among the report's words, and what stands in it."""
        return [
            (f"report.{field.name.replace('_', '-')}", getattr(self, field.name) or BLANK)
            for field in fields(self)
        ]
