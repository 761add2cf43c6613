"""A network between namespaces whose cables can be pulled, and lose, delay, double and reorder packets.

Each namespace gets a TUN device; one thread carries the packets between them. It does what `tc netem` does, and needs
nothing of the kernel but TUN.
"""

from __future__ import annotations

import fcntl
import heapq
import os
import random
import selectors
import socket
import struct
import threading
from dataclasses import dataclass
from time import monotonic
from typing import Final, Self

from api.trials.namespaces import Namespace, ip

DEVICE: Final = "trial0"
MTU: Final = 1500
_SET_INTERFACE: Final = 0x4004_54CA
"""TUNSETIFF of <linux/if_tun.h>; the flags are IFF_TUN | IFF_NO_PI."""
_PLAIN_TUN: Final = 0x1001
_TO: Final = slice(16, 20)
"""The address in an IPv4 header that a packet goes to."""
_LOOK_S: Final = 0.2


@dataclass(frozen=True, slots=True)
class Weather:
    """What a cable does to packets in either direction.

    Attributes:
        cut: nothing comes through.
        delay_s, jitter_s: each packet waits `delay_s`, and up to `jitter_s` more, so that packets overtake each other.
        loss, doubled: the share of packets that vanish, that come twice.
    """

    cut: bool = False
    delay_s: float = 0.0
    jitter_s: float = 0.0
    loss: float = 0.0
    doubled: float = 0.0


FAIR: Final = Weather()


class Switch(threading.Thread):
    """Carries packets between namespaces while its `with` block lasts."""

    def __init__(self, seed: int = 1) -> None:
        """Prepare; `plug_in` adds a namespace.

        Args:
            seed: of what is lost, doubled and delayed.
        """
        super().__init__(name="trial's switch", daemon=True)
        self._chance = random.Random(seed)
        self._ends: dict[bytes, int] = {}
        self._weather: dict[bytes, Weather] = {}
        self._waiting: list[tuple[float, int, int, bytes]] = []
        self._number = 0
        self._ended = threading.Event()
        self.packets = 0

    def plug_in(self, namespace: Namespace) -> None:
        """Give a namespace a device on this network, with its address.

        Raises:
            NoNamespaces: if that is refused.
        """
        with namespace.inside():
            end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(end, _SET_INTERFACE, struct.pack("16sH", DEVICE.encode(), _PLAIN_TUN))
        ip("-n", namespace.name, "addr", "add", f"{namespace.address}/24", "dev", DEVICE)
        ip("-n", namespace.name, "link", "set", DEVICE, "mtu", str(MTU), "up")
        address = socket.inet_aton(namespace.address)
        self._ends[address], self._weather[address] = end, FAIR

    def set_weather(self, namespace: Namespace, weather: Weather) -> None:
        """Say what a namespace's cable does from now on."""
        self._weather[socket.inet_aton(namespace.address)] = weather

    def run(self) -> None:
        """Carry until the block ends."""
        with selectors.DefaultSelector() as selector:
            for address, end in self._ends.items():
                selector.register(end, selectors.EVENT_READ, address)
            while not self._ended.is_set():
                for key, _ in selector.select(self._pause()):
                    self._take(key.data, key.fd)
                self._deliver()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self.join(10)
        for end in self._ends.values():
            os.close(end)

    def _take(self, origin: bytes, end: int) -> None:
        """Take a packet from a device, and lay it by until it is due."""
        try:
            packet = os.read(end, 2 * MTU)
        except BlockingIOError:
            return
        target = packet[_TO] if packet[:1] and packet[0] >> 4 == 4 else b""
        if target not in self._ends:
            return
        self.packets += 1
        cables = self._weather[origin], self._weather[target]
        if any(cable.cut or self._chance.random() < cable.loss for cable in cables):
            return
        copies = 1 + sum(self._chance.random() < cable.doubled for cable in cables)
        for _ in range(copies):
            wait_s = sum(cable.delay_s + cable.jitter_s * self._chance.random() for cable in cables)
            self._number += 1
            heapq.heappush(self._waiting, (monotonic() + wait_s, self._number, self._ends[target], packet))

    def _deliver(self) -> None:
        while self._waiting and self._waiting[0][0] <= monotonic():
            _, _, end, packet = heapq.heappop(self._waiting)
            try:
                os.write(end, packet)
            except (
                OSError
            ):  # the device's queue is full, or the device down: a network drops what it cannot carry
                continue

    def _pause(self) -> float:
        if not self._waiting:
            return _LOOK_S
        return min(_LOOK_S, max(0.0, self._waiting[0][0] - monotonic()))
