"""The tables of the floor in the server's data folder: each with its file, its rules and the copy of its journal."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from api.errors import InputError
from api.floor.remote import HostLine, RemoteTable
from api.live.hub import Hub
from api.live.station import RULES_FILE, TABLE_FILE, is_plain_name
from api.live.table import LiveTable
from tracker.profile import Profile
from vision.table import parse_table


@dataclass(slots=True)
class Hall:
    """Puts up the tables that camera hosts tell of.

    Attributes:
        data: the server's data folder; gets a folder for each table.
        hub: tells the screens.
        tables: those that are up, by name; grows while the server runs.
    """

    data: Path
    hub: Hub
    tables: dict[str, RemoteTable] = field(default_factory=dict)
    _documents: dict[str, dict[str, str]] = field(init=False, default_factory=dict)

    def put_up(self, document: dict[str, str], line: HostLine) -> RemoteTable:
        """Open a table's copy; one that is up already with the same file and rules stays up.

        Args:
            document: `name`, `table` (TOML) and `profile` (JSON) as `LiveTable.document` makes them.
            line: the way to the table's host.

        Raises:
            InputError: if they cannot be used.
            TableFileError: if the table file cannot be used.
            JournalError: if the copy cannot be opened.
        """
        name = document["name"]
        if self._documents.get(name) == document:
            return self.tables[name]
        table = parse_table(document["table"])
        if table.name != name or not is_plain_name(name):
            raise InputError(f"expected the file of a table {name!r}, got that of {table.name!r}")
        try:
            profile = Profile.model_validate_json(document["profile"])
        except ValidationError as error:
            raise InputError(
                f"the rules of table {name!r} cannot be used: {error.errors()[0]['msg']}"
            ) from error
        folder = self.data / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / TABLE_FILE).write_text(document["table"], encoding="utf-8")
        (folder / RULES_FILE).write_text(document["profile"], encoding="utf-8")
        if name in self.tables:
            self.tables.pop(name).close()
        self.tables[name] = RemoteTable(LiveTable(table, profile, folder, self.hub), line)
        self._documents[name] = document
        return self.tables[name]

    def put_up_known(self, line: HostLine) -> None:
        """Put up the tables that the data folder knows from before; their hosts are away until they are heard."""
        for rules in sorted(self.data.glob(f"*/{RULES_FILE}")):
            document = {
                "name": rules.parent.name,
                "table": (rules.parent / TABLE_FILE).read_text(encoding="utf-8"),
                "profile": rules.read_text(encoding="utf-8"),
            }
            self.put_up(document, line).miss()

    def close(self) -> None:
        """Close all copies."""
        for table in self.tables.values():
            table.close()
