"""The push: a listener gets the newest of every table, never an older one, and ends when told."""

from __future__ import annotations

import asyncio
import threading

import pytest

from api.live.hub import Hub
from api.schemas import CameraView, TableInfo, TableState, TotalsView


def state(name: str, seq: int) -> TableState:
    return TableState(
        table=TableInfo(
            name=name,
            profile="blackjack-switch",
            currency="EUR",
            boxes=(3, 2, 1),
            hands_per_box=2,
            side_bet=True,
            chips=(),
        ),
        seq=seq,
        dealer="",
        camera=CameraView(state="live", seen_at_ms=None, stale_after_s=5, reason=""),
        view=None,
        round=None,
        prompt=None,
        findings=(),
        totals=TotalsView(rounds=0, hands=0, turnover="0", wrong="0", rounds_per_hour=None),
    )


async def first(hub: Hub, after: int) -> list[tuple[str, int]]:
    async for changed in hub.changes(after, wait_s=5):
        return [(published.name, published.state.seq) for published in changed]
    return []


def test_a_new_listener_gets_the_newest_state_of_every_table() -> None:
    hub = Hub()
    for name, seq in (("A", 1), ("B", 1), ("A", 2), ("A", 3)):
        hub.publish(state(name, seq))
    assert asyncio.run(first(hub, 0)) == [("B", 1), ("A", 3)]


def test_a_listener_that_comes_back_gets_only_what_changed_since() -> None:
    hub = Hub()
    hub.publish(state("A", 1))
    hub.publish(state("B", 1))
    had = max(published.version for published in hub.newest())
    hub.publish(state("B", 2))
    assert asyncio.run(first(hub, had)) == [("B", 2)]


def test_changes_from_another_thread_wake_a_listener() -> None:
    hub = Hub()
    hub.publish(state("A", 1))

    def publish_the_others() -> None:
        for seq in range(2, 21):
            hub.publish(state("A", seq))

    async def listen() -> list[int]:
        seen: list[int] = []
        async for changed in hub.changes(0, wait_s=5):
            seen += [published.state.seq for published in changed]
            if seen[-1] == 20:
                return seen
            if len(seen) == 1:
                threading.Thread(target=publish_the_others).start()
        return seen

    seen = asyncio.run(listen())
    assert seen == sorted(set(seen)), "never an older state, never one twice"


def test_a_quiet_time_yields_nothing_but_is_told() -> None:
    hub = Hub()

    async def quiet() -> list[object]:
        async for changed in hub.changes(0, wait_s=0.01):
            return list(changed)
        return ["ended"]

    assert asyncio.run(quiet()) == []


def test_closing_ends_every_listener_at_once() -> None:
    hub = Hub()

    async def listen() -> str:
        async for _ in hub.changes(0, wait_s=60):
            return "something came"
        return "ended"

    async def both() -> list[str]:
        listeners = [asyncio.create_task(listen()) for _ in range(5)]
        await asyncio.sleep(0.01)
        hub.close()
        return await asyncio.wait_for(asyncio.gather(*listeners), 2)

    assert asyncio.run(both()) == ["ended"] * 5


def test_who_may_not_wait_hears_of_a_change_before_changes_are_gathered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("api.live.hub.GATHER_S", 60.0)
    hub = Hub()

    async def hear() -> list[int]:
        heard: list[int] = []
        threading.Timer(0.05, hub.publish, (state("A", 7),)).start()
        async for changed in hub.changes(0, wait_s=10, at_once=True):
            heard += [published.state.seq for published in changed]
            break
        return heard

    assert asyncio.run(hear()) == [7]
