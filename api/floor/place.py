"""Where on a machine a program runs: in its usual network, or in one of its own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Final, Protocol


class Place(Protocol):
    """A network that programs are started in and threads can step into."""

    @property
    def address(self) -> str:
        """The address to listen on so that the other places reach it."""

    @property
    def prefix(self) -> Sequence[str]:
        """Words before a command that start it there."""

    def inside(self) -> AbstractContextManager[None]:
        """Be there with this thread while the block lasts; sockets stay where they were opened."""

    def enter(self) -> None:
        """Go there with this thread, for good."""


@dataclass(frozen=True, slots=True)
class Usual:
    """The machine's usual network, seen from its loopback."""

    address: str = "127.0.0.1"
    prefix: Sequence[str] = ()

    def inside(self) -> AbstractContextManager[None]:
        """See `Place`."""
        return nullcontext()

    def enter(self) -> None:
        """See `Place`."""


USUAL: Final = Usual()
