"""What the browser's fixtures give to tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from playwright.sync_api import Page

from api.app import Server
from api.archive.archive import Archive
from api.live.station import Station
from api.upkeep.alarms import Alarm

LOOKS = (("en", "dark"), ("ru", "light"), ("ru", "dim"))
"""Every theme and every language: colours do not depend on the language, nor lengths of texts on the theme."""


@dataclass
class Running:
    """A server that answers, and what it serves."""

    address: str
    station: Station
    server: Server

    def stop(self) -> None:
        self.station.hub.close()
        self.server.should_exit = True


class Serve(Protocol):
    """Serves a station's tables until the test is over."""

    def __call__(
        self,
        station: Station,
        password: str | None = None,
        archive: Archive | None = None,
        troubles: Sequence[Alarm] = (),
    ) -> Running: ...


class Open(Protocol):
    """Opens a page; errors on its console fail the test, but for those whose text holds `allow`."""

    def __call__(
        self, address: str, *, width: int = 1440, height: int = 900, language: str = "en", allow: str = ""
    ) -> Page: ...
