"""A small RTSP server: one H.264 film, as RTP over the connection itself, as an IP camera sends it."""

from __future__ import annotations

import re
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import av

MOST_BYTES = 1300
CLOCK = 90_000
SDP = (
    "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=film\r\nt=0 0\r\n"
    "m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1\r\na=control:track1\r\n"
)


class RtspServer:
    """Shows a transport stream to one after the other who asks; use it in a `with` block.

    Args:
        film: a file with an H.264 stream in Annex B form.
        speed: how many times its own speed it is sent at.
    """

    def __init__(self, film: Path, *, speed: float = 4.0) -> None:
        self._film, self._speed = film, speed
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"rtsp://127.0.0.1:{self._listener.getsockname()[1]}/film"
        self.played = 0

    def __enter__(self) -> RtspServer:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            with line, suppress(OSError):
                self._talk(line)

    def _talk(self, line: socket.socket) -> None:
        asked = b""
        while more := line.recv(4096):
            asked += more
            while b"\r\n\r\n" in asked:
                head, _, asked = asked.partition(b"\r\n\r\n")
                method = head.split(b" ", 1)[0].decode()
                line.sendall(self._answer(method, head.decode()))
                if method == "PLAY":
                    self.played += 1
                    self._play(line)
                    return

    def _answer(self, method: str, head: str) -> bytes:
        sequence = re.search(r"CSeq: *(\d+)", head, re.IGNORECASE)
        lines = ["RTSP/1.0 200 OK", f"CSeq: {sequence.group(1) if sequence else 0}", "Session: 1"]
        body = ""
        if method == "OPTIONS":
            lines.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY")
        elif method == "DESCRIBE":
            body = SDP
            lines += [
                f"Content-Base: {self.address}/",
                "Content-Type: application/sdp",
                f"Content-Length: {len(body)}",
            ]
        elif method == "SETUP":
            lines.append("Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
        return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()

    def _play(self, line: socket.socket) -> None:
        began, number = time.monotonic(), 0
        with av.open(str(self._film)) as film:
            for packet in film.demux(video=0):
                if packet.pts is None or not packet.size:
                    continue
                second = float(packet.pts * packet.time_base)
                time.sleep(max(0.0, second / self._speed - (time.monotonic() - began)))
                for payload, is_last in _payloads(bytes(packet)):
                    header = struct.pack(
                        ">BBHII", 0x80, 96 | (0x80 if is_last else 0), number & 0xFFFF, int(second * CLOCK), 1
                    )
                    line.sendall(struct.pack(">cBH", b"$", 0, len(header) + len(payload)) + header + payload)
                    number += 1


def _payloads(picture: bytes) -> Iterator[tuple[bytes, bool]]:
    """Cut a picture into RTP payloads (RFC 6184); the last one is marked."""
    units = [unit for unit in re.split(rb"\x00{2,3}\x01", picture) if unit]
    pieces = [piece for unit in units for piece in _fragments(unit.rstrip(b"\x00") or unit)]
    for at, piece in enumerate(pieces, start=1):
        yield piece, at == len(pieces)


def _fragments(unit: bytes) -> Iterator[bytes]:
    if len(unit) <= MOST_BYTES:
        yield unit
        return
    kind, body = unit[0], unit[1:]
    for start in range(0, len(body), MOST_BYTES):
        first, last = start == 0, start + MOST_BYTES >= len(body)
        mark = (0x80 if first else 0) | (0x40 if last else 0) | (kind & 0x1F)
        yield bytes([(kind & 0xE0) | 28, mark]) + body[start : start + MOST_BYTES]
