"""From what a command line names to feeders: which source is which table's which camera."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from api.errors import InputError
from api.evidence.witness import RING, Footage, first_footage, recording_footage, ring_footage
from api.live.eyes_process import EyesProcess, Order, open_order
from api.live.feeder import Feeder
from api.live.several import SeveralCameras
from api.live.table import LiveTable
from tracker.facts import Fact
from vision.table import Table


def orders_for(sources: Sequence[str], tables: Sequence[Table], data: Path) -> list[list[Order]]:
    """Return the orders to watch each table.

    Args:
        sources: of all cameras of all tables, in order; or of each table's first camera alone.
        tables: where everything lies.
        data: folder of the tables' folders.

    Raises:
        InputError: if there are too few or too many sources, or a table has cameras and recordings.
    """
    every = sum(len(table.camera_names) for table in tables)
    if len(sources) not in (len(tables), every):
        several = f", or for each of their {every} cameras" if every > len(tables) else ""
        raise InputError(f"expected a --source for each of {len(tables)} tables{several}, got {len(sources)}")
    left, orders = list(sources), []
    for table in tables:
        names = table.camera_names if len(sources) == every else table.camera_names[:1]
        own = [
            order_for(left.pop(0), table.seen_by(name), data, is_first=k == 0) for k, name in enumerate(names)
        ]
        if len({order.is_camera for order in own}) > 1:
            raise InputError(f"expected cameras or recordings for table {table.name}, got some of both")
        orders.append([replace(order, is_witness=len(own) > 1) for order in own])
    return orders


def order_for(what: str, table: Table, data: Path, *, is_first: bool = True) -> Order:
    """Return the order to watch a source: an address or a device is a camera, everything else a recording.

    A camera's ring of segments lies in the table's folder.
    """
    is_camera = "://" in what or what.startswith("/dev/")
    ring = RING if is_first else f"{RING}-{table.camera.name}"
    return Order(what, is_camera, table, ring=data / table.name / ring if is_camera else None)


def check_order(order: Order) -> None:
    """Find what is wrong with a source before the tables are served; a camera that goes away later is waited for.

    Raises:
        SourceError: if it cannot be opened.
        TableFileError: if the table was calibrated on pictures of another size.
    """
    source = open_order(order, None, 0)
    try:
        order.table.check_size(source.width, source.height)
    finally:
        source.close()


def feeders_of(live: LiveTable, orders: Sequence[Order], feed: Iterable[Fact]) -> list[Feeder]:
    """Return the feeders that watch a table, one a camera; its clips come from the first source that has them."""
    live.footage = first_footage([_footage(order, live.seen_until_us) for order in orders])
    first = orders[0]
    if len(orders) == 1:
        live.recorded_since_us = None if first.is_camera else live.seen_until_us
        return [Feeder(live, EyesProcess(first), comes_back=first.is_camera, feed=feed)]
    together = SeveralCameras(live, comes_back=first.is_camera)
    clock = together.now_us if first.is_camera else lambda: together.began_us
    return [
        Feeder(
            together.camera(order.table.camera.name),
            EyesProcess(order),
            comes_back=order.is_camera,
            feed=feed if order is first else (),
            clock=clock,
            by_arrival=order.is_camera,
        )
        for order in orders
    ]


def _footage(order: Order, began_us: int) -> Footage:
    if order.ring is not None:
        return ring_footage(order.ring)
    return recording_footage(Path(order.what), began_us)
