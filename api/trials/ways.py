"""How the parts of a trial reach each other, so that the way can be cut and disturbed.

Where one may make network namespaces, broker, host and server have one each, with packets carried between them;
elsewhere they share the loopback, and host and server reach the broker over a TCP line that can be cut and slowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Final, Protocol

from api.floor.place import USUAL, Place
from api.floor.trial import free_port
from api.trials.line import Line
from api.trials.namespaces import (
    Namespace,
    NoNamespaces,
    delete_namespace,
    make_namespace,
    sweep_namespaces,
)
from api.trials.switch import FAIR, Switch, Weather

ADDRESSES: Final = {"broker": "10.213.7.1", "host": "10.213.7.2", "server": "10.213.7.3"}
STORM: Final = Weather(delay_s=0.02, jitter_s=0.06, loss=0.03, doubled=0.1)
"""What a disturbed cable does: the jitter is larger than the time between packets, so that they overtake each other."""


class Ways(Protocol):
    """The ways between broker, host and server.

    Attributes:
        kind: what they are made of, for reports.
        port: that the broker listens on, in its place.
    """

    kind: str
    port: int

    def place(self, part: str) -> Place:
        """Return where a part runs."""

    def broker_for(self, part: str) -> str:
        """Return the broker's address for a part."""

    def cut(self, part: str) -> None:
        """Cut a part off from the others."""

    def disturb(self, part: str) -> None:
        """Let a part's way delay what it carries; packets are lost, doubled and reordered, too."""

    def mend(self, part: str) -> None:
        """Let everything through again."""


@dataclass(slots=True)
class Cables:
    """Namespaces with a switch between them."""

    switch: Switch
    places: Mapping[str, Namespace]
    port: int = 4222
    kind: str = "network namespaces"

    def place(self, part: str) -> Place:
        """See `Ways`."""
        return self.places[part]

    def broker_for(self, part: str) -> str:
        """See `Ways`."""
        del part  # it has the same address for all
        return f"nats://{self.places['broker'].address}:{self.port}"

    def cut(self, part: str) -> None:
        """See `Ways`."""
        self.switch.set_weather(self.places[part], Weather(cut=True))

    def disturb(self, part: str) -> None:
        """See `Ways`."""
        self.switch.set_weather(self.places[part], STORM)

    def mend(self, part: str) -> None:
        """See `Ways`."""
        self.switch.set_weather(self.places[part], FAIR)


@dataclass(slots=True)
class Lines:
    """A TCP line for each of host and server; all parts are on the loopback."""

    port: int
    lines: dict[str, Line] = field(default_factory=dict)
    kind: str = "TCP lines on the loopback"

    def place(self, part: str) -> Place:
        """See `Ways`."""
        del part
        return USUAL

    def broker_for(self, part: str) -> str:
        """See `Ways`."""
        return f"nats://127.0.0.1:{self.lines[part].port}"

    def cut(self, part: str) -> None:
        """See `Ways`."""
        self.lines[part].cut()

    def disturb(self, part: str) -> None:
        """See `Ways`; a TCP line neither loses nor doubles nor reorders."""
        self.lines[part].delay_s = STORM.delay_s + STORM.jitter_s

    def mend(self, part: str) -> None:
        """See `Ways`."""
        self.lines[part].delay_s = 0.0
        self.lines[part].mend()


@contextmanager
def laid_ways(seed: int, *, namespaces: bool | None = None) -> Iterator[Ways]:
    """Lay the ways while the block lasts.

    Args:
        seed: of what packets suffer.
        namespaces: whether to use them; None: where one may.

    Raises:
        NoNamespaces: if they are asked for and may not be made.
    """
    with ExitStack() as stack:
        ways: Ways
        try:
            if namespaces is False:
                raise NoNamespaces("not wanted")
            ways = _cables(stack, seed)
        except NoNamespaces:
            if namespaces:
                raise
            ways = _lines(stack)
        yield ways


def _cables(stack: ExitStack, seed: int) -> Cables:
    sweep_namespaces()
    places: dict[str, Namespace] = {}
    for part, address in ADDRESSES.items():
        places[part] = make_namespace(part, address)
        stack.callback(delete_namespace, places[part])
    switch = Switch(seed)
    for place in places.values():
        switch.plug_in(place)
    return Cables(stack.enter_context(switch), places)


def _lines(stack: ExitStack) -> Lines:
    lines = Lines(free_port())
    for part in ("host", "server"):
        lines.lines[part] = stack.enter_context(Line(lines.port))
    return lines
