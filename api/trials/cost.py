"""What a floor costs, and how that grows with its tables: measured at several sizes, laid out for a thousand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

from api.trials.drivers import Floor
from api.trials.load import LoadReport, run_load

SIZES: Final = (1, 10, 50, 200)
PARTS: Final = ("server", "hosts", "broker")
MANY: Final = 1000
"""So many tables are reckoned for."""
DAY_S: Final = 86_400
WINDOW_FACTS: Final = 2_000
"""So many facts' rounds a table keeps in memory, roughly (`api/store/long_session.py`)."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Something that grows with the tables: a straight line through what was measured (least squares).

    Attributes:
        unit: of it.
        fixed: what it is with no table.
        per_table: what each table adds.
    """

    unit: str
    fixed: float
    per_table: float

    def at(self, tables: int) -> float:
        """Return what so many tables come to."""
        return self.fixed + self.per_table * tables

    def reckoned(self, tables: int) -> str:
        """Return the arithmetic as a line."""
        return f"{self.fixed:.3g} + {tables} x {self.per_table:.3g} = {self.at(tables):.3g} {self.unit}"


@dataclass(frozen=True, slots=True)
class Cost:
    """Floors of several sizes.

    Attributes:
        reports: what was measured at each.
    """

    reports: tuple[LoadReport, ...]

    @property
    def tables(self) -> list[int]:
        """The sizes."""
        return [report.floor.tables for report in self.reports]

    @property
    def pace(self) -> float:
        """Facts a second at one table."""
        return self.reports[-1].floor.rate / self.reports[-1].floor.tables

    def cores(self, part: str) -> list[float]:
        """Return the cores that a part used at each size."""
        return [report.used[part].cores for report in self.reports]

    def memory(self, part: str) -> list[float]:
        """Return the MiB that a part held in the end, at each size."""
        return [report.used[part].memory_end_mib for report in self.reports]

    def growths(self) -> dict[str, Growth]:
        """Return what grows with the tables, by name."""
        out: dict[str, Growth] = {}
        for part in PARTS:
            if part in self.reports[0].used:
                out[f"{part}, processors"] = self._line("cores", self.cores(part))
                out[f"{part}, memory to begin with"] = self._line(
                    "MiB", [report.used[part].memory_start_mib for report in self.reports]
                )
        largest = self.reports[-1]
        a_day = self.pace * DAY_S
        grown = largest.used["server"].memory_end_mib - largest.used["server"].memory_start_mib
        per_fact_mib = max(grown, 0.0) / max(largest.facts, 1)
        empty = out["server, memory to begin with"]
        out["server, memory when every table's window is full"] = Growth(
            "MiB", empty.fixed, empty.per_table + per_fact_mib * WINDOW_FACTS
        )
        out["server, disk a day"] = Growth("MiB", 0.0, largest.disk_bytes * a_day / 2**20)
        if largest.floor.hosts:
            out["broker, disk a day"] = Growth("MiB", 0.0, largest.broker_bytes * a_day / 2**20)
            out["network, host to broker to server"] = Growth(
                "kB/s each way", 0.0, largest.broker_bytes * self.pace / 1000
            )
        a_screen = largest.megabytes * 1000 / (largest.floor.screens * largest.floor.seconds)
        out["network, server to a screen of all tables"] = Growth(
            "kB/s", 0.0, a_screen / largest.floor.tables
        )
        return out

    def _line(self, unit: str, values: Sequence[float]) -> Growth:
        if len(values) == 1:
            return Growth(unit, 0.0, values[0] / self.tables[0])
        slope, fixed = np.polyfit(self.tables, values, 1)
        return Growth(unit, float(fixed), float(slope))

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        growths = self.growths()
        return {
            "facts_a_second_at_a_table": self.pace,
            "measured": [report.to_json() for report in self.reports],
            "growth": {name: asdict(growth) for name, growth in growths.items()},
            f"for_{MANY}_tables": {name: growth.reckoned(MANY) for name, growth in growths.items()},
        }


def run_cost(
    largest: Floor,
    *,
    progress: Callable[[float], None] = lambda _: None,
    label: Callable[[str], None] = lambda _: None,
) -> Cost:
    """Measure floors of up to the size of the largest, each at the largest one's pace for a table.

    Args:
        largest: the largest floor.
        progress: is told how much of one floor is done, 0..1.
        label: is told which.

    Raises:
        TrialFailed: if a floor does not run.
        InputError: if there are to be hosts, and nats-server is not installed.
    """
    reports = []
    for tables in (*(size for size in SIZES if size < largest.tables), largest.tables):
        label(f"A floor of {tables} tables")
        share = tables / largest.tables
        floor = replace(largest, tables=tables, rate=largest.rate * share, hosts=min(largest.hosts, tables))
        with TemporaryDirectory(prefix="pitwatch-cost-") as folder:
            reports.append(run_load(Path(folder), floor, progress=progress))
    return Cost(tuple(reports))
