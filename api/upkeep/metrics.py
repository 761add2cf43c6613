"""What a house's monitoring asks for, in Prometheus's text form: read off when it is asked, nothing is kept."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from time import time
from typing import Final

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from api.live.hub import Hub
from api.schemas import TableState
from api.upkeep.gauges import Gauges, Waiting
from tracker import __version__

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
_OPEN: Final = frozenset({"open", "acknowledged", "assigned"})


class HouseMetrics(Collector):
    """The newest state of every table, the screens, the disk and the floor's alarms as metrics."""

    def __init__(
        self,
        hub: Hub,
        data: Path | None,
        alarms: Callable[[], Iterable[tuple[str, str]]] = lambda: (),
        *,
        gauges: Callable[[], Mapping[str, Gauges]] = dict,
        queues: Callable[[], Waiting] = dict,
    ) -> None:
        """Read off from these.

        Args:
            hub: the newest state of each table.
            data: the folder whose disk is measured; None: none is.
            alarms: code and subject of what is wrong now.
            gauges: how the watching of each table goes.
            queues: how many rows wait.
        """
        self._hub = hub
        self._data = data
        self._alarms = alarms
        self._gauges = gauges
        self._queues = queues
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    def text(self) -> bytes:
        """Return all metrics as Prometheus reads them."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Read everything off."""
        states = [published.state for published in self._hub.newest()]
        yield _gauge("pitwatch_info", "Which program this is.", ["version"], [([__version__], 1)])
        yield _gauge("pitwatch_tables", "Tables that are shown.", [], [([], len(states))])
        yield _gauge("pitwatch_screens", "Screens that listen.", [], [([], self._hub.listeners)])
        yield _gauge(
            "pitwatch_table_camera",
            "1 for the state that a table's camera is in.",
            ["table", "state"],
            [([s.table.name, s.camera.state], 1) for s in states],
        )
        yield _gauge(
            "pitwatch_table_picture_age_seconds",
            "Age of a table's newest picture.",
            ["table"],
            [([s.table.name], time() - s.camera.seen_at_ms / 1000) for s in states if s.camera.seen_at_ms],
        )
        yield _gauge(
            "pitwatch_table_prompt_seconds",
            "From a card's coming to rest to the prompt, 95th percentile of the last facts.",
            ["table"],
            [
                ([s.table.name], s.camera.prompt_p95_ms / 1000)
                for s in states
                if s.camera.prompt_p95_ms is not None
            ],
        )
        yield _counter(
            "pitwatch_table_pictures_skipped",
            "Pictures passed over because the looking had fallen behind.",
            [([s.table.name], s.camera.skipped) for s in states],
        )
        yield from self._of_the_watching()
        yield _gauge(
            "pitwatch_rows_waiting",
            "Rows of a table's journal that wait for the broker, or in the broker for the server.",
            ["table", "for"],
            [([table, what], rows) for (table, what), rows in sorted(self._queues().items())],
        )
        yield _counter(
            "pitwatch_table_facts", "Rows of a table's journal.", [([s.table.name], s.seq) for s in states]
        )
        yield _counter(
            "pitwatch_table_rounds", "Rounds dealt.", [([s.table.name], s.totals.rounds) for s in states]
        )
        yield _gauge(
            "pitwatch_table_findings_open",
            "Findings that nobody resolved yet.",
            ["table", "severity"],
            [
                ([s.table.name, severity], count)
                for s in states
                for severity, count in sorted(_open_findings(s).items())
            ],
        )
        yield _gauge(
            "pitwatch_alarm",
            "1 for each alarm that stands.",
            ["code", "subject"],
            [(list(a), 1) for a in self._alarms()],
        )
        if self._data is not None:
            free = shutil.disk_usage(self._data).free
            yield _gauge("pitwatch_disk_free_bytes", "Free space where the journals lie.", [], [([], free)])

    def _of_the_watching(self) -> Iterator[Metric]:
        gauges = sorted(self._gauges().items())
        yield _gauge(
            "pitwatch_table_fps",
            "Pictures that are looked at, a second.",
            ["table"],
            [([name], one.fps) for name, one in gauges if one.fps is not None],
        )
        yield _gauge(
            "pitwatch_table_behind_seconds",
            "How long the newest picture that was looked at had waited since it came.",
            ["table"],
            [([name], one.behind_s) for name, one in gauges if one.behind_s is not None],
        )
        yield _counter(
            "pitwatch_table_blind_seconds",
            "How long the camera did not see the table, media time.",
            [([name], one.blind_s) for name, one in gauges],
        )


def _open_findings(state: TableState) -> Counter[str]:
    return Counter(f.severity for f in state.findings if f.handling.state in _OPEN)


def _gauge(name: str, text: str, labels: list[str], samples: Iterable[tuple[list[str], float]]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=labels)
    for values, value in samples:
        family.add_metric(values, value)
    return family


def _counter(name: str, text: str, samples: Iterable[tuple[list[str], float]]) -> Metric:
    family = CounterMetricFamily(name, text, labels=["table"])
    for values, value in samples:
        family.add_metric(values, value)
    return family
