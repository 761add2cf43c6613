"""Networks of their own on one machine: Linux network namespaces, for whoever may make them (root, with `ip`)."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.errors import ApiError

PREFIX: Final = "pitwatch-trial-"
_NAMED: Final = Path("/run/netns")
_NEWNET: Final = 0x4000_0000
"""CLONE_NEWNET of <sched.h>."""
_TUN: Final = Path("/dev/net/tun")


class NoNamespaces(ApiError):
    """This machine or user may not make network namespaces."""


@dataclass(frozen=True, slots=True)
class Namespace:
    """A network namespace with a loopback of its own; a `api.floor.place.Place`.

    Attributes:
        name: as `ip netns` knows it.
        address: that the others reach it by.
    """

    name: str
    address: str

    @property
    def prefix(self) -> Sequence[str]:
        """Words before a command that start it there."""
        return ("ip", "netns", "exec", self.name)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be there with this thread while the block lasts; sockets stay where they were opened."""
        before = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        try:
            self.enter()
            yield
        finally:
            _set_namespace(before)
            os.close(before)

    def enter(self) -> None:
        """Go there with this thread, for good."""
        there = os.open(_NAMED / self.name, os.O_RDONLY)
        try:
            _set_namespace(there)
        finally:
            os.close(there)


def make_namespace(part: str, address: str) -> Namespace:
    """Make a namespace for a part of a trial.

    Args:
        part: of the trial; the namespace's name tells this process, too.
        address: that the others will reach it by.

    Raises:
        NoNamespaces: if that may not be done here.
    """
    if os.geteuid() or shutil.which("ip") is None or not _TUN.exists():
        raise NoNamespaces("network namespaces need root, the program `ip` and /dev/net/tun")
    namespace = Namespace(f"{PREFIX}{os.getpid()}-{part}", address)
    ip("netns", "add", namespace.name)
    ip("-n", namespace.name, "link", "set", "lo", "up")
    return namespace


def delete_namespace(namespace: Namespace) -> None:
    """Delete a namespace; it ends with the last program in it."""
    ip("netns", "del", namespace.name)


def sweep_namespaces() -> None:
    """Delete the namespaces of trials that were killed."""
    for path in _NAMED.glob(f"{PREFIX}*"):
        pid = path.name.removeprefix(PREFIX).split("-")[0]
        if not Path(f"/proc/{pid}").exists():
            ip("netns", "del", path.name)


def ip(*words: str) -> None:
    """Run `ip`.

    Raises:
        NoNamespaces: if it refuses.
    """
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoNamespaces(f"ip {' '.join(words)}: {done.stderr.strip()}")


def _set_namespace(descriptor: int) -> None:
    if ctypes.CDLL(None, use_errno=True).setns(descriptor, _NEWNET):
        number = ctypes.get_errno()
        raise NoNamespaces(f"cannot enter a network namespace: {os.strerror(number)}")
