"""What the routes are given by whoever composes the server, and who may call them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from secrets import token_hex
from typing import Annotated

from fastapi import Depends, Request

from api.auth.sessions import COOKIE, SignIns
from api.live.feed import TableFeed
from api.live.hub import Hub
from api.problems import Problem, not_found
from api.schemas import Catalogue


@dataclass(frozen=True, slots=True)
class House:
    """Everything that the server serves.

    Attributes:
        hub: the newest state of each table.
        tables: pictures and journal of each table, by name.
        catalogue: titles of codes and profiles, and which program this is.
        door: how people sign in; None where nobody needs to.
        epoch: names this run of the server, so that a screen's version from an earlier run is told apart.
    """

    hub: Hub
    tables: Mapping[str, TableFeed]
    catalogue: Catalogue
    door: SignIns | None = None
    epoch: str = field(default_factory=lambda: token_hex(4))


def get_house(request: Request) -> House:
    """Return what the running server serves."""
    house = request.app.state.house
    assert isinstance(house, House)
    return house


InHouse = Annotated[House, Depends(get_house)]


def require_sign_in(request: Request, house: InHouse) -> None:
    """Let a request pass that comes from somebody who signed in, or where nobody needs to.

    Raises:
        Problem: 401 otherwise.
    """
    if house.door is not None and not house.door.is_signed_in(request.cookies.get(COOKIE)):
        raise Problem(HTTPStatus.UNAUTHORIZED, "sign-in-needed", "sign in first")


def get_table(name: str, house: InHouse) -> TableFeed:
    """Return the table of the address.

    Raises:
        Problem: 404 if there is none of this name.
    """
    table = house.tables.get(name)
    if table is None:
        raise not_found(f"table {name!r}")
    return table


AtTable = Annotated[TableFeed, Depends(get_table)]
